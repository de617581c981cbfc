//! What was taken out before a conversation left.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What was taken out and what was kept, by rule; never a value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RedactionReport {
    /// Taken out.
    pub redacted: Vec<RedactionCount>,
    /// Found, and kept by the sender's decision.
    pub kept: Vec<RedactionCount>,
}

/// How many secrets of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RedactionCount {
    /// The rule.
    pub rule: String,
    /// What it finds, in words.
    pub what: String,
    /// Different secrets.
    #[ts(type = "number")]
    pub secrets: u64,
    /// Places.
    #[ts(type = "number")]
    pub places: u64,
}
