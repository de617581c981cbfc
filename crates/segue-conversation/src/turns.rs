//! Every tool call answered once, right after it, and no answer without its call.
//!
//! Platforms refuse or silently drop what breaks this rule, and a call left open would be run when
//! the conversation is resumed. A conversation that keeps the rule passes unchanged.
//!
//! ```text
//! messages ──▶ sides: calls are the agent's, results are told to it
//!          ──▶ look ahead (bounded) ──▶ pull a late result forward, or say there was none ──▶
//! ```

mod sides;

use std::collections::{HashMap, VecDeque};

use crate::message::{Message, Role};
use crate::part::{Body, Content, Part, ToolResult};
use crate::report::Report;

/// What a call without a result is answered with.
pub const NO_RESULT: &str = "No result was recorded for this call.";

/// How far ahead a late result is looked for.
const AHEAD: usize = 256;

/// Passes messages on with every call answered.
pub struct Answered<I> {
    source: I,
    /// What a message of two sides became and is not yet met.
    halves: VecDeque<Message>,
    ahead: VecDeque<Message>,
    ready: VecDeque<Message>,
    open: Vec<Open>,
    used: HashMap<String, u32>,
    report: Report,
}

struct Open {
    /// As the source names it.
    id: String,
    /// As we pass it on: another name when the source uses one twice.
    name: String,
    group: Option<String>,
}

impl<I, E> Answered<I>
where
    I: Iterator<Item = Result<Message, E>>,
{
    /// Wraps a source of messages.
    pub fn new(source: I) -> Self {
        Self {
            source,
            halves: VecDeque::new(),
            ahead: VecDeque::new(),
            ready: VecDeque::new(),
            open: Vec::new(),
            used: HashMap::new(),
            report: Report::default(),
        }
    }

    /// Returns what had to be changed so far.
    pub fn report(&self) -> &Report {
        &self.report
    }

    fn pull(&mut self) -> Result<Option<Message>, E> {
        match self.ahead.pop_front() {
            Some(message) => Ok(Some(message)),
            None => self.fetch(),
        }
    }

    /// Takes the next message, split so that it speaks for one side only.
    fn fetch(&mut self) -> Result<Option<Message>, E> {
        if self.halves.is_empty()
            && let Some(message) = self.source.next().transpose()?
        {
            self.halves = sides::apart(message, &mut self.report);
        }
        Ok(self.halves.pop_front())
    }

    /// Passes `message` on, after whatever must come before it.
    fn take(&mut self, mut message: Message) -> Result<(), E> {
        let closes = match message.role {
            Role::Agent => self.open.iter().any(|open| {
                open.group.is_some() && message.group.is_some() && open.group != message.group
            }),
            Role::User => !self.answers_one(&message),
        };
        if closes && !self.open.is_empty() {
            self.answer_open(&message)?;
        }
        match message.role {
            Role::Agent => self.calls(&mut message),
            Role::User => self.results(&mut message),
        }
        self.ready.push_back(message);
        Ok(())
    }

    fn answers_one(&self, message: &Message) -> bool {
        message.parts.iter().any(|part| match &part.body {
            Body::Result(result) => self.open.iter().any(|open| open.id == result.call),
            _ => false,
        })
    }

    fn calls(&mut self, message: &mut Message) {
        for part in &mut message.parts {
            let Body::Call(call) = &mut part.body else {
                continue;
            };
            let name = self.unused(&call.id);
            self.open.push(Open {
                id: std::mem::replace(&mut call.id, name.clone()),
                name,
                group: message.group.clone(),
            });
        }
    }

    /// Returns this id, or a new one if it was used before.
    fn unused(&mut self, id: &str) -> String {
        let mut times = self.used.get(id).copied().unwrap_or(0) + 1;
        let mut name = id.to_owned();
        if times > 1 {
            self.report
                .changed("tool call", "its id was used before; it has a new one");
            name = format!("{id}-{times}");
            while self.used.contains_key(&name) {
                times += 1;
                name = format!("{id}-{times}");
            }
            self.used.insert(name.clone(), 1);
        }
        self.used.insert(id.to_owned(), times);
        name
    }

    fn results(&mut self, message: &mut Message) {
        for part in &mut message.parts {
            let Body::Result(result) = &mut part.body else {
                continue;
            };
            match self.open.iter().position(|open| open.id == result.call) {
                Some(index) => result.call = self.open.remove(index).name,
                None => {
                    self.report
                        .changed("tool result", "it has no call; it is text now");
                    let text = result.plain_text();
                    *part = Part::text(format!("[Result of a tool call]\n{text}"));
                }
            }
        }
    }

    /// Answers every open call before `next`: with a result found ahead, or with the truth.
    fn answer_open(&mut self, next: &Message) -> Result<(), E> {
        let mut late = Vec::new();
        // What must follow stands before what is looked through.
        while self.ahead.len() < AHEAD {
            match self.fetch()? {
                Some(message) => self.ahead.push_back(message),
                None => break,
            }
        }
        let mut wanted: Vec<String> = self.open.iter().map(|open| open.id.clone()).collect();
        // A call made again with the same id ends the search for the first one's answer.
        wanted.retain(|id| !calls_again(next, id));
        for message in &mut self.ahead {
            if message.role == Role::User {
                let (found, rest) = split(std::mem::take(&mut message.parts), &mut wanted);
                message.parts = rest;
                late.extend(found);
            } else {
                wanted.retain(|id| !calls_again(message, id));
            }
            if wanted.is_empty() {
                break;
            }
        }
        let emptied = |message: &Message| message.role == Role::User && message.parts.is_empty();
        if !late.is_empty() {
            self.ahead.retain(|message| !emptied(message));
        }
        for _ in 0..late.len() {
            self.report
                .changed("tool result", "moved to right after its call");
        }
        let mut found: Vec<String> = late.iter().filter_map(answered_call).collect();
        let missing: Vec<String> = self
            .open
            .iter()
            .map(|open| open.id.clone())
            .filter(
                |id| match found.iter().position(|answered| answered == id) {
                    Some(place) => {
                        found.remove(place);
                        false
                    }
                    None => true,
                },
            )
            .collect();
        late.extend(missing.into_iter().map(|id| self.unanswered(id)));
        self.push_results(late, next.at.clone());
        Ok(())
    }

    fn unanswered(&mut self, call: String) -> Part {
        self.report
            .changed("tool call", "it had no result; it is marked as unanswered");
        Part::new(Body::Result(ToolResult {
            call,
            content: vec![Content::Text(NO_RESULT.to_owned())],
            is_error: true,
        }))
    }

    fn push_results(&mut self, parts: Vec<Part>, at: Option<String>) {
        if parts.is_empty() {
            return;
        }
        let after = self.open.first().map_or("call", |open| open.name.as_str());
        let mut message = Message::new(format!("{after}-results"), Role::User, parts);
        message.at = at;
        self.results(&mut message);
        self.ready.push_back(message);
    }
}

fn calls_again(message: &Message, id: &str) -> bool {
    message
        .parts
        .iter()
        .any(|part| matches!(&part.body, Body::Call(call) if call.id == id))
}

fn answered_call(part: &Part) -> Option<String> {
    match &part.body {
        Body::Result(result) => Some(result.call.clone()),
        _ => None,
    }
}

/// Takes the wanted results out of a message's parts.
fn split(parts: Vec<Part>, wanted: &mut Vec<String>) -> (Vec<Part>, Vec<Part>) {
    let (mut found, mut rest) = (Vec::new(), Vec::new());
    for part in parts {
        let place = match &part.body {
            Body::Result(result) => wanted.iter().position(|id| *id == result.call),
            _ => None,
        };
        match place {
            Some(index) => {
                wanted.remove(index);
                found.push(part);
            }
            None => rest.push(part),
        }
    }
    (found, rest)
}

impl<I, E> Iterator for Answered<I>
where
    I: Iterator<Item = Result<Message, E>>,
{
    type Item = Result<Message, E>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Some(Ok(message));
            }
            match self.pull() {
                Err(error) => return Some(Err(error)),
                Ok(Some(message)) => {
                    if let Err(error) = self.take(message) {
                        return Some(Err(error));
                    }
                }
                Ok(None) if self.open.is_empty() => return None,
                Ok(None) => {
                    let missing: Vec<String> =
                        self.open.iter().map(|open| open.id.clone()).collect();
                    let parts = missing.into_iter().map(|id| self.unanswered(id)).collect();
                    self.push_results(parts, None);
                }
            }
        }
    }
}
