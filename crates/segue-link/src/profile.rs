//! The profile: the one folder that holds everything Segue keeps for a person.
//!
//! ```text
//! profile/            0700
//!   settings.toml     the person's differences from the defaults
//!   identity.json     public key and where the secret is
//!   <id>.key          the secret, only when no keyring took it
//!   segue.db          journal, imports and other durable state
//!   index.db          what is known about conversations; can be made again at any time
//!   prepared/         files that are ready to leave, as they were shown; gone with the node
//!   blobs/            files that were handed over, under their hashes
//!   partial/          files that are being put together
//!   ledger/           the records of who had which conversation
//!   opened/           files that came from a browser; gone with the node
//!   node.lock         held by the process that hosts the node
//!   node.sock         where the others attach
//!   logs/             rotating log of the host
//!   webview/          the desktop page's own storage
//! ```

use std::path::{Path, PathBuf};

use segue_door::{Code, Failure};

use segue_private as private;

/// Any of these makes a folder a profile.
const OURS: &[&str] = &["identity.json", "settings.toml", "segue.db", "node.lock"];

/// Longest path a Unix socket can have on every system, with some room.
const SOCKET_PATH_MAX: usize = 100;

/// A profile folder that exists and belongs to this user only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    root: PathBuf,
    is_new: bool,
}

/// Why a folder can't be a profile.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// No folder was named and the system does not say where a person's data goes.
    #[error("there is no home folder to keep the profile in")]
    NoHome,
    /// The folder could not be made or made private.
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
}

impl Profile {
    /// Opens the profile in this folder, and creates it if need be.
    pub fn at(root: impl Into<PathBuf>) -> Result<Self, ProfileError> {
        let root = root.into();
        let io = |source| ProfileError::Io {
            path: root.clone(),
            source,
        };
        if root.is_file() {
            return Err(io(std::io::Error::other("it is a file, not a folder")));
        }
        let is_new = !OURS.iter().any(|name| root.join(name).exists());
        private::make_folder(&root, OURS).map_err(io)?;
        // One folder, one name: two spellings of a path must find the same lock and socket.
        let root = root.canonicalize().map_err(io)?;
        Ok(Self { root, is_new })
    }

    /// Opens the profile in the named folder, or in the one that the platform's convention gives.
    pub fn choose(named: Option<PathBuf>) -> Result<Self, ProfileError> {
        match named {
            Some(root) => Self::at(root),
            // The local one: a device's key has no business on a roaming profile.
            None => Self::at(
                dirs::data_local_dir()
                    .ok_or(ProfileError::NoHome)?
                    .join("segue"),
            ),
        }
    }

    /// Returns the profile's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Tells whether nothing of Segue's was in the folder before.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Returns the path of the person's settings.
    pub fn settings(&self) -> PathBuf {
        self.root.join("settings.toml")
    }

    /// Returns the folder of the host's log files.
    pub fn logs(&self) -> PathBuf {
        self.root.join("logs")
    }

    /// Creates the folder in which the desktop page keeps its own storage, private as a webview
    /// would not make it.
    pub fn webview(&self) -> Result<PathBuf, ProfileError> {
        let path = self.root.join("webview");
        match private::make_folder(&path, &[]) {
            Ok(()) => Ok(path),
            Err(source) => Err(ProfileError::Io { path, source }),
        }
    }

    /// Returns the path of the file that remembers the desktop window's place.
    pub fn window_state(&self) -> PathBuf {
        self.root.join("window.json")
    }

    /// Returns the path of the database, which holds everything durable but files.
    pub fn database(&self) -> PathBuf {
        self.root.join("segue.db")
    }

    /// Returns the path of the index of conversations.
    pub fn index(&self) -> PathBuf {
        self.root.join("index.db")
    }

    /// Returns the folder of files that are ready to leave.
    pub fn prepared(&self) -> PathBuf {
        self.root.join("prepared")
    }

    /// Returns the folder of files that came from a browser. They are removed when the node ends.
    pub fn opened(&self) -> PathBuf {
        self.root.join("opened")
    }

    /// Returns the folder of files that were handed over, under their hashes.
    pub fn blobs(&self) -> PathBuf {
        self.root.join("blobs")
    }

    /// Returns the folder of files that are being put together.
    pub fn partial(&self) -> PathBuf {
        self.root.join("partial")
    }

    /// Returns the folder of the records of who had which conversation.
    pub fn ledger(&self) -> PathBuf {
        self.root.join("ledger")
    }

    /// Returns the path of the lock that the process hosting the node holds.
    pub fn lock(&self) -> PathBuf {
        self.root.join("node.lock")
    }

    /// Returns where the host listens: in the profile, or, when that path is longer than a socket's
    /// may be, in a private folder under `/tmp` that the profile's path alone decides.
    pub fn socket(&self) -> PathBuf {
        let inside = self.root.join("node.sock");
        if inside.as_os_str().len() <= SOCKET_PATH_MAX {
            return inside;
        }
        let hash = blake3::hash(self.root.as_os_str().as_encoded_bytes()).to_hex();
        PathBuf::from(format!("/tmp/segue-{}-{}", private::user(), &hash[..16])).join("node.sock")
    }
}

impl From<ProfileError> for Failure {
    fn from(error: ProfileError) -> Self {
        Self::new(
            Code::Storage,
            format!("The profile folder can't be used: {error}."),
        )
        .hint("Name another folder with --profile or SEGUE_PROFILE.")
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_profile_is_for_its_user_only_even_when_the_folder_was_there() {
        let parent = tempfile::tempdir().unwrap();
        let open = parent.path().join("open");
        std::fs::create_dir(&open).unwrap();
        std::fs::set_permissions(&open, std::fs::Permissions::from_mode(0o755)).unwrap();
        for root in [open, parent.path().join("made/here")] {
            let profile = Profile::at(root).unwrap();
            let mode = std::fs::metadata(profile.root())
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o700);
        }
    }

    #[test]
    fn a_shared_folder_with_other_things_in_it_is_refused_and_left_as_it_is() {
        let parent = tempfile::tempdir().unwrap();
        let shared = parent.path().join("shared");
        std::fs::create_dir(&shared).unwrap();
        std::fs::write(shared.join("thesis.tex"), "").unwrap();
        std::fs::set_permissions(&shared, std::fs::Permissions::from_mode(0o1777)).unwrap();
        assert!(Profile::at(&shared).is_err());
        let mode = std::fs::metadata(&shared).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o1777);
        // With a profile in it, it is one, and made private.
        std::fs::write(shared.join("settings.toml"), "").unwrap();
        assert!(Profile::at(&shared).is_ok());
    }

    #[test]
    fn two_spellings_of_a_folder_are_one_profile() {
        let parent = tempfile::tempdir().unwrap();
        let plain = Profile::at(parent.path().join("p")).unwrap();
        let odd = Profile::at(parent.path().join("./p/../p")).unwrap();
        assert_eq!(plain.root(), odd.root());
    }

    #[test]
    fn a_long_path_still_has_a_short_socket() {
        let parent = tempfile::tempdir().unwrap();
        let short = Profile::at(parent.path().join("p")).unwrap();
        assert!(short.socket().starts_with(short.root()));
        let long = Profile::at(parent.path().join("x".repeat(150))).unwrap();
        assert!(long.socket().as_os_str().len() <= SOCKET_PATH_MAX);
        assert_eq!(long.socket(), long.socket());
    }

    #[test]
    fn a_file_in_the_way_is_said_plainly() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let failure = Failure::from(Profile::at(file.path()).unwrap_err());
        assert_eq!(failure.code, Code::Storage);
        assert!(failure.hints[0].contains("--profile"));
    }
}
