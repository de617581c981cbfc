//! Bringing two ledgers together with Automerge's own sync protocol.
//!
//! ```text
//! message ──▶ Automerge: who lacks what ──▶ Outgoing::Message (≤ 1 MiB, ≤ 2,000 changes)
//!                                        └▶ Outgoing::Whole: a parcel, if that is too little
//! receive ──▶ our reader (bounded) ──▶ guard ──▶ Automerge, given only what passed
//! ```
//!
//! Two things of the protocol are never used: messages with a whole document in them, which we
//! neither offer nor take, and its queue of changes that wait for others, which is unbounded: they
//! wait in the session instead, and what they wait for is asked for.

mod envelope;

use automerge::{
    Change,
    sync::{ChunkList, Message, MessageVersion, State, SyncDoc as _},
};
use thiserror::Error;

use crate::{
    attempt::News,
    bytes::Bytes,
    guard::Anteroom,
    ledger::{Ledger, NotTaken},
    limits::{
        MAX_CHANGES, MAX_HASHES, MAX_IDLE_ROUNDS, MAX_MESSAGE, MAX_PARCELS, MAX_ROUNDS, MAX_WHOLE,
    },
    whole,
};

/// One sync session with one device: from the first message until both sides have nothing more to
/// say. For whatever comes later, begin a new one.
#[derive(Default)]
pub struct Sync {
    pub(crate) state: State,
    pub(crate) anteroom: Anteroom,
    rounds: u32,
    idle: u32,
    parcels: u32,
}

/// What to send to the other side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outgoing {
    /// A message for [`Ledger::receive`].
    Message(Vec<u8>),
    /// A parcel for [`Ledger::take_whole`]: the other side lacks more than a message holds.
    Whole(Vec<u8>),
}

/// Why a message was not taken. The session is over; whoever sent it is not an honest Segue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SyncError {
    /// Longer than a message may be.
    #[error("the message is longer than {MAX_MESSAGE} bytes")]
    TooLong,
    /// More changes than a message may have.
    #[error("the message has more than {MAX_CHANGES} changes")]
    TooMany,
    /// Not a sync message, or not one that Segue writes.
    #[error("the message cannot be read")]
    Unreadable,
    /// The session does not come to an end.
    #[error("the session did not end within {MAX_ROUNDS} messages")]
    Endless,
    #[error(transparent)]
    NotTaken(#[from] NotTaken),
}

impl Sync {
    /// Begins a new session.
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn came(&mut self, news: &News) -> Result<(), SyncError> {
        self.rounds += 1;
        self.idle = if news.new_records.is_empty() {
            self.idle + 1
        } else {
            0
        };
        if self.rounds > MAX_ROUNDS {
            return Err(SyncError::Endless);
        }
        Ok(())
    }
}

impl std::fmt::Debug for Sync {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sync(after {} messages)", self.rounds)
    }
}

impl Ledger {
    /// Composes what to send next; `None` while there is nothing to say. A session is over when
    /// both sides have nothing to say.
    pub fn message(&self, sync: &mut Sync) -> Option<Outgoing> {
        if sync.idle > MAX_IDLE_ROUNDS || sync.rounds > MAX_ROUNDS {
            return None;
        }
        let mut message = self.store.doc().generate_sync_message(&mut sync.state)?;
        let missing = sync.anteroom.missing(&self.index);
        if !missing.is_empty() {
            message.need = missing.into_iter().take(MAX_HASHES).collect();
            message.have.clear();
        }
        if !message.changes.is_empty() {
            sync.idle = 0;
        }
        let bytes: usize = message.changes.iter().map(<[u8]>::len).sum();
        if message.changes.len() <= MAX_CHANGES && bytes <= MAX_MESSAGE / 2 {
            let encoded = message.encode();
            return (encoded.len() <= MAX_MESSAGE).then_some(Outgoing::Message(encoded));
        }
        // What follows the heads they have named: unlike a guess by filter, without holes. What does
        // not fit is sent when they have named new ones.
        sync.parcels += 1;
        sync.state.sent_hashes.clear();
        let heads = sync.state.their_heads.iter().flatten();
        let known: Vec<_> = heads
            .filter(|head| self.index.knows(head))
            .copied()
            .collect();
        let changes = self.store.doc().get_changes(&known);
        let (parcel, _) = whole::pack(changes.iter().map(Change::raw_bytes), MAX_WHOLE);
        (sync.parcels <= MAX_PARCELS).then_some(Outgoing::Whole(parcel))
    }

    /// Takes in a message from the other side. `from` is the caller's name for that side.
    pub fn receive(
        &mut self,
        sync: &mut Sync,
        from: &str,
        bytes: &[u8],
    ) -> Result<News, SyncError> {
        if bytes.len() > MAX_MESSAGE {
            return Err(SyncError::TooLong);
        }
        let envelope = envelope::read(bytes)?;
        let mut news = News::default();
        let chunks = envelope.chunks.iter().copied();
        let taken = self.admit(&mut sync.anteroom, from, chunks, &mut news)?;
        let message = Message {
            heads: envelope.heads,
            need: envelope.need,
            have: envelope.have,
            changes: ChunkList::empty(),
            flags: None,
            version: MessageVersion::V1,
        };
        let result = self.store.receive(&mut sync.state, message, taken > 0);
        self.applied(result)?;
        sync.came(&news)?;
        Ok(news)
    }

    /// Packs everything for a newcomer, as a parcel for [`Self::take_whole`]. `None` if it would be
    /// larger than a parcel may be; a session then sends it in several.
    pub fn whole(&self) -> Option<Vec<u8>> {
        let changes = self.store.doc().get_changes(&[]);
        let (parcel, count) = whole::pack(changes.iter().map(Change::raw_bytes), MAX_WHOLE);
        (count == changes.len()).then_some(parcel)
    }

    /// Takes in a parcel from the other side, through the same guard as messages. Outside a
    /// session, pass a new `sync`.
    pub fn take_whole(
        &mut self,
        sync: &mut Sync,
        from: &str,
        bytes: &[u8],
    ) -> Result<News, SyncError> {
        let parts = whole::unpack(bytes)?;
        let mut news = News::default();
        let mut readable = Vec::with_capacity(parts.len());
        for part in parts {
            readable.push(Bytes(part).chunk().ok_or(SyncError::Unreadable)?);
        }
        self.admit(&mut sync.anteroom, from, readable.into_iter(), &mut news)?;
        sync.state.in_flight = false;
        sync.came(&news)?;
        Ok(news)
    }
}
