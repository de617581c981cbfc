//! What a name says about its value: `dbPassword`, `AZURE_OPENAI_KEY`, `x-api-key`, `max_tokens`.
//!
//! ```text
//! name ──at signs and capitals──▶ words ──the word that names secrets, and those beside it──▶ strength
//! ```

mod lists;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::LazyLock;

pub(crate) use lists::LITERALS;

/// What a word says, as bits: it may say several things.
static WORDS: LazyLock<HashMap<&'static str, u8>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for (list, bit) in [
        (lists::PASSWORDS, PASSWORD),
        (lists::SECRETS, SECRET),
        (lists::KEYS, BEFORE_KEY),
        (lists::NOT, NOT),
        (lists::ABOUT, ABOUT),
        (lists::WEAK, WEAK),
    ] {
        for word in list {
            *words.entry(*word).or_default() |= bit;
        }
    }
    words
});

const PASSWORD: u8 = 1;
const SECRET: u8 = 2;
const BEFORE_KEY: u8 = 4;
const NOT: u8 = 8;
const ABOUT: u8 = 16;
const WEAK: u8 = 32;

fn says(word: &str, bit: u8) -> bool {
    WORDS.get(word).is_some_and(|bits| bits & bit != 0)
}

/// How much a name says about its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    /// It may be anything; the value has to look random.
    Weak,
    /// Programs generate these, so they look random.
    Secret,
    /// People make them up, so they need not look random.
    Password,
}

impl Strength {
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Secret | Self::Weak => "secret-by-name",
        }
    }
}

/// Splits a name into its words, lower case: at signs, and where a capital follows a small letter.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        let begins = c.is_uppercase()
            && (before.is_lowercase()
                || before.is_ascii_digit()
                || before.is_uppercase() && rest.peek().is_some_and(|next| next.is_lowercase()));
        if (begins || !c.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Names that are remembered; texts repeat theirs.
const REMEMBERED: usize = 4_096;

thread_local! {
    static KNOWN: RefCell<HashMap<String, Option<Strength>, foldhash::fast::RandomState>> =
        RefCell::default();
}

/// Returns what a name says about its value, or `None` if it names no secret.
pub(crate) fn strength(name: &str) -> Option<Strength> {
    KNOWN.with_borrow_mut(|known| {
        if let Some(strength) = known.get(name) {
            return *strength;
        }
        let strength = read(name);
        if known.len() < REMEMBERED {
            known.insert(name.to_owned(), strength);
        }
        strength
    })
}

fn read(name: &str) -> Option<Strength> {
    let words = words(name);
    let mut found: Option<(usize, Strength)> = None;
    for (at, word) in words.iter().enumerate() {
        let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let seed = |before: &String| before == "seed" || before == "recovery";
        let strength = if says(word, PASSWORD)
            || word.len() > 6 && (word.ends_with("password") || word.ends_with("passwd"))
        {
            Strength::Password
        } else if says(word, SECRET)
            || ends_with_secret(word)
            || word == "phrase" && before.is_some_and(seed)
            || matches!(word, "key" | "keys") && before.is_some_and(|word| says(word, BEFORE_KEY))
        {
            Strength::Secret
        } else if says(word, WEAK) || word.ends_with("key") && word.len() > 4 && !says(word, NOT) {
            Strength::Weak
        } else {
            continue;
        };
        // The last such word counts, but `secret` of `secret_key` is the stronger one.
        found = Some(match found {
            Some((_, known)) if known > strength => (at, known),
            _ => (at, strength),
        });
    }
    let (at, strength) = found?;
    let about = words.iter().skip(at + 1).any(|word| says(word, ABOUT));
    let other = words.iter().take(at + 1).any(|word| says(word, NOT));
    (!about && !other).then_some(strength)
}

/// Checks for names written together: `dbpassword`, `githubtoken`, `mysecret`.
fn ends_with_secret(word: &str) -> bool {
    word.len() > 6
        && [
            "password",
            "passwd",
            "secret",
            "token",
            "apikey",
            "credentials",
            "passphrase",
        ]
        .iter()
        .any(|end| word.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::Strength::{Password, Secret, Weak};
    use super::*;

    #[test]
    fn names_in_every_style() {
        for (name, says) in [
            ("dbPassword", Some(Password)),
            ("DB_PASSWORD_2", Some(Password)),
            ("spring.datasource.password", Some(Password)),
            ("AZURE_OPENAI_KEY", Some(Secret)),
            ("X-Api-Key", Some(Secret)),
            ("githubToken", Some(Secret)),
            ("githubtoken", Some(Secret)),
            ("SECRET_KEY_BASE", Some(Secret)),
            ("AWSSecretKey", Some(Secret)),
            ("_authToken", Some(Secret)),
            ("SENTRY_DSN", Some(Secret)),
            ("algolia_key", Some(Weak)),
            ("max_tokens", Some(Secret)),
            ("secretName", None),
            ("token_type", None),
            ("primaryKey", None),
            ("public_key", None),
            ("keyboard", None),
            ("author", None),
            ("nextPageToken", None),
            ("password_hash", None),
            ("tokenizer", None),
        ] {
            assert_eq!(strength(name), says, "{name}");
        }
    }
}
