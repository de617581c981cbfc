//! Ids as OpenCode makes them: a prefix, 12 hex digits that sort by time, 14 letters by chance.

use uuid::Uuid;

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The words of a slug, in the way the program itself picks them.
const FIRST: [&str; 8] = [
    "brave", "calm", "clever", "gentle", "happy", "kind", "quiet", "swift",
];
const SECOND: [&str; 8] = [
    "comet", "eagle", "forest", "garden", "island", "meadow", "otter", "river",
];

/// A source of ids that rise, even within one millisecond.
#[derive(Debug, Default)]
pub(super) struct Rising {
    last: u64,
}

impl Rising {
    /// Continues after an id that exists.
    pub(super) fn after(id: &str) -> Self {
        let digits = id.split('_').nth(1).and_then(|rest| rest.get(..12));
        let last = digits.and_then(|hex| u64::from_str_radix(hex, 16).ok());
        Self {
            last: last.unwrap_or(0),
        }
    }

    /// Creates the next id for something of that moment.
    pub(super) fn next(&mut self, prefix: &str, millis: i64) -> String {
        let wanted = stamp(millis).wrapping_add(1) & MASK;
        self.last = wanted.max((self.last + 1) & MASK);
        format!("{prefix}_{:012x}{}", self.last, letters())
    }
}

/// Creates a session's id: newer ones sort first.
pub(super) fn session(millis: i64, nth: u64) -> String {
    let value = !(stamp(millis).wrapping_add(nth + 1)) & MASK;
    format!("ses_{value:012x}{}", letters())
}

/// Picks two random words.
pub(super) fn slug() -> String {
    let bytes = *Uuid::new_v4().as_bytes();
    let word = |words: &[&'static str; 8], byte: u8| words[usize::from(byte) % words.len()];
    format!("{}-{}", word(&FIRST, bytes[0]), word(&SECOND, bytes[1]))
}

const MASK: u64 = (1 << 48) - 1;

fn stamp(millis: i64) -> u64 {
    (millis.max(0).unsigned_abs()).wrapping_mul(4096) & MASK
}

fn letters() -> String {
    let (one, two) = (Uuid::new_v4(), Uuid::new_v4());
    // Bytes 6 and 8 of a version 4 UUID are not all chance.
    let chance = one.as_bytes().iter().chain(two.as_bytes());
    chance
        .enumerate()
        .filter(|(index, _)| !matches!(index % 16, 6 | 8))
        .take(14)
        .map(|(_, byte)| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_the_form_of_the_program_and_rise() {
        let mut rising = Rising::default();
        let mut before = String::new();
        for millis in [5, 5, 5, 1_794_797_141_501, 3, 1_794_797_141_501] {
            let id = rising.next("msg", millis);
            assert_eq!(id.len(), 4 + 12 + 14);
            assert!(id[..16] > before[..before.len().min(16)], "{before} {id}");
            before = id;
        }
        let id = Rising::after("msg_1e23efdfd001JcJeKBp3lH45s2").next("msg", 0);
        assert_eq!(&id[..16], "msg_1e23efdfd002");
    }

    #[test]
    fn the_time_is_where_the_program_has_it() {
        let id = Rising::default().next("msg", 1_794_797_141_501);
        assert_eq!(&id[..16], "msg_1e23efdfd001");
        assert!(session(2_000, 0) < session(1_000, 0), "newer sorts first");
    }
}
