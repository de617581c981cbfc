//! Secrets in base64. A run is decoded and looked through like any text; if a secret is in it, the
//! whole run is taken out.
//!
//! ```text
//! run ──first bytes──┬─ text ──▶ looked through, runs inside it too
//!                    ├─ two bytes a character ──▶ the same
//!                    ├─ an image ──▶ its descriptions
//!                    └─ anything else: words, paths, hashes ──▶ left
//! ```

use std::ops::Range;

use data_encoding::{BASE64_NOPAD, BASE64URL_NOPAD, Encoding};

use crate::files;
use crate::finding::Form;

/// Shorter runs hold no secret worth its name.
const SHORTEST: usize = 20;
/// Longer ones are files; their first part is looked through.
const LONGEST: usize = 4 << 20;

static CLASS: [bool; 256] = class();

const fn class() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::indexing_slicing, reason = "a constant table of all bytes")]
        {
            let sign = byte as u8;
            table[byte] = sign.is_ascii_alphanumeric() || matches!(sign, b'+' | b'/' | b'-' | b'_');
        }
        byte += 1;
    }
    table
}

fn is_base64(byte: u8) -> bool {
    CLASS.get(usize::from(byte)).copied().unwrap_or_default()
}

/// Passes every run of a text that can be read to `each`, decoded.
pub(crate) fn runs(text: &str, mut each: impl FnMut(Range<usize>, String, Form)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // A run this long has one of its signs at every SHORTEST-th byte.
        let probe = at + SHORTEST - 1;
        match bytes.get(probe) {
            None => break,
            Some(byte) if !is_base64(*byte) => {
                at = probe + 1;
                continue;
            }
            Some(_) => {}
        }
        let back = bytes.get(at..probe).unwrap_or_default();
        let start = probe
            - back
                .iter()
                .rev()
                .take_while(|byte| is_base64(**byte))
                .count();
        let end = run_end(bytes, start);
        if end - start < SHORTEST {
            at = end + 1;
            continue;
        }
        let (run, end) = wrapped(bytes, start, end);
        if let Some((plain, form)) = readable(&run) {
            let padding = bytes.get(end..).unwrap_or_default();
            let padding = padding
                .iter()
                .take(2)
                .take_while(|byte| **byte == b'=')
                .count();
            each(start..end + padding, plain, form);
        }
        at = end + 1;
    }
}

fn run_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().take_while(|byte| is_base64(**byte)).count()
}

/// Joins a run with the lines below that continue it: each as long as the first, the last one
/// shorter. Line numbers and diff marks before them do not count.
fn wrapped(bytes: &[u8], start: usize, mut end: usize) -> (std::borrow::Cow<'_, [u8]>, usize) {
    let width = end - start;
    let first = bytes.get(start..end).unwrap_or_default();
    if !(40..=100).contains(&width) || !goes_on(bytes, end) || !is_readable_head(first) {
        return (first.into(), end);
    }
    let mut run = first.to_vec();
    while goes_on(bytes, end) && run.len() < LONGEST {
        let next = end
            + bytes
                .get(end..)
                .unwrap_or_default()
                .iter()
                .take(24)
                .take_while(|byte| {
                    !is_base64(**byte) || byte.is_ascii_digit() && is_number(bytes, end)
                })
                .count();
        let last = run_end(bytes, next);
        let length = last - next;
        if length < 4 || length > width {
            break;
        }
        run.extend_from_slice(bytes.get(next..last).unwrap_or_default());
        end = last;
        if length < width {
            break;
        }
    }
    (run.into(), end)
}

/// Checks whether a line ends here, as a line break or after a backslash that was left in.
fn goes_on(bytes: &[u8], end: usize) -> bool {
    let rest = bytes.get(end..).unwrap_or_default();
    rest.starts_with(b"\n") || rest.starts_with(b"\r\n") || rest.starts_with(b"\\\n")
}

/// Checks whether the line that begins after `end` has a number before its text.
fn is_number(bytes: &[u8], end: usize) -> bool {
    let rest = bytes.get(end..).unwrap_or_default();
    let from = rest
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace())
        .count();
    let line = rest.get(from..).unwrap_or_default();
    let digits = line
        .iter()
        .take(7)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    digits > 0 && matches!(line.get(digits), Some(b'\t' | b'|' | b':' | b' ' | 0xe2))
}

fn decode(run: &[u8]) -> Option<Vec<u8>> {
    let url = run.iter().any(|byte| matches!(byte, b'-' | b'_'));
    let encoding: &Encoding = if url { &BASE64URL_NOPAD } else { &BASE64_NOPAD };
    let length = run.len() - usize::from(run.len() % 4 == 1);
    let run = run.get(..length)?;
    encoding
        .decode(run)
        .ok()
        .or_else(|| encoding.decode(run.get(..length - length % 4)?).ok())
}

fn is_readable_head(run: &[u8]) -> bool {
    let whole = run.len() - run.len() % 4;
    run.get(..whole.min(16))
        .and_then(decode)
        .is_some_and(|first| is_text(&first) || is_wide(&first))
}

/// Decodes a run. `None` when it is not text, nor an image with descriptions.
fn readable(run: &[u8]) -> Option<(String, Form)> {
    let run = run.get(..run.len().min(LONGEST))?;
    if ["iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR"]
        .iter()
        .any(|start| run.starts_with(start.as_bytes()))
    {
        let bytes = decode(run.get(..run.len() - run.len() % 4)?)?;
        return files::descriptions(&bytes).map(|text| (text, Form::ImageMetadata));
    }
    // Most runs are words, paths and hashes: their first bytes are no text.
    if !is_readable_head(run) {
        return None;
    }
    let bytes = decode(run)?;
    if is_wide(&bytes) {
        return Some((narrow(&bytes), Form::Base64));
    }
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Some((text, Form::Base64))
}

fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| {
        (0x20..0x7f).contains(byte) || matches!(byte, b'\n' | b'\r' | b'\t') || *byte >= 0x80
    }) && bytes.iter().filter(|byte| **byte >= 0x80).count() * 4 <= bytes.len()
}

/// Checks whether every character takes two bytes, the second of them zero.
fn is_wide(bytes: &[u8]) -> bool {
    bytes.len() >= 8
        && bytes
            .chunks_exact(2)
            .take(16)
            .all(|pair| matches!(pair, [0x09..=0x7e, 0] | [0xff, 0xfe]))
}

fn narrow(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| match pair {
        [low, high] => u16::from_le_bytes([*low, *high]),
        _ => 0,
    });
    char::decode_utf16(units)
        .map(|c| c.unwrap_or('\u{fffd}'))
        .collect()
}
