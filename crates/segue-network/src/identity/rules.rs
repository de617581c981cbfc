//! The rules of opening an identity: made once, never replaced.

use std::path::Path;

use uuid::Uuid;

use super::file::FileHome;
use super::key::IdentityKey;
use super::keyring::KeyringHome;
use super::record::{Home, IdentityRecord, RecordError};
use super::secret::{HomeError, SecretHome};

/// The two places a secret can live.
pub struct Homes {
    /// The system's keyring.
    pub keyring: Box<dyn SecretHome>,
    /// Files in the profile.
    pub file: Box<dyn SecretHome>,
}

impl Homes {
    /// The system's keyring, and files in this profile.
    pub fn system(profile: &Path) -> Self {
        Self {
            keyring: Box::new(KeyringHome),
            file: Box::new(FileHome::new(profile)),
        }
    }

    /// Files in this profile, and a keyring that is never there.
    pub fn file_only(profile: &Path) -> Self {
        let keyring = super::memory::MemoryHome::default();
        keyring.set_fault(Some(HomeError::Unreachable("switched off".to_owned())));
        Self {
            keyring: Box::new(keyring),
            file: Box::new(FileHome::new(profile)),
        }
    }

    fn get(&self, home: Home) -> &dyn SecretHome {
        match home {
            Home::Keyring => self.keyring.as_ref(),
            Home::File => self.file.as_ref(),
        }
    }
}

/// An identity that was looked for.
#[derive(Debug)]
pub struct Opened {
    /// What the profile remembers; it holds even when the secret is out of reach.
    pub record: IdentityRecord,
    /// The key, or why it can't be had.
    pub key: Result<IdentityKey, Unavailable>,
    /// Whether it was made just now.
    pub made_now: bool,
}

/// The recorded place did not give the recorded key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unavailable {
    /// The place gave no answer to trust.
    Home(HomeError),
    /// The place answered that it has no such secret.
    Gone,
    /// The place holds another key than the recorded one.
    Other,
}

/// Why no identity could be looked for or made at all.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The record could not be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The other place did not take the key; everything is as it was.
    #[error("the key was not moved: {error}")]
    NotMoved {
        /// Where it should have gone.
        to: Home,
        /// What that place said.
        error: HomeError,
    },
    /// First run, and neither place took the new key.
    #[error(
        "the keyring could not be used ({keyring}) and the key file could not be written: {file}"
    )]
    NoHome {
        /// What the keyring said.
        keyring: HomeError,
        /// What the file system said.
        file: HomeError,
    },
}

/// Opens the identity of a profile, making one only when the profile has no record of any.
///
/// The caller holds the profile's lock, so two processes never do this at once.
pub fn open(profile: &Path, homes: &Homes) -> Result<Opened, OpenError> {
    match IdentityRecord::load(profile)? {
        Some(record) => {
            let key = fetch(&record, homes.get(record.home));
            Ok(Opened {
                record,
                key,
                made_now: false,
            })
        }
        None => make(profile, homes),
    }
}

/// Moves the secret to another place: written and read back there before the record changes, and
/// taken away here after.
pub fn move_to(profile: &Path, homes: &Homes, to: Home) -> Result<Opened, OpenError> {
    let opened = open(profile, homes)?;
    let (Ok(key), true) = (&opened.key, opened.record.home != to) else {
        return Ok(opened);
    };
    let from = opened.record.home;
    let mut record = IdentityRecord {
        home: to,
        why_file: None,
        ..opened.record.clone()
    };
    if to == Home::File {
        record.why_file = Some("you chose a file".to_owned());
    }
    put(&record, homes.get(to), key).map_err(|error| OpenError::NotMoved { to, error })?;
    record.save(profile)?;
    if let Err(error) = homes.get(from).delete(&record.name.to_string()) {
        tracing::warn!(%error, ?from, "the old copy of the identity key could not be removed");
    }
    Ok(Opened {
        record,
        key: opened.key,
        made_now: false,
    })
}

fn make(profile: &Path, homes: &Homes) -> Result<Opened, OpenError> {
    let key = IdentityKey::generate();
    let mut record = IdentityRecord {
        version: IdentityRecord::VERSION,
        public_key: key
            .public()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect(),
        home: Home::Keyring,
        name: Uuid::new_v4(),
        why_file: None,
    };
    if let Err(keyring) = put(&record, homes.get(Home::Keyring), &key) {
        tracing::info!(error = %keyring, "the keyring is not usable: the identity key goes to a file");
        record.home = Home::File;
        record.why_file = Some(format!("the keyring could not be used: {keyring}"));
        put(&record, homes.get(Home::File), &key)
            .map_err(|file| OpenError::NoHome { keyring, file })?;
    }
    record.save(profile)?;
    Ok(Opened {
        record,
        key: Ok(key),
        made_now: true,
    })
}

fn put(record: &IdentityRecord, home: &dyn SecretHome, key: &IdentityKey) -> Result<(), HomeError> {
    let name = record.name.to_string();
    home.write(&name, &key.secret())?;
    match home.read(&name)? {
        Some(secret) if secret == key.secret() => Ok(()),
        _ => Err(HomeError::Damaged(
            "it did not give back what it was given".to_owned(),
        )),
    }
}

fn fetch(record: &IdentityRecord, home: &dyn SecretHome) -> Result<IdentityKey, Unavailable> {
    let secret = home
        .read(&record.name.to_string())
        .map_err(Unavailable::Home)?;
    let key = IdentityKey::from_secret(&secret.ok_or(Unavailable::Gone)?);
    if Some(key.public()) == record.public() {
        Ok(key)
    } else {
        Err(Unavailable::Other)
    }
}

#[cfg(test)]
mod tests;
