//! Which texts the first pass found nothing in, so that the second need not look again with all
//! rules. A text that is not among them, because it changed in between, is looked at anew.

use std::collections::HashSet;

/// Looking is quicker than remembering.
const SHORTEST: usize = 256;

/// More are not remembered.
const MOST: usize = 4 << 20;

/// Texts by a hash that nobody can make another text for.
#[derive(Default)]
pub(crate) struct Clean {
    key: [u8; 32],
    texts: HashSet<u128, foldhash::fast::RandomState>,
}

impl Clean {
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        Self {
            key: *key,
            ..Self::default()
        }
    }

    /// Notes that nothing was found in this text.
    pub(crate) fn add(&mut self, text: &str) {
        if text.len() >= SHORTEST && self.texts.len() < MOST {
            let hash = self.hash(text);
            self.texts.insert(hash);
        }
    }

    /// Checks whether nothing was found in this text.
    pub(crate) fn has(&self, text: &str) -> bool {
        text.len() >= SHORTEST && self.texts.contains(&self.hash(text))
    }

    fn hash(&self, text: &str) -> u128 {
        let hash = blake3::keyed_hash(&self.key, text.as_bytes());
        let mut first = [0; 16];
        for (to, from) in first.iter_mut().zip(hash.as_bytes()) {
            *to = *from;
        }
        u128::from_le_bytes(first)
    }
}
