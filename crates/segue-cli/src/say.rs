//! Printing: text for people, or the reply itself as JSON. Foreign text is made printable first.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use segue_node::{Code, Failure};
use serde::Serialize;

/// How this command prints.
pub struct Say {
    json: bool,
}

impl Say {
    pub fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether a program reads along.
    pub fn json(&self) -> bool {
        self.json
    }

    /// Prints a reply: as JSON, or as the text made from it.
    pub fn reply<T: Serialize>(&self, value: &T, text: impl FnOnce(&T) -> String) {
        if self.json {
            match serde_json::to_string_pretty(value) {
                Ok(json) => line(&json),
                Err(error) => eprintln!("segue: {error}"),
            }
        } else {
            line(&text(value));
        }
    }

    /// Prints one value as one line of JSON, for streams.
    pub fn record<T: Serialize>(&self, value: &T, text: impl FnOnce(&T) -> String) {
        if self.json {
            match serde_json::to_string(value) {
                Ok(json) => line(&json),
                Err(error) => eprintln!("segue: {error}"),
            }
        } else {
            line(&text(value));
        }
    }

    /// Prints a failure with its next steps, and says which code to end with.
    pub fn failure(&self, failure: &Failure) -> ExitCode {
        if self.json {
            match serde_json::to_string_pretty(&serde_json::json!({ "failure": failure })) {
                Ok(json) => line(&json),
                Err(error) => eprintln!("segue: {error}"),
            }
        } else {
            let mut text = format!("segue: {}", printable(&failure.message));
            for hint in &failure.hints {
                // Writing to a string does not fail.
                write!(text, "\n  {}", printable(hint)).ok();
            }
            eprintln!("{text}");
        }
        match failure.code {
            Code::Invalid => ExitCode::from(2),
            Code::Refused => ExitCode::from(3),
            _ => ExitCode::FAILURE,
        }
    }
}

/// Prints a line; a reader that went away ends the program quietly, as with any other command.
pub fn line(text: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// The text with everything that a terminal would obey, or that hides or turns text, written out.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_invisible(c) {
            // Writing to a string does not fail.
            write!(out, "<{:04X}>", u32::from(c)).ok();
        } else {
            out.push(c);
        }
    }
    out
}

/// Characters that show nothing or change the direction of others.
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
            "a<001B>]52;c;eA==<0007>b"
        );
        assert_eq!(
            printable("x\u{202e}cod.exe\u{200b}"),
            "x<202E>cod.exe<200B>"
        );
        assert_eq!(
            printable("line\nbreak\ttab\r"),
            "line<000A>break<0009>tab<000D>"
        );
        assert_eq!(
            printable("c1 \u{9b}31m tag \u{e0041}"),
            "c1 <009B>31m tag <E0041>"
        );
    }

    #[test]
    fn ordinary_text_of_any_language_stays() {
        for text in ["Åsa O'Neil", "名前", "שלום", "emoji 🙂", "–“”…"] {
            assert_eq!(printable(text), text);
        }
    }
}
