//! Calls in records that stand beside the conversation: branches that were left.
//!
//! They are written again as they were, and any branch may be gone back to. A call in one that has
//! no answer gets one in the end, so that no session we write waits for a tool.

use std::collections::HashMap;

use segue_conversation::json::{JsonLimits, Object, Tape};
use segue_conversation::turns::NO_RESULT;

/// The calls and results met so far.
#[derive(Debug, Default)]
pub struct Branches {
    /// Calls, each with the record it is in.
    calls: HashMap<String, String>,
    answered: Vec<String>,
}

impl Branches {
    /// Notes the calls and results in a record that was written again.
    pub fn met(&mut self, line: &str, id: &str) {
        if !line.contains("\"tool_use\"") && !line.contains("\"tool_result\"") {
            return;
        }
        let mut tape = Tape::default();
        let Ok(record) = tape.parse(line.as_bytes(), &JsonLimits::default()) else {
            return;
        };
        let content = record
            .get("message")
            .and_then(|message| message.get("content"));
        for block in content.into_iter().flat_map(|content| content.items()) {
            match block.str_of("type").as_deref() {
                Some("tool_use") => {
                    let call = block.string_of("id").unwrap_or_default();
                    self.calls.entry(call).or_insert_with(|| id.to_owned());
                }
                Some("tool_result") => self.answered.extend(block.string_of("tool_use_id")),
                _ => {}
            }
        }
    }

    /// Lists the calls without a result, each with the record it is in.
    pub fn open(mut self) -> Vec<(String, String)> {
        for call in &self.answered {
            self.calls.remove(call);
        }
        let mut open: Vec<(String, String)> = self.calls.into_iter().collect();
        open.sort();
        open
    }
}

/// Writes the message that answers a call by saying that there is no result.
pub fn no_result(call: &str) -> String {
    let mut out = String::new();
    let mut message = Object::begin(&mut out);
    message.string("role", "user");
    let content = message.key("content");
    content.push('[');
    let mut block = Object::begin(content);
    block
        .string("type", "tool_result")
        .string("tool_use_id", call)
        .string("content", NO_RESULT)
        .raw("is_error", "true");
    block.end();
    content.push(']');
    message.end();
    out
}
