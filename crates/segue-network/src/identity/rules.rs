//! The rules of opening an identity: made once, never replaced.

use std::path::Path;

use uuid::Uuid;

use super::file::{self, FileHome};
use super::key::IdentityKey;
use super::keyring::KeyringHome;
use super::record::{Home, IdentityRecord, RecordError};
use super::secret::{HomeError, SecretHome};

/// The two places a secret can live.
pub struct Homes {
    pub keyring: Box<dyn SecretHome>,
    /// Files in the profile.
    pub file: Box<dyn SecretHome>,
}

impl Homes {
    /// Creates the places of a real profile: the system's keyring, and files in the profile.
    pub fn system(profile: &Path) -> Self {
        Self {
            keyring: Box::new(KeyringHome::default()),
            file: Box::new(FileHome::new(profile)),
        }
    }

    /// Creates places that use files in this profile and a keyring that can never be reached.
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
    /// What the profile remembers; valid even when the secret is out of reach.
    pub record: IdentityRecord,
    /// The key, or why it can't be had.
    pub key: Result<IdentityKey, Unavailable>,
    /// What is new about it.
    pub news: News,
}

/// What opening or moving an identity did besides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// Nothing: it is as it was recorded.
    None,
    /// It was made just now.
    Made,
    /// Its record was lost and made again from the key file.
    Recovered,
    /// It moved, and the copy in the old place could not be removed.
    LeftBehind(HomeError),
}

/// The recorded place did not give the recorded key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unavailable {
    /// The place gave no answer to trust.
    Home(HomeError),
    /// The place answered that it has no such secret.
    Gone,
    /// The place has a key other than the recorded one.
    Other,
}

/// Why no identity could be looked for or made at all.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The record could not be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The profile was used before, but its record of the identity is gone.
    #[error("identity.json is missing from a profile that was used before")]
    RecordLost,
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

/// Opens the identity of a profile. Creates one only when the profile has no record of any and was
/// not used before.
///
/// The caller holds the profile's lock, so two processes never do this at once.
pub fn open(profile: &Path, homes: &Homes, used: bool) -> Result<Opened, OpenError> {
    let Some(record) = IdentityRecord::load(profile)? else {
        return match orphan(profile)? {
            Some(name) => recover(profile, homes, name),
            None if used => Err(OpenError::RecordLost),
            None => make(profile, homes),
        };
    };
    let key = fetch(&record, homes.get(record.home));
    if key.is_ok() && record.home == Home::Keyring {
        // What a move that was cut short may have left.
        remove(homes.get(Home::File), &record).ok();
    }
    Ok(Opened {
        record,
        key,
        news: News::None,
    })
}

/// Checks whether the recorded place still has the recorded key.
pub fn check(record: &IdentityRecord, homes: &Homes) -> Result<(), Unavailable> {
    fetch(record, homes.get(record.home)).map(|_| ())
}

/// Puts a key that is in memory into a place: written and read back there before the record
/// changes, and taken away from the old place after.
pub fn move_to(
    profile: &Path,
    homes: &Homes,
    record: &IdentityRecord,
    key: &IdentityKey,
    to: Home,
) -> Result<Opened, OpenError> {
    let from = record.home;
    let mut record = IdentityRecord {
        home: to,
        ..record.clone()
    };
    put(&record, homes.get(to), key).map_err(|error| OpenError::NotMoved { to, error })?;
    let mut news = News::None;
    if from != to {
        record.why_file = (to == Home::File).then(|| "you chose a file".to_owned());
        record.save(profile)?;
        if let Err(error) = remove(homes.get(from), &record) {
            news = News::LeftBehind(error);
        }
    }
    Ok(Opened {
        record,
        key: Ok(key.clone()),
        news,
    })
}

fn make(profile: &Path, homes: &Homes) -> Result<Opened, OpenError> {
    let key = IdentityKey::generate();
    let mut record = record_of(&key, Home::Keyring, Uuid::new_v4(), None);
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
        news: News::Made,
    })
}

/// Returns the name of the only key file in a profile without a record, if there is one. Fails when
/// there are several or the name is not one of ours.
fn orphan(profile: &Path) -> Result<Option<Uuid>, OpenError> {
    let unreadable = |source| RecordError::Io {
        path: profile.to_path_buf(),
        source,
    };
    let names = file::names(profile).map_err(unreadable)?;
    match names.as_slice() {
        [] => Ok(None),
        [name] => name.parse().map(Some).map_err(|_| OpenError::RecordLost),
        _ => Err(OpenError::RecordLost),
    }
}

/// Makes the record again from the key file that is there.
fn recover(profile: &Path, homes: &Homes, name: Uuid) -> Result<Opened, OpenError> {
    let secret = homes.get(Home::File).read(&name.to_string());
    let Ok(Some(secret)) = secret else {
        return Err(OpenError::RecordLost);
    };
    let key = IdentityKey::from_secret(&secret);
    let why = Some("its record was lost and made again from the key file".to_owned());
    let record = record_of(&key, Home::File, name, why);
    record.save(profile)?;
    Ok(Opened {
        record,
        key: Ok(key),
        news: News::Recovered,
    })
}

fn record_of(
    key: &IdentityKey,
    home: Home,
    name: Uuid,
    why_file: Option<String>,
) -> IdentityRecord {
    let public_key = key
        .public()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    IdentityRecord {
        version: IdentityRecord::VERSION,
        public_key,
        home,
        name,
        why_file,
    }
}

fn remove(home: &dyn SecretHome, record: &IdentityRecord) -> Result<(), HomeError> {
    home.delete(&record.name.to_string())
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
