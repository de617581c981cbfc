//! Making the file that would leave: what goes along of the history, without what has to go, with
//! every finding told. Whatever leaves was made here and shown first.
//!
//! ```text
//! conversation + choice ──look──▶ findings ──decisions──▶ write ──▶ Cleared ──▶ the shelf
//!                          │                                           │
//!                          └── figures, report                         └── its hash is its name
//! ```

mod head;
mod passes;
mod told;

use std::io::BufWriter;
use std::sync::Arc;

use segue_conversation::file as a2a;
use segue_conversation::history::{Choice, Strategy};
use segue_platform::{Platform, Session};
use segue_redact::{Clearing, Finder, Outgoing};

use super::shelf::Staged;
use super::work::Progress;
use super::{Conversations, Signer, failure, file, output, rules};
use crate::catalog::Row;
use crate::door::{
    Code, Conversation, Failure, FindingDecisions, HandoffFigures, Place, Prepared, PreparedChoice,
    ProjectHint, Reply, Request, Retry, SendingChoice,
};
use crate::{storage, surroundings};
use passes::Passes;

pub(super) use told::{left, redaction};

/// Most characters of what the receiver should do.
const TASK: usize = 500;

/// Most characters of what the receiver should know.
const NOTE: usize = 20_000;

/// How often it is tried with a conversation that changes all the while.
const TRIES: usize = 4;

/// Findings that come with the answer; more are asked for.
pub(super) const FINDINGS: usize = 200;

/// Answers what can be asked before something leaves.
pub(super) fn answer(
    here: &Conversations,
    request: Request,
    you: &Signer,
    progress: &Progress,
) -> Result<Reply, Failure> {
    match request {
        Request::HandoffFigures {
            conversation,
            choice,
            place,
        } => figures(here, &conversation, &choice, place, you, progress).map(Reply::HandoffFigures),
        Request::PrepareHandoff {
            conversation,
            choice,
            decisions,
            task,
            note,
            place,
        } => {
            let draft = Draft {
                task: text("task", task, TASK)?,
                note: text("note", note, NOTE)?,
                decisions,
                choice,
            };
            prepare(here, &conversation, &draft, place, you, progress)
                .map(|staged| Reply::PrepareHandoff(Box::new(staged.prepared.clone())))
        }
        _ => Err(super::work::broken()),
    }
}

/// What the person wants.
struct Draft {
    choice: SendingChoice,
    decisions: FindingDecisions,
    task: Option<String>,
    note: Option<String>,
}

/// Where it comes from.
struct Origin {
    row: Row,
    platform: &'static dyn Platform,
    session: Session,
    conversation: Conversation,
}

impl Origin {
    fn new(
        here: &Conversations,
        name: &str,
        place: &segue_platform::Surroundings,
    ) -> Result<Self, Failure> {
        let row = here.catalog.resolve(place, name, false)?;
        Ok(Self {
            platform: here.catalog.platform(row.session.platform)?,
            session: row.session.clone(),
            conversation: here.catalog.known(row.clone())?,
            row,
        })
    }
}

fn figures(
    here: &Conversations,
    name: &str,
    wish: &SendingChoice,
    place: Option<Place>,
    you: &Signer,
    progress: &Progress,
) -> Result<HandoffFigures, Failure> {
    let place = surroundings::of(place)?;
    let (choice, _) = chosen(wish, you)?;
    let from = Origin::new(here, name, &place)?;
    let outline = here.outlines.get(from.platform, &from.session, progress)?;
    let figures = outline.figures(&choice);
    Ok(HandoffFigures {
        messages: figures.messages,
        bytes: figures.bytes,
        tokens: figures.tokens,
        of: outline.messages(),
    })
}

fn prepare(
    here: &Conversations,
    name: &str,
    draft: &Draft,
    place: Option<Place>,
    you: &Signer,
    progress: &Progress,
) -> Result<Arc<Staged>, Failure> {
    let place = surroundings::of(place)?;
    let (choice, personal) = chosen(&draft.choice, you)?;
    let sending = you.sending.clone()?;
    let facts = personal.then(|| rules::facts(&place.home));
    let finder = here.finders.get(&sending, facts)?;
    let from = Origin::new(here, name, &place)?;
    for _ in 0..TRIES {
        let staged = attempt(
            here,
            &from,
            (choice, personal),
            draft,
            &finder,
            you,
            progress,
        )?;
        if let Some(staged) = staged {
            return Ok(staged);
        }
        here.outlines.forget(&from.session);
    }
    Err(Failure::new(
        Code::Busy,
        format!("{} changes all the while.", from.conversation.name),
    )
    .hint("Wait until its agent pauses, or close it there, then try again.")
    .retry(Retry::Safe))
}

/// One try: nothing, when the conversation was another in the second pass.
fn attempt(
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
    let findings = told::findings(&found, &draft.decisions);
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
        findings_total: found.all().len() as u64,
        redaction: redaction(cleared.redaction()),
        report: file::report(&head.report),
        project: head.project.as_ref().map(ProjectHint::from),
        sender: head.sender.as_ref().map(|sender| sender.name.clone()),
        task,
        note,
        artifacts: looked.artifacts,
        export_id: head.export_id.clone(),
        content_hash: head.content_hash.clone().unwrap_or_default(),
        signed: head.signature.is_some(),
        notes: head::notes(&looked.about, you, &choice, &figures),
    };
    here.outlines.keep(&from.session, looked.outline);
    here.shelf.put(cleared, file, prepared, findings).map(Some)
}

/// What was chosen, the settings filling in what was not said.
fn chosen(wish: &SendingChoice, you: &Signer) -> Result<(Choice, bool), Failure> {
    let sending = you.sending.clone()?;
    let mut choice = sending.choice();
    if let Some(history) = &wish.history {
        choice.strategy =
            history
                .parse()
                .map_err(|error: segue_conversation::history::NoStrategy| {
                    Failure::invalid(format!("There is no such history: {error}."))
                })?;
    }
    choice.tool_output = wish.tool_output.unwrap_or(choice.tool_output);
    choice.reasoning = wish.reasoning.unwrap_or(choice.reasoning);
    Ok((choice, wish.personal.unwrap_or(sending.personal)))
}

/// A text of the person's, without the space around it.
fn text(what: &str, text: Option<String>, most: usize) -> Result<Option<String>, Failure> {
    let text = text.as_deref().map(str::trim).unwrap_or_default();
    let length = text.chars().count();
    if length > most {
        return Err(Failure::invalid(format!(
            "The {what} has {length} characters; at most {most} are allowed."
        ))
        .hint("Say it shorter, and put the rest into the note."));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}
