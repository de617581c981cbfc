//! What must hold after an import, told from the stored bytes and not by our own readers.
//!
//! A client reads of two equal keys the last one; so does serde here.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use segue_platform::Outcome;
use serde_json::Value;

use super::home::{Home, Tree, walk};
use super::store;

/// The session file of an import, or nothing for OpenCode.
fn lines(outcome: &Outcome) -> Vec<Value> {
    let receipt = &outcome.written.receipt;
    let changes = receipt.changes.iter().map(|change| change.path());
    let named = |path: &&Path| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        name.ends_with(".jsonl") && name != "session_index.jsonl" && !is_subagent(path)
    };
    let path = changes
        .filter(|path| path.is_file())
        .find(named)
        .expect("a session file");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

fn is_subagent(path: &Path) -> bool {
    // Claude Code's are in a folder of that name, Gemini CLI's in one inside `chats`.
    let inside = |name: &str| {
        let folder = path
            .parent()
            .and_then(Path::parent)
            .and_then(Path::file_name);
        folder.is_some_and(|folder| folder == name)
    };
    path.components()
        .any(|piece| piece.as_os_str() == "subagents")
        || inside("chats")
}

/// What would be run or asked when the session is resumed.
pub fn pending(id: &str, home: &Home, outcome: &Outcome) -> Vec<String> {
    match id {
        "claude-code" => claude(&lines(outcome)),
        "codex" => codex(&lines(outcome)),
        "gemini-cli" => gemini(&lines(outcome)),
        _ => opencode(home),
    }
}

/// Calls of the records that are not answered; of all branches, since any may be gone back to.
fn claude(lines: &[Value]) -> Vec<String> {
    let (mut calls, mut answers) = (Vec::new(), HashSet::new());
    for line in lines {
        let blocks = line["message"]["content"].as_array();
        for block in blocks.into_iter().flatten() {
            match block["type"].as_str() {
                Some("tool_use") => calls.push(block["id"].to_string()),
                Some("tool_result") => drop(answers.insert(block["tool_use_id"].to_string())),
                _ => {}
            }
        }
        let role = line["message"]["role"].as_str();
        if matches!(role, Some("system" | "developer")) {
            calls.push("a message of the system".into());
        }
    }
    calls.retain(|call| !answers.contains(call));
    calls
}

fn codex(lines: &[Value]) -> Vec<String> {
    let (mut calls, mut answers) = (Vec::new(), HashSet::new());
    let mut item = |item: &Value| {
        let kind = item["type"].as_str().unwrap_or_default();
        if kind.ends_with("_output") {
            answers.insert(item["call_id"].to_string());
        } else if matches!(
            kind,
            "function_call" | "custom_tool_call" | "local_shell_call" | "tool_search_call"
        ) && item["execution"] != "server"
        {
            // Older ones are answered by their id.
            let id = if item["call_id"].is_null() {
                &item["id"]
            } else {
                &item["call_id"]
            };
            calls.push(id.to_string());
        }
        if matches!(item["role"].as_str(), Some("system" | "developer")) {
            calls.push("a message of the system".into());
        }
    };
    for line in lines {
        match line["type"].as_str() {
            Some("response_item") => item(&line["payload"]),
            Some("compacted") => {
                let history = line["payload"]["replacement_history"].as_array();
                history.into_iter().flatten().for_each(&mut item);
            }
            _ => {}
        }
    }
    calls.retain(|call| !answers.contains(call));
    calls
}

fn gemini(lines: &[Value]) -> Vec<String> {
    let mut records: HashMap<String, &Value> = HashMap::new();
    let mut found = Vec::new();
    let (mut calls, mut answers) = (Vec::new(), HashSet::new());
    let sets = lines
        .iter()
        .filter_map(|line| line["$set"]["messages"].as_array())
        .flatten();
    for record in sets {
        records.insert(record["id"].to_string(), record);
    }
    let mut order = Vec::new();
    for line in lines {
        match line["$rewindTo"].as_str() {
            // Said and taken back: no longer read.
            Some(to) => {
                let place = order.iter().position(|id| *id == to).unwrap_or(order.len());
                for id in order.drain(place..) {
                    records.remove(&Value::from(id).to_string());
                }
            }
            None => {
                order.extend(line["id"].as_str());
                records.insert(line["id"].to_string(), line);
            }
        }
    }
    for record in records.values() {
        for call in record["toolCalls"].as_array().into_iter().flatten() {
            let ended = matches!(
                call["status"].as_str(),
                Some("success" | "error" | "cancelled")
            );
            if !ended {
                found.push(format!("toolCalls {call}"));
            }
            answers.insert(call["id"].to_string());
        }
        let pieces = match &record["content"] {
            Value::Array(pieces) => pieces.as_slice(),
            other => std::slice::from_ref(other),
        };
        for piece in pieces {
            if piece["functionCall"].is_object() {
                calls.push(piece["functionCall"]["id"].to_string());
            }
            if piece["functionResponse"].is_object() {
                answers.insert(piece["functionResponse"]["id"].to_string());
            }
        }
    }
    calls.retain(|call| !answers.contains(call));
    found.extend(calls);
    found
}

fn opencode(home: &Home) -> Vec<String> {
    let parts = store::texts(&home.home, "part");
    let mut found = Vec::new();
    for (id, text) in parts {
        let part: Value = serde_json::from_str(&text).expect(&text);
        let status = part["state"]["status"].as_str();
        if part["type"] == "tool" && !matches!(status, Some("completed" | "error")) {
            found.push(format!("{id} {part}"));
        }
    }
    for (id, text) in store::texts(&home.home, "message") {
        let info: Value = serde_json::from_str(&text).expect(&text);
        for key in ["system", "tools"] {
            if !info[key].is_null() {
                found.push(format!("{id} has {key}: {}", info[key]));
            }
        }
    }
    found
}

/// Where a text stands in what the home has now.
pub fn traces(home: &Home, planted: &str) -> Vec<String> {
    let mut tree = Tree::new();
    walk(&home.home, &mut tree);
    let mut found: Vec<String> = Vec::new();
    for path in tree.keys().filter(|path| path.is_file()) {
        if path.to_string_lossy().contains("opencode.db") {
            continue;
        }
        let bytes = std::fs::read(path).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().filter(|line| line.contains(planted));
        found.extend(lines.map(|line| around(line, planted)));
    }
    let rows = store::dump(&home.home);
    found.extend(
        rows.iter()
            .filter(|row| row.contains(planted))
            .map(|row| around(row, planted)),
    );
    found
}

fn around(text: &str, planted: &str) -> String {
    let at = text.find(planted).unwrap_or(0);
    let from = (0..=at.saturating_sub(160))
        .rev()
        .find(|n| text.is_char_boundary(*n));
    text[from.unwrap_or(0)..].chars().take(260).collect()
}
