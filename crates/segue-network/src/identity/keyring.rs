//! The system's keyring: Secret Service on Linux, Keychain on macOS, Credential Manager on
//! Windows.
//!
//! Every question goes to a thread of its own with a deadline, because a keyring may show a prompt
//! or hang; until such a thread returns no other question is asked, and what it did late is undone.
//! The connection is made anew for each question, so that a keyring which appears later is found.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use keyring_core::api::CredentialStoreApi;
use keyring_core::{Entry, Error};

use super::secret::{HomeError, Secret, SecretHome};

/// Under which heading the keyring lists our secrets.
const SERVICE: &str = "segue";

/// How long a keyring may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The keyring of the system as a place that keeps secrets.
#[derive(Debug, Clone, Default)]
pub struct KeyringHome {
    /// Set while a question that took too long is still on its way.
    hanging: Arc<AtomicBool>,
}

impl SecretHome for KeyringHome {
    fn read(&self, name: &str) -> Result<Option<Secret>, HomeError> {
        let name = name.to_owned();
        let ask = move || match entry(&name)?.get_password() {
            Ok(text) => Secret::from_text(&zeroize::Zeroizing::new(text)).map(Some),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(sort(error)),
        };
        self.with_patience(ask, || {})
    }

    fn write(&self, name: &str, secret: &Secret) -> Result<(), HomeError> {
        let (name, late, secret) = (name.to_owned(), name.to_owned(), secret.clone());
        let ask = move || entry(&name)?.set_password(&secret.to_text()).map_err(sort);
        // Written after we gave up on it: nobody knows of it, so it goes again.
        self.with_patience(ask, move || {
            if let Ok(entry) = entry(&late)
                && let Err(error) = entry.delete_credential()
            {
                tracing::warn!(error = %sort(error), "a late keyring entry could not be removed");
            }
        })
    }

    fn delete(&self, name: &str) -> Result<(), HomeError> {
        let name = name.to_owned();
        let ask = move || match entry(&name)?.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(sort(error)),
        };
        self.with_patience(ask, || {})
    }
}

impl KeyringHome {
    /// Asks in a thread of its own and waits a while; `late` runs when the answer comes after that.
    fn with_patience<T: Send + 'static>(
        &self,
        ask: impl FnOnce() -> Result<T, HomeError> + Send + 'static,
        late: impl FnOnce() + Send + 'static,
    ) -> Result<T, HomeError> {
        if self.hanging.swap(true, Ordering::SeqCst) {
            return Err(HomeError::Silent(PATIENCE.as_secs()));
        }
        let hanging = Arc::clone(&self.hanging);
        let (answer, answered) = sync_channel(1);
        let thread = std::thread::Builder::new().name("keyring".to_owned());
        let started = thread.spawn(move || {
            if answer.send(ask()).is_err() {
                late();
            }
            hanging.store(false, Ordering::SeqCst);
        });
        if let Err(error) = started {
            self.hanging.store(false, Ordering::SeqCst);
            return Err(HomeError::Unreachable(error.to_string()));
        }
        match answered.recv_timeout(PATIENCE) {
            Ok(result) => {
                // The thread has nothing left to do; the next question may be asked at once.
                self.hanging.store(false, Ordering::SeqCst);
                result
            }
            Err(RecvTimeoutError::Timeout) => Err(HomeError::Silent(PATIENCE.as_secs())),
            Err(RecvTimeoutError::Disconnected) => {
                self.hanging.store(false, Ordering::SeqCst);
                Err(HomeError::Unreachable(
                    "the keyring library stopped unexpectedly".to_owned(),
                ))
            }
        }
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

/// Translates an error of the keyring. Its own words may quote what it holds, so only the kinds
/// that are about reaching the keyring are logged, and none is shown.
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
