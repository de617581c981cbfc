//! A secret by its name: `PASSWORD=…`, `"api_key": "…"`, `--token …`, `<secret>…</secret>`.
//!
//! ```text
//! a word that names secrets ──▶ the whole name around it ──▶ a sign that assigns ──▶ the value
//!       ──judged──▶ a secret, or what stands in for one, or code that gets one from elsewhere
//! ```

use std::ops::Range;

use super::judge;
use crate::entropy::{self, Kinds};
use crate::finding::Confidence;

/// How much a name says about its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strength {
    /// People make them up, so they need not look random.
    Password,
    /// Programs make them.
    Secret,
    /// It may be anything; the value has to look random.
    Weak,
}

impl Strength {
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Secret | Self::Weak => "secret-by-name",
        }
    }
}

/// Words in names, lower case.
pub(crate) const WORDS: &[(&str, Strength)] = &[
    ("passw", Strength::Password),
    ("passphrase", Strength::Password),
    ("pwd", Strength::Password),
    ("kennwort", Strength::Password),
    ("secret", Strength::Secret),
    ("token", Strength::Secret),
    ("apikey", Strength::Secret),
    ("api_key", Strength::Secret),
    ("api-key", Strength::Secret),
    ("accesskey", Strength::Secret),
    ("access_key", Strength::Secret),
    ("access-key", Strength::Secret),
    ("accountkey", Strength::Secret),
    ("account_key", Strength::Secret),
    ("privatekey", Strength::Secret),
    ("private_key", Strength::Secret),
    ("private-key", Strength::Secret),
    ("authkey", Strength::Secret),
    ("auth_key", Strength::Secret),
    ("auth-key", Strength::Secret),
    ("_auth", Strength::Secret),
    ("credential", Strength::Secret),
    ("app_key", Strength::Secret),
    ("appkey", Strength::Secret),
    ("signing_key", Strength::Secret),
    ("signingkey", Strength::Secret),
    ("encryption_key", Strength::Secret),
    ("encryptionkey", Strength::Secret),
    ("master_key", Strength::Secret),
    ("masterkey", Strength::Secret),
    ("license_key", Strength::Secret),
    ("_key", Strength::Weak),
    ("-key", Strength::Weak),
    ("_pat", Strength::Weak),
    ("_pin", Strength::Weak),
    ("_salt", Strength::Weak),
    ("session", Strength::Weak),
];

/// What a name ends with when it is about a secret but not one.
const ABOUT: &[&str] = &[
    "_id",
    "-id",
    "id",
    "ids",
    "name",
    "names",
    "type",
    "types",
    "url",
    "uri",
    "endpoint",
    "path",
    "file",
    "files",
    "dir",
    "count",
    "counts",
    "limit",
    "limits",
    "length",
    "len",
    "size",
    "algorithm",
    "alg",
    "expires",
    "expiry",
    "expiration",
    "expires_in",
    "ttl",
    "age",
    "field",
    "input",
    "label",
    "placeholder",
    "regex",
    "pattern",
    "policy",
    "version",
    "prefix",
    "suffix",
    "header",
    "format",
    "index",
    "error",
    "errors",
    "env",
    "var",
    "provider",
    "manager",
    "store",
    "ref",
    "refs",
    "arn",
    "usage",
    "budget",
    "s_used",
    "used",
    "izer",
    "ize",
    "ization",
    "ized",
    "izers",
    "rules",
    "rule",
    "list",
    "kind",
    "hint",
    "reset",
    "changed",
    "required",
    "enabled",
    "valid",
    "status",
    "state",
    "mode",
    "class",
    "source",
    "scope",
    "scopes",
];

/// What was found after a name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Assigned {
    pub(crate) value: Range<usize>,
    pub(crate) confidence: Confidence,
    pub(crate) strength: Strength,
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// The value assigned to the name that has a word at `word`.
pub(crate) fn assigned(text: &str, word: Range<usize>, strength: Strength) -> Option<Assigned> {
    let bytes = text.as_bytes();
    let before = bytes.get(..word.start)?;
    let left = before
        .iter()
        .rev()
        .take(60)
        .take_while(|byte| in_name(**byte))
        .count();
    let after = bytes.get(word.end..)?;
    let right = after
        .iter()
        .take(60)
        .take_while(|byte| in_name(**byte))
        .count();
    let name = text.get(word.start - left..word.end + right)?;
    let value = Value::after(text, word.start - left, word.end + right)?;
    let found = text.get(value.range.clone())?;
    judged(
        name,
        text.get(word.end..word.end + right)?,
        found,
        &value,
        strength,
    )
    .map(|confidence| Assigned {
        value: value.range,
        confidence,
        strength,
    })
}

/// Whether a value is a secret by the name it is known to have, and by which rule.
pub(crate) fn named(
    name: &str,
    word: Range<usize>,
    value: &str,
    strength: Strength,
) -> Option<(&'static str, Confidence)> {
    let how = Value {
        range: 0..value.len(),
        quoted: true,
        signed: true,
    };
    let rest = name.get(word.end..)?;
    judged(name, rest, value, &how, strength).map(|confidence| (strength.rule(), confidence))
}

/// A value and how it was assigned.
struct Value {
    range: Range<usize>,
    quoted: bool,
    /// By a sign of its own, not only by standing next to the name.
    signed: bool,
}

impl Value {
    fn after(text: &str, name_start: usize, name_end: usize) -> Option<Self> {
        let bytes = text.as_bytes();
        let mut at = quote(bytes, name_end).map_or(name_end, |(_, end)| end);
        if bytes.get(at) == Some(&b']') {
            at += 1;
        }
        at = spaces(bytes, at);
        let (sign, mut at) = assigns(text, name_start, at)?;
        at = spaces(bytes, at);
        if sign == Sign::Colon {
            at = over_type(bytes, at);
        }
        let closes = match sign {
            Sign::Tag => return Some(Self::until(bytes, at, true, |byte| byte == b'<')),
            _ => quote(bytes, at),
        };
        match closes {
            Some((mark, from)) => {
                let end = bytes
                    .get(from..)?
                    .iter()
                    .position(|byte| *byte == mark || *byte == b'\n')
                    .map_or(bytes.len(), |found| from + found);
                // What escapes the closing quote is not part of the value.
                let inside = bytes.get(from..end)?;
                let escapes = inside
                    .iter()
                    .rev()
                    .take_while(|byte| **byte == b'\\')
                    .count();
                Some(Self {
                    range: from..end - escapes,
                    quoted: true,
                    signed: sign != Sign::Space,
                })
            }
            None => {
                let found = Self::until(bytes, at, false, |byte| {
                    byte.is_ascii_whitespace()
                        || matches!(
                            byte,
                            b',' | b';' | b')' | b'}' | b']' | b'<' | b'>' | b'"' | b'\''
                        )
                        || matches!(byte, b'`' | b'|' | b'\\' | b'&')
                });
                Some(Self {
                    signed: sign != Sign::Space,
                    ..found
                })
            }
        }
    }

    fn until(bytes: &[u8], from: usize, quoted: bool, ends: impl Fn(u8) -> bool) -> Self {
        let rest = bytes.get(from..).unwrap_or_default();
        let length = rest
            .iter()
            .take(4_096)
            .take_while(|byte| !ends(**byte))
            .count();
        Self {
            range: from..from + length,
            quoted,
            signed: true,
        }
    }
}

/// A quote, however often it is escaped: the mark, and where what it encloses begins.
fn quote(bytes: &[u8], at: usize) -> Option<(u8, usize)> {
    let rest = bytes.get(at..)?;
    let escapes = rest
        .iter()
        .take(8)
        .take_while(|byte| **byte == b'\\')
        .count();
    match rest.get(escapes) {
        Some(mark @ (b'"' | b'\'' | b'`')) => Some((*mark, at + escapes + 1)),
        _ => None,
    }
}

fn spaces(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest
        .iter()
        .take(40)
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Equals,
    Colon,
    Comma,
    Tag,
    Space,
}

/// The sign that assigns at `at`, and the byte after it.
fn assigns(text: &str, name_start: usize, at: usize) -> Option<(Sign, usize)> {
    let rest = text.get(at..)?;
    for (sign, kind) in [
        (":=", Sign::Equals),
        ("=>", Sign::Equals),
        ("==", Sign::Comma),
        ("=", Sign::Equals),
        ("::", Sign::Comma),
        (":", Sign::Colon),
        (",", Sign::Comma),
        (">", Sign::Tag),
    ] {
        if rest.starts_with(sign) {
            return match sign {
                // A comparison or a path in code assigns nothing.
                "==" | "::" => None,
                ">" => {
                    let opens = text.get(..name_start)?.ends_with('<');
                    opens.then_some((kind, at + 1))
                }
                _ => Some((kind, at + sign.len())),
            };
        }
    }
    // `--password value`, `password value` of a netrc.
    let before = text.get(..name_start)?;
    let flag = text.get(name_start..)?.starts_with("--");
    let netrc = before
        .trim_end()
        .rsplit('\n')
        .next()
        .is_some_and(|line| line.contains("login "));
    let spaced = text.get(..at)?.ends_with([' ', '\t']);
    (spaced && (flag || netrc)).then_some((Sign::Space, at))
}

/// Past a type in code: `: &str = `, `: string = `.
fn over_type(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let sort = |byte: &&u8| {
        byte.is_ascii_alphabetic() || matches!(byte, b'&' | b'<' | b'>' | b'?' | b'[' | b']')
    };
    let word = rest.iter().take(40).take_while(sort).count();
    let equals = spaces(bytes, at + word);
    if word > 0 && bytes.get(equals) == Some(&b'=') && bytes.get(equals + 1) != Some(&b'=') {
        spaces(bytes, equals + 1)
    } else {
        at
    }
}

fn judged(
    name: &str,
    rest_of_name: &str,
    value: &str,
    how: &Value,
    strength: Strength,
) -> Option<Confidence> {
    let value = value.trim();
    let low = name.to_ascii_lowercase();
    let rest = rest_of_name.to_ascii_lowercase();
    let random = entropy::is_random(value.as_bytes());
    if judge::is_stand_in(value) || value.len() < 4 || value.len() > 2_000 {
        return None;
    }
    if (judge::is_code(value) && !how.quoted) || value.eq_ignore_ascii_case(name) {
        return None;
    }
    let about = ABOUT.iter().any(|end| rest.ends_with(end))
        || low.starts_with("public")
        || low.contains("public_");
    if about && !(random && value.len() >= 24 && !rest.ends_with("id")) {
        return None;
    }
    let kinds = Kinds::of(value.as_bytes());
    let digits_only = kinds.digit == value.len();
    let prose = value.split_whitespace().count() > 1;
    let place =
        value.contains("://") || value.starts_with(['/', '~', '.']) || value.starts_with("C:\\");
    match strength {
        Strength::Password => {
            if prose && !low.contains("passphrase") || place && !random {
                return None;
            }
            let odd = kinds.digit > 0 || kinds.other > 0 || random;
            let made_up = odd || how.quoted && value.len() >= 8 && !judge::is_name(value);
            let shouted = name.bytes().all(|byte| !byte.is_ascii_lowercase()) && how.signed;
            (made_up && !digits_only
                || shouted && value.len() >= 6
                || digits_only && value.len() >= 6)
                .then_some(if random || kinds.other > 0 {
                    Confidence::Likely
                } else {
                    Confidence::Possible
                })
        }
        Strength::Secret => {
            if prose || digits_only || place && !random || value.len() < 8 {
                return None;
            }
            if random || judge::is_uuid(value) {
                return Some(Confidence::Likely);
            }
            let mixed = kinds.digit > 0 && kinds.letters() > 0;
            (mixed && !judge::is_name(value) && entropy::bits(value.as_bytes()) > 2.6 && how.signed)
                .then_some(Confidence::Possible)
        }
        Strength::Weak => {
            (!prose && random && value.len() >= 16 && !place && !judge::is_uuid(value))
                .then_some(Confidence::Possible)
        }
    }
}
