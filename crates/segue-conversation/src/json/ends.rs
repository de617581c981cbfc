//! Where strings end, sixty-four bytes at a time, without stopping at every escape.
//!
//! ```text
//! block ──▶ backslashes ──runs of odd length──▶ bytes that are escaped
//!       ──▶ quotes that are not escaped, control characters ──first one──▶ the end
//! ```

use super::JsonError;
use super::scan::{BLOCK, bits};
use wide::u8x16;

/// Where a value ends, and whether it is a string with an escape in it.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) place: usize,
    pub(super) escaped: bool,
}

impl End {
    pub(super) fn plain(place: usize) -> Self {
        Self {
            place,
            escaped: false,
        }
    }
}

/// Goes through a text from string to string.
pub(super) struct Ends<'b> {
    bytes: &'b [u8],
    /// The block that is known: where it begins and ends.
    start: usize,
    end: usize,
    /// Bytes of it that stand after a backslash of their own.
    escaped: u64,
    /// Quotes that are not escaped, and control characters.
    stops: u64,
    /// Whether the first byte of the next block is escaped.
    carry: u64,
}

impl<'b> Ends<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            start: 0,
            end: 0,
            escaped: 0,
            stops: 0,
            carry: 0,
        }
    }

    /// Finds the byte after the closing quote of the string that opens at `open`. Strings must be
    /// asked for in order.
    pub(super) fn of(&mut self, open: usize) -> Result<End, JsonError> {
        let mut at = open + 1;
        let mut any = false;
        if at >= self.end {
            // Nothing outside a string is escaped.
            self.carry = 0;
            self.block(at);
        }
        loop {
            let from = (at.saturating_sub(self.start) % BLOCK) as u32;
            let stops = self.stops >> from << from;
            let stop = stops.trailing_zeros();
            // The escapes between here and there.
            let below = 1_u64.checked_shl(stop).unwrap_or(0).wrapping_sub(1);
            let escaped = self.escaped >> from << from & below;
            if escaped != 0 {
                any = true;
                self.check(escaped)?;
            }
            let place = self.start + stop as usize;
            if stop < BLOCK as u32 {
                return match self.bytes.get(place) {
                    Some(b'"') => Ok(End {
                        place: place + 1,
                        escaped: any,
                    }),
                    Some(_) => Err(JsonError::Syntax(place)),
                    None => Err(JsonError::Torn),
                };
            }
            at = self.end;
            if at >= self.bytes.len() {
                return Err(JsonError::Torn);
            }
            self.block(at);
        }
    }

    fn block(&mut self, at: usize) {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let mut padded = [b' '; BLOCK];
        let block = rest.first_chunk().unwrap_or_else(|| {
            for (to, from) in padded.iter_mut().zip(rest) {
                *to = *from;
            }
            &padded
        });
        let backslashes = bits(block, |bytes| bytes.simd_eq(u8x16::splat(b'\\')));
        let marks = bits(block, |bytes| {
            let control = bytes.min(u8x16::splat(0x1f)).simd_eq(bytes);
            bytes.simd_eq(u8x16::splat(b'"')) | control
        });
        self.start = at;
        self.end = at + BLOCK;
        self.escaped = escaped(backslashes, &mut self.carry);
        self.stops = marks & !self.escaped;
    }

    /// Checks that each escape is one that JSON has.
    fn check(&self, mut escaped: u64) -> Result<(), JsonError> {
        while escaped != 0 {
            let at = self.start + escaped.trailing_zeros() as usize;
            escaped &= escaped - 1;
            match self.bytes.get(at) {
                Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {}
                Some(b'u') => {
                    for digit in at + 1..at + 5 {
                        match self.bytes.get(digit) {
                            Some(byte) if byte.is_ascii_hexdigit() => {}
                            Some(_) => return Err(JsonError::Syntax(digit)),
                            None => return Err(JsonError::Torn),
                        }
                    }
                }
                Some(_) => return Err(JsonError::Syntax(at)),
                None => return Err(JsonError::Torn),
            }
        }
        Ok(())
    }
}

const EVEN: u64 = 0x5555_5555_5555_5555;

/// Finds the bytes that follow a backslash which is not itself escaped. In a run of backslashes
/// every second one escapes; adding finds the ends of all runs at once.
fn escaped(backslashes: u64, carry: &mut u64) -> u64 {
    if backslashes == 0 {
        return std::mem::take(carry);
    }
    let backslashes = backslashes & !*carry;
    let after = backslashes << 1 | *carry;
    let odd_starts = backslashes & !EVEN & !after;
    let (ends, over) = odd_starts.overflowing_add(backslashes);
    *carry = u64::from(over);
    (EVEN ^ (ends << 1)) & after
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// One byte after the other.
    fn plainly(bytes: &[u8], open: usize) -> Result<(usize, bool), JsonError> {
        let (mut at, mut any) = (open + 1, false);
        loop {
            match bytes.get(at) {
                None => return Err(JsonError::Torn),
                Some(b'"') => return Ok((at + 1, any)),
                Some(0..=0x1f) => return Err(JsonError::Syntax(at)),
                Some(b'\\') => {
                    any = true;
                    match bytes.get(at + 1) {
                        None => return Err(JsonError::Torn),
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => at += 2,
                        Some(b'u') => {
                            for digit in at + 2..at + 6 {
                                match bytes.get(digit) {
                                    Some(byte) if byte.is_ascii_hexdigit() => {}
                                    Some(_) => return Err(JsonError::Syntax(digit)),
                                    None => return Err(JsonError::Torn),
                                }
                            }
                            at += 6;
                        }
                        Some(_) => return Err(JsonError::Syntax(at + 1)),
                    }
                }
                Some(_) => at += 1,
            }
        }
    }

    proptest! {
        #[test]
        fn ends_are_those_of_a_plain_search(
            pieces in proptest::collection::vec(
                prop_oneof![
                    6 => "[a-z ]{0,70}",
                    3 => Just("\\n".to_owned()),
                    3 => Just("\\\"".to_owned()),
                    3 => "\\\\{1,80}",
                    2 => Just("\\u00e9".to_owned()),
                    2 => Just("\"".to_owned()),
                    1 => Just("\\x".to_owned()),
                    1 => Just("\\u12".to_owned()),
                    1 => Just("\u{1}".to_owned()),
                ],
                0..20,
            ),
        ) {
            let text = format!("\"{}", pieces.concat());
            let bytes = text.as_bytes();
            let mut ends = Ends::new(bytes);
            let mut open = 0;
            // String after string, as long as there is one.
            while bytes.get(open) == Some(&b'"') {
                let found = ends.of(open).map(|end| (end.place, end.escaped));
                prop_assert_eq!(&found, &plainly(bytes, open));
                let Ok((place, _)) = found else { break };
                open = place;
            }
        }
    }
}
