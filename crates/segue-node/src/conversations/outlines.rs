//! What a conversation is, from one pass over it, kept for as long as it does not change: moving a
//! slider must not read 200 MB again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use segue_conversation::history::Outline;
use segue_door::Failure;
use segue_platform::{Limits, Platform, Session};

use super::failure;
use super::work::Progress;

/// How many are kept; an outline of a long conversation is a few megabytes.
const MOST: usize = 4;

/// The last few outlines.
#[derive(Default)]
pub(super) struct Outlines {
    kept: Mutex<VecDeque<(Session, Arc<Outline>)>>,
}

impl Outlines {
    /// Returns the outline of a session as it is now, reading the session unless its outline is
    /// kept.
    pub(super) fn get(
        &self,
        platform: &dyn Platform,
        session: &Session,
        progress: &Progress,
    ) -> Result<Arc<Outline>, Failure> {
        if let Some(known) = self.known(session) {
            return Ok(known);
        }
        let mut reading = platform
            .open(session, &Limits::default())
            .map_err(failure::platform)?;
        let mut outline = Outline::default();
        while reading.artifact().map_err(failure::platform)?.is_some() {
            progress.go_on()?;
        }
        while let Some(message) = reading.message().map_err(failure::platform)? {
            progress.go_on()?;
            let (done, total) = reading.progress();
            progress.at(done, total);
            outline.see(&message);
        }
        Ok(self.keep(session, outline))
    }

    /// Keeps an outline that was made while reading for something else.
    pub(super) fn keep(&self, session: &Session, outline: Outline) -> Arc<Outline> {
        let outline = Arc::new(outline);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| known.path != session.path || known.id != session.id);
        kept.truncate(MOST - 1);
        kept.push_front((session.clone(), Arc::clone(&outline)));
        outline
    }

    /// Forgets an outline that turned out to be of another moment than it said.
    pub(super) fn forget(&self, session: &Session) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| known != session);
    }

    fn known(&self, session: &Session) -> Option<Arc<Outline>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(known, _)| known == session)?;
        Some(Arc::clone(&found.1))
    }
}
