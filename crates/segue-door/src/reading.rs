//! Reading a conversation, wherever it lies: pages of its messages, an outline to scroll by, a
//! search in it, and the whole of one part.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::path_ref::NamesPath;
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
