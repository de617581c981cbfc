//! About the conversations that are on this computer.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Handed, PathRef};

/// The agents this program knows, and which of them are here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Platforms {}

/// Look for an agent's conversations in a folder other than its default one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetPlatformFolder {
    /// The id of the agent.
    pub platform: String,
    /// The folder; by default the agent's own.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub folder: Option<PathRef>,
}

/// The project folders of this computer, those that fit first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Folders {
    /// The handoff they should fit.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub handoff: Option<String>,
    /// The file they should fit.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub file: Option<PathRef>,
}

/// The project folders there are conversations of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Projects {}

/// Conversations of all agents, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ListConversations {
    /// Only those of this platform.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub platform: Option<String>,
    /// Only those of this folder or a folder inside it.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub project: Option<String>,
    /// Only those that contain all these words.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub search: Option<String>,
    /// How many at most; the node returns no more than 200.
    pub limit: u32,
    /// Only those that have changed since a date, or a time in RFC 3339.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub since: Option<String>,
    /// Only those that were handed over in this direction.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub handed: Option<Handed>,
    /// The `next` of the page before.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub after: Option<String>,
    /// How many to skip, for a list that jumps; not together with `after`.
    #[serde(default)]
    #[ts(optional = nullable, type = "number")]
    pub offset: Option<u64>,
}

/// A page of one conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ShowConversation {
    /// `platform:id`, or a beginning of the id, with or without its platform.
    pub conversation: String,
    /// Only messages after this number.
    #[serde(default)]
    #[ts(optional = nullable, type = "number")]
    pub after: Option<u64>,
    /// How many at most; the node may return fewer.
    pub limit: u32,
}

/// The command that carries on with a conversation in its own agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// `platform:id`, or a beginning of the id, with or without its platform.
    pub conversation: String,
}
