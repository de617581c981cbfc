//! Files and folders that a person chose, under names that say nothing about where they are.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A file or folder that was chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OpenedPath {
    /// Its name in requests: `handle:` and some letters. It is valid as long as the node runs.
    pub handle: String,
    /// Its file name, without the path.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// The size of a file in bytes.
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
    /// Those that fit first, then most recently used first.
    pub folders: Vec<FolderChoice>,
}

/// A project folder on this computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FolderChoice {
    /// Its name in requests.
    pub handle: String,
    /// Where it is, for people to read.
    pub path: String,
    /// The name of the folder.
    pub name: String,
    /// Whether it is the project that was asked about.
    pub fit: FolderFit,
    /// When a conversation in it last changed, RFC 3339 in UTC.
    pub last_used: Option<String>,
}

/// How well a folder fits a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FolderFit {
    Remote,
    Name,
    /// It does not fit, or no project was asked about.
    None,
}
