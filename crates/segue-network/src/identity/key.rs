//! The key pair in memory: signs, and knows its public id.

use libp2p_identity::{Keypair, PeerId, PublicKey, ed25519};

use super::secret::Secret;

/// The device's key pair.
#[derive(Clone)]
pub struct IdentityKey {
    pair: ed25519::Keypair,
}

impl IdentityKey {
    /// Generates a new key from the system's random source.
    pub fn generate() -> Self {
        Self {
            pair: ed25519::Keypair::generate(),
        }
    }

    /// Restores the key that has this secret half.
    pub fn from_secret(secret: &Secret) -> Self {
        let secret = ed25519::SecretKey::try_from_bytes(secret.bytes())
            .expect("any 32 bytes are an Ed25519 secret");
        Self {
            pair: ed25519::Keypair::from(secret),
        }
    }

    /// Returns a copy of the secret half, for the place that keeps it.
    pub fn secret(&self) -> Secret {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.pair.secret().as_ref());
        Secret::from_bytes(bytes)
    }

    /// Returns the public half.
    pub fn public(&self) -> [u8; 32] {
        self.pair.public().to_bytes()
    }

    /// Signs bytes with the device key.
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.pair.sign(message)
    }

    /// Converts the key to the form that libp2p uses.
    pub fn to_keypair(&self) -> Keypair {
        Keypair::from(self.pair.clone())
    }
}

/// Returns the public id of the device with this key, as libp2p writes it; `None` when the bytes
/// are not a key.
pub fn device_id(public: &[u8; 32]) -> Option<String> {
    let key = PublicKey::from(ed25519::PublicKey::try_from_bytes(public).ok()?);
    Some(PeerId::from(key).to_base58())
}

impl std::fmt::Debug for IdentityKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "IdentityKey({})",
            device_id(&self.public()).unwrap_or_default()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_survives_its_secret() {
        let key = IdentityKey::generate();
        let again = IdentityKey::from_secret(&key.secret());
        assert_eq!(key.public(), again.public());
        assert!(key.pair.public().verify(b"hello", &again.sign(b"hello")));
    }

    #[test]
    fn the_device_id_is_the_peer_id() {
        let key = IdentityKey::generate();
        let expected = key.to_keypair().public().to_peer_id().to_base58();
        assert_eq!(device_id(&key.public()), Some(expected));
    }
}
