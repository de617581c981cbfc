//! Secrets that are known by what stands next to them, and a few odd shapes.

use std::ops::Range;

use crate::entropy;

/// Beginnings of stored passwords.
pub(crate) const HASHES: &[&str] = &[
    "$2a$", "$2b$", "$2y$", "$6$", "$5$", "$argon2", "$apr1$", "$y$", "$scrypt$",
];

/// A stored password that begins at `at`.
pub(crate) fn hash(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.as_bytes().get(at..)?;
    let sign = |byte: &&u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'.' | b'/' | b'+' | b'=' | b',')
    };
    let length = rest.iter().take(400).take_while(sign).count();
    (length >= 30).then_some(at..at + length)
}

/// The secret that belongs to an AWS access key: forty characters of base64, close by.
pub(crate) fn aws_secret(text: &str, key_end: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let far = (key_end + 200).min(bytes.len());
    let sign = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let mut at = key_end;
    while at < far {
        let length = bytes
            .get(at..)?
            .iter()
            .take_while(|byte| sign(byte))
            .count();
        // `key=` before it is of the same alphabet.
        let run = bytes.get(at..at + length)?;
        let skip = run
            .iter()
            .rposition(|byte| *byte == b'=')
            .map_or(0, |equals| equals + 1);
        let value = run.get(skip..)?;
        if value.len() == 40 && entropy::is_random(value) {
            return Some(at + skip..at + length);
        }
        at += length + 1;
    }
    None
}

/// `123456789:AA…`, a Telegram bot's token, whose `:AA` is at `at`.
pub(crate) fn telegram(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let digits = bytes
        .get(..at)?
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let sign = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let tail = bytes
        .get(at + 1..)?
        .iter()
        .take(60)
        .take_while(sign)
        .count();
    ((8..=10).contains(&digits) && (33..=36).contains(&tail)).then(|| at - digits..at + 1 + tail)
}

/// `abc8Q~…`, a client secret of Microsoft Entra, whose `Q~` is at `at`.
pub(crate) fn entra(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let sign =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'~');
    let start = at.checked_sub(4)?;
    let head = bytes.get(start..at)?;
    let before = start.checked_sub(1).and_then(|at| bytes.get(at));
    let tail = bytes
        .get(at + 2..)?
        .iter()
        .take(60)
        .take_while(|byte| sign(byte))
        .count();
    (head.iter().all(sign)
        && head.last().is_some_and(u8::is_ascii_digit)
        && before.is_none_or(|byte| !sign(byte))
        && (31..=34).contains(&tail))
    .then(|| start..at + 2 + tail)
}

/// Values under `data:` of a Kubernetes secret whose `kind:` line is at `at`.
pub(crate) fn kubernetes(text: &str, at: usize) -> Vec<Range<usize>> {
    let far = text.len().min(at + 20_000);
    let Some(document) = (0..4).find_map(|back| text.get(at..far - back.min(far))) else {
        return Vec::new();
    };
    let document = document.split("\n---").next().unwrap_or_default();
    let Some(data) = document.find("data:") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut from = at + data;
    for line in document.get(data..).unwrap_or_default().split('\n') {
        if let Some((name, value)) = line.split_once(": ")
            && name.starts_with(' ')
        {
            let plain = value.trim().trim_matches(['"', '\'']);
            let sign =
                |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
            if plain.len() >= 4 && plain.bytes().all(sign) {
                let start = from + line.len() - value.len() + value.find(plain).unwrap_or(0);
                found.push(start..start + plain.len());
            }
        } else if found.is_empty() && line.trim() != "data:"
            || !line.starts_with(' ') && line.trim() != "data:"
        {
            break;
        }
        from += line.len() + 1;
    }
    found
}
