//! What the other needs to know, and what the other should do.

use schemars::JsonSchema;
use serde::Serialize;

use crate::bounds::LIST;
use crate::choice::choice;
use crate::text::{Long, Short};

/// What the other needs to know.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Context {
    /// What the work is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<Long>,
    /// What belongs to it and what does not.
    #[serde(skip_serializing_if = "Scope::is_empty")]
    pub scope: Scope,
    /// What must be respected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = LIST))]
    pub constraints: Vec<Long>,
    /// What was decided on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = LIST))]
    pub prior_decisions: Vec<Decision>,
}

/// What belongs to the work and what does not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Scope {
    /// What does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = LIST))]
    pub in_scope: Vec<Long>,
    /// What does not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = LIST))]
    pub out_of_scope: Vec<Long>,
}

/// What was decided, why, and what else was possible.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Decision {
    /// What was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Long>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rationale: Option<Long>,
    /// What else was possible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = LIST))]
    pub alternatives_considered: Vec<Long>,
}

/// What the other should do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Action {
    /// The task.
    pub task: Long,
    /// How, in this order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = LIST))]
    pub instructions: Vec<Long>,
    /// What should come out of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_output: Option<Long>,
    /// How urgent it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// Until when: a time, or words such as "before the release".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Short>,
}

choice! {
    /// How urgent a task is.
    Priority {
        /// Before everything else.
        Critical = "critical",
        /// Soon.
        High = "high",
        /// In its turn.
        Medium = "medium",
        /// When there is time.
        Low = "low",
    }
}

impl Context {
    /// Checks whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Scope {
    /// Checks whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.in_scope.is_empty() && self.out_of_scope.is_empty()
    }
}

impl Decision {
    /// Checks whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
