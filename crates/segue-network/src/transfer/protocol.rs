//! The few messages around the chunks.

use serde::{Deserialize, Serialize};

/// Bytes of any of them: a want names at most a few thousand gaps.
pub(super) const MESSAGE: usize = 128 * 1024;
/// How many gaps a want may name; beyond that the last one reaches to the end.
pub(super) const GAPS: usize = 4096;

/// The taker says what is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Want {
    pub hash: [u8; 32],
    pub bytes: u64,
    /// Whether the list of parts is here already.
    pub listed: bool,
    /// Chunks from the first to before the second, in order.
    pub missing: Vec<(u32, u32)>,
}

impl Want {
    /// Returns the wanted chunks in order; `None` if the want does not fit a file with `count`
    /// chunks.
    pub fn chunks(&self, count: u32) -> Option<Vec<u32>> {
        let mut from = 0;
        for (first, end) in &self.missing {
            if *first < from || first >= end || *end > count {
                return None;
            }
            from = *end;
        }
        let chunks = self.missing.iter().flat_map(|(first, end)| *first..*end);
        Some(chunks.collect())
    }
}

/// Returns the ranges of chunks that are missing. When there are too many, the last one extends to
/// the end.
pub(super) fn gaps(have: &[bool]) -> Vec<(u32, u32)> {
    let mut gaps: Vec<(u32, u32)> = Vec::new();
    for (at, have) in (0_u32..).zip(have) {
        if *have {
            continue;
        }
        match gaps.last_mut() {
            Some((_, end)) if *end == at => *end = at + 1,
            _ => gaps.push((at, at + 1)),
        }
    }
    if gaps.len() > GAPS {
        // Rather some twice than a want without end.
        gaps.truncate(GAPS);
        if let Some((_, end)) = gaps.last_mut() {
            *end = u32::try_from(have.len()).unwrap_or(u32::MAX);
        }
    }
    gaps
}

/// The answer of the device that gives a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reply {
    /// The list of parts, if it was wanted, and the chunks follow.
    Here,
    /// It is not given, or not yet again.
    NotGiven,
    /// It is not given any more, on purpose.
    TakenBack,
    /// It can't be read, or is not what it was.
    Unreadable,
    /// Too many at once; ask again in a while.
    Busy,
}

/// The last message of the taker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Last {
    /// All of it is here, checked and on disk.
    Whole,
    /// It is not wanted any more.
    Stop,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn want(missing: Vec<(u32, u32)>) -> Want {
        Want {
            hash: [0; 32],
            bytes: 0,
            listed: true,
            missing,
        }
    }

    proptest! {
        #[test]
        fn gaps_are_what_is_missing(have in proptest::collection::vec(any::<bool>(), 0..3000)) {
            let missing: Vec<u32> = (0..).zip(&have).filter(|(_, have)| !**have).map(|(at, _)| at).collect();
            let count = u32::try_from(have.len()).unwrap();
            prop_assert_eq!(want(gaps(&have)).chunks(count), Some(missing));
        }
    }

    #[test]
    fn a_want_that_makes_no_sense_is_none() {
        for bad in [
            vec![(0, 0)],
            vec![(5, 4)],
            vec![(0, 11)],
            vec![(0, 3), (2, 4)],
            vec![(0, u32::MAX)],
        ] {
            assert_eq!(want(bad.clone()).chunks(10), None, "{bad:?}");
        }
        let every_other: Vec<bool> = (0..20_000).map(|n| n % 2 == 0).collect();
        let want = want(gaps(&every_other));
        assert!(serde_json::to_vec(&want).unwrap().len() < MESSAGE);
        assert!(want.chunks(20_000).is_some());
    }
}
