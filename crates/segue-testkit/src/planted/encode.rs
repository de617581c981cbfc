//! What tools do to text on its way into a record: numbers before lines, signs of a diff, escapes,
//! colours. Marks pass through.

use serde_json::{Value, json};

use super::mark::{self, CLOSE, OPEN, base64, map, plain};
use crate::large::Dice;

/// Writes a text as a tool shows a file: with a number before each line.
pub fn numbered(dice: &mut Dice, text: &str) -> String {
    let first = dice.roll(300) + 1;
    let gap = dice.pick(&["\t", "→"]);
    let line = |(at, line): (usize, &str)| format!("{:>6}{gap}{line}", first + at as u64);
    text.lines()
        .enumerate()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Writes a text as `git diff` shows lines that are new.
pub fn diff(dice: &mut Dice, file: &str, text: &str) -> String {
    let (old, new) = (dice.hex(7), dice.hex(7));
    let added: String = text.lines().map(|line| format!("\n+{line}")).collect();
    let count = text.lines().count();
    format!(
        "diff --git a/{file} b/{file}\nindex {old}..{new} 100644\n--- a/{file}\n+++ b/{file}\n@@ -4,2 +4,{} @@\n # settings{added}\n # end",
        count + 2
    )
}

/// Builds the lines of a diff as a list, as an agent keeps them beside an edit.
pub fn patch(text: &str) -> Value {
    let lines: Vec<String> = text.lines().map(|line| format!("+{line}")).collect();
    json!([{"oldStart": 4, "oldLines": 0, "newStart": 4, "newLines": lines.len(), "lines": lines}])
}

/// Writes a JSON object with the text in it.
pub fn nested(dice: &mut Dice, text: &str) -> String {
    let name = dice.name();
    json!({"service": name, "ok": true, "body": {"file": text, "lines": text.lines().count()}})
        .to_string()
}

/// Writes a JSON object like [`nested`] but as other programs do: slashes and signs escaped, and
/// now and then a letter.
pub fn nested_escaped(text: &str) -> String {
    let escape = |letter: char, every: bool| match letter {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '/' => "\\/".to_owned(),
        '=' | '&' | '<' | '>' | '\'' | '+' => format!("\\u{:04x}", u32::from(letter)),
        letter if every && "Aa3kQ".contains(letter) => format!("\\u{:04X}", u32::from(letter)),
        letter => letter.to_string(),
    };
    let text = map(
        text,
        |letter| escape(letter, false),
        |letter| escape(letter, true),
    );
    format!("{{\"status\":200,\"data\":{{\"content\":\"{text}\"}}}}")
}

/// Encodes a whole file in base64, in one line or in lines of 76.
pub fn base64_file(dice: &mut Dice, file: &str) -> String {
    let letters = base64(file.as_bytes());
    if dice.roll(3) > 0 {
        return letters;
    }
    let (mut text, mut column) = (String::new(), 0);
    for letter in letters.chars() {
        if letter != OPEN && letter != CLOSE {
            if column == 76 {
                text.push('\n');
                column = 0;
            }
            column += 1;
        }
        text.push(letter);
    }
    text
}

/// Escapes a text for URLs, as `encodeURIComponent` does.
pub fn url(text: &str) -> String {
    let one = |letter: char| {
        if letter.is_ascii_alphanumeric() || "-_.!~*'()".contains(letter) {
            return letter.to_string();
        }
        let mut bytes = [0; 4];
        let bytes = letter.encode_utf8(&mut bytes).bytes();
        bytes.map(|byte| format!("%{byte:02X}")).collect()
    };
    map(text, one, one)
}

/// Adds colours around what is hidden, as tools highlight values.
pub fn coloured(dice: &mut Dice, text: &str) -> String {
    let begin = dice.pick(&["\u{1b}[33m", "\u{1b}[1;32m", "\u{1b}[38;5;214m"]);
    let text = text.replace(OPEN, &format!("{begin}{OPEN}"));
    text.replace(CLOSE, &format!("{CLOSE}\u{1b}[0m"))
}

/// Adds colours inside what is hidden, as `grep` shows the part it was asked for.
pub fn coloured_inside(text: &str) -> String {
    let Some((before, rest)) = text.split_once(OPEN) else {
        return text.to_owned();
    };
    let at = rest.char_indices().nth(5).map_or(0, |(at, _)| at);
    let (first, after) = rest.split_at(at);
    format!("{before}{OPEN}\u{1b}[01;31m\u{1b}[K{first}\u{1b}[m\u{1b}[K{after}")
}

/// Writes a key as YAML, a letter or a variable holds it.
pub fn wrapped_key(dice: &mut Dice, text: &str) -> String {
    let each = |before: &str| {
        text.lines()
            .map(|line| format!("{before}{line}"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    match dice.roll(4) {
        0 => format!(
            "apiVersion: v1\nstringData:\n  key.pem: |\n{}",
            each("    ")
        ),
        1 => format!("On Monday ops wrote:\n{}", each("> ")),
        2 => format!("DEPLOY_KEY=\"{}\\n\"", text.replace('\n', "\\n")),
        _ => each("\t\t"),
    }
}

/// Replaces line ends by those of Windows.
pub fn crlf(text: &str) -> String {
    text.replace('\n', "\r\n")
}

/// Writes a file of settings with the text in it.
pub fn settings(text: &str) -> String {
    format!(
        "# made by setup\nNODE_ENV=production\nPORT=8080\n{}\nLOG_LEVEL=info\n",
        text.trim()
    )
}

/// Removes colours, so that tests can read the value again.
#[cfg(test)]
pub fn without_colours(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = after.split_once(['m', 'K']).map_or("", |(_, after)| after);
    }
    out + rest
}

/// Encodes marked text in base64 on its own, and hides all of it.
pub fn base64_token(text: &str) -> String {
    let letters = base64(text.as_bytes());
    // Alone it is hidden as a whole.
    mark::hide(plain(&letters))
}
