//! A text that says something: never blank, never longer than its bound.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::bounds;

/// A text with at least one visible character and at most `MAX` characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Text<const MAX: usize>(String);

/// A summary, an instruction, a note.
pub type Long = Text<{ bounds::TEXT }>;
/// A name, an id, a deadline.
pub type Short = Text<{ bounds::SHORT }>;
/// A path inside a project.
pub type PathText = Text<{ bounds::PATH }>;

/// Why a string is no [`Text`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    #[error("the text is empty")]
    Blank,
    /// It is longer than its bound, in characters.
    #[error("the text has more than {0} characters")]
    TooLong(usize),
}

impl<const MAX: usize> Text<MAX> {
    /// Creates a text, or returns `None` when it is blank or too long.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        Self::try_from(text.into()).ok()
    }

    /// Creates a text, checking it before it is copied.
    pub(crate) fn of(text: &str) -> Result<Self, TextError> {
        if longer_than(text, MAX) {
            Err(TextError::TooLong(MAX))
        } else if is_blank(text) {
            Err(TextError::Blank)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Checks whether a text says nothing. A byte order mark says nothing either.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|letter| letter.is_whitespace() || letter == '\u{feff}')
}

fn longer_than(text: &str, characters: usize) -> bool {
    text.len() > characters && text.chars().nth(characters).is_some()
}

/// Shortens a foreign text to its beginning and makes it printable, for a message.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::new();
    for letter in text.chars().take(bounds::QUOTE) {
        match letter {
            '"' | '\'' | '\\' => quoted.push(letter),
            _ => quoted.extend(letter.escape_debug()),
        }
    }
    if longer_than(text, bounds::QUOTE) {
        quoted.push('…');
    }
    quoted
}

impl<const MAX: usize> TryFrom<String> for Text<MAX> {
    type Error = TextError;

    fn try_from(text: String) -> Result<Self, TextError> {
        if longer_than(&text, MAX) {
            Err(TextError::TooLong(MAX))
        } else if is_blank(&text) {
            Err(TextError::Blank)
        } else {
            Ok(Self(text))
        }
    }
}

impl<const MAX: usize> From<Text<MAX>> for String {
    fn from(text: Text<MAX>) -> Self {
        text.0
    }
}

impl<const MAX: usize> Deref for Text<MAX> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const MAX: usize> AsRef<str> for Text<MAX> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl<const MAX: usize> fmt::Display for Text<MAX> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl<const MAX: usize> JsonSchema for Text<MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Text{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1, "maxLength": MAX, "pattern": r"\S"})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_neither_blank_nor_too_long() {
        for blank in ["", " ", "\t\n", "\u{a0}\u{feff}", "\u{85}"] {
            assert_eq!(Text::<4>::new(blank), None, "{blank:?}");
        }
        assert_eq!(Text::<4>::new("äöüß").as_deref(), Some("äöüß"));
        assert_eq!(Text::<4>::of("äöüßa"), Err(TextError::TooLong(4)));
        assert_eq!(
            Text::<4>::try_from("abcde".to_owned()),
            Err(TextError::TooLong(4))
        );
    }

    #[test]
    fn a_quote_is_short_and_printable() {
        assert_eq!(
            quote("a\u{202e}b\nc\u{1b}[31m\"d\""),
            "a\\u{202e}b\\nc\\u{1b}[31m\"d\""
        );
        let long = quote(&"x".repeat(1000));
        assert_eq!(long.chars().count(), bounds::QUOTE + 1);
    }
}
