use std::path::PathBuf;

use segue_conversation::{Body, Fate, Role};
use serde_json::{Value, json};

use super::Claude;
use crate::import::Closing;
use crate::platform::{Limits, Platform, PlatformError, Session, State};
use crate::trial::{self, Home, With};

const SESSION: &str = "0a0a0a0a-0000-4000-8000-00000000000a";
const CWD: &str = "/their/app";

/// A session in the making.
struct Tale {
    lines: Vec<Value>,
    last: Value,
    count: u32,
}

fn id(n: u32) -> String {
    format!("11111111-0000-4000-8000-{n:012x}")
}

impl Tale {
    fn new() -> Self {
        Self {
            lines: Vec::new(),
            last: Value::Null,
            count: 0,
        }
    }

    /// Adds a record to the chain and gives its id.
    fn add(&mut self, mut record: Value) -> String {
        self.count += 1;
        let uuid = id(self.count);
        let parent = self.last.clone();
        let common = json!({
            "uuid": uuid, "parentUuid": parent, "sessionId": SESSION, "cwd": CWD,
            "timestamp": format!("2026-11-01T10:{:02}:{:02}.000Z", self.count / 60, self.count % 60),
            "version": "2.1.325", "gitBranch": "main", "isSidechain": false,
            "userType": "external", "entrypoint": "cli",
        });
        for (key, value) in common.as_object().unwrap() {
            record
                .as_object_mut()
                .unwrap()
                .entry(key)
                .or_insert(value.clone());
        }
        self.last = json!(record["uuid"].as_str().unwrap());
        self.lines.push(record);
        uuid
    }

    fn plain(&mut self, record: Value) {
        self.lines.push(record);
    }

    fn user(&mut self, content: Value) -> String {
        self.add(
            json!({"type": "user", "message": {"role": "user", "content": content},
            "permissionMode": "bypassPermissions", "promptSource": "typed"}),
        )
    }

    fn assistant(&mut self, answer: &str, block: Value) -> String {
        self.add(
            json!({"type": "assistant", "requestId": "req_1", "message": {"id": answer,
            "type": "message", "role": "assistant", "model": "claude-opus-5-5", "content": [block],
            "stop_reason": null, "usage": {"input_tokens": 1, "output_tokens": 2}}}),
        )
    }

    fn write(&self, home: &Home) -> Session {
        let text: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        write_text(home, &text)
    }
}

fn write_text(home: &Home, text: &str) -> Session {
    let folder = home.place.home.join(".claude/projects/-their-app");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{SESSION}.jsonl")), text).unwrap();
    Claude.find(&home.place).unwrap().remove(0)
}

fn tool(call: &str) -> Value {
    json!({"type": "tool_use", "id": call, "name": "Bash", "input": {"command": call}})
}

fn result(call: &str, content: Value) -> Value {
    json!({"type": "tool_result", "tool_use_id": call, "content": content})
}

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/// Long enough to stand in the file only once, though the client stores it several times.
const OUTPUT: &str = "out 1: a line that is said to the model and shown on the screen – “twice”\n";

/// Every type of record that a session can hold.
fn rich() -> Tale {
    let mut tale = Tale::new();
    tale.plain(json!({"type": "queue-operation", "operation": "enqueue", "sessionId": SESSION}));
    tale.plain(json!({"type": "permission-mode", "permissionMode": "plan", "sessionId": SESSION}));
    tale.user(json!("Fix the tests, please"));
    tale.add(json!({"type": "attachment", "attachment": {"type": "environment",
        "snapshot": {"workingDirectory": "/secret/home"}}, "rendered": [{"content": "ENVIRONMENT"}]}));
    tale.add(
        json!({"type": "attachment", "attachment": {"type": "prompt_snapshot",
        "systemPrompt": ["SYSTEM-PROMPT"]}}),
    );
    tale.plain(
        json!({"type": "api-request", "params": {"model": "REQUEST"}, "sessionId": SESSION}),
    );
    tale.assistant(
        "msg_1",
        json!({"type": "thinking", "thinking": "Let me think.", "signature": "SIGNATURE"}),
    );
    tale.assistant(
        "msg_1",
        json!({"type": "redacted_thinking", "data": "ENCRYPTED"}),
    );
    tale.assistant(
        "msg_1",
        json!({"type": "text", "text": "I look – “first”. 😀"}),
    );
    // Two calls at once: the results branch the chain.
    let one = tale.assistant("msg_1", tool("toolu_1"));
    let two = tale.assistant("msg_1", tool("toolu_2"));
    tale.last = json!(one);
    tale.add(json!({"type": "user", "message": {"role": "user", "content": [result("toolu_1", json!(OUTPUT))]},
        "toolUseResult": {"stdout": OUTPUT, "stderr": "", "raw": OUTPUT}, "sourceToolAssistantUUID": one,
        "permissionDecision": {"decision": "accept"}}));
    tale.last = json!(two);
    tale.add(json!({"type": "user", "message": {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "toolu_2", "is_error": true, "content": [
            {"type": "text", "text": "failed"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}]}]}}));
    tale.assistant("msg_2", json!({"type": "text", "text": "Done with that."}));
    tale.add(json!({"type": "system", "subtype": "turn_duration", "durationMs": 1200}));
    tale.add(json!({"type": "system", "subtype": "stop_hook_summary", "hooks": ["HOOK-COMMAND"]}));
    let branch = tale.last.clone();
    tale.user(json!("An abandoned question"));
    tale.assistant(
        "msg_x",
        json!({"type": "text", "text": "An abandoned answer"}),
    );
    tale.last = branch;
    tale.user(json!([{"type": "text", "text": "See this"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
        {"type": "document", "title": "a.pdf", "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}}]));
    tale.add(json!({"type": "attachment", "attachment": {"type": "queued_command", "prompt": "And be quick"},
        "rendered": [{"content": "And be quick"}]}));
    tale.assistant(
        "msg_3",
        json!({"type": "text", "text": "Sure.", "citations": []}),
    );
    // A compaction.
    let logical = tale.last.clone();
    tale.last = Value::Null;
    tale.add(
        json!({"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted",
        "logicalParentUuid": logical, "compactMetadata": {"trigger": "auto", "preTokens": 5}}),
    );
    tale.add(
        json!({"type": "user", "isCompactSummary": true, "isVisibleInTranscriptOnly": true,
        "message": {"role": "user", "content": "Summary: tests were fixed."}}),
    );
    tale.add(json!({"type": "user", "isMeta": true, "message": {"role": "user", "content": "<note>injected</note>"}}));
    tale.assistant("msg_4", json!({"type": "text", "text": "Going on."}));
    tale.add(json!({"type": "assistant", "isApiErrorMessage": true, "message": {"id": "e", "role": "assistant",
        "model": "<synthetic>", "content": [{"type": "text", "text": "API Error"}]}}));
    tale.add(json!({"type": "something-new", "payload": {"kept": true}}));
    tale.plain(json!({"type": "pr-link", "url": "https://example.org/1", "sessionId": SESSION}));
    tale.plain(json!({"type": "ai-title", "aiTitle": "Made up", "sessionId": SESSION}));
    tale.plain(
        json!({"type": "custom-title", "customTitle": "Fixing tests", "sessionId": SESSION}),
    );
    tale.user(json!("Thanks"));
    tale.assistant("msg_5", json!({"type": "text", "text": "You are welcome."}));
    let leaf = tale.last.clone();
    tale.plain(json!({"type": "last-prompt", "lastPrompt": "Thanks", "leafUuid": leaf, "sessionId": SESSION}));
    tale
}

/// The records of a session file.
fn records(path: &PathBuf) -> Vec<Value> {
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn texts(messages: &[segue_conversation::Message]) -> Vec<String> {
    messages
        .iter()
        .flat_map(|message| &message.parts)
        .map(|part| match &part.body {
            Body::Text(text) => text.clone(),
            Body::Call(call) => format!("call {}", call.id),
            Body::Result(result) => format!("result {}", result.call),
            other => other.kind().to_owned(),
        })
        .collect()
}

#[test]
fn the_active_branch_is_read_with_parallel_results_and_without_the_abandoned_one() {
    let home = Home::new();
    let messages = trial::messages(&Claude, &rich().write(&home));
    assert_eq!(
        texts(&messages),
        [
            "Fix the tests, please",
            "reasoning",
            "I look – “first”. 😀",
            "call toolu_1",
            "call toolu_2",
            "result toolu_1",
            "result toolu_2",
            "Done with that.",
            "See this",
            "image",
            "file",
            "And be quick",
            "Sure.",
            "Summary: tests were fixed.",
            "<note>injected</note>",
            "Going on.",
            "Thanks",
            "You are welcome.",
        ]
    );
    let resets: Vec<_> = messages
        .iter()
        .filter(|m| m.resets)
        .map(|m| m.plain_text())
        .collect();
    assert_eq!(resets, ["Summary: tests were fixed."]);
    let carried: String = messages
        .iter()
        .flat_map(|m| &m.beside)
        .map(|b| b.text())
        .collect();
    assert!(carried.contains("An abandoned answer") && carried.contains("something-new"));
}

#[test]
fn what_is_private_never_reaches_the_file() {
    let home = Home::new();
    let text = String::from_utf8(trial::export(&Claude, &rich().write(&home))).unwrap();
    for private in [
        "SYSTEM-PROMPT",
        "ENVIRONMENT",
        "/secret/home",
        "REQUEST",
        "SIGNATURE",
        "ENCRYPTED",
        "HOOK-COMMAND",
        "bypassPermissions",
        "permissionDecision",
    ] {
        assert!(!text.contains(private), "{private} is in the file");
    }
}

/// What an import must give back: the records that travel, with ids and folders of their own.
#[test]
fn the_same_platform_gets_the_same_records_again() {
    let home = Home::new();
    let session = rich().write(&home);
    let bytes = trial::export(&Claude, &session);
    let native = std::fs::metadata(&session.path).unwrap().len();
    let outcome = trial::import(&Claude, &home, &bytes, With::default()).unwrap();
    let receipt = &outcome.written.receipt;
    let written = Claude.written(&home.place, receipt).unwrap();
    let ours = normal(records(&session.path), SESSION, CWD);
    let theirs = normal(
        records(&written.path),
        &receipt.session_id,
        &home.project.to_string_lossy(),
    );
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(ours.len(), theirs.len());
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert_eq!(text.matches("out 1: a line").count(), 1);
    assert!(
        bytes.len() as f64 <= native as f64 * 1.3,
        "{} / {native}",
        bytes.len()
    );
}

/// Leaves out what never travels, numbers ids by first use, and names folder and session alike.
fn normal(records: Vec<Value>, session: &str, folder: &str) -> Vec<Value> {
    let private = |record: &Value| {
        let kind = record["type"].as_str().unwrap();
        let attachment = record["attachment"]["type"].as_str();
        matches!(
            kind,
            "queue-operation" | "permission-mode" | "api-request" | "last-prompt"
        ) || attachment.is_some_and(|kind| kind != "queued_command")
            || record["subtype"] == "stop_hook_summary"
            || record["subtype"] == "informational"
            || matches!(
                record["message"]["content"][0]["type"].as_str(),
                Some("thinking" | "redacted_thinking")
            )
    };
    // Links go through what is left out.
    let parents: std::collections::HashMap<String, Value> = records
        .iter()
        .filter(|record| private(record))
        .filter_map(|record| {
            Some((
                record["uuid"].as_str()?.to_owned(),
                record["parentUuid"].clone(),
            ))
        })
        .collect();
    let mut names: Vec<String> = Vec::new();
    let mut name = |id: &str| {
        let place = names
            .iter()
            .position(|known| known == id)
            .unwrap_or_else(|| {
                names.push(id.to_owned());
                names.len() - 1
            });
        json!(format!("id {place}"))
    };
    let kept: Vec<Value> = records
        .iter()
        .filter(|record| !private(record))
        .cloned()
        .collect();
    let last_assistant = kept
        .iter()
        .rposition(|record| record["type"] == "assistant" && record["isApiErrorMessage"].is_null());
    let mut out = Vec::new();
    for (place, mut record) in kept.into_iter().enumerate() {
        // The title is set once more at the end.
        if place + 1 == records.len() && record["type"] == "custom-title" {
            continue;
        }
        let members = record.as_object_mut().unwrap();
        for private in ["permissionMode", "permissionDecision", "requestId"] {
            members.remove(private);
        }
        while let Some(up) = members
            .get("parentUuid")
            .and_then(Value::as_str)
            .and_then(|id| parents.get(id))
        {
            let up = up.clone();
            members.insert("parentUuid".into(), up);
        }
        for key in [
            "uuid",
            "parentUuid",
            "logicalParentUuid",
            "sourceToolAssistantUUID",
        ] {
            if let Some(id) = members.get(key).and_then(Value::as_str).map(str::to_owned) {
                members.insert(key.into(), name(&id));
            }
        }
        if members.get("sessionId") == Some(&json!(session)) {
            members.insert("sessionId".into(), json!("session"));
        }
        if members.get("cwd") == Some(&json!(folder)) {
            members.insert("cwd".into(), json!("folder"));
        }
        if let Some(message) = members.get_mut("message").and_then(Value::as_object_mut) {
            if message.contains_key("id") {
                message.insert("id".into(), json!("answer"));
            }
            if Some(place) == last_assistant {
                message.remove("model");
            }
        }
        out.push(record);
    }
    // The title that an import adds.
    let is_title = |record: &Value| record["type"] == "custom-title";
    if out.iter().filter(|record| is_title(record)).count() > 1 {
        let last = out.iter().rposition(is_title).unwrap();
        out.remove(last);
    }
    out
}

#[test]
fn subagents_and_large_outputs_travel_and_point_to_their_new_place() {
    let home = Home::new();
    let mut tale = Tale::new();
    tale.user(json!("Go"));
    tale.assistant("msg_1", tool("toolu_1"));
    let old = home
        .place
        .home
        .join(format!(".claude/projects/-their-app/{SESSION}"));
    let stub = format!(
        "<persisted-output>\nFull output saved to: {}/tool-results/big.txt\n",
        old.display()
    );
    tale.user(json!([result("toolu_1", json!(stub))]));
    let session = tale.write(&home);
    std::fs::create_dir_all(old.join("subagents")).unwrap();
    std::fs::create_dir_all(old.join("tool-results")).unwrap();
    let big = "é".repeat(1_500_001);
    std::fs::write(old.join("tool-results/big.txt"), &big).unwrap();
    std::fs::write(
        old.join("subagents/agent-1.meta.json"),
        r#"{"agentType":"Explore","permissionMode":"theirs","more":{"requestId":"theirs"}}"#,
    )
    .unwrap();
    std::fs::write(
        old.join("subagents/agent-1.jsonl"),
        format!("{}\n{}\n", json!({"type": "user", "uuid": id(90), "parentUuid": null, "isSidechain": true,
            "sessionId": SESSION, "cwd": CWD, "message": {"role": "user", "content": "look"}}),
            json!({"type": "attachment", "uuid": id(91), "parentUuid": id(90), "attachment": {"type": "environment"}})),
    )
    .unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", old.join("tool-results/link.txt")).unwrap();

    let bytes = trial::export(&Claude, &session);
    let outcome = trial::import(&Claude, &home, &bytes, With::default()).unwrap();
    let written = Claude
        .written(&home.place, &outcome.written.receipt)
        .unwrap();
    let folder = super::read::folder_of(&written.path);
    assert_eq!(
        std::fs::read_to_string(folder.join("tool-results/big.txt")).unwrap(),
        big
    );
    assert!(!folder.join("tool-results/link.txt").exists());
    assert_eq!(
        std::fs::read_to_string(folder.join("subagents/agent-1.meta.json")).unwrap(),
        r#"{"agentType":"Explore","more":{}}"#
    );
    assert!(!String::from_utf8_lossy(&bytes).contains("permissionMode"));
    let agent = std::fs::read_to_string(folder.join("subagents/agent-1.jsonl")).unwrap();
    assert_eq!(agent.lines().count(), 1);
    assert!(agent.contains(&outcome.written.receipt.session_id));
    let place = folder.join("tool-results/big.txt").display().to_string();
    let text = std::fs::read_to_string(&written.path).unwrap();
    assert!(text.contains(&place) && !text.contains(&old.display().to_string()));
    crate::undo::undo(&outcome.written.receipt).unwrap();
    assert!(!folder.exists() && !written.path.exists());
}

#[test]
fn others_get_a_large_output_whole_and_claude_its_stub() {
    let home = Home::new();
    let old = home
        .place
        .home
        .join(format!(".claude/projects/-their-app/{SESSION}"));
    let outside = home.place.home.join("outside");
    std::fs::create_dir_all(&outside).unwrap();
    std::fs::create_dir_all(old.join("tool-results")).unwrap();
    let whole = "a line of the output\n".repeat(5000);
    std::fs::write(old.join("tool-results/big.txt"), &whole).unwrap();
    std::fs::write(old.join("tool-results/huge.txt"), "x".repeat(300 << 10)).unwrap();
    std::fs::write(old.join("tool-results/odd.txt"), b"\xff\xfe").unwrap();
    std::fs::write(outside.join("precious.txt"), "PRECIOUS").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(
        outside.join("precious.txt"),
        old.join("tool-results/link.txt"),
    )
    .unwrap();
    let stub = |path: String| {
        format!(
            "<persisted-output>\nOutput too large (98KB). Full output saved to: {path}\n\n\
             Preview (first 2KB):\na line\n...\n</persisted-output>"
        )
    };
    let mut tale = Tale::new();
    tale.user(json!("Go"));
    let named = [
        format!("{}/tool-results/big.txt", old.display()),
        format!("{}/tool-results/huge.txt", old.display()),
        format!("{}/tool-results/odd.txt", old.display()),
        format!("{}/tool-results/link.txt", old.display()),
        format!("{}/tool-results/none.txt", old.display()),
        format!(
            "{}/tool-results/../../../outside/precious.txt",
            old.display()
        ),
        outside.join("precious.txt").display().to_string(),
    ];
    for (number, path) in named.iter().enumerate() {
        let id = format!("toolu_{number}");
        tale.assistant(&format!("msg_{number}"), tool(&id));
        tale.user(json!([result(&id, json!(stub(path.clone())))]));
    }
    let session = tale.write(&home);

    let read = trial::messages(&Claude, &session);
    let told: Vec<String> = read
        .iter()
        .filter(|message| message.is_results())
        .map(|message| match &message.parts[0].body {
            Body::Result(result) => result.plain_text(),
            _ => String::new(),
        })
        .collect();
    assert_eq!(told[0], whole);
    for (told, path) in told.iter().zip(&named).skip(1) {
        assert_eq!(*told, stub(path.clone()), "a stub stays");
    }

    // Another agent reads the output, and nothing of elsewhere.
    let bytes = trial::export(&Claude, &session);
    assert!(!String::from_utf8_lossy(&bytes).contains("PRECIOUS"));
    let there = trial::import(&crate::codex::Codex, &home, &bytes, With::default()).unwrap();
    let written = crate::codex::Codex
        .written(&home.place, &there.written.receipt)
        .unwrap();
    let text = std::fs::read_to_string(written.path).unwrap();
    assert!(text.contains(whole.trim_end().replace('\n', "\\n").as_str()));

    // Claude Code has its stub and its file, at their new place.
    let here = trial::import(&Claude, &home, &bytes, With::default()).unwrap();
    let written = Claude.written(&home.place, &here.written.receipt).unwrap();
    let place = super::read::folder_of(&written.path).join("tool-results/big.txt");
    assert_eq!(std::fs::read_to_string(&place).unwrap(), whole);
    let text = std::fs::read_to_string(&written.path).unwrap();
    assert!(text.contains(&place.display().to_string()) && text.len() < whole.len());
    let again = trial::messages(&Claude, &written);
    assert_eq!(again[2].plain_text(), read[2].plain_text());
    assert_eq!(again.len(), read.len());
}

#[test]
fn undo_takes_exactly_what_was_added_and_refuses_after_use() {
    let home = Home::new();
    let bytes = trial::export(&Claude, &rich().write(&home));
    let before = home.files();
    let outcome = trial::import(&Claude, &home, &bytes, With::default()).unwrap();
    assert_eq!(home.files().len(), before.len() + 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let path = Claude
            .written(&home.place, &outcome.written.receipt)
            .unwrap()
            .path;
        assert_eq!(
            std::fs::metadata(path).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
    crate::undo::undo(&outcome.written.receipt).unwrap();
    assert_eq!(home.files(), before);

    let outcome = trial::import(&Claude, &home, &bytes, With::default()).unwrap();
    let path = Claude
        .written(&home.place, &outcome.written.receipt)
        .unwrap()
        .path;
    let mut text = std::fs::read_to_string(&path).unwrap();
    text.push_str("{\"type\":\"user\"}\n");
    std::fs::write(&path, text).unwrap();
    let refused = crate::undo::undo(&outcome.written.receipt);
    assert!(
        matches!(refused, Err(PlatformError::Changed(_))),
        "{refused:?}"
    );
    assert!(path.exists());
}

#[test]
fn a_dry_run_writes_nothing_and_names_every_file() {
    let home = Home::new();
    let bytes = trial::export(&Claude, &rich().write(&home));
    let before = home.files();
    let with = With {
        dry_run: true,
        ..With::default()
    };
    let outcome = trial::import(&Claude, &home, &bytes, with).unwrap();
    assert_eq!(home.files(), before);
    let names: Vec<_> = outcome
        .written
        .receipt
        .changes
        .iter()
        .map(|change| change.path().to_owned())
        .collect();
    assert_eq!(names.len(), 1);
    assert!(names[0].starts_with(home.place.home.join(".claude/projects")));
}

#[test]
fn a_grown_conversation_appends_only_what_is_new() {
    let home = Home::new();
    let mut tale = rich();
    let first = trial::export(&Claude, &tale.write(&home));
    let outcome = trial::import(&Claude, &home, &first, With::default()).unwrap();
    let path = Claude
        .written(&home.place, &outcome.written.receipt)
        .unwrap()
        .path;
    let before = std::fs::read(&path).unwrap();
    tale.user(json!("One more thing"));
    tale.assistant("msg_9", json!({"type": "text", "text": "Yes?"}));
    let session = tale.write(&home);
    let grown = trial::export(&Claude, &session);
    let with = With {
        onto: Some(outcome.written.receipt.clone()),
        skip: outcome.opened.messages,
        ..With::default()
    };
    let more = trial::import(&Claude, &home, &grown, with).unwrap();
    let after = std::fs::read(&path).unwrap();
    assert!(after.starts_with(&before) && after.len() > before.len());
    let written = Claude.written(&home.place, &more.written.receipt).unwrap();
    let all = texts(&trial::messages(&Claude, &written));
    assert_eq!(all, texts(&trial::messages(&Claude, &session)));
    crate::undo::undo(&more.written.receipt).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn the_task_is_the_last_thing_read_and_says_who_sent_it() {
    let home = Home::new();
    let bytes = trial::export(&Claude, &rich().write(&home));
    let closing = Closing {
        from: Some("Sam".into()),
        task: Some("Finish it".into()),
        note: None,
        ..Closing::default()
    };
    let with = With {
        closing: Some(closing),
        ..With::default()
    };
    let outcome = trial::import(&Claude, &home, &bytes, with).unwrap();
    let written = Claude
        .written(&home.place, &outcome.written.receipt)
        .unwrap();
    let last = trial::messages(&Claude, &written).pop().unwrap();
    assert_eq!(last.role, Role::User);
    assert!(last.plain_text().contains("Sam") && last.plain_text().ends_with("Task: Finish it"));
}

#[test]
fn live_and_damaged_files_are_read_as_far_as_they_go() {
    let home = Home::new();
    let mut tale = Tale::new();
    tale.user(json!("One"));
    tale.assistant("m", json!({"type": "text", "text": "Two"}));
    let text: String = tale.lines.iter().map(|line| format!("{line}\n")).collect();
    let session = write_text(&home, &format!("{text}{{\"type\":\"user\",\"mess"));
    let (count, state) = Claude.count(&session, &Limits::default()).unwrap();
    assert_eq!((count, state), (2, State::Live));
    assert_eq!(texts(&trial::messages(&Claude, &session)), ["One", "Two"]);

    let session = write_text(&home, &format!("{{\"type\":\"us\n{text}"));
    let mut reading = Claude.open(&session, &Limits::default()).unwrap();
    while reading.message().unwrap().is_some() {}
    assert!(matches!(
        reading.about().state,
        Some(State::Partly { damaged: 1, .. })
    ));
    assert_eq!(
        reading.report().count_of(Fate::Dropped, "damaged record"),
        1
    );
    assert!(matches!(
        Claude.count(&session, &Limits::default()).unwrap().1,
        State::Partly { .. }
    ));
}

#[test]
fn loops_repeated_ids_and_odd_ids_end() {
    let home = Home::new();
    let mut tale = Tale::new();
    tale.user(json!("a"));
    tale.user(json!("b"));
    tale.user(json!("c"));
    tale.lines[0]["parentUuid"] = json!(id(3));
    tale.lines[1]["uuid"] = json!("not a uuid");
    tale.lines[2]["parentUuid"] = json!("not a uuid");
    let session = tale.write(&home);
    assert_eq!(texts(&trial::messages(&Claude, &session)), ["a", "b", "c"]);
    tale.lines[1]["uuid"] = json!(id(3));
    let session = tale.write(&home);
    assert!(trial::messages(&Claude, &session).len() <= 3);
}

#[test]
fn a_glance_tells_title_project_model_and_times() {
    let home = Home::new();
    let session = rich().write(&home);
    let glance = Claude.glance(&session, &Limits::default()).unwrap();
    assert_eq!(glance.title.as_deref(), Some("Fixing tests"));
    assert_eq!(glance.project.as_deref(), Some(CWD));
    assert_eq!(glance.branch.as_deref(), Some("main"));
    assert_eq!(glance.model.as_deref(), Some("claude-opus-5-5"));
    assert_eq!(glance.started.as_deref(), Some("2026-11-01T10:00:01.000Z"));
    let mut tale = Tale::new();
    tale.user(json!("\n  The first words\nand more"));
    let glance = Claude
        .glance(&tale.write(&home), &Limits::default())
        .unwrap();
    assert_eq!(glance.title.as_deref(), Some("The first words"));
}

#[test]
fn what_only_the_client_wrote_stays_with_the_sender() {
    let home = Home::new();
    let mut tale = Tale::new();
    tale.user(json!("Go"));
    tale.add(json!({"type": "system", "subtype": "api_error", "error": {"headers": {"set-cookie": "OWN-1"}}}));
    tale.add(json!({"type": "system", "subtype": "local_command", "content": "OWN-2"}));
    tale.user(json!("<local-command-stdout>OWN-3</local-command-stdout>"));
    tale.add(
        json!({"type": "user", "isMeta": true, "message": {"role": "user",
        "content": [{"type": "text", "text": "<system-reminder>OWN-4</system-reminder>"}]}}),
    );
    tale.add(
        json!({"type": "attachment", "attachment": {"type": "file", "filename": "a.rs",
        "content": {"type": "text", "file": {"filePath": "/x/a.rs", "content": "fn a() {}"}}}}),
    );
    tale.assistant("m", json!({"type": "text", "text": "Done"}));
    let session = tale.write(&home);
    let text = String::from_utf8(trial::export(&Claude, &session)).unwrap();
    assert!(
        !text.contains("OWN-") && !text.contains("requestId"),
        "{text}"
    );
    let said = texts(&trial::messages(&Claude, &session));
    assert_eq!(said, ["Go", "[a.rs]\nfn a() {}", "Done"]);
}

#[test]
fn a_title_is_one_line_that_steers_nothing() {
    let home = Home::new();
    let mut tale = Tale::new();
    tale.user(json!("Go"));
    tale.plain(json!({"type": "custom-title", "customTitle": "\u{1b}]0;evil\u{7} a\u{202e}b\nc", "sessionId": SESSION}));
    let bytes = trial::export(&Claude, &tale.write(&home));
    let outcome = trial::import(&Claude, &home, &bytes, With::default()).unwrap();
    let written = Claude
        .written(&home.place, &outcome.written.receipt)
        .unwrap();
    let last = records(&written.path)
        .into_iter()
        .rfind(|record| record["type"] == "custom-title");
    assert_eq!(last.unwrap()["customTitle"], "]0;evil ab c");
}
