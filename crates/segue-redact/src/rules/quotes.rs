//! Quotes and the space around them, however often they are escaped.

use std::ops::Range;

use super::value::LONGEST;

/// Finds the inside of a quoted value, up to the mark that is escaped as often as the first one.
pub(super) fn enclosed(bytes: &[u8], mark: u8, from: usize) -> (usize, usize) {
    let level = bytes
        .get(..from - 1)
        .unwrap_or_default()
        .iter()
        .rev()
        .take(8)
        .take_while(|byte| **byte == b'\\')
        .count();
    // `"""…"""`
    let triple = bytes.get(from..from + 2) == Some(&[mark, mark]);
    let from = if triple { from + 2 } else { from };
    let rest = bytes.get(from..).unwrap_or_default();
    let mut escapes = 0;
    for (at, byte) in rest.iter().enumerate().take(LONGEST) {
        match *byte {
            b'\\' => escapes += 1,
            b'\n' if !triple => return (from, from + at - escapes),
            byte if byte == mark && (escapes <= level || mark != b'"') => {
                return (from, from + at - escapes.min(level));
            }
            _ => escapes = 0,
        }
    }
    (from, from + rest.len().min(LONGEST))
}

/// Finds the quoted texts between two positions, in order.
pub(crate) fn texts(bytes: &[u8], from: usize, to: usize) -> Vec<Range<usize>> {
    let (mut at, mut texts) = (from, Vec::new());
    while at < to {
        let Some((mark, start)) = quote(bytes, at) else {
            at += 1;
            continue;
        };
        let rest = bytes.get(start..).unwrap_or_default();
        let length = rest
            .iter()
            .take_while(|byte| **byte != mark && **byte != b'\n')
            .count();
        texts.push(start..start + length);
        at = start + length + 1;
    }
    texts
}

/// Reads a quote, however often it is escaped: the mark, and where what it encloses begins.
pub(crate) fn quote(bytes: &[u8], at: usize) -> Option<(u8, usize)> {
    let rest = bytes.get(at..)?;
    let escapes = rest
        .iter()
        .take(8)
        .take_while(|byte| **byte == b'\\')
        .count();
    match rest.get(escapes) {
        Some(mark @ (b'"' | b'\'' | b'`')) => Some((*mark, at + escapes + 1)),
        _ => None,
    }
}

pub(crate) fn spaces(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let space = |byte: &&u8| matches!(byte, b' ' | b'\t');
    at + rest.iter().take(60).take_while(space).count()
}

pub(super) fn blank(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter()
        .take(200)
        .take_while(|byte| byte.is_ascii_whitespace())
        .count()
}
