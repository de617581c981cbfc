//! Making sure that the client looks for a project's sessions where ours is written.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::lock::Lock;
use super::place::{self, MARKER, REGISTRY};
use super::registry::{Home, Registry};
use crate::delivery::{Change, Delivery};
use crate::platform::PlatformError;
use crate::surroundings::Os;

/// Where a project's sessions go, and what it still takes for the client to look there.
#[derive(Debug)]
pub(super) struct Claim {
    folder: PathBuf,
    key: String,
    hash: String,
    os: Os,
    home: Home,
}

impl Claim {
    /// Finds the slug as the client would.
    pub(super) fn look(folder: &Path, project: &Path, os: Os) -> Result<Self, PlatformError> {
        let key = place::project_key(project, os)?;
        let hash = place::project_hash(project)?;
        let home = Registry::load(folder, os).resolve(&key, &hash)?;
        Ok(Self {
            folder: folder.to_owned(),
            key,
            hash,
            os,
            home,
        })
    }

    /// Returns the name of the project's folder.
    pub(super) fn slug(&self) -> &str {
        &self.home.slug
    }

    /// Claims a slug that nobody has, in the list and by a marker, under the client's lock. Returns
    /// what was added; nothing if the slug is claimed already.
    pub(super) fn make(&self, dry_run: bool, owner: &str) -> Result<Vec<Change>, PlatformError> {
        if self.home.marked {
            return Ok(Vec::new());
        }
        let lock = match dry_run {
            true => None,
            false => Some(Lock::take(&self.folder)?),
        };
        let mut registry = Registry::load(&self.folder, self.os);
        if registry.resolve(&self.key, &self.hash)? != self.home {
            return Err(PlatformError::Changed(
                "Gemini CLI has begun to use this project just now. Try again.".to_owned(),
            ));
        }
        let mut delivery = Delivery::new(&self.folder, dry_run, owner)?;
        let marker = Path::new("tmp").join(&self.home.slug).join(MARKER);
        let mut draft = delivery.create(&marker)?;
        draft
            .write_all(self.key.as_bytes())
            .map_err(PlatformError::at(&self.folder.join(&marker)))?;
        let mut changes = delivery.commit(vec![draft], |_| Ok(()))?;
        if registry.can_change() {
            if !dry_run {
                let added = registry.add(&self.key, &self.home.slug);
                added.inspect_err(|_| Self::take_back(&changes))?;
            }
            // Undone last: only then does the slug hold no session of ours.
            changes.insert(
                0,
                Change::Member {
                    path: self.folder.join(REGISTRY),
                    object: "projects".to_owned(),
                    key: self.key.clone(),
                    value: self.home.slug.clone(),
                },
            );
        }
        drop(lock);
        Ok(changes)
    }

    /// Undoes a claim whose session was not written after all.
    pub(super) fn take_back(claimed: &[Change]) {
        for change in claimed.iter().rev() {
            if let Err(error) = crate::undo::one(change) {
                tracing::warn!(path = %change.path().display(), %error, "could not take back");
            }
        }
    }
}
