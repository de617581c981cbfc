//! Deltas and bases that are not what they should be.

use std::io::Cursor;

use super::super::format::{self, PACKED, Step};
use super::super::{BLOCK, REGION};
use super::{Capped, DeltaError, Dice, Expect, any_delta, applied, apply};

fn pair() -> (Vec<u8>, Vec<u8>) {
    let mut dice = Dice(1);
    let base = dice.words(3 * BLOCK).into_bytes();
    let mut new = base.clone();
    new.splice(5..9, dice.bytes(30));
    new.splice(2 * BLOCK + 77..2 * BLOCK + 78, dice.bytes(3000));
    (base, new)
}

/// A delta of these steps for a base, with a promise about its size alone.
fn of(base: &[u8], new_bytes: u64, steps: &[(Step, &[u8])]) -> (Vec<u8>, Expect) {
    let expect = Expect {
        base_hash: *blake3::hash(base).as_bytes(),
        new_hash: [0; 32],
        new_bytes,
    };
    let mut delta = Vec::new();
    format::write_header(&mut delta, &expect.base_hash).unwrap();
    for (step, frame) in steps {
        format::write_step(&mut delta, *step).unwrap();
        delta.extend_from_slice(frame);
    }
    (delta, expect)
}

fn patch(region: usize, frame: &[u8]) -> (Step, &[u8]) {
    let step = Step::Patch {
        from: 0,
        region,
        packed: frame.len(),
    };
    (step, frame)
}

#[test]
fn another_base_is_told_before_anything_is_written() {
    let (base, new) = pair();
    let (delta, expect) = any_delta(&base, &new);
    let mut changed = base.clone();
    changed[BLOCK] ^= 1;
    for other in [&changed, &base[1..], &base[..base.len() - 1], &[]] {
        let mut out = Vec::new();
        let mut delta = delta.as_slice();
        let told = apply(
            &mut Cursor::new(other),
            &mut delta,
            &mut out,
            expect,
            || false,
        );
        assert!(matches!(told, Err(DeltaError::OtherBase)), "{told:?}");
        assert!(out.is_empty());
    }
    // A delta for another base than the one that was agreed on.
    let agreed = Expect {
        base_hash: [7; 32],
        ..expect
    };
    let told = applied(&base, &delta, agreed);
    assert!(matches!(told, Err(DeltaError::OtherBase)));
}

#[test]
fn another_result_is_told() {
    let (base, new) = pair();
    let (delta, expect) = any_delta(&base, &new);
    let mut other = expect;
    other.new_hash[31] ^= 1;
    let told = applied(&base, &delta, other);
    assert!(matches!(told, Err(DeltaError::OtherResult)));
    for bytes in [expect.new_bytes - 1, expect.new_bytes + 1, 0, u64::MAX] {
        let other = Expect {
            new_bytes: bytes,
            ..expect
        };
        assert!(applied(&base, &delta, other).is_err(), "{bytes}");
    }
}

#[test]
fn a_torn_delta_is_told() {
    let (base, new) = pair();
    let (delta, expect) = any_delta(&base, &new);
    let mut dice = Dice(3);
    let mut ends = vec![0, 1, 13, 14, 45, 46, 47, 50, 62, 63, delta.len() - 1];
    ends.extend((0..20).map(|_| dice.roll(delta.len())));
    for end in ends {
        let told = applied(&base, &delta[..end], expect);
        assert!(matches!(told, Err(DeltaError::Torn)), "{end}: {told:?}");
    }
    let mut longer = delta.clone();
    longer.push(0);
    let told = applied(&base, &longer, expect);
    assert!(matches!(told, Err(DeltaError::Malformed(_))), "{told:?}");
}

#[test]
fn a_changed_delta_gives_the_file_or_an_error() {
    let mut dice = Dice(4);
    let base = dice.words(60_000).into_bytes();
    let mut new = base.clone();
    new.splice(9..12, dice.bytes(100));
    new.extend(dice.words(2_000).into_bytes());
    let (delta, expect) = any_delta(&base, &new);
    for round in 0..1500 {
        let mut changed = delta.clone();
        for _ in 0..1 + dice.roll(3) {
            let near = if round % 2 == 0 { 90 } else { changed.len() };
            let at = dice.roll(near.min(changed.len()));
            match dice.roll(4) {
                0 => changed[at] ^= 1 << dice.roll(8),
                1 => changed[at] = [0, 1, 2, 0x7F, 0x80, 0xFF][dice.roll(6)],
                2 => drop(changed.remove(at)),
                _ => changed.insert(at, dice.roll(256) as u8),
            }
        }
        // Written past its size, the writer would stop the test.
        if let Ok(made) = applied(&base, &changed, expect) {
            assert!(made == new);
        }
    }
}

#[test]
fn a_bomb_is_refused_before_it_is_unpacked() {
    let base = Dice(5).bytes(1000);
    let bomb = zstd::bulk::compress(&vec![0; 64 << 20], 3).unwrap();
    let block = zstd::bulk::compress(&vec![0; BLOCK], 3).unwrap();
    let twice = [block.clone(), block.clone()].concat();
    let silent = {
        // No size in its head.
        let mut out = Vec::new();
        let mut packer = zstd::Encoder::new(&mut out, 3).unwrap();
        packer.include_contentsize(false).unwrap();
        std::io::copy(&mut vec![0; 64 << 20].as_slice(), &mut packer).unwrap();
        packer.finish().unwrap();
        out
    };
    let mut liar = bomb.clone();
    // The size in its head, 4 bytes after the magic number and the description.
    liar[6..10].copy_from_slice(&u32::try_from(BLOCK).unwrap().to_le_bytes());
    let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0], block.as_slice()].concat();
    let old = [&[0x27, 0xB5, 0x2F, 0xFD], &block[4..]].concat();
    for (name, frame) in [
        ("bomb", &bomb),
        ("twice", &twice),
        ("silent", &silent),
        ("liar", &liar),
        ("skipped", &skipped),
        ("old", &old),
        ("nothing", &Vec::new()),
    ] {
        for size in [1, BLOCK as u64, 64 << 20] {
            let (delta, expect) = of(&base, size, &[patch(1000, frame)]);
            let told = applied(&base, &delta, expect);
            assert!(
                matches!(told, Err(DeltaError::Malformed(_))),
                "{name} {size}: {told:?}"
            );
        }
    }
    // The honest one is unpacked, and is not what was announced.
    let (delta, expect) = of(&base, BLOCK as u64, &[patch(1000, &block)]);
    let told = applied(&base, &delta, expect);
    assert!(matches!(told, Err(DeltaError::OtherResult)), "{told:?}");
}

#[test]
fn steps_stay_within_the_base_and_the_announced_size() {
    let base = Dice(6).bytes(2 * BLOCK);
    let copy = |from, blocks| (Step::Copy { from, blocks }, &[][..]);
    let large = |region, packed| {
        let step = Step::Patch {
            from: 0,
            region,
            packed,
        };
        (step, &[][..])
    };
    let steps = [
        ("none", copy(0, 0)),
        ("more than announced", copy(0, 3)),
        ("far more", copy(0, u32::MAX)),
        ("past the end", copy(BLOCK as u64 + 1, 1)),
        ("wrapped around", copy(u64::MAX, 1)),
        ("a large region", large(REGION + 1, 10)),
        ("larger than the base", large(2 * BLOCK + 1, 10)),
        ("a large frame", large(10, PACKED + 1)),
        ("the largest", large(u32::MAX as usize, u32::MAX as usize)),
    ];
    for (name, step) in steps {
        let (delta, expect) = of(&base, BLOCK as u64 + 5, &[step]);
        let told = applied(&base, &delta, expect);
        assert!(
            matches!(told, Err(DeltaError::Malformed(_))),
            "{name}: {told:?}"
        );
    }
    let (mut delta, expect) = of(&base, 10, &[]);
    delta.extend([9; 100]);
    let told = applied(&base, &delta, expect);
    assert!(matches!(told, Err(DeltaError::Malformed(_))), "{told:?}");
}

#[test]
fn a_reader_that_fails_is_not_a_torn_delta() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the connection was lost"))
        }
    }
    let (_, expect) = of(b"base", 10, &[]);
    let mut out = Capped {
        bytes: Vec::new(),
        most: 0,
    };
    let told = apply(
        &mut Cursor::new(b"base"),
        &mut Broken,
        &mut out,
        expect,
        || false,
    );
    assert!(matches!(told, Err(DeltaError::Io(_))), "{told:?}");
}
