//! Where a text stands in messages, whatever its case, also in what is folded.

use regex::{Regex, RegexBuilder};
use segue_conversation::{Body, Message};
use segue_door::{Failure, FoundInMessages, Hit, PartKind, ShownMessage};

use super::message::{Piece, about, contents, pieces};

/// Characters of what is looked for.
const TEXT: usize = 200;

/// Characters before and after a hit.
const BEFORE: usize = 60;
const AFTER: usize = 120;

/// Hits of one answer, and their bytes as JSON, about.
const HITS: u32 = 500;
const HIT_BYTES: usize = 500 << 10;

/// A search in messages, one after the other.
pub(crate) struct Find {
    text: Regex,
    most: usize,
    bytes: usize,
    found: FoundInMessages,
}

impl Find {
    /// Begins to look for a text.
    pub(crate) fn new(text: &str, limit: u32) -> Result<Self, Failure> {
        if text.trim().is_empty() {
            return Err(Failure::invalid("There is no text to look for."));
        }
        if text.chars().count() > TEXT {
            return Err(Failure::invalid(format!(
                "The text to look for is too long: it may have {TEXT} characters."
            )));
        }
        let text = RegexBuilder::new(&regex::escape(text))
            .case_insensitive(true)
            .build()
            .map_err(|_| Failure::invalid("This text can't be looked for."))?;
        Ok(Self {
            text,
            most: limit.clamp(1, HITS) as usize,
            bytes: 0,
            found: FoundInMessages::default(),
        })
    }

    /// Looks through a whole message.
    pub(crate) fn see(&mut self, number: u64, message: &Message) {
        for (part, piece) in pieces(message).enumerate() {
            match piece {
                Piece::Picture(file, _) => self.look(number, part, &about(file)),
                Piece::Part(each) => match &each.body {
                    Body::Text(text) | Body::Reasoning(text) => self.look(number, part, text),
                    Body::Call(call) => {
                        self.look(number, part, &said(&call.name, call.input.text()));
                    }
                    Body::Result(result) => {
                        self.look(number, part, &contents(&result.content, usize::MAX).0);
                    }
                    Body::File(file) => self.look(number, part, &about(file)),
                    Body::Other(json) => self.look(number, part, json.text()),
                },
            }
        }
    }

    /// Looks through a message that is shown whole.
    pub(crate) fn see_shown(&mut self, message: &ShownMessage) {
        for (at, part) in message.parts.iter().enumerate() {
            match part.kind {
                PartKind::ToolCall => {
                    let tool = part.tool.as_deref().unwrap_or_default();
                    self.look(message.number, at, &said(tool, &part.text));
                }
                _ => self.look(message.number, at, &part.text),
            }
        }
    }

    /// Returns what was found.
    pub(crate) fn finish(self) -> FoundInMessages {
        self.found
    }

    fn look(&mut self, number: u64, part: usize, text: &str) {
        for place in self.text.find_iter(text) {
            self.found.total += 1;
            if self.found.hits.len() >= self.most || self.bytes > HIT_BYTES {
                continue;
            }
            let before = text.get(..place.start()).unwrap_or_default();
            let after = text.get(place.end()..).unwrap_or_default();
            let mut before: Vec<char> = before.chars().rev().take(BEFORE).collect();
            before.reverse();
            let hit = Hit {
                number,
                part: u32::try_from(part).unwrap_or(u32::MAX),
                before: flat(before.into_iter()),
                hit: flat(place.as_str().chars()),
                after: flat(after.chars().take(AFTER)),
            };
            self.bytes += serde_json::to_string(&hit).map_or(0, |json| json.len());
            self.found.hits.push(hit);
        }
    }
}

/// Puts a text on one line.
fn flat(text: impl Iterator<Item = char>) -> String {
    text.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Collects the words of a call: its tool and every text and number in its input, without what JSON
/// puts around them.
fn said(tool: &str, input: &str) -> String {
    let mut out = tool.to_owned();
    match serde_json::from_str(input) {
        Ok(value) => leaves(&value, &mut out),
        Err(_) => {
            out.push('\n');
            out.push_str(input);
        }
    }
    out
}

fn leaves(value: &serde_json::Value, out: &mut String) {
    use serde_json::Value;
    match value {
        // What is parsed is never deeper than a hundred levels.
        Value::Object(members) => members.values().for_each(|value| leaves(value, out)),
        Value::Array(items) => items.iter().for_each(|value| leaves(value, out)),
        Value::String(text) => {
            out.push('\n');
            out.push_str(text);
        }
        Value::Number(number) => {
            out.push('\n');
            out.push_str(&number.to_string());
        }
        Value::Null | Value::Bool(_) => {}
    }
}
