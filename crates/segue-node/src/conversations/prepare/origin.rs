//! Where a conversation that shall leave comes from: an agent's session, or a file.
//!
//! ```text
//! "claude-code:1a2b…" ──catalog──▶ session ─┐
//! a file, by path or handle ──checked─▶ file ┴─▶ Origin: what is known, and a Readable
//! ```

use std::path::PathBuf;
use std::sync::Arc;

use segue_conversation::Extent;
use segue_conversation::history::Outline;
use segue_door::{ConversationRef, Failure};
use segue_platform::{AgentEnv, Limits, Platform, Reading, Session};

use super::super::work::Progress;
use super::super::{Conversations, Signer, failure};
use super::{copied, head};
use crate::catalog::SessionRow;

/// A conversation, before it is read.
pub(super) struct Origin {
    /// What the door calls it: `platform:id`, or the path of the file.
    pub(super) name: String,
    /// A few letters of its id.
    pub(super) short: String,
    /// The conversation's id, the same in every file of it.
    pub(super) context: String,
    pub(super) platform: String,
    pub(super) session: Option<String>,
    pub(super) title: Option<String>,
    pub(super) version: Option<String>,
    pub(super) branch: Option<String>,
    /// The project folder, on whatever computer.
    pub(super) project: Option<String>,
    /// The project folder on this computer.
    pub(super) folder: Option<PathBuf>,
    /// How much of the conversation the file had; `None` for a session.
    pub(super) had: Option<Had>,
    /// What the person should know about where it comes from.
    pub(super) notes: Vec<String>,
    pub(super) from: Box<dyn Readable>,
}

/// How much of a conversation a file has.
pub(super) struct Had {
    pub(super) history: String,
    pub(super) extent: Option<Extent>,
}

/// A conversation that can be read as often as needed.
pub(super) trait Readable {
    /// Begins to read from the beginning.
    fn open(&self) -> Result<Box<dyn Reading>, Failure>;

    /// Returns the outline of the conversation, from one pass over it.
    fn outline(&self, here: &Conversations, progress: &Progress) -> Result<Arc<Outline>, Failure>;

    /// Takes note of how many messages there are, since all of them were read.
    fn counted(&self, _here: &Conversations, _messages: u64) {}

    /// Keeps an outline that was made on the way.
    fn keep(&self, _here: &Conversations, _outline: Outline) {}

    /// Forgets a kept outline, since it was of another moment.
    fn forget(&self, _here: &Conversations) {}
}

impl Origin {
    /// Finds what a person names.
    pub(super) fn new(
        here: &Conversations,
        named: &ConversationRef,
        place: &AgentEnv,
        you: &Signer,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        match named {
            ConversationRef::File { file } => copied::origin(file.path()?, you, progress),
            ConversationRef::Named(name) => session(here, name, place),
        }
    }
}

fn session(here: &Conversations, name: &str, place: &AgentEnv) -> Result<Origin, Failure> {
    let row = here.catalog.resolve(place, name, false)?;
    let platform = here.catalog.platform(row.session.platform)?;
    let conversation = here.catalog.known(row.clone())?;
    let folder = conversation.project.as_deref().map(PathBuf::from);
    let (context, id) = head::known(here, &row.session)?;
    Ok(Origin {
        name: conversation.name,
        short: conversation.short,
        context,
        platform: row.session.platform.to_owned(),
        session: Some(id),
        title: conversation.title,
        version: conversation.version,
        branch: conversation.branch,
        project: conversation.project,
        folder: folder.filter(|folder| folder.is_absolute() && folder.is_dir()),
        had: None,
        notes: Vec::new(),
        from: Box::new(Stored {
            session: row.session.clone(),
            row,
            platform,
        }),
    })
}

/// A session in an agent's database.
struct Stored {
    row: SessionRow,
    platform: &'static dyn Platform,
    session: Session,
}

impl Readable for Stored {
    fn open(&self) -> Result<Box<dyn Reading>, Failure> {
        self.platform
            .open(&self.session, &Limits::default())
            .map_err(failure::platform)
    }

    fn outline(&self, here: &Conversations, progress: &Progress) -> Result<Arc<Outline>, Failure> {
        here.outlines.get(self.platform, &self.session, progress)
    }

    fn counted(&self, here: &Conversations, messages: u64) {
        here.catalog.counted(&self.row, messages);
    }

    fn keep(&self, here: &Conversations, outline: Outline) {
        here.outlines.keep(&self.session, outline);
    }

    fn forget(&self, here: &Conversations) {
        here.outlines.forget(&self.session);
    }
}
