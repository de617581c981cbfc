//! The scene as Claude Code writes it: one block a line, linked by parents.

use std::path::Path;

use serde_json::{Value, json};

use super::{
    AGAIN, FAILED, FOUND, LOOK, NOW, ON, PICTURE, PRIVATE, QUESTION, SEE, SHOT, SOURCE, SUMMARY,
    THANKS, THOUGHT, TITLE, WRITTEN, calls, time,
};
use crate::scene::codex::iso;

pub(super) const SESSION: &str = "5ce5e5ce-1111-4111-8111-000000000001";

struct Lines {
    lines: Vec<Value>,
    last: Value,
    project: String,
}

impl Lines {
    fn add(&mut self, record: Value) -> Value {
        let n = self.lines.len() as i64 + 1;
        let uuid = json!(format!("5ce5e5ce-2222-4222-8222-{n:012x}"));
        let mut line = json!({"parentUuid": self.last, "isSidechain": false, "uuid": uuid,
            "timestamp": iso(time(n)), "userType": "external", "entrypoint": "cli", "cwd": self.project,
            "sessionId": SESSION, "version": "2.1.325", "gitBranch": "main"});
        if let (Some(line), Value::Object(record)) = (line.as_object_mut(), record) {
            line.extend(record);
        }
        self.lines.push(line);
        self.last = uuid.clone();
        uuid
    }

    fn user(&mut self, content: Value) -> Value {
        self.add(json!({"type": "user", "message": {"role": "user", "content": content}, "permissionMode": PRIVATE}))
    }

    fn agent(&mut self, answer: &str, block: Value) -> Value {
        self.add(json!({"type": "assistant", "message": {"id": answer, "type": "message", "role": "assistant",
            "model": "claude-opus-5-5", "content": [block], "stop_reason": null, "usage": {"input_tokens": 1, "output_tokens": 1}}}))
    }
}

fn text(words: &str) -> Value {
    json!({"type": "text", "text": words})
}

fn picture() -> Value {
    json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PICTURE}})
}

pub(super) fn write(home: &Path, project: &Path, compacted: bool) {
    let mut all = Lines {
        lines: Vec::new(),
        last: Value::Null,
        project: project.display().to_string(),
    };
    let [one, two, three] = calls().map(
        |(id, name, input)| json!({"type": "tool_use", "id": id, "name": name, "input": input}),
    );
    let result = |id: &str, content: Value, failed: bool| json!([{"tool_use_id": id, "type": "tool_result", "content": content, "is_error": failed}]);
    all.lines
        .push(json!({"type": "permission-mode", "permissionMode": PRIVATE, "sessionId": SESSION}));
    all.user(json!(QUESTION));
    all.add(json!({"type": "attachment", "attachment": {"type": "environment", "snapshot": {"workingDirectory": PRIVATE}},
        "rendered": [{"content": PRIVATE}], "renderedRole": "system"}));
    all.agent(
        "msg_a",
        json!({"type": "thinking", "thinking": THOUGHT, "signature": PRIVATE}),
    );
    all.agent("msg_a", text(LOOK));
    let first = all.agent("msg_a", one);
    let second = all.agent("msg_a", two);
    all.last = first;
    all.user(result("call_one", json!(SOURCE), false));
    all.last = second;
    all.user(result("call_two", json!(FAILED), true));
    all.agent("msg_b", text(AGAIN));
    all.agent("msg_b", three);
    all.user(result("call_three", json!([text(SHOT), picture()]), false));
    let fork = all.agent("msg_c", text(FOUND));
    all.user(json!("This was taken back."));
    all.agent("msg_d", text("So was this."));
    all.last = fork;
    all.user(json!([text(SEE), picture()]));
    all.agent("msg_e", text(THANKS));
    if compacted {
        let before = std::mem::replace(&mut all.last, Value::Null);
        all.add(json!({"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted",
            "logicalParentUuid": before, "level": "info", "compactMetadata": {"trigger": "manual", "preTokens": 9}}));
        all.add(
            json!({"type": "user", "isCompactSummary": true, "isVisibleInTranscriptOnly": true,
            "message": {"role": "user", "content": SUMMARY}}),
        );
        all.agent("msg_f", text(ON));
        all.user(json!(NOW));
        all.agent("msg_g", text(WRITTEN));
    }
    let leaf = all.last.clone();
    all.lines
        .push(json!({"type": "custom-title", "customTitle": TITLE, "sessionId": SESSION}));
    all.lines.push(
        json!({"type": "last-prompt", "lastPrompt": "x", "leafUuid": leaf, "sessionId": SESSION}),
    );
    all.lines.push(json!({"type": "api-request", "id": "r", "params": {"system": PRIVATE}, "sessionId": SESSION}));
    let folder: String = project
        .to_string_lossy()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let folder = home.join(".claude/projects").join(folder);
    let text: String = all.lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::create_dir_all(&folder).expect("a folder for the session");
    std::fs::write(folder.join(format!("{SESSION}.jsonl")), text).expect("the session is written");
}
