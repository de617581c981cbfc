//! Second pass: each message as it goes along, or not at all.

use std::collections::HashSet;

use crate::message::{Message, Role};
use crate::part::{Body, Content, Part};
use crate::report::{Fate, Report};

use super::{Choice, Strategy};

/// Decides for one message after the other, in their order.
#[derive(Debug)]
pub struct Cut {
    choice: Choice,
    start: usize,
    last_asks: Option<usize>,
    last_says: Option<usize>,
    /// What stands before all messages, about those that are not there.
    opening: Option<String>,
    at: usize,
    /// Calls that went along.
    calls: HashSet<String>,
    /// Messages that went along.
    ids: HashSet<String>,
    report: Report,
}

/// Why something is not there.
const CHOSEN: &str = "the sender chose to leave it out";

/// The id of the message that stands for those that stayed with the sender.
pub const BRIEF: &str = "segue-brief";

impl Cut {
    pub(super) fn new(
        choice: Choice,
        start: usize,
        last_asks: Option<usize>,
        last_says: Option<usize>,
        opening: Option<String>,
    ) -> Self {
        Self {
            choice,
            start,
            last_asks,
            last_says,
            opening,
            at: 0,
            calls: HashSet::new(),
            ids: HashSet::new(),
            report: Report::default(),
        }
    }

    /// Returns the position of the first message that goes along, for strategies that send a run of
    /// them.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Checks whether the message at this position goes along.
    pub(super) fn keeps(&self, at: usize) -> bool {
        match self.choice.strategy {
            Strategy::Full | Strategy::LastK(_) => at >= self.start,
            Strategy::Pointer => false,
            Strategy::Summary => {
                let reply = self.last_says.filter(|says| Some(*says) > self.last_asks);
                Some(at) == self.last_asks || Some(at) == reply
            }
        }
    }

    /// Takes the message to put before all others, which tells of those that are not there. Returns
    /// `None` when there is none or it was taken already.
    pub fn opening(&mut self) -> Option<Message> {
        let opening = self.opening.take()?;
        self.report
            .add(Fate::Kept, "brief of the conversation", None, 1);
        Some(Message::text(BRIEF, Role::User, opening))
    }

    /// Checks whether what a platform stores about the whole conversation and beside it goes along.
    pub fn keeps_native(&self) -> bool {
        self.choice.is_whole()
    }

    /// Takes the next message and returns it as it goes along, or `None` when it does not. Messages
    /// must be passed in order.
    pub fn take(&mut self, message: Message) -> Option<Message> {
        let at = self.at;
        self.at += 1;
        if self.choice.is_whole() {
            return Some(message);
        }
        if !self.keeps(at) {
            self.report.dropped("message", CHOSEN);
            return None;
        }
        let mut message = message;
        let had = message.parts.len();
        let parts = std::mem::take(&mut message.parts);
        message.parts = parts
            .into_iter()
            .filter_map(|part| self.part(part))
            .collect();
        if message.parts.is_empty() && had > 0 {
            return None;
        }
        for part in &message.parts {
            // What a note stands for was told as changed already.
            if self.choice.tool_output || !matches!(part.body, Body::Result(_)) {
                self.report.kept(part.body.kind());
            }
        }
        let beside = u64::from(message.native.take().is_some()) + message.beside.len() as u64;
        let why = "the history is not sent whole, and it may repeat what was left out";
        self.report
            .add(Fate::Dropped, "detail of its platform", Some(why), beside);
        message.beside = Vec::new();
        if message
            .parent
            .as_ref()
            .is_some_and(|parent| !self.ids.contains(parent))
        {
            message.parent = None;
        }
        self.ids.insert(message.id.clone());
        Some(message)
    }

    /// Returns what was kept and left out so far. For a whole history, the reader's own report says
    /// that.
    pub fn report(&self) -> &Report {
        &self.report
    }

    fn part(&mut self, mut part: Part) -> Option<Part> {
        part.native = None;
        let summary = self.choice.strategy == Strategy::Summary;
        match &mut part.body {
            Body::Reasoning(_) if !self.choice.reasoning || summary => {
                self.report.dropped("reasoning", CHOSEN);
                None
            }
            Body::Call(_) if summary => {
                self.report.dropped("tool call", CHOSEN);
                None
            }
            // Its result may stand in the same message.
            Body::Call(call) => {
                self.calls.insert(call.id.clone());
                Some(part)
            }
            Body::Result(result) if !self.calls.contains(&result.call) => {
                let why = "its call is not among the messages that were sent";
                self.report.dropped("tool result", why);
                None
            }
            Body::Result(result) if !self.choice.tool_output => {
                let bytes: usize = result.content.iter().map(size).sum();
                let note = format!("[The sender left out this output: {bytes} bytes.]");
                result.content = vec![Content::Text(note)];
                self.report.changed("tool result", CHOSEN);
                Some(part)
            }
            _ => Some(part),
        }
    }
}

fn size(content: &Content) -> usize {
    match content {
        Content::Text(text) => text.len(),
        Content::File(file) => file.to_url().len(),
        Content::Other(json) => json.text().len(),
    }
}
