//! The one way to write a JSON value: RFC 8785, but whole numbers keep all their digits.
//!
//! Members sorted by key (UTF-16 order), no space, shortest escapes, numbers as JavaScript writes
//! them. A whole number is written with the digits it came with, so that a changed 20-digit id is
//! a changed value.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::text::{escape_into, is_canonical};
use super::{JsonError, Kind, Value};

/// How strictly to make a value canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Canon {
    /// Refuses a key that appears twice.
    Strict,
    /// Takes the last of several equal keys, as JavaScript does.
    LastWins,
}

enum Step<'t> {
    Value(Value<'t>),
    Key(Cow<'t, str>),
    Byte(char),
}

impl<'t> Value<'t> {
    /// Appends the value in canonical form; of equal keys the last one.
    pub fn canonical_last_wins(&self, out: &mut String) {
        let done = self.canonical_into(out, Canon::LastWins);
        debug_assert!(done.is_ok(), "only a strict writer can refuse");
    }

    /// Appends the value in canonical form.
    pub fn canonical_into(&self, out: &mut String, canon: Canon) -> Result<(), JsonError> {
        // A stack of its own: the depth of the input is not the depth of ours.
        let mut steps = vec![Step::Value(*self)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Byte(byte) => out.push(byte),
                Step::Key(key) => {
                    escape_into(out, &key);
                    out.push(':');
                }
                Step::Value(value) => match value.kind() {
                    Kind::Null | Kind::Bool => out.push_str(value.raw()),
                    Kind::Number => out.push_str(&canonical_number(value.raw())),
                    Kind::String => string_into(out, value),
                    Kind::Array => {
                        out.push('[');
                        let from = steps.len();
                        for item in value.items() {
                            if steps.len() > from {
                                steps.push(Step::Byte(','));
                            }
                            steps.push(Step::Value(item));
                        }
                        steps.push(Step::Byte(']'));
                        steps.get_mut(from..).unwrap_or_default().reverse();
                    }
                    Kind::Object => {
                        out.push('{');
                        let from = steps.len();
                        for (key, member) in sorted(value, canon)? {
                            if steps.len() > from {
                                steps.push(Step::Byte(','));
                            }
                            steps.push(Step::Key(key));
                            steps.push(Step::Value(member));
                        }
                        steps.push(Step::Byte('}'));
                        steps.get_mut(from..).unwrap_or_default().reverse();
                    }
                },
            }
        }
        Ok(())
    }
}

fn sorted<'t>(value: Value<'t>, canon: Canon) -> Result<Vec<(Cow<'t, str>, Value<'t>)>, JsonError> {
    let mut members: Vec<_> = value.entries().collect();
    let before = members.len();
    sort(&mut members, |(key, _)| key);
    if members.len() != before && canon == Canon::Strict {
        return Err(JsonError::DuplicateKey);
    }
    Ok(members)
}

/// Sorts members by key and keeps the last of equal ones.
pub(super) fn sort<T>(members: &mut Vec<T>, key: impl Fn(&T) -> &str) {
    let in_order = members
        .windows(2)
        .all(|pair| matches!(pair, [a, b] if order(key(a), key(b)) == Ordering::Less));
    if !in_order {
        // Stable, so that of equal keys the last stays last.
        members.sort_by(|a, b| order(key(a), key(b)));
        members.reverse();
        members.dedup_by(|a, b| key(a) == key(b));
        members.reverse();
    }
}

fn order(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() {
        a.cmp(b)
    } else {
        a.encode_utf16().cmp(b.encode_utf16())
    }
}

fn string_into(out: &mut String, value: Value<'_>) {
    let raw = value.raw();
    let inside = raw
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or_default();
    if is_canonical(inside) {
        out.push_str(raw);
    } else {
        escape_into(out, &value.str().unwrap_or_default());
    }
}

/// Writes a number the canonical way. One too large for any other reader becomes the largest there
/// is.
pub fn canonical_number(raw: &str) -> Cow<'_, str> {
    let digits = raw.strip_prefix('-').unwrap_or(raw);
    if digits.len() <= MOST_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Cow::Borrowed(if digits == "0" { "0" } else { raw });
    }
    match raw.parse::<f64>() {
        Ok(number) if number.is_finite() => {
            Cow::Owned(ryu_js::Buffer::new().format_finite(number).to_owned())
        }
        // Larger than any number other readers know: the largest there is.
        _ if raw.starts_with('-') => Cow::Borrowed("-1.7976931348623157e+308"),
        _ => Cow::Borrowed("1.7976931348623157e+308"),
    }
}

/// Whole numbers with more digits are beyond what a reader can hold.
const MOST_DIGITS: usize = 300;
