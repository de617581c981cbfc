//! Printing: text for people, or the reply itself as JSON. Foreign text is made printable first.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, Ordering};

use segue_door::{Code, Failure};
use serde::Serialize;

/// The way a command prints: as text or as JSON.
pub struct Say {
    json: bool,
}

/// Whether standard output can still be written to.
static OUTPUT: AtomicU8 = AtomicU8::new(OPEN);
const OPEN: u8 = 0;
const READER_GONE: u8 = 1;
const BROKEN: u8 = 2;

impl Say {
    pub fn new(json: bool) -> Self {
        Self { json }
    }

    /// Tells whether the output is JSON, for a program.
    pub fn json(&self) -> bool {
        self.json
    }

    /// Prints a reply: as JSON, or as the text made from it.
    pub fn reply<T: Serialize>(&self, value: &T, text: impl FnOnce(&T) -> String) {
        let json = || serde_json::to_string_pretty(value);
        line(&if self.json {
            escaped(json())
        } else {
            text(value)
        });
    }

    /// Prints a reply to standard error, since standard output has something else.
    pub fn beside<T: Serialize>(&self, value: &T, text: impl FnOnce(&T) -> String) {
        complain(&if self.json {
            escaped(serde_json::to_string_pretty(value))
        } else {
            text(value)
        });
    }

    /// Prints one value as one line of JSON, for streams.
    pub fn record<T: Serialize>(&self, value: &T, text: impl FnOnce(&T) -> String) {
        let json = || serde_json::to_string(value);
        line(&if self.json {
            escaped(json())
        } else {
            text(value)
        });
    }

    /// Prints a failure with its next steps, and returns the exit code.
    pub fn failure(&self, failure: &Failure) -> ExitCode {
        if self.json {
            self.reply(&serde_json::json!({ "failure": failure }), |_| {
                String::new()
            });
        } else {
            let mut text = format!("segue: {}", printable(&failure.message));
            for hint in &failure.hints {
                text.push_str("\n  ");
                text.push_str(&printable(hint));
            }
            complain(&text);
        }
        match failure.code {
            Code::Invalid => ExitCode::from(2),
            Code::Refused => ExitCode::from(3),
            _ => ExitCode::FAILURE,
        }
    }

    /// Returns the code to exit with: that of the command, unless its output could not be written.
    pub fn ended(&self, code: ExitCode) -> ExitCode {
        if OUTPUT.load(Ordering::Relaxed) == BROKEN && code == ExitCode::SUCCESS {
            ExitCode::FAILURE
        } else {
            code
        }
    }
}

/// Prints a line. A reader that went away is no fault of the command's; a full disk is.
pub fn line(text: &str) {
    if is_gone() {
        return;
    }
    let mut out = std::io::stdout().lock();
    wrote(writeln!(out, "{text}").and_then(|()| out.flush()));
}

/// Copies everything to standard output, as it is.
pub fn copy(mut from: impl std::io::Read) {
    let mut out = std::io::stdout().lock();
    wrote(std::io::copy(&mut from, &mut out).and_then(|_| out.flush()));
}

fn wrote(result: std::io::Result<()>) {
    if let Err(error) = result {
        let gone = error.kind() == std::io::ErrorKind::BrokenPipe;
        OUTPUT.store(if gone { READER_GONE } else { BROKEN }, Ordering::Relaxed);
        if !gone {
            complain(&format!("segue: The output can't be written: {error}."));
        }
    }
}

/// Checks whether nobody reads the output any more, in which case a command that would go on for
/// ever should end.
pub fn is_gone() -> bool {
    OUTPUT.load(Ordering::Relaxed) != OPEN
}

/// Prints to standard error. When even that is closed there is nobody left to tell.
pub fn complain(text: &str) {
    writeln!(std::io::stderr(), "{text}").ok();
}

/// Escapes every character of a JSON text that a terminal would obey, or that hides or reorders
/// text. Such characters occur in strings only, so the value of the JSON stays the same.
fn escaped(json: serde_json::Result<String>) -> String {
    let json = json.unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"));
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if (c.is_control() && c != '\n') || is_invisible(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string does not fail.
                write!(out, "\\u{unit:04x}").ok();
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Spells out everything in a text that a terminal would obey, or that hides or reorders text.
/// Joiners stay where they belong: inside emoji, and between letters of scripts that use them.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let belongs = matches!(c, '\u{200c}' | '\u{200d}') && joins(before, rest.peek().copied());
        if c.is_control() || (is_invisible(c) && !belongs) {
            // Writing to a string does not fail.
            write!(out, "[U+{:04X}]", u32::from(c)).ok();
        } else {
            out.push(c);
        }
        before = Some(c);
    }
    out
}

/// Checks whether a joiner is between two characters that it can join: emoji, or letters outside
/// the scripts that never use one.
fn joins(before: Option<char>, after: Option<char>) -> bool {
    let can = |c: char| {
        let plain = matches!(c, '\0'..='\u{58f}' | '\u{1e00}'..='\u{1fff}');
        let picture = matches!(c, '\u{fe0f}' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}');
        picture || (c.is_alphabetic() && !plain)
    };
    before.is_some_and(can) && after.is_some_and(can)
}

/// Checks whether a character shows nothing or changes the direction of others.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal_as_a_command() {
        assert_eq!(
            printable("a\x1b]52;c;eA==\x07b"),
            "a[U+001B]]52;c;eA==[U+0007]b"
        );
        assert_eq!(
            printable("x\u{202e}cod.exe\u{200b}"),
            "x[U+202E]cod.exe[U+200B]"
        );
        assert_eq!(
            printable("line\nbreak\ttab\r"),
            "line[U+000A]break[U+0009]tab[U+000D]"
        );
        assert_eq!(
            printable("c1 \u{9b}31m tag \u{e0041}"),
            "c1 [U+009B]31m tag [U+E0041]"
        );
    }

    #[test]
    fn json_stays_the_same_and_commands_nothing() {
        let value = serde_json::json!({ "a\u{9b}": "x\u{202e}\u{e0041}y\u{1b}", "b": ["\n", "é"] });
        for json in [
            serde_json::to_string(&value),
            serde_json::to_string_pretty(&value),
        ] {
            let out = escaped(json);
            assert!(
                !out.contains(['\u{9b}', '\u{202e}', '\u{e0041}', '\u{1b}']),
                "{out}"
            );
            assert_eq!(
                serde_json::from_str::<serde_json::Value>(&out).unwrap(),
                value
            );
        }
    }

    #[test]
    fn ordinary_text_of_any_language_stays() {
        for text in [
            "Åsa O'Neil",
            "名前",
            "שלום",
            "emoji 🙂 👩\u{200d}👧",
            "نمی\u{200c}دانم",
            "–“”…",
        ] {
            assert_eq!(printable(text), text);
        }
    }
}
