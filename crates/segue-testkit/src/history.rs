//! What a client really told its model: one neutral list of items from a captured request.
//!
//! The prompt that was just asked is the last item. What the client adds by itself is left out, and
//! told apart by these marks only, so that anything else unexpected shows up:
//!
//! | API | left out |
//! |---|---|
//! | Messages | the field `system`; messages of the role `system`; text blocks of user messages that open with `<system-reminder>` and end with `</system-reminder>` |
//! | Responses | `instructions`; messages of the roles `developer` and `system`; user text parts that open with `<environment_context>`, `<user_instructions>`, `<permissions`, `<skills_instructions>`, `<model_switch>` or `# AGENTS.md instructions` |
//! | Gemini | `systemInstruction`; user text parts that open with `<session_context>` or `<hook_context>` |
//! | chat | messages of the role `system`; the words `Attached media from tool result:` before images |
//!
//! Claude Code joins user lines in a row into one message and ends each but the last with a newline:
//! one such newline before another text block is taken away again.
//!
//! Kept, for a test to expect: the words that clients put in the model's mouth when a session did
//! not end with an answer. Claude Code says `No response requested.`, Gemini CLI after a tool
//! `[The previous response was interrupted before it completed.]`; Codex and OpenCode say nothing.
//! Gemini CLI sends answers of tools twice when they are also messages of their own.

mod chat;
mod gemini;
mod messages;
mod responses;

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use crate::model::Captured;

/// One thing in a conversation, as a model gets to see it.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// The person said this.
    User(String),
    /// The model said this.
    Agent(String),
    /// The model thought this.
    Thought(String),
    /// The model called a tool.
    Call {
        /// The call's id, where the API has one.
        id: Option<String>,
        name: String,
        /// What it was called with; a string when it was no JSON.
        input: Value,
    },
    /// A tool answered. Images in the answer follow as items of their own.
    Result {
        /// The id of the call.
        call: Option<String>,
        /// The words of the answer, blocks joined by newlines.
        text: String,
        /// Whether it failed, where the API can say so.
        error: Option<bool>,
    },
    /// A picture; see [`Item::image`].
    Image {
        /// For example `image/png`.
        media_type: String,
        /// The length of its base64.
        length: usize,
        /// A hash of its base64.
        hash: u64,
    },
    /// Something this list has no word for: its type.
    Other(String),
}

impl Item {
    /// Creates the item for a picture with this base64.
    pub fn image(media_type: &str, base64: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        base64.hash(&mut hasher);
        Self::Image {
            media_type: media_type.to_owned(),
            length: base64.len(),
            hash: hasher.finish(),
        }
    }

    /// Creates the item for a picture in a `data:` URL; any other address becomes [`Item::Other`].
    fn image_at(address: &str) -> Self {
        address
            .strip_prefix("data:")
            .and_then(|rest| rest.split_once(";base64,"))
            .map_or_else(
                || Self::Other(format!("image at {address}")),
                |(media_type, base64)| Self::image(media_type, base64),
            )
    }

    fn said(role: &str, text: String) -> Self {
        if role == "user" {
            Self::User(text)
        } else {
            Self::Agent(text)
        }
    }
}

/// Extracts the conversation from a captured request.
///
/// # Panics
/// When the request is of none of the four APIs.
pub fn history(request: &Captured) -> Vec<Item> {
    let path = &request.path;
    if path.ends_with("/messages") {
        messages::items(&request.body)
    } else if path.ends_with("/responses") {
        responses::items(&request.body)
    } else if path.ends_with("/chat/completions") {
        chat::items(&request.body)
    } else if path.ends_with("enerateContent") {
        gemini::items(&request.body)
    } else {
        panic!("{path} carries no conversation")
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn id(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// Parses arguments that travel as a string of JSON; what is no JSON stays a string.
fn parsed(arguments: &Value) -> Value {
    let text = arguments.as_str().unwrap_or_default();
    serde_json::from_str(text).unwrap_or_else(|_| arguments.clone())
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join("\n")
}

fn opens_with(text: &str, marks: &[&str]) -> bool {
    marks.iter().any(|mark| text.trim_start().starts_with(mark))
}

#[cfg(test)]
mod tests;
