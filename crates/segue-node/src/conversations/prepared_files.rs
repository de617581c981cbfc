//! Files that are ready to leave, as they were shown, each by the hash of its bytes.
//!
//! ```text
//! prepare ──▶ PreparedFile { Cleared, profile/prepared/<hash>.a2a.json } ──▶ shown, exported, sent
//! ```
//!
//! A few are kept, for an hour, and none longer than the node runs. What is in them was cleared,
//! so that nothing secret lies here.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use segue_clock::Clock;
use segue_door::{Code, Failure, Finding, Prepared};
use segue_private as private;
use segue_redact::Cleared;

use super::failure;

/// How many are kept, and how long.
const MOST: usize = 8;
const KEPT: Duration = Duration::from_secs(60 * 60);

/// The folder of prepared files and what is known about each.
pub(crate) struct PreparedFiles {
    clock: Clock,
    folder: PathBuf,
    staged: Mutex<VecDeque<Arc<PreparedFile>>>,
}

/// A prepared file. It is removed from the disk when nobody holds it any more.
pub(crate) struct PreparedFile {
    pub(crate) cleared: Cleared,
    pub(crate) file: tempfile::TempPath,
    pub(crate) prepared: Prepared,
    /// All findings, the surest first.
    pub(super) findings: Vec<Finding>,
    since: Instant,
}

impl PreparedFiles {
    /// Opens the folder and empties it: what an earlier node left there is gone.
    pub(crate) fn open(folder: PathBuf, clock: Clock) -> Result<Self, Failure> {
        private::make_folder(&folder, &[]).map_err(|error| failure::io(&folder, &error))?;
        if let Err(error) = sweep(&folder) {
            tracing::warn!(%error, "an old prepared file could not be removed");
        }
        Ok(Self {
            clock,
            folder,
            staged: Mutex::default(),
        })
    }

    /// Creates a file to write into, for this user only.
    pub(super) fn draft(&self) -> Result<tempfile::NamedTempFile, Failure> {
        tempfile::Builder::new()
            .prefix("draft-")
            .suffix(".tmp")
            .tempfile_in(&self.folder)
            .map_err(|error| failure::io(&self.folder, &error))
    }

    /// Puts a finished file into the folder. When there are too many, the oldest is forgotten.
    pub(super) fn put(
        &self,
        cleared: Cleared,
        draft: tempfile::NamedTempFile,
        prepared: Prepared,
        findings: Vec<Finding>,
    ) -> Result<Arc<PreparedFile>, Failure> {
        let path = self.folder.join(format!("{}.a2a.json", cleared.hash()));
        draft
            .persist(&path)
            .map_err(|error| failure::io(&path, &error.error))?;
        let file =
            tempfile::TempPath::try_from_path(&path).map_err(|error| failure::io(&path, &error))?;
        let staged = Arc::new(PreparedFile {
            cleared,
            file,
            prepared,
            findings,
            since: self.clock.monotonic(),
        });
        let mut all = self.all();
        all.truncate(MOST - 1);
        all.push_front(Arc::clone(&staged));
        Ok(staged)
    }

    /// Returns the file with this hash. Fails if it is not prepared any more.
    pub(super) fn get(&self, hash: &str) -> Result<Arc<PreparedFile>, Failure> {
        let found = self
            .all()
            .iter()
            .find(|staged| staged.prepared.hash == hash)
            .map(Arc::clone);
        found.ok_or_else(|| {
            Failure::new(
                Code::NotFound,
                "This is not prepared any more: it was dropped, is more than an hour old, or Segue \
                 was started anew.",
            )
            .hint("Prepare it again and look at what would leave.")
        })
    }

    /// Forgets the file with this hash. Returns whether there was one.
    pub(super) fn forget(&self, hash: &str) -> bool {
        let mut all = self.all();
        let before = all.len();
        all.retain(|staged| staged.prepared.hash != hash);
        all.len() < before
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<PreparedFile>>> {
        let mut all = self.staged.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|staged| self.clock.since(staged.since) < KEPT);
        all
    }
}

fn sweep(folder: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
