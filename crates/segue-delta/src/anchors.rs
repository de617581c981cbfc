//! Samples of a file's content, by which the same content is found in another file.
//!
//! A hash rolls over the bytes, and where it happens to be small there is an anchor: the choice
//! depends on the 64 bytes before it and nothing else, so the same 64 bytes give the same anchor
//! wherever they lie. What occurs several times says nothing about the place and is left out.

/// Bytes between anchors, on average, in a base of ordinary size; a power of two.
const SPACING: u64 = 1024;
/// The most anchors of a base, 16 bytes each, however large or unusual it is.
pub(crate) const MOST: u64 = 1 << 20;
/// Anchors are at least this part of the average apart, also where nearly every place is one.
const CROWDED: u64 = 4;

/// One number per byte value, without any pattern.
const GEAR: [u64; 256] = {
    let mut table = [0; 256];
    let mut state = 0_u64;
    let mut at = 0;
    while at < table.len() {
        // SplitMix64
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        table[at] = mixed ^ (mixed >> 31);
        at += 1;
    }
    table
};

/// Finds anchors in a file that comes in pieces.
pub(crate) struct Finder {
    hash: u64,
    /// A hash up to here is an anchor.
    small: u64,
    apart: u64,
    at: u64,
    next: u64,
}

impl Finder {
    /// Creates a finder for a base of this size, and for whatever is looked up in that base.
    pub(crate) fn new(base_bytes: u64) -> Self {
        let mut spacing = SPACING;
        while base_bytes / spacing * CROWDED >= MOST && spacing < 1 << 40 {
            spacing *= 2;
        }
        Self {
            hash: 0,
            small: u64::MAX / spacing,
            apart: spacing / CROWDED,
            at: 0,
            next: 64,
        }
    }

    /// Goes on with the next piece, and passes on the hash of each anchor and the place after it.
    pub(crate) fn run(&mut self, piece: &[u8], mut found: impl FnMut(u64, u64)) {
        let mut hash = self.hash;
        for (at, byte) in (self.at..).zip(piece) {
            // Shifted out after 64 bytes.
            hash = (hash << 1).wrapping_add(GEAR[usize::from(*byte)]);
            if hash <= self.small && at >= self.next {
                self.next = at + self.apart;
                found(hash, at + 1);
            }
        }
        self.hash = hash;
        self.at += piece.len() as u64;
    }
}

/// Where the anchors of a base are.
pub(crate) struct Index(Vec<(u64, u64)>);

impl Index {
    /// Builds an index from the anchors of a base, in any order. Anchors that occur several times
    /// are left out.
    pub(crate) fn new(mut anchors: Vec<(u64, u64)>) -> Self {
        anchors.sort_unstable();
        let mut last = None;
        let mut several = Vec::new();
        for (hash, _) in &anchors {
            if last == Some(*hash) && several.last() != Some(hash) {
                several.push(*hash);
            }
            last = Some(*hash);
        }
        anchors.retain(|(hash, _)| several.binary_search(hash).is_err());
        Self(anchors)
    }

    /// Returns the only place where this anchor occurs.
    pub(crate) fn place(&self, hash: u64) -> Option<u64> {
        let found = self.0.binary_search_by_key(&hash, |(hash, _)| *hash);
        self.0.get(found.ok()?).map(|(_, place)| *place)
    }
}
