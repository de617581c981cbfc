//! Conversations as a list and a page show them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::edits::ShownEdit;

/// A page of conversations, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Listing {
    pub conversations: Vec<Conversation>,
    /// What to ask `after` for the next page; nothing when this is the last.
    pub next: Option<String>,
    /// How many conversations all pages have together.
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
    /// How many have a known title and project.
    #[ts(type = "number")]
    pub known: u64,
    /// How many have had their messages counted.
    #[ts(type = "number")]
    pub counted: u64,
    /// How many can be searched.
    #[ts(type = "number")]
    pub searchable: u64,
}

/// A conversation on this computer, as a list shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Conversation {
    /// The name it has everywhere: the platform's id, a colon, its id there.
    pub name: String,
    /// The shortest beginning of its id that no other conversation has, at least 8 characters.
    pub short: String,
    /// The id of the agent it belongs to.
    pub platform: String,
    /// Its id in that agent's storage.
    pub id: String,
    /// Its title, or a substitute when it has none.
    pub title: Option<String>,
    pub project: Option<String>,
    pub branch: Option<String>,
    /// The model that wrote last.
    pub model: Option<String>,
    /// The earliest time in it, RFC 3339 in UTC.
    pub started: Option<String>,
    /// The latest time in it, RFC 3339 in UTC.
    pub updated: Option<String>,
    /// When its file was last changed.
    pub modified: String,
    /// The version of the agent that wrote it.
    pub version: Option<String>,
    /// The file it is in.
    pub file: String,
    /// The size of that file.
    #[ts(type = "number")]
    pub bytes: u64,
    /// How many messages it has, once counted. At first the number comes from a quick scan of its
    /// file and includes what the person went back from; it is exact once all of it has been read.
    #[ts(type = "number | null")]
    pub messages: Option<u64>,
    /// Whether it can be read whole, once known.
    pub state: Option<ConversationState>,
    /// Whether you handed it to someone.
    pub handed_out: bool,
    /// Who it comes from, when an import made it.
    pub received_from: Option<String>,
    /// At most three places in it that contain the words searched for.
    pub snippets: Vec<Snippet>,
}

/// A place that contains the words searched for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Snippet {
    /// The number of the message, if that is known.
    #[ts(type = "number | null")]
    pub number: Option<u64>,
    /// The text, cut where a word searched for begins and ends.
    pub pieces: Vec<SnippetPiece>,
}

/// A piece of the text of a [`Snippet`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SnippetPiece {
    pub text: String,
    /// Whether it is one of the words searched for.
    pub hit: bool,
}

/// The direction in which a conversation was handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Handed {
    /// You handed it to someone.
    Out,
    /// An import of something you received made it.
    In,
}

/// The project folders that have conversations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProjectList {
    /// At most 500, most recently used first.
    pub projects: Vec<ProjectCount>,
}

/// A project folder and its conversations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProjectCount {
    /// Its path, as requests and people name it.
    pub project: String,
    /// The name of the folder.
    pub name: String,
    /// How many conversations it has.
    #[ts(type = "number")]
    pub conversations: u64,
    /// When a conversation in it last changed, RFC 3339 in UTC.
    pub last_used: String,
}

/// Whether all of a conversation can be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ConversationState {
    /// All of it can be read.
    Whole,
    /// Its agent is writing it.
    Live,
    /// Some of it can't be read.
    Partly {
        /// How many records can't be read.
        #[ts(type = "number")]
        damaged: u64,
        /// What is wrong with the first of them.
        why: String,
    },
    /// None of it can be read.
    Unreadable {
        /// What made reading fail.
        why: String,
    },
}

/// One page of a conversation's messages.
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

/// A message as a reader shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShownMessage {
    /// Its position in the conversation, counted from 1.
    #[ts(type = "number")]
    pub number: u64,
    pub role: ShownRole,
    /// When it was written, RFC 3339 in UTC.
    pub at: Option<String>,
    /// The model that wrote it.
    pub model: Option<String>,
    /// Whether the agent's own machinery put it there.
    pub injected: bool,
    /// Whether the model no longer reads anything from before this message.
    pub resets: bool,
    /// What it says. A picture in a tool's result that can be shown follows it as a part of its
    /// own.
    pub parts: Vec<ShownPart>,
}

/// The two sides of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ShownRole {
    /// The person, or a tool that answers.
    User,
    Agent,
}

/// A piece of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShownPart {
    pub kind: PartKind,
    /// Its text; for a call its input, for a picture its type and size.
    pub text: String,
    /// The tool's name, for a call.
    pub tool: Option<String>,
    /// Whether there is more than the text shows.
    pub truncated: bool,
    /// Whether the tool failed.
    pub failed: bool,
    /// The id that a call and its result share.
    pub call: Option<String>,
    /// What a call is about, on one line: a file, a command, a pattern, an address.
    pub summary: Option<String>,
    /// What a call does to files.
    pub edit: Option<ShownEdit>,
    /// How long the tool took, for a result, when the times of both are known.
    #[ts(type = "number | null")]
    pub took_ms: Option<u64>,
    /// Whether it is a picture inside the conversation itself, which can be requested as a part.
    #[serde(default)]
    pub can_show: bool,
}

/// The kinds of pieces that a message is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    Text,
    Reasoning,
    /// A tool is asked for.
    ToolCall,
    /// What the tool answered.
    ToolResult,
    Image,
    /// A file that is not an image.
    File,
    /// Something only its platform understands.
    Other,
}
