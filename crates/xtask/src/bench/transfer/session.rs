//! A session as long as asked, made of real text: what agents read all day is source code.
//!
//! ```text
//! cargo metadata ── folders of packages ─┬─ *.rs, *.c, *.h, *.toml ── outputs ─┐
//!                                        └─ *.md ─────────────────── speech ───┴─ lines of JSON
//! ```

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::texts::{Cutter, Dice, Texts};

/// Writes a Claude Code session that says about `bytes` bytes.
pub fn write(path: &Path, session: &str, project: &str, texts: &Texts, bytes: usize) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let (mut speech, mut outputs) = (Cutter::new(&texts.speech), Cutter::new(&texts.outputs));
    let (mut dice, mut said, mut number) = (Dice(bytes as u64), 0, 0_u64);
    let mut parent = Value::Null;
    while said < bytes {
        let turn = number;
        let size = match dice.roll(20) {
            0 => 100_000,
            1..=5 => 8_000,
            _ => 100 + dice.roll(2_000),
        };
        // A short session has no long outputs.
        let size = size.min(bytes / 20 + 100);
        let asked = speech.cut(40 + dice.roll(400));
        let answered = speech.cut(100 + dice.roll(1500));
        let printed = outputs.cut(size);
        let command = format!(
            "sed -n '{},{}p' src/part_{}.rs",
            turn,
            turn + 90,
            dice.roll(400)
        );
        // What is around it takes about as much again as a short sentence, each time.
        said += asked.len() + answered.len() + printed.len() + 1200;
        for mut line in turn_of(turn, &asked, &answered, &command, &printed) {
            let id = format!(
                "{:08x}-{:04x}-4000-8000-{number:012x}",
                dice.next() as u32,
                dice.next() as u16
            );
            let time = format!(
                "2026-11-{:02}T{:02}:{:02}:{:02}.{:03}Z",
                1 + number / 17_280 % 28,
                number / 720 % 24,
                number / 12 % 60,
                number % 12 * 5,
                dice.roll(1000)
            );
            line["uuid"] = json!(id);
            line["parentUuid"] = parent;
            line["timestamp"] = json!(time);
            for (name, value) in [
                ("sessionId", session),
                ("cwd", project),
                ("version", "2.1.325"),
                ("gitBranch", "main"),
                ("userType", "external"),
                ("entrypoint", "cli"),
            ] {
                line[name] = json!(value);
            }
            line["isSidechain"] = json!(false);
            serde_json::to_writer(&mut out, &line)?;
            out.write_all(b"\n")?;
            parent = json!(id);
            number += 1;
        }
    }
    out.flush()?;
    Ok(())
}

/// Makes the records of one turn: a question, an answer with a call, and what the tool printed.
fn turn_of(turn: u64, asked: &str, answered: &str, command: &str, printed: &str) -> [Value; 3] {
    let (call, message) = (format!("toolu_{turn:012}"), format!("msg_{turn:012}"));
    [
        json!({"type": "user", "message": {"role": "user", "content": asked}}),
        json!({"type": "assistant", "requestId": format!("req_{turn:012}"), "message": {
            "id": message, "type": "message", "role": "assistant", "model": "claude-opus-5-5",
            "content": [
                {"type": "text", "text": answered},
                {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}
            ],
            "stop_reason": "tool_use", "stop_sequence": null,
            "usage": {"input_tokens": 12, "cache_read_input_tokens": 51_234 + turn, "output_tokens": answered.len() / 4}
        }}),
        json!({"type": "user", "message": {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": call, "content": printed, "is_error": false}
            ]},
            "toolUseResult": {"stdout": printed, "stderr": "", "interrupted": false, "isImage": false}
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::texts::tests::texts;
    use super::*;

    #[test]
    fn every_line_is_json_and_names_the_one_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.jsonl");
        write(&path, "id", "/project", &texts(folder.path()), 100_000).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let mut before = Value::Null;
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["parentUuid"], before);
            before = line["uuid"].clone();
        }
        assert!(text.lines().count() > 30);
    }
}
