//! A brief made from the conversation itself, without asking a model.
//!
//! ```text
//! message ─┬─ words ──sentences──▶ goal, decided, rejected, questions, last exchange
//!          ├─ calls ──work──▶ files touched, commands, the list of things to do
//!          ├─ results ──work──▶ how each command ended
//!          └─ a compaction's own summary ──▶ stands in for everything before it
//! ```
//!
//! Everything is bounded: a brief of ten million messages is as small as one of ten.

mod sentences;
mod work;

use crate::message::{Message, Role};
use crate::part::Body;
use crate::shown;

use sentences::{Found, Latest};
use work::Work;

/// What is remembered for the brief.
#[derive(Debug, Default)]
pub struct Brief {
    goal: Option<String>,
    /// The platform's own summary at its last compaction.
    summary: Option<String>,
    /// Messages to look at for that summary.
    awaiting: u8,
    decided: Latest,
    rejected: Latest,
    questions: Vec<String>,
    work: Work,
    asked: Option<String>,
    answered: Option<String>,
}

/// How long each thing may be.
const GOAL: usize = 1_200;
const SUMMARY: usize = 12_000;
const EXCHANGE: usize = 600;

impl Brief {
    /// Takes note of the next message.
    pub(super) fn see(&mut self, message: &Message) {
        if message.resets {
            self.awaiting = 3;
        }
        for part in &message.parts {
            match &part.body {
                Body::Text(text) => self.words(message, text),
                Body::Call(call) => self.work.call(call),
                Body::Result(result) => self.work.result(result),
                _ => {}
            }
        }
        self.awaiting = self.awaiting.saturating_sub(1);
    }

    fn words(&mut self, message: &Message, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if self.awaiting > 0 && text.len() > 200 {
            // It covers what came before, in the platform's own words.
            self.summary = Some(shown(text, SUMMARY));
            self.awaiting = 0;
            self.decided = Latest::default();
            self.rejected = Latest::default();
            return;
        }
        if message.injected {
            return;
        }
        let mut questions = Vec::new();
        for found in sentences::found(text) {
            match found {
                Found::Decided(line) => self.decided.add(line),
                Found::Rejected(line) => self.rejected.add(line),
                Found::Asked(line) => questions.push(line),
            }
        }
        if message.role == Role::User {
            self.goal.get_or_insert_with(|| shown(text, GOAL));
            self.asked = Some(shown(text, EXCHANGE));
            // What the model asked is answered, or the person moved on.
            self.questions.clear();
            self.answered = None;
        } else {
            self.questions = questions;
            self.answered = Some(shown(text, EXCHANGE));
        }
    }

    /// The brief, for a conversation of so many messages.
    pub(super) fn text(&self, messages: u64) -> String {
        let mut out = format!(
            "[Brief of a conversation of {messages} messages. Segue made it from the conversation \
             itself; no model wrote it. The messages stayed with the sender.]\n"
        );
        section(&mut out, "Goal", self.goal.as_deref());
        section(
            &mut out,
            "Summary by the sender's agent, up to its last compaction",
            self.summary.as_deref(),
        );
        list(&mut out, "Decided", self.decided.lines());
        list(&mut out, "Rejected, and why", self.rejected.lines());
        list(&mut out, "Things to do", &self.work.todos());
        list(&mut out, "Files changed", &self.work.changed());
        list(&mut out, "Files read", &self.work.read());
        list(&mut out, "Commands run", &self.work.commands());
        list(&mut out, "Open questions", &self.questions);
        section(&mut out, "Last words of the person", self.asked.as_deref());
        section(
            &mut out,
            "Last answer of the agent",
            self.answered.as_deref(),
        );
        out
    }
}

fn section(out: &mut String, title: &str, text: Option<&str>) {
    if let Some(text) = text {
        out.push_str(&format!("\n## {title}\n{text}\n"));
    }
}

fn list<S: AsRef<str>>(out: &mut String, title: &str, lines: &[S]) {
    if lines.is_empty() {
        return;
    }
    out.push_str(&format!("\n## {title}\n"));
    for line in lines {
        out.push_str(&format!("- {}\n", line.as_ref()));
    }
}
