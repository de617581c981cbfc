//! Whether a value has the look of what its name says: made up by a person, or drawn by a program.

use super::judge;
use super::names::{self, Strength};
use super::sign::Sign;
use super::value::Value;
use crate::entropy::{self, Kinds};
use crate::finding::Confidence;

/// Judges how sure a name and its value make us that the value is a secret. `None` when it is none.
pub(super) fn judged(
    name: &str,
    value: &str,
    how: &Value,
    strength: Strength,
) -> Option<Confidence> {
    let value = value.trim();
    let bytes = value.as_bytes();
    if value.len() < 4
        || value.len() > 2_000
        || judge::is_version(value)
        || !how.quoted && judge::is_number(value)
    {
        return None;
    }
    // `node.token = token`, `keys: options.keys`: what is given has the same name.
    let last = |path: &str| {
        path.rsplit(['.', ':', '?'])
            .next()
            .map(str::to_ascii_lowercase)
    };
    let same = !how.quoted && last(value) == last(name);
    if !how.quoted && value.starts_with(['{', '[', '(', '$'])
        || value.eq_ignore_ascii_case(name)
        || same
    {
        return None;
    }
    let spoken = matches!(how.sign, Sign::Said | Sign::Space);
    let low = name.to_ascii_lowercase();
    let pass = low.ends_with("pass") && low != "requirepass";
    // A flag or a variable is no pass through a valley.
    let named = name.starts_with('-') || name.bytes().all(|byte| !byte.is_ascii_lowercase());
    if spoken && (strength == Strength::Weak || pass && !named) {
        return None;
    }
    if is_seed_phrase(name, value) {
        return Some(Confidence::Likely);
    }
    let prose = bytes.iter().any(u8::is_ascii_whitespace);
    let few = how.quoted
        && strength == Strength::Password
        && value.len() <= 48
        && value.split_whitespace().count() <= 5
        && bytes.iter().any(u8::is_ascii_digit)
        && !judge::is_about(value);
    if prose && !few && !low.contains("phrase") {
        return None;
    }
    let confidence = looks(name, value, how, strength)?;
    // What takes longest to tell comes last.
    let other =
        !how.quoted && judge::is_code(value) || judge::is_place(value) || judge::is_public(value);
    (!other && !judge::is_stand_in(value)).then_some(confidence)
}

/// Judges how sure the look of a value makes us.
fn looks(name: &str, value: &str, how: &Value, strength: Strength) -> Option<Confidence> {
    let bytes = value.as_bytes();
    let random = entropy::is_random(bytes) || judge::is_serial(value);
    let kinds = Kinds::of(bytes);
    let digits_only = kinds.digit == value.len();
    // Said in a sentence, and not in quotes: nothing but its own look tells it from a word.
    let bare = matches!(how.sign, Sign::Said) && !how.quoted;
    if bare && !(random || strength == Strength::Password && judge::is_made_up(value)) {
        return None;
    }
    match strength {
        Strength::Password => {
            let cased = kinds.upper > 1
                && kinds.lower > 0
                && value.len() >= 8
                && matches!(how.sign, Sign::Equals | Sign::Colon | Sign::Tag);
            let odd =
                kinds.digit > 0 || (kinds.other > 0 || cased) && !judge::is_name(value) || random;
            let given = matches!(how.sign, Sign::Equals | Sign::Colon | Sign::Tag);
            let made_up = odd || given && how.quoted && value.len() >= 6 && !judge::is_label(value);
            let shouted = name.bytes().all(|byte| !byte.is_ascii_lowercase())
                && matches!(how.sign, Sign::Equals | Sign::Colon | Sign::Space);
            // A line of a file with settings: nothing else would stand there.
            let line = shouted && how.sign == Sign::Equals && value.len() >= 8;
            let made_up = made_up || line && !judge::is_about(value);
            let taken = if digits_only {
                value.len() >= 6
            } else {
                made_up || shouted && value.len() >= 6 && !judge::is_label(value)
            };
            let sure = random || kinds.other > 0 && kinds.digit > 0;
            taken.then_some(if sure {
                Confidence::Likely
            } else {
                Confidence::Possible
            })
        }
        Strength::Secret => {
            if digits_only || value.len() < 8 {
                return None;
            }
            if random || judge::is_uuid(value) || super::headers::is_user_and_password(value) {
                return Some(Confidence::Likely);
            }
            let mixed = kinds.digit > 0 && kinds.letters() > 0;
            let drawn = entropy::has_drawn(bytes) && entropy::bits(bytes) > 2.6;
            // What people call a secret they may have made up: a word, a year, a sign.
            let secret = names::words(name)
                .iter()
                .any(|word| word.ends_with("secret") || word == "pass" || word.starts_with("cred"));
            let every = kinds.digit > 0 && kinds.upper > 0 && kinds.lower > 0;
            let shouted = name.bytes().all(|byte| !byte.is_ascii_lowercase());
            let line = secret
                && shouted
                && how.sign == Sign::Equals
                && value.len() >= 16
                && !judge::is_about(&value.replace("secret", "").replace("key", ""));
            if line {
                return Some(Confidence::Possible);
            }
            let made_up = !judge::is_name(value)
                && (secret && (kinds.digit >= 3 || every)
                    || every && kinds.other > 0 && how.quoted && value.len() >= 10);
            let given = matches!(how.sign, Sign::Equals | Sign::Colon | Sign::Tag);
            (mixed && !bare && (drawn || made_up && given)).then_some(Confidence::Possible)
        }
        Strength::Weak => {
            let alone = names::words(name).len() == 1;
            let hash = alone && bytes.iter().all(u8::is_ascii_hexdigit);
            let drawn = random && value.len() >= 14 || judge::is_uuid(value) && !alone;
            (drawn && !hash && (!alone || value.len() >= 16 && !judge::is_uuid(value)))
                .then_some(Confidence::Possible)
        }
    }
}

/// Checks for twelve words or more from which a wallet can be restored.
fn is_seed_phrase(name: &str, value: &str) -> bool {
    let low = name.to_ascii_lowercase();
    let words = value.split_whitespace();
    (low.contains("mnemonic") || low.contains("phrase") || low.contains("seed"))
        && (12..=24).contains(&words.clone().count())
        && words.clone().all(|word| {
            (3..=8).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase())
        })
}
