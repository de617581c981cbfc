//! Reading a conversation, wherever it lies: pages of its messages, an outline to scroll by, a
//! search in it, and the whole of one part.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{PathRef, ShownMessage};

/// What can be read. All four are read with the same requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Readable {
    /// A session of an agent.
    Session {
        /// `platform:id`, or a beginning of the id, with or without its platform.
        conversation: String,
    },
    /// A prepared file.
    Prepared {
        /// Its hash.
        hash: String,
    },
    /// A handoff whose file is here.
    Handoff {
        /// Its id, or a beginning of it.
        handoff: String,
    },
    /// A conversation file.
    File {
        /// Which file.
        path: PathRef,
    },
}

/// Some of the messages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ReadPage {
    /// The messages, oldest first.
    pub messages: Vec<ShownMessage>,
    /// What to ask `after` for the next page; nothing when this is the last.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
    /// How many there are altogether, once known.
    #[ts(type = "number | null")]
    pub total: Option<u64>,
}

/// A conversation at a glance, to scroll and jump by.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ReadOutline {
    /// How many messages there are.
    #[ts(type = "number")]
    pub total: u64,
    /// For each message from the first on: about how many characters it shows with tools, reasoning
    /// and what the agent's machinery said folded. A line counts for at least 40, something folded for 60.
    pub weights: Vec<u32>,
    /// What the person said, oldest first.
    pub turns: Vec<Turn>,
    /// Whether weights are missing at the end, or turns in between.
    pub truncated: bool,
}

/// Something the person said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Turn {
    /// The number of the message.
    #[ts(type = "number")]
    pub number: u64,
    /// Its first words, on one line, at most 120 characters.
    pub text: String,
}

/// Where a text stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct FoundInMessages {
    /// The first places, from the beginning on.
    pub hits: Vec<Hit>,
    /// How many there are altogether.
    #[ts(type = "number")]
    pub total: u64,
}

/// One place where a text stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Hit {
    /// The number of the message.
    #[ts(type = "number")]
    pub number: u64,
    /// Which of its parts, counted from 0.
    pub part: u32,
    /// A little of what stands before it.
    pub before: String,
    /// The text as it stands there.
    pub hit: String,
    /// A little of what stands after it.
    pub after: String,
}

/// Some of one part of a message.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PartText {
    /// The text; for a picture its bytes as base64.
    pub text: String,
    /// What to ask `from` for the next piece; nothing when this is the last.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
    /// What kind of picture it is.
    pub media_type: Option<String>,
}

/// What a tool does to files, line by line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ShownEdit {
    /// The files, in the order of the call.
    pub files: Vec<EditedFile>,
}

/// Some of the changes that came with a conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DiffPage {
    /// The files, in the order of the patch.
    pub files: Vec<EditedFile>,
    /// What to ask `after` for the next files; nothing when these are the last.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}

/// What a tool does to one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EditedFile {
    /// Its path, as the call has it.
    pub path: String,
    /// What becomes of it.
    pub kind: EditKind,
    /// The lines that change, with a few around them.
    pub lines: Vec<DiffLine>,
    /// Whether lines are missing, or ends of lines.
    pub cut: bool,
}

/// What becomes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum EditKind {
    /// All of it is written; whether there was one before is not known.
    Created,
    /// Some of it is changed.
    Changed,
    /// It is deleted.
    Deleted,
    /// It is not text, so what changes can't be shown.
    Binary,
}

/// One line of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DiffLine {
    /// What becomes of it.
    pub sign: DiffSign,
    /// The line, without its end.
    pub text: String,
    /// Its number in the file before; a call that replaces a piece of text does not tell.
    pub old_line: Option<u32>,
    /// Its number after.
    pub new_line: Option<u32>,
}

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DiffSign {
    /// It stays.
    Same,
    /// It is new.
    Added,
    /// It goes.
    Removed,
    /// Lines that stay and are not shown; the text is how many, or empty when that is not known.
    Skipped,
}

/// A version of a conversation beside the one it grew from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ComparedVersions {
    /// The version it grew from.
    pub parent: Option<String>,
    /// Whether both are on this computer, so that the figures are counted.
    pub here: bool,
    /// How many messages both have.
    #[ts(type = "number")]
    pub same: u64,
    /// How many only the newer one has.
    #[ts(type = "number")]
    pub added: u64,
    /// How many only the older one has.
    #[ts(type = "number")]
    pub removed: u64,
    /// The first of those that were added.
    pub messages: Vec<ShownMessage>,
    /// What the figures rest on, when that is not the files themselves.
    pub note: Option<String>,
}
