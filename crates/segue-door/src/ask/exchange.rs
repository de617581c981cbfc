//! About what leaves as a file and what enters as a session.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::settings::SecretRule;
use crate::{ConversationRef, FindingDecisions, PathRef, SendingChoice};

/// About how much of a conversation a choice would send.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct HandoffFigures {
    /// Which one.
    pub conversation: ConversationRef,
    /// What is chosen.
    #[serde(default)]
    pub choice: SendingChoice,
}

/// Make the file that would leave, with every finding decided, and keep it for a while.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PrepareHandoff {
    /// Which one.
    pub conversation: ConversationRef,
    /// What is chosen.
    #[serde(default)]
    pub choice: SendingChoice,
    /// What shall become of findings; those that are not named are redacted.
    #[serde(default)]
    #[ts(type = "{ [key in string]?: FindingDecision }")]
    pub decisions: FindingDecisions,
    /// What the receiver should do, in at most 500 characters.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub task: Option<String>,
    /// What the receiver should know.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub note: Option<String>,
    /// The rest of the envelope, as far as the person said anything: status, summary, blockers
    /// and so on, under the names of the envelope.
    #[serde(default)]
    #[ts(optional = nullable, type = "unknown")]
    pub envelope: Option<serde_json::Value>,
    /// Attach the uncommitted changes of the project.
    #[serde(default)]
    pub attach_diff: bool,
}

/// More of the findings in a prepared file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PreparedFindings {
    /// The prepared file.
    pub hash: String,
    /// Only those after so many.
    #[ts(type = "number")]
    pub after: u64,
    /// How many at most; the node returns no more than 200.
    pub limit: u32,
}

/// Some of the very bytes of a prepared file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadPrepared {
    /// The prepared file.
    pub hash: String,
    /// The first byte.
    #[ts(type = "number")]
    pub from: u64,
}

/// Write a prepared file to its place: those bytes and no others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExportPrepared {
    /// The prepared file.
    pub hash: String,
    /// The file, or a folder for it; by default the folder the one who asks is in, for a page the
    /// downloads.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub output: Option<PathRef>,
    /// Replace a file that is there.
    #[serde(default)]
    pub force: bool,
}

/// Forget a prepared file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DropPrepared {
    /// The prepared file.
    pub hash: String,
}

/// What rules make of a text. Nothing is kept of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TryRules {
    /// The text.
    pub text: String,
    /// Rules to try beside the built-in ones; by default those of the settings.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub rules: Option<Vec<SecretRule>>,
    /// An allow list to try; by default that of the settings.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub allow: Option<Vec<String>>,
    /// Also look for personal things; by default as the settings have it.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub personal: Option<bool>,
}

/// Read a file and say what it is; nothing is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct InspectFile {
    /// Which file.
    pub path: PathRef,
}

/// Write the conversation of a file into an agent's own storage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ImportFile {
    /// Which file.
    pub path: PathRef,
    /// The platform's id.
    pub to: String,
    /// The project folder; by default the one that fits.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub project: Option<PathRef>,
    /// The title to show instead of the file's.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub title: Option<String>,
    /// Rewrite the sender's project folder to ours inside text.
    #[serde(default)]
    pub map_paths: bool,
    /// Only say what would be written.
    #[serde(default)]
    pub dry_run: bool,
    /// Make another session even if the same was imported before.
    #[serde(default)]
    pub again: bool,
}

/// What was imported, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Imports {}

/// Take an import back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UndoImport {
    /// Its id or a beginning of it, or the id of the session it made.
    pub import: String,
}
