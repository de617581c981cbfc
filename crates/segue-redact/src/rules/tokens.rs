//! Tokens that say whose they are: a fixed beginning, then so many characters of one alphabet.
//!
//! The shapes are those their vendors document. A row is one shape; several rows may share a rule.

mod clouds;
mod code;
mod models;
mod services;

use crate::finding::Confidence;

/// Which characters a token is made of after its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alphabet {
    /// `0-9 a-f`, either case.
    Hex,
    /// `A-Z 0-9`
    Upper,
    /// `a-z A-Z 0-9`
    Alnum,
    /// letters, digits, `_` and `-`
    Url,
    /// letters, digits, `_`, `-`, `.` and `=`
    Dotted,
    /// letters, digits, `+`, `/` and `=`
    Base64,
    /// `a-z 0-9`
    Lower,
    /// `A-Z 0-9` and `-`
    UpperDash,
    /// `0-9 a-f` and `-`
    Uuid,
    /// all of these, and `%`
    Any,
}

impl Alphabet {
    pub(crate) fn has(self, byte: u8) -> bool {
        match self {
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Url => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Dotted => {
                byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'=')
            }
            Self::Lower => byte.is_ascii_lowercase() || byte.is_ascii_digit(),
            Self::UpperDash => byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-',
            Self::Uuid => byte.is_ascii_hexdigit() || byte == b'-',
            Self::Any => Self::Dotted.has(byte) || matches!(byte, b'+' | b'/' | b'%'),
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
        }
    }
}

/// One shape of a token.
#[derive(Debug)]
pub(crate) struct Token {
    pub(crate) rule: &'static str,
    /// What it is, in words.
    pub(crate) what: &'static str,
    /// How it begins, exactly.
    pub(crate) start: &'static str,
    pub(crate) alphabet: Alphabet,
    /// Fewest and most characters after the beginning.
    pub(crate) length: (usize, usize),
    pub(crate) confidence: Confidence,
}

const fn token(
    rule: &'static str,
    what: &'static str,
    start: &'static str,
    alphabet: Alphabet,
    length: (usize, usize),
    confidence: Confidence,
) -> Token {
    Token {
        rule,
        what,
        start,
        alphabet,
        length,
        confidence,
    }
}

/// Iterates over every shape we know.
pub(crate) fn tokens() -> impl Iterator<Item = &'static Token> {
    let tables = [
        clouds::TOKENS,
        models::TOKENS,
        code::TOKENS,
        services::TOKENS,
    ];
    tables.into_iter().flatten()
}
