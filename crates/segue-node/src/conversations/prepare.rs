//! Making the file that would leave: what goes along of the history, without what has to go, with
//! every finding told. Whatever leaves was made here and shown first.
//!
//! ```text
//! conversation + choice ──look──▶ findings ──decisions──▶ write ──▶ Cleared ──▶ the shelf
//!                          │                                           │
//!                          └── figures, report                         └── its hash is its name
//! ```

mod attempt;
mod head;
mod passes;
mod told;

use std::sync::Arc;

use segue_conversation::history::Choice;
use segue_platform::{Platform, Session};

use super::shelf::Staged;
use super::work::Progress;
use super::{Conversations, Signer, rules};
use crate::catalog::Row;
use crate::door::{
    Code, Conversation, Failure, FindingDecisions, HandoffFigures, Place, Reply, Request, Retry,
    SendingChoice,
};
use crate::surroundings;
use attempt::attempt;

pub(super) use head::context;
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
            envelope: _,
            attach_diff: _,
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
    let from = Origin::new(here, name, &place)?;
    let project = from.conversation.project.as_deref();
    let facts = personal.then(|| rules::facts(&place.home, project));
    let finder = here.finders.get(&sending, facts)?;
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
