//! Private keys: PEM and PGP blocks, from their first line to their last.

use std::ops::Range;

/// What begins every one of them.
pub(crate) const BEGIN: &str = "-----BEGIN ";
/// PuTTY's own form.
pub(crate) const PUTTY: &str = "PuTTY-User-Key-File-";

/// A block without an end is taken out this far at least: it was cut off by whoever printed it.
const CUT_OFF: usize = 16 << 10;

/// The block whose `-----BEGIN ` is at `at`, if it is a private one.
pub(crate) fn pem(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let head = rest.get(BEGIN.len()..)?;
    // `RSA PRIVATE KEY-----`, `PGP PRIVATE KEY BLOCK-----`: short, upper case.
    let dashes = head
        .get(..head.len().min(60))
        .unwrap_or(head)
        .find("-----")?;
    let label = head.get(..dashes)?;
    if !label.contains("PRIVATE KEY") {
        return None;
    }
    let body = BEGIN.len() + dashes + 5;
    let after = rest.get(body..)?;
    let end = format!("-----END {label}-----");
    let length = match after.find(&end) {
        Some(found) => body + found + end.len(),
        None => body + cut_off(after),
    };
    // Only talk of such a block has nothing in it.
    let inside = rest.get(body..length)?;
    let signs = inside.bytes().filter(u8::is_ascii_alphanumeric).count();
    (signs >= 24).then_some(at..at + length)
}

/// How far the key goes on when its last line is missing.
fn cut_off(after: &str) -> usize {
    let mut end = 0;
    for (at, c) in after.char_indices().take(CUT_OFF) {
        let key =
            c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '\\' | ':' | ',' | '-');
        if !key && !c.is_whitespace() {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

/// A key in PuTTY's form: everything from its private lines on to its end.
pub(crate) fn putty(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let from = rest.find("Private-Lines:")?;
    let private = rest.get(from..)?;
    let end = private.find("Private-MAC:").map_or(private.len(), |mac| {
        let tail = private.get(mac..).unwrap_or_default();
        mac + tail.find('\n').unwrap_or(tail.len())
    });
    Some(at + from..at + from + end)
}
