//! About what a conversation says, wherever it lies.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Readable;

/// Some of the messages of anything that can be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadMessages {
    /// What is read.
    pub of: Readable,
    /// Only messages after this number.
    #[ts(type = "number")]
    pub after: u64,
    /// How many at most; the node may return fewer.
    pub limit: u32,
}

/// How long each message is and what the person said, to scroll and jump by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadOutline {
    /// What is read.
    pub of: Readable,
}

/// Where a text stands, whatever its case, also in what is folded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct FindInMessages {
    /// What is read.
    pub of: Readable,
    /// The text.
    pub text: String,
    /// How many places at most; the node returns no more than 500.
    pub limit: u32,
}

/// The whole text of a part, or the picture it is, piece by piece.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadPart {
    /// What is read.
    pub of: Readable,
    /// The number of the message.
    #[ts(type = "number")]
    pub message: u64,
    /// Which of its parts, counted from 0.
    pub part: u32,
    /// Where to begin: 0, or the `next` of the piece before.
    #[ts(type = "number")]
    pub from: u64,
}

/// The changes of a project that came with a file, file by file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadDiff {
    /// What they came with.
    pub of: Readable,
    /// How many files to leave out: 0, or the `next` of the page before.
    #[ts(type = "number")]
    pub after: u64,
}
