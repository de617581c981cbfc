//! Passwords that stand alone in a line of a shell or a console: told to another command through a
//! pipe, or the word after one that takes a password.

use std::ops::Range;

use super::judge;

/// What takes a password from a pipe.
pub(crate) const PIPES: &[&str] = &[
    "| sudo -S",
    "--password-stdin",
    "| chpasswd",
    "| passwd --stdin",
    "| docker secret create",
    "| gh auth login --with-token",
    "|sudo -S",
];

/// The word after these is a password or a community.
pub(crate) const WORDS: &[&str] = &[
    "password 0 ",
    "password 7 ",
    "secret 0 ",
    "secret 5 ",
    "secret 8 ",
    "secret 9 ",
    "> AUTH ",
    "rocommunity ",
    "rwcommunity ",
];

/// Finds what `echo` passes to the command at `at`, after the colon where a name comes first.
pub(crate) fn piped(text: &str, at: usize) -> Option<Range<usize>> {
    let head = text.get(..at)?;
    let line = head.rfind('\n').map_or(0, |newline| newline + 1);
    let said = head.get(line..)?;
    let echo = ["echo -n ", "echo ", "printf "]
        .iter()
        .find_map(|echo| Some(said.rfind(echo)? + echo.len()))?;
    let end = said
        .get(echo..)?
        .find('|')
        .map_or(said.len(), |bar| echo + bar);
    let word = said.get(echo..end)?;
    let value = word.trim().trim_matches(['"', '\'', '`']);
    let value = value
        .split_once(':')
        .map_or(value, |(_, password)| password);
    let start = line + echo + word.find(value)?;
    is_password(value).then(|| start..start + value.len())
}

/// Finds the word that begins at `at`, if it can be a password.
pub(crate) fn next(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    is_password(rest.get(..length)?).then_some(at..at + length)
}

fn is_password(value: &str) -> bool {
    (4..200).contains(&value.len())
        && !value.contains(['$', '{', '<', '(', ' '])
        && !judge::is_stand_in(value)
        && !judge::is_place(value)
}
