//! The token of a shape at a place: where it begins, how long it is, whether it was drawn.

use std::ops::Range;

use crate::entropy;
use crate::rules::judge;
use crate::rules::tokens::{Alphabet, Token};

/// Checks whether a token may begin at `at`: no part of a word comes right before it.
pub(crate) fn is_edge(text: &str, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|at| text.as_bytes().get(at)) else {
        return true;
    };
    if !before.is_ascii_alphanumeric() {
        return true;
    }
    // `\nAKIA…`: the letter of an escape that was never taken out.
    let escape = at.checked_sub(2).and_then(|at| text.as_bytes().get(at)) == Some(&b'\\');
    // `%3DAKIA…`, `\u003dAKIA…`: digits of an escape.
    let third = at.checked_sub(3).and_then(|at| text.as_bytes().get(at)) == Some(&b'%');
    let sixth = at
        .checked_sub(6)
        .and_then(|from| text.as_bytes().get(from..from + 2))
        == Some(b"\\u");
    let colour = *before == b'm'
        && at.checked_sub(8).is_some_and(|from| {
            text.as_bytes()
                .get(from..at)
                .is_some_and(|head| head.contains(&0x1b))
        });
    escape && matches!(before, b'n' | b'r' | b't') || third || sixth || colour
}

/// Finds the token of a shape that begins at `at`.
pub(crate) fn shaped(text: &str, at: usize, token: &Token) -> Option<Range<usize>> {
    let inner = token.start.starts_with('.');
    if !inner && !is_edge(text, at) {
        return None;
    }
    // A short beginning says little: it has to stand alone.
    let before = at.checked_sub(1).and_then(|at| text.as_bytes().get(at));
    let short =
        token.start.len() <= 4 && token.start.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if short
        && matches!(before, Some(b'_' | b'/' | b'+' | b'-'))
        && token.alphabet != Alphabet::Upper
        && is_in_run(text, at)
    {
        return None;
    }
    // `all_re_exported`: the middle of a name.
    if token.start.len() <= 3 && token.start.ends_with('_') && before == Some(&b'_') {
        return None;
    }
    let from = at + token.start.len();
    let rest = text.as_bytes().get(from..)?;
    let (fewest, most) = token.length;
    let mut length = rest
        .iter()
        .take(most + 1)
        .take_while(|byte| token.alphabet.has(**byte))
        .count();
    // A sentence may end right after it.
    while length > fewest
        && matches!(rest.get(length - 1), Some(b'.' | b'-'))
        && !matches!(
            rest.get(length),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9')
        )
    {
        length -= 1;
    }
    let goes_on = rest.get(length).is_some_and(u8::is_ascii_alphanumeric);
    if length < fewest
        || length > most
        || goes_on && token.alphabet != Alphabet::Upper
        || goes_on && length < most
    {
        return None;
    }
    let body = rest.get(..length)?;
    let start = if inner {
        at - before_middle(text, at)?
    } else {
        at
    };
    (is_drawn(body) && !is_shown(text.get(from..from + length)?, token))
        .then_some(start..from + length)
}

/// Checks whether what comes before `at` is random too, so that this is the middle of something
/// longer.
fn is_in_run(text: &str, at: usize) -> bool {
    let head = text.as_bytes().get(..at).unwrap_or_default();
    let sign =
        |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/' | b'+' | b'-');
    let length = head.iter().rev().take(24).take_while(sign).count();
    let run = head.get(at - length..).unwrap_or_default();
    entropy::is_random(run) || entropy::has_drawn(run)
}

/// Measures what comes before a shape that is known by its middle. `None` unless it has the right
/// length.
fn before_middle(text: &str, at: usize) -> Option<usize> {
    let head = text.as_bytes().get(..at)?;
    let length = head
        .iter()
        .rev()
        .take(15)
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    (length == 14).then_some(length)
}

/// Checks whether the body of a token is more than a row of the same sign, or a word.
pub(crate) fn is_drawn(body: &[u8]) -> bool {
    let mut seen = [false; 256];
    let mut different = 0;
    for byte in body {
        if let Some(seen) = seen.get_mut(usize::from(*byte))
            && !std::mem::replace(seen, true)
        {
            different += 1;
        }
    }
    let letters = body
        .iter()
        .all(|byte| byte.is_ascii_lowercase() || *byte == b'_' || *byte == b'-');
    different >= 6.min(body.len() / 2)
        && (!letters || body.len() < 8 || crate::entropy::is_random(body))
}

/// Checks whether a token is only shown as an example: `AKIA…EXAMPLE`, `ghp_xxxx…`,
/// `…YOUR_TOKEN_HERE`.
fn is_shown(body: &str, token: &Token) -> bool {
    let low = body.to_ascii_lowercase();
    let marks = [
        "example",
        "xxxxx",
        "your_",
        "your-",
        "yourtoken",
        "redacted",
        "placeholder",
        "token-here",
        "tokenhere",
        "_here",
    ];
    marks.iter().any(|mark| low.contains(mark)) && (token.length.0 < 40 || judge::is_stand_in(body))
}
