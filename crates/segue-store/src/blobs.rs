//! Files under the hash of their bytes: those that leave, and those that came.
//!
//! ```text
//! prepared/…  ──Cleared::copy──▶ blobs/<hash>      what leaves is what was shown
//! partial/<hash> (pulled, checked) ──rename──▶ blobs/<hash>
//! ```
//!
//! A file has its name only when it is whole and synced. One that no row names is collected.

use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use segue_redact::Cleared;

use crate::crash;
use crate::error::StoreError;

/// The beginning of the name of a file that is being made.
const DRAFT: &str = "draft-";

/// The folder of whole files, and the one where files are put together.
#[derive(Clone, Debug)]
pub struct Blobs {
    whole: PathBuf,
    partial: PathBuf,
}

impl Blobs {
    /// Opens the folders, and creates them if need be.
    pub fn open(whole: PathBuf, partial: PathBuf) -> Result<Self, StoreError> {
        for folder in [&whole, &partial] {
            segue_private::make_folder(folder, &[]).map_err(StoreError::at(folder))?;
        }
        Ok(Self { whole, partial })
    }

    /// Returns where a file is or would be.
    pub fn path(&self, hash: &str) -> PathBuf {
        debug_assert!(is_hash(hash), "{hash}");
        self.whole.join(hash)
    }

    /// Checks whether a file is here.
    pub fn has(&self, hash: &str) -> bool {
        is_hash(hash) && self.path(hash).is_file()
    }

    /// Returns where files are put together.
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    /// Stores exactly the bytes that were cleared.
    pub fn put(&self, cleared: &Cleared, from: &Path) -> Result<String, StoreError> {
        let hash = cleared.hash();
        if !self.has(&hash) {
            let mut file = File::open(from).map_err(StoreError::at(from))?;
            let draft = self.draft()?;
            cleared
                .copy(&mut file, &mut draft.as_file())
                .map_err(StoreError::at(&self.whole))?;
            self.keep(draft, &hash)?;
        }
        Ok(hash)
    }

    /// Creates a file to write into, which becomes a blob by [`keep`](Self::keep).
    pub fn draft(&self) -> Result<tempfile::NamedTempFile, StoreError> {
        tempfile::Builder::new()
            .prefix(DRAFT)
            .tempfile_in(&self.partial)
            .map_err(StoreError::at(&self.partial))
    }

    /// Gives a draft its name; its bytes must have this hash.
    pub fn keep(&self, draft: tempfile::NamedTempFile, hash: &str) -> Result<(), StoreError> {
        let sync = draft.as_file().sync_all();
        sync.map_err(StoreError::at(&self.whole))?;
        crash::point("before a file has its name");
        draft
            .persist(self.path(hash))
            .map_err(|error| StoreError::at(&self.whole)(error.error))?;
        self.sync();
        crash::point("after a file has its name");
        Ok(())
    }

    /// Returns the name of a file while it comes from someone: others may send the same.
    pub fn part(hash: &str, from: &str) -> String {
        format!("{hash}.{from}")
    }

    /// Takes over a file that was pulled from someone and checked.
    pub fn arrived(&self, hash: &str, from: &str) -> Result<(), StoreError> {
        let from = self.partial.join(Self::part(hash, from));
        crash::point("before a file that came has its name");
        match std::fs::rename(&from, self.path(hash)) {
            Ok(()) => {}
            // It was there already, or taken over just before a crash.
            Err(_) if self.has(hash) => {}
            Err(error) => return Err(StoreError::at(from)(error)),
        }
        self.sync();
        crash::point("after a file that came has its name");
        Ok(())
    }

    /// Removes every file that nobody names, and drafts if nobody can be writing one. Returns how
    /// many.
    pub fn collect(&self, used: &HashSet<String>, wanted: &HashSet<String>, drafts: bool) -> usize {
        let mut gone = 0;
        for (folder, keep) in [(&self.whole, used), (&self.partial, wanted)] {
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
        if let Ok(folder) = File::open(&self.whole) {
            folder.sync_all().ok();
        }
    }
}

/// Checks whether a text is the name of a file: 64 lower-case hex digits.
fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_names_is_collected_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path().join("w"), folder.path().join("p")).unwrap();
        let (kept, gone) = ("a".repeat(64), "b".repeat(64));
        for hash in [&kept, &gone] {
            std::fs::write(blobs.path(hash), "x").unwrap();
            std::fs::write(blobs.partial().join(format!("{hash}.part")), "x").unwrap();
        }
        let draft = blobs.draft().unwrap();
        let used = HashSet::from([kept.clone()]);
        assert_eq!(blobs.collect(&used, &used, false), 2);
        assert!(draft.path().exists(), "somebody writes it");
        assert_eq!(blobs.collect(&used, &used, true), 1);
        assert!(blobs.has(&kept) && !blobs.has(&gone));
        assert!(blobs.partial().join(format!("{kept}.part")).exists());
        assert!(!blobs.has("../../etc/passwd"));
    }
}
