//! Sessions of the client itself: read by its rules, and the same again after a round trip.

use segue_conversation::{Body, Content, Fate, Role};
use serde_json::{Value, json};

use super::world::*;
use crate::gemini::Gemini;
use crate::platform::{Limits, Platform, State};
use crate::undo;

const SESSION: &str = "3f46f099-eeda-4f38-9130-a9be65050892";
const NAME: &str = "session-2026-11-16T02-45-3f46f099.jsonl";
const PNG: &str = "iVBORw0KGgoAAAANSUhEUg==";

fn call(id: &str, output: &str) -> Value {
    json!({"id": id, "name": "run_shell_command", "args": {"command": "ls"}, "status": "success",
        "result": [{"functionResponse": {"id": id, "name": "run_shell_command",
            "response": {"output": output}}}],
        "timestamp": "2026-11-16T02:45:27.000Z", "resultDisplay": output,
        "description": "lists", "displayName": "Shell", "renderOutputAsMarkdown": false})
}

fn answer(id: &str, call: &str, output: &str) -> Value {
    json!({"id": id, "timestamp": "2026-11-16T02:45:27.500Z", "type": "user",
        "content": [{"functionResponse": {"id": call, "name": "run_shell_command",
            "response": {"output": output}}}]})
}

/// Every kind of record there is.
fn rich() -> Vec<Value> {
    let mut with_call = agent("g1", "");
    with_call["toolCalls"] = json!([call("c1", "one"), call("c2", "two")]);
    with_call["thoughts"] = json!([{"subject": "Plan", "description": "look first",
        "timestamp": "2026-11-16T02:45:26.500Z"}]);
    let mut failed = agent("g2", "I try.");
    failed["toolCalls"] = json!([
        {"id": "c3", "name": "read_file", "args": {}, "status": "error",
            "result": [{"functionResponse": {"id": "c3", "name": "read_file",
                "response": {"error": "no such file"}}}], "timestamp": "2026-11-16T02:45:28.000Z"},
        {"id": "c4", "name": "look", "args": {"a": 1}, "status": "success", "result": "as text",
            "timestamp": "2026-11-16T02:45:28.000Z"},
        {"id": "c5", "name": "shot", "args": {}, "status": "success",
            "result": [{"functionResponse": {"id": "c5", "name": "shot",
                "response": {"output": "a picture"}}},
                {"inlineData": {"mimeType": "image/png", "data": PNG}}],
            "timestamp": "2026-11-16T02:45:28.000Z"},
        {"id": "c6", "name": "shot", "args": {}, "status": "success",
            "result": [{"functionResponse": {"id": "c6", "name": "shot",
                "response": {"output": "inside"},
                "parts": [{"inlineData": {"mimeType": "image/png", "data": PNG}}]}}],
            "timestamp": "2026-11-16T02:45:28.000Z"},
        {"id": "c7", "name": "odd", "args": {}, "status": "success",
            "result": [{"functionResponse": {"id": "c7", "name": "odd",
                "response": {"rows": [1, 2], "more": null}}}],
            "timestamp": "2026-11-16T02:45:28.000Z"},
    ]);
    vec![
        header(SESSION),
        json!({"$set": {"messages": [context("ctx")], "lastUpdated": "2026-11-16T02:45:24.500Z"}}),
        json!({"$set": {"directories": ["/home/them/SECRET-DIR"], "theme": "dark"}}),
        user("u1", "list the files"),
        agent("g1", ""),
        with_call,
        answer("r1", "c1", "one"),
        json!({"id": "i1", "timestamp": "2026-11-16T02:45:27.600Z", "type": "info",
            "content": "Quota is fine"}),
        json!({"id": "u2", "timestamp": "2026-11-16T02:45:27.700Z", "type": "user",
            "content": "and now as text", "displayContent": [{"text": "@a.txt and now"}]}),
        failed,
        json!({"id": "u3", "timestamp": "2026-11-16T02:45:29.000Z", "type": "user",
            "content": [{"text": "see"}, {"inlineData": {"mimeType": "image/png", "data": PNG}},
                {"fileData": {"mimeType": "text/plain", "fileUri": "https://files/1"}},
                {"text": "extra", "videoMetadata": {"fps": 1}}, "bare"]}),
        agent("g3", "gone soon"),
        json!({"$rewindTo": "u3"}),
        user("u4", "instead this"),
        json!({"id": "g4", "timestamp": "2026-11-16T02:45:30.000Z", "type": "gemini",
            "content": [{"text": "thinking aloud", "thought": true},
                {"functionCall": {"id": "c8", "name": "read_file", "args": {"p": "x"}},
                    "thoughtSignature": "SECRET-SIG"}]}),
        json!({"id": "r8", "timestamp": "2026-11-16T02:45:30.500Z", "type": "user",
            "content": [{"functionResponse": {"id": "c8", "name": "read_file",
                "response": {"output": "eight"}}}]}),
        json!({"id": "g5", "timestamp": "2026-11-16T02:45:31.000Z", "type": "gemini",
            "content": {"text": "one piece"}}),
        user("u5", "/slash is mine"),
        json!({"future": "record"}),
        json!({"$set": {"summary": "Files, listed", "memoryScratchpad": {"x": "SECRET-MEMORY"}}}),
    ]
}

/// Live records without what is new on every import.
fn comparable(mut records: Vec<Value>) -> Vec<Value> {
    let private = |record: &Value| record.to_string().contains("<session_context>");
    records.retain(|record| !private(record));
    for record in &mut records {
        let fields = record.as_object_mut().unwrap();
        fields.remove("id");
        let parts = fields.get_mut("content").and_then(Value::as_array_mut);
        for part in parts.into_iter().flatten().filter_map(Value::as_object_mut) {
            part.remove("thoughtSignature");
        }
    }
    records
}

#[test]
fn a_session_is_the_same_after_a_round_trip() {
    let world = World::new();
    let from = world.native(NAME, &rich());
    let told = told(&from);
    for secret in [
        "SECRET-CONTEXT",
        "SECRET-DIR",
        "SECRET-SIG",
        "SECRET-MEMORY",
    ] {
        let text = String::from_utf8_lossy(&told.file);
        assert!(!text.contains(secret), "{secret} travels");
    }
    let outcome = world.import(&told.file, world.target()).unwrap();
    let to = world.session(&outcome.written.receipt);
    let mut expected = comparable(loaded(&from));
    // The client's second copy of an answer is not said twice.
    expected.retain(|record| record["content"][0]["functionResponse"]["id"] != "c1");
    for (found, expected) in comparable(loaded(&to)).iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(loaded(&to).len(), expected.len());

    let head = &lines(&to)[0];
    assert_eq!(head["summary"], "Files, listed");
    assert_eq!(head["theme"], "dark");
    assert_eq!(head["startTime"], "2026-11-16T02:45:24.499Z");
    assert_eq!(head["lastUpdated"], "2026-11-18T11:06:40.000Z");
    assert_ne!(head["sessionId"], SESSION);
    // What was taken back is still there, and still taken back.
    let text = std::fs::read_to_string(&to.path).unwrap();
    assert!(text.contains("gone soon") && text.contains("$rewindTo"));
    assert!(text.contains(r#"{"future":"record"}"#));

    // And once more: nothing is lost on the way any more.
    let again = super::world::told(&to);
    assert_eq!(again.messages.len(), told.messages.len());
    for (one, other) in told.messages.iter().zip(&again.messages) {
        assert_eq!(one.parts, other.parts);
    }
}

#[test]
fn what_a_person_said_beside_the_clients_own_words_stays() {
    let world = World::new();
    let hook = "<hook_context>SECRET-HOOK</hook_context>";
    let mut mixed = context("u1");
    let pieces = mixed["content"].as_array_mut().unwrap();
    pieces.push(json!({"text": "look at this"}));
    pieces.push(json!({"inlineData": {"mimeType": "image/png", "data": PNG}}));
    pieces.push(json!({"text": format!("\n\n{hook}")}));
    let glued = json!({"id": "u2", "type": "user", "content": format!("{hook}\n\nand this"),
        "displayContent": format!("{hook}\n\nand this")});
    let mut taken_back = mixed.clone();
    taken_back["id"] = json!("u3");
    let records = [
        header(SESSION),
        mixed,
        agent("g1", "I see"),
        glued,
        agent("g2", "that too"),
        taken_back,
        json!({"$rewindTo": "u3"}),
    ];
    let from = world.native(NAME, &records);
    let told = told(&from);
    let words: Vec<String> = told.messages.iter().map(|m| m.plain_text()).collect();
    assert_eq!(words, ["look at this", "I see", "and this", "that too"]);
    assert_eq!(told.messages[0].parts.len(), 2);
    assert!(String::from_utf8_lossy(&told.file).contains("abandoned"));
    let dropped = told.report.count_of(Fate::Dropped, "environment context");
    assert_eq!(dropped, 5);
    let glance = Gemini.glance(&from, &Limits::default()).unwrap();
    assert_eq!(glance.title.as_deref(), Some("look at this"));

    let outcome = world.import(&told.file, world.target()).unwrap();
    let to = world.session(&outcome.written.receipt);
    let text = std::fs::read_to_string(&to.path).unwrap();
    for text in [&text, &String::from_utf8_lossy(&told.file).into_owned()] {
        assert!(!text.contains("SECRET") && !text.contains("_context>"));
    }
    assert_eq!(loaded(&to)[2]["content"], "and this");
}

#[test]
fn records_are_read_as_the_client_reads_them() {
    let world = World::new();
    let session = world.native(NAME, &rich());
    let told = told(&session);
    assert_eq!(told.about.session_id, SESSION);
    assert_eq!(told.about.title.as_deref(), Some("Files, listed"));
    assert_eq!(
        told.about.project.unwrap().path.unwrap(),
        "/home/them/theirs"
    );
    assert_eq!(told.about.state, Some(State::Whole));
    let ids: Vec<&str> = told.messages.iter().map(|m| m.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "u1",
            "g1",
            "g1_response",
            "u2",
            "g2",
            "g2_response",
            "u4",
            "g4",
            "r8",
            "g5",
            "u5"
        ]
    );
    let first = &told.messages[1];
    assert!(matches!(&first.parts[0].body, Body::Reasoning(text) if text == "**Plan** look first"));
    assert!(told.messages[2].is_results() && told.messages[2].role == Role::User);
    let Body::Result(failed) = &told.messages[5].parts[0].body else {
        panic!("a result");
    };
    assert!(failed.is_error && failed.content == [Content::Text("no such file".into())]);
    let report = &told.report;
    for kind in [
        "environment context",
        "signature",
        "memory",
        "repeated tool result",
    ] {
        assert_eq!(report.count_of(Fate::Dropped, kind), 1, "{kind}");
    }
    let limits = Limits::default();
    assert_eq!(Gemini.count(&session, &limits).unwrap(), (11, State::Whole));
    let glance = Gemini.glance(&session, &limits).unwrap();
    assert_eq!(glance.title.as_deref(), Some("Files, listed"));
    assert_eq!(glance.model.as_deref(), Some("gemini-2.5-flash"));
    assert_eq!(glance.project.as_deref(), Some("/home/them/theirs"));
}

#[test]
fn a_resume_in_the_same_file_is_the_same_conversation() {
    let world = World::new();
    let content = |record: &Value, parts: Value| {
        let mut record = record.clone();
        record["content"] = parts;
        record.as_object_mut().unwrap().remove("toolCalls");
        record
    };
    let mut with_call = agent("g1", "");
    with_call["toolCalls"] = json!([call("c1", "one")]);
    let called = content(
        &with_call,
        json!([{"functionCall":
        {"id": "c1", "name": "run_shell_command", "args": {"command": "ls"}}}]),
    );
    let info = json!({"id": "i1", "timestamp": "2026-11-16T02:45:27.600Z", "type": "info",
        "content": "note"});
    let session = world.native(
        NAME,
        &[
            header(SESSION),
            json!({"$set": {"messages": [context("ctx")]}}),
            user("u1", "go"),
            with_call,
            answer("r1", "c1", "one"),
            info,
            agent("g2", "done"),
            header(SESSION),
            json!({"$set": {"messages": [context("ctx")]}}),
            json!({"$set": {"sessionId": SESSION}}),
            json!({"$set": {"messages": [context("ctx"), user("u1", "go"), called,
            answer("g1_response", "c1", "one"), answer("r1", "c1", "one"), agent("g2", "done")]}}),
            user("u2", "and on"),
        ],
    );
    let told = told(&session);
    let ids: Vec<&str> = told.messages.iter().map(|m| m.id.as_str()).collect();
    assert_eq!(ids, ["u1", "g1", "g1_response", "g2", "u2"]);
    assert!(told.messages.iter().all(|message| !message.resets));
    assert!(
        told.messages
            .iter()
            .any(|m| m.beside.iter().any(|j| j.text().contains("note")))
    );
    assert_eq!(Gemini.count(&session, &Limits::default()).unwrap().0, 5);
    let outcome = world.import(&told.file, world.target()).unwrap();
    assert_eq!(
        super::world::told(&world.session(&outcome.written.receipt))
            .messages
            .len(),
        5
    );
}

#[test]
fn a_compaction_keeps_the_history_and_begins_anew() {
    let world = World::new();
    let session = world.native(
        NAME,
        &[
            header(SESSION),
            user("u1", "long ago"),
            agent("g1", "an old answer"),
            user("u2", "kept"),
            json!({"$set": {"messages": [user("s1", "Summary of it all"), agent("s2", "Got it"),
            user("u2", "kept")]}}),
            agent("g2", "new"),
        ],
    );
    let told = told(&session);
    let seen: Vec<(&str, bool)> = told
        .messages
        .iter()
        .map(|m| (m.id.as_str(), m.resets))
        .collect();
    assert_eq!(
        seen,
        [
            ("u1", false),
            ("g1", false),
            ("s1", true),
            ("s2", false),
            ("u2", false),
            ("g2", false)
        ]
    );
    let outcome = world.import(&told.file, world.target()).unwrap();
    let to = world.session(&outcome.written.receipt);
    assert_eq!(comparable(loaded(&to)), comparable(loaded(&session)));
    let again = super::world::told(&to);
    assert_eq!(again.messages.len(), 6);
    assert!(again.messages[2].resets);
}

#[test]
fn the_older_form_is_read_pretty_or_not() {
    let world = World::new();
    let mut whole = header(SESSION);
    whole["messages"] = json!([user("u1", "old"), agent("g1", "form")]);
    let pretty = serde_json::to_string_pretty(&whole).unwrap();
    for text in [whole.to_string(), pretty] {
        let session = world.file("session-2026-01-01T00-00-3f46f099.json", text.as_bytes());
        let told = told(&session);
        assert_eq!(told.messages.len(), 2);
        assert_eq!(told.about.session_id, SESSION);
        assert_eq!(
            Gemini.count(&session, &Limits::default()).unwrap(),
            (2, State::Whole)
        );
        let glance = Gemini.glance(&session, &Limits::default()).unwrap();
        assert_eq!(glance.title.as_deref(), Some("old"));
        let small = Limits {
            record_bytes: 100,
            ..Limits::default()
        };
        let error = Gemini.open(&session, &small).err().unwrap();
        assert!(
            matches!(error, crate::PlatformError::TooLarge(_)),
            "{error}"
        );
    }
}

#[test]
fn what_stands_beside_a_session_comes_along() {
    let world = World::new();
    let session = world.native(
        NAME,
        &[header(SESSION), user("u1", "hi"), agent("g1", "yes")],
    );
    let project = world.folder().join("tmp/theirs");
    let subagents = project.join("chats").join(SESSION);
    let outputs = project
        .join("tool-outputs")
        .join(format!("session-{SESSION}"));
    std::fs::create_dir_all(&subagents).unwrap();
    std::fs::create_dir_all(&outputs).unwrap();
    let mut head = header("helper-1");
    head["kind"] = json!("subagent");
    let text = format!("{head}\n{}\n{}\n", context("c"), user("x", "sub task"));
    std::fs::write(subagents.join("helper-1.jsonl"), text).unwrap();
    std::fs::write(outputs.join("shell_1.txt"), "a very long output").unwrap();
    let told = told(&session);
    assert!(!String::from_utf8_lossy(&told.file).contains("SECRET-CONTEXT"));
    let before = world.everything();
    let outcome = world.import(&told.file, world.target()).unwrap();
    let receipt = &outcome.written.receipt;
    let new = world.folder().join("tmp/my-app");
    let helper = new
        .join("chats")
        .join(&receipt.session_id)
        .join("helper-1.jsonl");
    let text = std::fs::read_to_string(helper).unwrap();
    assert!(text.contains("sub task") && text.contains(r#""kind":"subagent""#));
    let output = new
        .join("tool-outputs")
        .join(format!("session-{}", receipt.session_id));
    let text = std::fs::read_to_string(output.join("shell_1.txt")).unwrap();
    assert_eq!(text, "a very long output");
    undo::undo(receipt).unwrap();
    assert_eq!(world.everything(), before);
}
