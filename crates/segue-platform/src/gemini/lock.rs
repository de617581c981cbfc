//! The client's lock on its list of projects: a folder beside it, abandoned after ten seconds.

use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::place::REGISTRY;
use crate::platform::PlatformError;

/// How long the client waits for its lock, and so do we.
const PATIENCE: Duration = Duration::from_millis(if cfg!(test) { 300 } else { 10_000 });
/// The age after which the client takes a lock as abandoned.
const ABANDONED: Duration = Duration::from_secs(10);
const STEP: Duration = Duration::from_millis(100);

/// The client's lock, held.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
}

impl Lock {
    /// Waits for the lock on the list in the client's folder. Fails if it is not free within
    /// `PATIENCE`.
    pub(super) fn take(folder: &Path) -> Result<Self, PlatformError> {
        let path = folder.join(format!("{REGISTRY}.lock"));
        let mut waited = Duration::ZERO;
        loop {
            match DirBuilder::new().create(&path) {
                Ok(()) => return Ok(Self { path }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if is_abandoned(&path) && std::fs::remove_dir(&path).is_ok() {
                        continue;
                    }
                }
                Err(error) => return Err(PlatformError::at(&path)(error)),
            }
            if waited >= PATIENCE {
                return Err(PlatformError::Busy(
                    "Gemini CLI is changing its list of projects. Try again in a moment."
                        .to_owned(),
                ));
            }
            std::thread::sleep(STEP);
            waited += STEP;
        }
    }
}

fn is_abandoned(lock: &Path) -> bool {
    std::fs::symlink_metadata(lock)
        .and_then(|about| about.modified())
        .is_ok_and(|touched| {
            SystemTime::now()
                .duration_since(touched)
                .is_ok_and(|age| age > ABANDONED)
        })
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir(&self.path) {
            tracing::warn!(path = %self.path.display(), %error, "could not give the lock back");
        }
    }
}
