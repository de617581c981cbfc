//! The fallback place: a file in the profile that only this user can read.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::secret::{HomeError, Secret, SecretHome};
use super::small;

/// Keeps each secret in a file of its own, mode 0600.
#[derive(Debug)]
pub struct FileHome {
    folder: PathBuf,
}

impl FileHome {
    /// Creates a place that keeps secrets as `<name>.key` in this folder.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.key"))
    }
}

/// Lists the names of all secrets that are kept as files in this folder.
pub(super) fn names(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "key") {
            names.extend(
                path.file_stem()
                    .map(|name| name.to_string_lossy().into_owned()),
            );
        }
    }
    Ok(names)
}

impl SecretHome for FileHome {
    fn read(&self, name: &str) -> Result<Option<Secret>, HomeError> {
        let path = self.path(name);
        let text = match small::read(&path) {
            Ok(text) => zeroize::Zeroizing::new(text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                return Err(HomeError::Damaged(
                    "the key file is not a small text".to_owned(),
                ));
            }
            Err(error) => return Err(HomeError::Unreachable(error.to_string())),
        };
        refuse_exposed(&path)?;
        Secret::from_text(&text).map(Some)
    }

    fn write(&self, name: &str, secret: &Secret) -> Result<(), HomeError> {
        let unreachable = |error: std::io::Error| HomeError::Unreachable(error.to_string());
        // A temporary file is created for this user only (0600) and under a name nobody has.
        let mut file = tempfile::Builder::new()
            .prefix(".key-")
            .tempfile_in(&self.folder)
            .map_err(unreachable)?;
        file.write_all(secret.to_text().as_bytes())
            .map_err(unreachable)?;
        file.write_all(b"\n").map_err(unreachable)?;
        file.as_file().sync_all().map_err(unreachable)?;
        file.persist(self.path(name))
            .map_err(|error| unreachable(error.error))?;
        Ok(())
    }

    fn delete(&self, name: &str) -> Result<(), HomeError> {
        match std::fs::remove_file(self.path(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(HomeError::Unreachable(error.to_string()))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(unix)]
fn refuse_exposed(path: &Path) -> Result<(), HomeError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path)
        .map_err(|error| HomeError::Unreachable(error.to_string()))?
        .permissions()
        .mode();
    if mode & 0o077 == 0 {
        Ok(())
    } else {
        Err(HomeError::Exposed)
    }
}

#[cfg(not(unix))]
fn refuse_exposed(_path: &Path) -> Result<(), HomeError> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn keeps_reads_and_forgets_with_user_only_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let home = FileHome::new(folder.path());
        let secret = Secret::from_bytes([3; 32]);
        assert_eq!(home.read("identity"), Ok(None));
        home.write("identity", &secret).unwrap();
        assert_eq!(home.read("identity"), Ok(Some(secret)));
        let mode = std::fs::metadata(home.path("identity"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        home.delete("identity").unwrap();
        home.delete("identity").unwrap();
        assert_eq!(home.read("identity"), Ok(None));
    }

    #[test]
    fn a_file_others_can_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let home = FileHome::new(folder.path());
        home.write("identity", &Secret::from_bytes([3; 32]))
            .unwrap();
        let wide = std::fs::Permissions::from_mode(0o640);
        std::fs::set_permissions(home.path("identity"), wide).unwrap();
        assert_eq!(home.read("identity"), Err(HomeError::Exposed));
    }
}
