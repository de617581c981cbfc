//! Puts records into sessions: ordinary talk between them, ids and times on every line, the marks
//! taken out of the line that holds something.

use serde_json::{Value, json};

use super::mark::take;
use super::records::Turn;
use super::talk;
use crate::large::Dice;
use crate::samples::claude::id;

/// A session in the making.
pub struct Making {
    /// Its id, and the name of its file.
    pub name: String,
    pub lines: Vec<String>,
    last: Value,
    calls: u64,
}

impl Making {
    /// Creates an empty session with this number.
    pub fn new(number: u32) -> Self {
        Self {
            name: id(number),
            lines: Vec::new(),
            last: Value::Null,
            calls: 0,
        }
    }

    /// Adds ordinary talk.
    pub fn talk(&mut self, dice: &mut Dice) {
        for record in talk::turn(dice) {
            self.add(record);
        }
    }

    /// Adds a record with marks and those around it. Returns the number of its line, and what was
    /// between the marks.
    pub fn plant(&mut self, turn: Turn) -> (usize, Vec<String>) {
        for record in turn.before {
            self.add(record);
        }
        let hidden = self.add(turn.planted);
        let line = self.lines.len();
        for record in turn.after {
            self.add(record);
        }
        (line, hidden)
    }

    /// Adds a title at the end.
    pub fn title(&mut self, dice: &mut Dice) {
        let line = json!({"type": "custom-title", "customTitle": talk::title(dice), "sessionId": self.name});
        self.lines.push(line.to_string());
    }

    fn add(&mut self, mut record: Value) -> Vec<String> {
        let number = self.lines.len() + 1;
        self.number_call(&mut record);
        let uuid = format!(
            "{number:08x}-1111-4000-8000-{:0>12.12}",
            self.name.replace('-', "")
        );
        let (hour, minute, second) = (9 + number / 360 % 12, number / 6 % 60, number % 6 * 10);
        let common = json!({
            "uuid": uuid, "parentUuid": self.last, "sessionId": self.name, "cwd": "/home/dev/shop",
            "timestamp": format!("2026-11-01T{hour:02}:{minute:02}:{second:02}.000Z"),
            "version": "2.1.325", "gitBranch": "main", "isSidechain": false,
            "userType": "external", "entrypoint": "cli"
        });
        if let (Value::Object(record), Value::Object(common)) = (&mut record, common) {
            record.extend(common);
        }
        self.last = json!(uuid);
        let (line, hidden) = take(&record.to_string());
        self.lines.push(line);
        hidden
    }

    /// Gives a call the next id, and a result the id of the call before it.
    fn number_call(&mut self, record: &mut Value) {
        let number = self.lines.len();
        if record["type"] == "assistant" {
            record["message"]["id"] = json!(format!("msg_{number:06}"));
            record["requestId"] = json!(format!("req_{number:06}"));
        }
        let Some(block) = record.pointer_mut("/message/content/0") else {
            return;
        };
        if block["type"] == "tool_use" {
            self.calls += 1;
            block["id"] = json!(format!("toolu_{:06}", self.calls));
        } else if block["type"] == "tool_result" {
            block["tool_use_id"] = json!(format!("toolu_{:06}", self.calls));
        }
    }
}
