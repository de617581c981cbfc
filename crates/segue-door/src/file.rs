//! Conversation files: what was exported, and what a file says.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::conversation::ShownMessage;
use crate::envelope::{AttachedDiff, EnvelopeDiagnostic, HiddenCharacter};
use crate::redaction::{RedactionCount, RedactionReport};

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Exported {
    /// Where.
    pub file: String,
    /// The name of that file for showing it in its folder.
    pub handle: Option<String>,
    /// Its size.
    #[ts(type = "number")]
    pub bytes: u64,
    /// How many messages it has.
    #[ts(type = "number")]
    pub messages: u64,
    /// Its title.
    pub title: Option<String>,
    /// The id of this export.
    pub export_id: String,
    /// The hash of its content.
    pub content_hash: String,
    /// Whether it is signed with this device's key.
    pub signed: bool,
    /// The hash of its very bytes.
    pub hash: String,
    /// What was taken out and what was kept.
    pub redaction: RedactionReport,
    /// What was kept, changed and left out.
    pub report: Vec<ReportLine>,
    /// What the person should know.
    pub notes: Vec<String>,
}

/// What became of the things of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReportLine {
    /// What became of them.
    pub fate: ReportFate,
    /// What they are.
    pub kind: String,
    /// How many.
    #[ts(type = "number")]
    pub count: u64,
    /// Why, for what was not simply kept.
    pub why: Option<String>,
}

/// What became of something.
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
    /// Which file.
    pub file: String,
    /// Its size.
    #[ts(type = "number")]
    pub bytes: u64,
    /// How it is written: `a2a-1.0`, `a2a-0.3` or `older`.
    pub dialect: String,
    /// What the conversation is called.
    pub title: Option<String>,
    /// The conversation's id, the same for every export of it.
    pub conversation: Option<String>,
    /// The id of this export.
    pub export_id: String,
    /// When it was exported, as it says.
    pub exported_at: Option<String>,
    /// The platform it comes from.
    pub platform: String,
    /// Its id there.
    pub session: Option<String>,
    /// The project.
    pub project: Option<ProjectHint>,
    /// Who made it, as far as that is proven.
    pub sender: FileSender,
    /// Whether the content is what the file says it is.
    pub content: ContentState,
    /// The hash of the content as computed here.
    pub content_hash: String,
    /// How much of the history it has.
    pub history: String,
    /// How much of its conversation that is, as the file says.
    pub extent: Option<FileExtent>,
    /// What was taken out before it left, as the file says.
    pub redaction: Option<RedactionReport>,
    /// What still looks like a secret here, by rule.
    pub secrets: Vec<RedactionCount>,
    /// How many messages.
    #[ts(type = "number")]
    pub messages: u64,
    /// How many of them the person or tools said.
    #[ts(type = "number")]
    pub from_user: u64,
    /// How many the model said.
    #[ts(type = "number")]
    pub from_agent: u64,
    /// How many tool calls.
    #[ts(type = "number")]
    pub tool_calls: u64,
    /// How many things stand beside the messages.
    #[ts(type = "number")]
    pub artifacts: u64,
    /// What the sender asks for.
    pub task: Option<String>,
    /// What the sender adds.
    pub note: Option<String>,
    /// The whole envelope, as the file has it.
    #[ts(type = "unknown")]
    pub envelope: Option<serde_json::Value>,
    /// What is odd about the envelope.
    pub diagnostics: Vec<EnvelopeDiagnostic>,
    /// The attached changes of the project, if there are any.
    pub diff: Option<AttachedDiff>,
    /// Characters that can't be seen or turn text around.
    pub hidden: Vec<HiddenCharacter>,
    /// What the export kept, changed and left out, as the file says.
    pub report: Vec<ReportLine>,
    /// What of the file could not be taken here.
    pub skipped: Vec<ReportLine>,
    /// The first messages, short.
    pub first: Vec<ShownMessage>,
    /// The last messages, short.
    pub last: Vec<ShownMessage>,
    /// Why it would not be imported, when it would not.
    pub refused: Option<String>,
}

/// How much of a conversation is in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FileExtent {
    /// How many messages the conversation had.
    #[ts(type = "number")]
    pub of: u64,
    /// The last messages, as many as this, were chosen.
    pub last_k: Option<u32>,
    /// Whether what tools printed is there.
    pub tool_output: bool,
    /// Whether the model's readable reasoning is there.
    pub reasoning: bool,
    /// Tokens of a model, about.
    #[ts(type = "number")]
    pub tokens: u64,
    /// Why so much of it and not less.
    pub justification: String,
}

/// What helps to find one's own copy of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProjectHint {
    /// The folder's name.
    pub name: Option<String>,
    /// The folder on the sender's computer.
    pub path: Option<String>,
    /// The git remote.
    pub remote: Option<String>,
    /// The branch.
    pub branch: Option<String>,
    /// The commit.
    pub commit: Option<String>,
}

/// Who made a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FileSender {
    /// The name they gave. A claim, like every name.
    pub name: Option<String>,
    /// The device they name.
    pub device_id: Option<String>,
    /// What the signature says about that.
    pub signature: SignatureState,
    /// Whether it was made by this device.
    pub is_you: bool,
}

/// What a signature says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum SignatureState {
    /// There is none.
    Unsigned,
    /// It holds, and the key is that of the named device.
    Signed,
    /// It holds, but the key belongs to this other device.
    OtherDevice {
        /// Whose key it is.
        device_id: String,
    },
    /// It does not hold.
    Broken {
        /// Why.
        why: String,
    },
}

/// Whether content is what its file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ContentState {
    /// The file names no hash.
    Unchecked,
    /// It is.
    Matches,
    /// It was changed.
    Differs,
}
