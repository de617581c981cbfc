//! Imports: what was added to this computer, and what was taken back.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::file::ReportLine;

/// The result of an import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Imported {
    pub outcome: ImportOutcome,
    /// The import's id; nothing for a dry run.
    pub import: Option<String>,
    /// The id of the agent.
    pub platform: String,
    /// The session's id in that agent's storage.
    pub session: String,
    pub project: String,
    /// How the folder was chosen.
    pub project_by: ProjectBy,
    pub title: Option<String>,
    /// Who it comes from, as they call themselves.
    pub from: Option<String>,
    /// How many messages of the file were written.
    #[ts(type = "number")]
    pub messages: u64,
    /// Everything that was added, or would be.
    pub changes: Vec<ChangeLine>,
    /// The command that carries on with the session.
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
    /// It only says what it would do.
    Planned,
    /// It made a new session.
    Imported,
    /// It added the new messages to the session made earlier.
    Continued,
    /// It did nothing, because the same file was imported before.
    AlreadyImported,
}

/// The way a project folder was chosen.
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

/// One thing that an import added or an undo removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChangeLine {
    pub what: ChangeKind,
    /// The file or folder that was changed.
    pub path: String,
    /// How many bytes were added, for a file.
    #[ts(type = "number | null")]
    pub bytes: Option<u64>,
    /// A table and the number of rows, a line, or a key.
    pub detail: Option<String>,
}

/// The kinds of things that an import adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    Folder,
    File,
    /// More at the end of a file that an import made earlier.
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
    /// The folder to run the command in.
    pub folder: String,
    /// The handle of that folder, if it is on this computer.
    pub handle: Option<String>,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Both as one line for a shell.
    pub line: String,
}

/// Imports, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportList {
    pub imports: Vec<ImportRecord>,
}

/// An import into an agent, as the record of imports has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportRecord {
    /// The id by which it can be undone.
    pub id: String,
    /// When it was made.
    pub at: String,
    /// The id of the agent.
    pub platform: String,
    /// The session's id in that agent's storage.
    pub session: String,
    pub project: String,
    pub title: Option<String>,
    /// Who it came from, as they call themselves.
    pub from: Option<String>,
    /// How many messages the session has from the file.
    #[ts(type = "number")]
    pub messages: u64,
    /// When it was undone, if it was.
    pub undone: Option<String>,
}

/// The result of undoing an import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Undone {
    pub import: ImportRecord,
    /// Everything that was removed.
    pub changes: Vec<ChangeLine>,
    /// Whether the session was gone already and nothing had to be removed.
    pub was_gone: bool,
}
