//! Making a delta.

use std::io::{self, Read, Seek, SeekFrom, Write};

use blake3::Hasher;

use crate::anchors::{Finder, Index};
use crate::format;
use crate::locate::{Hit, locate};
use crate::steps::Steps;
use crate::{BLOCK, fill, region};

/// A delta that costs more than this share of the whole new file is not worth having two ways to
/// fail.
const WORTH_PERCENT: u64 = 70;
/// The compression level at which whole files travel.
const WHOLE_LEVEL: i32 = 1;
/// How often a block is packed a second time on its own, to know what the whole file would cost:
/// one in this many in large files, which takes no time, and every one in small files.
const SAMPLED: u64 = 16;

/// A delta that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// Bytes of the delta.
    pub bytes: u64,
    /// The BLAKE3 hash of the new file.
    pub new_hash: [u8; 32],
    /// Bytes of the new file.
    pub new_bytes: u64,
    /// The BLAKE3 hash of the base.
    pub base_hash: [u8; 32],
}

/// Writes what makes `new` out of `base`. `None` when the new file might as well travel whole: what
/// was written until then is to be thrown away, as it is after a failure.
pub fn make(
    base: &mut (impl Read + Seek),
    new: &mut (impl Read + Seek),
    out: &mut impl Write,
    stop: impl Fn() -> bool,
) -> io::Result<Option<Made>> {
    make_within(WORTH_PERCENT, base, new, out, stop)
}

/// Writes what makes `new` out of `base`, like [`make`], unless that costs more than `percent` of
/// sending the new file whole.
pub(crate) fn make_within(
    percent: u64,
    base: &mut (impl Read + Seek),
    new: &mut (impl Read + Seek),
    out: &mut impl Write,
    stop: impl Fn() -> bool,
) -> io::Result<Option<Made>> {
    let base_bytes = base.seek(SeekFrom::End(0))?;
    let new_bytes = new.seek(SeekFrom::End(0))?;
    new.rewind()?;
    let (base_hash, index) = scan(base, base_bytes, &stop)?;
    format::write_header(out, &base_hash)?;

    let blocks = new_bytes.div_ceil(BLOCK as u64);
    let stride = (blocks / SAMPLED).clamp(1, SAMPLED);
    let mut finder = Finder::new(base_bytes);
    let mut hasher = Hasher::new();
    let mut whole = Whole::default();
    let mut steps = Steps::new(out);
    let mut block = vec![0; BLOCK];
    let (mut near, mut hits) = (Vec::new(), Vec::new());
    let mut expected = 0;
    let mut start = 0;
    for number in 0..blocks {
        go_on(&stop)?;
        let length = fill(new, &mut block)?;
        block.truncate(length);
        if start + length as u64 != new_bytes.min(start + BLOCK as u64) {
            return Err(io::Error::other("the file changed while it was read"));
        }
        hasher.update(&block);
        hits.clear();
        finder.run(&block, |hash, at| {
            let hit = |base| Hit {
                block: at - start,
                base,
            };
            hits.extend(index.place(hash).map(hit));
        });
        let (part, hits) = locate(&mut hits, expected, base_bytes);
        region(base, part.from, part.length, &mut near)?;
        let middle = hits.get(hits.len() / 2);
        let aligned = middle.and_then(|hit| hit.base.checked_sub(hit.block));
        let same = [Some(expected), aligned].into_iter().flatten().find(|at| {
            let within = at
                .checked_sub(part.from)
                .and_then(|at| usize::try_from(at).ok());
            let there = within.and_then(|at| near.get(at..at.checked_add(length)?));
            there == Some(block.as_slice())
        });
        if number % stride == 0 {
            whole.sample(&block)?;
        }
        match same {
            Some(from) => {
                steps.copy(from)?;
                expected = from + length as u64;
            }
            None => {
                steps.patch(part.from, &near, &block)?;
                if let Some(last) = hits.last() {
                    expected = last.base + (length as u64).saturating_sub(last.block);
                }
            }
        }
        // No file costs more than its own size.
        if steps.bytes() > part_of(new_bytes.max(BLOCK as u64), percent) {
            return Ok(None);
        }
        start += length as u64;
    }
    let bytes = steps.finish()? + format::HEADER;
    let made = Made {
        bytes,
        new_hash: hasher.finalize().into(),
        new_bytes,
        base_hash,
    };
    Ok((bytes <= part_of(whole.cost(new_bytes), percent)).then_some(made))
}

fn part_of(bytes: u64, percent: u64) -> u64 {
    u64::try_from(u128::from(bytes) * u128::from(percent) / 100).unwrap_or(u64::MAX)
}

/// Reads the whole base, and returns its hash and its anchors.
fn scan(
    base: &mut (impl Read + Seek),
    bytes: u64,
    stop: &impl Fn() -> bool,
) -> io::Result<([u8; 32], Index)> {
    base.rewind()?;
    let mut finder = Finder::new(bytes);
    let mut hasher = Hasher::new();
    let mut anchors = Vec::new();
    let mut piece = vec![0; BLOCK];
    loop {
        go_on(stop)?;
        let length = fill(base, &mut piece)?;
        piece.truncate(length);
        if piece.is_empty() {
            break;
        }
        hasher.update(&piece);
        finder.run(&piece, |hash, at| anchors.push((hash, at)));
    }
    Ok((hasher.finalize().into(), Index::new(anchors)))
}

/// Fails when the caller asked to stop.
fn go_on(stop: &impl Fn() -> bool) -> io::Result<()> {
    if stop() {
        return Err(io::Error::other("stopped before it was done"));
    }
    Ok(())
}

/// What sending the whole file would cost.
#[derive(Default)]
struct Whole {
    plain: u64,
    packed: u64,
}

impl Whole {
    fn sample(&mut self, block: &[u8]) -> io::Result<()> {
        self.plain += block.len() as u64;
        let packed = zstd::bulk::compress(block, WHOLE_LEVEL)?;
        self.packed += packed.len().min(block.len()) as u64;
        Ok(())
    }

    fn cost(&self, bytes: u64) -> u64 {
        let cost = u128::from(bytes) * u128::from(self.packed) / u128::from(self.plain.max(1));
        u64::try_from(cost).unwrap_or(u64::MAX).max(1)
    }
}
