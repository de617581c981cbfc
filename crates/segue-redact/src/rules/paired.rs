//! Secrets that are known by what stands next to them, and a few odd shapes.

use std::ops::Range;

use crate::entropy;

/// Beginnings of stored passwords.
pub(crate) const HASHES: &[&str] = &[
    "$2a$",
    "$2b$",
    "$2y$",
    "$6$",
    "$5$",
    "$argon2",
    "$apr1$",
    "$y$",
    "$scrypt$",
    "$1$",
    "$7$",
    "{SSHA}",
    "{SHA}",
    "{SSHA256}",
    "{SSHA512}",
    "pbkdf2_sha256$",
    "pbkdf2:sha256:",
    "scrypt:32768:",
    "SCRAM-SHA-256$",
    "$pbkdf2-sha",
    "$gy$",
];

/// Beginnings of the id of a Discord bot in base64.
pub(crate) const DISCORD: &[&str] = &["MT", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT", "Mj"];
/// What Azure puts into its keys so that they are known.
pub(crate) const AZURE: &[&str] = &[
    "JQQJ99", "AZDO", "AzFu", "AzSe", "+ASt", "+ACR", "ASbE", "AEhC", "AIoT", "APIM", "ACDb",
    "AzCa", "+AMC", "+ABa",
];

/// Finds a Discord bot's token, `id.time.signature`, that begins at `at`.
pub(crate) fn discord(text: &str, at: usize) -> Option<Range<usize>> {
    if !crate::shape::is_edge(text, at) {
        return None;
    }
    let bytes = text.as_bytes();
    let part = |from: usize| {
        let sign = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        bytes
            .get(from..)
            .unwrap_or_default()
            .iter()
            .take(60)
            .take_while(sign)
            .count()
    };
    let id = part(at);
    let time = part(at + id + 1);
    let signature = part(at + id + time + 2);
    let dots = bytes.get(at + id) == Some(&b'.') && bytes.get(at + id + 1 + time) == Some(&b'.');
    let end = at + id + time + signature + 2;
    let drawn = bytes.get(at..end).is_some_and(entropy::is_random);
    ((23..=28).contains(&id) && time == 6 && (27..=40).contains(&signature) && dots && drawn)
        .then_some(at..end)
}

/// Finds the key that has one of Azure's marks at `mark`.
pub(crate) fn azure(text: &str, mark: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let sign =
        |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_');
    let left = bytes
        .get(..mark.start)?
        .iter()
        .rev()
        .take(100)
        .take_while(sign)
        .count();
    let right = bytes
        .get(mark.end..)?
        .iter()
        .take(40)
        .take_while(sign)
        .count();
    let padding = bytes
        .get(mark.end + right..)?
        .iter()
        .take(2)
        .take_while(|byte| **byte == b'=')
        .count();
    let (start, end) = (mark.start - left, mark.end + right);
    let fits = matches!(end - start + padding, 44 | 52 | 56 | 84 | 88);
    let place = matches!(left, 33 | 39 | 42..=52 | 76);
    (fits && place && entropy::is_random(bytes.get(start..end)?)).then_some(start..end + padding)
}

/// Finds a MaxMind licence key, `…_mmk`, that ends at `end`.
pub(crate) fn maxmind(text: &str, end: usize) -> Option<Range<usize>> {
    let start = end.checked_sub(40)?;
    let body = text.as_bytes().get(start..end)?;
    let before = start.checked_sub(1).and_then(|at| text.as_bytes().get(at));
    let sign = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    (body.iter().all(sign) && !before.is_some_and(sign) && entropy::is_random(body))
        .then_some(start..end)
}

/// Finds a stored password that begins at `at`.
pub(crate) fn hash(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.as_bytes().get(at..)?;
    let sign = |byte: &&u8| {
        byte.is_ascii_alphanumeric()
            || matches!(
                byte,
                b'$' | b'.' | b'/' | b'+' | b'=' | b',' | b'{' | b'}' | b':' | b'-' | b'_' | b'*'
            )
    };
    let length = rest.iter().take(400).take_while(sign).count();
    // The fields of a line in a file of passwords come after the hash.
    let hash = rest.get(..length)?;
    let fields = usize::from(hash.starts_with(b"pbkdf2:") || hash.starts_with(b"scrypt:")) * 3;
    let length = hash
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b':')
        .map(|(at, _)| at)
        .nth(fields)
        .unwrap_or(length);
    let drawn = crate::shape::is_drawn(rest.get(..length)?);
    (length >= 30 && drawn).then_some(at..at + length)
}

/// Finds the secret that belongs to an AWS access key: forty characters of base64, close by.
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

/// Finds a Telegram bot's token, `123456789:AA…`, whose `:AA` is at `at`.
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
    let drawn = bytes
        .get(at + 1..at + 1 + tail)
        .is_some_and(entropy::is_random);
    ((6..=12).contains(&digits) && (33..=36).contains(&tail) && drawn)
        .then(|| at - digits..at + 1 + tail)
}

/// Finds a Microsoft Entra client secret, `abc8Q~…`, whose `Q~` is at `at`.
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
        && (31..=34).contains(&tail)
        && bytes
            .get(at + 2..at + 2 + tail)
            .is_some_and(crate::shape::is_drawn))
    .then(|| start..at + 2 + tail)
}

/// Finds the values under `data:` or `stringData:` of a Kubernetes secret whose `kind:` is at `at`.
pub(crate) fn kubernetes(text: &str, at: usize) -> Vec<Range<usize>> {
    let mut start = text
        .get(..at)
        .and_then(|head| head.rfind("\n---"))
        .unwrap_or(0);
    start = start.max(at.saturating_sub(20_000));
    let mut far = text.len().min(at + 20_000);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    while !text.is_char_boundary(far) {
        far -= 1;
    }
    let document = text.get(start..far).unwrap_or_default();
    let kind = at - start;
    let end = document
        .get(kind..)
        .and_then(|rest| rest.find("\n---"))
        .map_or(document.len(), |end| kind + end);
    let mut found = Vec::new();
    let mut from = start;
    let mut inside: Option<usize> = None;
    for line in document.get(..end).unwrap_or_default().split('\n') {
        let here = from;
        from += line.len() + 1;
        let plain = line.trim_start_matches(|c: char| {
            c.is_ascii_digit() || matches!(c, '+' | '-' | '|' | ':' | '\t' | '→')
        });
        let indent = plain.len() - plain.trim_start().len();
        let word = plain.trim();
        if matches!(word, "data:" | "stringData:") {
            inside = Some(indent);
            continue;
        }
        if inside.is_some_and(|outer| indent <= outer && !word.is_empty()) {
            inside = None;
        }
        let Some((_, value)) = line.split_once(": ").filter(|_| inside.is_some()) else {
            continue;
        };
        let plain = value.trim().trim_matches(['"', '\'']);
        if plain.len() >= 4 && !plain.contains(' ') && !super::judge::is_stand_in(plain) {
            let start = here + line.len() - value.len() + value.find(plain).unwrap_or(0);
            found.push(start..start + plain.len());
        }
    }
    found
}
