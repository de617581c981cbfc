//! What happened on this node.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct JournalEntry {
    /// Counts up; newer entries have higher numbers.
    #[ts(type = "number")]
    pub id: i64,
    #[ts(type = "string")]
    pub at: Timestamp,
    /// A stable name, for programs.
    pub kind: String,
    /// What happened, in one line.
    pub title: String,
    /// More about it, when there is more.
    pub detail: Option<String>,
}

/// Part of the journal, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct JournalPage {
    pub entries: Vec<JournalEntry>,
    /// How many there are in all.
    #[ts(type = "number")]
    pub total: i64,
}
