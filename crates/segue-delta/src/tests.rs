mod grown;
mod hostile;

use std::io::{self, Cursor, Write};

use proptest::prelude::*;

use super::anchors::{Finder, MOST};
use super::error::DeltaError;
use super::make::make_within;
use super::{BLOCK, Expect, Made, apply, make};

/// The same numbers every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.roll(256) as u8).collect()
    }

    fn hex(&mut self, count: usize) -> String {
        let digit = |at| char::from_digit(at as u32, 16).unwrap();
        (0..count).map(|_| digit(self.roll(16))).collect()
    }

    /// Prose of a few thousand different words.
    fn words(&mut self, bytes: usize) -> String {
        let mut text = String::new();
        while text.len() < bytes {
            let mut word = Dice(self.roll(3000) as u64);
            for _ in 0..2 + word.roll(8) {
                text.push(char::from(b'a' + word.roll(26) as u8));
            }
            text.push(' ');
        }
        text
    }
}

/// Refuses what is more than was announced.
struct Capped {
    bytes: Vec<u8>,
    most: u64,
}

impl Write for Capped {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(piece);
        assert!(self.bytes.len() as u64 <= self.most, "too much was written");
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A delta, however large it is.
fn any_delta(base: &[u8], new: &[u8]) -> (Vec<u8>, Expect) {
    let mut delta = Vec::new();
    let (mut base, mut new) = (Cursor::new(base), Cursor::new(new));
    let made = make_within(u64::MAX, &mut base, &mut new, &mut delta, || false);
    let made = made.unwrap().unwrap();
    assert_eq!(made.bytes, delta.len() as u64);
    (delta, expect(&made))
}

fn expect(made: &Made) -> Expect {
    Expect {
        base_hash: made.base_hash,
        new_hash: made.new_hash,
        new_bytes: made.new_bytes,
    }
}

/// A delta that is worth it, and does what it should.
fn worth(base: &[u8], new: &[u8]) -> Option<u64> {
    let mut delta = Vec::new();
    let made = make(
        &mut Cursor::new(base),
        &mut Cursor::new(new),
        &mut delta,
        || false,
    );
    let made = made.unwrap()?;
    assert_eq!(made.bytes, delta.len() as u64);
    assert_eq!(made.base_hash, *blake3::hash(base).as_bytes());
    assert_eq!(made.new_hash, *blake3::hash(new).as_bytes());
    assert!(applied(base, &delta, expect(&made)).unwrap() == new);
    Some(made.bytes)
}

fn applied(base: &[u8], delta: &[u8], expect: Expect) -> Result<Vec<u8>, DeltaError> {
    let mut out = Capped {
        bytes: Vec::new(),
        most: expect.new_bytes,
    };
    let mut delta = delta;
    apply(&mut Cursor::new(base), &mut delta, &mut out, expect, || {
        false
    })?;
    Ok(out.bytes)
}

#[derive(Clone, Debug)]
enum Edit {
    Insert(usize),
    Delete(usize),
    Replace(usize),
    Append(usize),
    Repeat(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let size = prop_oneof![4 => 1..200_usize, 2 => 200..50_000_usize, 1 => 50_000..1_500_000_usize];
    (0..5, size).prop_map(|(kind, size)| match kind {
        0 => Edit::Insert(size),
        1 => Edit::Delete(size),
        2 => Edit::Replace(size),
        3 => Edit::Append(size),
        _ => Edit::Repeat(size),
    })
}

fn edited(base: &[u8], edits: &[Edit], dice: &mut Dice) -> Vec<u8> {
    let mut new = base.to_vec();
    for edit in edits {
        let at = dice.roll(new.len() + 1);
        let until = |size: usize| (at + size).min(new.len());
        match *edit {
            Edit::Insert(size) => drop(new.splice(at..at, dice.words(size).into_bytes())),
            Edit::Delete(size) => drop(new.drain(at..until(size))),
            Edit::Replace(size) => {
                let end = until(size);
                new.splice(at..end, dice.bytes(end - at));
            }
            Edit::Append(size) => new.extend(dice.words(size).into_bytes()),
            Edit::Repeat(size) => {
                let again = new[at..until(size)].to_vec();
                new.extend(again);
            }
        }
    }
    new
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_new_file_comes_back(
        seed: u64,
        size in prop_oneof![0..5_000_usize, 0..3 * BLOCK],
        random: bool,
        edits in prop::collection::vec(edit(), 0..6),
    ) {
        let mut dice = Dice(seed);
        let base = if random { dice.bytes(size) } else { dice.words(size).into_bytes() };
        let new = edited(&base, &edits, &mut dice);
        let (delta, expect) = any_delta(&base, &new);
        prop_assert!(applied(&base, &delta, expect).unwrap() == new);
    }
}

#[test]
fn sizes_around_the_grid_come_back() {
    let base = Dice(1).bytes(2 * BLOCK + 1);
    for size in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 2 * BLOCK + 1] {
        let (delta, expect) = any_delta(&base, &base[..size]);
        assert!(delta.len() < 200, "{size} costs {}", delta.len());
        assert!(applied(&base, &delta, expect).unwrap() == base[..size]);
    }
    let (delta, expect) = any_delta(&[], &base);
    assert!(applied(&[], &delta, expect).unwrap() == base);
}

#[test]
fn a_base_that_has_nothing_to_do_with_it_is_not_worth_it() {
    let base = Dice(1).words(3 * BLOCK);
    let new = Dice(2).bytes(2 * BLOCK);
    assert_eq!(worth(base.as_bytes(), &new), None);
    assert_eq!(worth(&[], base.as_bytes()), None);
    assert_eq!(worth(base.as_bytes(), &[]), None);
}

#[test]
fn it_can_be_stopped() {
    let base = Dice(1).words(BLOCK);
    let file = || Cursor::new(base.as_bytes());
    let stopped = make(&mut file(), &mut file(), &mut Vec::new(), || true);
    assert!(stopped.unwrap_err().to_string().contains("stopped"));
    let (delta, expect) = any_delta(base.as_bytes(), base.as_bytes());
    let mut out = Vec::new();
    let stopped = apply(&mut file(), &mut delta.as_slice(), &mut out, expect, || {
        true
    });
    assert!(matches!(stopped, Err(DeltaError::Stopped)));
    assert!(out.is_empty());
}

#[test]
fn odd_content_has_no_more_anchors_than_any_other() {
    let periods = (1..40).map(|period| (0..period).map(|n| n as u8).collect::<Vec<u8>>());
    for pattern in periods {
        let content: Vec<u8> = pattern.iter().copied().cycle().take(1 << 18).collect();
        let mut count = 0_u64;
        Finder::new(1 << 18).run(&content, |_, _| count += 1);
        assert!(count <= 4 * 256, "{count} anchors of {pattern:?}");
        // As in a file for which it is the limit that counts.
        let mut count = 0_u64;
        Finder::new(8 << 30).run(&content, |_, _| count += 1);
        assert!(count * (32 << 10) <= MOST, "{count} anchors of {pattern:?}");
    }
}
