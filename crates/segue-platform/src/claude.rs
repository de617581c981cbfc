//! Claude Code: one JSONL file per session, in a folder named after the project's path.
//!
//! ```text
//! <root>/projects/<folder of the project>/<session>.jsonl          the conversation, one record a line
//!                                        /<session>/subagents/…    transcripts of subagents
//!                                        /<session>/tool-results/… outputs too large for a line
//! ```
//!
//! Records form a tree by `parentUuid`; the conversation is the branch that ends at the active leaf.
//!
//! | file | concern |
//! |---|---|
//! | `place` | where things are, on every operating system |
//! | `record` | which records and fields are the conversation, and which are private |
//! | `index` | first pass: where each record is, and which branch is active |
//! | `read` | second pass: records to messages |
//! | `blocks` | content blocks to parts and back |
//! | `duplicate_output` | a tool's output, which the client stores two times |
//! | `sidecar` | subagent transcripts and large outputs |
//! | `stored` | large outputs in the place of the stubs that name them |
//! | `glance` | what a list shows, without reading the file |
//! | `write`, `lines` | messages to records |

mod blocks;
mod branches;
mod duplicate_output;
mod glance;
mod index;
mod lines;
mod place;
mod read;
mod record;
mod sidecar;
mod stored;
mod write;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use segue_conversation::Head;

use crate::detect;
use crate::platform::{
    Detected, Glance, ImportReceipt, Limits, Platform, PlatformError, Reading, Resume, Session,
    State, Target, Writing,
};
use crate::surroundings::AgentEnv;

/// The id in files and on the command line.
pub(crate) const ID: &str = "claude-code";

/// The sessions of Claude Code.
pub struct Claude;

impl Platform for Claude {
    fn id(&self) -> &'static str {
        ID
    }

    fn name(&self) -> &'static str {
        "Claude Code"
    }

    fn detect(&self, place: &AgentEnv) -> Detected {
        detect::program(
            place,
            "claude",
            "@anthropic-ai/claude-code",
            place::projects(place),
        )
    }

    fn find(&self, place: &AgentEnv) -> Result<Vec<Session>, PlatformError> {
        place::find(&place::projects(place))
    }

    fn glance(&self, session: &Session, limits: &Limits) -> Result<Glance, PlatformError> {
        glance::glance(session, limits)
    }

    fn count(&self, session: &Session, limits: &Limits) -> Result<(u64, State), PlatformError> {
        glance::count(session, limits)
    }

    fn open(&self, session: &Session, limits: &Limits) -> Result<Box<dyn Reading>, PlatformError> {
        Ok(Box::new(read::Session::open(session, limits)?))
    }

    fn write(
        &self,
        place: &AgentEnv,
        target: Target,
        head: &Head,
    ) -> Result<Box<dyn Writing>, PlatformError> {
        Ok(Box::new(write::Session::begin(place, target, head)?))
    }

    fn written(&self, place: &AgentEnv, receipt: &ImportReceipt) -> Result<Session, PlatformError> {
        place::written(place, receipt)
    }

    fn moved_to(&self, folder: &Path) -> Option<Vec<(&'static str, Option<PathBuf>)>> {
        let root = match folder.file_name() {
            Some(name) if name == "projects" => folder.parent()?,
            _ => folder,
        };
        Some(vec![("CLAUDE_CONFIG_DIR", Some(root.to_owned()))])
    }

    fn home_hint(&self) -> &'static str {
        "Choose the folder that holds the folder “projects”, such as .claude."
    }

    fn resume(&self, session_id: &str, project: &Path) -> Resume {
        Resume {
            folder: project.to_owned(),
            command: ["claude", "--resume", session_id]
                .map(str::to_owned)
                .to_vec(),
        }
    }
}
