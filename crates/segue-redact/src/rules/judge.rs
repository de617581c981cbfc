//! Whether what stands in a secret's place is one, or stands in for one.

use crate::entropy::{self, Kinds};

/// Words that documents and examples put where a secret goes.
const STAND_INS: &[&str] = &[
    "changeme",
    "change_me",
    "change-me",
    "dummy",
    "example",
    "fake",
    "foobar",
    "insert",
    "masked",
    "mysecret",
    "my_secret",
    "my-secret",
    "mytoken",
    "my_token",
    "my-token",
    "mypassword",
    "my_password",
    "none",
    "null",
    "nil",
    "optional",
    "placeholder",
    "redacted",
    "replace",
    "required",
    "sample",
    "secret_key_here",
    "string",
    "todo",
    "undefined",
    "unset",
    "xxxx",
    "your",
    "hidden",
    "omitted",
];

/// Whether a text only stands in for a secret: `${TOKEN}`, `<your key>`, `********`, `process.env.X`.
pub(crate) fn is_stand_in(value: &str) -> bool {
    let value = value.trim();
    if value.is_empty() {
        return true;
    }
    let low = value.to_ascii_lowercase();
    let first = value.as_bytes().first().copied().unwrap_or_default();
    let opens = matches!(first, b'$' | b'<' | b'{' | b'%' | b'[' | b'(')
        && !entropy::is_random(value.get(1..).unwrap_or_default().as_bytes());
    if opens || value.starts_with("${{") || value.starts_with("{{") || value.starts_with("$(") {
        return true;
    }
    let mut bytes = value.bytes();
    let one = bytes.next();
    if bytes.all(|byte| Some(byte) == one || matches!(byte, b'*' | b'.' | b'x' | b'X')) {
        return true;
    }
    let shows = [
        "***",
        "...",
        "…",
        "••",
        "xxxx",
        "XXXX",
        "<redacted",
        "[redacted",
    ];
    if shows.iter().any(|mark| value.contains(mark)) {
        return true;
    }
    STAND_INS
        .iter()
        .any(|word| low.contains(word) && !entropy::is_random(low.replace(word, "").as_bytes()))
}

/// Whether a text is code that gets a secret from elsewhere, not the secret.
pub(crate) fn is_code(value: &str) -> bool {
    let bytes = value.as_bytes();
    let calls = value.contains('(') || value.contains("[\"") || value.contains("['");
    let path = value.split('.').count() > 1
        && value
            .split('.')
            .all(|word| !word.is_empty() && is_identifier(word.as_bytes()));
    let scoped = value.contains("::") || value.contains("->") || value.contains("=>");
    calls
        || scoped
        || (path && !entropy::is_random(bytes))
        || [
            "env.", "environ", "getenv", "process.", "config.", "self.", "this.", "secrets.",
        ]
        .iter()
        .any(|start| value.contains(start))
}

fn is_identifier(word: &[u8]) -> bool {
    word.iter()
        .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        && word.first().is_some_and(|byte| !byte.is_ascii_digit())
}

/// Whether a text is one word or a name put together from words, in any of the usual spellings.
pub(crate) fn is_name(value: &str) -> bool {
    let kinds = Kinds::of(value.as_bytes());
    let parts = value.split(['-', '_', '.', '/', ' ', ':']);
    let words = parts.clone().all(|part| {
        part.is_empty()
            || part.bytes().all(|byte| byte.is_ascii_lowercase())
            || part.bytes().all(|byte| byte.is_ascii_uppercase())
            || is_capitalised(part)
            || (part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit()))
    });
    words && kinds.digit <= 2 && !entropy::is_random(value.as_bytes())
}

/// `Token`, `accessToken`, `HttpClient`: capitals only where a word begins.
fn is_capitalised(part: &str) -> bool {
    let bytes = part.as_bytes();
    bytes.iter().all(u8::is_ascii_alphabetic)
        && !bytes
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if a.is_ascii_uppercase() && b.is_ascii_uppercase()))
        && bytes
            .iter()
            .filter(|byte| byte.is_ascii_uppercase())
            .count()
            * 3
            <= bytes.len()
}

/// `8-4-4-4-12`.
pub(crate) fn is_uuid(value: &str) -> bool {
    value.len() == 36
        && value.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}
