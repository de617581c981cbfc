//! Reading bytes from outside, never past their end: fixed lengths, the variable-length numbers of
//! Automerge, and its chunks (magic, checksum, kind, length, body), inflated up to a bound.

use std::io::Read;

use crate::{attempt::Tried, limits::MAX_CHANGE};

/// The magic bytes that every Automerge chunk begins with.
pub(crate) const CHUNK_MAGIC: [u8; 4] = [0x85, 0x6f, 0x4a, 0x83];

/// The bytes still to be read.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(crate) fn number_u32(&mut self) -> Option<usize> {
        usize::try_from(u32::from_le_bytes(self.array()?)).ok()
    }

    /// Reads an unsigned variable-length number. `None` at the end of the bytes or beyond 64 bits.
    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            let placed = bits << shift;
            if placed >> shift != bits {
                return None;
            }
            number |= placed;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// Reads a signed variable-length number. `None` at the end of the bytes or if it takes more
    /// than nine.
    pub(crate) fn signed(&mut self) -> Option<i64> {
        let mut number = 0_i64;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= i64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let sign = byte & 0x40 != 0 && shift + 7 < 64;
                return Some(if sign {
                    number | (-1 << (shift + 7))
                } else {
                    number
                });
            }
        }
        None
    }

    /// Reads a number that counts things in memory; `None` above `most`.
    pub(crate) fn count(&mut self, most: usize) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= most).then_some(count)
    }

    /// Reads a length, then that many bytes.
    pub(crate) fn prefixed(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        self.take(length)
    }

    /// Reads the next chunk, trusting nothing about it but its length. On `None` nothing is
    /// consumed.
    pub(crate) fn chunk(&mut self) -> Option<Chunk<'a>> {
        let mut bytes = *self;
        if bytes.array()? != CHUNK_MAGIC {
            return None;
        }
        let checksum = bytes.array()?;
        let kind = bytes.byte()?;
        let body = bytes.prefixed()?;
        *self = bytes;
        Some(Chunk {
            checksum,
            kind,
            body,
        })
    }
}

/// One chunk as it was read, unchecked.
#[derive(Clone, Copy)]
pub(crate) struct Chunk<'a> {
    pub(crate) checksum: [u8; 4],
    pub(crate) kind: u8,
    pub(crate) body: &'a [u8],
}

impl Chunk<'_> {
    pub(crate) const DOCUMENT: u8 = 0;
    const CHANGE: u8 = 1;
    const COMPRESSED: u8 = 2;

    /// Returns the body of a change, inflated if need be. Never reads more than a change may have.
    pub(crate) fn change(&self) -> Result<Vec<u8>, Tried> {
        if self.body.len() > MAX_CHANGE {
            return Err(Tried::TooLarge);
        }
        match self.kind {
            Self::CHANGE => Ok(self.body.to_vec()),
            Self::COMPRESSED => inflate(self.body, MAX_CHANGE),
            _ => Err(Tried::WholeDocument),
        }
    }
}

fn inflate(bytes: &[u8], most: usize) -> Result<Vec<u8>, Tried> {
    let mut inflated = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    flate2::bufread::DeflateDecoder::new(bytes)
        .take(limit)
        .read_to_end(&mut inflated)
        .map_err(|_| Tried::Unreadable)?;
    if inflated.len() > most {
        return Err(Tried::TooLarge);
    }
    Ok(inflated)
}

/// Counts the bytes this inflates to, without keeping any of them. `None` if there are more than
/// `most` or the data is broken.
pub(crate) fn inflated_len(bytes: &[u8], most: usize) -> Option<usize> {
    let limit = u64::try_from(most).ok()?.saturating_add(1);
    let mut reader = flate2::bufread::DeflateDecoder::new(bytes).take(limit);
    let length = std::io::copy(&mut reader, &mut std::io::sink()).ok()?;
    usize::try_from(length)
        .ok()
        .filter(|length| *length <= most)
}
