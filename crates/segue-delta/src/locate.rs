//! Which part of the base a block of the new file resembles.

use crate::{BLOCK, REGION};

/// An anchor that both files have: where in the block, where in the base.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) block: u64,
    pub(crate) base: u64,
}

/// A part of the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) from: u64,
    pub(crate) length: usize,
}

/// How much is taken on either side of what was found, for what has no anchors.
const MARGIN: u64 = (BLOCK / 4) as u64;

/// Finds the part of the base with most of the hits, or one around `expected`, where the base would
/// go on, if there are none. Returns the hits in that part too, and sorts all hits by their place
/// in the base.
pub(crate) fn locate(hits: &mut [Hit], expected: u64, base_bytes: u64) -> (Part, &[Hit]) {
    hits.sort_unstable_by_key(|hit| hit.base);
    let best = densest(hits);
    let (from, to) = match (best.first(), best.last()) {
        (Some(first), Some(last)) => (
            first.base.saturating_sub(first.block),
            last.base + (BLOCK as u64).saturating_sub(last.block),
        ),
        _ => (expected, expected + BLOCK as u64),
    };
    // The end of the base is as good as any place for what is not in it.
    let from = from.min(base_bytes.saturating_sub(BLOCK as u64));
    let from = from.saturating_sub(MARGIN);
    let to = (to + MARGIN).min(base_bytes);
    let length = usize::try_from(to.saturating_sub(from))
        .unwrap_or(REGION)
        .min(REGION);
    (Part { from, length }, best)
}

/// Returns the largest group of hits that lie within one region, margins aside.
fn densest(hits: &[Hit]) -> &[Hit] {
    let span = REGION as u64 - 2 * MARGIN - BLOCK as u64;
    let (mut from, mut best) = (0, 0..0);
    for (at, hit) in hits.iter().enumerate() {
        while hits
            .get(from)
            .is_some_and(|first| hit.base - first.base > span)
        {
            from += 1;
        }
        if at + 1 - from > best.len() {
            best = from..at + 1;
        }
    }
    hits.get(best).unwrap_or_default()
}
