//! Files and folders that a person chose, under names that say nothing about where they are.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A file or folder that was chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OpenedPath {
    /// Its name in requests: `handle:` and some letters. It holds as long as the node runs.
    pub handle: String,
    /// What it is called, without where it is.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// The size of a file.
    #[ts(type = "number")]
    pub bytes: u64,
}

/// Files that wait to be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WaitingFiles {
    /// In the order they were opened.
    pub files: Vec<OpenedPath>,
}

/// Folders that something can be imported into.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FolderList {
    /// Those that fit first, then those that were used last.
    pub folders: Vec<FolderChoice>,
}

/// A project folder on this computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FolderChoice {
    /// Its name in requests.
    pub handle: String,
    /// Where it is, for reading.
    pub path: String,
    /// What it is called.
    pub name: String,
    /// Whether it is the project that was asked about.
    pub fit: FolderFit,
    /// When a conversation in it changed last, RFC 3339 in UTC.
    pub last_used: Option<String>,
}

/// How a folder fits a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FolderFit {
    /// It has the same git remote.
    Remote,
    /// It has the same name.
    Name,
    /// It does not, or nothing was asked about.
    None,
}
