//! Conversations as a list and a page show them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::edits::ShownEdit;

/// A page of conversations, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Listing {
    /// The conversations.
    pub conversations: Vec<Conversation>,
    /// What to ask `after` for the next page; nothing when this is the last.
    pub next: Option<String>,
    /// How many there are on all pages.
    #[ts(type = "number")]
    pub total: u64,
    /// How far the index is.
    pub indexing: Indexing,
    /// Agents whose conversations could not be listed, and why.
    pub problems: Vec<String>,
}

/// How far the index is: each number reaches `sessions` when it is complete.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Indexing {
    /// How many conversations there are.
    #[ts(type = "number")]
    pub sessions: u64,
    /// Of how many title and project are known.
    #[ts(type = "number")]
    pub known: u64,
    /// Of how many the messages are counted.
    #[ts(type = "number")]
    pub counted: u64,
    /// How many can be searched.
    #[ts(type = "number")]
    pub searchable: u64,
}

/// One conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Conversation {
    /// Its name everywhere: the platform, a colon, its id there.
    pub name: String,
    /// The shortest beginning of its id that no other conversation has, at least 8 characters.
    pub short: String,
    /// The platform's id.
    pub platform: String,
    /// Its id on its platform.
    pub id: String,
    /// Its title, or what stands for one.
    pub title: Option<String>,
    /// Its project folder.
    pub project: Option<String>,
    /// The git branch.
    pub branch: Option<String>,
    /// The model that wrote last.
    pub model: Option<String>,
    /// The first time in it, RFC 3339 in UTC.
    pub started: Option<String>,
    /// The last time in it.
    pub updated: Option<String>,
    /// When its file changed.
    pub modified: String,
    /// The platform's version that wrote it.
    pub version: Option<String>,
    /// The file it is in.
    pub file: String,
    /// The size of that file.
    #[ts(type = "number")]
    pub bytes: u64,
    /// How many messages it has, once counted: by a quick scan of its file at first, which also
    /// counts what the person went back from, and exactly once all of it was read.
    #[ts(type = "number | null")]
    pub messages: Option<u64>,
    /// Whether it can be read whole, once known.
    pub state: Option<ConversationState>,
    /// Whether you handed it to someone.
    pub handed_out: bool,
    /// Who it comes from, when an import made it.
    pub received_from: Option<String>,
    /// Where the searched words stand in it: at most three places.
    pub snippets: Vec<Snippet>,
}

/// A place where searched words stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Snippet {
    /// The number of the message, if that is known.
    #[ts(type = "number | null")]
    pub number: Option<u64>,
    /// The text, cut where a searched word begins and ends.
    pub pieces: Vec<SnippetPiece>,
}

/// Some text of a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SnippetPiece {
    /// The text.
    pub text: String,
    /// Whether it is what was searched for.
    pub hit: bool,
}

/// Which way a conversation was handed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Handed {
    /// You handed it to someone.
    Out,
    /// An import of something you received made it.
    In,
}

/// The project folders there are conversations of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProjectList {
    /// The one that was used last comes first; at most 500.
    pub projects: Vec<ProjectCount>,
}

/// One project folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProjectCount {
    /// Its path, for asking and for reading.
    pub project: String,
    /// What it is called.
    pub name: String,
    /// How many conversations it has.
    #[ts(type = "number")]
    pub conversations: u64,
    /// When one of them changed last, RFC 3339 in UTC.
    pub last_used: String,
}

/// Whether a conversation can be read whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ConversationState {
    /// All of it can be read.
    Whole,
    /// Its agent is writing it.
    Live,
    /// Some of it can't be read.
    Partly {
        /// How many records.
        #[ts(type = "number")]
        damaged: u64,
        /// What is wrong with the first.
        why: String,
    },
    /// None of it can be read.
    Unreadable {
        /// Why.
        why: String,
    },
}

/// A page of one conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShownConversation {
    /// What the list says about it.
    pub conversation: Conversation,
    /// The messages, oldest first.
    pub messages: Vec<ShownMessage>,
    /// What to ask `after` for the next page; nothing when this is the last.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}

/// One message for reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShownMessage {
    /// Counts from 1.
    #[ts(type = "number")]
    pub number: u64,
    /// Who speaks.
    pub role: ShownRole,
    /// When, RFC 3339 in UTC.
    pub at: Option<String>,
    /// The model that wrote it.
    pub model: Option<String>,
    /// Put there by the agent's own machinery.
    pub injected: bool,
    /// From here on the model no longer reads what came before.
    pub resets: bool,
    /// What is said. A picture in a tool's result that can be shown follows it as a part of its own.
    pub parts: Vec<ShownPart>,
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ShownRole {
    /// The person, or a tool that answers.
    User,
    /// The model.
    Agent,
}

/// A piece of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShownPart {
    /// What it is.
    pub kind: PartKind,
    /// Its text; for a call its input, for a picture its type and size.
    pub text: String,
    /// The tool's name, for a call.
    pub tool: Option<String>,
    /// Whether there is more than the text shows.
    pub truncated: bool,
    /// The tool failed.
    pub failed: bool,
    /// What a call and its result have in common.
    pub call: Option<String>,
    /// What a call is about, on one line: a file, a command, a pattern, an address.
    pub summary: Option<String>,
    /// What a call does to files.
    pub edit: Option<ShownEdit>,
    /// How long the tool took, for a result, when the times of both are known.
    #[ts(type = "number | null")]
    pub took_ms: Option<u64>,
    /// A picture that lies in the conversation itself and can be asked for as a part.
    #[serde(default)]
    pub can_show: bool,
}

/// Kinds of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// Words.
    Text,
    /// The model's thinking.
    Reasoning,
    /// A tool is asked for.
    ToolCall,
    /// What the tool answered.
    ToolResult,
    /// An image.
    Image,
    /// Another file.
    File,
    /// Something only its platform understands.
    Other,
}
