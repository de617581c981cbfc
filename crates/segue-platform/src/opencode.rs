//! OpenCode: rows of a SQLite database, and a tree of JSON files before version 1.2.
//!
//! ```text
//! database ──Rows / Files──▶ Native ──neutral──▶ Message                       (read)
//! Message ──compose──▶ Native ──▶ temporary table ──one transaction──▶ rows    (write)
//! ```
//!
//! The same database holds accounts and credentials: only `session`, `message`, `part` and
//! `project` are ever looked at. Sessions of subagents travel as artifacts, not as sessions of
//! their own, as in the program's own list.

mod compose;
mod database;
mod find;
mod ids;
mod native;
mod neutral;
mod place;
mod put;
mod read;
mod receiver;
mod rows;
mod shape;
mod source;
mod summary;
mod tool;
mod tree;
mod write;

use std::path::{Path, PathBuf};

use segue_conversation::Head;

use crate::detect;
use crate::platform::{
    Detected, Glance, ImportReceipt, Limits, Platform, PlatformError, Reading, Resume, Session,
    State, Target, Writing,
};
use crate::surroundings::AgentEnv;

pub(crate) use rows::{delete_rows, rows_unchanged};

/// The id in files and on the command line.
const ID: &str = "opencode";

/// The sessions of OpenCode.
#[derive(Debug)]
pub struct OpenCode;

impl Platform for OpenCode {
    fn id(&self) -> &'static str {
        ID
    }

    fn name(&self) -> &'static str {
        "OpenCode"
    }

    fn detect(&self, place: &AgentEnv) -> Detected {
        detect::program(place, "opencode", "opencode-ai", place::data(place))
    }

    fn find(&self, place: &AgentEnv) -> Result<Vec<Session>, PlatformError> {
        find::find(place)
    }

    fn glance(&self, session: &Session, limits: &Limits) -> Result<Glance, PlatformError> {
        find::glance(session, limits)
    }

    fn count(&self, session: &Session, limits: &Limits) -> Result<(u64, State), PlatformError> {
        find::count(session, limits)
    }

    fn open(&self, session: &Session, limits: &Limits) -> Result<Box<dyn Reading>, PlatformError> {
        Ok(Box::new(read::open(session, limits)?))
    }

    fn write(
        &self,
        place: &AgentEnv,
        target: Target,
        head: &Head,
    ) -> Result<Box<dyn Writing>, PlatformError> {
        Ok(Box::new(write::begin(place, target, head)?))
    }

    fn written(
        &self,
        _place: &AgentEnv,
        receipt: &ImportReceipt,
    ) -> Result<Session, PlatformError> {
        let gone = || find::gone(&receipt.session_id);
        let path = receipt.changes.last().ok_or_else(gone)?.path();
        find::by_id(path, &receipt.session_id)?.ok_or_else(gone)
    }

    fn moved_to(&self, folder: &Path) -> Option<Vec<(&'static str, Option<PathBuf>)>> {
        let home = crate::surroundings::holder(folder, "opencode")?;
        Some(vec![("XDG_DATA_HOME", Some(home)), ("OPENCODE_DB", None)])
    }

    fn home_hint(&self) -> &'static str {
        "Choose a folder that is called opencode, or the one that holds it."
    }

    fn resume(&self, session_id: &str, project: &Path) -> Resume {
        Resume {
            folder: project.to_owned(),
            command: ["opencode", "--session", session_id]
                .map(str::to_owned)
                .to_vec(),
        }
    }
}

#[cfg(test)]
mod tests;
