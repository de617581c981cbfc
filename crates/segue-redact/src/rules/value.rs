//! Where the value of a name stands, in every syntax that gives values to names.
//!
//! ```text
//! name ──closing quote──▶ sign (`=` `:` `=>` `>` `,` `(` ` is `) ──▶ quoted value, or bare one
//!      ──or──▶ `value=` / `<value>` next to it: a pair of name and value
//! ```

use std::ops::Range;

use super::quotes::{blank, enclosed, quote, spaces};
use super::sign::{Sign, assigns};

/// A value and how it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) range: Range<usize>,
    pub(crate) quoted: bool,
    pub(crate) sign: Sign,
}

/// Values that are longer are files.
pub(super) const LONGEST: usize = 2_048;

impl Value {
    /// Finds the value given to the name at `name`.
    pub(crate) fn after(text: &str, name: &Range<usize>) -> Option<Self> {
        let bytes = text.as_bytes();
        let closed = quote(bytes, name.end);
        let mut at = closed.map_or(name.end, |(_, end)| end);
        if let Some(from) = labelled(text, at, closed.is_some()) {
            return Self::at(text, from, name, Sign::Equals);
        }
        while matches!(bytes.get(at), Some(b']' | b')')) && (closed.is_some() || at == name.end) {
            at += 1;
        }
        // `**Password:** …` of a document.
        let bold = |at: usize| usize::from(bytes.get(at..at + 2) == Some(b"**")) * 2;
        at += bold(at);
        let (sign, at) = assigns(text, name, spaces(bytes, at), closed.is_some())?;
        Self::at(text, at + bold(at), name, sign)
    }

    fn at(text: &str, at: usize, name: &Range<usize>, sign: Sign) -> Option<Self> {
        let bytes = text.as_bytes();
        let mut at = spaces(bytes, at);
        if sign == Sign::Colon {
            at = over_type(bytes, at);
        }
        if let Sign::Tag = sign {
            let from = at + blank(bytes, at);
            let mut value = Self::until(bytes, from, true, sign, |byte| byte == b'<');
            // Only what a closing tag follows is what the tag encloses.
            let closes = bytes.get(value.range.end..value.range.end + 2) == Some(b"</");
            value.trim(text);
            return closes.then_some(value);
        }
        if let Some(from) = block(bytes, at).filter(|_| sign == Sign::Colon) {
            return Some(Self::until(bytes, from, false, sign, |byte| {
                byte.is_ascii_whitespace()
            }));
        }
        // A quoted value may stand in the next line, and have a letter before it.
        let next = at + blank(bytes, at).min(80);
        let prefix = usize::from(
            matches!(
                bytes.get(at),
                Some(b'b' | b'r' | b'u' | b'f' | b'@' | b'N' | b'L')
            ) && matches!(bytes.get(at + 1), Some(b'"' | b'\'')),
        );
        let opened = quote(bytes, at + prefix)
            .or_else(|| quote(bytes, next).filter(|_| matches!(sign, Sign::Equals | Sign::Colon)));
        if let Some((mark, from)) = opened {
            let (from, end) = enclosed(bytes, mark, from);
            return Some(Self {
                range: from..end,
                quoted: true,
                sign,
            });
        }
        for (open, close) in [("“", "”"), ("«", "»"), ("„", "“"), ("‘", "’"), ("「", "」")]
        {
            if let Some(rest) = text.get(at..).and_then(|rest| rest.strip_prefix(open)) {
                let from = at + open.len();
                let length = rest.find(close).filter(|length| *length <= LONGEST)?;
                return Some(Self {
                    range: from..from + length,
                    quoted: true,
                    sign,
                });
            }
        }
        let line = starts_line(text, name.start) && matches!(sign, Sign::Equals | Sign::Colon);
        let mut value = Self::until(bytes, at, false, sign, |byte| {
            let ends = byte <= b' ' || matches!(byte, b'"' | b'\'' | b'`');
            let inner = matches!(
                byte,
                b',' | b';' | b')' | b'}' | b']' | b'<' | b'>' | b'|' | b'\\'
            );
            // Letters with accents belong to words; other signs end them.
            ends || !line && (inner || byte >= 0xc0 && !(0xc3..=0xd3).contains(&byte))
        });
        while !text.is_char_boundary(value.range.end) {
            value.range.end -= 1;
        }
        value.end_before_next(bytes);
        value.trim(text);
        if value.range.is_empty() && sign == Sign::Colon {
            return Self::below(text, value.range.start);
        }
        Some(value)
    }

    /// Finds the value after `password:` alone in the next line.
    fn below(text: &str, at: usize) -> Option<Self> {
        let rest = text.get(at..)?;
        let from = at + rest.len()
            - rest
                .strip_prefix("\r")
                .unwrap_or(rest)
                .strip_prefix('\n')?
                .len();
        let line = text.get(from..)?.lines().next()?;
        (super::judge::is_made_up(line)).then(|| Self {
            range: from..from + line.len(),
            quoted: false,
            sign: Sign::Said,
        })
    }

    fn until(
        bytes: &[u8],
        from: usize,
        quoted: bool,
        sign: Sign,
        ends: impl Fn(u8) -> bool,
    ) -> Self {
        let rest = bytes.get(from..).unwrap_or_default();
        let length = rest
            .iter()
            .take(LONGEST)
            .take_while(|byte| !ends(**byte))
            .count();
        Self {
            range: from..from + length,
            quoted,
            sign,
        }
    }

    /// Ends the value where the next name begins, in `a=1;b=2` and `a=1&b=2`.
    fn end_before_next(&mut self, bytes: &[u8]) {
        let value = bytes.get(self.range.clone()).unwrap_or_default();
        let next = |at: &usize| {
            let rest = value.get(at + 1..).unwrap_or_default();
            let name = rest
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
                .count();
            name > 0 && matches!(rest.get(name), Some(b'=' | b':')) || name == 0
        };
        let cut = value
            .iter()
            .enumerate()
            .filter(|(_, byte)| matches!(byte, b';' | b'&' | b',' | b'\\'))
            .map(|(at, _)| at)
            .find(next);
        if let Some(cut) = cut {
            self.range.end = self.range.start + cut;
        }
    }

    /// Trims what belongs to the sentence or the statement around the value.
    fn trim(&mut self, text: &str) {
        let value = text.get(self.range.clone()).unwrap_or_default();
        let signs: &[char] = match self.sign {
            Sign::Said | Sign::Space => &['.', ',', ';', ':', ')'],
            Sign::Tag => &[' ', '\n', '\r', '\t'],
            _ => &[',', ';'],
        };
        self.range.end = self.range.start + value.trim_end_matches(signs).len();
    }
}

/// Finds the value beside a name that is a value itself: `name="token" value="…"`, `- name: TOKEN`
/// and `value: …` below it, `<key>Token</key><string>…`, `variable "token" { default = "…" }`.
fn labelled(text: &str, at: usize, closed: bool) -> Option<usize> {
    let rest = text.get(at..)?;
    let first = rest.as_bytes().first()?;
    if *first == b'<' {
        let near = rest.get(..rest.floor_char_boundary(120))?;
        let tag = near.trim_start_matches(|c| c != '>').get(1..)?;
        let tag = tag.trim_start();
        let opens = ["<string>", "<value>", "<Value>"]
            .iter()
            .find(|open| tag.starts_with(**open))?;
        return Some(at + (near.len() - tag.len()) + opens.len());
    }
    if !closed && !matches!(first, b'\n' | b'\r') {
        return None;
    }
    let signs = |c: char| c.is_whitespace() || matches!(c, ',' | '"' | '\\' | '\'' | '{');
    let next = rest.trim_start_matches(signs);
    let skipped = rest.len() - next.len();
    if skipped > 80 {
        return None;
    }
    // `variable "token" { type = string … }`
    let typed = next
        .strip_prefix("type")
        .and_then(|rest| Some(rest.get(rest.find('\n')?..)?.trim_start()));
    let skipped = typed
        .filter(|rest| rest.starts_with("default"))
        .map_or(skipped, |later| rest.len() - later.len());
    let next = rest.get(skipped..)?;
    let words = ["value", "Value", "default", "content"];
    let word = words.iter().find(|word| next.starts_with(**word))?;
    let from = at + skipped + word.len();
    let after = quote(text.as_bytes(), from).map_or(from, |(_, end)| end);
    let after = spaces(text.as_bytes(), after);
    matches!(text.as_bytes().get(after), Some(b'=' | b':')).then_some(after + 1)
}

/// Finds where the text of a YAML block begins: `|`, `>-` and a new line.
fn block(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let mark = matches!(rest.first(), Some(b'|' | b'>'));
    let signs = rest
        .iter()
        .take(3)
        .take_while(|byte| matches!(byte, b'|' | b'>' | b'-' | b'+'))
        .count();
    (mark && rest.get(signs) == Some(&b'\n')).then(|| at + signs + blank(bytes, at + signs))
}

/// Checks whether a name begins its line, not counting line numbers, diff marks and words that set
/// variables.
pub(crate) fn starts_line(text: &str, at: usize) -> bool {
    let head = text.get(..at).unwrap_or_default();
    let from = head.rfind('\n').map_or(0, |newline| newline + 1);
    let line = head.get(from..).unwrap_or_default();
    line.len() <= 60
        && line
            .split([' ', '\t', ':', '|', '→', '+', '-', '>'])
            .all(|word| {
                word.is_empty()
                    || word.bytes().all(|byte| byte.is_ascii_digit())
                    || matches!(
                        word,
                        "export" | "set" | "SET" | "ENV" | "ARG" | "env" | "setx" | "declare" | "x"
                    )
            })
}

/// Skips a type in code: `: &str = `, `: string = `.
fn over_type(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let sort = |byte: &&u8| {
        byte.is_ascii_alphanumeric()
            || matches!(
                byte,
                b'&' | b'<' | b'>' | b'?' | b'[' | b']' | b'\'' | b'_' | b':'
            )
    };
    let word = rest.iter().take(40).take_while(sort).count();
    let more = spaces(bytes, at + word);
    let word = word
        + rest
            .get(more - at..)
            .unwrap_or_default()
            .iter()
            .take(20)
            .take_while(sort)
            .count()
        + (more - at - word);
    let equals = spaces(bytes, at + word);
    let apart = equals > 0 && bytes.get(equals - 1) == Some(&b' ');
    if word > 0 && apart && bytes.get(equals) == Some(&b'=') && bytes.get(equals + 1) != Some(&b'=')
    {
        spaces(bytes, equals + 1)
    } else {
        at
    }
}
