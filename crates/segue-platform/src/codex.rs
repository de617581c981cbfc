//! Codex: rollout files under `$CODEX_HOME` or `~/.codex`, one line per record.
//!
//! ```text
//! places ──find──▶ Session ──glance──▶ title, folder, times                         (list)
//! stream (plain or zstd, a fork's beginning first) ──lines──▶ rollback plan ──▶ read
//!     ──response_item──▶ items ──▶ Message      ──everything else──▶ privacy ──▶ beside
//! Message ──restore (own records) or compose (foreign ones)──▶ write ──▶ one rollout file
//!     └──▶ screen: the events that list the thread and show it
//! ```
//!
//! Only `response_item`s and compactions are what the model reads; events are the screen. The
//! databases beside the files are caches of the program and are never touched.

mod calls;
mod compaction;
mod compose;
mod context;
mod count;
mod gather;
mod glance;
mod items;
mod meta;
mod outputs;
mod places;
mod privacy;
mod read;
mod rebase;
mod restore;
mod rollback;
mod rollout;
mod screen;
mod stream;
mod titles;
mod write;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use segue_conversation::Head;

use crate::platform::{
    Detected, Glance, ImportReceipt, Limits, Platform, PlatformError, Reading, Resume, Session,
    State, Target, Writing,
};
use crate::surroundings::AgentEnv;

/// The id in files and on the command line.
const ID: &str = "codex";

/// The sessions of Codex.
#[derive(Debug)]
pub struct Codex;

impl Platform for Codex {
    fn id(&self) -> &'static str {
        ID
    }

    fn name(&self) -> &'static str {
        "Codex"
    }

    fn detect(&self, place: &AgentEnv) -> Detected {
        places::detect(place)
    }

    fn find(&self, place: &AgentEnv) -> Result<Vec<Session>, PlatformError> {
        places::find(&places::root(place))
    }

    fn glance(&self, session: &Session, limits: &Limits) -> Result<Glance, PlatformError> {
        glance::glance(session, limits)
    }

    fn count(&self, session: &Session, limits: &Limits) -> Result<(u64, State), PlatformError> {
        count::count(session, limits)
    }

    fn open(&self, session: &Session, limits: &Limits) -> Result<Box<dyn Reading>, PlatformError> {
        Ok(Box::new(read::CodexReading::open(session, limits)?))
    }

    fn write(
        &self,
        place: &AgentEnv,
        target: Target,
        head: &Head,
    ) -> Result<Box<dyn Writing>, PlatformError> {
        Ok(Box::new(write::CodexWriting::begin(place, target, head)?))
    }

    fn written(&self, place: &AgentEnv, receipt: &ImportReceipt) -> Result<Session, PlatformError> {
        places::written(place, receipt)
    }

    fn moved_to(&self, folder: &Path) -> Option<Vec<(&'static str, Option<PathBuf>)>> {
        Some(vec![("CODEX_HOME", Some(folder.to_owned()))])
    }

    fn home_hint(&self) -> &'static str {
        "Choose the folder that holds the folder “sessions”, such as .codex."
    }

    fn resume(&self, session_id: &str, project: &Path) -> Resume {
        Resume {
            folder: project.to_owned(),
            command: ["codex", "resume", session_id].map(str::to_owned).to_vec(),
        }
    }
}
