//! What the profile remembers of the identity: the public half and where the secret half is.
//!
//! It is a file of its own rather than a row in the database: a damaged database must not change
//! who we are, and a person can read it.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{key, small};

const FILE: &str = "identity.json";

/// Where the secret half is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Home {
    Keyring,
    /// A file in the profile.
    File,
}

/// The public half and the place of the secret one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdentityRecord {
    /// Of this layout; a newer one is refused rather than guessed at.
    pub version: u32,
    /// The public half, 64 hex digits.
    pub public_key: String,
    /// Where the secret half is.
    pub home: Home,
    /// The name of the secret in that place: this profile's own.
    pub name: Uuid,
    /// Why it is in a file, when it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_file: Option<String>,
}

/// Why the record could not be used. The file is left as it is.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It could not be read or written.
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It is not what Segue writes.
    #[error("{path} is damaged: {why}")]
    Damaged {
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

impl IdentityRecord {
    /// The layout this program writes.
    pub const VERSION: u32 = 1;

    /// Loads the record of this profile. Returns `None` when it has none, and fails when there is
    /// one that is damaged or of an unknown version.
    pub fn load(profile: &Path) -> Result<Option<Self>, RecordError> {
        let path = profile.join(FILE);
        let text = match small::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(RecordError::Io { path, source }),
        };
        let damaged = |why: String| RecordError::Damaged {
            path: path.clone(),
            why,
        };
        let record: Self =
            serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        if record.version != Self::VERSION {
            return Err(damaged(format!("version {} is not known", record.version)));
        }
        record
            .public()
            .ok_or_else(|| damaged("the public key is not one".to_owned()))?;
        Ok(Some(record))
    }

    /// Writes the record whole or not at all.
    pub fn save(&self, profile: &Path) -> Result<(), RecordError> {
        let path = profile.join(FILE);
        let write = || -> std::io::Result<()> {
            let mut file = tempfile::Builder::new()
                .prefix(".identity-")
                .tempfile_in(profile)?;
            serde_json::to_writer_pretty(&mut file, self)?;
            file.write_all(b"\n")?;
            file.as_file().sync_all()?;
            file.persist(&path).map_err(|error| error.error)?;
            sync_folder(profile)
        };
        write().map_err(|source| RecordError::Io {
            path: path.clone(),
            source,
        })
    }

    /// Decodes the public half; `None` when the text is not a key.
    pub fn public(&self) -> Option<[u8; 32]> {
        let mut bytes = [0; 32];
        if self.public_key.len() != 64 || !self.public_key.is_ascii() {
            return None;
        }
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&self.public_key[at * 2..at * 2 + 2], 16).ok()?;
        }
        key::device_id(&bytes).map(|_| bytes)
    }

    /// Returns the public id of this device, or an error when the recorded key is damaged.
    pub fn device_id(&self) -> Result<String, RecordError> {
        self.public()
            .and_then(|public| key::device_id(&public))
            .ok_or_else(|| RecordError::Damaged {
                path: FILE.into(),
                why: "the public key is not one".to_owned(),
            })
    }
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    std::fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> std::io::Result<()> {
    Ok(())
}
