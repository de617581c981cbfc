//! Imports: what was added to this computer, and what was taken back.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::file::ReportLine;

/// What came of an import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Imported {
    /// What was done.
    pub outcome: ImportOutcome,
    /// The import's id; nothing for a rehearsal.
    pub import: Option<String>,
    /// The platform's id.
    pub platform: String,
    /// The session's id there.
    pub session: String,
    /// The project folder.
    pub project: String,
    /// How the folder was chosen.
    pub project_by: ProjectBy,
    /// The title.
    pub title: Option<String>,
    /// Who it comes from, as they call themselves.
    pub from: Option<String>,
    /// How many messages of the file were written.
    #[ts(type = "number")]
    pub messages: u64,
    /// Everything that was added, or would be.
    pub changes: Vec<ChangeLine>,
    /// How to carry on.
    pub resume: ResumeCommand,
    /// What was kept, changed and left out.
    pub report: Vec<ReportLine>,
    /// What the person should know.
    pub notes: Vec<String>,
}

/// What an import did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ImportOutcome {
    /// Nothing: this is what it would do.
    Planned,
    /// Made a new session.
    Imported,
    /// Added the new messages to the session made earlier.
    Continued,
    /// Nothing: the same was imported before.
    AlreadyImported,
}

/// How a project folder was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ProjectBy {
    /// The person named it.
    Given,
    /// It has the same git remote.
    Remote,
    /// It has the same name.
    Name,
}

/// One thing that was added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChangeLine {
    /// What it is.
    pub what: ChangeKind,
    /// Where.
    pub path: String,
    /// Bytes added, for a file.
    #[ts(type = "number | null")]
    pub bytes: Option<u64>,
    /// More about it: a table and the number of rows, a line, a key.
    pub detail: Option<String>,
}

/// Kinds of things that are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// A folder.
    Folder,
    /// A file.
    File,
    /// More at the end of a file of ours.
    Grown,
    /// A line in a list.
    Line,
    /// An entry in a settings file.
    Entry,
    /// Rows of a database.
    Rows,
}

/// The command that carries on with a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResumeCommand {
    /// The folder to be in.
    pub folder: String,
    /// The folder's name in requests, when it is here.
    pub handle: Option<String>,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Both as one line for a shell.
    pub line: String,
}

/// Imports, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportList {
    /// The imports.
    pub imports: Vec<ImportRecord>,
}

/// One import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportRecord {
    /// Its id.
    pub id: String,
    /// When.
    pub at: String,
    /// The platform's id.
    pub platform: String,
    /// The session's id there.
    pub session: String,
    /// The project folder.
    pub project: String,
    /// The title.
    pub title: Option<String>,
    /// Who it came from, as they call themselves.
    pub from: Option<String>,
    /// How many messages the session has from the file.
    #[ts(type = "number")]
    pub messages: u64,
    /// Whether it was taken back, and when.
    pub undone: Option<String>,
}

/// What was taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Undone {
    /// The import.
    pub import: ImportRecord,
    /// Everything that was removed.
    pub changes: Vec<ChangeLine>,
    /// Whether the session was gone already, so that nothing had to be removed.
    pub was_gone: bool,
}
