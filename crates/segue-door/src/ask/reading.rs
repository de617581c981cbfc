//! About what a conversation says, wherever it lies.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Readable;

/// Some of the messages of anything that can be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadMessages {
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
    pub of: Readable,
}

/// Find a text in any case, including in what is folded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct FindInMessages {
    pub of: Readable,
    /// The text to look for, in any case.
    pub text: String,
    /// How many places at most; the node returns no more than 500.
    pub limit: u32,
}

/// The whole text of a part, or the picture it is, piece by piece.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadPart {
    pub of: Readable,
    /// The number of the message.
    #[ts(type = "number")]
    pub message: u64,
    /// The index of the part in its message, counted from 0.
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
