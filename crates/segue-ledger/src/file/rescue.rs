//! What can still be read of a damaged file.
//!
//! The compact part is whole or lost: its columns make sense only together. What was appended is
//! looked for from magic to magic, each change by itself; one that follows a lost one is lost too.

use crate::{
    attempt::News,
    bytes::{Bytes, CHUNK_MAGIC},
    guard::{self, Anteroom},
    ledger::{BadConversation, Ledger},
    limits::MAX_FILE,
};

use super::document;

/// A ledger made of what could be read.
#[derive(Debug)]
pub struct Rescued {
    /// It has no file yet: save it anew, and continue with another chain.
    pub ledger: Ledger,
    /// What is not in it.
    pub lost: Lost,
}

/// What could not be read. Teammates who have it bring it back with the next sync.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lost {
    /// The compact part, with everything up to the last time it was written.
    pub document: bool,
    /// Bytes after it in which no change was found.
    pub bytes: usize,
    /// Changes that follow lost ones.
    pub orphans: usize,
    /// Changes that do not belong there.
    pub refused: usize,
}

impl Lost {
    /// Checks whether nothing was lost after all.
    pub fn nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl Ledger {
    /// Reads what can be read. Fails only on an impossible identifier of a conversation.
    pub fn rescue(conversation: &str, bytes: &[u8]) -> Result<Rescued, BadConversation> {
        let mut lost = Lost::default();
        let empty = Ledger::new(conversation)?;
        let bytes = bytes.get(..MAX_FILE).unwrap_or(bytes);
        let mut rest = Bytes(bytes);
        let read = document::unwrap(&mut rest)
            .and_then(|document| document::read(conversation, document, false).ok());
        let mut ledger = read.unwrap_or_else(|| {
            lost.document = true;
            rest = Bytes(bytes);
            empty
        });
        let mut chunks = Vec::new();
        while !rest.0.is_empty() {
            let mut ahead = rest;
            match ahead.chunk().filter(guard::sound) {
                Some(chunk) => {
                    chunks.push(chunk);
                    rest = ahead;
                }
                None => {
                    let next = rest.0.iter().skip(1);
                    let skipped = 1 + next.take_while(|byte| **byte != CHUNK_MAGIC[0]).count();
                    rest.take(skipped);
                    lost.bytes += skipped;
                }
            }
        }
        let (mut room, mut news) = (Anteroom::default(), News::default());
        let here = ledger.len();
        let taken = ledger.admit(&mut room, "file", chunks.into_iter(), &mut news);
        if taken.is_err() {
            lost.refused += news.new_records.len() - (ledger.len() - here);
        }
        lost.orphans = room.waiting.len();
        lost.refused += news.refused.len() + news.more_refused;
        Ok(Rescued { ledger, lost })
    }
}
