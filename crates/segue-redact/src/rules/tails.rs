//! Tokens that say whose they are at their end.

use std::ops::Range;

/// The data centre at the end of a Mailchimp key.
pub(crate) const MAILCHIMP: &str = "-us";

/// Finds a Mailchimp key: 32 hex digits, `-us`, and a number; the `-us` is at `at`.
pub(crate) fn mailchimp(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let start = at.checked_sub(32)?;
    let key = bytes.get(start..at)?;
    let before = start.checked_sub(1).and_then(|at| bytes.get(at));
    let alone = !before.is_some_and(u8::is_ascii_alphanumeric);
    let from = at + MAILCHIMP.len();
    let rest = bytes.get(from..)?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let ends = !rest.get(digits).is_some_and(u8::is_ascii_alphanumeric);
    let hex = key
        .iter()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    (hex && alone && ends && (1..=2).contains(&digits)).then_some(start..from + digits)
}
