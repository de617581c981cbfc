//! What kind of record a line is, in the order the client asks.

use segue_conversation::json::{Kind as Json, Value};

use super::context::{self, Left, trimmed};

/// A line of a session, by what it does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Record<'r> {
    /// Removes everything from this message on.
    Rewind(Value<'r>),
    /// A message, or something on the screen between messages.
    Said(Value<'r>),
    /// Facts about the session; a list of messages in it replaces all so far.
    Set(Value<'r>),
    /// The session's first facts.
    Header(Value<'r>),
    Unknown,
}

/// What a message is to the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The person's words, or results.
    User,
    /// The model's words and calls.
    Agent,
    /// Only on the screen.
    Screen,
    /// The client's own words to the model.
    Private,
}

impl<'r> Record<'r> {
    /// Decides what a line is.
    pub(super) fn of(value: Value<'r>) -> Self {
        let text = |name: &str| value.get(name).filter(|v| v.kind() == Json::String);
        if let Some(to) = text("$rewindTo") {
            return Self::Rewind(to);
        }
        if text("id").is_some() {
            return Self::Said(value);
        }
        if let Some(set) = value.get("$set").filter(|set| set.is_object()) {
            return Self::Set(set);
        }
        // Older files lack the hash of the project in odd cases; what says it is a session is one.
        if text("sessionId").is_some() {
            return Self::Header(value);
        }
        Self::Unknown
    }
}

impl Kind {
    /// Decides what a message record is.
    pub(super) fn of(record: Value<'_>) -> Self {
        match record.str_of("type").as_deref() {
            Some("user") if is_private(record) => Self::Private,
            Some("user") => Self::User,
            Some("gemini") => Self::Agent,
            _ => Self::Screen,
        }
    }
}

fn is_private(record: Value<'_>) -> bool {
    record.get("content").is_some_and(context::is_all)
}

/// Returns the person's first words in a content, if it begins with words.
pub(super) fn opening(content: Value<'_>) -> Option<String> {
    let words = |value: Value<'_>| -> Option<String> {
        let text = match value.kind() {
            Json::String => value.str()?,
            _ => value.str_of("text")?,
        };
        Some(match context::left(&text) {
            Left::All => trimmed(&text).to_owned(),
            Left::Words(words) => words,
            Left::Nothing => String::new(),
        })
    };
    if content.kind() != Json::Array {
        return words(content);
    }
    for item in content.items() {
        let text = words(item)?;
        if !text.is_empty() {
            return Some(text);
        }
    }
    None
}

/// Checks whether the client passes over what the person said when it resumes.
pub(super) fn is_ignored(text: &str) -> bool {
    let text = trimmed(text);
    text.starts_with(['/', '?']) || context::is_wrapped(text)
}
