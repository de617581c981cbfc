//! Questions and answers, ways out, and taking back: what is said about a handoff on purpose.

use segue_door::ask::AnswerHandoff;
use segue_door::{Caller, Code, Direction, Failure, Reply};
use segue_handoff::peer_message::{OPTION, TEXT};
use segue_handoff::{FileRef, receiver, sender};
use segue_ledger::PublicKey;

use super::super::state::State;
use super::super::{Answer, Background, Finished};
use super::reply;
use super::send::{Maker, context_of};
use crate::approvals;
use crate::conversations::{Progress, run_blocking};
use crate::handoffs::HandoffRow;

/// The most bytes of a text as it travels.
const BYTES: usize = 40 * 1024;

/// Asks the sender of a handoff something.
pub(super) fn ask(state: &mut State, name: &str, text: &str) -> Result<Reply, Failure> {
    let row = state.mailbox.named(name)?;
    let text = said("question", text)?;
    state.network().ok();
    let row = state.received_on(row, receiver::Event::Ask(text), None)?;
    Ok(Reply::AskHandoff(Box::new(state.handoff_view(&row))))
}

/// Answers a question, or chooses a way out.
pub(super) fn answer(
    state: &mut State,
    background: &mut Background,
    caller: &Caller,
    asked: AnswerHandoff,
    mut answer: Answer,
) {
    let AnswerHandoff {
        handoff,
        text,
        option,
        hash,
    } = asked;
    let row = match state.mailbox.named(&handoff) {
        Ok(row) => row,
        Err(failure) => return reply(answer, Err(failure)),
    };
    state.network().ok();
    if row.direction() == Direction::Received {
        let chosen = choose(state, row, text, option, hash.is_some());
        return reply(answer, chosen);
    }
    let text = match said("answer", text.as_deref().unwrap_or_default()) {
        Ok(text) => text,
        Err(failure) => return reply(answer, Err(failure)),
    };
    if option.is_some() {
        let failure = Failure::invalid("Only the one it was handed to chooses a way out.");
        return reply(answer, Err(failure));
    }
    let Some(hash) = hash else {
        let event = sender::Event::Answer { text, file: None };
        let done = state.sent_on(row, event, None);
        let done = done.map(|row| Reply::AnswerHandoff(Box::new(state.handoff_view(&row))));
        return reply(answer, done);
    };
    let staged = state.conversations.staged(&hash);
    let staged = staged.and_then(|staged| Ok((staged, approvals::of_call(caller)?)));
    let (staged, approval) = match staged {
        Ok(staged) => staged,
        Err(failure) => return reply(answer, Err(failure)),
    };
    if !staged.prepared.signed {
        let failure = Failure::new(
            Code::Refused,
            "The prepared file is not signed: your identity key was out of reach.",
        );
        return reply(answer, Err(failure.hint("Prepare it again.")));
    }
    match context_of(&staged) {
        Ok(context) if context == row.facts.conversation => {}
        Ok(_) => {
            let failure =
                Failure::invalid("This file is of another conversation than the handoff.")
                    .hint("Answer with more of the same conversation, or hand the other one over.");
            return reply(answer, Err(failure));
        }
        Err(failure) => return reply(answer, Err(failure)),
    }
    let maker = Maker {
        approval,
        clock: state.clock.clone(),
        blobs: state.mailbox.blobs.clone(),
        ledgers: state.mailbox.ledgers.clone(),
        me: PublicKey(state.public()),
        name: state.own_name(),
    };
    state.mailbox.sending += 1;
    let here = state.conversations.clone();
    background.spawn(async move {
        let work = move |_: &Progress| maker.file(&staged);
        let file = run_blocking(here, Some(hash.clone()), &mut answer, work).await;
        Some(Finished::then(move |state: &mut State| {
            state.mailbox.sending = state.mailbox.sending.saturating_sub(1);
            let done = file.and_then(|file| answer_with(state, &row, text, file));
            if done.is_ok() {
                state.conversations.left(&hash);
            }
            reply(answer, done);
        }))
    });
}

/// Answers with a file that takes the place of the one before.
fn answer_with(
    state: &mut State,
    row: &HandoffRow,
    text: String,
    file: FileRef,
) -> Result<Reply, Failure> {
    let Some(mut row) = state.mailbox.row(row.id)? else {
        return Err(Failure::new(Code::NotFound, "It is gone meanwhile."));
    };
    row.hash = file.hash.clone();
    row.bytes = file.bytes;
    row.facts.messages = file.messages;
    row.facts.delta = None;
    let event = sender::Event::Answer {
        text,
        file: Some(file),
    };
    let row = state.sent_on(row, event, None)?;
    Ok(Reply::AnswerHandoff(Box::new(state.handoff_view(&row))))
}

fn choose(
    state: &mut State,
    row: HandoffRow,
    text: Option<String>,
    option: Option<u32>,
    file: bool,
) -> Result<Reply, Failure> {
    if file {
        return Err(
            Failure::invalid("Only the sender can answer with more of the conversation.")
                .hint("To give something back, hand the conversation over with segue send."),
        );
    }
    let options = row.facts.options();
    let text = match text.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(text) => Some(said("answer", text)?),
    };
    let option = match option {
        None => None,
        Some(number) => {
            let at = usize::try_from(number).unwrap_or(0).checked_sub(1);
            let option = at.and_then(|at| options.get(at));
            let option = option.ok_or_else(|| no_option(number, &options))?;
            Some(segue_conversation::truncate(option, OPTION - 1))
        }
    };
    if options.is_empty() {
        return Err(Failure::new(
            Code::Refused,
            "This handoff asks for no decision, so there is nothing to answer.",
        )
        .hint("To ask its sender something: segue ask."));
    }
    if option.is_none() && text.is_none() {
        let failure = Failure::invalid("Say which way out: --option N, or what else in words.");
        return Err(numbered(failure, &options));
    }
    let row = state.received_on(row, receiver::Event::Choose { option, text }, None)?;
    Ok(Reply::AnswerHandoff(Box::new(state.handoff_view(&row))))
}

fn no_option(number: u32, options: &[String]) -> Failure {
    numbered(
        Failure::invalid(format!("There is no way out number {number}.")),
        options,
    )
}

fn numbered(failure: Failure, options: &[String]) -> Failure {
    let all = options.iter().zip(1..).take(10);
    all.fold(failure, |failure, (option, number)| {
        failure.hint(format!(
            "{number}. {}",
            segue_conversation::truncate(option, 100)
        ))
    })
}

/// Takes back what was handed over.
pub(super) fn cancel(state: &mut State, name: &str) -> Result<Reply, Failure> {
    let row = state.mailbox.named(name)?;
    state.network().ok();
    let row = state.sent_on(row, sender::Event::Withdraw, None)?;
    Ok(Reply::CancelHandoff(Box::new(state.handoff_view(&row))))
}

/// Trims a text that is to be sent. Fails when it is empty or too long; `what` names it in the
/// failure.
fn said(what: &str, text: &str) -> Result<String, Failure> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Failure::invalid(format!("The {what} is empty.")));
    }
    let travels = serde_json::to_string(text).map_or(usize::MAX, |json| json.len());
    if text.chars().count() > TEXT || travels > BYTES {
        return Err(Failure::invalid(format!(
            "The {what} is too long; at most {TEXT} characters are allowed."
        )));
    }
    Ok(text.to_owned())
}
