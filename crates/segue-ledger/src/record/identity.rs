//! Who signs, and what a record is called.

use std::{fmt, str::FromStr};

use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use uuid::Uuid;

/// A device's Ed25519 public key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicKey(pub [u8; 32]);

/// Something that holds a device's secret key.
pub trait Signer {
    /// Returns the public half of the key.
    fn public_key(&self) -> [u8; 32];
    /// Signs these bytes with Ed25519.
    fn sign(&self, bytes: &[u8]) -> [u8; 64];
}

impl Signer for ed25519_dalek::SigningKey {
    fn public_key(&self) -> [u8; 32] {
        self.verifying_key().to_bytes()
    }

    fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        ed25519_dalek::Signer::sign(self, bytes).to_bytes()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64URL_NOPAD.encode(&self.0))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = BASE64URL_NOPAD
            .decode(text.as_bytes())
            .map_err(D::Error::custom)?;
        bytes
            .try_into()
            .map(PublicKey)
            .map_err(|_| D::Error::custom("a key has 32 bytes"))
    }
}

/// A record's identifier: a UUID made from the conversation and the record's own bytes, which keeps
/// anybody from writing something else under it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RecordId(pub Uuid);

impl RecordId {
    /// Derives the identifier of this body in this conversation.
    pub(crate) fn of(conversation: &str, body: &[u8]) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("segue ledger record id v1");
        hasher.update(conversation.as_bytes()).update(&[0]);
        let hash = hasher.update(body).finalize();
        let mut bytes = [0; 16];
        bytes
            .iter_mut()
            .zip(hash.as_bytes())
            .for_each(|(to, from)| *to = *from);
        let builder = uuid::Builder::from_bytes(bytes);
        RecordId(
            builder
                .with_version(uuid::Version::Custom)
                .with_variant(uuid::Variant::RFC4122)
                .into_uuid(),
        )
    }

    /// Reads a key of the document. Accepts only the one canonical spelling of a UUID.
    pub(crate) fn from_key(key: &str) -> Option<Self> {
        let id: RecordId = key.parse().ok()?;
        (id.to_string() == key).then_some(id)
    }
}

impl FromStr for RecordId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(RecordId)
    }
}

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
