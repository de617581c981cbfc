//! A secret by its name: `PASSWORD=…`, `"api_key": "…"`, `--token …`, `<secret>…</secret>`.
//!
//! ```text
//! a literal of such names ──▶ the whole name around it ──▶ its value
//!       ──judged──▶ a secret, or what stands in for one, or code that gets one from elsewhere
//! ```

use std::ops::Range;

use super::judge;
use super::looks::judged;
use super::names::{self, Strength};
use super::quotes;
use super::sign::Sign;
use super::value::Value;
use crate::entropy;
use crate::finding::Confidence;

/// What was found after a name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Assigned {
    pub(crate) value: Range<usize>,
    pub(crate) confidence: Confidence,
    pub(crate) rule: &'static str,
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// Finds the value given to the name that has a literal at `word`. Names up to `done` were already
/// looked at.
pub(crate) fn assigned(text: &str, word: Range<usize>, done: &mut usize) -> Option<Assigned> {
    let bytes = text.as_bytes();
    if word.start < *done {
        return None;
    }
    // Some literals have the sign after the name in them.
    let signs = bytes
        .get(word.clone())?
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b'=' | b':' | b'"'));
    let word = word.start..word.end - signs.count();
    let reach = |bytes: &mut dyn Iterator<Item = &u8>| {
        bytes.take(64).take_while(|byte| in_name(**byte)).count()
    };
    let left = reach(&mut bytes.get(..word.start)?.iter().rev());
    let right = reach(&mut bytes.get(word.end..)?.iter());
    let mut name = word.start - left..word.end + right;
    // A name ends with a letter or digit; a sentence may end after it.
    while name.end > word.end && matches!(bytes.get(name.end - 1), Some(b'.' | b'-')) {
        name.end -= 1;
    }
    *done = name.end;
    // What stands in a secret's place names no other one.
    if text.get(..name.start)?.ends_with("[redacted:") {
        return None;
    }
    // Letters that happen to stand in something drawn are no name.
    let said = text.get(name.clone())?;
    if said.len() >= 16 && !said.contains(['_', '.', '-']) && entropy::is_random(said.as_bytes()) {
        return None;
    }
    if let Some(value) = used_as(text, &name) {
        return Some(Assigned {
            value,
            confidence: Confidence::Possible,
            rule: Strength::Password.rule(),
        });
    }
    let value = Value::after(text, &name)?;
    let strength = names::strength(&spoken(text, &name))?;
    let found = text.get(value.range.clone())?;
    if let Some(confidence) = judged(text.get(name.clone())?, found, &value, strength) {
        return Some(Assigned {
            value: value.range,
            confidence,
            rule: strength.rule(),
        });
    }
    // `token = env("TOKEN") or "…"`: a secret as the other choice, in the same line.
    let code =
        !value.quoted && judge::is_code(found) && matches!(value.sign, Sign::Equals | Sign::Colon);
    let other = literal(text, value.range.start).filter(|_| code)?;
    Some(Assigned {
        value: other,
        confidence: Confidence::Possible,
        rule: strength.rule(),
    })
}

/// Finds what is said to be used as the password: `use … as the password`.
fn used_as(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let head = text.get(..name.start)?;
    let near = head.get(head.floor_char_boundary(head.len().saturating_sub(120))..)?;
    let as_at = near.rfind(" as ")?;
    let between = near.get(as_at + 4..)?;
    let plain = |c: char| c.is_ascii_alphabetic() || c == ' ';
    if between.split_whitespace().count() > 4 || !between.chars().all(plain) {
        return None;
    }
    let word = near.get(..as_at)?.rsplit(' ').next()?;
    let value = word.trim_matches(['"', '\'', '`', '“', '”']);
    let start = head.len() - near.len() + as_at - word.len() + word.find(value)?;
    let password = names::strength(text.get(name.clone())?) == Some(Strength::Password);
    (password && judge::is_made_up(value) && !judge::is_stand_in(value))
        .then(|| start..start + value.len())
}

/// Returns a name, with the word before it if the two are one name in a sentence: `API key`.
fn spoken(text: &str, name: &Range<usize>) -> String {
    let own = text.get(name.clone()).unwrap_or_default();
    let head = text.get(..name.start).unwrap_or_default();
    if own.len() > 12 || own.contains(['_', '.', '-']) || !head.ends_with(' ') {
        return own.to_owned();
    }
    let head = head.trim_end();
    let before = head
        .rfind(|c: char| !c.is_ascii_alphabetic())
        .map_or(0, |at| at + 1);
    match head.get(before..) {
        Some(word) if !word.is_empty() && word.len() <= 16 && head.is_char_boundary(before) => {
            format!("{word}_{own}")
        }
        _ => own.to_owned(),
    }
}

/// Finds a quoted text that looks random in the rest of the line.
fn literal(text: &str, from: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let line = bytes
        .get(from..)?
        .iter()
        .take(300)
        .take_while(|byte| **byte != b'\n')
        .count();
    quotes::texts(bytes, from, from + line)
        .into_iter()
        .find(|span| {
            let inside = bytes.get(span.clone()).unwrap_or_default();
            let drawn =
                entropy::is_random(inside) || std::str::from_utf8(inside).is_ok_and(judge::is_uuid);
            inside.len() >= 16 && drawn && !inside.contains(&b' ') && !judge::is_address(inside)
        })
}

/// Judges whether a value is a secret by the name it is known to have, and by which rule.
pub(crate) fn named(name: &str, value: &str) -> Option<(&'static str, Confidence)> {
    let how = Value {
        range: 0..value.len(),
        quoted: true,
        sign: Sign::Equals,
    };
    let strength = names::strength(name)?;
    judged(name, value, &how, strength).map(|confidence| (strength.rule(), confidence))
}
