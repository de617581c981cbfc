//! Handoffs: what was handed over, to whom or by whom, and what became of it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::envelope::EnvelopeDiagnostic;
use crate::file::Inspected;

/// Which way a handoff goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// You handed it to someone.
    Sent,
    /// Someone handed it to you.
    Received,
}

/// The other one of a handoff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HandoffPerson {
    /// What you call them.
    pub name: String,
    /// Their device.
    pub device_id: String,
    /// The letters that tell them from others.
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
    /// The letters of it that are enough to name it.
    pub short: String,
    /// Which way it goes.
    pub direction: Direction,
    /// The other one.
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
    /// How the sender says the work stands: success, partial, blocked or error.
    pub status: String,
    /// What the receiver should do.
    pub task: Option<String>,
    /// How urgent that is.
    pub priority: Option<String>,
    /// The state of the task in A2A.
    pub state: String,
    /// What happened to it last.
    pub receipt: String,
    /// The same in a sentence.
    pub says: String,
    /// Why it waits, when it does.
    pub waits: Option<String>,
    /// How far the file is, while it moves.
    pub progress: Option<HandoffProgress>,
    /// Until when a dismissal can be taken back before the sender hears of it.
    pub undo_until: Option<String>,
    /// What was asked and not answered yet.
    pub question: Option<String>,
    /// The ways out of what blocks it, numbered from 1.
    pub options: Vec<String>,
    /// The task this one continues.
    pub refers_to: Option<String>,
    /// Messages that stayed with the sender and can be fetched.
    pub full_copy: Option<FullCopy>,
    /// Bytes that travelled, when that is known.
    #[ts(type = "number | null")]
    pub travelled: Option<u64>,
    /// Bytes that did not have to travel, because an earlier version was here.
    #[ts(type = "number | null")]
    pub saved: Option<u64>,
    /// The import that was made of it.
    pub import: Option<String>,
    /// When it was handed over.
    pub created: String,
    /// When something happened to it last.
    pub changed: String,
    /// Until when it is offered.
    pub expires: String,
}

/// How far a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HandoffProgress {
    /// Bytes that are there.
    #[ts(type = "number")]
    pub done: u64,
    /// All of them.
    #[ts(type = "number")]
    pub total: u64,
}

/// What a pointer points to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FullCopy {
    /// Its size.
    #[ts(type = "number")]
    pub bytes: u64,
    /// How many messages it has.
    #[ts(type = "number")]
    pub messages: u64,
    /// How it stands.
    pub state: RemoteCopy,
}

/// How the messages a pointer points to stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RemoteCopy {
    /// The sender has them.
    Available,
    /// They are being fetched.
    Fetching,
    /// They are here.
    Local,
    /// The sender does not have them any more.
    Expired,
}

/// Handoffs, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct HandoffList {
    /// The handoffs.
    pub handoffs: Vec<Handoff>,
    /// How many more there are that ended and are not listed.
    #[ts(type = "number")]
    pub ended: u64,
    /// Whether the network runs, so that anything can come and go.
    pub network: bool,
}

/// What was sent.
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
    /// The handoff.
    pub handoff: Handoff,
    /// The whole envelope.
    #[ts(type = "unknown")]
    pub envelope: Option<serde_json::Value>,
    /// What is odd about the envelope.
    pub diagnostics: Vec<EnvelopeDiagnostic>,
    /// What the two of you did and said, oldest first.
    pub story: Vec<HandoffMoment>,
    /// What the file says, checked; none while it is not here.
    pub file: Option<Box<Inspected>>,
    /// Where and how it was imported: the command that goes on with it.
    pub resume: Option<String>,
}

/// One thing that happened to a handoff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HandoffMoment {
    /// When.
    pub at: String,
    /// Whether you did it.
    pub by_you: bool,
    /// What: a receipt, `asked`, `answered`, `chose`.
    pub what: String,
    /// The words that came with it.
    pub text: Option<String>,
    /// Whether the other one knows of it.
    pub told: bool,
}

/// A file that was written from a handoff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Downloaded {
    /// The handoff.
    pub handoff: String,
    /// Where.
    pub file: String,
    /// The name of that file for showing it in its folder.
    pub handle: Option<String>,
    /// Its size.
    #[ts(type = "number")]
    pub bytes: u64,
    /// What the person should know.
    pub notes: Vec<String>,
}

/// What to write from a handoff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DownloadWhat {
    /// The conversation file.
    #[default]
    Conversation,
    /// The attached changes of the project.
    Diff,
}

/// What undoing did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct HandoffUndone {
    /// The handoff as it is now; a new one, when the sender had heard of the dismissal already.
    pub handoff: Handoff,
    /// The import that was taken back.
    pub import: Option<super::import::Undone>,
}

/// A standing order: what this person hands over is imported at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AutoImport {
    /// Its short name.
    pub id: String,
    /// Whose handoffs.
    pub person: HandoffPerson,
    /// Into which agent.
    pub platform: String,
    /// Into which project folder.
    pub folder: String,
    /// Since when.
    pub since: String,
    /// How many were imported by it.
    #[ts(type = "number")]
    pub imported: u64,
    /// Why it is not carried out now, when it is not.
    pub stopped: Option<String>,
}

/// Standing orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AutoList {
    /// Those in force.
    pub orders: Vec<AutoImport>,
}

/// Where a conversation was and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Lineage {
    /// One for each conversation, the one that changed last first.
    pub conversations: Vec<ConversationLineage>,
}

/// One conversation's versions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ConversationLineage {
    /// The conversation's id.
    pub conversation: String,
    /// What it is called here, if that is known.
    pub title: Option<String>,
    /// Its `ConversationVersion`s, parents first.
    #[ts(type = "unknown[]")]
    pub versions: Vec<serde_json::Value>,
    /// Records that are not what they claim to be, and attempts to change others.
    pub quarantined: Vec<QuarantinedRecord>,
    /// The same as a Mermaid graph.
    pub mermaid: String,
    /// What is wrong with the record of this conversation, if anything is.
    pub problem: Option<String>,
}

/// A record that does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QuarantinedRecord {
    /// Which.
    pub id: String,
    /// Whose device it came from, if that is known.
    pub from: Option<String>,
    /// Why it does not count.
    pub why: String,
}
