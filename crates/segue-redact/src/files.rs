//! Files inside a conversation: what can be read in them, and how it is taken out.
//!
//! ```text
//! base64 ──▶ bytes ─┬─ text ──▶ like any other text
//!                   ├─ image ──▶ its descriptions; one with a secret is cut out or blanked
//!                   └─ anything else ──▶ readable runs; a secret is blanked, byte for byte
//! ```

mod image;

use data_encoding::BASE64;

use crate::finding::Hit;

/// A part of a file that can be read, and how to be rid of it.
#[derive(Debug, PartialEq, Eq)]
struct Segment {
    /// What can be read in it.
    text: String,
    /// Where it is in the file.
    range: std::ops::Range<usize>,
    /// Taken out whole; otherwise its bytes are blanked.
    cut: bool,
}

/// Searches a file. `clear` gets every text with what was found in it, and returns the text without
/// what has to go, or `None` if all of it may stay. Returns the new base64, or `None` if nothing
/// changed.
pub(crate) fn cleared(
    base64: &str,
    find: impl Fn(&str) -> Vec<Hit>,
    mut clear: impl FnMut(&str, Vec<Hit>) -> Option<String>,
) -> Option<String> {
    let Some(bytes) = decoded(base64) else {
        // What can't be decoded is looked at as it stands; nothing leaves unseen.
        return clear(base64, find(base64));
    };
    if let Ok(text) = std::str::from_utf8(&bytes) {
        let new = clear(text, find(text))?;
        return Some(BASE64.encode(new.as_bytes()));
    }
    if let Some((text, big)) = wide(&bytes) {
        let new = clear(&text, find(&text))?;
        let order = |unit: u16| {
            if big {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
        };
        let bytes: Vec<u8> = new.encode_utf16().flat_map(order).collect();
        return Some(BASE64.encode(&bytes));
    }
    let segments = image::segments(&bytes).unwrap_or_else(|| runs(&bytes));
    let mut goes: Vec<&Segment> = Vec::new();
    for segment in &segments {
        let hits = find(&segment.text);
        if !hits.is_empty() && clear(&segment.text, hits).is_some() {
            goes.push(segment);
        }
    }
    if goes.is_empty() {
        return None;
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut copied = 0;
    for segment in goes {
        out.extend_from_slice(bytes.get(copied..segment.range.start).unwrap_or_default());
        if !segment.cut {
            out.resize(out.len() + segment.range.len(), b' ');
        }
        copied = segment.range.end;
    }
    out.extend_from_slice(bytes.get(copied..).unwrap_or_default());
    Some(BASE64.encode(&out))
}

/// Decodes the bytes of a file, even when its base64 is broken into lines, unpadded, or in the
/// URL-safe alphabet.
fn decoded(base64: &str) -> Option<Vec<u8>> {
    if let Ok(bytes) = BASE64.decode(base64.as_bytes()) {
        return Some(bytes);
    }
    let plain: Vec<u8> = base64
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=')
        .map(|byte| match byte {
            b'-' => b'+',
            b'_' => b'/',
            byte => byte,
        })
        .collect();
    let decode = |plain: &[u8]| data_encoding::BASE64_NOPAD.decode(plain).ok();
    // The last bits of a sloppy encoder are lost with its last character.
    decode(&plain).or_else(|| decode(plain.get(..plain.len() - plain.len() % 4)?))
}

/// Decodes a file with two bytes a character. Returns its text, and whether the higher byte comes
/// first.
fn wide(bytes: &[u8]) -> Option<(String, bool)> {
    let big = match bytes.get(..2)? {
        [0xff, 0xfe] => false,
        [0xfe, 0xff] => true,
        [first, 0] if first.is_ascii() && bytes.get(3) == Some(&0) => false,
        [0, second] if second.is_ascii() && bytes.get(2) == Some(&0) => true,
        _ => return None,
    };
    let units = bytes.chunks_exact(2).map(|pair| match pair {
        [a, b] if big => u16::from_be_bytes([*a, *b]),
        [a, b] => u16::from_le_bytes([*a, *b]),
        _ => 0,
    });
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.ok()
        .filter(|_| bytes.len().is_multiple_of(2))
        .map(|text| (text, big))
}

/// Returns what the descriptions of an image say. `None` when it is no image or has none.
pub(crate) fn descriptions(bytes: &[u8]) -> Option<String> {
    let texts: Vec<String> = image::segments(bytes)?
        .into_iter()
        .map(|segment| segment.text)
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// Finds the readable runs of a file of any other kind.
fn runs(bytes: &[u8]) -> Vec<Segment> {
    const SHORTEST: usize = 12;
    let readable = |byte: &u8| (0x20..0x7f).contains(byte) || matches!(byte, b'\n' | b'\r' | b'\t');
    let mut segments = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| readable(byte)).count();
        if length >= SHORTEST {
            let run = rest.get(..length).unwrap_or_default();
            segments.push(Segment {
                text: String::from_utf8_lossy(run).into_owned(),
                range: at..at + length,
                cut: false,
            });
        }
        at += length + 1;
    }
    segments
}

/// Extracts what can be read in bytes where text and other things are mixed, also as two bytes a
/// character.
fn readable(bytes: &[u8]) -> String {
    let mut text: Vec<String> = runs(bytes).into_iter().map(|run| run.text).collect();
    for skip in [0, 1] {
        let narrow: Vec<u8> = bytes
            .get(skip..)
            .unwrap_or_default()
            .chunks_exact(2)
            .map(|pair| match pair {
                [byte, 0] | [0, byte] => *byte,
                _ => 0,
            })
            .collect();
        text.extend(runs(&narrow).into_iter().map(|run| run.text));
    }
    text.join("\n")
}
