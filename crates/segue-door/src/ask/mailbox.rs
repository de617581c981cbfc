//! About handoffs to and from people.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ConversationRef, DownloadWhat, PathRef};

/// Hand a prepared file to people: those bytes and no others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SendHandoff {
    /// The hash that names the prepared file.
    pub hash: String,
    /// The prepared file that a pointer points to.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub full_copy: Option<String>,
    /// To whom: names, or letters of their ids.
    pub to: Vec<String>,
    /// For how many hours it is offered; two weeks by default.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub hours: Option<u32>,
}

/// What you handed to others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Outbox {
    /// Whether to list finished handoffs too.
    #[serde(default)]
    pub all: bool,
}

/// What others handed to you.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Inbox {
    /// Whether to list finished handoffs too.
    #[serde(default)]
    pub all: bool,
}

/// Everything about one handoff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ShowHandoff {
    /// Its id, or a beginning of it.
    pub handoff: String,
}

/// Show everything about one handoff because the person opened it; its sender learns of that.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OpenHandoff {
    /// Its id, or a beginning of it.
    pub handoff: String,
}

/// Write a handoff, or the changes attached to it, into a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DownloadHandoff {
    /// Its id, or a beginning of it.
    pub handoff: String,
    /// Which of the two to write; the conversation by default.
    #[serde(default)]
    pub what: DownloadWhat,
    /// The file, or a folder for it; by default the folder that the calling program is in, or the
    /// downloads folder for a page.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub output: Option<PathRef>,
    /// Whether to replace a file that already exists.
    #[serde(default)]
    pub force: bool,
}

/// Make a session of a handoff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ImportHandoff {
    /// Its id, or a beginning of it.
    pub handoff: String,
    /// The id of the agent to import into.
    pub to: String,
    /// The project folder; by default the one that fits.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub project: Option<PathRef>,
    /// The title to show instead of the file's.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub title: Option<String>,
    /// Whether to rewrite the sender's project folder to ours inside text.
    #[serde(default)]
    pub map_paths: bool,
    /// Whether to say only what would be written.
    #[serde(default)]
    pub dry_run: bool,
    /// Whether to make another session even if the same one was imported before.
    #[serde(default)]
    pub again: bool,
}

/// Dismiss a handoff. The sender does not hear of it for ten seconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DismissHandoff {
    /// Its id, or a beginning of it.
    pub handoff: String,
    /// The reason that the sender is given.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub reason: Option<String>,
}

/// Undo a dismissal or an import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UndoHandoff {
    /// Its id, or a beginning of it.
    pub handoff: String,
}

/// Request changes from the sender of a handoff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AskHandoff {
    /// Its id, or a beginning of it.
    pub handoff: String,
    /// The question or request, as the sender will read it.
    pub text: String,
}

/// Answer what was asked, or choose a way out of what blocks a handoff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AnswerHandoff {
    /// Its id, or a beginning of it.
    pub handoff: String,
    /// The answer to the question, as the receiver will read it.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub text: Option<String>,
    /// The way out, numbered from 1.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub option: Option<u32>,
    /// The hash of a prepared file that replaces the one sent before.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub hash: Option<String>,
}

/// Cancel a handoff that you sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CancelHandoff {
    /// Its id, or a beginning of it.
    pub handoff: String,
}

/// Get the messages that a pointer points to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct FetchHandoff {
    /// Its id, or a beginning of it.
    pub handoff: String,
}

/// Import at once what someone hands over, from now on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AddAuto {
    /// The person whose handoffs are imported: a name, or letters of the id.
    pub person: String,
    /// The id of the agent to import into.
    pub platform: String,
    /// The project folder to import into.
    pub folder: PathRef,
}

/// Standing orders to import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ListAuto {}

/// End a standing order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RevokeAuto {
    /// Its short name, or the person.
    pub order: String,
}

/// Where conversations were and what became of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Lineage {
    /// A conversation: its id, a session as `platform:id`, or a handoff; all of them by default.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub conversation: Option<ConversationRef>,
}

/// A version of a conversation beside the one it grew from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CompareVersions {
    /// The conversation: its id, or a handoff of it.
    pub conversation: String,
    /// The version: its id.
    pub version: String,
}
