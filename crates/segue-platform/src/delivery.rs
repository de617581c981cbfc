//! Putting files into a folder that belongs to another program: whole or not at all.
//!
//! ```text
//! create ──▶ Draft (temporary name, 0600, where the first file goes) ──write──▶ commit
//!                          flush, fsync, announce, link without overwrite, fsync the folder
//! ```
//!
//! Everything happens inside one held folder: a path that leaves it, through `..` or a link, is
//! refused by the handle, and what a draft left behind is removed when it is dropped.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, DirBuilder, OpenOptions};
use serde::{Deserialize, Serialize};

use crate::drafts;
use crate::platform::PlatformError;

/// One thing that was added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "change")]
pub enum Change {
    /// A folder that was not there.
    #[serde(rename_all = "camelCase")]
    Folder {
        /// Where it was created.
        path: PathBuf,
    },
    /// A file that was not there.
    #[serde(rename_all = "camelCase")]
    File {
        path: PathBuf,
        bytes: u64,
        /// The BLAKE3 hash of the whole file, in hex.
        hash: String,
    },
    /// More at the end of a file we had made.
    #[serde(rename_all = "camelCase")]
    Grown {
        path: PathBuf,
        bytes_before: u64,
        hash_before: String,
        bytes: u64,
        hash: String,
    },
    /// A line in a list that the agent keeps for all sessions.
    #[serde(rename_all = "camelCase")]
    Line {
        path: PathBuf,
        /// The line, without its end.
        line: String,
    },
    /// A member in an object that the agent keeps for all projects.
    #[serde(rename_all = "camelCase")]
    Member {
        path: PathBuf,
        /// The object's key in the file.
        object: String,
        key: String,
        value: String,
    },
    /// Rows of a database.
    #[serde(rename_all = "camelCase")]
    Rows {
        path: PathBuf,
        table: String,
        ids: Vec<String>,
        /// The BLAKE3 hash of the rows as they were written.
        hash: String,
    },
}

impl Change {
    /// Returns the file or folder it is about.
    pub fn path(&self) -> &Path {
        match self {
            Self::Folder { path }
            | Self::File { path, .. }
            | Self::Grown { path, .. }
            | Self::Line { path, .. }
            | Self::Member { path, .. }
            | Self::Rows { path, .. } => path,
        }
    }
}

/// Files on their way into one folder.
pub struct Delivery {
    /// The held folder; `None` in a dry run.
    folder: Option<Arc<Dir>>,
    path: PathBuf,
    owner: String,
    /// Where all drafts stay until they are placed: the folder the first one goes to.
    drafts: Option<PathBuf>,
    changes: Vec<Change>,
}

/// A file being written under a temporary name.
pub struct Draft {
    place: Option<(Arc<Dir>, PathBuf)>,
    file: Option<BufWriter<cap_std::fs::File>>,
    target: PathBuf,
    shown: PathBuf,
    before: Option<(u64, String)>,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl Delivery {
    /// Opens `folder`, creating it if it is not there; with `dry_run` nothing is created or
    /// written.
    pub fn new(folder: &Path, dry_run: bool, owner: &str) -> Result<Self, PlatformError> {
        let mut delivery = Self {
            folder: None,
            path: folder.to_owned(),
            owner: owner.to_owned(),
            drafts: None,
            changes: Vec::new(),
        };
        if dry_run {
            return Ok(delivery);
        }
        for missing in missing_folders(folder) {
            private_folder(&missing).map_err(PlatformError::at(&missing))?;
            delivery.changes.push(Change::Folder { path: missing });
        }
        let opened = Dir::open_ambient_dir(folder, ambient_authority())
            .map_err(PlatformError::at(folder))?;
        delivery.folder = Some(Arc::new(opened));
        Ok(delivery)
    }

    /// Begins a new file, which appears in its place with `commit`. Removes drafts that the same
    /// owner left in that folder before.
    pub fn create(&mut self, relative: &Path) -> Result<Draft, PlatformError> {
        let shown = self.path.join(relative);
        let mut draft = Draft {
            place: None,
            file: None,
            target: relative.to_owned(),
            shown: shown.clone(),
            before: None,
            hasher: blake3::Hasher::new(),
            bytes: 0,
        };
        let Some(folder) = self.folder.clone() else {
            return Ok(draft);
        };
        let drafts = match &self.drafts {
            Some(drafts) => drafts.clone(),
            None => {
                let first = relative.parent().unwrap_or(Path::new(""));
                self.make(&folder, first)?;
                drafts::remove(&self.path.join(first), &self.owner);
                self.drafts.insert(first.to_owned()).clone()
            }
        };
        let temporary = drafts.join(drafts::name(&self.owner));
        let file = folder
            .open_with(&temporary, &private_new())
            .map_err(PlatformError::at(&shown))?;
        draft.place = Some((folder, temporary));
        draft.file = Some(BufWriter::with_capacity(256 << 10, file));
        Ok(draft)
    }

    /// Creates a folder and those it is in.
    fn make(&mut self, folder: &Dir, relative: &Path) -> Result<(), PlatformError> {
        for parent in missing_inside(folder, relative) {
            let path = self.path.join(&parent);
            match folder.create_dir_with(&parent, &private_builder()) {
                Ok(()) => self.changes.push(Change::Folder { path }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(PlatformError::at(&path)(error)),
            }
        }
        Ok(())
    }

    /// Begins the longer form of a file that must still be exactly `bytes` and `hash`.
    pub fn grow(
        &mut self,
        relative: &Path,
        bytes: u64,
        hash: &str,
    ) -> Result<Draft, PlatformError> {
        let shown = self.path.join(relative);
        let mut old = crate::open::plain_file(&shown).map_err(PlatformError::at(&shown))?;
        let mut draft = self.create(relative)?;
        let mut buffer = vec![0; 256 << 10];
        loop {
            let count = old.read(&mut buffer).map_err(PlatformError::at(&shown))?;
            if count == 0 {
                break;
            }
            let piece = buffer.get(..count).unwrap_or_default();
            draft.write_all(piece).map_err(PlatformError::at(&shown))?;
        }
        if draft.bytes != bytes || draft.hasher.finalize().to_hex().as_str() != hash {
            return Err(PlatformError::Changed(
                "The session was used since it was imported.".to_owned(),
            ));
        }
        draft.before = Some((bytes, hash.to_owned()));
        Ok(draft)
    }

    /// Notes something that is added outside of the drafts.
    pub fn note(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Checks whether nothing is to be written.
    pub fn is_dry_run(&self) -> bool {
        self.folder.is_none()
    }

    /// Puts every draft in its place, all or none, and returns what was added. Before that,
    /// `announce` gets what will have been added; if it fails, nothing is placed.
    pub fn commit(
        mut self,
        drafts: Vec<Draft>,
        announce: impl FnOnce(&[Change]) -> Result<(), PlatformError>,
    ) -> Result<Vec<Change>, PlatformError> {
        let mut closed = Vec::with_capacity(drafts.len());
        for draft in drafts {
            let shown = draft.shown.clone();
            closed.push(draft.close().map_err(PlatformError::at(&shown))?);
        }
        let mut all = self.changes.clone();
        let mut folders = BTreeSet::new();
        if let Some(folder) = &self.folder {
            let parents = closed.iter().filter_map(|draft| draft.target.parent());
            folders.extend(parents.flat_map(|parent| missing_inside(folder, parent)));
            let shown = folders.iter().map(|path| self.path.join(path));
            all.extend(shown.map(|path| Change::Folder { path }));
        }
        all.extend(closed.iter().map(Draft::change));
        announce(&all)?;
        if let Some(folder) = self.folder.clone() {
            for path in &folders {
                self.make(&folder, path)?;
            }
        }
        let mut closed = closed.into_iter();
        while let Some(draft) = closed.next() {
            let change = draft.change();
            match draft.place_it() {
                Ok(()) => self.changes.push(change),
                Err(error) => {
                    // The temporary files go first, then what was placed and the folders.
                    drop(closed);
                    return Err(PlatformError::at(change.path())(error));
                }
            }
        }
        Ok(std::mem::take(&mut self.changes))
    }
}

impl Drop for Delivery {
    fn drop(&mut self) {
        // Committed deliveries have handed their changes on; the rest leaves no folders behind.
        take_back(&self.changes);
    }
}

/// Undoes what a failed delivery had done so far, as far as the system lets us.
fn take_back(changes: &[Change]) {
    for change in changes.iter().rev() {
        if let Err(error) = crate::undo::one(change) {
            tracing::warn!(path = %change.path().display(), %error, "could not take back");
        }
    }
}

impl Draft {
    /// Closes the file before its turn to be placed, which keeps many drafts from holding files
    /// open.
    pub fn close(mut self) -> io::Result<Self> {
        if let Some(buffered) = self.file.take() {
            let file = buffered.into_inner().map_err(|error| error.into_error())?;
            file.sync_all()?;
        }
        Ok(self)
    }

    /// Returns the change that placing the draft will make.
    fn change(&self) -> Change {
        let (path, bytes) = (self.shown.clone(), self.bytes);
        let hash = self.hasher.finalize().to_hex().to_string();
        match &self.before {
            Some((bytes_before, hash_before)) => Change::Grown {
                path,
                bytes_before: *bytes_before,
                hash_before: hash_before.clone(),
                bytes,
                hash,
            },
            None => Change::File { path, bytes, hash },
        }
    }

    fn place_it(mut self) -> io::Result<()> {
        if let Some((folder, temporary)) = self.place.take() {
            let placed = if self.before.is_some() {
                folder.rename(&temporary, &folder, &self.target)
            } else {
                link_new(&folder, &temporary, &self.target)
            };
            if let Err(error) = placed {
                folder.remove_file(&temporary).ok();
                return Err(error);
            }
            if let Some(parent) = self.shown.parent()
                && let Err(error) = sync_folder(parent)
            {
                // Not in place for sure is not in place.
                if self.before.is_none() {
                    folder.remove_file(&self.target).ok();
                }
                return Err(error);
            }
        }
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = match &mut self.file {
            Some(file) => file.write(bytes)?,
            None => bytes.len(),
        };
        self.hasher.update(bytes.get(..count).unwrap_or_default());
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some((folder, temporary)) = self.place.take() {
            self.file.take();
            folder.remove_file(&temporary).ok();
        }
    }
}

/// Gives the temporary file its name without ever replacing another file.
fn link_new(folder: &Dir, temporary: &Path, target: &Path) -> io::Result<()> {
    match folder.hard_link(temporary, folder, target) {
        Ok(()) => folder.remove_file(temporary).inspect_err(|_| {
            folder.remove_file(target).ok();
        }),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // A file system without links: the name is a fresh UUID, and it is looked for first.
        Err(_) if !folder.exists(target) => folder.rename(temporary, folder, target),
        Err(error) => Err(error),
    }
}

/// Syncs a folder, which makes a new name in it durable. A handle from the held folder cannot be
/// synced, and so the folder is opened by name; syncing some other folder by mistake would do no
/// harm.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    std::fs::File::open(path)?.sync_all()
}

/// Lists the folders of a path inside a held one that do not exist, outermost first.
fn missing_inside(folder: &Dir, path: &Path) -> Vec<PathBuf> {
    let mut missing: Vec<PathBuf> = path
        .ancestors()
        .filter(|path| !path.as_os_str().is_empty() && !folder.exists(path))
        .map(Path::to_owned)
        .collect();
    missing.reverse();
    missing
}

/// Lists the folders of a path that do not exist, outermost first.
fn missing_folders(folder: &Path) -> Vec<PathBuf> {
    let mut missing: Vec<PathBuf> = folder
        .ancestors()
        .take_while(|path| !path.exists())
        .map(Path::to_owned)
        .collect();
    missing.reverse();
    missing
}

fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    match builder.create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other,
    }
}

fn private_builder() -> DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    {
        use cap_std::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder
}

fn private_new() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}
