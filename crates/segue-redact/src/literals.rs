//! Where the literals of all rules stand in a text, in one pass.
//!
//! ```text
//! every three bytes ──letters of one case, six bits each──▶ one bit: are they in a literal?
//!       ──yes, which is rare──▶ the few literals that have them ──▶ compared
//! ```
//!
//! Each literal is known by three of its bytes: those that are rarest in text and code.

use std::fmt;

use crate::clues::{Clue, Row};

/// Three bytes at six bits each.
const KEYS: usize = 1 << 18;

/// The literals, by three of their bytes.
pub(crate) struct Literals {
    /// A bit for every three bytes that are looked for.
    bits: Box<[u64; KEYS / 64]>,
    /// For each of them, which of `rows` it stands for.
    places: Vec<u16>,
    rows: Vec<Vec<Anchored>>,
}

/// A literal, and how far into it the three bytes stand.
struct Anchored {
    row: Row,
    skip: usize,
}

impl fmt::Debug for Literals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Literals({} keys)", self.rows.len())
    }
}

static CLASS: [u8; 256] = classes();

/// Builds a table of six bits for each byte: letters without their case, digits, the signs literals
/// have, and a few values for everything else.
const fn classes() -> [u8; 256] {
    const SIGNS: &[u8] = b"_-.:/=\"' $%{~+\\|(<>@*!&";
    let mut table = [0; 256];
    let mut at = 0;
    #[expect(clippy::indexing_slicing, reason = "a constant table of all bytes")]
    while at < 256 {
        let byte = at as u8;
        table[at] = match byte {
            b'a'..=b'z' => 1 + byte - b'a',
            b'A'..=b'Z' => 1 + byte - b'A',
            b'0'..=b'9' => 27 + byte - b'0',
            0x80.. => 60 + byte % 4,
            _ => {
                let mut sign = 0;
                while sign < SIGNS.len() && SIGNS[sign] != byte {
                    sign += 1;
                }
                if sign < SIGNS.len() {
                    37 + sign as u8
                } else {
                    0
                }
            }
        };
        at += 1;
    }
    table
}

fn class(byte: u8) -> u32 {
    u32::from(CLASS.get(usize::from(byte)).copied().unwrap_or_default())
}

/// Estimates how rare a byte is in text and code.
fn rarity(byte: u8) -> usize {
    const LETTERS: &[u8] = b" etaonirsldcupmhfgbyvwkxjqz";
    let place = |byte: u8| {
        LETTERS
            .iter()
            .position(|letter| *letter == byte.to_ascii_lowercase())
    };
    match byte {
        b'.' | b'/' | b'"' => 10,
        b'_' | b'-' | b':' => 12,
        b'=' => 14,
        _ => place(byte).unwrap_or(24),
    }
}

impl Literals {
    pub(crate) fn new(all: Vec<Row>) -> Self {
        let mut literals = Self {
            bits: Box::new([0; KEYS / 64]),
            places: vec![0; KEYS],
            rows: vec![Vec::new()],
        };
        for row in all {
            let windows = row.0.as_bytes().windows(3).enumerate();
            let score = |three: &[u8]| three.iter().map(|byte| rarity(*byte)).sum::<usize>();
            let rarest = windows.max_by_key(|(_, three)| score(three));
            let join = |bytes: &[u8]| bytes.iter().fold(0, |key, byte| key << 6 | class(*byte));
            match rarest {
                Some((skip, three)) => literals.add(join(three), Anchored { row, skip }),
                // Anything may follow a literal of two bytes.
                None => {
                    let first = join(row.0.as_bytes()) << 6;
                    (first..first + 64)
                        .for_each(|key| literals.add(key, Anchored { row, skip: 0 }));
                }
            }
        }
        literals
    }

    fn add(&mut self, key: u32, literal: Anchored) {
        let new = self.rows.len();
        if let (Some(bits), Some(place)) = (
            self.bits.get_mut(key as usize / 64),
            self.places.get_mut(key as usize),
        ) {
            *bits |= 1 << (key % 64);
            if *place == 0 {
                *place = new as u16;
                self.rows.push(Vec::new());
            }
            if let Some(rows) = self.rows.get_mut(usize::from(*place)) {
                rows.push(literal);
            }
        }
    }

    /// Passes every literal and where it begins to `each`.
    pub(crate) fn find(&self, text: &str, mut each: impl FnMut(usize, &'static str, Clue)) {
        let mut key = 0;
        for (at, byte) in text.as_bytes().iter().enumerate() {
            key = (key << 6 | class(*byte)) & (KEYS as u32 - 1);
            let bits = self
                .bits
                .get(key as usize / 64)
                .copied()
                .unwrap_or_default();
            if bits >> (key % 64) & 1 != 0 && at >= 2 {
                self.compare(text.as_bytes(), at - 2, key, &mut each);
            }
        }
    }

    #[cold]
    fn compare(
        &self,
        bytes: &[u8],
        at: usize,
        key: u32,
        each: &mut impl FnMut(usize, &'static str, Clue),
    ) {
        let place = self.places.get(key as usize).copied().unwrap_or_default();
        for Anchored {
            row: (literal, exact, clue),
            skip,
        } in self.rows.get(usize::from(place)).into_iter().flatten()
        {
            let Some(start) = at.checked_sub(*skip) else {
                continue;
            };
            let Some(found) = bytes.get(start..start + literal.len()) else {
                continue;
            };
            let same = |(a, b): (&u8, u8)| *a == b || !exact && a.eq_ignore_ascii_case(&b);
            if found.iter().zip(literal.bytes()).all(same) {
                each(start, literal, *clue);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_plain_search_finds() {
        let rows = crate::clues::rows();
        let literals = Literals::new(rows.clone());
        let text: String = rows
            .iter()
            .map(|row| format!("x{} {}", row.0, row.0.to_uppercase()))
            .collect();
        let mut found = 0;
        literals.find(&text, |at, literal, _| {
            assert!(
                text.get(at..at + literal.len())
                    .is_some_and(|part| part.eq_ignore_ascii_case(literal))
            );
            found += 1;
        });
        let low = text.to_ascii_lowercase();
        let plain = |(literal, exact, _): &Row| {
            let (text, literal) = if *exact {
                (&text, (*literal).to_owned())
            } else {
                (&low, literal.to_ascii_lowercase())
            };
            (0..text.len())
                .filter(|at| {
                    text.as_bytes()
                        .get(*at..)
                        .is_some_and(|rest| rest.starts_with(literal.as_bytes()))
                })
                .count()
        };
        assert_eq!(found, rows.iter().map(plain).sum::<usize>());
    }
}
