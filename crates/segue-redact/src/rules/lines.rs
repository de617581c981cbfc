//! Secrets known by the line they stand in: `.pgpass`, `IDENTIFIED BY`, JSON web keys, and "log in
//! with name / password".

use std::ops::Range;

use super::judge;
use super::quotes;
use crate::entropy;

/// The type of a JSON web key.
pub(crate) const JWK: &str = "\"kty\"";
/// A port and a database in a line of `.pgpass`.
pub(crate) const PGPASS: &[&str] = &[":5432:", ":5433:", ":6432:", ":*:"];
/// How people say which name and password to use.
#[rustfmt::skip]
pub(crate) const LOG_IN: &[&str] = &[
    "log in with ", "login with ", "sign in with ", "log in as ", "login as ", "sign in as ",
    "logged in as ", "login: ", "login is ", "creds are ", "creds: ", "credentials are ",
    "credentials: ", "account: ", "log in using ",
];

/// Calls whose last text is a password.
#[rustfmt::skip]
pub(crate) const CALLS: &[&str] = &[
    ".login(", "credential(", "credentials(", "getconnection(", "auth=(", "auth = (", "new pdo(",
    "securestring ", ".authenticate(", "basicauth(", "setcredentials(",
];

/// Finds the last text given to the call that ends at `at`, if somebody made it up.
pub(crate) fn call(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let line = bytes
        .get(at..)?
        .iter()
        .take(300)
        .take_while(|byte| !matches!(byte, b'\n' | b')'))
        .count();
    let last = quotes::texts(bytes, at, at + line).pop();
    let found = text.get(last.clone()?)?;
    let made_up = judge::is_made_up(found) || entropy::is_random(found.as_bytes());
    let other = judge::is_stand_in(found)
        || judge::is_place(found)
        || found.contains([' ', '$', '{', '@'])
        || judge::is_uuid(found);
    (made_up && !other && found.len() >= 7).then_some(last?)
}

/// Finds the password of a line `host:port:database:user:password`, one of whose colons is at `at`.
pub(crate) fn pgpass(text: &str, at: usize) -> Option<Range<usize>> {
    let start = text
        .get(..at)?
        .rfind(['\n', ' ', '\t', '\'', '"', '>'])
        .map_or(0, |found| found + 1);
    let rest = text.get(start..)?;
    let line = rest.get(
        ..rest
            .find(['\n', '\r', '\'', '"', ' '])
            .unwrap_or(rest.len()),
    )?;
    let fields: Vec<&str> = line.splitn(5, ':').collect();
    let [host, port, database, user, password] = fields.as_slice() else {
        return None;
    };
    let right = (port == &"*" || port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit()))
        && !host.is_empty()
        && *host != "arn"
        && !database.is_empty()
        && !user.is_empty()
        && password.bytes().any(|byte| byte.is_ascii_alphanumeric());
    let from = start + line.len() - password.len();
    (right && password.len() >= 4 && !judge::is_stand_in(password))
        .then_some(from..start + line.len())
}

/// Finds the password after `IDENTIFIED BY`.
pub(crate) fn identified(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut from = quotes::spaces(bytes, at);
    let word = text.get(from..)?;
    if word
        .get(..8)
        .is_some_and(|word| word.eq_ignore_ascii_case("password"))
    {
        from = quotes::spaces(bytes, from + 8);
    }
    let quote = quotes::quote(bytes, from).filter(|(mark, _)| *mark != b'`');
    let (start, end) = match quote {
        Some((mark, start)) => {
            let length = bytes
                .get(start..)?
                .iter()
                .take(300)
                .take_while(|byte| **byte != mark && **byte != b'\n')
                .count();
            (start, start + length)
        }
        None => {
            let length = bytes
                .get(from..)?
                .iter()
                .take(300)
                .take_while(|byte| byte.is_ascii_graphic() && !matches!(byte, b';' | b','))
                .count();
            (from, from + length)
        }
    };
    let password = text.get(start..end)?.trim_end_matches('\\');
    let odd = password.bytes().any(|byte| !byte.is_ascii_alphabetic());
    let quoted = start > from;
    let shouted = text.get(..at).is_some_and(|head| head.ends_with("BY"));
    let begins = password
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_alphanumeric());
    (password.len() >= 4
        && (quoted || odd && begins && from > at && shouted)
        && !judge::is_stand_in(password))
    .then_some(start..start + password.len())
}

/// Finds the password after `log in with name / `.
pub(crate) fn log_in(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let line = rest.get(..rest.find(['\n', '\r']).unwrap_or(rest.len()))?;
    let name = line
        .find([' ', '/', ':', ','])
        .filter(|length| (1..64).contains(length))?;
    let (first, after) = (line.get(..name)?, line.get(name..)?);
    let value = after
        .trim_start_matches(' ')
        .strip_prefix(['/', ':', '|'])
        .or_else(|| after.strip_prefix(" and "))?;
    let value = value.trim_start_matches([' ', '`', '"', '\'']);
    let start = at + line.len() - value.len();
    let length = value
        .find([' ', '`', '"', '\'', ',', ')', '<', '\\'])
        .unwrap_or(value.len());
    let password = value.get(..length)?.trim_end_matches(['.', ';']);
    let said = judge::is_made_up(password) || entropy::is_random(password.as_bytes());
    let address = first.ends_with("http") || first.ends_with("https") || password.starts_with('/');
    (said && !address && !judge::is_stand_in(password) && !judge::is_place(password))
        .then_some(start..start + password.len())
}

/// Finds the private parts of the JSON web key with a `"kty"` at `at`.
pub(crate) fn jwk(text: &str, at: usize) -> Vec<Range<usize>> {
    let head = text.get(..at).unwrap_or_default();
    let open = head.rfind('{').unwrap_or(at);
    let rest = text.get(open..).unwrap_or_default();
    let end = rest.find('}').unwrap_or(rest.len()).min(8_000);
    let object = rest
        .get(..rest.floor_char_boundary(end))
        .unwrap_or_default();
    let mut found = Vec::new();
    for name in [
        "\"d\"", "\"p\"", "\"q\"", "\"dp\"", "\"dq\"", "\"qi\"", "\"k\"",
    ] {
        let Some(place) = object.find(name) else {
            continue;
        };
        let Some(value) = object.get(place + name.len()..) else {
            continue;
        };
        let plain = value.trim_start_matches([' ', ':', '\n', '\t']);
        let Some(inside) = plain.strip_prefix('"') else {
            continue;
        };
        let length = inside.find('"').unwrap_or(inside.len());
        if length >= 16 {
            let start = open + object.len() - inside.len();
            found.push(start..start + length);
        }
    }
    found
}
