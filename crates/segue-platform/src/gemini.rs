//! Gemini CLI: one JSONL file for each session, in a folder for each project.
//!
//! ```text
//! find    names only ──▶ Session           place, find
//! open    Index (which records count) ──▶ Read (by place) ──▶ Message        index, read, decode
//! write   Message ──▶ Pending ──▶ record ──▶ file; slug claimed at the end   write, encode, claim
//! ```
//!
//! | file | one idea |
//! |---|---|
//! | `place` | where things are and how they are named |
//! | `registry`, `lock`, `claim` | the client's list of projects, its lock, a slug for a new project |
//! | `find` | sessions by name; what both ends of a file tell |
//! | `record`, `facts`, `index` | what a line is, what it says of the session, which lines count |
//! | `decode`, `content`, `context`, `results`, `clean`, `read` | records to messages |
//! | `prepare`, `pending`, `encode`, `skipped_records`, `write`, `continue_session` | messages to records |
//! | `sidecar` | subagents' transcripts and long tool outputs |
//!
//! A session found by name has only the first eight digits of its id; [`About`] has all of it.
//!
//! [`About`]: crate::platform::About

mod claim;
mod clean;
mod content;
mod context;
mod continue_session;
mod decode;
mod encode;
mod facts;
mod find;
mod index;
mod lock;
mod pending;
mod place;
mod prepare;
mod read;
mod record;
mod registry;
mod results;
mod sidecar;
mod skipped_records;
mod write;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use segue_conversation::Head;

use crate::detect;
use crate::open;
use crate::platform::{
    Detected, Glance, ImportReceipt, Limits, Platform, PlatformError, Reading, Resume, Session,
    State, Target, Writing,
};
use crate::surroundings::AgentEnv;

const ID: &str = "gemini-cli";

/// The sessions of Gemini CLI.
#[derive(Clone, Copy, Debug)]
pub struct Gemini;

impl Platform for Gemini {
    fn id(&self) -> &'static str {
        ID
    }

    fn name(&self) -> &'static str {
        "Gemini CLI"
    }

    fn detect(&self, place: &AgentEnv) -> Detected {
        let folder = place::folder(place).join("tmp");
        detect::program(place, "gemini", "@google/gemini-cli", folder)
    }

    fn find(&self, place: &AgentEnv) -> Result<Vec<Session>, PlatformError> {
        find::sessions(&place::folder(place))
    }

    fn glance(&self, session: &Session, _limits: &Limits) -> Result<Glance, PlatformError> {
        find::glance(session)
    }

    fn count(&self, session: &Session, limits: &Limits) -> Result<(u64, State), PlatformError> {
        let at = || PlatformError::at(&session.path);
        let mut file = open::plain_file(&session.path).map_err(at())?;
        let whole = read::is_one_object(&session.path);
        let index = index::Index::build(&mut file, whole, limits).map_err(at())?;
        Ok((index.count(), index.state()))
    }

    fn open(&self, session: &Session, limits: &Limits) -> Result<Box<dyn Reading>, PlatformError> {
        Ok(Box::new(read::Read::open(&session.path, limits)?))
    }

    fn write(
        &self,
        place: &AgentEnv,
        target: Target,
        head: &Head,
    ) -> Result<Box<dyn Writing>, PlatformError> {
        Ok(Box::new(write::Write::begin(place, target, head)?))
    }

    fn written(
        &self,
        _place: &AgentEnv,
        receipt: &ImportReceipt,
    ) -> Result<Session, PlatformError> {
        let path = continue_session::file(receipt).ok_or_else(|| {
            PlatformError::NotFound("The receipt names no session file.".to_owned())
        })?;
        let about = std::fs::symlink_metadata(&path).map_err(PlatformError::at(&path))?;
        Ok(Session {
            platform: ID,
            id: receipt.session_id.clone(),
            bytes: about.len(),
            modified: find::millis(&about),
            path,
        })
    }

    fn moved_to(&self, folder: &Path) -> Option<Vec<(&'static str, Option<PathBuf>)>> {
        let home = crate::surroundings::holder(folder, ".gemini")?;
        Some(vec![("GEMINI_CLI_HOME", Some(home))])
    }

    fn home_hint(&self) -> &'static str {
        "Choose a folder that is called .gemini, or the one that holds it."
    }

    fn resume(&self, session_id: &str, project: &Path) -> Resume {
        Resume {
            folder: project.to_owned(),
            command: ["gemini", "--resume", session_id]
                .map(str::to_owned)
                .to_vec(),
        }
    }
}

/// Removes a project from the registry again, if it still has the slug we gave it.
pub(crate) fn forget_project(
    path: &Path,
    _object: &str,
    key: &str,
    value: &str,
) -> Result<(), PlatformError> {
    registry::forget(path, key, value)
}

/// Fails if the client continued one of our sessions, which it does in another file.
pub(crate) fn unused(receipt: &ImportReceipt) -> Result<(), PlatformError> {
    match receipt.platform == ID {
        true => continue_session::unused(receipt),
        false => Ok(()),
    }
}
