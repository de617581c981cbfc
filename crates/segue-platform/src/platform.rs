//! What every platform can do, and the table of those we know.

use std::path::{Path, PathBuf};

use segue_conversation::file::{Artifact, FileError};
use segue_conversation::json::JsonLimits;
use segue_conversation::{Head, Json, Message, Project, Report};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::delivery::Change;
use crate::essence::Essence;
use crate::surroundings::AgentEnv;

/// Every platform, in the order people see them. One line each.
pub static PLATFORMS: &[&dyn Platform] = &[
    &crate::claude::Claude,
    &crate::codex::Codex,
    &crate::gemini::Gemini,
    &crate::opencode::OpenCode,
];

/// Finds the platform with this id.
pub fn by_id(id: &str) -> Option<&'static dyn Platform> {
    PLATFORMS.iter().copied().find(|known| known.id() == id)
}

/// One agent and how it stores conversations.
pub trait Platform: Sync {
    /// Returns the id in files and on the command line, such as `claude-code`.
    fn id(&self) -> &'static str;

    /// Returns what people call it.
    fn name(&self) -> &'static str;

    /// Detects whether it is here, and where.
    fn detect(&self, place: &AgentEnv) -> Detected;

    /// Lists its sessions: names, sizes and times only, nothing is opened.
    fn find(&self, place: &AgentEnv) -> Result<Vec<Session>, PlatformError>;

    /// Reads what the first and last few kilobytes of a session tell.
    fn glance(&self, session: &Session, limits: &Limits) -> Result<Glance, PlatformError>;

    /// Counts the messages and tells whether the file is whole, by a scan of its bytes.
    fn count(&self, session: &Session, limits: &Limits) -> Result<(u64, State), PlatformError>;

    /// Opens a session for reading.
    fn open(&self, session: &Session, limits: &Limits) -> Result<Box<dyn Reading>, PlatformError>;

    /// Begins a new session, or the continuation of one we wrote.
    fn write(
        &self,
        place: &AgentEnv,
        target: Target,
        head: &Head,
    ) -> Result<Box<dyn Writing>, PlatformError>;

    /// Finds the session that a receipt is about, as it is now.
    fn written(&self, place: &AgentEnv, receipt: &ImportReceipt) -> Result<Session, PlatformError>;

    /// Returns the variables that make it use another folder, each with its new value; `None` when
    /// it can't use that one.
    fn moved_to(&self, _folder: &Path) -> Option<Vec<(&'static str, Option<PathBuf>)>> {
        None
    }

    /// Describes which folders it can use.
    fn home_hint(&self) -> &'static str {
        "It is always where it is by itself."
    }

    /// Returns the command that resumes a session.
    fn resume(&self, session_id: &str, project: &Path) -> Resume;
}

/// Whether a platform is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detected {
    /// The program, if it is on the PATH.
    pub program: Option<PathBuf>,
    /// Its version, if it can be told without running it.
    pub version: Option<String>,
    /// Where its sessions are or would be.
    pub folder: PathBuf,
    /// Whether that folder exists.
    pub used: bool,
}

/// A session as the file system shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub platform: &'static str,
    /// The platform's own id of the session.
    pub id: String,
    /// The file it is in.
    pub path: PathBuf,
    pub bytes: u64,
    /// When it last changed, in milliseconds since 1970.
    pub modified: i64,
}

/// What a list shows of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glance {
    /// Its title, or what takes the place of one.
    pub title: Option<String>,
    pub project: Option<String>,
    pub branch: Option<String>,
    /// The model that wrote last.
    pub model: Option<String>,
    /// The first time in it, RFC 3339 in UTC.
    pub started: Option<String>,
    /// The last time in it, RFC 3339 in UTC.
    pub updated: Option<String>,
    /// The version of the platform that wrote it.
    pub version: Option<String>,
}

/// Whether a session can be read whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum State {
    /// Everything can be read.
    Whole,
    /// The last line is unfinished: the agent is writing it.
    Live,
    /// Some of it cannot be read.
    #[serde(rename_all = "camelCase")]
    Partly {
        /// How many records can't be read.
        damaged: u64,
        /// What is wrong with the first.
        why: String,
    },
}

/// A session being read.
pub trait Reading {
    /// Returns what the session says about itself. Complete only after the last message.
    fn about(&self) -> About;

    /// Reads the next thing beside the messages; `None` after the last. All of it comes before the
    /// first message.
    fn artifact(&mut self) -> Result<Option<Artifact>, PlatformError>;

    /// Reads the next message; `None` after the last.
    fn message(&mut self) -> Result<Option<Message>, PlatformError>;

    /// Returns what was kept and left out so far.
    fn report(&self) -> &Report;

    /// Returns the bytes read so far and altogether.
    fn progress(&self) -> (u64, u64);
}

/// What a session says about itself.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The id of the conversation on its platform.
    pub session_id: String,
    pub title: Option<String>,
    /// The project, as far as the session tells.
    pub project: Option<Project>,
    pub version: Option<String>,
    /// What the platform stores about the whole conversation.
    pub native: Option<Json>,
    /// Whether all of it could be read.
    pub state: Option<State>,
}

/// Where an import goes.
#[derive(Clone, Debug)]
pub struct Target {
    /// The project folder in which it is to be resumed; absolute, links resolved.
    pub project: PathBuf,
    /// The title to show.
    pub title: Option<String>,
    /// The moment of the import, in milliseconds since 1970.
    pub now: i64,
    /// The id of a new session, for agents that name theirs by a UUID.
    pub id: Uuid,
    /// Whether only to find out what would be written.
    pub dry_run: bool,
    /// A session we wrote earlier that is to be continued, instead of a new one.
    pub onto: Option<ImportReceipt>,
    /// Whether to rewrite the sender's project folder to ours inside text.
    pub map_paths: bool,
    /// The id of the agent's last message: its model would become the receiver's.
    pub last_answer: Option<String>,
    /// What the session says already; empty for a new one.
    pub seed: Essence,
    /// Whose drafts these are: letters that identify somebody who makes one import at a time.
    pub owner: String,
}

impl Target {
    /// Creates a target for a new session in this folder, at this moment.
    pub fn new(project: PathBuf, now: i64) -> Self {
        Self {
            project,
            title: None,
            now,
            id: Uuid::new_v4(),
            dry_run: false,
            onto: None,
            map_paths: false,
            last_answer: None,
            seed: Essence::default(),
            owner: "someone".to_owned(),
        }
    }
}

/// A session being written.
pub trait Writing {
    /// Takes something that is beside the messages; all of it comes before the first message.
    fn artifact(&mut self, artifact: Artifact) -> Result<(), PlatformError>;

    /// Takes the next message. Every call has its result by now.
    fn message(&mut self, message: Message) -> Result<(), PlatformError>;

    /// Puts everything in place, after `announce` has got what that will be.
    fn finish(self: Box<Self>, announce: Announce<'_>) -> Result<Written, PlatformError>;
}

/// A callback that gets what will be added before any of it is in place; if it fails, nothing is.
pub type Announce<'a> = &'a dyn Fn(&ImportReceipt) -> Result<(), PlatformError>;

/// What an import made.
#[derive(Clone, Debug)]
pub struct Written {
    /// What was added, for undoing and for continuing.
    pub receipt: ImportReceipt,
    /// What was kept, changed and left out.
    pub report: Report,
    /// What the session must read back as.
    pub essence: Essence,
}

/// What an import added to the machine. Kept by whoever may want to undo it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportReceipt {
    pub platform: String,
    /// The new session's id.
    pub session_id: String,
    pub project: PathBuf,
    /// What was added, in order.
    pub changes: Vec<Change>,
    /// What the platform needs to continue the session later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tail: Option<Json>,
}

impl ImportReceipt {
    /// Returns the size and hash with which the import left a file; `None` if it did not write that
    /// file.
    pub fn left_as(&self, file: &Path) -> Option<(u64, String)> {
        self.changes.iter().rev().find_map(|change| match change {
            Change::File { path, bytes, hash }
            | Change::Grown {
                path, bytes, hash, ..
            } if path == file => Some((*bytes, hash.clone())),
            _ => None,
        })
    }
}

/// A command for the person's own shell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resume {
    /// The folder to be in.
    pub folder: PathBuf,
    /// The program and its arguments.
    pub command: Vec<String>,
}

/// What reading one session may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bounds of one record as JSON.
    pub json: JsonLimits,
    /// The most bytes of one record; longer ones are left out and reported.
    pub record_bytes: usize,
    /// The most records of one session; what follows is left out and reported.
    pub records: usize,
    /// The most bytes of all files beside the session.
    pub beside_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            json: JsonLimits::default(),
            record_bytes: 48 << 20,
            records: 1_000_000,
            beside_bytes: 2 << 30,
        }
    }
}

/// Why a platform could not do it.
#[derive(Debug, thiserror::Error)]
pub enum PlatformError {
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    /// The session is not there.
    #[error("{0}")]
    NotFound(String),
    /// The session cannot be understood at all.
    #[error("{0}")]
    Damaged(String),
    /// The agent has it open.
    #[error("{0}")]
    Busy(String),
    /// It was used or changed since.
    #[error("{0}")]
    Changed(String),
    /// A rule of ours forbids it.
    #[error("{0}")]
    Refused(String),
    /// Bigger than a limit.
    #[error("{0}")]
    TooLarge(String),
    /// The conversation file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The platform's database refused.
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
}

impl PlatformError {
    /// Adds the path an error happened at, for use with `map_err`.
    pub fn at(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }
}
