//! The lock that makes a process the host.

use std::fs::{File, TryLockError};
use std::io::{Seek, Write};

use segue_door::{Code, Failure};

use crate::profile::Profile;
use segue_private as private;

/// Held by the host for as long as it hosts; the system frees it when the process ends.
#[derive(Debug)]
pub(crate) struct HostLock {
    file: File,
}

impl HostLock {
    /// Takes the lock unless another process has it.
    pub(crate) fn try_take(profile: &Profile) -> Result<Option<Self>, Failure> {
        let path = profile.lock();
        let broken = |error: std::io::Error| {
            Failure::new(Code::Storage, format!("node.lock can't be used: {error}.")).hint(
                "Look at the permissions of the profile folder, and that its disk allows locks.",
            )
        };
        let file = private::open_options()
            .read(true)
            .write(true)
            .truncate(false)
            .open(path)
            .map_err(broken)?;
        match file.try_lock() {
            // A lock on a file that was removed or replaced meanwhile guards nothing.
            Ok(()) if !private::is_at(&file, &profile.lock()) => Ok(None),
            Ok(()) => {
                let mut lock = Self { file };
                lock.sign().map_err(broken)?;
                Ok(Some(lock))
            }
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(broken(error)),
        }
    }

    /// Writes who holds it, for people and for messages.
    fn sign(&mut self) -> std::io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        writeln!(self.file, "{}", std::process::id())
    }
}

/// Reads which process took the lock last; it may be gone by now.
pub(crate) fn holder(profile: &Profile) -> Option<u32> {
    std::fs::read_to_string(profile.lock())
        .ok()?
        .trim()
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_free_again_when_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let profile = Profile::at(folder.path()).unwrap();
        let first = HostLock::try_take(&profile).unwrap();
        assert!(first.is_some());
        assert_eq!(holder(&profile), Some(std::process::id()));
        assert!(HostLock::try_take(&profile).unwrap().is_none());
        drop(first);
        assert!(HostLock::try_take(&profile).unwrap().is_some());
    }
}
