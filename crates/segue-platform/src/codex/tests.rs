//! The whole way of a session: read, through the file, written by the driver, read again.

mod hostile;
mod reading;
mod writing;

use std::path::PathBuf;

use serde_json::Value;

use super::Codex;
use crate::platform::{Platform, Session};
use crate::trial::Home;

/// A session with every kind of record, made by hand in the shapes Codex writes.
pub(super) const RICH: &str = include_str!("tests/rich.jsonl");
pub(super) const RICH_ID: &str = "0a0b0c0d-1111-4222-8333-444455556666";

pub(super) const OTHER_ID: &str = "0a0b0c0d-1111-4222-8333-777788889999";

/// Puts a session where Codex would.
pub(super) fn put(home: &Home, id: &str, text: &[u8], ending: &str) -> PathBuf {
    let folder = home.place.home.join(".codex/sessions/2026/03/04");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("rollout-2026-03-04T10-00-00-{id}.{ending}"));
    std::fs::write(&path, text).unwrap();
    path
}

pub(super) fn session(home: &Home, id: &str) -> Session {
    let all = Codex.find(&home.place).unwrap();
    all.into_iter().find(|session| session.id == id).unwrap()
}

pub(super) fn rich(home: &Home) -> Session {
    put(home, RICH_ID, RICH.as_bytes(), "jsonl");
    session(home, RICH_ID)
}

pub(super) fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Minimal lines around some records.
pub(super) fn small(id: &str, records: &[&str]) -> String {
    let mut text = format!(
        r#"{{"timestamp":"2026-03-04T10:00:00.000Z","type":"session_meta","payload":{{"id":"{id}","timestamp":"2026-03-04T10:00:00.000Z","cwd":"/home/sam/app","originator":"o","cli_version":"0.166.0"}}}}"#
    );
    text.push('\n');
    for record in records {
        text.push_str(record);
        text.push('\n');
    }
    text
}

pub(super) fn said(role: &str, words: &str) -> String {
    let kind = if role == "user" {
        "input_text"
    } else {
        "output_text"
    };
    serde_json::json!({"timestamp": "2026-03-04T10:00:01.000Z", "type": "response_item",
        "payload": {"type": "message", "role": role, "content": [{"type": kind, "text": words}]}})
    .to_string()
}
