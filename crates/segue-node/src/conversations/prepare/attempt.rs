//! One try at making the file: two passes over a conversation that may change in between.

use std::io::BufWriter;
use std::sync::Arc;

use segue_conversation::Fate;
use segue_conversation::file as a2a;
use segue_conversation::history::{Choice, Outline, Strategy};
use segue_door::{Code, Failure, HandoffFigures, Prepared, PreparedChoice};
use segue_handoff::EnvelopeContext;
use segue_redact::{Clearing, Finder, Outgoing};

use super::super::prepared_files::PreparedFile;
use super::super::work::Progress;
use super::super::{Conversations, Signer, diff, envelope, failure, file, output};
use super::attached::Attached;
use super::origin::Origin;
use super::passes::Passes;
use super::{FINDINGS, PrepareParams, draft, head, redaction, views};
use crate::storage::failed;

/// What to make, and of what.
pub(super) struct Plan<'a> {
    pub(super) from: &'a Origin,
    pub(super) choice: Choice,
    pub(super) personal: bool,
    pub(super) wish: &'a PrepareParams,
    pub(super) attached: Option<&'a Attached>,
}

/// Tries once to make the file. Returns `None` if the conversation was different in the second
/// pass.
pub(super) fn attempt(
    here: &Conversations,
    plan: &Plan<'_>,
    finder: &Finder,
    you: &Signer,
    progress: &Progress,
) -> Result<Option<Arc<PreparedFile>>, Failure> {
    let (from, choice, wish) = (plan.from, plan.choice, plan.wish);
    let session = from.session.as_deref().unwrap_or_default();
    let ancestry = (here.ancestors)(&from.context, &from.platform, session);
    // A part of a conversation is another file whatever its ids are; a file has its own.
    let is_whole = choice.strategy == Strategy::Full && from.had.is_none();
    let passes = Passes {
        source: from.from.as_ref(),
        attached: plan.attached.map(|attached| &attached.artifact),
        base: ancestry.base.as_deref().filter(|_| is_whole),
        choice,
        progress,
    };
    let key =
        segue_store::key_for(&here.database, &from.context).map_err(|error| failed(&error))?;
    let outline = match choice.strategy {
        // What goes along of all of it does not depend on what comes later.
        Strategy::Full => None,
        _ => Some(from.from.outline(here, progress)?),
    };
    let mut looked = passes.look(finder, &key, outline.as_deref())?;
    from.from.counted(here, looked.messages);
    if looked.messages == 0 {
        return Err(Failure::new(
            Code::Unreadable,
            format!("{} has no messages to export.", from.name),
        ));
    }
    let moved = |outline: &Arc<_>| Outline::messages(outline) != looked.messages;
    if outline.as_ref().is_some_and(moved) {
        return Ok(None);
    }
    let figures = looked.outline.figures(&choice);
    let now = here.clock.now().as_millisecond();
    let title = looked.about.title.as_ref().or(from.title.as_ref());
    let title = title.map(String::as_str);
    let mut known = EnvelopeContext {
        from_agent: segue_conversation::truncate(&you.name, 100),
        timestamp: segue_conversation::times::from_millis(now).unwrap_or_default(),
        conversation_id: from.context.clone(),
        step: ancestry.step,
        made_up_summary: draft::summary(title, looked.messages, &looked.outline, |text| {
            finder.find(text).is_empty()
        }),
    };
    let summary = known.made_up_summary.clone();
    let envelope = wish.said.finish(known.clone())?;
    let diagnostics = wish.said.review(&envelope, from.folder.as_deref())?;
    let mut head = head::head(head::HeadInputs {
        from,
        about: &looked.about,
        you,
        envelope: draft::json(&envelope)?,
        ancestry: ancestry.clone(),
        at: known.timestamp.clone(),
        choice,
        of: looked.messages,
        tokens: figures.tokens,
        report: looked.report.clone(),
    });
    looked.search.head(&head);
    if envelope.metadata.made_up_summary {
        looked.search.beyond(&mut draft::clipped(&summary));
    }
    let found = looked.search.finish();
    let mut clearing = Clearing::new(finder, &found, &views::decisions(&wish.decisions))
        .map_err(|error| views::refused(&error, &found))?;
    if envelope.metadata.made_up_summary {
        known.made_up_summary = draft::cleared(&summary, &mut clearing);
        head.envelope = Some(draft::json(&wish.said.finish(known)?)?);
    }

    let file = here.prepared_files.draft()?;
    let written = |error| failure::writing(file.path(), &error);
    let buffer = BufWriter::with_capacity(256 << 10, file.as_file());
    let mut out = Outgoing::new(buffer, &from.context, clearing);
    if !passes.write(&mut out, outline.as_deref(), looked.messages)? {
        return Ok(None);
    }
    let seal = you.key.as_ref().map(head::Seal);
    let signer = seal.as_ref().map(|seal| seal as &dyn a2a::Signer);
    let cleared = out.finish(head, signer).map_err(written)?;
    if cleared.unreviewed() > 0 {
        return Ok(None);
    }
    let left = match plan.attached {
        Some(_) => diff::diff_of(file.path())?,
        None => None,
    };
    let pictures = looked.report.count_of(Fate::Kept, "image");
    let mut notes = from.notes.clone();
    notes.extend(head::notes(&looked.about, you, &choice, &figures, pictures));
    notes.extend(
        plan.attached
            .iter()
            .flat_map(|all| all.notes(left.as_ref())),
    );
    let findings = views::findings(&found, cleared.taken(), &wish.decisions);
    let head = cleared.head();
    let said = envelope::said(head);
    let prepared = Prepared {
        hash: cleared.hash(),
        conversation: from.name.clone(),
        title: head.title.clone(),
        file_name: output::name(head.title.as_deref(), &from.short),
        figures: HandoffFigures {
            messages: head.message_count,
            bytes: cleared.bytes(),
            tokens: figures.tokens,
            of: looked.messages,
        },
        choice: PreparedChoice {
            history: choice.strategy.to_string(),
            tool_output: choice.tool_output,
            reasoning: choice.reasoning,
            personal: plan.personal,
        },
        findings: findings.iter().take(FINDINGS).cloned().collect(),
        findings_total: findings.len() as u64,
        redaction: redaction(cleared.redaction()),
        report: file::report(&head.report),
        project: head.project.as_ref().map(file::project_hint),
        sender: head.sender.as_ref().map(|sender| sender.name.clone()),
        task: said.task,
        note: said.note,
        artifacts: looked.artifacts,
        envelope: draft::left(head)?,
        diagnostics,
        diff: left.map(|(about, _)| about),
        export_id: head.export_id.clone(),
        content_hash: head.content_hash.clone().unwrap_or_default(),
        signed: head.signature.is_some(),
        notes,
    };
    from.from.keep(here, looked.outline);
    here.prepared_files
        .put(cleared, file, prepared, findings)
        .map(Some)
}
