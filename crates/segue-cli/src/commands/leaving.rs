//! What leaves, as a file or to someone: it is prepared, looked at, and decided about first.
//!
//! ```text
//! PrepareHandoff ──▶ findings ──▶ a terminal: decide ──▶ PrepareHandoff again ─┐
//!                └── the envelope is wrong: say which    elsewhere: all out ───┴▶ Prepared
//!                    flag helps, and stop
//! ```

mod envelope;
pub mod render;
pub mod review;

use std::io::IsTerminal;
use std::process::ExitCode;

use segue_door::{
    ConversationRef, Failure, FindingDecision, FindingDecisions, Prepared, Readable, SendingChoice,
    ask,
};
use segue_link::Link;
use serde_json::Value;

use super::{Ended, messages};
use crate::arguments::{ChoiceOptions, DecisionOptions, LeavingOptions};
use crate::say::{self, Say};
use crate::waiting;
use review::Answer;

/// What was typed, as the node takes it.
#[derive(Clone)]
pub struct Draft {
    pub conversation: ConversationRef,
    pub choice: SendingChoice,
    pub decisions: FindingDecisions,
    task: Option<String>,
    note: Option<String>,
    envelope: Option<Value>,
    attach_diff: bool,
    yes: bool,
}

impl Draft {
    /// Creates a draft of what is to leave a conversation. Fails when an option can't be
    /// understood.
    pub fn new(conversation: ConversationRef, options: LeavingOptions) -> Result<Self, Failure> {
        let draft = Self::of(conversation, &options.choice, &options.decisions)?;
        Ok(Self {
            envelope: envelope::said(&options.envelope)?,
            task: options.task,
            note: options.note,
            ..draft
        })
    }

    /// Creates a draft without a task, a note or an envelope.
    pub fn of(
        conversation: ConversationRef,
        choice: &ChoiceOptions,
        decisions: &DecisionOptions,
    ) -> Result<Self, Failure> {
        let said = |yes: bool, no: bool| (yes || no).then_some(yes);
        Ok(Self {
            conversation,
            choice: SendingChoice {
                history: choice.history.clone(),
                tool_output: said(choice.tool_output, choice.no_tool_output),
                reasoning: said(choice.reasoning, choice.no_reasoning),
                personal: said(decisions.personal, decisions.no_personal),
            },
            decisions: decided(decisions)?,
            task: None,
            note: None,
            envelope: None,
            attach_diff: choice.attach_diff,
            yes: decisions.yes,
        })
    }

    /// Makes the file that would leave.
    pub async fn prepare(&self, link: &Link, say: &Say) -> Result<Prepared, Failure> {
        let request = ask::PrepareHandoff {
            conversation: self.conversation.clone(),
            choice: self.choice.clone(),
            decisions: self.decisions.clone(),
            task: self.task.clone(),
            note: self.note.clone(),
            envelope: self.envelope.clone(),
            attach_diff: self.attach_diff,
        };
        let words = "Looking for secrets";
        let about = self.conversation.named();
        let mut prepared = waiting::ask(link, say.json(), words, about, request).await?;
        // Whoever said nothing but a task is not told what else could be said.
        let keep = self.envelope.is_some() || say.json();
        prepared.diagnostics.retain(|one| keep || one.is_error);
        Ok(prepared)
    }

    /// Makes a draft for which nobody is asked.
    #[must_use]
    pub fn unasked(self) -> Self {
        Self { yes: true, ..self }
    }

    /// Checks whether somebody is at the terminal to decide.
    pub fn asks(&self, say: &Say) -> bool {
        let there = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        there && !self.yes && !say.json()
    }

    /// Lets the person decide about the findings, if somebody is there; `None` when they stop.
    pub async fn settle(
        &mut self,
        link: &Link,
        say: &Say,
        mut prepared: Prepared,
    ) -> Result<Option<Prepared>, Failure> {
        if !self.asks(say) {
            return Ok(Some(prepared));
        }
        while !prepared.findings.is_empty() {
            match review::review(&prepared, &mut self.decisions).await? {
                Answer::Quit => return Ok(None),
                Answer::GoOn => {}
            }
            let again = self.prepare(link, say).await?;
            let same = ids(&prepared).eq(ids(&again));
            prepared = again;
            if same {
                break;
            }
            say::complain("The conversation has changed. Check the findings again.");
        }
        Ok(Some(prepared))
    }
}

/// Iterates over the ids of the findings.
pub fn ids(prepared: &Prepared) -> impl Iterator<Item = &str> {
    prepared.findings.iter().map(|finding| finding.id.as_str())
}

fn decided(options: &DecisionOptions) -> Result<FindingDecisions, Failure> {
    let mut decisions = FindingDecisions::new();
    for keep in &options.keep {
        let (id, reason) = match keep.split_once('=') {
            Some((id, reason)) => (id, Some(reason.to_owned())),
            None => (keep.as_str(), None),
        };
        decisions.insert(id.trim().to_owned(), FindingDecision::Keep { reason });
    }
    for id in &options.redact_everywhere {
        let before = decisions.insert(id.trim().to_owned(), FindingDecision::RedactEverywhere);
        if before.is_some() {
            return Err(Failure::invalid(format!(
                "{id} can't be both kept and removed everywhere."
            ))
            .hint("Use either --keep or --redact-everywhere for it."));
        }
    }
    Ok(decisions)
}

/// Checks that the envelope is valid. The failure says what helps.
pub fn is_right(prepared: &Prepared) -> Result<(), Failure> {
    let wrong: Vec<_> = prepared
        .diagnostics
        .iter()
        .filter(|one| one.is_error)
        .collect();
    let words = match wrong.as_slice() {
        [] => return Ok(()),
        [one] => return Err(Failure::invalid(one.message.clone()).hint(one.hint.clone())),
        several => format!("{} details have to be corrected first.", several.len()),
    };
    let failure = Failure::invalid(words);
    Err(wrong.iter().fold(failure, |failure, one| {
        failure.hint(format!("{} {}", one.message, one.hint))
    }))
}

/// Shows all of what would leave.
pub async fn preview(link: &Link, say: &Say, prepared: &Prepared) -> Ended {
    let code = match is_right(prepared) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(2),
    };
    if say.json() {
        say.reply(prepared, |_| String::new());
        return Ok(code);
    }
    say::line(&render::preview(prepared));
    let mut after = 0;
    loop {
        let request = ask::ReadMessages {
            of: Readable::Prepared {
                hash: prepared.hash.clone(),
            },
            after,
            limit: 200,
        };
        let page = link.call(request).await?;
        for message in &page.messages {
            let lines = messages::message(message, true);
            say::line(&format!("\n{}", lines.join("\n")));
        }
        match page.next {
            Some(next) if !say::is_gone() => after = next,
            _ => return Ok(code),
        }
    }
}
