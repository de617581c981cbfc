//! The id of a device: what a public key is called on the wire and in the address book.

use std::fmt;
use std::str::FromStr;

use libp2p_identity::{PeerId, PublicKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A device, named by its public key. Proving this id takes that key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeviceId(PeerId);

/// A text that is not the id of a device.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this is not the id of a device")]
pub struct NoDevice;

impl DeviceId {
    /// Returns the id of this public key; `None` when the bytes are not a key.
    pub fn of(public: &[u8; 32]) -> Option<Self> {
        let key = libp2p_identity::ed25519::PublicKey::try_from_bytes(public).ok()?;
        Some(Self(PeerId::from(PublicKey::from(key))))
    }

    /// Returns the public key that the id is made of.
    pub fn public(&self) -> [u8; 32] {
        self.key()
            .and_then(|key| key.try_into_ed25519().ok())
            .map(|key| key.to_bytes())
            .unwrap_or_default()
    }

    /// Checks whether this device signed these bytes.
    pub fn signed(&self, message: &[u8], signature: &[u8]) -> bool {
        self.key().is_some_and(|key| key.verify(message, signature))
    }

    /// Returns the last six letters of the id, to tell two devices of the same name apart.
    pub fn short(&self) -> String {
        let whole = self.0.to_base58();
        whole[whole.len().saturating_sub(6)..].to_owned()
    }

    /// Returns the id in the form that libp2p uses.
    pub(crate) fn peer(&self) -> PeerId {
        self.0
    }

    /// Converts an id of libp2p; `None` unless its key is an Ed25519 key, as ours all are.
    pub(crate) fn from_peer(peer: PeerId) -> Option<Self> {
        let device = Self(peer);
        let key = device.key()?;
        key.try_into_ed25519().is_ok().then_some(device)
    }

    /// Decodes the public key, which an Ed25519 id contains as a whole.
    fn key(&self) -> Option<PublicKey> {
        PublicKey::try_decode_protobuf(self.0.as_ref().digest()).ok()
    }
}

impl FromStr for DeviceId {
    type Err = NoDevice;

    fn from_str(text: &str) -> Result<Self, NoDevice> {
        // Longer than any id of a key: no need to look at it.
        if text.len() > 128 {
            return Err(NoDevice);
        }
        let peer = text.parse().map_err(|_| NoDevice)?;
        Self::from_peer(peer).ok_or(NoDevice)
    }
}

impl fmt::Display for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_base58())
    }
}

/// In logs only the last letters appear.
impl fmt::Debug for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "…{}", self.short())
    }
}

impl Serialize for DeviceId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DeviceId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::IdentityKey;

    #[test]
    fn an_id_is_its_key_and_nothing_else_is_an_id() {
        let key = IdentityKey::generate();
        let id = DeviceId::of(&key.public()).unwrap();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(id.public(), key.public());
        assert!(id.signed(b"words", &key.sign(b"words")));
        assert!(!id.signed(b"other", &key.sign(b"words")));
        for bad in [
            "",
            "12D3KooW",
            "QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N",
        ] {
            assert_eq!(bad.parse::<DeviceId>(), Err(NoDevice), "{bad}");
        }
        assert_eq!("x".repeat(1_000_000).parse::<DeviceId>(), Err(NoDevice));
    }
}
