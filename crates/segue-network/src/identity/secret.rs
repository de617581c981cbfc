//! The secret half of the key, and what a place that keeps it can do and say.

use zeroize::{Zeroize, ZeroizeOnDrop};

/// Thirty-two bytes that are never printed and are wiped when dropped.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Wraps the raw bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the raw bytes, for the key itself only.
    pub(crate) fn bytes(&self) -> [u8; 32] {
        self.0
    }

    /// Writes the secret as 64 hex digits, because every keyring stores plain text.
    pub(crate) fn to_text(&self) -> zeroize::Zeroizing<String> {
        zeroize::Zeroizing::new(self.0.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Reads what [`Secret::to_text`] wrote.
    pub(crate) fn from_text(text: &str) -> Result<Self, HomeError> {
        let text = text.trim();
        let damaged = || HomeError::Damaged("it does not hold a key of 64 hex digits".to_owned());
        if text.len() != 64 || !text.is_ascii() {
            return Err(damaged());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digits = std::str::from_utf8(pair).map_err(|_| damaged())?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| damaged())?;
        }
        Ok(Self(bytes))
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A place that keeps secrets by name.
pub trait SecretHome: Send + Sync {
    /// Reads the secret with this name; `None` only when the place answered that it has none.
    fn read(&self, name: &str) -> Result<Option<Secret>, HomeError>;
    /// Keeps a secret under this name.
    fn write(&self, name: &str, secret: &Secret) -> Result<(), HomeError>;
    /// Forgets the secret under this name; having none is success.
    fn delete(&self, name: &str) -> Result<(), HomeError>;
}

/// Why a place gave no answer to trust. None of these means "there is no secret".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HomeError {
    /// It is not there: no session bus, no provider, no such device.
    #[error("{0}")]
    Unreachable(String),
    /// It is there and wants to be unlocked.
    #[error("it is locked")]
    Locked,
    /// It did not answer in time.
    #[error("it did not answer within {0} seconds")]
    Silent(u64),
    /// It answered with something that is not our key.
    #[error("{0}")]
    Damaged(String),
    /// Other users of this computer can read it.
    #[error("other users of this computer can read it")]
    Exposed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form_round_trips_and_rejects_what_is_not_a_key() {
        let secret = Secret::from_bytes([0xa5; 32]);
        assert_eq!(Secret::from_text(&secret.to_text()), Ok(secret.clone()));
        assert_eq!(
            Secret::from_text(&format!("{}\n", *secret.to_text())),
            Ok(secret)
        );
        for bad in ["", "zz", &"g".repeat(64), &"a".repeat(63), &"é".repeat(32)] {
            assert!(
                matches!(Secret::from_text(bad), Err(HomeError::Damaged(_))),
                "{bad:?}"
            );
        }
    }

    #[test]
    fn a_secret_does_not_print_itself() {
        assert_eq!(format!("{:?}", Secret::from_bytes([7; 32])), "Secret(…)");
    }
}
