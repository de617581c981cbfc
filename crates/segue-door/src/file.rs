//! Conversation files: what was exported, and what a file says.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::conversation::ShownMessage;
use crate::envelope::{AttachedDiff, EnvelopeDiagnostic, HiddenCharacter};
use crate::redaction::{RedactionCount, RedactionReport};

/// A conversation file that was written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Exported {
    /// The path of the file.
    pub file: String,
    /// The handle of that file, for showing it in its folder.
    pub handle: Option<String>,
    #[ts(type = "number")]
    pub bytes: u64,
    /// How many messages it has.
    #[ts(type = "number")]
    pub messages: u64,
    pub title: Option<String>,
    /// The id of this export.
    pub export_id: String,
    /// The hash of its content.
    pub content_hash: String,
    /// Whether it is signed with this device's key.
    pub signed: bool,
    /// The hash of its exact bytes.
    pub hash: String,
    /// What was removed and what was kept.
    pub redaction: RedactionReport,
    /// What was kept, changed and left out.
    pub report: Vec<ReportLine>,
    /// What the person should know.
    pub notes: Vec<String>,
}

/// What happened to all the things of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReportLine {
    pub fate: ReportFate,
    /// The kind of thing, in words.
    pub kind: String,
    /// How many things of this kind there were.
    #[ts(type = "number")]
    pub count: u64,
    /// The reason, for what was not simply kept.
    pub why: Option<String>,
}

/// What happened to something during an export or import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ReportFate {
    /// It is there as it was.
    Kept,
    /// It is there in another form.
    Changed,
    /// It is not there.
    Dropped,
}

/// What a file says about itself, checked as far as it can be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Inspected {
    pub file: String,
    #[ts(type = "number")]
    pub bytes: u64,
    /// The format it is written in: `a2a-1.0`, `a2a-0.3` or `older`.
    pub dialect: String,
    /// What the conversation is called.
    pub title: Option<String>,
    /// The conversation's id, the same for every export of it.
    pub conversation: Option<String>,
    /// The id of this export.
    pub export_id: String,
    /// When it was exported, as it says.
    pub exported_at: Option<String>,
    /// The agent it comes from.
    pub platform: String,
    /// Its id in that agent's storage.
    pub session: Option<String>,
    pub project: Option<ProjectHint>,
    /// Who made it, as far as that is proven.
    pub sender: FileSender,
    /// Whether the content has the hash that the file states.
    pub content: ContentState,
    /// The hash of the content as computed here.
    pub content_hash: String,
    /// How much of the history it has.
    pub history: String,
    /// How much of its conversation it has, as the file says.
    pub extent: Option<FileExtent>,
    /// What was removed before it was sent, as the file says.
    pub redaction: Option<RedactionReport>,
    /// What still looks like a secret, by rule.
    pub secrets: Vec<RedactionCount>,
    #[ts(type = "number")]
    pub messages: u64,
    /// How many of them come from the person or from tools.
    #[ts(type = "number")]
    pub from_user: u64,
    /// How many of them come from the model.
    #[ts(type = "number")]
    pub from_agent: u64,
    #[ts(type = "number")]
    pub tool_calls: u64,
    /// How many artifacts it has beside the messages.
    #[ts(type = "number")]
    pub artifacts: u64,
    /// What the sender asks the receiver to do.
    pub task: Option<String>,
    /// What the sender wants the receiver to know.
    pub note: Option<String>,
    /// The whole envelope, as the file has it.
    #[ts(type = "unknown")]
    pub envelope: Option<serde_json::Value>,
    /// What is wrong or unusual in the envelope.
    pub diagnostics: Vec<EnvelopeDiagnostic>,
    /// The attached changes of the project, if there are any.
    pub diff: Option<AttachedDiff>,
    /// Characters that are invisible or reverse the direction of text.
    pub hidden: Vec<HiddenCharacter>,
    /// What the export kept, changed and left out, as the file says.
    pub report: Vec<ReportLine>,
    /// What in the file could not be read here.
    pub skipped: Vec<ReportLine>,
    /// The first messages, shortened.
    pub first: Vec<ShownMessage>,
    /// The last messages, shortened.
    pub last: Vec<ShownMessage>,
    /// Why an import would be refused, if it would be.
    pub refused: Option<String>,
}

/// The share of a conversation that a file has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FileExtent {
    /// How many messages the conversation had.
    #[ts(type = "number")]
    pub of: u64,
    /// How many of the last messages were chosen, if the choice was such a number.
    pub last_k: Option<u32>,
    /// Whether it has what tools printed.
    pub tool_output: bool,
    /// Whether it has the model's readable reasoning.
    pub reasoning: bool,
    /// Roughly how many tokens a model would count.
    #[ts(type = "number")]
    pub tokens: u64,
    /// Why this much of it was sent and not less.
    pub justification: String,
}

/// What helps to find the receiver's own copy of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProjectHint {
    /// The name of the folder.
    pub name: Option<String>,
    /// The folder on the sender's computer.
    pub path: Option<String>,
    pub remote: Option<String>,
    pub branch: Option<String>,
    pub commit: Option<String>,
}

/// The maker of a file, as far as the file says and proves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FileSender {
    /// The name they gave, which is a claim like every name.
    pub name: Option<String>,
    /// The device that the file names.
    pub device_id: Option<String>,
    /// What the signature proves about that device.
    pub signature: SignatureState,
    /// Whether it was made by this device.
    pub is_you: bool,
}

/// What a signature proves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum SignatureState {
    Unsigned,
    /// It is valid, and the key is that of the named device.
    Signed,
    /// It is valid, but the key belongs to another device.
    OtherDevice {
        /// The device that the key belongs to.
        device_id: String,
    },
    /// It is not valid.
    Broken {
        /// What is wrong with the signature.
        why: String,
    },
}

/// Whether content has the hash that its file states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ContentState {
    /// The file names no hash.
    Unchecked,
    Matches,
    Differs,
}
