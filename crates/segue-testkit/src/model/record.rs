//! What the model was asked, in order and bounded.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// How many requests are remembered; the oldest goes first.
pub(super) const REMEMBERED: usize = 1_000;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Captured {
    /// Its path, without the query.
    pub path: String,
    /// Its JSON; a string when it was none, null when it was empty.
    pub body: Value,
}

impl Captured {
    /// Checks whether a client asked for an answer with its tools at hand, as it does for a
    /// person's prompt and not for a title.
    pub(super) fn is_conversation(&self) -> bool {
        let asked = self.path.ends_with("/messages")
            || self.path.ends_with("/responses")
            || self.path.ends_with("/chat/completions")
            || self.path.ends_with("enerateContent");
        asked
            && self
                .body
                .get("tools")
                .is_some_and(|tools| !tools.as_array().is_some_and(Vec::is_empty))
    }
}

/// The requests of one model.
#[derive(Clone, Default)]
pub(super) struct Requests(Arc<Mutex<VecDeque<Captured>>>);

impl Requests {
    pub(super) fn lock(&self) -> MutexGuard<'_, VecDeque<Captured>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn remember(&self, request: Captured) {
        let mut requests = self.lock();
        if requests.len() == REMEMBERED {
            requests.pop_front();
        }
        requests.push_back(request);
    }
}
