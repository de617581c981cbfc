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

/// Looks through a file. `clear` is shown every text with what was found in it, and gives the text
/// without what has to go, or nothing if all of it may stay. Gives the new base64, or nothing.
pub(crate) fn cleared(
    base64: &str,
    find: impl Fn(&str) -> Vec<Hit>,
    mut clear: impl FnMut(&str, Vec<Hit>) -> Option<String>,
) -> Option<String> {
    let bytes = BASE64.decode(base64.as_bytes()).ok()?;
    if let Ok(text) = std::str::from_utf8(&bytes) {
        let new = clear(text, find(text))?;
        return Some(BASE64.encode(new.as_bytes()));
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

/// Readable runs of a file of any other kind.
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

/// What can be read in bytes that are text and other things mixed, also two bytes a character.
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
