//! One try at making the file: two passes over a conversation that may change in between.

use std::io::BufWriter;
use std::sync::Arc;

use segue_conversation::Fate;
use segue_conversation::file as a2a;
use segue_conversation::history::{Choice, Strategy};
use segue_redact::{Clearing, Finder, Outgoing};

use super::super::shelf::Staged;
use super::super::work::Progress;
use super::super::{Conversations, Signer, failure, file, output};
use super::passes::Passes;
use super::{Draft, FINDINGS, Origin, head, redaction, told};
use crate::door::{Code, Failure, HandoffFigures, Prepared, PreparedChoice, ProjectHint};
use crate::storage;

/// One try: nothing, when the conversation was another in the second pass.
pub(super) fn attempt(
    here: &Conversations,
    from: &Origin,
    (choice, personal): (Choice, bool),
    draft: &Draft,
    finder: &Finder,
    you: &Signer,
    progress: &Progress,
) -> Result<Option<Arc<Staged>>, Failure> {
    let passes = Passes {
        platform: from.platform,
        session: &from.session,
        choice,
        progress,
    };
    let context = head::context(here, &from.session)?;
    let key = storage::key_of(&here.storage, &context)?;
    let outline = match choice.strategy {
        // What goes along of all of it does not depend on what comes later.
        Strategy::Full => None,
        _ => Some(here.outlines.get(from.platform, &from.session, progress)?),
    };
    let mut looked = passes.look(finder, &key, outline.as_deref())?;
    here.catalog.counted(&from.row, looked.messages);
    if looked.messages == 0 {
        return Err(Failure::new(
            Code::Unreadable,
            format!("{} has no messages to export.", from.conversation.name),
        ));
    }
    let moved = |outline: &Arc<_>| {
        segue_conversation::history::Outline::messages(outline) != looked.messages
    };
    if outline.as_ref().is_some_and(moved) {
        return Ok(None);
    }
    let figures = looked.outline.figures(&choice);
    let head = head::head(head::Known {
        session: &from.session,
        about: &looked.about,
        conversation: &from.conversation,
        you,
        task: draft.task.clone(),
        note: draft.note.clone(),
        choice,
        of: looked.messages,
        tokens: figures.tokens,
        report: looked.report.clone(),
    })?;
    looked.search.head(&head);
    let found = looked.search.finish();
    let clearing = Clearing::new(finder, &found, &told::decisions(&draft.decisions))
        .map_err(|error| told::refused(&error, &found))?;

    let file = here.shelf.draft()?;
    let written = |error| failure::writing(file.path(), &error);
    let buffer = BufWriter::with_capacity(256 << 10, file.as_file());
    let mut out = Outgoing::new(buffer, &context, clearing);
    if !passes.write(&mut out, outline.as_deref(), looked.messages)? {
        return Ok(None);
    }
    let seal = you.key.as_ref().map(head::Seal);
    let signer = seal.as_ref().map(|seal| seal as &dyn a2a::Signer);
    let cleared = out.finish(head, signer).map_err(written)?;
    if cleared.unreviewed() > 0 {
        return Ok(None);
    }
    let pictures = looked.report.count_of(Fate::Kept, "image");
    let findings = told::findings(&found, cleared.taken(), &draft.decisions);
    let head = cleared.head();
    let (task, note) = file::told(head);
    let prepared = Prepared {
        hash: cleared.hash(),
        conversation: from.conversation.name.clone(),
        title: head.title.clone(),
        file_name: output::name(head.title.as_deref(), &from.conversation.short),
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
            personal,
        },
        findings: findings.iter().take(FINDINGS).cloned().collect(),
        findings_total: findings.len() as u64,
        redaction: redaction(cleared.redaction()),
        report: file::report(&head.report),
        project: head.project.as_ref().map(ProjectHint::from),
        sender: head.sender.as_ref().map(|sender| sender.name.clone()),
        task,
        note,
        artifacts: looked.artifacts,
        envelope: None,
        diagnostics: Vec::new(),
        diff: None,
        export_id: head.export_id.clone(),
        content_hash: head.content_hash.clone().unwrap_or_default(),
        signed: head.signature.is_some(),
        notes: head::notes(&looked.about, you, &choice, &figures, pictures),
    };
    here.outlines.keep(&from.session, looked.outline);
    here.shelf.put(cleared, file, prepared, findings).map(Some)
}
