//! Opening files that someone else owns: only plain files, never through a link, never waiting.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use crate::platform::PlatformError;

/// Opens a plain file for reading. A link, a pipe or a device is refused, not waited for.
pub fn plain_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(path).map_err(|error| {
        if path.is_symlink() {
            io::Error::other("it is a link, and links are not followed here")
        } else {
            error
        }
    })?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    Ok(file)
}

/// Fails while another program has the session's file open.
pub fn refuse_held(path: &Path) -> Result<(), PlatformError> {
    match holders(path).first() {
        Some(holder) => Err(PlatformError::Busy(format!(
            "The session is open in {holder}. Close it first."
        ))),
        None => Ok(()),
    }
}

/// Lists the programs that have a file open right now, as far as this system tells.
#[cfg(target_os = "linux")]
pub fn holders(path: &Path) -> Vec<String> {
    let Ok(wanted) = path.canonicalize() else {
        return Vec::new();
    };
    let own = std::process::id().to_string();
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for process in processes.flatten() {
        let pid = process.file_name();
        let Some(pid) = pid
            .to_str()
            .filter(|pid| pid.bytes().all(|b| b.is_ascii_digit()))
        else {
            continue;
        };
        let Ok(files) = std::fs::read_dir(process.path().join("fd")) else {
            continue;
        };
        let holds = files
            .flatten()
            .any(|fd| std::fs::read_link(fd.path()).is_ok_and(|target| target == wanted));
        if holds && pid != own {
            let name = std::fs::read_to_string(process.path().join("comm")).unwrap_or_default();
            found.push(format!("{} (process {pid})", name.trim()));
        }
    }
    found
}

/// Returns an empty list: this system does not tell which programs have a file open.
#[cfg(not(target_os = "linux"))]
pub fn holders(_path: &Path) -> Vec<String> {
    Vec::new()
}
