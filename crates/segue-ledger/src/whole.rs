//! A parcel of changes: magic, count, and each change after its length.

use crate::{
    bytes::Bytes,
    limits::{MAX_CHANGE, MAX_WHOLE, MAX_WHOLE_CHANGES},
    sync::SyncError,
};

const MAGIC: [u8; 16] = *b"segue-parcel-v1\n";
/// What comes around the body of a change: magic, checksum, kind and length.
const CHUNK_HEADER: usize = 16;

/// Packs as many changes as fit, in order, and returns the parcel and their number.
pub(crate) fn pack<'a>(changes: impl Iterator<Item = &'a [u8]>, most: usize) -> (Vec<u8>, usize) {
    let mut parcel = MAGIC.to_vec();
    parcel.extend_from_slice(&[0; 4]);
    let mut count = 0_u32;
    for change in changes.take(MAX_WHOLE_CHANGES) {
        let Ok(length) = u32::try_from(change.len()) else {
            break;
        };
        if parcel.len() + 4 + change.len() > most {
            break;
        }
        parcel.extend_from_slice(&length.to_le_bytes());
        parcel.extend_from_slice(change);
        count += 1;
    }
    let place = parcel.iter_mut().skip(MAGIC.len());
    place
        .zip(count.to_le_bytes())
        .for_each(|(to, from)| *to = from);
    (parcel, usize::try_from(count).unwrap_or(usize::MAX))
}

/// Unpacks the changes of a parcel, still as they came.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Vec<&[u8]>, SyncError> {
    if bytes.len() > MAX_WHOLE {
        return Err(SyncError::TooLong);
    }
    let mut bytes = Bytes(bytes);
    if bytes.array() != Some(MAGIC) {
        return Err(SyncError::Unreadable);
    }
    let count = bytes.number_u32().ok_or(SyncError::Unreadable)?;
    if count > MAX_WHOLE_CHANGES {
        return Err(SyncError::TooMany);
    }
    let mut changes = Vec::new();
    for _ in 0..count {
        let length = bytes
            .number_u32()
            .filter(|length| *length <= MAX_CHANGE + CHUNK_HEADER);
        let change = length.and_then(|length| bytes.take(length));
        changes.push(change.ok_or(SyncError::Unreadable)?);
    }
    if bytes.0.is_empty() {
        Ok(changes)
    } else {
        Err(SyncError::Unreadable)
    }
}
