//! Reading a conversation, wherever it lies: pages of its messages, an outline to scroll by, a
//! search in it, and the whole of one part.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::path_ref::NamesPath;
use crate::{PathRef, ShownMessage};

/// Something that can be read. All four kinds are read with the same requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Readable {
    /// A session of an agent.
    Session {
        /// `platform:id`, or a beginning of the id, with or without its platform.
        conversation: String,
    },
    /// A file that was prepared and not sent yet.
    Prepared {
        /// The hash that names the prepared file.
        hash: String,
    },
    /// A handoff whose file is here.
    Handoff {
        /// Its id, or a beginning of it.
        handoff: String,
    },
    /// A conversation file on this computer.
    File {
        /// The file, by its handle or path.
        path: PathRef,
    },
}

impl NamesPath for Readable {
    fn path_ref(&mut self) -> Option<&mut PathRef> {
        match self {
            Self::File { path } => Some(path),
            _ => None,
        }
    }
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

/// An overview of a conversation, to scroll and jump by.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ReadOutline {
    /// How many messages there are.
    #[ts(type = "number")]
    pub total: u64,
    /// For each message, roughly how many characters it shows with tools, reasoning and the agent's
    /// own messages folded. A line counts for at least 40, something folded for 60.
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

/// The places where a text occurs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct FoundInMessages {
    /// The first places, in order.
    pub hits: Vec<Hit>,
    /// How many there are altogether.
    #[ts(type = "number")]
    pub total: u64,
}

/// One place where a text occurs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Hit {
    /// The number of the message.
    #[ts(type = "number")]
    pub number: u64,
    /// The index of the part in its message, counted from 0.
    pub part: u32,
    /// A little of the text before it.
    pub before: String,
    /// The text as it is written there.
    pub hit: String,
    /// A little of the text after it.
    pub after: String,
}

/// A piece of one part of a message.
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

/// A version of a conversation compared with the one it grew from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ComparedVersions {
    /// The version it grew from.
    pub parent: Option<String>,
    /// Whether both are on this computer and the figures are counted from them.
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
    /// The first of the added messages.
    pub messages: Vec<ShownMessage>,
    /// What the figures are based on, if not on the files themselves.
    pub note: Option<String>,
}
