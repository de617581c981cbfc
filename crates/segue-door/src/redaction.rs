//! What was taken out before a conversation left.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What was removed and what was kept, by rule; never a value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RedactionReport {
    /// The secrets that were removed.
    pub redacted: Vec<RedactionCount>,
    /// Found, and kept by the sender's decision.
    pub kept: Vec<RedactionCount>,
}

/// How many secrets a rule found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RedactionCount {
    /// The name of the rule.
    pub rule: String,
    /// What it finds, in words.
    pub what: String,
    /// How many different secrets there are.
    #[ts(type = "number")]
    pub secrets: u64,
    /// How many places they were found in.
    #[ts(type = "number")]
    pub places: u64,
}
