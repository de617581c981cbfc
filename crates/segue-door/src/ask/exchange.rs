//! About what leaves as a file and what enters as a session.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::settings::SecretRule;
use crate::{ConversationRef, FindingDecisions, PathRef, SendingChoice};

/// About how much of a conversation a choice would send.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct HandoffFigures {
    pub conversation: ConversationRef,
    /// How much goes along; by default as the settings have it.
    #[serde(default)]
    pub choice: SendingChoice,
}

/// Make the file that would leave, with every finding decided, and keep it for a while.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PrepareHandoff {
    pub conversation: ConversationRef,
    /// How much goes along; by default as the settings have it.
    #[serde(default)]
    pub choice: SendingChoice,
    /// What to do with findings; those that are not named are removed.
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
    /// The hash that names the prepared file.
    pub hash: String,
    /// How many findings to skip.
    #[ts(type = "number")]
    pub after: u64,
    /// How many at most; the node returns no more than 200.
    pub limit: u32,
}

/// A piece of a prepared file's exact bytes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadPrepared {
    /// The hash that names the prepared file.
    pub hash: String,
    /// The offset of the first byte to return.
    #[ts(type = "number")]
    pub from: u64,
}

/// Write a prepared file to its place: those bytes and no others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExportPrepared {
    /// The hash that names the prepared file.
    pub hash: String,
    /// The file, or a folder for it; by default the folder that the calling program is in, or the
    /// downloads folder for a page.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub output: Option<PathRef>,
    /// Whether to replace a file that already exists.
    #[serde(default)]
    pub force: bool,
}

/// Forget a prepared file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DropPrepared {
    /// The hash that names the prepared file.
    pub hash: String,
}

/// Try rules on a text, of which nothing is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TryRules {
    pub text: String,
    /// Rules to try beside the built-in ones; by default those of the settings.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub rules: Option<Vec<SecretRule>>,
    /// An allow list to try; by default that of the settings.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub allow: Option<Vec<String>>,
    /// Whether to look for personal data too; by default as the settings have it.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub personal: Option<bool>,
}

/// Read a file and say what it is; nothing is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct InspectFile {
    pub path: PathRef,
}

/// Write the conversation of a file into an agent's own storage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ImportFile {
    pub path: PathRef,
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

/// What was imported, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Imports {}

/// Undo an import and remove what it added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UndoImport {
    /// The import's id or the beginning of it, or the id of the session it made.
    pub import: String,
}
