//! What a measurement of this computer found.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Every check in the order it ran.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DoctorReport {
    /// The checks.
    pub checks: Vec<Check>,
    /// The same as text to pass on: no home path, no user, host or person's name, no full device
    /// id, no public address.
    pub report: String,
}

/// One thing that was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Check {
    /// A stable name, for programs.
    pub id: String,
    /// What was measured.
    pub title: String,
    /// How it went.
    pub outcome: Outcome,
    /// What was found, in words.
    pub detail: String,
    /// The one thing to do about it, when there is one.
    pub action: Option<String>,
}

/// How a check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// As it should be.
    Pass,
    /// Neither good nor bad: something to know, and nothing to do.
    Note,
    /// Works, with something to do about it.
    Warn,
    /// Does not work.
    Fail,
}
