//! What a request proves itself with: `Authorization`, `Cookie`, `curl -u`.

use std::ops::Range;

use super::judge;
use crate::entropy;

/// Schemes that are followed by the secret itself.
pub(crate) const SCHEMES: &[&str] = &["bearer ", "basic ", "bot ", "apikey ", "bearer%20"];
/// Headers whose whole value is the secret.
pub(crate) const COOKIES: &[&str] = &[
    "cookie:",
    "cookie\":",
    "cookie\\\":",
    "cookie':",
    "--cookie ",
    "-b \"",
    "-b '",
    "cookie=\"",
    "cookie = \"",
    "http_cookie=",
];
/// Options that are followed by `name:password`.
pub(crate) const USERS: &[&str] = &[
    "curl -u ",
    " -u ",
    " --user ",
    "--user=",
    " -u=",
    "--proxy-user ",
    " -u\"",
    " -u'",
];

fn ends(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(
            byte,
            b'"' | b'\'' | b'`' | b'\\' | b'<' | b'>' | b',' | b';' | b')'
        )
}

/// Finds the secret after a scheme that ends at `at`.
pub(crate) fn scheme(text: &str, at: usize, scheme: &str) -> Option<Range<usize>> {
    let rest = text.as_bytes().get(at..)?;
    let length = rest.iter().take_while(|byte| !ends(**byte)).count();
    let value = text.get(at..at + length)?;
    let taken = match scheme {
        "basic " => is_user_and_password(value),
        "bot " | "apikey " => {
            length >= 12 && is_credential(value) && entropy::is_random(value.as_bytes())
        }
        _ => length >= 8 && is_credential(value),
    };
    taken.then_some(at..at + length)
}

/// Finds the credentials of a header whose name ends at `at`: `Authorization: Token …`.
pub(crate) fn authorization(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let skip = |byte: &&u8| {
        matches!(
            byte,
            b' ' | b'"'
                | b'\''
                | b'\\'
                | b':'
                | b'='
                | b','
                | b']'
                | b'>'
                | b')'
                | b'`'
                | b'('
                | b'b'
        )
    };
    let signs = bytes.get(at..)?.iter().take(10).take_while(skip).count();
    let gap = text.get(at..at + signs)?;
    if !gap.contains([':', '=', ',']) || gap.contains("==") {
        return None;
    }
    let mut from = at + signs;
    let word = |from: usize| {
        bytes
            .get(from..)
            .unwrap_or_default()
            .iter()
            .take_while(|byte| !ends(**byte))
            .count()
    };
    let mut length = word(from);
    let first = text.get(from..from + length)?;
    let scheme = first.len() <= 24
        && first
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    if scheme && bytes.get(from + length) == Some(&b' ') {
        // `Token token="…"`, `Digest username="…", response="…"`, `AWS4-HMAC-SHA256 Credential=…`
        from += length + 1;
        length = word(from);
        if text.get(from..)?.starts_with("token=") {
            from += 6 + usize::from(bytes.get(from + 6) == Some(&b'"'));
            length = word(from);
        }
    }
    let value = text.get(from..from + length)?;
    let known =
        is_credential(value) && (entropy::is_random(value.as_bytes()) || judge::is_uuid(value));
    (known || is_user_and_password(value) && length >= 8).then_some(from..from + length)
}

/// Checks whether a text can be a credential: it has a digit or looks random, and is no stand-in
/// for one.
fn is_credential(value: &str) -> bool {
    let digit = value.bytes().any(|byte| byte.is_ascii_digit());
    !judge::is_stand_in(value)
        && !judge::is_code(value)
        && !judge::is_place(value)
        && (digit && !judge::is_name(value) || entropy::is_random(value.as_bytes()))
}

/// Checks for base64 of `name:password`.
pub(crate) fn is_user_and_password(value: &str) -> bool {
    let plain = data_encoding::BASE64
        .decode(value.as_bytes())
        .or_else(|_| data_encoding::BASE64_NOPAD.decode(value.as_bytes()));
    plain.is_ok_and(|plain| {
        let text = plain.iter().all(|byte| (0x20..0x7f).contains(byte));
        let password = plain
            .iter()
            .position(|byte| *byte == b':')
            .and_then(|at| plain.get(at + 1..));
        let password = password.and_then(|password| std::str::from_utf8(password).ok());
        text && plain.len() >= 5
            && password.is_some_and(|text| !judge::is_stand_in(text) || text.is_empty())
    })
}

/// Finds the cookies of a header whose colon is before `at`: its whole line, if one of them is a
/// secret.
pub(crate) fn cookie(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let skip = |byte: &&u8| matches!(byte, b' ' | b'"' | b'\'' | b'\\');
    let from = at + bytes.get(at..)?.iter().take(6).take_while(skip).count();
    let line = |byte: &&u8| !matches!(byte, b'\n' | b'\r' | b'"' | b'\'' | b'`' | b'\\');
    let length = bytes
        .get(from..)?
        .iter()
        .take(4_096)
        .take_while(line)
        .count();
    let cookies = text.get(from..from + length)?;
    let secret = cookies.split(';').any(|cookie| {
        let Some((name, value)) = cookie.split_once('=') else {
            return false;
        };
        let name = name.trim().to_ascii_lowercase();
        let about = [
            "sess", "sid", "auth", "token", "jwt", "remember", "csrf", "user",
        ];
        let long = value.trim().len() >= 12;
        let known = value.bytes().any(|byte| byte.is_ascii_digit());
        long && known
            && !judge::is_stand_in(value)
            && (about.iter().any(|word| name.contains(word))
                || entropy::is_random(value.trim().as_bytes()))
    });
    secret.then_some(from..from + length)
}

/// Finds the password after `-u name:`.
pub(crate) fn user(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let quoted = bytes
        .get(at)
        .copied()
        .filter(|byte| matches!(byte, b'"' | b'\''));
    let from = at + usize::from(quoted.is_some());
    let rest = bytes.get(from..)?;
    let length = rest
        .iter()
        .take(300)
        .take_while(|byte| match quoted {
            Some(mark) => **byte != mark && **byte != b'\n',
            None => !ends(**byte),
        })
        .count();
    // `name:'password'`
    let after = from + length;
    if let Some(mark @ (b'"' | b'\'')) = bytes.get(after).filter(|_| quoted.is_none())
        && text
            .get(from..after)
            .is_some_and(|name| name.ends_with(':'))
    {
        let inside = bytes
            .get(after + 1..)?
            .iter()
            .take(300)
            .take_while(|byte| *byte != mark && **byte != b'\n')
            .count();
        let password = text.get(after + 1..after + 1 + inside)?;
        return (inside >= 4 && !judge::is_stand_in(password))
            .then_some(after + 1..after + 1 + inside);
    }
    let pair = text.get(from..from + length)?;
    let (name, password) = pair.split_once(':')?;
    if name.contains(['/', ' ', '='])
        || password.starts_with([':', '/'])
        || password.contains('/') && judge::is_place(password)
    {
        return None;
    }
    // `docker run -u 1000:1000` and `-u name:group` are no passwords.
    let group = name.bytes().all(|byte| byte.is_ascii_digit())
        || judge::is_name(password) && password.len() < 8;
    (!group && password.len() >= 4 && !judge::is_stand_in(password) && !judge::is_code(password))
        .then(|| from + name.len() + 1..from + length)
}
