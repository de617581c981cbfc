//! Events: what lists a thread and shows it on the screen. The model never reads them.
//!
//! | | legacy file | paginated file |
//! |---|---|---|
//! | words of the person | `user_message` | `item_completed` with `UserMessage` |
//! | words of the agent | `agent_message` | `item_completed` with `AgentMessage` |
//! | reasoning | `agent_reasoning` | `item_completed` with `Reasoning` |

use std::collections::VecDeque;

use segue_conversation::json::{Object, Tape, Value};
use segue_conversation::{Body, Json, Message, Role};

use super::read::MARK;
use super::restore::quoted;

/// How many of the agent's words are remembered as shown.
const REMEMBERED: usize = 64;

/// The two ways a file tells its history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Legacy,
    Paginated,
}

/// Makes the events that a conversation does not bring along.
#[derive(Debug)]
pub(super) struct Screen {
    pub(super) mode: Mode,
    thread: String,
    turn: String,
    /// Hashes of words of the agent that an event showed already.
    shown: VecDeque<blake3::Hash>,
    /// Whether the thread would be listed by now.
    pub(super) listed: bool,
}

impl Screen {
    pub(super) fn new(mode: Mode, thread: &str) -> Self {
        Self {
            mode,
            thread: thread.to_owned(),
            turn: uuid::Uuid::new_v4().to_string(),
            shown: VecDeque::new(),
            listed: false,
        }
    }

    /// Takes note of an event that is written as it came.
    pub(super) fn met(&mut self, line: &Json) {
        let mut tape = Tape::default();
        let Ok(line) = line.open(&mut tape) else {
            return;
        };
        let Some(event) = line.get("payload") else {
            return;
        };
        if let Some(turn) = event.string_of("turn_id") {
            self.turn = turn;
        }
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

    /// The event that shows a message, unless one that is written anyway does.
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
        Some(self.words(message.role, &text))
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

    /// An event with words of one side.
    pub(super) fn words(&mut self, role: Role, text: &str) -> String {
        let words = quoted(text);
        match (self.mode, role) {
            (Mode::Legacy, Role::User) => {
                format!(r#"{{"type":"user_message","message":{words}}}"#)
            }
            (Mode::Legacy, Role::Agent) => {
                format!(r#"{{"type":"agent_message","message":{words}}}"#)
            }
            (Mode::Paginated, Role::User) => {
                self.turn = uuid::Uuid::new_v4().to_string();
                self.completed(&format!(
                    r#"{{"type":"UserMessage","id":"{}","content":[{{"type":"text","text":{words},"text_elements":[]}}]}}"#,
                    uuid::Uuid::new_v4()
                ), None)
            }
            (Mode::Paginated, Role::Agent) => self.completed(&format!(
                r#"{{"type":"AgentMessage","id":"msg_{}","content":[{{"type":"Text","text":{words}}}]}}"#,
                uuid::Uuid::new_v4()
            ), None),
        }
    }

    /// An event with reasoning of another platform; our own mark tells the reader.
    pub(super) fn thought(&self, text: &str) -> String {
        let words = quoted(text);
        match self.mode {
            Mode::Legacy => {
                format!(r#"{{"type":"agent_reasoning","text":{words},"{MARK}":"reasoning"}}"#)
            }
            Mode::Paginated => self.completed(
                &format!(
                    r#"{{"type":"Reasoning","id":"rs_{}","summary_text":[{words}],"raw_content":[]}}"#,
                    uuid::Uuid::new_v4()
                ),
                Some(&words),
            ),
        }
    }

    fn completed(&self, item: &str, thought: Option<&str>) -> String {
        let mut out = String::new();
        let mut object = Object::begin(&mut out);
        object.string("type", "item_completed");
        object.string("thread_id", &self.thread);
        object.string("turn_id", &self.turn);
        object.raw("item", item);
        object.raw("started_at_ms", "0").raw("completed_at_ms", "0");
        if let Some(thought) = thought {
            object.raw("text", thought).string(MARK, "reasoning");
        }
        object.end();
        out
    }
}

/// Whose words an event shows, and which.
fn said(event: Value<'_>) -> Option<(Role, String)> {
    match event.str_of("type").as_deref()? {
        "user_message" => Some((Role::User, event.string_of("message")?)),
        "agent_message" => Some((Role::Agent, event.string_of("message")?)),
        "item_completed" => {
            let item = event.get("item")?;
            let texts: Vec<String> = item
                .get("content")
                .map(|list| {
                    list.items()
                        .filter_map(|piece| piece.string_of("text"))
                        .collect()
                })
                .unwrap_or_default();
            match item.str_of("type").as_deref()? {
                "UserMessage" => Some((Role::User, texts.join("\n"))),
                "AgentMessage" => Some((Role::Agent, texts.join("\n"))),
                _ => None,
            }
        }
        _ => None,
    }
}
