//! The scene as Gemini CLI writes it: records with their calls and results inside.

use std::path::Path;

use serde_json::{Value, json};

use super::codex::iso;
use super::{
    AGAIN, FAILED, FOUND, LOOK, NOW, ON, PICTURE, PRIVATE, QUESTION, SEE, SHOT, SOURCE, SUMMARY,
    THANKS, THOUGHT, TITLE, WRITTEN, calls, time,
};

const SESSION: &str = "9e319e31-1111-4111-8111-000000000003";

fn picture() -> Value {
    json!({"inlineData": {"mimeType": "image/png", "data": PICTURE}})
}

pub(super) fn write(home: &Path, project: &Path, compacted: bool) {
    let record = |n: i64, kind: &str, content: Value| json!({"id": format!("rec-{n}"), "timestamp": iso(time(n)), "type": kind, "content": content});
    let user = |n: i64, words: &str| record(n, "user", json!([{"text": words}]));
    let agent = |n: i64, words: &str| {
        let mut answer = record(n, "gemini", json!(words));
        answer["model"] = json!("gemini-2.5-flash");
        answer["tokens"] = json!({"input": 1, "output": 1, "total": 2});
        answer["thoughts"] = json!([]);
        answer
    };
    let [one, two, three] = calls();
    let done = |(id, name, args): (&str, &str, Value), response: Value, status: &str| {
        json!({"id": id, "name": name, "args": args, "status": status, "timestamp": iso(time(3)),
            "result": [{"functionResponse": {"id": id, "name": name, "response": response}}], "displayName": name})
    };
    let first = done(one, json!({"output": SOURCE}), "success");
    let second = done(two, json!({"error": FAILED}), "error");
    let mut third = done(three, json!({"output": SHOT}), "success");
    if let Some(result) = third["result"].as_array_mut() {
        result.push(picture());
    }
    let header = json!({"sessionId": SESSION, "projectHash": "0".repeat(64), "startTime": iso(time(0)),
        "lastUpdated": iso(time(99)), "kind": "main", "summary": TITLE});
    let mut looks = agent(2, LOOK);
    looks["thoughts"] =
        json!([{"subject": "Lines", "description": THOUGHT, "timestamp": iso(time(2))}]);
    let mut calling = looks.clone();
    calling["toolCalls"] = json!([first.clone(), second.clone()]);
    let mut shooting = agent(5, AGAIN);
    shooting["toolCalls"] = json!([third]);
    let response = |call: &Value| call["result"][0].clone();
    let mut lines = vec![
        header,
        json!({"$set": {"messages": [record(0, "user", json!([{"text": format!("<session_context>{PRIVATE}</session_context>")}]))]}}),
        user(1, QUESTION),
        // The record is written again when its calls are done, and the answers once more.
        looks,
        calling,
        record(3, "user", json!([response(&first), response(&second)])),
        record(4, "info", json!("shown only")),
        shooting,
        agent(6, FOUND),
        user(7, "This was taken back."),
        agent(8, "So was this."),
        json!({"$rewindTo": "rec-7"}),
        record(9, "user", json!([{"text": SEE}, picture()])),
        agent(10, THANKS),
    ];
    if compacted {
        lines.push(json!({"$set": {"messages": [user(11, SUMMARY)]}}));
        lines.extend([agent(12, ON), user(13, NOW), agent(14, WRITTEN)]);
    }
    lines.push(json!({"$set": {"lastUpdated": iso(time(99))}}));
    let slug = "scene";
    let folder = home.join(".gemini/tmp").join(slug);
    std::fs::create_dir_all(folder.join("chats")).expect("a folder for the session");
    std::fs::write(folder.join(".project_root"), project.display().to_string())
        .expect("the marker");
    let registry = json!({"projects": {project.display().to_string(): slug}});
    std::fs::write(home.join(".gemini/projects.json"), registry.to_string()).expect("the registry");
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let day = iso(time(0));
    let name = format!(
        "session-{}-{}.jsonl",
        day[..16].replace(':', "-"),
        &SESSION[..8]
    );
    std::fs::write(folder.join("chats").join(name), text).expect("the session is written");
}
