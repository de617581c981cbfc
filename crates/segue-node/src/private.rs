//! Files and folders that belong to this user only.

use std::io;
use std::path::Path;

/// Makes a folder with its parents, and takes every right on it away from others.
#[cfg(unix)]
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)?;
    let metadata = std::fs::metadata(path)?;
    if metadata.uid() != user() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the folder belongs to another user",
        ));
    }
    if metadata.permissions().mode() & 0o077 != 0 {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Makes a folder with its parents; a user's own folders are private on this system already.
#[cfg(not(unix))]
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)
}

/// How a private file is opened: made with mode 0600 when it is not there.
pub(crate) fn open_options() -> std::fs::OpenOptions {
    let mut options = std::fs::OpenOptions::new();
    options.create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// The number of this user.
#[cfg(unix)]
pub(crate) fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
pub(crate) fn user() -> u32 {
    0
}

/// What others may do with a file or folder, in words; `None` when they may do nothing.
#[cfg(unix)]
pub(crate) fn exposed(path: &Path) -> io::Result<Option<String>> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path)?.permissions().mode() & 0o777;
    Ok((mode & 0o077 != 0).then(|| format!("its permissions are {mode:o}")))
}

#[cfg(not(unix))]
pub(crate) fn exposed(path: &Path) -> io::Result<Option<String>> {
    std::fs::metadata(path).map(|_| None)
}
