//! Descriptions inside images: PNG text, JPEG segments, GIF comments, WebP chunks.

use std::io::Read;
use std::ops::Range;

use super::{Segment, readable};

/// Descriptions that unpack to more are looked at up to here.
const UNPACKED: u64 = 4 << 20;

/// Finds the descriptions of an image. `None` when it is no image we know.
pub(super) fn segments(bytes: &[u8]) -> Option<Vec<Segment>> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(png(bytes))
    } else if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        Some(jpeg(bytes))
    } else if bytes.starts_with(b"GIF8") {
        Some(gif(bytes))
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some(webp(bytes))
    } else {
        None
    }
}

fn png(bytes: &[u8]) -> Vec<Segment> {
    let mut found = Vec::new();
    let mut at = 8;
    while let Some(head) = bytes.get(at..at + 8) {
        let length = number(head, 0, 4, true);
        let end = at.saturating_add(12).saturating_add(length);
        let Some(data) = bytes.get(at + 8..end - 4) else {
            break;
        };
        let text = match head.get(4..8) {
            Some(b"tEXt" | b"eXIf") => Some(readable(data)),
            Some(b"zTXt") => Some(format!(
                "{}\n{}",
                readable(data),
                packed(after_name(data, 1))
            )),
            Some(b"iTXt") => Some(format!(
                "{}\n{}",
                String::from_utf8_lossy(data),
                packed(international(data))
            )),
            _ => None,
        };
        if let Some(text) = text {
            found.push(Segment {
                text,
                range: at..end,
                cut: true,
            });
        }
        at = end;
    }
    found
}

/// Returns what follows a name, its zero byte and `skip` more bytes.
fn after_name(data: &[u8], skip: usize) -> &[u8] {
    let name = data
        .iter()
        .position(|byte| *byte == 0)
        .unwrap_or(data.len());
    data.get(name + 1 + skip..).unwrap_or_default()
}

/// Returns the text of an `iTXt` chunk, after the name, two bytes, the language and the name again.
fn international(data: &[u8]) -> &[u8] {
    after_name(after_name(after_name(data, 2), 0), 0)
}

fn packed(data: &[u8]) -> String {
    let mut plain = Vec::new();
    let unpacked = flate2::read::ZlibDecoder::new(data)
        .take(UNPACKED)
        .read_to_end(&mut plain);
    // What came before an error is looked at too.
    match unpacked {
        Ok(_) | Err(_) => String::from_utf8_lossy(&plain).into_owned(),
    }
}

fn jpeg(bytes: &[u8]) -> Vec<Segment> {
    let mut found = Vec::new();
    let mut at = 2;
    while let Some([0xff, mark, high, low]) = bytes.get(at..at + 4) {
        // The picture itself begins.
        if *mark == 0xda {
            break;
        }
        let end = at + 2 + number(&[*high, *low], 0, 2, true);
        let describes = matches!(mark, 0xe1..=0xef | 0xfe);
        if let Some(data) = bytes.get(at + 4..end).filter(|_| describes) {
            found.push(segment(data, at..end, true));
        }
        at = end.max(at + 4);
    }
    found
}

fn webp(bytes: &[u8]) -> Vec<Segment> {
    let mut found = Vec::new();
    let mut at = 12;
    while let Some(head) = bytes.get(at..at + 8) {
        let end = at
            .saturating_add(8)
            .saturating_add(number(head, 4, 4, false));
        let describes = matches!(head.get(..4), Some(b"EXIF" | b"XMP "));
        if let Some(data) = bytes.get(at + 8..end).filter(|_| describes) {
            found.push(segment(data, at + 8..end, false));
        }
        at = end.saturating_add(end % 2);
    }
    found
}

fn gif(bytes: &[u8]) -> Vec<Segment> {
    let mut found = Vec::new();
    let mut at = 0;
    // Comments and application data: `21 fe` or `21 ff`, then blocks with their length.
    while let Some(next) = bytes.get(at..).and_then(|rest| {
        rest.windows(2)
            .position(|pair| matches!(pair, [0x21, 0xfe | 0xff]))
    }) {
        let mut end = at + next + 2;
        let start = end;
        while let Some(length) = bytes.get(end).copied().filter(|length| *length > 0) {
            end += 1 + usize::from(length);
        }
        let end = end.min(bytes.len());
        for block in blocks(bytes, start..end) {
            let data = bytes.get(block.clone()).unwrap_or_default();
            found.push(segment(data, block, false));
        }
        at = end.max(start);
    }
    found
}

/// Finds the data of blocks, each of which follows a byte with its length.
fn blocks(bytes: &[u8], range: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let length = usize::from(bytes.get(at).copied().unwrap_or_default());
        let end = (at + 1 + length).min(range.end);
        found.push(at + 1..end);
        at = end.max(at + 1);
    }
    found
}

fn segment(data: &[u8], range: Range<usize>, cut: bool) -> Segment {
    Segment {
        text: readable(data),
        range,
        cut,
    }
}

fn number(bytes: &[u8], from: usize, count: usize, big: bool) -> usize {
    let digits = bytes.get(from..from + count).unwrap_or_default();
    let add = |sum: usize, byte: &u8| sum << 8 | usize::from(*byte);
    if big {
        digits.iter().fold(0, add)
    } else {
        digits.iter().rev().fold(0, add)
    }
}
