//! What a request proves itself with: `Authorization`, `Cookie`, `curl -u`.

use std::ops::Range;

use super::judge;
use crate::entropy;

/// Schemes that are followed by the secret itself.
pub(crate) const SCHEMES: &[&str] = &["bearer ", "basic ", "bot ", "apikey "];
/// Headers whose whole value is the secret.
pub(crate) const COOKIES: &[&str] = &["cookie:", "cookie\":", "cookie\\\":", "cookie':"];
/// Options that are followed by `name:password`.
pub(crate) const USERS: &[&str] = &["curl -u ", " -u ", " --user ", "--user="];

fn ends(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(
            byte,
            b'"' | b'\'' | b'`' | b'\\' | b'<' | b'>' | b',' | b';' | b')'
        )
}

/// The secret after a scheme that ends at `at`.
pub(crate) fn scheme(text: &str, at: usize, scheme: &str) -> Option<Range<usize>> {
    let rest = text.as_bytes().get(at..)?;
    let length = rest.iter().take_while(|byte| !ends(**byte)).count();
    let value = text.get(at..at + length)?;
    let taken = match scheme {
        "basic " => is_user_and_password(value),
        _ => {
            length >= 12 && !judge::is_stand_in(value) && !judge::is_code(value) && has_digit(value)
        }
    };
    taken.then_some(at..at + length)
}

fn has_digit(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_digit()) || entropy::is_random(value.as_bytes())
}

/// Base64 of `name:password`.
pub(crate) fn is_user_and_password(value: &str) -> bool {
    let plain = data_encoding::BASE64
        .decode(value.as_bytes())
        .or_else(|_| data_encoding::BASE64_NOPAD.decode(value.as_bytes()));
    plain.is_ok_and(|plain| {
        let text = plain.iter().all(|byte| (0x20..0x7f).contains(byte));
        text && plain.len() >= 5 && plain.contains(&b':')
    })
}

/// The cookies of a header whose colon is before `at`: all of its line, if one of them is a secret.
pub(crate) fn cookie(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let skip = |byte: &&u8| matches!(byte, b' ' | b'"' | b'\'' | b'\\');
    let from = at + bytes.get(at..)?.iter().take(6).take_while(skip).count();
    let line = |byte: &&u8| !matches!(byte, b'\n' | b'\r' | b'"' | b'\'' | b'`' | b'\\');
    let length = bytes
        .get(from..)?
        .iter()
        .take(8_192)
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
        long && !judge::is_stand_in(value)
            && (about.iter().any(|word| name.contains(word))
                || entropy::is_random(value.trim().as_bytes()))
    });
    secret.then_some(from..from + length)
}

/// The password after `-u name:`.
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
    let pair = text.get(from..from + length)?;
    let (name, password) = pair.split_once(':')?;
    // `docker run -u 1000:1000` and `-u name:group` are no passwords.
    let group = name.bytes().all(|byte| byte.is_ascii_digit())
        || judge::is_name(password) && password.len() < 8;
    (!group && password.len() >= 4 && !judge::is_stand_in(password) && !judge::is_code(password))
        .then(|| from + name.len() + 1..from + length)
}
