//! Letters by chance: the alphabets that vendors write their tokens in, and words as people choose
//! them for passwords. The same dice give the same letters.

use data_encoding::{BASE64, BASE64_NOPAD, BASE64URL_NOPAD};

use crate::large::Dice;

pub const DIGITS: &str = "0123456789";
pub const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
pub const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BASE62: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const URL_SAFE: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

const NAMES: &[&str] = &[
    "billing",
    "orders",
    "inventory",
    "gateway",
    "reports",
    "search",
    "mailer",
    "ledger",
    "catalog",
    "payments",
    "checkout",
    "profile",
    "notify",
    "ingest",
    "metrics",
    "scheduler",
];
const WORDS: &[&str] = &[
    "horse", "battery", "purple", "window", "Summer", "tiger", "Coffee", "planet", "rocket",
    "Garden", "winter", "copper", "Falcon", "Monday", "bridge", "Yellow", "kitten", "thunder",
];

/// Creates dice for one purpose: other purposes do not change what they throw.
pub fn dice(seed: u64, purpose: &str) -> Dice {
    let mut mixed = seed ^ 0xcbf2_9ce4_8422_2325;
    for byte in purpose.bytes() {
        mixed = (mixed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    // Seeds that are near each other must not give dice that are.
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Dice(mixed ^ (mixed >> 31))
}

impl Dice {
    /// Draws `count` letters of an alphabet.
    pub(super) fn of(&mut self, alphabet: &str, count: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        (0..count).filter_map(|_| self.maybe(&letters)).collect()
    }

    /// Picks one of these; an empty list gives the default.
    pub(super) fn pick<T: Copy + Default>(&mut self, list: &[T]) -> T {
        self.maybe(list).unwrap_or_default()
    }

    fn maybe<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let at = self.roll((list.len() as u64).max(1)) as usize;
        list.get(at).copied()
    }

    pub(super) fn alnum(&mut self, count: usize) -> String {
        self.of(BASE62, count)
    }

    pub(super) fn letters(&mut self, count: usize) -> String {
        self.of(LETTERS, count)
    }

    /// Draws letters, digits, `-` and `_`, with a letter or digit at both ends.
    pub(super) fn url_safe(&mut self, count: usize) -> String {
        let inside = self.of(URL_SAFE, count.saturating_sub(2));
        format!("{}{inside}{}", self.alnum(1), self.alnum(1))
    }

    pub(super) fn hex(&mut self, count: usize) -> String {
        self.of("0123456789abcdef", count)
    }

    pub(super) fn digits(&mut self, count: usize) -> String {
        let rest = self.of(DIGITS, count.saturating_sub(1));
        format!("{}{rest}", self.of("123456789", 1))
    }

    pub(super) fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.roll(256) as u8).collect()
    }

    /// Draws `bytes` bytes and encodes them in standard base64.
    pub(super) fn base64(&mut self, bytes: usize) -> String {
        BASE64.encode(&self.bytes(bytes))
    }

    /// Draws exactly `count` letters of base64, without padding.
    pub(super) fn base64_letters(&mut self, count: usize) -> String {
        let mut text = BASE64_NOPAD.encode(&self.bytes(count));
        text.truncate(count);
        text
    }

    /// Draws `bytes` bytes and encodes them in URL-safe base64, without padding.
    pub(super) fn base64_url(&mut self, bytes: usize) -> String {
        BASE64URL_NOPAD.encode(&self.bytes(bytes))
    }

    pub(super) fn uuid(&mut self) -> String {
        let (a, b, c, e) = (self.hex(8), self.hex(4), self.hex(3), self.hex(12));
        let variant = self.of("89ab", 1);
        format!("{a}-{b}-4{c}-{variant}{}-{e}", self.hex(3))
    }

    /// Picks the name of a service.
    pub(super) fn name(&mut self) -> &'static str {
        self.pick(NAMES)
    }

    /// Makes up a password as a machine does.
    pub(super) fn password(&mut self) -> String {
        let count = 14 + self.roll(8) as usize;
        self.of(
            "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789",
            count,
        )
    }

    /// Makes up a password as a person does: words, a year, a sign, letters that look like digits.
    pub(super) fn human(&mut self) -> String {
        let (one, two) = (self.pick(WORDS), self.pick(WORDS));
        let sign = self.pick(&['!', '&', '-', '_', '.', '*']);
        let year = 1970 + self.roll(60);
        match self.roll(4) {
            0 => format!("{}{sign}{}-{two}", lookalike(one), self.roll(90) + 3),
            1 => format!("{one}{year}{sign}{two}"),
            2 => format!("{}-{}-{}", lookalike(one), two, self.roll(900) + 17),
            _ => format!("{two}{sign}{}{year}", lookalike(one)),
        }
    }
}

fn lookalike(word: &str) -> String {
    let swap = |c| match c {
        'o' => '0',
        'e' => '3',
        'a' => '4',
        'i' => '1',
        other => other,
    };
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters.map(swap)).collect()
}

/// Computes the checksum of GitHub's and npm's tokens: CRC-32 of the random part in base 62, six
/// letters.
pub fn check_letters(text: &str) -> String {
    let mut rest = u64::from(crc32(text.as_bytes()));
    let letters: Vec<char> = BASE62.chars().collect();
    let mut digits = Vec::<&char>::new();
    while digits.len() < 6 {
        digits.extend(letters.get((rest % 62) as usize));
        rest /= 62;
    }
    digits.into_iter().rev().collect()
}

/// Computes CRC-32 as zip, PNG and tokens use it.
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            let low = crc & 1;
            crc = (crc >> 1) ^ (0xedb8_8320 * low);
        }
    }
    !crc
}
