//! Events: what lists a thread and shows it on the screen. The model never reads them.
//!
//! Newer files ("paginated") tell their history by `item_completed`, which Codex shows only after
//! its own database has taken it up; a file that comes from elsewhere would be listed without its
//! name and shown empty. So what we write is always the older way, which is read from the file:
//! `user_message`, `agent_message` and `agent_reasoning`, beside whatever came along.

use std::collections::VecDeque;

use segue_conversation::json::{Object, Tape, Value};
use segue_conversation::{Body, Json, Message, Role};

use super::read::MARK;

/// How many texts of the agent are remembered as shown.
const REMEMBERED: usize = 64;

/// The events that a conversation does not bring along and that have to be made.
#[derive(Debug, Default)]
pub(super) struct Screen {
    /// Hashes of the agent's texts that an event has shown already.
    shown: VecDeque<blake3::Hash>,
    /// Whether the thread would be listed by now.
    pub(super) listed: bool,
}

impl Screen {
    /// Notes an event that is written as it came.
    pub(super) fn met(&mut self, line: &Json) {
        let mut tape = Tape::default();
        let Ok(line) = line.open(&mut tape) else {
            return;
        };
        let Some(event) = line.get("payload") else {
            return;
        };
        match said(event) {
            Some((Role::User, _)) => self.listed = true,
            Some((Role::Agent, text)) => {
                self.shown.push_back(blake3::hash(text.as_bytes()));
                if self.shown.len() > REMEMBERED {
                    self.shown.pop_front();
                }
            }
            None => {}
        }
    }

    /// Makes the event that shows a message, unless one that is written anyway does.
    pub(super) fn event(&mut self, message: &Message) -> Option<String> {
        if message.injected {
            return None;
        }
        let mut text = String::new();
        let mut pictures = false;
        for part in &message.parts {
            match &part.body {
                Body::Text(words) => {
                    if !text.is_empty() {
                        text.push('\n');
                    }
                    text.push_str(words);
                }
                Body::File(_) => pictures = true,
                _ => {}
            }
        }
        if text.trim().is_empty() && pictures && message.role == Role::User {
            text = "[image]".to_owned();
        }
        if text.trim().is_empty() || self.is_shown(message, &text) {
            return None;
        }
        self.listed |= message.role == Role::User;
        Some(words(message.role, &text))
    }

    fn is_shown(&mut self, message: &Message, text: &str) -> bool {
        let beside = message.beside.iter().any(|line| {
            let mut tape = Tape::default();
            let line = line.open(&mut tape).ok();
            let event = line.and_then(|line| line.get("payload"));
            event.and_then(said).is_some_and(|(role, words)| {
                // What the person typed and what the model reads may differ in small ways.
                role == message.role && (role == Role::User || words == text)
            })
        });
        let hash = blake3::hash(text.as_bytes());
        let before = message.role == Role::Agent
            && match self.shown.iter().position(|known| *known == hash) {
                Some(place) => self.shown.remove(place).is_some(),
                None => false,
            };
        beside || before
    }
}

/// Writes an event with words of one side.
pub(super) fn words(role: Role, text: &str) -> String {
    let kind = match role {
        Role::User => "user_message",
        Role::Agent => "agent_message",
    };
    let mut out = String::with_capacity(text.len() + 50);
    let mut object = Object::begin(&mut out);
    object.string("type", kind).string("message", text);
    object.end();
    out
}

/// Writes an event with reasoning of another platform, with a mark of ours for the reader.
pub(super) fn thought(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 60);
    let mut object = Object::begin(&mut out);
    object
        .string("type", "agent_reasoning")
        .string("text", text)
        .string(MARK, "reasoning");
    object.end();
    out
}

/// Returns whose words an event shows, and which.
fn said(event: Value<'_>) -> Option<(Role, String)> {
    match event.str_of("type").as_deref()? {
        "user_message" => Some((Role::User, event.string_of("message")?)),
        "agent_message" => Some((Role::Agent, event.string_of("message")?)),
        _ => None,
    }
}
