//! The same text as it reads without its spelling: without colours of a terminal, with the escapes
//! of JSON, of addresses and of markup taken out. Every byte knows where it stood.
//!
//! ```text
//! text ──lines with an escape──▶ View { text without escapes, places } ──looked through again──▶
//!      hits ──places──▶ spans of the text as it stands
//! ```

use std::ops::Range;

use crate::finding::Form;

/// A piece of a text without its escapes.
#[derive(Debug, Default)]
pub(crate) struct View {
    pub(crate) text: String,
    /// Where each byte of `text` stood, and where the piece ended.
    places: Vec<u32>,
    start: usize,
    /// Something of the piece is nowhere in `text`; the rest of it is as it was.
    gaps: bool,
}

impl View {
    /// Returns where a span of the view is in the original text.
    pub(crate) fn span(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let place = |at: usize| Some(self.start + *self.places.get(at)? as usize);
        let end = match span.end.checked_sub(1) {
            // What was left out behind it stays.
            Some(last) if self.gaps => place(last)? + 1,
            _ => place(span.end)?,
        };
        Some(place(span.start)?..end)
    }
}

/// Pieces longer than this are looked at in parts.
const LONGEST: usize = 1 << 20;

/// Passes every view of a text that differs from it to `each`.
pub(crate) fn views(text: &str, mut each: impl FnMut(View, Form)) {
    let bytes = text.as_bytes();
    for (sign, form) in [
        (b'\x1b', Form::Terminal),
        (b'\\', Form::Escaped),
        (b'%', Form::Percent),
        (b'&', Form::Markup),
    ] {
        let mut from = 0;
        while let Some(found) = bytes
            .get(from..)
            .and_then(|rest| memchr::memchr(sign, rest))
        {
            let at = from + found;
            from = at + 1;
            if escape(bytes, at, form).is_none() {
                continue;
            }
            let piece = around(bytes, at, form);
            from = from.max(piece.end);
            if let Some(view) = view(text, piece, form) {
                each(view, form);
            }
        }
    }
}

/// Finds the piece of a text that is looked at together with an escape in it.
fn around(bytes: &[u8], at: usize, form: Form) -> Range<usize> {
    let stops = |byte: u8| match form {
        Form::Percent => {
            // An apostrophe may stand in an address as it is.
            byte.is_ascii_whitespace() || matches!(byte, b'"' | b'<' | b'>' | b'`')
        }
        _ => byte == b'\n',
    };
    let head = bytes
        .get(at.saturating_sub(LONGEST / 2)..at)
        .unwrap_or_default();
    let tail = bytes
        .get(at..bytes.len().min(at + LONGEST))
        .unwrap_or_default();
    let mut start = at - head.iter().rev().take_while(|byte| !stops(**byte)).count();
    let mut end = at + tail.iter().take_while(|byte| !stops(**byte)).count();
    // Never in the middle of a character.
    while bytes.get(start).is_some_and(|byte| byte & 0xc0 == 0x80) {
        start += 1;
    }
    while bytes.get(end).is_some_and(|byte| byte & 0xc0 == 0x80) {
        end += 1;
    }
    start..end
}

fn view(text: &str, piece: Range<usize>, form: Form) -> Option<View> {
    let bytes = text.as_bytes().get(piece.clone())?;
    let mut plain: Vec<u8> = Vec::with_capacity(bytes.len());
    let mut places: Vec<u32> = Vec::with_capacity(bytes.len() + 1);
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let place = at as u32;
        let before = plain.len();
        match escape(bytes, at, form) {
            Some((sign, length)) => {
                match sign {
                    Sign::Nothing => {}
                    Sign::Byte(byte) => plain.push(byte),
                    Sign::Char(c) => plain.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
                }
                at += length;
            }
            None => {
                plain.push(*byte);
                at += 1;
            }
        }
        places.resize(places.len() + plain.len() - before, place);
    }
    places.push(bytes.len() as u32);
    let plain = match String::from_utf8(plain) {
        Ok(plain) => plain,
        // `%ff` is no text: every such byte as a sign of its own, so that the places stay.
        Err(error) => {
            let bytes = error.into_bytes();
            bytes
                .into_iter()
                .map(|byte| {
                    if byte.is_ascii() {
                        char::from(byte)
                    } else {
                        '?'
                    }
                })
                .collect()
        }
    };
    Some(View {
        text: plain,
        places,
        start: piece.start,
        gaps: form == Form::Terminal,
    })
}

/// What an escape stands for.
enum Sign {
    Nothing,
    Byte(u8),
    Char(char),
}

/// Reads the escape at `at`: what it stands for, and how long it is.
fn escape(bytes: &[u8], at: usize, form: Form) -> Option<(Sign, usize)> {
    let rest = bytes.get(at..)?;
    match (form, rest) {
        (Form::Terminal, [0x1b, b'[', tail @ ..]) => {
            let inner = tail
                .iter()
                .take(32)
                .take_while(|byte| (0x20..0x40).contains(*byte))
                .count();
            tail.get(inner).map(|_| (Sign::Nothing, 3 + inner))
        }
        (Form::Escaped, [b'\\', b'u', tail @ ..]) => {
            let digits = std::str::from_utf8(tail.get(..4)?).ok()?;
            let number = u32::from_str_radix(digits, 16).ok()?;
            Some((Sign::Char(char::from_u32(number)?), 6))
        }
        (Form::Escaped, [b'\\', b'x', a, b, ..]) => {
            Some((Sign::Byte(hex(*a, *b).filter(u8::is_ascii)?), 4))
        }
        (Form::Escaped, [b'\\', b'n', ..]) => Some((Sign::Byte(b'\n'), 2)),
        (Form::Escaped, [b'\\', b't', ..]) => Some((Sign::Byte(b'\t'), 2)),
        (Form::Escaped, [b'\\', b'r', ..]) => Some((Sign::Byte(b'\r'), 2)),
        (Form::Escaped, [b'\\', sign @ (b'"' | b'\'' | b'/' | b'\\'), ..]) => {
            Some((Sign::Byte(*sign), 2))
        }
        (Form::Percent, [b'%', a, b, ..]) => Some((Sign::Byte(hex(*a, *b)?), 3)),
        (Form::Markup, [b'&', b'#', tail @ ..]) => {
            let (tail, base, before) = match tail {
                [b'x' | b'X', tail @ ..] => (tail, 16, 3),
                tail => (tail, 10, 2),
            };
            let length = tail
                .iter()
                .take(7)
                .take_while(|byte| **byte != b';')
                .count();
            let digits = std::str::from_utf8(tail.get(..length)?).ok()?;
            let number = u32::from_str_radix(digits, base).ok()?;
            tail.get(length)?;
            Some((Sign::Char(char::from_u32(number)?), before + length + 1))
        }
        (Form::Markup, [b'&', ..]) => MARKUP
            .iter()
            .find(|(name, _)| rest.starts_with(name.as_bytes()))
            .map(|(name, sign)| (Sign::Byte(*sign), name.len())),
        _ => None,
    }
}

const MARKUP: &[(&str, u8)] = &[
    ("&quot;", b'"'),
    ("&amp;", b'&'),
    ("&lt;", b'<'),
    ("&gt;", b'>'),
    ("&apos;", b'\''),
];

fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}
