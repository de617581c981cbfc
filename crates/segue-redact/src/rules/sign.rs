//! The sign between a name and its value, in configuration, code, commands and sentences.

use std::ops::Range;

/// What gives a value to a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// `=`, `:=`, `=>`
    Equals,
    /// `:`
    Colon,
    /// The next argument, or what a function is called with.
    Comma,
    /// `<name>value</name>`
    Tag,
    /// The next word of a command.
    Space,
    /// A sentence: `the password is …`
    Said,
}

const SIGNS: &[(&str, Option<Sign>)] = &[
    ("===", None),
    ("==", None),
    ("=~", None),
    ("!=", None),
    ("::", None),
    ("->", None),
    (":=", Some(Sign::Equals)),
    ("=>", Some(Sign::Equals)),
    ("??=", Some(Sign::Equals)),
    ("||=", Some(Sign::Equals)),
    ("?=", Some(Sign::Equals)),
    ("+=", Some(Sign::Equals)),
    (".=", Some(Sign::Equals)),
    (":-", Some(Sign::Equals)),
    ("%3D", Some(Sign::Equals)),
    ("=", Some(Sign::Equals)),
    ("||", Some(Sign::Comma)),
    ("??", Some(Sign::Comma)),
    (":", Some(Sign::Colon)),
    ("：", Some(Sign::Said)),
    ("是", Some(Sign::Said)),
    ("は", Some(Sign::Said)),
    ("는 ", Some(Sign::Said)),
    ("은 ", Some(Sign::Said)),
    ("が", Some(Sign::Said)),
    ("→", Some(Sign::Said)),
];

/// Commands whose next word is a name, and the one after it its value.
const SETTERS: &[&str] = &[
    "env",
    "arg",
    "setx",
    "set",
    "setenv",
    "config:set",
    "secret",
];

/// Reads the sign at `at`, after the name at `name`, and returns it with the position after it.
pub(crate) fn assigns(
    text: &str,
    name: &Range<usize>,
    at: usize,
    closed: bool,
) -> Option<(Sign, usize)> {
    let rest = text.get(at..)?;
    let first = rest.as_bytes().first()?;
    // `page.getByLabel('Password').fill('…')`
    for typed in [".fill(", ".type(", ".sendKeys(", ".send_keys("] {
        if closed && rest.starts_with(typed) {
            return Some((Sign::Comma, at + typed.len()));
        }
    }
    match first {
        // The end of a tag that began with this name, or has it as an attribute.
        b'>' => {
            let before = text.get(..name.start)?;
            return (before.ends_with('<') || closed).then_some((Sign::Tag, at + 1));
        }
        b',' => {
            let before = text.get(..name.start)?.trim_end_matches(['#', '=']);
            let quoted = (before.ends_with(['"', '\'', '`']) || before.ends_with("[name"))
                && text.get(..at)?.trim_end().ends_with(['"', '\'', '`']);
            return (closed && quoted).then_some((Sign::Comma, at + 1));
        }
        b'(' => {
            let quoted = matches!(rest.as_bytes().get(1), Some(b'"' | b'\'' | b'`'));
            return quoted.then_some((Sign::Comma, at + 1));
        }
        // A table in Markdown.
        b'|' if !rest.starts_with("||") => {
            let head = text.get(..name.start)?;
            let line = head.get(head.rfind('\n').map_or(0, |at| at + 1)..)?;
            let row = line.trim_start().starts_with('|');
            return row.then_some((Sign::Said, at + 1));
        }
        _ => {}
    }
    // `Password -> …`, `Password – …`: apart from the name it is no operator.
    let apart = text.get(..at)?.ends_with(' ');
    for arrow in ["-> ", "=> ", "→ ", "– ", "— "] {
        if apart && rest.starts_with(arrow) && !closed {
            return Some((Sign::Said, at + arrow.len()));
        }
    }
    let begins = matches!(
        first,
        b'=' | b':' | b'!' | b'-' | b'?' | b'|' | b'+' | b'.' | b'%' | 0x80..
    );
    for (sign, kind) in SIGNS.iter().filter(|_| begins) {
        if rest.starts_with(sign) {
            return kind.map(|kind| (kind, at + sign.len()));
        }
    }
    if !text.get(..at)?.ends_with([' ', '\t']) {
        return None;
    }
    // Nothing but a sentence can be meant: the value has to be told from a word.
    let skip = said(rest).unwrap_or(0);
    let verb = ["is ", "was ", "to ", "is: "]
        .iter()
        .any(|verb| rest.starts_with(verb));
    if !verb && is_command(text, name) || matches!(first, b'\'' | b'"' | b'`') {
        return Some((Sign::Space, at));
    }
    let word = rest
        .as_bytes()
        .get(skip..)?
        .iter()
        .take(80)
        .take_while(|byte| !byte.is_ascii_whitespace());
    let told = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'"' | b'\'' | b'`');
    word.clone().any(told).then_some((Sign::Said, at + skip))
}

/// Checks for `--password value`, `password value` of a netrc, or `ENV NAME value`.
fn is_command(text: &str, name: &Range<usize>) -> bool {
    let flag = text
        .get(name.clone())
        .is_some_and(|name| name.starts_with('-') || matches!(name, "requirepass" | "masterauth"));
    let line = text.get(..name.start).unwrap_or_default();
    let line = line
        .get(line.rfind('\n').map_or(0, |at| at + 1)..)
        .unwrap_or_default();
    let word = line
        .trim_end()
        .rsplit([' ', '\t', '+', '-', '>'])
        .next()
        .unwrap_or_default();
    let low = word.to_ascii_lowercase();
    // In a netrc the name may stand in a line of its own.
    let head = text.get(..name.start).unwrap_or_default();
    let near = head.get(head.floor_char_boundary(head.len().saturating_sub(160))..);
    let netrc = line.trim_start_matches(['+', '-', ' ', '\t']).is_empty()
        && near.is_some_and(|near| near.contains("login ") && near.contains("machine "));
    flag || netrc || line.contains("login ") || SETTERS.contains(&low.as_str())
}

/// Measures how much of a sentence is between a name and its value: `for the server is `.
fn said(rest: &str) -> Option<usize> {
    let mut at = 0;
    for word in rest.split(' ').take(8) {
        at += word.len() + 1;
        let low = word.to_ascii_lowercase();
        if matches!(
            low.as_str(),
            "is" | "was"
                | "is:"
                | "to"
                | "be"
                | "ist"
                | "est"
                | "es"
                | "é"
                | "="
                | "->"
                | "→"
                | "lautet"
                | "är"
                | "er"
                | "je"
                | "jest"
                | "это"
                | "هي"
                | "है"
                | "still"
                | "dazu"
        ) || word.len() > 1 && word.ends_with(':')
        {
            let more = rest.get(at..).unwrap_or_default();
            let also = [
                "now ",
                "currently ",
                "still ",
                "set to ",
                "just ",
                "actually ",
            ];
            let skip = also
                .iter()
                .find(|word| more.starts_with(**word))
                .map_or(0, |word| word.len());
            return Some(at + skip);
        }
        let plain = |c: char| c.is_alphabetic() || matches!(c, '\'' | '-' | '(' | ')');
        if word.is_empty() || word.len() > 20 || !word.chars().all(plain) {
            return None;
        }
    }
    None
}
