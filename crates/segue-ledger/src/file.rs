//! A ledger as a file: the document in compact form, then changes that were added since.
//!
//! ```text
//! save ──────▶ magic, length, hash │ document chunk
//! save_more ─▶ change chunk, change chunk, …            (appended)
//! load ◀────── all of it, or Damaged
//! rescue ◀──── what can still be read, and what is lost
//! ```
//!
//! The hash comes before the document so that Automerge is only given what we wrote. What was written
//! is remembered as [`Checked`]: whoever loads the same bytes with it need not verify every signature
//! again.

mod document;
#[cfg(test)]
pub(crate) use document::wrap;
mod rescue;

pub use rescue::{Lost, Rescued};

use automerge::ChangeHash;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    attempt::{News, Tried},
    bytes::Bytes,
    guard::Anteroom,
    ledger::{BadConversation, Ledger},
    limits::MAX_FILE,
};

/// Proof that these very bytes were verified before. Keep it where whoever writes the file cannot
/// reach it; without one that fits, everything is verified anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Checked(pub [u8; 32]);

/// Why a file was not loaded. The bytes are worth keeping: [`Ledger::rescue`] may read some of them.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Damaged {
    /// It is larger than a history can be.
    #[error("the file is larger than {MAX_FILE} bytes")]
    TooLarge,
    /// The compact part is damaged, with everything up to the last time it was written.
    #[error("the main part of the file is damaged")]
    Document,
    /// What was appended since is damaged, from this byte on.
    #[error("the file is damaged or cut off after {0} bytes")]
    Tail(usize),
    /// It holds something that no Segue would have taken.
    #[error("the file holds a change that does not belong there: somebody {0}")]
    Refused(Tried),
    #[error(transparent)]
    Conversation(#[from] BadConversation),
}

/// What has been handed out as a file's bytes so far.
#[derive(Default)]
pub(crate) struct Written {
    heads: Vec<ChangeHash>,
    hasher: Option<blake3::Hasher>,
}

impl Written {
    fn begin(conversation: &str) -> blake3::Hasher {
        let mut hasher = blake3::Hasher::new_derive_key("segue ledger file checked v1");
        hasher.update(conversation.as_bytes()).update(&[0]);
        hasher
    }
}

impl Ledger {
    /// Writes the whole history as compact bytes, and remembers them as what the file holds.
    pub fn save(&mut self) -> Vec<u8> {
        let bytes = document::wrap(&self.store.doc().save());
        let mut hasher = Written::begin(&self.conversation);
        hasher.update(&bytes);
        self.written = Written {
            heads: self.store.doc().get_heads(),
            hasher: Some(hasher),
        };
        bytes
    }

    /// Writes what to append to the file as it was last saved, loaded or appended to; empty if
    /// nothing is new. `None` if there is no such file yet.
    pub fn save_more(&mut self) -> Option<Vec<u8>> {
        let hasher = self.written.hasher.as_mut()?;
        let bytes = self.store.doc().save_after(&self.written.heads);
        hasher.update(&bytes);
        self.written.heads = self.store.doc().get_heads();
        Some(bytes)
    }

    /// Returns proof for the bytes handed out last, together with those they were appended to.
    /// `None` if there are none.
    pub fn checked(&self) -> Option<Checked> {
        let hasher = self.written.hasher.as_ref()?;
        Some(Checked(*hasher.finalize().as_bytes()))
    }

    /// Reads a file. Everything in it passes the guard; signatures are verified unless `checked`
    /// fits these bytes.
    pub fn load(
        conversation: &str,
        bytes: &[u8],
        checked: Option<&Checked>,
    ) -> Result<Self, Damaged> {
        if bytes.len() > MAX_FILE {
            return Err(Damaged::TooLarge);
        }
        let mut hasher = Written::begin(conversation);
        hasher.update(bytes);
        let proven = checked.is_some_and(|checked| *hasher.finalize().as_bytes() == checked.0);
        let mut rest = Bytes(bytes);
        let document = document::unwrap(&mut rest).ok_or(Damaged::Document)?;
        let mut ledger = document::read(conversation, document, proven)?;
        let mut chunks = Vec::new();
        while !rest.0.is_empty() {
            let at = bytes.len() - rest.0.len();
            chunks.push(rest.chunk().ok_or(Damaged::Tail(at))?);
        }
        let (mut room, mut news) = (Anteroom::default(), News::default());
        let tail = |_| Damaged::Tail(bytes.len());
        ledger
            .admit(&mut room, "file", chunks.into_iter(), &mut news)
            .map_err(tail)?;
        if let Some(refused) = news.refused.first() {
            return Err(Damaged::Refused(refused.tried));
        }
        if !room.waiting.is_empty() {
            return Err(Damaged::Tail(bytes.len()));
        }
        ledger.written = Written {
            heads: ledger.store.doc().get_heads(),
            hasher: Some(hasher),
        };
        Ok(ledger)
    }
}
