//! Files and folders that belong to this user only.

use std::io;
use std::path::Path;

/// Creates a folder with its parents, for this user only. One that is there already is made private
/// too, unless it belongs to another user, or is open to others and holds things but none of
/// `ours`: then it is refused and left as it is.
#[cfg(unix)]
pub fn make_folder(path: &Path, ours: &[&str]) -> io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)?;
    let metadata = std::fs::metadata(path)?;
    let denied = |why| Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
    if metadata.uid() != user() {
        return denied("the folder belongs to another user");
    }
    if metadata.permissions().mode() & 0o077 == 0 {
        return Ok(());
    }
    let empty = std::fs::read_dir(path)?.next().is_none();
    if !empty && !ours.iter().any(|name| path.join(name).exists()) {
        return denied("the folder is open to others and holds things that are not Segue's");
    }
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700))
}

/// Creates a folder with its parents. A user's own folders are private on this system already.
#[cfg(not(unix))]
pub fn make_folder(path: &Path, _ours: &[&str]) -> io::Result<()> {
    std::fs::create_dir_all(path)
}

/// Returns options for opening a private file: it is created with mode 0600 when it is not there.
pub fn open_options() -> std::fs::OpenOptions {
    let mut options = std::fs::OpenOptions::new();
    options.create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// Checks whether an open file is still the one that this path names.
#[cfg(unix)]
pub fn is_at(file: &std::fs::File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
pub fn is_at(_file: &std::fs::File, path: &Path) -> bool {
    path.exists()
}

/// Returns the number of this user.
#[cfg(unix)]
pub fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
pub fn user() -> u32 {
    0
}

/// Describes what others may do with a file or folder; `None` when they may do nothing.
#[cfg(unix)]
pub fn exposed(path: &Path) -> io::Result<Option<String>> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path)?.permissions().mode() & 0o777;
    Ok((mode & 0o077 != 0).then(|| format!("its permissions are {mode:o}")))
}

#[cfg(not(unix))]
pub fn exposed(path: &Path) -> io::Result<Option<String>> {
    std::fs::metadata(path).map(|_| None)
}
