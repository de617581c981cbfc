//! A peer message: small, signed, from one verified device to another, about something they share.
//!
//! ```text
//!  PeerMessage::sign ─▶ Network::say ── /segue/message/1 ──▶ Event::PeerMessage ─▶ the application answers
//!                     ◀─────────── kept | later | refused ──────────────┘
//! ```
//!
//! The network sees to it that a message is what it says it is: made by the device at the other end, for
//! us, unaltered. It does not know whether a message was said before: one that is said again after a lost
//! answer comes twice, under the same id. Words may overtake each other.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::device::DeviceId;
use crate::identity::IdentityKey;
use crate::network::ConnectError;

/// How large what the application says in a message may be.
pub const BODY: usize = 48 * 1024;
const DOMAIN: &[u8] = b"segue-word-v1";

/// A message before it is signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeerMessageDraft {
    /// The same id is the same message, however often it is sent.
    pub id: Uuid,
    pub to: DeviceId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// What the application says.
    pub body: String,
}

/// A message signed by its author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeerMessage {
    pub id: Uuid,
    pub from: DeviceId,
    pub to: DeviceId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// What the application says.
    pub body: String,
    /// Over all of the above.
    pub signature: Vec<u8>,
}

/// The answer to a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeerMessageAnswer {
    /// It is kept for good, now or before.
    Kept,
    /// Not now; send it again after this many seconds.
    Later(u64),
    /// It is not taken, and would not be another time.
    Refused(String),
}

/// Why a message has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PeerMessageError {
    /// They could not be reached; nothing was said.
    #[error("{0}")]
    Connect(#[from] ConnectError),
    /// One of the two does not know the other as verified: pair again.
    #[error("you and they are not verified with each other any more")]
    NotVerified,
    /// The connection was lost before the answer came; it may have arrived.
    #[error("the connection was lost before the answer came")]
    Lost,
    /// It is too large to be a message.
    #[error("it says more than fits into a message")]
    TooLong,
}

impl PeerMessage {
    /// Signs a draft; none when the key has no id.
    pub fn sign(key: &IdentityKey, draft: PeerMessageDraft) -> Option<Self> {
        let mut message = Self {
            id: draft.id,
            from: DeviceId::of(&key.public())?,
            to: draft.to,
            created: draft.created,
            body: draft.body,
            signature: Vec::new(),
        };
        message.signature = key.sign(&message.signed_bytes());
        Some(message)
    }

    /// Checks whether the device it names as its author signed it.
    pub fn is_signed(&self) -> bool {
        self.from.signed(&self.signed_bytes(), &self.signature)
    }

    fn signed_bytes(&self) -> Vec<u8> {
        let mut bytes = DOMAIN.to_vec();
        bytes.extend_from_slice(self.id.as_bytes());
        bytes.extend_from_slice(&self.from.public());
        bytes.extend_from_slice(&self.to.public());
        bytes.extend_from_slice(&self.created.to_be_bytes());
        // The last part, so its length needs no place of its own.
        bytes.extend_from_slice(self.body.as_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> PeerMessageDraft {
        PeerMessageDraft {
            id: Uuid::from_u128(7),
            to: DeviceId::of(&IdentityKey::generate().public()).unwrap(),
            created: 1,
            body: "{}".to_owned(),
        }
    }

    #[test]
    fn every_field_of_a_word_is_signed() {
        let message = PeerMessage::sign(&IdentityKey::generate(), draft()).unwrap();
        assert!(message.is_signed());
        let changes: [fn(&mut PeerMessage); 7] = [
            |message| message.id = Uuid::from_u128(8),
            |message| message.from = message.to,
            |message| message.to = message.from,
            |message| message.created += 1,
            |message| message.body.push(' '),
            |message| message.body.clear(),
            |message| message.signature[0] ^= 1,
        ];
        for (at, change) in changes.iter().enumerate() {
            let mut changed = message.clone();
            change(&mut changed);
            assert!(!changed.is_signed(), "change {at}");
        }
    }

    #[test]
    fn a_signature_for_something_else_is_none_for_a_word() {
        let key = IdentityKey::generate();
        let mut message = PeerMessage::sign(&key, draft()).unwrap();
        let bytes = message.signed_bytes();
        let other = [b"segue-offer-v1", &bytes[DOMAIN.len()..]].concat();
        message.signature = key.sign(&other);
        assert!(!message.is_signed());
    }
}
