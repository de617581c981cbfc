//! Figures about the work.

use schemars::JsonSchema;
use serde::Serialize;

use crate::bounds::{COUNT, LIST};
use crate::text::Short;

/// Figures about the work.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Metadata {
    /// How long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = COUNT))]
    pub execution_time_ms: Option<u64>,
    /// How many tokens it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = COUNT))]
    pub tokens_used: Option<u64>,
    /// How many tools were called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = COUNT))]
    pub tool_calls: Option<u64>,
    /// Content hashes of what is kept elsewhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = LIST))]
    pub memory_refs: Vec<Short>,
    /// How often it was tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = COUNT))]
    pub retry_count: Option<u64>,
    /// Where it stands in a chain of handoffs.
    #[serde(skip_serializing_if = "ChainPosition::is_empty")]
    pub chain_position: ChainPosition,
    /// Whether nobody wrote the summary: Segue did. It is then not worth repeating to the agent.
    /// Segue's own member.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub made_up_summary: bool,
}

/// Where a handoff stands in a chain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChainPosition {
    /// Which step this is, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = COUNT))]
    pub step: Option<u64>,
    /// How many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = COUNT))]
    pub total_steps: Option<u64>,
}

impl Metadata {
    /// Checks whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl ChainPosition {
    /// Checks whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
