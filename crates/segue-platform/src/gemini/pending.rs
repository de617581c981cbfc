//! A model's answer on its way into one record: everything it said and called, and the answers.

use std::collections::HashMap;

use segue_conversation::{Body, Json, Message, Part};

/// The record being put together.
#[derive(Debug)]
pub(super) struct Pending {
    /// What was said and called.
    pub(super) parts: Vec<Part>,
    pub(super) at: Option<String>,
    /// By which model, if it was one of this client's.
    pub(super) model: Option<String>,
    /// What the source record has beyond the neutral form.
    pub(super) native: Option<Json>,
    /// Whether the model no longer reads what came before.
    pub(super) resets: bool,
    pub(super) answers: Answers,
    /// The records beside it.
    pub(super) beside: Vec<Json>,
    /// What the person said while calls were open.
    pub(super) after: Vec<Message>,
    group: Option<String>,
    /// Calls by id: their names.
    calls: HashMap<String, String>,
}

/// Answers by the id of their call.
pub(super) type Answers = HashMap<String, Part>;

impl Pending {
    /// Begins with a message of the model.
    pub(super) fn new(message: Message) -> Self {
        let mut pending = Self {
            parts: Vec::new(),
            at: message.at.clone(),
            model: message.model.clone(),
            native: message.native.clone(),
            resets: message.resets,
            answers: HashMap::new(),
            beside: Vec::new(),
            after: Vec::new(),
            group: message.group.clone(),
            calls: HashMap::new(),
        };
        pending.add(message);
        pending
    }

    /// Checks whether a message is more of the same answer.
    pub(super) fn goes_on(&self, message: &Message) -> bool {
        self.native.is_none()
            && message.native.is_none()
            && !message.resets
            && self.answers.is_empty()
            && self.after.is_empty()
            && self.group.is_some()
            && self.group == message.group
    }

    /// Adds more of the same answer.
    pub(super) fn add(&mut self, message: Message) {
        for part in &message.parts {
            if let Body::Call(call) = &part.body {
                self.calls.insert(call.id.clone(), call.name.clone());
            }
        }
        self.parts.extend(message.parts);
        self.beside.extend(message.beside);
    }

    /// Checks whether a call belongs to this answer.
    pub(super) fn called(&self, id: &str) -> bool {
        self.calls.contains_key(id)
    }

    /// Returns the names of the calls by their ids.
    pub(super) fn names(&self) -> HashMap<String, String> {
        self.calls.clone()
    }

    /// Checks whether every call has its answer.
    pub(super) fn is_answered(&self) -> bool {
        self.answers.len() == self.calls.len()
    }

    /// Returns the answers in the order of their calls.
    pub(super) fn in_order(&self) -> Vec<Part> {
        self.parts
            .iter()
            .filter_map(|part| match &part.body {
                Body::Call(call) => self.answers.get(&call.id).cloned(),
                _ => None,
            })
            .collect()
    }
}
