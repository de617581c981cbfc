//! A version as it is shown: the version, its handoffs and what became of them, in one.

use serde::Serialize;

use super::TaskState;
use crate::record::{PublicKey, ReceiptKind, Record, Version};

/// A version with everything that is known about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConversationVersion {
    pub version_id: String,
    /// The conversation; unknown in older shapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<String>,
    /// The versions it came from.
    pub parent_version_ids: Vec<String>,
    /// Who first held it.
    pub creator: Person,
    /// The agent it is in.
    pub platform: String,
    /// The session in that agent, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// How many messages it has.
    pub message_count: u64,
    /// When, in milliseconds since 1970.
    pub created_at: u64,
    /// The hash of its content; unknown in older shapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_hash: Option<String>,
    /// To whom it went, oldest first.
    pub handoffs: Vec<HandedOff>,
    /// Whether all of this is signed. What was read from a file of an older shape is not.
    pub signed: bool,
}

/// One handoff of a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HandedOff {
    /// When, in milliseconds since 1970.
    pub handed_off_at: u64,
    /// To whom; the name is the sender's word for them.
    pub handed_off_to: Person,
    pub from: Person,
    /// The export that was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a2a_export_id: Option<String>,
    /// The handoff's A2A task; may be unknown in older shapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    /// An earlier task that this one continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refers_to: Option<String>,
    /// What became of it; unknown in older shapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<TaskState>,
    /// What its two ends said, oldest first.
    pub receipts: Vec<ReceiptShown>,
}

/// What one end of a handoff said about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptShown {
    #[serde(rename = "state")]
    pub kind: ReceiptKind,
    /// When, in milliseconds since 1970.
    pub at: u64,
    pub by: Person,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Somebody: a name, which is a claim, and a key, which is proven where there is one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Person {
    /// What they are called.
    pub name: String,
    /// Their device's key; unknown in older shapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<PublicKey>,
}

impl Person {
    pub(super) fn of(record: &Record) -> Self {
        Person {
            name: record.name.clone(),
            key: Some(record.by),
        }
    }
}

pub(super) fn join(
    conversation: &str,
    record: &Record,
    version: &Version,
    handoffs: Vec<HandedOff>,
) -> ConversationVersion {
    ConversationVersion {
        version_id: record.id.to_string(),
        conversation_id: Some(conversation.to_owned()),
        parent_version_ids: version.parents.iter().map(ToString::to_string).collect(),
        creator: Person::of(record),
        platform: version.platform.clone(),
        session_id: version.session_id.clone(),
        message_count: version.message_count,
        created_at: version.created_at,
        content_hash: Some(version.content_hash.clone()),
        handoffs,
        signed: true,
    }
}
