//! The system's keyring: Secret Service on Linux, Keychain on macOS, Credential Manager on
//! Windows.
//!
//! Every question goes to a thread of its own with a deadline, because a keyring may show a prompt
//! or hang; a thread that never returns is left behind and its answer ignored. The connection is
//! made anew for each question, so that a keyring which appears later is found.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use keyring_core::api::CredentialStoreApi;
use keyring_core::{Entry, Error};

use super::secret::{HomeError, Secret, SecretHome};

/// Under which heading the keyring lists our secrets.
const SERVICE: &str = "segue";

/// How long a keyring may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The system's keyring.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeyringHome;

impl SecretHome for KeyringHome {
    fn read(&self, name: &str) -> Result<Option<Secret>, HomeError> {
        let name = name.to_owned();
        with_patience(move || match entry(&name)?.get_password() {
            Ok(text) => Secret::from_text(&zeroize::Zeroizing::new(text)).map(Some),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(sort(error)),
        })
    }

    fn write(&self, name: &str, secret: &Secret) -> Result<(), HomeError> {
        let (name, secret) = (name.to_owned(), secret.clone());
        with_patience(move || entry(&name)?.set_password(&secret.to_text()).map_err(sort))
    }

    fn delete(&self, name: &str) -> Result<(), HomeError> {
        let name = name.to_owned();
        with_patience(move || match entry(&name)?.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(sort(error)),
        })
    }
}

fn entry(name: &str) -> Result<Entry, HomeError> {
    // A device key stays on the device: Windows would let a credential roam by default.
    let modifiers = HashMap::from([("persistence", "Local")]);
    let modifiers = cfg!(windows).then_some(&modifiers);
    store()
        .and_then(|store| store.build(SERVICE, name, modifiers))
        .map_err(sort)
}

#[cfg(all(unix, not(target_os = "macos")))]
fn store() -> Result<Arc<zbus_secret_service_keyring_store::Store>, Error> {
    zbus_secret_service_keyring_store::Store::new()
}

#[cfg(target_os = "macos")]
fn store() -> Result<Arc<apple_native_keyring_store::keychain::Store>, Error> {
    apple_native_keyring_store::keychain::Store::new()
}

#[cfg(windows)]
fn store() -> Result<Arc<windows_native_keyring_store::Store>, Error> {
    windows_native_keyring_store::Store::new()
}

/// What the keyring's answer means to us. Its own words may quote what it holds, so only those
/// kinds whose words are about the way there are logged, and none is shown.
fn sort(error: Error) -> HomeError {
    match error {
        Error::NoStorageAccess(why) => {
            tracing::info!(%why, "the keyring gives no access");
            HomeError::Locked
        }
        Error::PlatformFailure(why) => {
            tracing::info!(%why, "the keyring can't be reached");
            HomeError::Unreachable("no keyring runs in this session".to_owned())
        }
        Error::BadEncoding(_) | Error::BadDataFormat(..) | Error::BadStoreFormat(_) => {
            HomeError::Damaged("its entry for Segue is not text".to_owned())
        }
        Error::Ambiguous(_) => {
            HomeError::Damaged("it holds several entries for this profile".to_owned())
        }
        _ => HomeError::Unreachable("the keyring refused the request".to_owned()),
    }
}

fn with_patience<T: Send + 'static>(
    ask: impl FnOnce() -> Result<T, HomeError> + Send + 'static,
) -> Result<T, HomeError> {
    let (answer, answered) = sync_channel(1);
    std::thread::Builder::new()
        .name("keyring".to_owned())
        // The one who asked may be gone by the time the keyring answers.
        .spawn(move || answer.send(ask()).ok())
        .map_err(|error| HomeError::Unreachable(error.to_string()))?;
    match answered.recv_timeout(PATIENCE) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => Err(HomeError::Silent(PATIENCE.as_secs())),
        Err(RecvTimeoutError::Disconnected) => Err(HomeError::Unreachable(
            "the keyring library stopped unexpectedly".to_owned(),
        )),
    }
}
