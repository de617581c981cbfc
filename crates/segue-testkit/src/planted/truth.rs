//! What is known about a planted line.

use serde_json::Value;

use super::{Category, Form};

/// One planted secret, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// The session it is in.
    pub session: String,
    /// The line it is in, from 1.
    pub line: usize,
    /// What kind it is.
    pub kind: &'static str,
    /// What sort of thing that is.
    pub category: Category,
    /// Whether the kind is kept back.
    pub held_out: bool,
    /// Where and how it stands there.
    pub form: Form,
    /// What must not leave, in plain letters; several when it has parts.
    pub values: Vec<String>,
    /// The same as it stands in the line, each way once.
    pub hidden: Vec<String>,
}

/// One thing that looks like a secret and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The session it is in.
    pub session: String,
    /// The line it is in, from 1.
    pub line: usize,
    /// What kind it is.
    pub kind: &'static str,
    /// Whether the kind is kept back.
    pub held_out: bool,
    pub text: String,
}

/// Shorter pieces are in other words too.
const SHORT: usize = 8;
/// Longer lines are looked for by halves as well: cutting off the end is not enough.
const LONG: usize = 32;

impl Secret {
    /// Checks whether anything of it is in a text that should hold nothing of it: a line or half a
    /// line of a value, or of what it was hidden as. JSON is looked into as well, line by line.
    pub fn is_in(&self, text: &str) -> bool {
        let pieces = self.pieces();
        let holds = |text: &str| pieces.iter().any(|piece| text.contains(piece));
        holds(text)
            || text
                .lines()
                .any(|line| strings(line).iter().any(|text| holds(text)))
    }

    fn pieces(&self) -> Vec<String> {
        let unescaped = |hidden: &String| serde_json::from_str(&format!("\"{hidden}\"")).ok();
        let mut texts: Vec<String> = self.hidden.iter().filter_map(unescaped).collect();
        texts.extend(self.hidden.iter().chain(&self.values).cloned());
        let mut pieces = Vec::new();
        // Line ends may be escaped as well.
        for line in texts
            .iter()
            .flat_map(|text| text.split("\\n").flat_map(str::lines))
        {
            if line.len() >= LONG {
                let (one, two) = line.split_at(line.floor_char_boundary(line.len() / 2));
                pieces.extend([one.to_owned(), two.to_owned()]);
            } else if line.len() >= SHORT {
                pieces.push(line.to_owned());
            }
        }
        pieces
    }

    /// Returns its value with the middle left out, for lists.
    pub fn masked(&self) -> String {
        let value = self.values.first().map_or("", String::as_str);
        let shown: String = value.chars().take(6).collect();
        let end: String = value
            .chars()
            .skip(6)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .take(2)
            .collect();
        format!(
            "{}…{} ({} letters)",
            shown.replace('\n', "⏎"),
            end.chars().rev().collect::<String>(),
            value.chars().count()
        )
    }
}

/// Collects every string in a line of JSON, and in JSON within those.
pub(super) fn strings(line: &str) -> Vec<String> {
    let (mut found, mut queue) = (Vec::new(), vec![]);
    queue.extend(serde_json::from_str::<Value>(line).ok());
    while let Some(value) = queue.pop() {
        match value {
            Value::String(text) => {
                if text.starts_with(['{', '[']) {
                    queue.extend(serde_json::from_str::<Value>(&text).ok());
                }
                found.push(text);
            }
            Value::Array(items) => queue.extend(items),
            Value::Object(fields) => {
                for (name, value) in fields {
                    found.push(name);
                    queue.push(value);
                }
            }
            _ => {}
        }
    }
    found
}
