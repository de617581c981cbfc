//! Reading a sync message with nothing believed: every list bounded, hashes in order, one filter with
//! the only parameters that are ever written. Automerge would divide by the size of an empty
//! filter, and look as often as a filter says.

use automerge::{
    ChangeHash,
    sync::{BloomFilter, Have},
};

use super::SyncError;
use crate::{
    bytes::{Bytes, Chunk},
    limits::{MAX_CHANGES, MAX_HASHES},
};

const VERSION_1: u8 = 0x42;
const VERSION_2: u8 = 0x43;
const BITS_PER_ENTRY: u64 = 10;
const PROBES: u64 = 7;

/// A message, taken apart.
pub(super) struct Envelope<'a> {
    pub(super) heads: Vec<ChangeHash>,
    pub(super) need: Vec<ChangeHash>,
    pub(super) have: Vec<Have>,
    pub(super) chunks: Vec<Chunk<'a>>,
}

/// Reads a message. What follows the changes (flags of later versions) is ignored, and so Automerge
/// keeps writing the first version of messages.
pub(super) fn read(bytes: &[u8]) -> Result<Envelope<'_>, SyncError> {
    let mut bytes = Bytes(bytes);
    let unreadable = || SyncError::Unreadable;
    if !matches!(bytes.byte(), Some(VERSION_1 | VERSION_2)) {
        return Err(SyncError::Unreadable);
    }
    let heads = hashes(&mut bytes).ok_or_else(unreadable)?;
    // Every ledger has its first change. To Automerge no heads mean: send everything again.
    if heads.is_empty() {
        return Err(SyncError::Unreadable);
    }
    let need = hashes(&mut bytes).ok_or_else(unreadable)?;
    let count = bytes.count(1).ok_or_else(unreadable)?;
    let have = (0..count)
        .map(|_| have(&mut bytes).ok_or_else(unreadable))
        .collect::<Result<_, _>>()?;
    let entries = bytes.number().ok_or_else(unreadable)?;
    let mut chunks = Vec::new();
    for _ in 0..entries {
        let mut entry = Bytes(bytes.prefixed().ok_or_else(unreadable)?);
        while !entry.0.is_empty() {
            chunks.push(entry.chunk().ok_or_else(unreadable)?);
            if chunks.len() > MAX_CHANGES {
                return Err(SyncError::TooMany);
            }
        }
    }
    Ok(Envelope {
        heads,
        need,
        have,
        chunks,
    })
}

fn hashes(bytes: &mut Bytes<'_>) -> Option<Vec<ChangeHash>> {
    let count = bytes.count(MAX_HASHES)?;
    let hashes = (0..count)
        .map(|_| bytes.array().map(ChangeHash))
        .collect::<Option<Vec<_>>>()?;
    hashes
        .is_sorted_by(|one, next| one < next)
        .then_some(hashes)
}

fn have(bytes: &mut Bytes<'_>) -> Option<Have> {
    let last_sync = hashes(bytes)?;
    let filter = bytes.prefixed()?;
    if !filter.is_empty() {
        let mut parts = Bytes(filter);
        let entries = parts.number()?;
        let usual = parts.number()? == BITS_PER_ENTRY && parts.number()? == PROBES;
        let size = entries.checked_mul(BITS_PER_ENTRY)?.div_ceil(8);
        if entries == 0 || !usual || u64::try_from(parts.0.len()).ok()? != size {
            return None;
        }
    }
    Some(Have {
        last_sync,
        bloom: BloomFilter::try_from(filter).ok()?,
    })
}
