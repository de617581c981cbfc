//! Tokens of vendors nobody told us about: `abc_live_…`, `sk-…`, `xyz_pat_…`. Something says what
//! they are for, and the rest was drawn.

use std::ops::Range;

use super::judge;
use crate::entropy;

/// What such tokens have before the part that was drawn.
#[rustfmt::skip]
pub(crate) const MIDDLES: &[&str] = &[
    "_live_", "_test_", "_prod_", "_sandbox_", "-live-", "-prod-", "_sk_", "-sk-", "sk_", "sk-",
    "_secret_", "_pat_", "pat_", "_key_", "_token_", "_api_", "tok_", "secret_", "apikey_",
    "api_key_", "-api-", "-secret-", "-token-", "-key-", "key_", "token_", "_priv_", "priv_",
    "_pk_", "_at_", "_rt_", "_oat_", "_svc_", "_admin_", "_write_", "_user_", "_dev_", "_app_",
    "-pat-", "api-", "pat-", "_v1_", "_v2_", "live_",
];

/// Finds the token that has such a middle at `at`.
pub(crate) fn shaped(text: &str, at: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let sign = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let body = bytes
        .get(at.end..)?
        .iter()
        .take(200)
        .take_while(sign)
        .count();
    if !(18..200).contains(&body) {
        return None;
    }
    let left = bytes
        .get(..at.start)?
        .iter()
        .rev()
        .take(24)
        .take_while(sign)
        .count();
    let start = at.start - left;
    let before = start.checked_sub(1).and_then(|at| bytes.get(at));
    if left == 24
        || matches!(
            before,
            Some(b'.' | b'/' | b'%' | b'\\' | b'@' | b'$' | b'+')
        )
    {
        return None;
    }
    let head = text.get(start..at.end)?;
    // What comes before is a vendor and a purpose, in words; public ones say so.
    let words = head.split(['_', '-']).all(|word| {
        word.len() <= 12
            && word
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    });
    let public = head.split(['_', '-']).any(|word| {
        matches!(
            word,
            "pk" | "pub" | "public" | "price" | "id" | "ids" | "uuid"
        )
    });
    if !words || public || head.is_empty() {
        return None;
    }
    let drawn = text.get(at.end..at.end + body)?;
    let run = drawn.split(['_', '-']).map(str::len).max();
    let hash = drawn.bytes().all(|byte| byte.is_ascii_hexdigit())
        && head.matches(['_', '-']).count() < 2
        && !head.starts_with("sk");
    (run >= Some(16) && !hash && entropy::is_random(drawn.as_bytes()) && !judge::is_stand_in(drawn))
        .then_some(start..at.end + body)
}
