//! Private keys: PEM, PGP, SSH2 and PuTTY blocks, from their first line to their last, and what is
//! left of them when a line is missing.
//!
//! ```text
//! -----BEGIN … ──▶ label ──▶ -----END … ──▶ the block
//!                        └─ no end ──▶ as long as lines look like one
//! -----END …  ──▶ no beginning ──▶ the lines above, as long as they look like one
//! ```

use std::ops::Range;

/// What begins every one of them.
pub(crate) const BEGIN: &str = "-----BEGIN ";
/// What ends every one of them.
pub(crate) const END: &str = "-----END ";
/// What begins a key in the form of SSH2.
pub(crate) const SSH2: &str = "---- BEGIN ";
/// What begins a key in PuTTY's own form.
pub(crate) const PUTTY: &str = "PuTTY-User-Key-File-";
/// Beginnings of private keys without their first line: RSA in two forms, and elliptic curves.
#[rustfmt::skip]
pub(crate) const DER: &[&str] = &[
    "MIIEpAIBAAKCAQEA", "MIIEowIBAAKCAQEA", "MIIEogIBAAKCAQEA", "MIIEpQIBAAKCAQEA",
    "MIIJKAIBAAKCAgEA", "MIIJKQIBAAKCAgEA", "MIIJJwIBAAKCAgEA", "MIICXAIBAAKBgQ", "MIICXQIBAAKBgQ",
    "MIIEvgIBADANBgkqhkiG9w0BAQEFAASC", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
    "MIIEvAIBADANBgkqhkiG9w0BAQEFAASC", "MIIJQgIBADANBgkqhkiG9w0BAQEFAASC",
    "MIIJQwIBADANBgkqhkiG9w0BAQEFAASC", "MIGHAgEAMBMGByqGSM49", "MHcCAQEEI",
    "MC4CAQAwBQYDK2VwBCIEI", "b3BlbnNzaC1rZXktdjEA",
];

/// A block without an end is taken out this far at most.
const CUT_OFF: usize = 16 << 10;

/// Finds the block whose `-----BEGIN ` is at `at`. `None` unless it is a private key.
pub(crate) fn pem(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let label = label(rest.get(BEGIN.len()..)?)?;
    let body = BEGIN.len() + label.len() + 5;
    let after = rest.get(body..)?;
    let end = format!("{END}{label}-----");
    let near = after.get(..floor(after, 4 * CUT_OFF))?;
    // The end of this block, not of a later one.
    let next = near.find(BEGIN).unwrap_or(near.len());
    let length = match near.get(..next)?.find(&end) {
        Some(found) => body + found + end.len(),
        None => body + cut_off(after),
    };
    // Only talk of such a block has nothing in it.
    is_key(rest.get(body..length)?).then_some(at..at + length)
}

/// Reads a label such as `RSA PRIVATE KEY` or `PGP PRIVATE KEY BLOCK`. `None` when it is not that
/// of a private key.
fn label(head: &str) -> Option<&str> {
    let head = head.get(..floor(head, 60))?;
    let label = head.get(..head.find("-----")?)?;
    (label.contains("PRIVATE KEY") || label.contains("Static key")).then_some(label)
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn is_key(inside: &str) -> bool {
    let signs = inside.bytes().filter(u8::is_ascii_alphanumeric).count();
    let longest = inside
        .split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '+' | '/'))
        .map(str::len)
        .max();
    let shown = inside.contains("...") && signs < 100;
    signs >= 24 && longest >= Some(16) && !shown
}

/// Measures how far a key goes on when its last line is missing: lines of nothing but base64, with
/// what files and diffs put before them.
fn cut_off(after: &str) -> usize {
    let near = after.get(..floor(after, CUT_OFF)).unwrap_or_default();
    let mut end = 0;
    let mut from = 0;
    for line in near.split_inclusive('\n') {
        let plain = line.replace("\\n", " ").replace("\\r", " ");
        let mut words = plain
            .split([' ', '\t', '|', '→', '"', '\'', ',', '\r', '\n'])
            .filter(|word| !word.is_empty());
        let sign = |byte: u8| {
            byte.is_ascii_alphanumeric()
                || matches!(byte, b'+' | b'/' | b'=' | b'-' | b':' | b'\\' | b',')
        };
        let header = plain.contains("Proc-Type:")
            || plain.contains("DEK-Info:")
            || plain.contains("Version:")
            || plain.contains("Comment:");
        let key = words.clone().all(|word| word.bytes().all(sign))
            && words.clone().filter(|word| word.len() < 16).count() <= 2;
        let last = line.find("\\n\"").or_else(|| line.find('"'));
        if !key && !header {
            // The beginning of the line may still be the key's.
            let length = line
                .bytes()
                .take_while(|byte| sign(*byte) || *byte == b' ')
                .count();
            let word = line.get(..length).unwrap_or_default();
            if word.split(' ').next().is_some_and(|word| word.len() >= 16) {
                end = from + word.find(' ').unwrap_or(length);
            }
            break;
        }
        if let Some(last) = last {
            end = from + last;
            break;
        }
        from += line.len();
        if words.next().is_some() || header {
            end = from - (line.len() - line.trim_end().len());
        }
    }
    end
}

/// Finds what is left of a key above the `-----END ` at `at` when its beginning is missing.
pub(crate) fn tail(text: &str, at: usize) -> Option<Range<usize>> {
    let label = label(text.get(at + END.len()..)?)?;
    let head = text.get(..at)?;
    let from = (0..4).find_map(|more| head.get((at.saturating_sub(CUT_OFF) + more).min(at)..))?;
    if from
        .rfind(BEGIN)
        .is_some_and(|begin| from.get(begin..).is_some_and(|block| !block.contains(END)))
    {
        return None;
    }
    let mut start = at;
    let mut lines = from.rsplit('\n');
    // What stands before the mark in its own line.
    let own = lines.next()?;
    for line in lines {
        let longest = line
            .split([' ', '\t', '|', '→', '+', '-', ':'])
            .map(str::len)
            .max();
        let sign = |c: char| {
            c.is_ascii_alphanumeric()
                || matches!(
                    c,
                    '+' | '/' | '=' | ' ' | '\t' | '|' | '→' | '-' | ':' | '\r'
                )
        };
        if !line.chars().all(sign) || longest < Some(16) {
            break;
        }
        start = if start == at {
            at - own.len() - 1 - line.len()
        } else {
            start - 1 - line.len()
        };
    }
    (start < at).then(|| start..at + END.len() + label.len() + 5)
}

/// Finds a key in the form of SSH2 whose first line is at `at`.
pub(crate) fn ssh2(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let line = rest.get(..rest.find('\n')?)?;
    if !line.contains("PRIVATE KEY") {
        return None;
    }
    let end = rest.find("---- END ").map(|end| {
        end + rest
            .get(end..)
            .unwrap_or_default()
            .find('\n')
            .unwrap_or(rest.len() - end)
    });
    Some(
        at..at
            + end.unwrap_or_else(|| {
                line.len() + cut_off(rest.get(line.len()..).unwrap_or_default())
            }),
    )
}

/// Finds a key in base64 without a first line.
pub(crate) fn der(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let before = at.checked_sub(1).and_then(|at| bytes.get(at));
    if before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')) {
        return None;
    }
    let length = cut_off(text.get(at..)?);
    (length >= 40).then_some(at..at + length)
}

/// Finds a key in PuTTY's form, from its private lines on to its end.
pub(crate) fn putty(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    if !rest.as_bytes().get(PUTTY.len())?.is_ascii_digit() {
        return None;
    }
    let from = rest.find("Private-Lines:")?;
    let private = rest.get(from..)?;
    let end = private.find("Private-MAC:").map_or_else(
        || floor(private, CUT_OFF),
        |mac| {
            let tail = private.get(mac..).unwrap_or_default();
            mac + tail.find('\n').unwrap_or(tail.len())
        },
    );
    Some(at + from..at + from + end)
}
