//! A word: a small signed message from one verified device to another, about something they share.
//!
//! ```text
//!  Word::sign ─▶ Network::say ── /segue/word/1 ──▶ Event::Word ─▶ the application answers
//!                     ◀─────────── kept | later | refused ──────────────┘
//! ```
//!
//! The network sees to it that a word is what it says it is: made by the device at the other end, for
//! us, unaltered. It does not know whether a word was said before: one that is said again after a lost
//! answer comes twice, under the same id. Words may overtake each other.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::device::DeviceId;
use crate::identity::IdentityKey;
use crate::network::ConnectError;

/// How large what the application says in a word may be.
pub const BODY: usize = 48 * 1024;
const DOMAIN: &[u8] = b"segue-word-v1";

/// What is to be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordDraft {
    /// Which word: the same id is the same word, however often it is said.
    pub id: Uuid,
    /// To whom.
    pub to: DeviceId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// What the application says.
    pub body: String,
}

/// A signed word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// Which.
    pub id: Uuid,
    /// Who says it.
    pub from: DeviceId,
    /// To whom.
    pub to: DeviceId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// What the application says.
    pub body: String,
    /// Over all of the above.
    pub signature: Vec<u8>,
}

/// What is said to a word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WordAnswer {
    /// It is kept for good, now or before.
    Kept,
    /// Not now; say it again after so many seconds.
    Later(u64),
    /// It is not taken, and would not be another time.
    Refused(String),
}

/// Why a word has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WordError {
    /// They could not be reached; nothing was said.
    #[error("{0}")]
    Connect(#[from] ConnectError),
    /// One of the two does not know the other as verified: pair again.
    #[error("you and they are not verified with each other any more")]
    NotVerified,
    /// The connection was lost before the answer came; it may have arrived.
    #[error("the connection was lost before the answer came")]
    Lost,
    /// It is too large to be a word.
    #[error("it says more than fits into a message")]
    TooLong,
}

impl Word {
    /// Signs a draft; none when the key has no id.
    pub fn sign(key: &IdentityKey, draft: WordDraft) -> Option<Self> {
        let mut word = Self {
            id: draft.id,
            from: DeviceId::of(&key.public())?,
            to: draft.to,
            created: draft.created,
            body: draft.body,
            signature: Vec::new(),
        };
        word.signature = key.sign(&word.signed_bytes());
        Some(word)
    }

    /// Whether the one it names as its author signed it.
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

    fn draft() -> WordDraft {
        WordDraft {
            id: Uuid::from_u128(7),
            to: DeviceId::of(&IdentityKey::generate().public()).unwrap(),
            created: 1,
            body: "{}".to_owned(),
        }
    }

    #[test]
    fn every_field_of_a_word_is_signed() {
        let word = Word::sign(&IdentityKey::generate(), draft()).unwrap();
        assert!(word.is_signed());
        let changes: [fn(&mut Word); 7] = [
            |word| word.id = Uuid::from_u128(8),
            |word| word.from = word.to,
            |word| word.to = word.from,
            |word| word.created += 1,
            |word| word.body.push(' '),
            |word| word.body.clear(),
            |word| word.signature[0] ^= 1,
        ];
        for (at, change) in changes.iter().enumerate() {
            let mut changed = word.clone();
            change(&mut changed);
            assert!(!changed.is_signed(), "change {at}");
        }
    }

    #[test]
    fn a_signature_for_something_else_is_none_for_a_word() {
        let key = IdentityKey::generate();
        let mut word = Word::sign(&key, draft()).unwrap();
        let bytes = word.signed_bytes();
        let other = [b"segue-offer-v1", &bytes[DOMAIN.len()..]].concat();
        word.signature = key.sign(&other);
        assert!(!word.is_signed());
    }
}
