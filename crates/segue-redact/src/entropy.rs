//! Whether a text looks drawn at random, or written by a person.
//!
//! ```text
//! text ──at signs──▶ pieces ─┬─ words, numbers, `sha256` ──▶ written
//!                            └─ anything else ──▶ drawn, if there is enough of it
//! ```

/// Computes the bits per character, by the text's own frequencies.
pub(crate) fn bits(text: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in text {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    let all = text.len() as f64;
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| {
            let share = f64::from(*count) / all;
            -share * share.log2()
        })
        .sum()
}

/// Which kinds of characters a text has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kinds {
    pub(crate) lower: usize,
    pub(crate) upper: usize,
    pub(crate) digit: usize,
    pub(crate) other: usize,
}

impl Kinds {
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut kinds = Self::default();
        for byte in text {
            match byte {
                b'a'..=b'z' => kinds.lower += 1,
                b'A'..=b'Z' => kinds.upper += 1,
                b'0'..=b'9' => kinds.digit += 1,
                _ => kinds.other += 1,
            }
        }
        kinds
    }

    pub(crate) fn letters(self) -> usize {
        self.lower + self.upper
    }
}

/// Checks whether a text looks generated.
pub(crate) fn is_random(text: &[u8]) -> bool {
    let length = text.len();
    if length < 8 {
        return false;
    }
    let (mut drawn, mut written) = (0, 0);
    for piece in text.split(|byte| !byte.is_ascii_alphanumeric()) {
        if piece.len() >= 5 && piece.iter().all(u8::is_ascii_digit) {
            // A long number says nothing either way.
        } else if is_written(piece) {
            written += piece.len();
        } else {
            drawn += piece.len();
        }
    }
    // What a text of this length drawn from 16 signs would nearly always reach.
    let floor = match length {
        8..=11 => 2.4,
        12..=15 => 2.7,
        16..=23 => 2.9,
        24..=31 => 3.1,
        _ => 3.2,
    };
    drawn >= 6 && drawn >= written && bits(text) >= floor && !is_counted(text)
}

/// Checks whether some piece of a text is neither word nor number.
pub(crate) fn has_drawn(text: &[u8]) -> bool {
    text.split(|byte| !byte.is_ascii_alphanumeric())
        .any(|piece| !is_written(piece))
}

/// Checks whether a piece without signs is a word, a name put together from words, or a number.
fn is_written(piece: &[u8]) -> bool {
    let kinds = Kinds::of(piece);
    if piece.len() <= 2 || kinds.letters() == 0 {
        return true;
    }
    if kinds.digit == 0 {
        return match piece.len() {
            0..=7 => true,
            8..=11 => {
                oddness(piece) * 3 < piece.len()
                    && (changes(piece) * 2 < piece.len() || kinds.upper == 0)
            }
            _ => {
                oddness(piece) * 5 < piece.len() - 1
                    && (changes(piece) * 5 < piece.len() * 2 || is_camel(piece))
            }
        };
    }
    // `sha256`, `utf8`, `ed25519`, `2024q3`, `base64url`: a digit or a few between words.
    let mut runs = piece
        .split(u8::is_ascii_digit)
        .filter(|run| !run.is_empty());
    let groups = piece
        .split(|byte| !byte.is_ascii_digit())
        .filter(|run| !run.is_empty())
        .count();
    let hex = piece.iter().all(u8::is_ascii_hexdigit) && piece.len() >= 8;
    let edges = piece.first().is_some_and(u8::is_ascii_digit)
        || piece.last().is_some_and(u8::is_ascii_digit);
    let words = |run: &[u8]| {
        (run.len() >= 3 || edges && groups == 1)
            && run.len() <= 24
            && is_written(run)
            && (run.len() <= 3 || oddness(run) * 4 < run.len() && changes(run) * 3 <= run.len() + 1)
    };
    !hex && groups <= 2 && kinds.digit <= 5 && kinds.digit * 2 <= piece.len() + 3 && runs.all(words)
}

/// Checks for the like of `dotDotDotToken`: every capital begins a word, and words have three
/// letters or so.
fn is_camel(letters: &[u8]) -> bool {
    let capitals = letters
        .iter()
        .skip(1)
        .filter(|byte| byte.is_ascii_uppercase())
        .count();
    let pairs = letters
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a.is_ascii_uppercase() && b.is_ascii_uppercase()));
    !pairs && (capitals + 1) * 3 <= letters.len()
}

/// Counts the neighbouring letters that hardly ever come together in words.
fn oddness(letters: &[u8]) -> usize {
    /// For each letter, the letters that follow it in nearly all words of programs and manuals.
    const FOLLOW: [u32; 26] = [
        0x3febdef, 0x13e5b17, 0x11eddbd, 0x13e6b7f, 0x1fffdff, 0x11e5971, 0x01679d1, 0x11e7911,
        0x2aefc7f, 0x0144011, 0x01e6919, 0x13ccd3f, 0x01cf93b, 0x17effff, 0x0feff7f, 0x11ecd9d,
        0x0100800, 0x17efd7f, 0x15ffdbf, 0x15ef9bf, 0x00ef97f, 0x0004111, 0x0066991, 0x0888115,
        0x20ef913, 0x0004111,
    ];
    let place = |byte: u8| byte.to_ascii_lowercase().wrapping_sub(b'a');
    letters
        .windows(2)
        .filter(|pair| match pair {
            // A capital begins a word of its own.
            [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase() => false,
            [a, b] => FOLLOW
                .get(usize::from(place(*a)))
                .is_some_and(|follow| follow >> u32::from(place(*b).min(31)) & 1 == 0),
            _ => false,
        })
        .count()
}

/// Checks for the like of `0123456789abcdef` or `abcdefgh1234`: most characters follow the one
/// before them.
fn is_counted(text: &[u8]) -> bool {
    let next = text
        .windows(2)
        .filter(|pair| matches!(pair, [a, b] if a.wrapping_add(1) == *b || a == b))
        .count();
    next * 3 >= text.len() * 2
}

/// Counts how often the kind of character changes from one to the next.
fn changes(text: &[u8]) -> usize {
    let kind = |byte: u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    text.windows(2)
        .filter(|pair| matches!(pair, [a, b] if kind(*a) != kind(*b)))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_and_what_is_written() {
        for drawn in [
            "f3a9c1d27b8e4c60a5d1",
            "9aF3kQ2xLm7Tz0Wb",
            "sup3rs3cret",
            "qzkxwvjpbhtgcmnf",
            "QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
            "vlgqTmKzundxIaZaNJblJAbmEuNaIEnFDk",
        ] {
            assert!(is_random(drawn.as_bytes()), "{drawn}");
        }
        for written in [
            "getUserAccessTokenFromRequest",
            "my-app-tls-2024",
            "internationalization",
            "claude-opus-4-5-20260101",
            "src/rules/assigned.rs",
            "0123456789abcdef",
            "ubuntu-22.04-x86_64-gnu",
            "ACCESS_TOKEN_SECRET_NAME",
            "sha256-rsa2048-pkcs1",
        ] {
            assert!(!is_random(written.as_bytes()), "{written}");
        }
    }
}
