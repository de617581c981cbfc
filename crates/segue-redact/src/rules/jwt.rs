//! JSON web tokens: three parts of base64url, the first two of which begin like JSON.

use std::ops::Range;

/// `{"` in base64.
pub(crate) const START: &str = "eyJ";

/// Finds the token that begins at `at`.
pub(crate) fn jwt(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let part = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        let sign = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        from + rest.iter().take_while(|byte| sign(byte)).count()
    };
    let head = part(at);
    let second = dot(bytes, head)?;
    let body = part(second);
    let signed = bytes.get(second..)?.starts_with(b"eyJ");
    // An encrypted one has five parts, the second of which may be empty.
    let parts = (0..3).try_fold(body, |end, _| dot(bytes, end).map(part));
    if let Some(end) = parts.filter(|end| !signed && end - body > 40) {
        return (head - at >= 12).then_some(at..end);
    }
    if head - at < 12 || !signed {
        return None;
    }
    let mut end = body;
    // Unsigned ones end with a dot; encrypted ones have five parts.
    for _ in 0..3 {
        match dot(bytes, end) {
            Some(next) => end = part(next),
            None => break,
        }
    }
    (body - second >= 8 && end > body).then_some(at..end)
}

fn dot(bytes: &[u8], at: usize) -> Option<usize> {
    (bytes.get(at) == Some(&b'.')).then_some(at + 1)
}
