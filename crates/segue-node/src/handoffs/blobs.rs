//! Files under the hash of their bytes: those that leave, and those that came.
//!
//! ```text
//! prepared/…  ──Cleared::copy──▶ blobs/<hash>      what leaves is what was shown
//! coming/<hash> (pulled, checked) ──rename──▶ blobs/<hash>
//! ```
//!
//! A file has its name only when it is whole and synced. One that no row names is collected.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use segue_door::{Code, Failure};
use segue_handoff::word::is_hash;
use segue_link::private;
use segue_network::DeviceId;
use segue_redact::Cleared;

use crate::crash;

/// What the name of a file begins with that is being made.
const DRAFT: &str = "draft-";

/// The folders.
#[derive(Clone, Debug)]
pub(crate) struct Blobs {
    here: PathBuf,
    coming: PathBuf,
}

impl Blobs {
    /// Opens the folders, making them as needed.
    pub(crate) fn open(here: PathBuf, coming: PathBuf) -> Result<Self, Failure> {
        for folder in [&here, &coming] {
            private::make_folder(folder, &[]).map_err(|error| refused(folder, &error))?;
        }
        Ok(Self { here, coming })
    }

    /// Where a file is or would be.
    pub(crate) fn path(&self, hash: &str) -> PathBuf {
        debug_assert!(is_hash(hash), "{hash}");
        self.here.join(hash)
    }

    /// Whether a file is here.
    pub(crate) fn has(&self, hash: &str) -> bool {
        is_hash(hash) && self.path(hash).is_file()
    }

    /// Where files that come are put together.
    pub(crate) fn coming(&self) -> &Path {
        &self.coming
    }

    /// Takes in exactly the bytes that were cleared.
    pub(crate) fn put(&self, cleared: &Cleared, from: &Path) -> Result<String, Failure> {
        let hash = cleared.hash();
        if !self.has(&hash) {
            let at = |error| refused(&self.here, &error);
            let mut from = File::open(from).map_err(at)?;
            let draft = self.draft()?;
            cleared.copy(&mut from, &mut draft.as_file()).map_err(at)?;
            self.keep(draft, &hash)?;
        }
        Ok(hash)
    }

    /// A file to write into that becomes a blob by [`keep`](Self::keep).
    pub(crate) fn draft(&self) -> Result<tempfile::NamedTempFile, Failure> {
        tempfile::Builder::new()
            .prefix(DRAFT)
            .tempfile_in(&self.coming)
            .map_err(|error| refused(&self.coming, &error))
    }

    /// Gives a draft its name; its bytes must have this hash.
    pub(crate) fn keep(&self, draft: tempfile::NamedTempFile, hash: &str) -> Result<(), Failure> {
        let at = |error: &io::Error| refused(&self.here, error);
        draft.as_file().sync_all().map_err(|error| at(&error))?;
        crash::point("before a file has its name");
        draft
            .persist(self.path(hash))
            .map_err(|error| at(&error.error))?;
        self.sync();
        crash::point("after a file has its name");
        Ok(())
    }

    /// What a file is called while it comes from someone: others may send the same.
    pub(crate) fn part(hash: &str, from: &DeviceId) -> String {
        format!("{hash}.{}", from.short())
    }

    /// Takes over a file that was pulled from someone and checked.
    pub(crate) fn arrived(&self, hash: &str, from: &DeviceId) -> Result<(), Failure> {
        let from = self.coming.join(Self::part(hash, from));
        crash::point("before a file that came has its name");
        match std::fs::rename(&from, self.path(hash)) {
            Ok(()) => {}
            // It was there already, or taken over just before a crash.
            Err(_) if self.has(hash) => {}
            Err(error) => return Err(refused(&from, &error)),
        }
        self.sync();
        crash::point("after a file that came has its name");
        Ok(())
    }

    /// Removes every file that nobody names, and drafts if nobody can be writing one. Says how many.
    pub(crate) fn collect(
        &self,
        used: &HashSet<String>,
        wanted: &HashSet<String>,
        drafts: bool,
    ) -> usize {
        let mut gone = 0;
        for (folder, keep) in [(&self.here, used), (&self.coming, wanted)] {
            let Ok(entries) = std::fs::read_dir(folder) else {
                continue;
            };
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                // A part is called after the file it becomes.
                let hash: String = name.chars().take(64).collect();
                let being_made = name.starts_with(DRAFT) && !drafts;
                if !being_made
                    && !keep.contains(&hash)
                    && entry.file_type().is_ok_and(|kind| kind.is_file())
                {
                    match std::fs::remove_file(entry.path()) {
                        Ok(()) => gone += 1,
                        Err(error) => tracing::warn!(%error, "a file nobody needs stays"),
                    }
                }
            }
        }
        gone
    }

    fn sync(&self) {
        // Not every system lets a folder be synced; the file itself is.
        if let Ok(folder) = File::open(&self.here) {
            folder.sync_all().ok();
        }
    }
}

/// A hash as the network has it.
pub(crate) fn hash_of(hex: &str) -> Option<[u8; 32]> {
    blake3::Hash::from_hex(hex)
        .ok()
        .map(|hash| *hash.as_bytes())
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    Failure::new(
        Code::Storage,
        format!("{} can't be written: {error}.", path.display()),
    )
    .hint("Look at the free space on the disk of the profile folder.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_names_is_collected_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path().join("b"), folder.path().join("c")).unwrap();
        let (kept, gone) = ("a".repeat(64), "b".repeat(64));
        for hash in [&kept, &gone] {
            std::fs::write(blobs.path(hash), "x").unwrap();
            std::fs::write(blobs.coming().join(format!("{hash}.part")), "x").unwrap();
        }
        let draft = blobs.draft().unwrap();
        let used = HashSet::from([kept.clone()]);
        assert_eq!(blobs.collect(&used, &used, false), 2);
        assert!(draft.path().exists(), "somebody writes it");
        assert_eq!(blobs.collect(&used, &used, true), 1);
        assert!(blobs.has(&kept) && !blobs.has(&gone));
        assert!(blobs.coming().join(format!("{kept}.part")).exists());
        assert!(!blobs.has("../../etc/passwd"));
    }
}
