//! What is here of a file so far: a part beside its list, in a private folder, until it is whole.
//!
//! ```text
//! NAME.part   chunks in their places          NAME.list   the list of parts, checked
//!      └── whole, synced, linked to its name ──▶ NAME
//! ```
//!
//! After any interruption, a crash or a power cut included, each chunk of the part is checked against
//! the list again, so nothing has to be remembered about which were written. The folder is held open:
//! whatever happens to its path meanwhile, nothing is written elsewhere.

use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(unix)]
use cap_std::fs::OpenOptionsExt;
use cap_std::fs::{Dir, File, OpenOptions};
use tokio::task::JoinHandle;

use super::manifest::{self, Manifest};
use super::{Take, TakeError, protocol};
use crate::limits::KEEP_FREE;

/// What the part and the list are called, after the name of the whole.
const PART: &str = ".part";
const LIST: &str = ".list";
/// How much is written before the disk is asked to begin with it: at the end there is less to wait for.
const EARLY: usize = 16 * 1024 * 1024;

/// A file on its way.
pub(super) struct Part {
    folder: Dir,
    name: String,
    bytes: u64,
    hash: [u8; 32],
    file: Arc<Mutex<File>>,
    manifest: Option<Arc<Manifest>>,
    have: Vec<bool>,
    /// The same file, for the task that waits for the disk.
    on_disk: Arc<File>,
    unsynced: usize,
    syncing: Option<JoinHandle<()>>,
}

/// What was found when a part was opened.
pub(super) enum Opened {
    /// The whole file is here from before.
    Whole,
    /// A part, perhaps an empty one.
    Part(Part),
}

impl Part {
    /// Opens what is here, or begins; reads and checks all of it, unless that is to stop: then what is
    /// here is removed. Blocks.
    pub fn open(take: &Take, stop: impl Fn() -> bool) -> Result<Opened, TakeError> {
        let Take {
            name, bytes, hash, ..
        } = take;
        let (bytes, hash) = (*bytes, *hash);
        if !is_plain(name) {
            return Err(TakeError::Disk("its name is no plain name".to_owned()));
        }
        let folder = hold(&take.folder).map_err(|e| disk(&e))?;
        match folder.open_with(name, not_through_links(OpenOptions::new().read(true))) {
            Ok(file) => {
                let whole = Manifest::of(file).map_err(|e| disk(&e))?;
                if whole.hash() == hash {
                    return Ok(Opened::Whole);
                }
                return Err(TakeError::Disk("another file has its name".to_owned()));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(disk(&error)),
        }
        let file = folder
            .open_with(part_name(name), &private())
            .map_err(|e| disk(&e))?;
        let on_disk = Arc::new(file.try_clone().map_err(|e| disk(&e))?);
        let mut part = Self {
            folder,
            name: name.clone(),
            bytes,
            hash,
            file: Arc::new(Mutex::new(file)),
            manifest: None,
            have: vec![false; usize::try_from(manifest::count(bytes)).unwrap_or(0)],
            on_disk,
            unsynced: 0,
            syncing: None,
        };
        part.look_back(&stop)?;
        if stop() {
            part.discard();
            return Err(TakeError::Cancelled);
        }
        Ok(Opened::Part(part))
    }

    /// Finds out what is here from before, as far as it is not stopped.
    fn look_back(&mut self, stop: impl Fn() -> bool) -> Result<(), TakeError> {
        let list = list_name(&self.name);
        let opened = self
            .folder
            .open_with(list, not_through_links(OpenOptions::new().read(true)));
        let Ok(list) = opened else {
            return Ok(());
        };
        let most = manifest::count(self.bytes) * 32 + 1;
        let mut bytes = Vec::new();
        list.take(most)
            .read_to_end(&mut bytes)
            .map_err(|e| disk(&e))?;
        let Some(manifest) = Manifest::checked(self.bytes, &self.hash, &bytes) else {
            return Ok(());
        };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(0)).map_err(|e| disk(&e))?;
        let mut buffer = vec![0; super::CHUNK];
        for index in 0..manifest.count() {
            let size = manifest.span(index).1;
            let filled = manifest::fill(&mut *file, &mut buffer[..size]).map_err(|e| disk(&e))?;
            if filled < size || stop() {
                break;
            }
            self.have[index as usize] = manifest.is(index, &buffer[..size]);
        }
        drop(file);
        self.manifest = Some(Arc::new(manifest));
        Ok(())
    }

    /// Takes the list of parts from the giver, if it adds up.
    pub fn take_list(&mut self, list: &[u8]) -> Result<(), TakeError> {
        let manifest = Manifest::checked(self.bytes, &self.hash, list)
            .ok_or(TakeError::Lied("its list of parts does not add up"))?;
        let mut file = self
            .folder
            .open_with(list_name(&self.name), private().truncate(true))
            .map_err(|e| disk(&e))?;
        file.write_all(list).map_err(|e| disk(&e))?;
        self.manifest = Some(Arc::new(manifest));
        Ok(())
    }

    /// Returns the hashes of the chunks, once they are known.
    pub fn manifest(&self) -> Option<Arc<Manifest>> {
        self.manifest.clone()
    }

    /// Returns how long the list of parts is, in bytes.
    pub fn list_bytes(&self) -> usize {
        self.have.len() * 32
    }

    /// Returns the ranges of chunks that are missing.
    pub fn missing(&self) -> Vec<(u32, u32)> {
        protocol::gaps(&self.have)
    }

    /// Returns how many bytes of the file are here and checked.
    pub fn done(&self) -> u64 {
        (0_u32..)
            .zip(&self.have)
            .filter(|(_, have)| **have)
            .map(|(index, _)| manifest::span(self.bytes, index).1 as u64)
            .sum()
    }

    /// Returns whether every chunk has arrived.
    pub fn is_whole(&self) -> bool {
        self.have.iter().all(|have| *have)
    }

    /// Returns the file that chunks are written to, for another thread.
    pub fn file(&self) -> Arc<Mutex<File>> {
        Arc::clone(&self.file)
    }

    /// Records that a chunk was checked and written. Starts to sync the file in the background when
    /// enough has been written.
    pub fn wrote(&mut self, index: u32) {
        if let Some(have) = self.have.get_mut(index as usize) {
            *have = true;
        }
        self.unsynced += manifest::span(self.bytes, index).1;
        let busy = self
            .syncing
            .as_ref()
            .is_some_and(|task| !task.is_finished());
        if self.unsynced < EARLY || busy {
            return;
        }
        self.unsynced = 0;
        let file = Arc::clone(&self.on_disk);
        self.syncing = Some(tokio::task::spawn_blocking(move || {
            // What goes wrong shows at the end, when it counts.
            file.sync_data().ok();
        }));
    }

    /// Checks whether there is enough free space for the rest.
    #[cfg(unix)]
    pub fn check_room(&self) -> Result<(), TakeError> {
        let disk_free = rustix::fs::fstatvfs(&self.folder);
        let disk_free = disk_free.map_err(|error| TakeError::Disk(error.to_string()))?;
        let free = disk_free.f_bavail.saturating_mul(disk_free.f_frsize);
        let needed = self.bytes - self.done();
        if free < needed.saturating_add(KEEP_FREE) {
            return Err(TakeError::NoRoom { needed, free });
        }
        Ok(())
    }

    /// Assumes that there is enough space for the rest: here only writing shows that.
    #[cfg(not(unix))]
    pub fn check_room(&self) -> Result<(), TakeError> {
        Ok(())
    }

    /// Gives the whole file its name. Blocks until it is safe on the disk.
    pub fn finish(self) -> Result<(), TakeError> {
        debug_assert!(self.is_whole());
        {
            let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.set_len(self.bytes).map_err(|e| disk(&e))?;
            file.sync_all().map_err(|e| disk(&e))?;
        }
        let part = part_name(&self.name);
        // A link never replaces a file that is there; where there are none, a rename has to do.
        match self.folder.hard_link(&part, &self.folder, &self.name) {
            Ok(()) => self.folder.remove_file(&part).map_err(|e| disk(&e))?,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                return Err(disk(&error));
            }
            Err(_) => self
                .folder
                .rename(&part, &self.folder, &self.name)
                .map_err(|e| disk(&e))?,
        }
        // The list is worth nothing any more; one that stays harms nobody.
        self.folder.remove_file(list_name(&self.name)).ok();
        sync_folder(&self.folder);
        Ok(())
    }

    /// Removes what is here.
    pub fn discard(self) {
        for name in [part_name(&self.name), list_name(&self.name)] {
            if let Err(error) = self.folder.remove_file(name)
                && error.kind() != std::io::ErrorKind::NotFound
            {
                tracing::warn!(%error, "a part could not be removed");
            }
        }
    }
}

/// Writes one chunk in its place. Blocks.
pub(super) fn write(file: &Mutex<File>, at: u64, data: &[u8]) -> Result<(), TakeError> {
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(at)).map_err(|e| disk(&e))?;
    file.write_all(data).map_err(|error| match error.kind() {
        std::io::ErrorKind::StorageFull => TakeError::NoRoom {
            needed: data.len() as u64,
            free: 0,
        },
        _ => disk(&error),
    })
}

#[cfg(unix)]
fn sync_folder(folder: &Dir) {
    // Some file systems know no such thing; the file itself is safe.
    folder
        .try_clone()
        .and_then(|folder| folder.into_std_file().sync_all())
        .ok();
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Dir) {}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    options.mode(0o600);
    not_through_links(&mut options);
    options
}

/// Refuses to follow links: a link in the folder is not ours and may lead to a file that is.
#[cfg(unix)]
fn not_through_links(options: &mut OpenOptions) -> &mut OpenOptions {
    options.custom_flags(nofollow().bits().cast_signed())
}

#[cfg(not(unix))]
fn not_through_links(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(unix)]
fn nofollow() -> rustix::fs::OFlags {
    rustix::fs::OFlags::NOFOLLOW
}

/// Holds the folder open, whatever becomes of its path. A link in its place is not followed.
#[cfg(unix)]
fn hold(folder: &Path) -> std::io::Result<Dir> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | nofollow();
    let held = rustix::fs::open(folder, flags, Mode::empty())?;
    Ok(Dir::from_std_file(held.into()))
}

/// Holds the folder open, whatever becomes of its path.
#[cfg(not(unix))]
fn hold(folder: &Path) -> std::io::Result<Dir> {
    if std::fs::symlink_metadata(folder)?.is_symlink() {
        return Err(std::io::Error::other(
            "a link is in the place of its folder",
        ));
    }
    Dir::open_ambient_dir(folder, cap_std::ambient_authority())
}

/// Checks whether a name is one file in one folder on every system, and neither a device nor a part
/// or list of another file.
fn is_plain(name: &str) -> bool {
    let letters = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    let lower = name.to_ascii_lowercase();
    let stem = lower.split('.').next().unwrap_or_default();
    let device = match stem {
        "con" | "prn" | "aux" | "nul" => true,
        port => (port.strip_prefix("com").or(port.strip_prefix("lpt")))
            .is_some_and(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit()),
    };
    (1..=200).contains(&name.len())
        && name.bytes().all(letters)
        && !name.starts_with('.')
        && !name.ends_with('.')
        && !device
        && !lower.ends_with(PART)
        && !lower.ends_with(LIST)
}

fn part_name(name: &str) -> String {
    format!("{name}{PART}")
}

fn list_name(name: &str) -> String {
    format!("{name}{LIST}")
}

fn disk(error: &std::io::Error) -> TakeError {
    TakeError::Disk(error.to_string())
}
