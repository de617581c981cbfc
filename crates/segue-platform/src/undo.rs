//! Taking back what an import added: exactly that, and only if nobody used it since.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::delivery::Change;
use crate::lines::Lines;
use crate::open;
use crate::platform::{ImportReceipt, PlatformError};

/// Undoes everything a receipt names, the last thing first. Fails before touching anything if some
/// of it was used since.
pub fn undo(receipt: &ImportReceipt) -> Result<(), PlatformError> {
    crate::gemini::unused(receipt)?;
    for change in &receipt.changes {
        check(change)?;
    }
    for change in receipt.changes.iter().rev() {
        one(change)?;
    }
    Ok(())
}

/// Checks whether a session is still as the import left it.
pub fn is_untouched(receipt: &ImportReceipt) -> bool {
    crate::gemini::unused(receipt).is_ok()
        && receipt.changes.iter().all(|change| check(change).is_ok())
}

/// Fails if something of the change was used since.
fn check(change: &Change) -> Result<(), PlatformError> {
    match change {
        Change::File { path, bytes, hash }
        | Change::Grown {
            path, bytes, hash, ..
        } => {
            open::refuse_held(path)?;
            match hash_of(path) {
                Ok(found) if found == (*bytes, hash.clone()) => Ok(()),
                Ok(_) => Err(PlatformError::Changed(
                    "The session was used since it was imported, so it is left as it is. \
                     Delete it in its own tool if you no longer want it."
                        .to_owned(),
                )),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Err(
                    PlatformError::NotFound(format!("{} is no longer there.", path.display())),
                ),
                Err(error) => Err(PlatformError::at(path)(error)),
            }
        }
        Change::Rows {
            path,
            table,
            ids,
            hash,
        } => crate::opencode::rows_unchanged(path, table, ids, hash),
        Change::Folder { .. } | Change::Line { .. } | Change::Member { .. } => Ok(()),
    }
}

/// Undoes one change.
pub(crate) fn one(change: &Change) -> Result<(), PlatformError> {
    let at = PlatformError::at(change.path());
    match change {
        Change::File { path, .. } => match remove(path, Dir::remove_file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(error)),
            _ => Ok(()),
        },
        Change::Folder { path } => {
            // Someone put something there, or something else in its place: it stays.
            if let Err(error) = remove(path, Dir::remove_dir)
                && error.kind() != io::ErrorKind::NotFound
            {
                tracing::debug!(path = %path.display(), %error, "a folder stays");
            }
            Ok(())
        }
        Change::Grown {
            path, bytes_before, ..
        } => replace(path, |old, new| {
            io::copy(&mut io::Read::take(old, *bytes_before), new).map(drop)
        })
        .map_err(at),
        // A list that never had it is not touched: its agent may be writing to it.
        Change::Line { path, line } => match place_of(path, line) {
            Ok(Some(place)) => replace(path, |old, new| without_line(old, new, place))
                .and_then(|()| remove_if_empty(path))
                .map_err(at),
            Ok(None) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(at(error)),
        },
        Change::Member {
            path,
            object,
            key,
            value,
        } => crate::gemini::forget_project(path, object, key, value),
        Change::Rows {
            path, table, ids, ..
        } => crate::opencode::delete_rows(path, table, ids),
    }
}

/// Removes something from the folder it is in, unless that folder has become a link elsewhere: what
/// is cleaned up must be ours, whatever was swapped in the meantime.
fn remove(path: &Path, how: impl FnOnce(&Dir, PathBuf) -> io::Result<()>) -> io::Result<()> {
    let nowhere = || io::Error::from(io::ErrorKind::NotFound);
    let name = path.file_name().ok_or_else(nowhere)?;
    let parent = path.parent().ok_or_else(nowhere)?;
    let (above, inside) = match (parent.parent(), parent.file_name()) {
        (Some(above), Some(folder)) => (above, Path::new(folder).join(name)),
        _ => (parent, PathBuf::from(name)),
    };
    // A held folder lets no link lead out of it.
    how(&Dir::open_ambient_dir(above, ambient_authority())?, inside)
}

/// Rewrites a file through a temporary one beside it.
fn replace(
    path: &Path,
    write: impl FnOnce(&mut std::fs::File, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut old = open::plain_file(path)?;
    let temporary = path.with_file_name(crate::drafts::name("undo"));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    let mut new = options.open(&temporary)?;
    let done = new
        .set_permissions(old.metadata()?.permissions())
        .and_then(|()| write(&mut old, &mut new))
        .and_then(|()| new.sync_all())
        .and_then(|()| std::fs::rename(&temporary, path));
    if done.is_err() {
        std::fs::remove_file(&temporary).ok();
    }
    done
}

/// The longest line of a list, in bytes.
const LONGEST: usize = 16 << 20;

/// Finds where the last line is that equals this one.
fn place_of(path: &Path, line: &str) -> io::Result<Option<u64>> {
    let mut last = None;
    let mut lines = Lines::new(open::plain_file(path)?, LONGEST);
    while let Some(found) = lines.line()? {
        if found.oversize {
            return Err(io::Error::other("a line in the list is too long"));
        }
        if found.bytes == line.as_bytes() {
            last = Some(found.span.offset);
        }
    }
    Ok(last)
}

/// Copies all lines but the one at this place.
fn without_line(old: &mut std::fs::File, new: &mut dyn Write, place: u64) -> io::Result<()> {
    let mut lines = Lines::new(&mut *old, LONGEST);
    while let Some(found) = lines.line()? {
        if found.span.offset == place {
            continue;
        }
        new.write_all(found.bytes)?;
        if found.ended {
            new.write_all(b"\n")?;
        }
    }
    Ok(())
}

/// Removes a list that has no line left: it may not have been there before.
fn remove_if_empty(path: &Path) -> io::Result<()> {
    if path.symlink_metadata()?.len() == 0 {
        std::fs::remove_file(path)?;
    }
    Ok(())
}

fn hash_of(path: &Path) -> io::Result<(u64, String)> {
    begins(path, u64::MAX).map(|(found, _)| found)
}

/// Hashes at most the first `bytes` bytes of a file. Returns how many there are, their hash, and
/// whether they are all it has.
pub(crate) fn begins(path: &Path, bytes: u64) -> io::Result<((u64, String), bool)> {
    let file = open::plain_file(path)?;
    let whole = file.metadata()?.len() <= bytes;
    let mut hasher = blake3::Hasher::new();
    let found = io::copy(&mut io::Read::take(file, bytes), &mut hasher)?;
    Ok(((found, hasher.finalize().to_hex().to_string()), whole))
}
