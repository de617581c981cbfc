//! Writing: the same records again, other platforms' words, going on, taking back.

use segue_conversation::{
    Body, Call, Content, Data, Fate, File, Json, Message, Part, Role, ToolResult,
};

use super::*;
use crate::delivery::Change;
use crate::import::Closing;
use crate::platform::{Limits, PlatformError};
use crate::trial::{self, With, export, file_of, import, messages};
use crate::undo;

/// The one session file below a home.
fn written(home: &Home) -> (PathBuf, String) {
    let mut all = home.files();
    all.retain(|(path, _)| path.to_string_lossy().contains("rollout-"));
    assert_eq!(all.len(), 1);
    let (path, bytes) = all.remove(0);
    (path, String::from_utf8(bytes).unwrap())
}

/// A record as it must come back: without what is private or the receiver's own.
fn expected(line: &Value) -> Option<Value> {
    let mut line = line.clone();
    let text = line.to_string();
    let kind = line["type"].as_str().unwrap().to_owned();
    let inner = line["payload"]["type"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let private = [
        "session_meta",
        "turn_context",
        "world_state",
        "token_usage_record",
        "security_risk_score",
    ];
    if private.contains(&kind.as_str())
        || ["token_count", "exec_approval_request"].contains(&inner.as_str())
        || line["payload"]["role"] == "developer"
        || text.contains("SECRET-AGENTS")
        || text.contains("SECRET-ENCRYPTED-2")
        // Notes of the program that went with a turn that was taken back.
        || text.contains("<turn_aborted>")
        || text.contains("<user_shell_command>")
    {
        return None;
    }
    line["payload"]
        .as_object_mut()
        .unwrap()
        .remove("encrypted_content");
    if text.contains("raw thought") {
        line["type"] = "segue_reasoning".into();
    }
    let list = line["payload"].get_mut("replacement_history");
    if let Some(list) = list.and_then(Value::as_array_mut) {
        list.remove(0);
        line["payload"]["replacement_history_metadata"]
            .as_array_mut()
            .unwrap()
            .remove(0);
    }
    Some(line)
}

#[test]
fn every_record_comes_back_the_same() {
    let (from, to) = (Home::new(), Home::new());
    let file = export(&Codex, &rich(&from));
    let outcome = import(&Codex, &to, &file, With::default()).unwrap();
    let (path, text) = written(&to);
    let id = &outcome.written.receipt.session_id;
    assert!(path.to_string_lossy().contains(id.as_str()));
    let project = to.project.to_string_lossy().into_owned();
    let back = text
        .replace(id.as_str(), RICH_ID)
        .replace(&format!("{project}/sub"), "/home/sam/app/sub");
    let found: Vec<Value> = lines(&back).into_iter().skip(1).collect();
    let wanted: Vec<Value> = lines(RICH).iter().filter_map(expected).collect();
    for (found, wanted) in found.iter().zip(&wanted) {
        assert_eq!(found, wanted);
    }
    assert_eq!(found.len(), wanted.len());
    let meta = &lines(&text)[0]["payload"];
    assert_eq!(meta["cwd"], project.as_str());
    assert_eq!(meta["source"], "cli");
    assert_eq!(meta["cli_version"], "0.150.1");
    assert!(meta.get("model_provider").is_none() && meta.get("base_instructions").is_none());
    assert_eq!(outcome.resume.command, ["codex", "resume", id]);
}

#[test]
fn a_second_hand_over_says_the_same_as_the_first() {
    let (one, two, three) = (Home::new(), Home::new(), Home::new());
    let first = import(&Codex, &two, &export(&Codex, &rich(&one)), With::default()).unwrap();
    let second = session(&two, &first.written.receipt.session_id);
    let again = import(&Codex, &three, &export(&Codex, &second), With::default()).unwrap();
    let plain = |text: String, id: &str, home: &Home| {
        text.replace(id, "ID")
            .replace(&*home.place.home.to_string_lossy(), "HOME")
    };
    assert_eq!(
        plain(written(&two).1, &first.written.receipt.session_id, &two),
        plain(written(&three).1, &again.written.receipt.session_id, &three)
    );
}

fn agent(id: &str, parts: Vec<Part>) -> Message {
    Message::new(id, Role::Agent, parts)
}

fn result(call: &str, content: Vec<Content>, is_error: bool) -> Part {
    let call = call.to_owned();
    Part::new(Body::Result(ToolResult {
        call,
        content,
        is_error,
    }))
}

fn picture() -> File {
    File {
        media_type: Some("image/png".into()),
        name: None,
        data: Data::Base64("iVBORw0KGgo=".into()),
    }
}

fn foreign() -> Vec<Message> {
    let long = "toolu_".to_owned() + &"x".repeat(80);
    let call = |id: &str, name: &str| {
        let input = Json::parse(r#"{"file":"a"}"#).unwrap();
        Part::new(Body::Call(Call {
            id: id.into(),
            name: name.into(),
            input,
        }))
    };
    let mut pdf = picture();
    pdf.media_type = Some("application/pdf".into());
    let mut summary = Message::text("m7", Role::User, "What happened so far");
    summary.resets = true;
    vec![
        Message::new(
            "m1",
            Role::User,
            vec![
                Part::text("Look"),
                Part::new(Body::File(picture())),
                Part::new(Body::File(pdf)),
            ],
        ),
        agent(
            "m2",
            vec![
                Part::new(Body::Reasoning("I think".into())),
                Part::text("Reading"),
                call(&long, "My Tool.x"),
                call("b", "Bash"),
            ],
        ),
        Message::new(
            "m3",
            Role::User,
            vec![
                result(
                    &long,
                    vec![Content::Text("seen".into()), Content::File(picture())],
                    false,
                ),
                result("b", vec![Content::Text("no".into())], true),
                Part::text("go on"),
            ],
        ),
        Message::text("m4", Role::User, "<environment_context>of mine"),
        agent("m5", vec![Part::text("Well")]),
        agent("m6", vec![Part::text("Done")]),
        summary,
        agent("m8", vec![Part::text("Ready")]),
    ]
}

#[test]
fn words_of_another_platform_take_the_forms_of_codex() {
    let home = Home::new();
    let closing = Closing {
        from: Some("Sam".into()),
        task: Some("Go on".into()),
        note: None,
        ..Closing::default()
    };
    let with = With {
        closing: Some(closing),
        ..With::default()
    };
    let outcome = import(&Codex, &home, &file_of(&foreign(), "claude-code"), with).unwrap();
    let all = lines(&written(&home).1);
    assert!(all.iter().all(|line| line["timestamp"].is_string()));
    let items: Vec<&Value> = all
        .iter()
        .filter(|line| line["type"] == "response_item")
        .collect();
    let kinds: Vec<&str> = items
        .iter()
        .map(|line| line["payload"]["type"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "message",
            "message",
            "function_call",
            "function_call",
            "function_call_output",
            "function_call_output",
            "message",
            "message",
            "message",
            "message",
            "message",
            "message",
            "message"
        ]
    );
    assert_eq!(
        items[0]["payload"]["content"][1]["image_url"],
        "data:image/png;base64,iVBORw0KGgo="
    );
    assert_eq!(items[0]["payload"]["content"][2]["type"], "input_text");
    let id = items[2]["payload"]["call_id"].as_str().unwrap();
    assert!(id.len() <= 64 && items[4]["payload"]["call_id"] == id);
    assert_eq!(items[2]["payload"]["name"], "My_Tool_x");
    assert_eq!(items[2]["payload"]["arguments"], "{\"file\":\"a\"}");
    assert_eq!(items[4]["payload"]["output"][1]["type"], "input_image");
    assert_eq!(items[5]["payload"]["output"], "no");
    assert_eq!(
        items[7]["payload"]["content"][0]["text"],
        "[as text] <environment_context>of mine"
    );
    let shown: Vec<&str> = all
        .iter()
        .filter(|line| line["type"] == "event_msg")
        .map(|line| line["payload"]["type"].as_str().unwrap())
        .collect();
    assert_eq!(
        shown[..3],
        ["user_message", "agent_reasoning", "agent_message"]
    );
    let compacted = all
        .iter()
        .position(|line| line["type"] == "compacted")
        .unwrap();
    assert_eq!(
        all[compacted]["payload"]["replacement_history"],
        serde_json::json!([])
    );
    assert_eq!(
        all[compacted + 1]["payload"]["content"][0]["text"],
        "What happened so far"
    );
    let index = home.place.home.join(".codex/session_index.jsonl");
    let line: Value = serde_json::from_str(&std::fs::read_to_string(index).unwrap()).unwrap();
    assert_eq!(line["thread_name"], "A title");
    assert_eq!(line["id"], outcome.written.receipt.session_id.as_str());
    let report = &outcome.written.report;
    assert!(report.count_of(Fate::Changed, "reasoning") == 1 && report.is_lossy());
    let back = messages(&Codex, &session(&home, &outcome.written.receipt.session_id));
    assert!(back.iter().any(|m| {
        m.parts
            .iter()
            .any(|p| p.body == Body::Reasoning("I think".into()))
    }));
    assert!(
        back.iter()
            .any(|m| m.resets && m.plain_text() == "What happened so far")
    );
}

#[test]
fn files_are_private_and_undo_leaves_nothing() {
    let home = Home::new();
    let before = home.files();
    let outcome = import(&Codex, &home, &file_of(&foreign(), "x"), With::default()).unwrap();
    #[cfg(unix)]
    for (path, _) in home.files() {
        use std::os::unix::fs::PermissionsExt;
        let mode = path.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", path.display());
    }
    undo::undo(&outcome.written.receipt).unwrap();
    assert_eq!(home.files(), before);
    assert!(!home.place.home.join(".codex").exists());
}

#[test]
fn a_name_of_somebody_else_stays_in_the_index() {
    let home = Home::new();
    let index = home.place.home.join(".codex/session_index.jsonl");
    std::fs::create_dir_all(index.parent().unwrap()).unwrap();
    std::fs::write(&index, "{\"id\":\"x\",\"thread_name\":\"kept\"}").unwrap();
    let outcome = import(&Codex, &home, &file_of(&foreign(), "x"), With::default()).unwrap();
    assert_eq!(std::fs::read_to_string(&index).unwrap().lines().count(), 2);
    undo::undo(&outcome.written.receipt).unwrap();
    assert_eq!(
        std::fs::read_to_string(&index).unwrap().trim(),
        "{\"id\":\"x\",\"thread_name\":\"kept\"}"
    );
}

#[test]
fn a_used_session_is_neither_taken_back_nor_gone_on_with() {
    let home = Home::new();
    let file = file_of(&foreign(), "x");
    let outcome = import(&Codex, &home, &file, With::default()).unwrap();
    let (path, text) = written(&home);
    std::fs::write(&path, text + &said("user", "used") + "\n").unwrap();
    let receipt = outcome.written.receipt;
    assert!(matches!(
        undo::undo(&receipt),
        Err(PlatformError::Changed(_))
    ));
    let with = With {
        onto: Some(receipt),
        ..With::default()
    };
    assert!(matches!(
        import(&Codex, &home, &file, with),
        Err(PlatformError::Changed(_))
    ));
}

#[test]
fn more_messages_go_onto_the_same_session() {
    let home = Home::new();
    let mut all = foreign();
    let first = import(&Codex, &home, &file_of(&all, "x"), With::default()).unwrap();
    let (path, before) = written(&home);
    let count = all.len() as u64;
    all.push(Message::text("m9", Role::User, "And then?"));
    all.push(agent("m10", vec![Part::text("Then this.")]));
    let with = With {
        onto: Some(first.written.receipt.clone()),
        skip: count,
        ..With::default()
    };
    let second = import(&Codex, &home, &file_of(&all, "x"), with).unwrap();
    assert_eq!(
        second.written.receipt.session_id,
        first.written.receipt.session_id
    );
    let (_, after) = written(&home);
    assert!(after.starts_with(&before) && after.contains("Then this."));
    assert!(matches!(
        second.written.receipt.changes[..],
        [Change::Grown { .. }]
    ));
    undo::undo(&second.written.receipt).unwrap();
    assert_eq!(std::fs::read_to_string(path).unwrap(), before);
}

#[test]
fn a_dry_run_names_what_it_would_make_and_makes_nothing() {
    let home = Home::new();
    let before = home.files();
    let with = With {
        dry_run: true,
        ..With::default()
    };
    let outcome = import(&Codex, &home, &file_of(&foreign(), "x"), with).unwrap();
    assert_eq!(home.files(), before);
    assert!(!home.place.home.join(".codex").exists());
    let changes = &outcome.written.receipt.changes;
    assert!(
        changes
            .iter()
            .any(|change| matches!(change, Change::File { bytes, .. } if *bytes > 0))
    );
    assert!(
        changes
            .iter()
            .any(|change| matches!(change, Change::Line { .. }))
    );
}

#[test]
fn the_name_has_the_local_time_and_a_missing_codex_home_is_refused() {
    let mut home = Home::new();
    home.place.vars.insert("TZ".into(), "Asia/Tokyo".into());
    import(&Codex, &home, &file_of(&foreign(), "x"), With::default()).unwrap();
    let (path, _) = written(&home);
    // 1_794_800_000 is 2026-11-16T03:33:20Z.
    assert!(
        path.to_string_lossy()
            .contains("/2026/11/16/rollout-2026-11-16T12-33-20-"),
        "{path:?}"
    );
    home.place
        .vars
        .insert("CODEX_HOME".into(), home.place.home.join("none").into());
    let refused = trial::import(&Codex, &home, &file_of(&foreign(), "x"), With::default());
    assert!(matches!(refused, Err(PlatformError::NotFound(_))));
}

#[test]
fn a_part_of_a_conversation_can_be_written_too() {
    let (from, home) = (Home::new(), Home::new());
    let all = messages(&Codex, &rich(&from));
    for start in 0..all.len() {
        let part: Vec<Message> = all[start..].to_vec();
        let outcome = import(&Codex, &home, &file_of(&part, "codex"), With::default());
        let outcome = outcome.unwrap_or_else(|error| panic!("from {start}: {error}"));
        let session = session(&home, &outcome.written.receipt.session_id);
        let glance = Codex.glance(&session, &Limits::default()).unwrap();
        assert!(glance.title.is_some(), "from {start}");
        let text = std::fs::read_to_string(&session.path).unwrap();
        let near: Vec<&str> = text.lines().take(12).collect();
        assert!(
            near.iter().any(|line| line.contains("\"user_message\"")),
            "from {start}: not listed"
        );
    }
}
