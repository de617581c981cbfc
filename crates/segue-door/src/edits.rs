//! Changes of files, as a reader shows them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a tool does to files, line by line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ShownEdit {
    /// In the order of the call.
    pub files: Vec<EditedFile>,
}

/// Some of the changes that came with a conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DiffPage {
    /// In the order of the patch.
    pub files: Vec<EditedFile>,
    /// The `after` of the request for the next files; nothing when these are the last.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}

/// What a tool does to one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EditedFile {
    /// Its path, as the call has it.
    pub path: String,
    pub kind: EditKind,
    /// The lines that change, with a few around them.
    pub lines: Vec<DiffLine>,
    /// Whether lines, or the ends of long lines, are missing.
    pub cut: bool,
}

/// What becomes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum EditKind {
    /// All of it is written; whether it existed before is not known.
    Created,
    Changed,
    Deleted,
    /// It is not text, so what changes can't be shown.
    Binary,
}

/// One line of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DiffLine {
    pub sign: DiffSign,
    /// The line, without its end.
    pub text: String,
    /// Its number in the old file; unknown for a call that replaces a piece of text.
    pub old_line: Option<u32>,
    /// Its number in the new file; unknown for a call that replaces a piece of text.
    pub new_line: Option<u32>,
}

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DiffSign {
    Same,
    Added,
    Removed,
    /// Unchanged lines that are not shown; the text is their number, or empty when that is not
    /// known.
    Skipped,
}
