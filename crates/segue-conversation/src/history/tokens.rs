//! About how many tokens a text is to a model, and how many bytes in a file, without any model's
//! own table.
//!
//! Vocabularies differ, but all of them cut text alike before they look anything up: into words,
//! numbers, runs of signs and indents. So these are counted, sixty-four bytes at a time, and each
//! is given what it costs on average.

/// What an image costs, whatever its size: vendors scale large ones down.
pub(super) const IMAGE: u64 = 1_500;

/// Hundredths of a token. Found by least squares over prose, code, JSON, logs, base64 and six
/// languages, against the mean of three vocabularies (two of OpenAI's, one of Anthropic's).
mod cost {
    pub(super) const WORD: u64 = 60;
    pub(super) const LETTER: u64 = 12;
    /// A capital in the middle of a word: `readLine` is two words.
    pub(super) const HUMP: u64 = 55;
    pub(super) const DIGIT: u64 = 60;
    pub(super) const SIGNS: u64 = 85;
    pub(super) const SIGN: u64 = 6;
    pub(super) const INDENT: u64 = 90;
    /// A letter of two bytes: accents, Greek, Cyrillic.
    pub(super) const TWO: u64 = 40;
    /// A character of three or four bytes: Chinese, Japanese, Korean, pictures.
    pub(super) const WIDE: u64 = 79;
    /// A byte of what no vocabulary has words for: base64, hashes.
    pub(super) const BLOB: u64 = 68;
}

/// Estimates how many tokens a text is.
///
/// Bytes per token, as measured (o200k, cl100k, the one Anthropic published for its older models;
/// then what this gives, over their mean). These are the samples the costs were found with, some
/// kilobytes each and beyond English only two or three sentences, so it is a fit and no proof:
///
/// ```text
/// English prose    4.0-5.0  4.0-5.0  3.8-5.1   1.00-1.07
/// code             4.1-4.3  4.1-4.3  3.6-3.8   1.01-1.05
/// JSON             2.2-2.6  2.1-2.6  2.1-2.6   0.90-1.03
/// logs             2.4      2.4      2.4       1.01
/// base64, hex      1.5-1.7  1.4-1.7  1.4-1.7   0.97-1.04
/// Chinese          4.9      3.4      4.3       1.08
/// Japanese         4.7      3.4      3.6       1.01
/// Korean           5.2      3.3      2.9       0.89
/// Russian          8.3      4.7      4.0       1.01
/// German           4.9      3.9      3.2       0.85
/// ```
///
/// Beyond English the vocabularies themselves are up to twice apart; no estimate is near all.
pub fn estimate(text: &str) -> u64 {
    measure(text).tokens
}

/// What a text comes to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measure {
    pub(super) tokens: u64,
    /// Bytes in a file, where quotes, line ends and the like take more than one.
    pub(super) escaped: u64,
}

/// Bytes looked at in one go. Small enough that counts fit a byte, large enough for wide registers.
const BLOCK: usize = 64;

/// No character begins with it, so it counts as nothing.
const PADDING: u8 = 0x80;

pub(super) fn measure(text: &str) -> Measure {
    let (mut hundredths, mut more) = (0_u64, 0_u64);
    let mut before = b' ';
    for chunk in text.as_bytes().chunks(BLOCK) {
        let mut now = [PADDING; BLOCK];
        let mut then = [PADDING; BLOCK];
        for (to, from) in now.iter_mut().zip(chunk) {
            *to = *from;
        }
        for (to, from) in then.iter_mut().skip(1).zip(chunk) {
            *to = *from;
        }
        if let Some(first) = then.first_mut() {
            *first = before;
        }
        before = chunk.last().copied().unwrap_or(before);
        let counts = Counts::of(&now, &then);
        hundredths += counts.hundredths(chunk.len());
        more += u64::from(counts.escapes) + 4 * u64::from(counts.controls);
    }
    Measure {
        tokens: hundredths.div_ceil(100),
        escaped: text.len() as u64 + more,
    }
}

/// What is in a block.
#[derive(Default)]
struct Counts {
    letters: u8,
    words: u8,
    humps: u8,
    digits: u8,
    signs: u8,
    runs: u8,
    blanks: u8,
    indents: u8,
    two: u8,
    wide: u8,
    /// Letters next to digits.
    mixed: u8,
    /// Bytes that take two in a file, or six.
    escapes: u8,
    controls: u8,
}

impl Counts {
    /// Counts one block. It has no branches, so many bytes are counted at once.
    fn of(now: &[u8; BLOCK], then: &[u8; BLOCK]) -> Self {
        let mut it = Self::default();
        for (&byte, &before) in now.iter().zip(then) {
            let (letter, was_letter) = (is_letter(byte), is_letter(before));
            let (digit, was_digit) = (byte.is_ascii_digit(), before.is_ascii_digit());
            let (sign, was_sign) = (is_sign(byte), is_sign(before));
            it.letters += u8::from(letter);
            it.words += u8::from(letter & !was_letter);
            it.humps += u8::from(byte.is_ascii_uppercase() & before.is_ascii_lowercase());
            it.digits += u8::from(digit);
            it.signs += u8::from(sign);
            it.runs += u8::from(sign & !was_sign);
            it.blanks += u8::from(is_blank(byte));
            it.indents += u8::from((byte == b' ') & (before == b'\n'));
            it.two += u8::from(byte & 0xe0 == 0xc0);
            it.wide += u8::from(byte >= 0xe0);
            it.mixed += u8::from((letter & was_digit) | (digit & was_letter));
            it.escapes += u8::from((byte < 0x20) | (byte == b'"') | (byte == b'\\'));
            it.controls += u8::from((byte < 0x20) & !is_blank(byte));
        }
        it
    }

    fn hundredths(&self, len: usize) -> u64 {
        if len == BLOCK && self.blanks <= 1 && self.mixed >= 6 {
            return BLOCK as u64 * cost::BLOB;
        }
        [
            (self.words, cost::WORD),
            (self.letters, cost::LETTER),
            (self.humps, cost::HUMP),
            (self.digits, cost::DIGIT),
            (self.runs, cost::SIGNS),
            (self.signs, cost::SIGN),
            (self.indents, cost::INDENT),
            (self.two, cost::TWO),
            (self.wide, cost::WIDE),
        ]
        .iter()
        .map(|(count, cost)| u64::from(*count) * cost)
        .sum()
    }
}

fn is_letter(byte: u8) -> bool {
    (byte | 0x20).wrapping_sub(b'a') < 26
}

fn is_blank(byte: u8) -> bool {
    (byte == b' ') | (byte == b'\n') | (byte == b'\t') | (byte == b'\r')
}

fn is_sign(byte: u8) -> bool {
    (byte < 0x80) & !is_letter(byte) & !byte.is_ascii_digit() & !is_blank(byte)
}
