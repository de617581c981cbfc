//! Sessions of Claude Code: one JSON object a line, each naming the one before it.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

/// A session in the making.
#[derive(Clone, Debug)]
pub struct Session {
    id: String,
    cwd: String,
    lines: Vec<Value>,
    last: Value,
    count: u32,
}

/// Returns an id that is always the same for the same number.
pub fn id(number: u32) -> String {
    // The first eight digits differ, as they do in the wild.
    let mixed = number.wrapping_mul(2_654_435_761);
    format!("{mixed:08x}-0000-4000-8000-{number:012x}")
}

impl Session {
    /// Creates an empty session with this id, begun in this folder.
    pub fn new(id: impl Into<String>, cwd: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            cwd: cwd.into(),
            lines: Vec::new(),
            last: Value::Null,
            count: 0,
        }
    }

    /// Creates a session of one question and one answer.
    pub fn tiny(number: u32, cwd: &str) -> Self {
        Self::new(id(number), cwd)
            .ask(&format!("Question number {number}"))
            .answer(&format!("Answer number {number}"))
    }

    /// Creates a session with a title, words, a tool call with its result, and thinking.
    pub fn rich(number: u32, cwd: &str) -> Self {
        Self::new(id(number), cwd)
            .ask("The login form forgets what was typed. Please find out why.")
            .think("The state is probably kept in the wrong place.")
            .answer("I will look at the form first.")
            .call(
                "Read",
                json!({"file_path": format!("{cwd}/src/form.ts")}),
                "export const form = 1;",
            )
            .answer("The state was made anew on every key. I moved it up.")
            .ask("Thanks! Now write a test for it.")
            .answer("Done: src/form.test.ts checks that typing is kept.")
            .title("Fix the login form")
    }

    /// Returns the session's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Adds something the person says.
    #[must_use]
    pub fn ask(mut self, text: &str) -> Self {
        self.add(json!({"type": "user", "message": {"role": "user", "content": text}}));
        self
    }

    /// Replaces what was said last: the person takes it back and says something else instead.
    #[must_use]
    pub fn again(mut self, text: &str) -> Self {
        let before = self.lines.last().map(|line| line["parentUuid"].clone());
        self = self.ask(text);
        if let (Some(last), Some(before)) = (self.lines.last_mut(), before) {
            last["parentUuid"] = before;
        }
        self
    }

    /// Adds something the agent says.
    #[must_use]
    pub fn answer(self, text: &str) -> Self {
        self.block(json!({"type": "text", "text": text}))
    }

    /// Adds something the agent thinks.
    #[must_use]
    pub fn think(self, text: &str) -> Self {
        self.block(json!({"type": "thinking", "thinking": text, "signature": "c2lnbmVk"}))
    }

    /// Adds a tool call of the agent's and the tool's answer.
    #[must_use]
    pub fn call(self, tool: &str, input: Value, output: &str) -> Self {
        let call = format!("toolu_{:08}", self.count);
        let mut after = self.block(json!({
            "type": "tool_use", "id": call, "name": tool, "input": input
        }));
        let result = json!([{"type": "tool_result", "tool_use_id": call, "content": output}]);
        after.add(json!({"type": "user", "message": {"role": "user", "content": result}}));
        after
    }

    /// Adds a title.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        let line = json!({"type": "custom-title", "customTitle": title, "sessionId": self.id});
        self.lines.push(line);
        self
    }

    /// Returns the session as text, one line per record.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Returns the file it has under an agent's folder, usually `HOME/.claude`.
    pub fn path(&self, root: &Path) -> PathBuf {
        let dashed = |unit: u16| match char::from_u32(u32::from(unit)) {
            Some(c) if c.is_ascii_alphanumeric() => c,
            _ => '-',
        };
        let folder: String = self.cwd.encode_utf16().map(dashed).collect();
        root.join("projects")
            .join(folder)
            .join(format!("{}.jsonl", self.id))
    }

    /// Writes it where the agent would, last changed so many seconds after the beginning of 2020.
    pub fn write(&self, root: &Path, seconds: u64) -> PathBuf {
        self.write_text(root, seconds, &self.text())
    }

    /// Writes other text in its place, for what is torn or damaged.
    pub fn write_text(&self, root: &Path, seconds: u64, text: &str) -> PathBuf {
        let path = self.path(root);
        let folder = path.parent().expect("a session is in a folder");
        std::fs::create_dir_all(folder).expect("a folder for sessions");
        std::fs::write(&path, text).expect("a session can be written");
        let file = std::fs::File::options().write(true).open(&path);
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_577_836_800 + seconds);
        file.and_then(|file| file.set_modified(time))
            .expect("its time can be set");
        path
    }

    fn block(mut self, block: Value) -> Self {
        let message = format!("msg_{:08}", self.count);
        self.add(
            json!({"type": "assistant", "requestId": "req_1", "message": {
                "id": message, "type": "message", "role": "assistant", "model": "claude-opus-5-5",
                "content": [block], "stop_reason": null, "stop_sequence": null,
                "usage": {"input_tokens": 1, "output_tokens": 2}
            }}),
        );
        self
    }

    fn add(&mut self, mut record: Value) {
        self.count += 1;
        let uuid = format!("{:08x}-1111-4000-8000-{:0>12.12}", self.count, self.id);
        let (minute, second) = (self.count / 60 % 60, self.count % 60);
        let common = json!({
            "uuid": uuid, "parentUuid": self.last, "sessionId": self.id, "cwd": self.cwd,
            "timestamp": format!("2020-11-01T10:{minute:02}:{second:02}.000Z"),
            "version": "2.1.325", "gitBranch": "main", "isSidechain": false,
            "userType": "external", "entrypoint": "cli"
        });
        if let (Value::Object(record), Value::Object(common)) = (&mut record, common) {
            record.extend(common);
        }
        self.last = json!(uuid);
        self.lines.push(record);
    }
}
