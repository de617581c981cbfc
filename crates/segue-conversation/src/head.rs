//! What a file says about its conversation, beside the messages: the extension of the Task.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::json::Json;
use crate::report::Report;

/// The extension's name, and the key of its data in every `metadata`.
pub const EXTENSION: &str = "urn:segue:ext:handoff:v1";

/// How the names of all versions of the extension begin.
pub(crate) const VERSIONS: &str = "urn:segue:ext:handoff:v";

/// The version we write: a newer minor adds fields, a newer major is refused.
pub const FORMAT: &str = "1.0";

/// The extension object. Fields we do not know are kept in [`more`](Self::more).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    /// Version of this extension object, `major.minor`.
    pub format: String,
    /// Made anew for each export; also the Task's id.
    pub export_id: String,
    /// When it was exported, RFC 3339 in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exported_at: Option<String>,
    /// Where the conversation comes from.
    pub source: Source,
    /// What the conversation is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Which project it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<Project>,
    /// How much of the history is in the file: `full` and the like.
    pub history: String,
    /// How much of the conversation that is, and who chose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extent: Option<Extent>,
    /// How many messages the file has.
    pub message_count: u64,
    /// What the export kept, changed and left out.
    #[serde(default)]
    pub report: Report,
    /// What was taken out as secret, as its own crate describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redaction: Option<Json>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sender: Option<Sender>,
    /// The version this one grew from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_version: Option<String>,
    /// The handoff itself; not interpreted here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub envelope: Option<Json>,
    /// What the source platform stores about the whole conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native: Option<Json>,
    /// BLAKE3 of messages and artifacts, `blake3:` and 64 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_hash: Option<String>,
    /// Ed25519 over the seal of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
    /// What belongs to one recipient; not covered by hash or signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<Json>,
    /// Fields of a later version.
    #[serde(flatten)]
    pub more: BTreeMap<String, Json>,
}

/// How much of a conversation is in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Extent {
    /// How many messages the conversation had when it was exported.
    pub of: u64,
    /// The last messages, as many as this, were chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_k: Option<u32>,
    /// Whether what tools printed is there.
    pub tool_output: bool,
    /// Whether the model's readable reasoning is there.
    pub reasoning: bool,
    /// Tokens of a model it comes to, about.
    pub tokens: u64,
    /// Why so much of it and not less.
    pub justification: String,
}

/// The justification when no contract asks for another.
pub const CHOSEN_BY_SENDER: &str = "chosen by the sender";

/// The session a conversation was exported from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// The platform's id, such as `claude-code`.
    pub platform: String,
    /// The platform's own id of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// The platform's version that wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// What helps the receiver find their copy of the project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Project {
    /// The folder's own name, without the path to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The folder on the sender's machine: what paths in the text start with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The git remote, without credentials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remote: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// Who exported a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sender {
    /// The device's id on the network.
    pub peer_id: String,
    /// What the person calls themselves. A claim, like every name.
    pub name: String,
}

/// A signature over the seal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Signature {
    /// Always `Ed25519`.
    pub algorithm: String,
    /// The signer's public key, 32 bytes as base64.
    pub public_key: String,
    /// The signature, 64 bytes as base64.
    pub value: String,
}

impl Head {
    /// Checks whether this program can read a file of this format version; the error is a sentence
    /// that says why not.
    pub fn check_format(&self) -> Result<(), String> {
        let major = |text: &str| text.split('.').next().and_then(|n| n.parse::<u32>().ok());
        match (major(&self.format), major(FORMAT)) {
            (Some(theirs), Some(ours)) if theirs <= ours => Ok(()),
            (Some(_), _) => Err(format!(
                "The file was made by a newer version of Segue (file version {}, this one reads {FORMAT}).",
                crate::truncate(&self.format, 20)
            )),
            (None, _) => Err("The file does not say which version it is.".to_owned()),
        }
    }
}
