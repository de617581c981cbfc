//! An offer: small, signed, for one recipient, once.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::device::DeviceId;
use crate::identity::IdentityKey;
use crate::network::ConnectError;

/// How large what the application says in an offer may be.
pub const BODY: usize = 48 * 1024;
const DOMAIN: &[u8] = b"segue-offer-v1";

/// An offer before it is signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferDraft {
    /// The same id is the same offer, however often it is made.
    pub id: Uuid,
    pub to: DeviceId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Until when it is valid, in milliseconds since 1970.
    pub expires: u64,
    /// The BLAKE3 hash of the file.
    pub hash: [u8; 32],
    /// The size of the file.
    pub bytes: u64,
    /// What the application says about it.
    pub body: String,
}

/// An offer signed by its maker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub id: Uuid,
    pub from: DeviceId,
    pub to: DeviceId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Until when it is valid, in milliseconds since 1970.
    pub expires: u64,
    /// The BLAKE3 hash of the file.
    pub hash: [u8; 32],
    /// The size of the file.
    pub bytes: u64,
    /// What the application says about it.
    pub body: String,
    /// Over all of the above.
    pub signature: Vec<u8>,
}

/// The answer to an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferAnswer {
    /// It is noted and will be pulled.
    Noted,
    /// It was noted before.
    Known,
    /// It is not wanted.
    Refused(String),
    /// Too many at once; try again after this many seconds.
    Later(u64),
}

/// Why an offer has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OfferError {
    /// They could not be reached; nothing was offered.
    #[error("{0}")]
    Connect(#[from] ConnectError),
    /// They do not know us as verified: pair again.
    #[error("they do not know you as verified any more")]
    NotVerified,
    /// The connection was lost before the answer came; it may have arrived.
    #[error("the connection was lost before the answer came")]
    Lost,
    /// It is too large to be an offer.
    #[error("it says more than fits into an offer")]
    TooLong,
}

impl Offer {
    /// Signs a draft.
    pub fn sign(key: &IdentityKey, draft: OfferDraft) -> Option<Self> {
        let mut offer = Self {
            id: draft.id,
            from: DeviceId::of(&key.public())?,
            to: draft.to,
            created: draft.created,
            expires: draft.expires,
            hash: draft.hash,
            bytes: draft.bytes,
            body: draft.body,
            signature: Vec::new(),
        };
        offer.signature = key.sign(&offer.signed_bytes());
        Some(offer)
    }

    /// Checks whether the device it names as its maker signed it.
    pub fn is_signed(&self) -> bool {
        self.from.signed(&self.signed_bytes(), &self.signature)
    }

    fn signed_bytes(&self) -> Vec<u8> {
        let mut bytes = DOMAIN.to_vec();
        bytes.extend_from_slice(self.id.as_bytes());
        bytes.extend_from_slice(&self.from.public());
        bytes.extend_from_slice(&self.to.public());
        bytes.extend_from_slice(&self.created.to_be_bytes());
        bytes.extend_from_slice(&self.expires.to_be_bytes());
        bytes.extend_from_slice(&self.hash);
        bytes.extend_from_slice(&self.bytes.to_be_bytes());
        // The last part, so its length needs no place of its own.
        bytes.extend_from_slice(self.body.as_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_an_offer_is_signed() {
        let key = IdentityKey::generate();
        let other = DeviceId::of(&IdentityKey::generate().public()).unwrap();
        let draft = OfferDraft {
            id: Uuid::from_u128(7),
            to: other,
            created: 1,
            expires: 2,
            hash: [3; 32],
            bytes: 4,
            body: "{}".to_owned(),
        };
        let offer = Offer::sign(&key, draft).unwrap();
        assert!(offer.is_signed());
        let changes: [fn(&mut Offer); 8] = [
            |offer| offer.id = Uuid::from_u128(8),
            |offer| offer.from = offer.to,
            |offer| offer.to = offer.from,
            |offer| offer.created += 1,
            |offer| offer.expires += 1,
            |offer| offer.hash[31] ^= 1,
            |offer| offer.bytes += 1,
            |offer| offer.body.push(' '),
        ];
        for (at, change) in changes.iter().enumerate() {
            let mut changed = offer.clone();
            change(&mut changed);
            assert!(!changed.is_signed(), "change {at}");
        }
    }
}
