//! JSON strings: out of their escapes and back into the shortest ones.

use std::borrow::Cow;

use super::scan::{Backslash, Scan, Special};

/// Checks whether the inside of a JSON string has no escapes, so that it is its own text.
pub fn is_plain(inside: &str) -> bool {
    Scan::<Backslash>::new(inside.as_bytes()).find(0) == inside.len()
}

/// Unescapes a JSON string given without its quotes; a lone surrogate becomes U+FFFD.
pub(super) fn unescape(inside: &str) -> Cow<'_, str> {
    let mut scan = Scan::<Backslash>::new(inside.as_bytes());
    let mut at = scan.find(0);
    if at == inside.len() {
        return Cow::Borrowed(inside);
    }
    let mut out = String::with_capacity(inside.len());
    out.push_str(inside.get(..at).unwrap_or_default());
    while let Some(escape) = inside.get(at + 1..) {
        let (ch, used) = one_escape(escape);
        out.push(ch);
        let from = at + 1 + used;
        at = scan.find(from);
        out.push_str(inside.get(from..at).unwrap_or_default());
    }
    Cow::Owned(out)
}

/// Reads what follows a backslash: the character it stands for, and how many bytes were used.
fn one_escape(after: &str) -> (char, usize) {
    let letter = after.as_bytes().first().copied().unwrap_or_default();
    match MEANS.get(usize::from(letter)) {
        Some(&byte) if byte != 0 => (char::from(byte), 1),
        _ if letter == b'u' => unicode_escape(after),
        // Nothing that was indexed has any other.
        _ => (
            char::REPLACEMENT_CHARACTER,
            usize::from(letter != 0 && letter.is_ascii()),
        ),
    }
}

fn unicode_escape(after: &str) -> (char, usize) {
    let unit = |at: usize| {
        after
            .get(at..at + 4)
            .and_then(|hex| u32::from_str_radix(hex, 16).ok())
    };
    let Some(first) = unit(1) else {
        return (char::REPLACEMENT_CHARACTER, after.len());
    };
    if (0xd800..0xdc00).contains(&first)
        && after.get(5..7) == Some("\\u")
        && let Some(second @ 0xdc00..0xe000) = unit(7)
    {
        let point = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        return (
            char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER),
            11,
        );
    }
    (
        char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER),
        5,
    )
}

/// The letter after the backslash for what has a short escape; a table, since which one comes next
/// is anyone's guess.
const SHORT: [u8; 0x5d] = {
    let mut table = [0; 0x5d];
    table[b'"' as usize] = b'"';
    table[b'\\' as usize] = b'\\';
    table[b'\n' as usize] = b'n';
    table[b'\r' as usize] = b'r';
    table[b'\t' as usize] = b't';
    table[0x8] = b'b';
    table[0xc] = b'f';
    table
};

/// What the letter after a backslash stands for; 0 for `u`.
const MEANS: [u8; 0x80] = {
    let mut table = [0; 0x80];
    let mut at = 0;
    while at < SHORT.len() {
        if SHORT[at] != 0 {
            table[SHORT[at] as usize] = at as u8;
        }
        at += 1;
    }
    table[b'/' as usize] = b'/';
    table
};

/// Appends `text` as a JSON string with quotes, escaping only what JSON demands (RFC 8785).
pub fn escape_into(out: &mut String, text: &str) {
    out.reserve(text.len() + text.len() / 32 + 2);
    out.push('"');
    let bytes = text.as_bytes();
    let mut scan = Scan::<Special>::new(bytes);
    let mut from = 0;
    loop {
        let at = scan.find(from);
        out.push_str(text.get(from..at).unwrap_or_default());
        let Some(&byte) = bytes.get(at) else { break };
        match SHORT.get(usize::from(byte)) {
            Some(&letter) if letter != 0 => {
                out.push('\\');
                out.push(char::from(letter));
            }
            _ => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                out.push_str("\\u00");
                for half in [byte >> 4, byte & 15] {
                    out.push(char::from(HEX[usize::from(half)]));
                }
            }
        }
        from = at + 1;
    }
    out.push('"');
}

/// Checks whether the inside of a JSON string is already written the canonical way.
pub(super) fn is_canonical(inside: &str) -> bool {
    let bytes = inside.as_bytes();
    let mut scan = Scan::<Backslash>::new(bytes);
    let mut at = 0;
    loop {
        at = scan.find(at) + 1;
        if at > bytes.len() {
            return true;
        }
        match bytes.get(at) {
            Some(b'"' | b'\\' | b'n' | b'r' | b't' | b'b' | b'f') => at += 1,
            Some(b'u') => {
                let hex = inside.get(at + 1..at + 5).unwrap_or_default();
                let control = u32::from_str_radix(hex, 16).is_ok_and(|point| {
                    point < 0x20 && !matches!(point, 0x8 | 0x9 | 0xa | 0xc | 0xd)
                });
                if !control || hex.bytes().any(|byte| byte.is_ascii_uppercase()) {
                    return false;
                }
                at += 5;
            }
            _ => return false,
        }
    }
}
