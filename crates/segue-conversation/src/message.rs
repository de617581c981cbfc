//! One message of a conversation, free of any platform.

use crate::json::Json;
use crate::part::{Body, Part};

/// The two sides of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The person, and what tools answered: everything the model is told.
    User,
    Agent,
}

/// One record of the conversation that a model reads or wrote.
///
/// A model's answer may be several messages that share a [`group`](Self::group): platforms store
/// text and calls of one answer as one record or as several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Unique within the conversation.
    pub id: String,
    pub role: Role,
    /// What is said, in order.
    pub parts: Vec<Part>,
    /// When, as RFC 3339 in UTC.
    pub at: Option<String>,
    /// The model that wrote it.
    pub model: Option<String>,
    /// Messages of one model answer share this.
    pub group: Option<String>,
    /// The id of the message it answers, when that is not simply the one before.
    pub parent: Option<String>,
    /// From here on the model no longer reads what came before (a compaction).
    pub resets: bool,
    /// Put there by the agent's own machinery, not typed by the person.
    pub injected: bool,
    /// What its platform stores of it and this form lacks.
    pub native: Option<Json>,
    /// Records of its platform that stand after it and are no messages.
    pub beside: Vec<Json>,
    /// Fields of a later version of the file, as an object.
    pub more: Option<Json>,
}

impl Message {
    /// Creates a message with nothing but its parts.
    pub fn new(id: impl Into<String>, role: Role, parts: Vec<Part>) -> Self {
        Self {
            id: id.into(),
            role,
            parts,
            at: None,
            model: None,
            group: None,
            parent: None,
            resets: false,
            injected: false,
            native: None,
            beside: Vec::new(),
            more: None,
        }
    }

    /// Creates a message that consists of one text.
    pub fn text(id: impl Into<String>, role: Role, text: impl Into<String>) -> Self {
        Self::new(id, role, vec![Part::text(text)])
    }

    /// Joins the texts a person reads, with blank lines between them.
    pub fn plain_text(&self) -> String {
        let texts: Vec<&str> = self
            .parts
            .iter()
            .filter_map(|part| match &part.body {
                Body::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        texts.join("\n\n")
    }

    /// Checks whether it carries nothing but tool results.
    pub fn is_results(&self) -> bool {
        !self.parts.is_empty()
            && self
                .parts
                .iter()
                .all(|part| matches!(part.body, Body::Result(_)))
    }
}
