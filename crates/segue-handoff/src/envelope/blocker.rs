//! What stands in the way, and what could be done about it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::bounds::LIST;
use crate::choice::choice;
use crate::list::OneOrMore;
use crate::text::{Long, Short};

/// Something that stands in the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Blocker {
    /// Its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocker_id: Option<Short>,
    /// What kind it is.
    #[serde(rename = "type")]
    pub kind: BlockerKind,
    /// What it is.
    pub description: Long,
    /// What could be done about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = LIST))]
    pub resolution_options: Vec<Long>,
    /// What waits for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = LIST))]
    pub blocking_tasks: Vec<Long>,
}

/// A blocker someone can decide about: it names at least one way to resolve it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decidable {
    pub blocker_id: Option<Short>,
    /// What kind it is.
    pub kind: BlockerKind,
    pub description: Long,
    /// What could be done about it.
    pub resolution_options: OneOrMore<Long>,
    /// What waits for it.
    pub blocking_tasks: Vec<Long>,
}

choice! {
    /// What kind of thing stands in the way.
    BlockerKind {
        /// Something has to be said or given first.
        MissingInput = "missing_input",
        /// A machine, a place or a person is not available.
        ResourceUnavailable = "resource_unavailable",
        /// Something it builds on failed.
        DependencyFailed = "dependency_failed",
        /// A check did not pass.
        ValidationFailed = "validation_failed",
        /// None of these, or not known.
        Unknown = "unknown",
    }
}

impl Blocker {
    /// Creates a blocker with nothing but its kind and description.
    pub fn new(kind: BlockerKind, description: Long) -> Self {
        Self {
            blocker_id: None,
            kind,
            description,
            resolution_options: Vec::new(),
            blocking_tasks: Vec::new(),
        }
    }
}

impl TryFrom<Blocker> for Decidable {
    /// The blocker, which names no way to resolve it.
    type Error = Blocker;

    fn try_from(mut blocker: Blocker) -> Result<Self, Blocker> {
        match OneOrMore::new(std::mem::take(&mut blocker.resolution_options)) {
            None => Err(blocker),
            Some(resolution_options) => Ok(Self {
                blocker_id: blocker.blocker_id,
                kind: blocker.kind,
                description: blocker.description,
                resolution_options,
                blocking_tasks: blocker.blocking_tasks,
            }),
        }
    }
}

impl From<Decidable> for Blocker {
    fn from(decidable: Decidable) -> Self {
        Self {
            blocker_id: decidable.blocker_id,
            kind: decidable.kind,
            description: decidable.description,
            resolution_options: decidable.resolution_options.into(),
            blocking_tasks: decidable.blocking_tasks,
        }
    }
}
