//! Finding the few bytes of a text that matter, sixty-four at a time.
//!
//! ```text
//! text ──64 bytes──▶ one bit per byte that matters ──lowest bit at or after `at`──▶ place
//! ```
//!
//! Escapes stand close together in code and prose, so the bits of a block are kept until all of
//! them were asked for.

use wide::u8x16;

/// Bytes looked at together.
pub(super) const BLOCK: usize = 64;

/// Which bytes are looked for.
pub(crate) trait Class {
    /// Checks whether one byte matters.
    fn has(byte: u8) -> bool;
    /// Checks sixteen bytes: sets all bits of a byte that matters and none of any other.
    fn marks(bytes: u8x16) -> u8x16;
}

/// What may not stand in a JSON string as it is: quotes, backslashes, control characters.
#[derive(Debug)]
pub(crate) struct Special;

/// Where an escape begins.
#[derive(Debug)]
pub(crate) struct Backslash;

impl Class for Special {
    fn has(byte: u8) -> bool {
        matches!(byte, b'"' | b'\\' | 0..=0x1f)
    }

    fn marks(bytes: u8x16) -> u8x16 {
        let control = bytes.min(u8x16::splat(0x1f)).simd_eq(bytes);
        bytes.simd_eq(u8x16::splat(b'"')) | bytes.simd_eq(u8x16::splat(b'\\')) | control
    }
}

impl Class for Backslash {
    fn has(byte: u8) -> bool {
        byte == b'\\'
    }

    fn marks(bytes: u8x16) -> u8x16 {
        bytes.simd_eq(u8x16::splat(b'\\'))
    }
}

/// Goes through a text from one byte that matters to the next.
#[derive(Debug)]
pub(crate) struct Scan<'b, C> {
    bytes: &'b [u8],
    /// The block whose bits are known; at first there is none.
    start: usize,
    end: usize,
    bits: u64,
    class: std::marker::PhantomData<C>,
}

impl<'b, C: Class> Scan<'b, C> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            start: 0,
            end: 0,
            bits: 0,
            class: std::marker::PhantomData,
        }
    }

    /// Finds the first byte that matters at `at` or after it, or the end. `at` must never go back.
    #[inline]
    pub(crate) fn find(&mut self, at: usize) -> usize {
        if at >= self.end {
            return self.further(at);
        }
        let left = self.bits >> (at.saturating_sub(self.start) % BLOCK);
        if left == 0 {
            return self.further(self.end);
        }
        at + left.trailing_zeros() as usize
    }

    fn further(&mut self, mut at: usize) -> usize {
        loop {
            let rest = self.bytes.get(at..).unwrap_or_default();
            let Some(block) = rest.first_chunk() else {
                let found = rest.iter().position(|byte| C::has(*byte));
                return at + found.unwrap_or(rest.len());
            };
            let found = bits(block, C::marks);
            if found != 0 {
                self.start = at;
                self.end = at + BLOCK;
                self.bits = found;
                return at + found.trailing_zeros() as usize;
            }
            at += BLOCK;
        }
    }
}

/// Returns one bit for each byte of a block that `marks` marks.
#[inline]
pub(super) fn bits(block: &[u8; BLOCK], marks: impl Fn(u8x16) -> u8x16) -> u64 {
    let (quarters, _) = block.as_chunks::<16>();
    quarters.iter().rev().fold(0, |bits, quarter| {
        bits << 16 | u64::from(marks(u8x16::new(*quarter)).to_bitmask())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn every<C: Class>(bytes: &[u8], step: usize) -> Vec<usize> {
        let mut scan = Scan::<C>::new(bytes);
        let (mut at, mut found) = (0, Vec::new());
        loop {
            at = scan.find(at);
            if at >= bytes.len() {
                return found;
            }
            found.push(at);
            at += step;
        }
    }

    fn plainly<C: Class>(bytes: &[u8], step: usize) -> Vec<usize> {
        let (mut at, mut found) = (0, Vec::new());
        while at < bytes.len() {
            if C::has(bytes[at]) {
                found.push(at);
                at += step;
            } else {
                at += 1;
            }
        }
        found
    }

    proptest! {
        #[test]
        fn it_finds_what_a_plain_search_finds(
            bytes in proptest::collection::vec(
                prop_oneof![8 => Just(b'a'), 1 => Just(b'"'), 1 => Just(b'\\'), 2 => any::<u8>()],
                0..400,
            ),
            step in 1usize..90,
        ) {
            prop_assert_eq!(every::<Special>(&bytes, step), plainly::<Special>(&bytes, step));
            prop_assert_eq!(every::<Backslash>(&bytes, step), plainly::<Backslash>(&bytes, step));
        }
    }
}
