//! Handoffs: what was handed over, to whom or by whom, and what became of it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::envelope::EnvelopeDiagnostic;
use crate::file::Inspected;

/// The direction of a handoff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// You handed it to someone.
    Sent,
    /// Someone handed it to you.
    Received,
}

/// The person at the other end of a handoff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HandoffPerson {
    /// What you call them.
    pub name: String,
    /// The public id of their device.
    pub device_id: String,
    /// The last letters of that id, which tell them from others.
    pub short: String,
    /// Whether they are verified now.
    pub verified: bool,
    /// Whether they are here now.
    pub here: bool,
}

/// A handoff in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Handoff {
    /// Its id, which is also the id of the A2A task.
    pub id: String,
    /// The letters of its id that are enough to name it.
    pub short: String,
    pub direction: Direction,
    /// The receiver of what you sent, or the sender of what you received.
    pub person: HandoffPerson,
    /// What the conversation is called.
    pub title: Option<String>,
    /// The conversation's id, the same for all its versions.
    pub conversation: String,
    /// How many messages the file has.
    #[ts(type = "number")]
    pub messages: u64,
    /// The hash of the file, 64 hex digits: what leaves and what arrives have the same.
    pub hash: String,
    /// The size of the file.
    #[ts(type = "number")]
    pub bytes: u64,
    /// The agent it comes from.
    pub platform: String,
    /// How much of the history it has.
    pub history: String,
    /// The state of the work, as the sender says: success, partial, blocked or error.
    pub status: String,
    /// What the receiver should do.
    pub task: Option<String>,
    /// How urgent that is.
    pub priority: Option<String>,
    /// The state of its A2A task.
    pub state: String,
    /// What happened to it last.
    pub receipt: String,
    /// The same as a sentence.
    pub says: String,
    /// Why it waits, if it does.
    pub waits: Option<String>,
    /// How far the file is, while it is being transferred.
    pub progress: Option<HandoffProgress>,
    /// Until when a dismissal can be undone before the sender hears of it.
    pub undo_until: Option<String>,
    /// What was asked and has not been answered yet.
    pub question: Option<String>,
    /// The ways out of what blocks it, numbered from 1.
    pub options: Vec<String>,
    /// The id of the task that this one continues.
    pub refers_to: Option<String>,
    /// Messages that stayed with the sender and can be fetched.
    pub full_copy: Option<FullCopy>,
    /// How many bytes were transferred, if that is known.
    #[ts(type = "number | null")]
    pub travelled: Option<u64>,
    /// How many bytes did not have to be transferred because an earlier version was here.
    #[ts(type = "number | null")]
    pub saved: Option<u64>,
    /// The id of the import made from it.
    pub import: Option<String>,
    /// When it was handed over.
    pub created: String,
    /// When it last changed.
    pub changed: String,
    /// Until when it is offered.
    pub expires: String,
}

/// How far the transfer of a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HandoffProgress {
    /// Bytes that have arrived.
    #[ts(type = "number")]
    pub done: u64,
    #[ts(type = "number")]
    pub total: u64,
}

/// The full conversation that a pointer refers to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FullCopy {
    #[ts(type = "number")]
    pub bytes: u64,
    /// How many messages it has.
    #[ts(type = "number")]
    pub messages: u64,
    pub state: RemoteCopy,
}

/// Where the messages that a pointer refers to are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RemoteCopy {
    /// The sender still has them.
    Available,
    /// They are being fetched.
    Fetching,
    /// They are on this computer.
    Local,
    /// The sender no longer has them.
    Expired,
}

/// Handoffs, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct HandoffList {
    pub handoffs: Vec<Handoff>,
    /// How many more finished handoffs there are that are not listed.
    #[ts(type = "number")]
    pub ended: u64,
    /// Whether the network runs; without it nothing is sent or received.
    pub network: bool,
}

/// The handoffs that one request created.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Sent {
    /// One for each recipient.
    pub handoffs: Vec<Handoff>,
    /// What the person should know.
    pub notes: Vec<String>,
}

/// Everything about one handoff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct HandoffDetail {
    pub handoff: Handoff,
    /// As its sender wrote it; nothing when there is none.
    #[ts(type = "unknown")]
    pub envelope: Option<serde_json::Value>,
    /// What is wrong or unusual in the envelope.
    pub diagnostics: Vec<EnvelopeDiagnostic>,
    /// What both sides did and said, oldest first.
    pub story: Vec<HandoffMoment>,
    /// What the file says, checked; nothing while the file is not here.
    pub file: Option<Box<Inspected>>,
    /// The command that carries on with the imported session.
    pub resume: Option<String>,
}

/// One thing that happened to a handoff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HandoffMoment {
    pub at: String,
    /// Whether you did it rather than the other person.
    pub by_you: bool,
    /// A receipt, `asked`, `answered` or `chose`.
    pub what: String,
    /// The text that came with it.
    pub text: Option<String>,
    /// Whether the other person has received it.
    pub told: bool,
}

/// A file that was written from a handoff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Downloaded {
    /// The id of the handoff.
    pub handoff: String,
    /// The path of the file.
    pub file: String,
    /// The handle of that file, for showing it in its folder.
    pub handle: Option<String>,
    #[ts(type = "number")]
    pub bytes: u64,
    /// What the person should know.
    pub notes: Vec<String>,
}

/// The part of a handoff to write to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DownloadWhat {
    #[default]
    Conversation,
    /// The attached changes of the project.
    Diff,
}

/// The result of undoing a dismissal or an import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct HandoffUndone {
    /// The handoff as it is now; a new one if the sender had already heard of the dismissal.
    pub handoff: Handoff,
    /// The import that was undone, if there was one.
    pub import: Option<super::import::Undone>,
}

/// A standing order to import at once what one person hands over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AutoImport {
    /// The short name that requests use.
    pub id: String,
    /// The person whose handoffs are imported.
    pub person: HandoffPerson,
    /// The id of the agent to import into.
    pub platform: String,
    /// The project folder to import into.
    pub folder: String,
    /// When the order was given.
    pub since: String,
    /// How many handoffs it has imported.
    #[ts(type = "number")]
    pub imported: u64,
    /// Why it is suspended, if it is.
    pub stopped: Option<String>,
}

/// The standing orders of this profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AutoList {
    /// Only those in force.
    pub orders: Vec<AutoImport>,
}

/// Who had which conversation, and what they did with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Lineage {
    /// One entry per conversation, most recently changed first.
    pub conversations: Vec<ConversationLineage>,
}

/// The versions of one conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ConversationLineage {
    /// The conversation's id, the same for all its versions.
    pub conversation: String,
    /// What it is called here, if that is known.
    pub title: Option<String>,
    /// Its `ConversationVersion`s, parents first.
    #[ts(type = "unknown[]")]
    pub versions: Vec<serde_json::Value>,
    /// Records that are not what they claim to be, and attempts to change others.
    pub quarantined: Vec<QuarantinedRecord>,
    /// The versions as a Mermaid graph.
    pub mermaid: String,
    /// What is wrong with the record of this conversation, if anything.
    pub problem: Option<String>,
}

/// A record that does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QuarantinedRecord {
    pub id: String,
    /// The device it came from, if that is known.
    pub from: Option<String>,
    /// Why it does not count.
    pub why: String,
}
