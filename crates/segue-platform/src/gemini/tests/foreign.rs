//! Conversations of other agents: what the client and its model get.

use segue_conversation::{
    Body, Call, Content, Data, Fate, File, Json, Message, Part, Role, ToolResult,
};
use serde_json::json;

use super::world::*;
use crate::gemini::Gemini;
use crate::import::Closing;
use crate::platform::{Platform, PlatformError};
use crate::undo;

fn call(id: &str, name: &str) -> Part {
    Part::new(Body::Call(Call {
        id: id.into(),
        name: name.into(),
        input: Json::parse(r#"{"path":"a"}"#).unwrap(),
    }))
}

fn result(call: &str, text: &str, is_error: bool) -> Part {
    Part::new(Body::Result(ToolResult {
        call: call.into(),
        content: vec![Content::Text(text.into())],
        is_error,
    }))
}

fn picture() -> File {
    File {
        media_type: Some("image/png".into()),
        name: Some("a.png".into()),
        data: Data::Base64("iVBORw0KGgo=".into()),
    }
}

fn of_group(mut message: Message, group: &str) -> Message {
    message.group = Some(group.into());
    message
}

fn conversation() -> Vec<Message> {
    let mut first = Message::new(
        "1",
        Role::User,
        vec![Part::text("/compact is what I typed")],
    );
    first.parts.push(Part::new(Body::File(picture())));
    first.native = Some(Json::parse(r#"{"uuid":"x"}"#).unwrap());
    first.beside = vec![Json::parse(r#"{"type":"system"}"#).unwrap()];
    let thinking = Part::new(Body::Reasoning("first, look".into()));
    let mut shot = result("t2", "seen", false);
    if let Body::Result(result) = &mut shot.body {
        result.content.push(Content::File(picture()));
    }
    let mut summary = Message::text("7", Role::User, "What happened so far: much.");
    summary.resets = true;
    vec![
        first,
        of_group(
            Message::new("2", Role::Agent, vec![thinking, Part::text("I look.")]),
            "a",
        ),
        of_group(
            Message::new("3", Role::Agent, vec![call("t1", "Read")]),
            "a",
        ),
        of_group(
            Message::new("4", Role::Agent, vec![call("t2", "My Tool.x")]),
            "a",
        ),
        Message::new(
            "5",
            Role::User,
            vec![shot, result("t1", "broken", true), Part::text("go on")],
        ),
        of_group(
            Message::new(
                "6",
                Role::Agent,
                vec![Part::text("one"), call("t3", "Read"), Part::text("two")],
            ),
            "b",
        ),
        Message::new("6r", Role::User, vec![result("t3", "three", false)]),
        summary,
        Message::text("8", Role::Agent, "Understood."),
        Message::text("9", Role::User, "? a question"),
    ]
}

#[test]
fn an_answer_becomes_one_record_with_its_results() {
    let world = World::new();
    let file = file_of("claude-code", &conversation());
    let outcome = world.import(&file, world.target()).unwrap();
    let session = world.session(&outcome.written.receipt);
    let all = lines(&session);
    assert_eq!(all[0]["summary"], "A title of two lines");
    assert_eq!(all[0]["kind"], "main");
    let first = &all[1]["content"];
    assert_eq!(first[0]["text"], "> /compact is what I typed");
    assert_eq!(first[1]["inlineData"]["mimeType"], "image/png");
    let answer = &all[2];
    assert_eq!(answer["content"], "I look.");
    assert_eq!(answer["thoughts"][0]["description"], "first, look");
    let calls = answer["toolCalls"].as_array().unwrap();
    assert_eq!(calls[0]["status"], "error");
    assert_eq!(
        calls[0]["result"],
        json!([{"functionResponse": {"id": "t1", "name": "Read", "response": {"error": "broken"}}}])
    );
    assert_eq!(calls[1]["name"], "My Tool.x");
    assert_eq!(calls[1]["result"][1]["inlineData"]["data"], "iVBORw0KGgo=");
    assert_eq!(all[3]["content"][0]["text"], "go on");
    // Words after a call keep their place.
    assert_eq!(all[4]["content"][1]["functionCall"]["id"], "t3");
    assert_eq!(all[4]["content"][2]["text"], "two");
    assert!(all.iter().all(|record| record.get("model").is_none()));

    // The model reads from the summary on.
    let live = loaded(&session);
    assert_eq!(live.len(), 3);
    assert_eq!(live[0]["content"][0]["text"], "What happened so far: much.");
    assert_eq!(live[2]["content"][0]["text"], "> ? a question");
    let report = &outcome.written.report;
    assert_eq!(report.count_of(Fate::Changed, "text"), 2);
    assert_eq!(report.count_of(Fate::Dropped, "record beside a message"), 1);

    let read = told(&session);
    assert!(read.messages.iter().any(|message| message.resets));
    let command = outcome.resume.command.join(" ");
    assert_eq!(
        command,
        format!("gemini --resume {}", outcome.written.receipt.session_id)
    );
    assert_eq!(outcome.resume.folder, world.project);
}

#[test]
fn undo_takes_exactly_this_back() {
    let world = World::new();
    std::fs::create_dir_all(&world.place.home).unwrap();
    let before = world.everything();
    let file = file_of("claude-code", &conversation());
    let outcome = world.import(&file, world.target()).unwrap();
    let registry = std::fs::read_to_string(world.folder().join("projects.json")).unwrap();
    assert!(registry.contains("\"my-app\""));
    assert!(!world.folder().join("projects.json.lock").exists());
    undo::undo(&outcome.written.receipt).unwrap();
    assert_eq!(world.everything(), before);
}

#[test]
fn a_used_session_is_left_alone() {
    let world = World::new();
    let file = file_of("codex", &conversation());
    let receipt = world.import(&file, world.target()).unwrap().written.receipt;
    let session = world.session(&receipt);
    // The client goes on in another file of the same session.
    let short = &receipt.session_id[..8];
    let other = session
        .path
        .with_file_name(format!("session-2027-01-01T00-00-{short}.jsonl"));
    std::fs::copy(&session.path, &other).unwrap();
    assert!(matches!(
        undo::undo(&receipt),
        Err(PlatformError::Changed(_))
    ));
    assert!(!undo::is_untouched(&receipt));
    let target = crate::Target {
        onto: Some(receipt.clone()),
        ..world.target()
    };
    let error = world.import(&file, target).unwrap_err();
    assert!(matches!(error, PlatformError::Changed(_)), "{error}");
    std::fs::remove_file(&other).unwrap();
    let mut text = std::fs::read_to_string(&session.path).unwrap();
    text.push_str("{\"$set\":{}}\n");
    std::fs::write(&session.path, text).unwrap();
    assert!(matches!(
        undo::undo(&receipt),
        Err(PlatformError::Changed(_))
    ));
}

#[test]
fn a_session_can_be_gone_on_with() {
    let world = World::new();
    let messages = conversation();
    let before = world.everything();
    let first = file_of("codex", &messages[..7]);
    let receipt = world
        .import(&first, world.target())
        .unwrap()
        .written
        .receipt;
    let size = world.session(&receipt).bytes;
    let all = file_of("codex", &messages);
    let target = crate::Target {
        onto: Some(receipt.clone()),
        now: NOW + 60_000,
        ..world.target()
    };
    let closing = Closing {
        from: Some("Ann".into()),
        task: Some("Finish".into()),
        note: None,
        ..Closing::default()
    };
    let grown = world
        .import_with(&all, target, Some(closing), 7)
        .unwrap()
        .written
        .receipt;
    let session = world.session(&grown);
    assert!(session.bytes > size);
    let told = told(&session);
    assert!(
        told.messages
            .last()
            .unwrap()
            .plain_text()
            .contains("Task: Finish")
    );
    let last = lines(&session).pop().unwrap();
    assert_eq!(last["$set"]["lastUpdated"], "2026-11-18T11:07:40.000Z");
    assert_eq!(loaded(&session).len(), 4);
    undo::undo(&grown).unwrap();
    assert_eq!(world.session(&receipt).bytes, size);
    undo::undo(&receipt).unwrap();
    assert_eq!(world.everything(), before);
}

#[test]
fn a_dry_run_writes_nothing_and_says_what_it_would() {
    let world = World::new();
    let before = world.everything();
    let target = crate::Target {
        dry_run: true,
        ..world.target()
    };
    let outcome = world
        .import(&file_of("codex", &conversation()), target)
        .unwrap();
    assert_eq!(world.everything(), before);
    let receipt = &outcome.written.receipt;
    let paths: Vec<_> = receipt.changes.iter().map(|change| change.path()).collect();
    assert!(paths.iter().any(|path| path.ends_with("projects.json")));
    assert!(
        paths
            .iter()
            .any(|path| path.ends_with("tmp/my-app/.project_root"))
    );
    assert_eq!(paths.len(), 3);
}

#[test]
fn files_the_model_cannot_take_stand_there_as_words() {
    let world = World::new();
    let file = |media_type: Option<&str>, data: Data| {
        Part::new(Body::File(File {
            media_type: media_type.map(str::to_owned),
            name: Some("x".into()),
            data,
        }))
    };
    let base64 = || Data::Base64("UklGRgAA".into());
    let parts = vec![
        file(None, base64()),
        file(Some("application/zip"), base64()),
        file(
            Some("image/png"),
            Data::Url("https://example.org/a.png".into()),
        ),
    ];
    let file = file_of("codex", &[Message::new("1", Role::User, parts)]);
    let outcome = world.import(&file, world.target()).unwrap();
    let content = &lines(&world.session(&outcome.written.receipt))[1]["content"];
    assert_eq!(content[0]["inlineData"]["mimeType"], "image/webp");
    assert_eq!(content[1]["text"], "[x: application/zip, left out]");
    assert_eq!(
        content[2]["text"],
        "[x: image/png, at https://example.org/a.png]"
    );
    assert_eq!(outcome.written.report.count_of(Fate::Changed, "file"), 2);
}

#[test]
fn the_written_session_is_found() {
    let world = World::new();
    let outcome = world
        .import(&file_of("codex", &conversation()), world.target())
        .unwrap();
    let found = Gemini.find(&world.place).unwrap();
    assert_eq!(found.len(), 1);
    assert!(outcome.written.receipt.session_id.starts_with(&found[0].id));
    assert!(Gemini.detect(&world.place).used);
}
