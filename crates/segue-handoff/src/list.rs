//! A list that has at least one entry.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// A list of at least one entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<T>", into = "Vec<T>")]
#[serde(bound(
    serialize = "T: Clone + Serialize",
    deserialize = "T: Deserialize<'de>"
))]
pub struct OneOrMore<T>(Vec<T>);

/// The list has no entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the list has no entry")]
pub struct NoEntry;

impl<T> OneOrMore<T> {
    /// Creates a list, or returns `None` when there are no entries.
    pub fn new(entries: Vec<T>) -> Option<Self> {
        Self::try_from(entries).ok()
    }
}

impl<T> TryFrom<Vec<T>> for OneOrMore<T> {
    type Error = NoEntry;

    fn try_from(entries: Vec<T>) -> Result<Self, NoEntry> {
        if entries.is_empty() {
            Err(NoEntry)
        } else {
            Ok(Self(entries))
        }
    }
}

impl<T> From<T> for OneOrMore<T> {
    fn from(only: T) -> Self {
        Self(vec![only])
    }
}

impl<T> From<OneOrMore<T>> for Vec<T> {
    fn from(list: OneOrMore<T>) -> Self {
        list.0
    }
}

impl<T> Deref for OneOrMore<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}
