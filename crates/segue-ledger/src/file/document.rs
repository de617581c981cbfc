//! The compact part of a file: measured and hashed before Automerge reads it, and every change in it
//! looked at afterwards.

use std::panic::catch_unwind;

use automerge::Automerge;

use super::Damaged;
use crate::{
    bytes::{Bytes, Chunk, inflated_len},
    change, guard,
    ledger::Ledger,
    limits::{MAX_CHAINS, MAX_FILE, MAX_HASHES, MAX_INFLATED},
    store::Store,
};

const MAGIC: [u8; 16] = *b"segue-ledger-v1\n";
const MAX_COLUMNS: usize = 64;
/// The bit in a column's description that says it is deflated.
const DEFLATED: u64 = 0x08;

/// Wraps a document, putting its length and hash before it.
pub(crate) fn wrap(document: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let length = u32::try_from(document.len()).unwrap_or(u32::MAX);
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(blake3::hash(document).as_bytes());
    bytes.extend_from_slice(document);
    bytes
}

/// Reads a wrapped document; `None` unless every byte is as it was.
pub(super) fn unwrap<'a>(bytes: &mut Bytes<'a>) -> Option<&'a [u8]> {
    if bytes.array()? != MAGIC {
        return None;
    }
    let length = bytes.number_u32()?;
    let hash: [u8; 32] = bytes.array()?;
    let document = bytes.take(length)?;
    (blake3::hash(document) == hash).then_some(document)
}

/// Reads the document and enters every change in it into the index. Sizes and signatures are
/// checked unless `proven`.
pub(super) fn read(conversation: &str, bytes: &[u8], proven: bool) -> Result<Ledger, Damaged> {
    let mut ledger = Ledger::new(conversation)?;
    if !proven {
        measure(bytes).ok_or(Damaged::Document)?;
    }
    let genesis = change::genesis();
    // Automerge stops the program on some documents that nobody would write; here it does not.
    let loaded = catch_unwind(|| {
        let doc = Automerge::load(bytes).ok()?;
        let changes = doc.get_changes(&[]);
        Some((doc, changes))
    });
    let (doc, changes) = loaded.ok().flatten().ok_or(Damaged::Document)?;
    let (first, rest) = changes.split_first().ok_or(Damaged::Document)?;
    if first.hash() != genesis.hash() {
        return Err(Damaged::Document);
    }
    for change in rest {
        guard::account(conversation, &mut ledger.index, change, proven)
            .map_err(Damaged::Refused)?;
    }
    ledger.store = Store::new(doc.with_actor(genesis.actor_id().clone()));
    Ok(ledger)
}

/// Adds up what the columns inflate to, as the document describes them. `None` if that is malformed
/// or more than the limit.
fn measure(bytes: &[u8]) -> Option<()> {
    let mut rest = Bytes(bytes);
    let chunk = rest.chunk()?;
    if chunk.kind != Chunk::DOCUMENT || !rest.0.is_empty() {
        return None;
    }
    let mut bytes = Bytes(chunk.body);
    for _ in 0..bytes.count(MAX_CHAINS + 1)? {
        bytes.prefixed()?;
    }
    let heads = bytes.count(MAX_HASHES)?;
    bytes.take(heads * 32)?;
    let mut columns = describe(&mut bytes)?;
    columns.extend(describe(&mut bytes)?);
    let mut left = MAX_INFLATED;
    for (kind, length) in columns {
        let column = bytes.take(length)?;
        let size = if kind & DEFLATED == 0 {
            column.len()
        } else {
            inflated_len(column, left)?
        };
        left = left.checked_sub(size)?;
    }
    Some(())
}

fn describe(bytes: &mut Bytes<'_>) -> Option<Vec<(u64, usize)>> {
    (0..bytes.count(MAX_COLUMNS)?)
        .map(|_| Some((bytes.number()?, bytes.count(MAX_FILE)?)))
        .collect()
}
