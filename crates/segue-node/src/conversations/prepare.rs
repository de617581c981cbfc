//! Making the file that would leave: what goes along of the history, without what has to go, with
//! every finding told. Whatever leaves was made here and shown first.
//!
//! ```text
//! conversation + choice ──look──▶ findings ──decisions──▶ write ──▶ Cleared ──▶ prepared files
//!  session or file         │                    │                     │
//!                          └── figures, report  └── envelope, changes └── its hash is its name
//! ```

mod attached;
mod attempt;
mod copied;
mod draft;
mod head;
mod origin;
mod passes;
mod stable_ids;
#[cfg(test)]
mod tests;
mod views;

use std::sync::Arc;

use segue_conversation::history::Choice;
use segue_door::{
    CallerEnv, Code, Failure, FindingDecisions, HandoffFigures, Retry, SendingChoice, ask,
};

use super::prepared_files::PreparedFile;
use super::work::Progress;
use super::{Conversations, Signer, rules};
use crate::settings;
use attempt::attempt;
use draft::ParsedDraft;
use origin::Origin;

pub(super) use head::context;
pub(super) use views::{left, redaction};

/// Most characters of what the receiver should do.
const TASK: usize = 500;

/// Most characters of what the receiver should know.
const NOTE: usize = 20_000;

/// How often it is tried with a conversation that changes all the while.
const TRIES: usize = 4;

/// Findings that come with the answer; more are asked for.
pub(super) const FINDINGS: usize = 200;

/// What the person wants.
struct PrepareParams {
    choice: SendingChoice,
    decisions: FindingDecisions,
    said: ParsedDraft,
    attach_diff: bool,
}

/// Estimates how much of a conversation a choice would send.
pub(super) fn figures(
    here: &Conversations,
    asked: &ask::HandoffFigures,
    env: Option<CallerEnv>,
    you: &Signer,
    progress: &Progress,
) -> Result<HandoffFigures, Failure> {
    let place = here.agents.place(env)?;
    let (choice, _) = chosen(&asked.choice, you)?;
    let from = Origin::new(here, &asked.conversation, &place, you, progress)?;
    let outline = from.from.outline(here, progress)?;
    let figures = outline.figures(&choice);
    Ok(HandoffFigures {
        messages: figures.messages,
        bytes: figures.bytes,
        tokens: figures.tokens,
        of: outline.messages(),
    })
}

/// Makes the file that would leave, and keeps it for a while.
pub(super) fn prepare(
    here: &Conversations,
    asked: ask::PrepareHandoff,
    env: Option<CallerEnv>,
    you: &Signer,
    progress: &Progress,
) -> Result<Arc<PreparedFile>, Failure> {
    let wish = &PrepareParams {
        choice: asked.choice,
        decisions: asked.decisions,
        said: draft::parse_draft(asked.envelope, asked.task, asked.note)?,
        attach_diff: asked.attach_diff,
    };
    let place = here.agents.place(env)?;
    let (choice, personal) = chosen(&wish.choice, you)?;
    let sending = you.sending.clone()?;
    let from = Origin::new(here, &asked.conversation, &place, you, progress)?;
    let facts = personal.then(|| rules::facts(&place.home, from.project.as_deref()));
    let finder = here.finders.get(&sending, facts)?;
    let attached = wish
        .attach_diff
        .then(|| attached::attached(from.folder.as_deref()))
        .transpose()?;
    for _ in 0..TRIES {
        let plan = attempt::Plan {
            from: &from,
            choice,
            personal,
            wish,
            attached: attached.as_ref(),
        };
        if let Some(staged) = attempt(here, &plan, &finder, you, progress)? {
            return Ok(staged);
        }
        from.from.forget(here);
    }
    Err(
        Failure::new(Code::Busy, format!("{} changes all the while.", from.name))
            .hint("Wait until its agent pauses, or close it there, then try again.")
            .retry(Retry::Safe),
    )
}

/// Returns what was chosen and whether personal things are looked for, the settings filling in what
/// was not said.
fn chosen(wish: &SendingChoice, you: &Signer) -> Result<(Choice, bool), Failure> {
    let sending = you.sending.clone()?;
    let mut choice = settings::usual_choice(&sending);
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

/// Trims a text of the person's. Returns `None` if nothing is left, and fails if it has more than
/// `most` characters.
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
