//! The file: what is written is read again, judged by the official types, and cannot be altered.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::Path;

use ed25519_dalek::{Signer as _, SigningKey};
use proptest::prelude::*;
use segue_conversation::file::{
    Artifact, Dialect, FileError, HashState, Item, Limits, Opened, Reader, SealState, Signer,
    Writer, inspect,
};
use segue_conversation::json::JsonLimits;
use segue_conversation::{
    Body, Call, Content, Data, EXTENSION, FORMAT, File, Head, Json, Message, Part, Project, Role,
    Sender, Source, ToolResult,
};
use serde_json::{Value, json};

struct Key(SigningKey);

impl Key {
    fn sevens() -> Self {
        Self(SigningKey::from_bytes(&[7; 32]))
    }
}

impl Signer for Key {
    fn public_key(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }
    fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        self.0.sign(bytes).to_bytes()
    }
}

fn head() -> Head {
    Head {
        format: FORMAT.into(),
        export_id: "5e9e0000-0000-4000-8000-000000000001".into(),
        exported_at: Some("2026-11-16T08:00:00.000Z".into()),
        source: Source {
            platform: "claude-code".into(),
            session_id: Some("0a0a0a0a-0000-4000-8000-00000000000a".into()),
            version: Some("2.1.325".into()),
        },
        title: Some("Fix the parser – “torn” lines".into()),
        project: Some(Project {
            name: Some("app".into()),
            remote: Some("git@example.org:team/app.git".into()),
            ..Project::default()
        }),
        history: "full".into(),
        sender: Some(Sender {
            peer_id: "12D3KooWExample".into(),
            name: "Sam".into(),
        }),
        envelope: Some(Json::parse(r#"{"task":"Finish it"}"#).unwrap()),
        ..Head::default()
    }
}

fn write(artifacts: &[Artifact], messages: &[Message], key: Option<&Key>) -> Vec<u8> {
    let mut bytes = Vec::new();
    #[expect(clippy::disallowed_methods, reason = "a test sends nothing")]
    let mut writer = Writer::new(&mut bytes, "c0ffee00-0000-4000-8000-000000000002");
    for artifact in artifacts {
        writer.artifact(artifact).unwrap();
    }
    for message in messages {
        writer.message(message).unwrap();
    }
    let done = writer
        .finish(head(), key.map(|key| key as &dyn Signer))
        .unwrap();
    assert_eq!(done.bytes, bytes.len() as u64);
    bytes
}

fn read(bytes: &[u8]) -> (Vec<Artifact>, Vec<Message>, Opened) {
    let mut reader = Reader::new(bytes, Limits::default());
    let (mut artifacts, mut messages) = (Vec::new(), Vec::new());
    while let Some(item) = reader.item().unwrap() {
        match item {
            Item::Message(message) => messages.push(*message),
            Item::Artifact(artifact) => artifacts.push(*artifact),
        }
    }
    let opened = reader.finish().unwrap();
    (artifacts, messages, opened)
}

fn json_of(text: &str) -> Json {
    Json::parse(text).unwrap()
}

fn rich() -> (Vec<Artifact>, Vec<Message>) {
    let mut asked = Message::text("m1", Role::User, "Fix it ✅\u{0}");
    asked.at = Some("2026-11-16T07:00:00.000Z".into());
    asked.native = Some(json_of(
        r#"{"line":{"promptSource":"typed"},"string":true}"#,
    ));
    asked.beside = vec![json_of(r#"{"type":"system"}"#)];
    let mut answer = Message::new(
        "m2",
        Role::Agent,
        vec![
            Part::new(Body::Reasoning("Hm.".into())),
            Part::text("I look."),
            Part::new(Body::Call(Call {
                id: "t1".into(),
                name: "Bash".into(),
                input: json_of(r#"{"command":"ls","deep":[1.5,{"a":null}]}"#),
            })),
        ],
    );
    answer.group = Some("a1".into());
    answer.model = Some("claude-opus-5-5".into());
    let picture = File {
        media_type: Some("image/png".into()),
        name: Some("a.png".into()),
        data: Data::Base64("iVBORw0KGgo=".into()),
    };
    let mut result = Message::new(
        "m3",
        Role::User,
        vec![Part {
            body: Body::Result(ToolResult {
                call: "t1".into(),
                content: vec![
                    Content::Text("ok".into()),
                    Content::File(picture.clone()),
                    Content::Other(json_of(r#"{"x":1}"#)),
                ],
                is_error: true,
            }),
            native: Some(json_of(r#"{"content":"blocks"}"#)),
        }],
    );
    result.parent = Some("m1".into());
    let mut summary = Message::new(
        "m4",
        Role::User,
        vec![Part::text("Summary"), Part::new(Body::File(picture))],
    );
    summary.resets = true;
    summary.injected = true;
    let deep = format!("{}1{}", "[".repeat(60), "]".repeat(60));
    let odd = Message::new(
        "m5",
        Role::Agent,
        vec![
            Part::new(Body::Other(json_of(&deep))),
            Part::new(Body::Other(json_of(r#"{"$json":"not a wrapping"}"#))),
        ],
    );
    let empty = Message::new("m6", Role::Agent, vec![]);
    let artifact = Artifact {
        id: "notes#0".into(),
        name: Some("notes".into()),
        parts: vec![Part::text("large output")],
        native: Some(json_of(r#"{"file":"tool-results/a.txt","piece":0}"#)),
    };
    (
        vec![artifact],
        vec![asked, answer, result, summary, odd, empty],
    )
}

#[test]
fn what_is_written_is_read_again() {
    let (artifacts, messages) = rich();
    let bytes = write(&artifacts, &messages, Some(&Key::sevens()));
    let (read_artifacts, read_messages, opened) = read(&bytes);
    assert_eq!(read_artifacts, artifacts);
    assert_eq!(read_messages, messages);
    assert_eq!(opened.dialect, Dialect::V1);
    assert_eq!(opened.head.title, head().title);
    assert_eq!(opened.head.envelope, head().envelope);
    assert_eq!(opened.checked.hash, HashState::Matches);
    let public_key = Key::sevens().public_key();
    assert_eq!(opened.checked.seal, SealState::Signed { public_key });
    assert!(!opened.skipped.is_lossy());
}

#[test]
fn the_bytes_are_their_own_canonical_form() {
    let (artifacts, messages) = rich();
    let bytes = write(&artifacts, &messages, Some(&Key::sevens()));
    let text = std::str::from_utf8(&bytes).unwrap();
    assert_eq!(json_of(text).text(), text.trim_end());
    assert_eq!(bytes, write(&artifacts, &messages, Some(&Key::sevens())));
}

#[test]
fn the_official_types_take_it_and_give_it_back() {
    let (artifacts, messages) = rich();
    let bytes = write(&artifacts, &messages, Some(&Key::sevens()));
    let task: a2a::Task = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(task.history.as_ref().unwrap().len(), messages.len());
    let again = serde_json::to_value(&task).unwrap();
    let ours: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(again, ours);
}

#[test]
fn the_schema_and_the_vectors_are_true() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/file");
    let schema: Value =
        serde_json::from_slice(&std::fs::read(docs.join("extension.schema.json")).unwrap())
            .unwrap();
    let mut of_messages = schema["$defs"]["message"].clone();
    of_messages["$defs"] = schema["$defs"].clone();
    let of_messages = jsonschema::validator_for(&of_messages).unwrap();
    let of_files = jsonschema::validator_for(&schema).unwrap();
    let (artifacts, messages) = rich();
    let plain = [
        Message::text("m1", Role::User, "Hello"),
        Message::text("m2", Role::Agent, "Good morning"),
    ];
    let key = Key::sevens();
    for (name, bytes) in [
        ("plain", write(&[], &plain, Some(&key))),
        ("rich", write(&artifacts, &messages, Some(&key))),
    ] {
        let path = docs.join(format!("vectors/{name}.a2a.json"));
        if std::env::var_os("SEGUE_WRITE_VECTORS").is_some() {
            std::fs::write(&path, &bytes).unwrap();
        }
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{name} changed");
        let file: Value = serde_json::from_slice(&bytes).unwrap();
        let extension = &file["metadata"][EXTENSION];
        assert!(of_files.is_valid(extension), "{extension:#}");
        for message in file["history"].as_array().unwrap() {
            assert!(of_messages.is_valid(&message["metadata"][EXTENSION]));
        }
    }
    let mut wrong = json!({"format": "1.0", "exportId": "x", "source": {"platform": "p"},
        "history": "full", "messageCount": 0});
    assert!(of_files.is_valid(&wrong));
    wrong["messageCount"] = json!(-1);
    assert!(!of_files.is_valid(&wrong));
}

#[test]
fn another_format_of_the_same_file_is_still_signed_and_any_change_is_seen() {
    let (artifacts, messages) = rich();
    let bytes = write(&artifacts, &messages, Some(&Key::sevens()));
    let file: Value = serde_json::from_slice(&bytes).unwrap();
    let check = |file: &Value| {
        let text = serde_json::to_string_pretty(file).unwrap();
        inspect(text.as_bytes(), Limits::default()).unwrap().checked
    };
    assert!(matches!(check(&file).seal, SealState::Signed { .. }));
    let mut delivered = file.clone();
    delivered["metadata"][EXTENSION]["delivery"] = json!({"handoff": "for Dana"});
    delivered["status"]["state"] = json!("TASK_STATE_COMPLETED");
    assert!(matches!(check(&delivered).seal, SealState::Signed { .. }));

    type Change = fn(&mut Value);
    let changes: [(&str, Change); 8] = [
        ("words", |f| {
            f["history"][0]["parts"][0]["text"] = json!("Break it")
        }),
        ("role", |f| f["history"][0]["role"] = json!("ROLE_AGENT")),
        ("order", |f| f["history"].as_array_mut().unwrap().swap(0, 1)),
        ("a message less", |f| {
            drop(f["history"].as_array_mut().unwrap().pop())
        }),
        ("artifact", |f| {
            f["artifacts"][0]["parts"][0]["text"] = json!("x")
        }),
        ("title", |f| f["metadata"][EXTENSION]["title"] = json!("x")),
        ("sender", |f| {
            f["metadata"][EXTENSION]["sender"]["name"] = json!("Eve")
        }),
        ("id", |f| f["id"] = json!("other")),
    ];
    for (what, change) in changes {
        let mut changed = file.clone();
        change(&mut changed);
        assert!(
            matches!(check(&changed).seal, SealState::Broken(_)),
            "{what}"
        );
    }
    // Someone else's key over someone else's words is not the sender's.
    let mut forged = file.clone();
    forged["metadata"][EXTENSION]["signature"]["publicKey"] =
        json!("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
    assert!(matches!(check(&forged).seal, SealState::Broken(_)));
    let unsigned = write(&artifacts, &messages, None);
    let unsigned = inspect(unsigned.as_slice(), Limits::default()).unwrap();
    assert_eq!(unsigned.checked.seal, SealState::Unsigned);
}

#[test]
fn a_newer_major_is_refused_and_a_newer_minor_is_kept() {
    let bytes = write(&[], &rich().1, None);
    let mut file: Value = serde_json::from_slice(&bytes).unwrap();
    let extension = &mut file["metadata"][EXTENSION];
    extension["format"] = json!("1.9");
    extension["fresh"] = json!({"kept": true});
    file["history"][0]["metadata"][EXTENSION]["mood"] = json!("calm");
    file["metadata"][EXTENSION]["contentHash"] = Value::Null;
    let (_, messages, opened) = read(file.to_string().as_bytes());
    assert_eq!(opened.head.more["fresh"].text(), r#"{"kept":true}"#);
    assert_eq!(
        messages[0].more.as_ref().unwrap().text(),
        r#"{"mood":"calm"}"#
    );
    file["metadata"][EXTENSION]["format"] = json!("2.0");
    let refused = inspect(file.to_string().as_bytes(), Limits::default());
    let Err(FileError::Newer(sentence)) = refused else {
        panic!("{refused:?}");
    };
    assert!(
        sentence.contains("newer version of Segue") && sentence.contains("2.0"),
        "{sentence}"
    );
}

#[test]
fn what_only_newer_programs_describe_is_refused() {
    let mut file: Value = serde_json::from_slice(&write(&[], &rich().1, None)).unwrap();
    let described = file["metadata"][EXTENSION].take();
    file["metadata"] = json!({"urn:segue:ext:handoff:v3": described.clone()});
    let refused = inspect(file.to_string().as_bytes(), Limits::default());
    let Err(FileError::Newer(sentence)) = refused else {
        panic!("{refused:?}");
    };
    assert!(sentence.contains("version 3"), "{sentence}");
    file["metadata"] = json!({"urn:segue:ext:handoff:v0": described.clone()});
    inspect(file.to_string().as_bytes(), Limits::default()).expect("that is not newer");
    file["metadata"] = json!({"urn:segue:ext:handoff:v3": {}});
    file["metadata"][EXTENSION] = described;
    inspect(file.to_string().as_bytes(), Limits::default()).expect("it is described for us, too");
}

#[test]
fn version_0_3_is_read() {
    let file = json!({"kind": "task", "id": "t", "contextId": "c", "status": {"state": "completed"},
        "history": [
            {"kind": "message", "messageId": "a", "role": "user", "parts": [{"kind": "text", "text": "Hi"}]},
            {"kind": "message", "messageId": "b", "role": "agent", "parts": [
                {"kind": "file", "file": {"bytes": "AAAA", "mimeType": "image/png", "name": "x.png"}},
                {"kind": "file", "file": {"fileWithUri": "https://example.org/x"}},
                {"kind": "data", "data": {"n": 1}}]}]});
    let (_, messages, opened) = read(file.to_string().as_bytes());
    assert_eq!(opened.dialect, Dialect::V03);
    assert_eq!(opened.context.as_deref(), Some("c"));
    assert_eq!(messages[0].plain_text(), "Hi");
    let kinds: Vec<_> = messages[1]
        .parts
        .iter()
        .map(|part| part.body.kind())
        .collect();
    assert_eq!(kinds, ["image", "file", "other"]);
}

#[test]
fn the_older_dialect_is_read() {
    let file = json!({"meta": {"exportId": "e", "sourcePlatform": "claude-code", "sourceSessionId": "s",
            "planId": "p", "exportedAt": 1_790_000_000_000_i64, "messageCount": 9, "compressedBytes": 0},
        "messages": [
            {"messageId": "a", "role": "user", "parts": [{"type": "text", "text": "Hi"}],
                "metadata": {"timestamp": "2026-09-01T00:00:00Z"}},
            {"messageId": "b", "role": "assistant", "parts": [
                {"type": "data", "data": {"toolUse": {"id": "t", "name": "Bash", "input": {"command": "ls"}}}}],
                "metadata": {"model": "m", "parentMessageId": "a"}},
            {"messageId": "c", "role": "user", "parts": [
                {"type": "data", "data": {"toolResult": {"toolUseId": "t", "content": [{"type": "text", "text": "x"}], "isError": true}}},
                {"type": "file", "uri": "https://example.org/a.txt", "name": "a.txt"}]},
            {"messageId": "d", "role": "agent", "parts": []},
            {"messageId": "e", "role": "user", "content": "as a string"}]});
    let (_, messages, opened) = read(file.to_string().as_bytes());
    assert_eq!(opened.dialect, Dialect::Older);
    assert_eq!(opened.head.source.platform, "claude-code");
    assert_eq!(opened.head.message_count, 5);
    assert_eq!(opened.context.as_deref(), Some("p"));
    assert_eq!(messages[0].at.as_deref(), Some("2026-09-01T00:00:00.000Z"));
    assert_eq!(messages[1].role, Role::Agent);
    assert!(matches!(&messages[1].parts[0].body, Body::Call(call) if call.name == "Bash"));
    assert!(matches!(&messages[2].parts[0].body, Body::Result(result)
        if result.is_error && result.plain_text() == "x"));
    assert_eq!(messages[4].plain_text(), "as a string");
}

#[test]
fn what_cannot_be_read_is_refused_or_named() {
    let limits = Limits {
        json: JsonLimits {
            depth: 50,
            nodes: 10_000,
        },
        piece_bytes: 2_000,
        messages: 3,
        artifacts: 3,
        file_bytes: 1 << 20,
    };
    let refused = |text: &str| inspect(text.as_bytes(), limits).unwrap_err().to_string();
    let message =
        |n: u32| format!(r#"{{"messageId":"{n}","role":"ROLE_USER","parts":[{{"text":"x"}}]}}"#);
    let history = |items: &str| format!(r#"{{"id":"t","history":[{items}]}}"#);
    for (text, says) in [
        (history(&"[".repeat(100_000)), "larger"),
        (
            history(&format!("{}{}", "[".repeat(60), "]".repeat(60))),
            "deeper",
        ),
        (history(&format!("\"{}\"", "y".repeat(5_000))), "larger"),
        (
            history(&(0..5).map(message).collect::<Vec<_>>().join(",")),
            "more than 3",
        ),
        (
            history("{\"messageId\":\"a\",\"messageId\":\"b\"}"),
            "twice",
        ),
        (r#"{"id":"a","id":"b"}"#.to_owned(), "twice"),
        (
            r#"{"id":"t","history":[{"messageId":"a""#.to_owned(),
            "stops in the middle",
        ),
        (
            format!(r#"{{"id":"t","x":"{}"}}"#, "z".repeat(2 << 20)),
            "larger",
        ),
        ("[1,2]".to_owned(), "not a conversation"),
        ("{}".to_owned(), "not a conversation"),
        (String::new(), "stops"),
        (r#"{"id":"t"} trailing"#.to_owned(), "not JSON"),
    ] {
        let said = refused(&text);
        assert!(
            said.contains(says),
            "{said} for {}",
            segue_conversation::truncate(&text, 80)
        );
    }
    let odd = history(
        r#"3,{"messageId":"a","role":"ROLE_USER","parts":[{"unknown":1},{"text":"\ud800 \u0000"}]}"#,
    );
    let (_, messages, opened) = read(odd.as_bytes());
    assert_eq!(messages[0].plain_text(), "\u{fffd} \u{0}");
    assert_eq!(opened.skipped.entries().len(), 2);
}

fn any_message() -> impl Strategy<Value = Message> {
    let text = || any::<String>();
    let body = prop_oneof![
        any::<String>().prop_map(Body::Text),
        any::<String>().prop_map(Body::Reasoning),
        (text(), text(), text()).prop_map(|(id, name, x)| Body::Call(Call {
            id,
            name,
            input: Json::from_serde(&json!({"x": x})).unwrap(),
        })),
        (text(), text(), any::<bool>()).prop_map(|(call, x, is_error)| {
            Body::Result(ToolResult {
                call,
                content: vec![Content::Text(x)],
                is_error,
            })
        }),
    ];
    let parts = prop::collection::vec(body.prop_map(Part::new), 0..4);
    ("[a-z0-9-]{1,20}", any::<bool>(), parts, any::<bool>()).prop_map(
        |(id, user, parts, resets)| {
            let role = if user { Role::User } else { Role::Agent };
            let mut message = Message::new(id, role, parts);
            message.resets = resets;
            message
        },
    )
}

proptest! {
    #[test]
    fn any_conversation_survives(messages in prop::collection::vec(any_message(), 0..8)) {
        let bytes = write(&[], &messages, None);
        let (_, found, opened) = read(&bytes);
        prop_assert_eq!(&found, &messages);
        prop_assert_eq!(opened.checked.hash, HashState::Matches);
        let text = std::str::from_utf8(&bytes).unwrap();
        let canonical = json_of(text);
        prop_assert_eq!(canonical.text(), text.trim_end());
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        drop(inspect(bytes.as_slice(), Limits::default()));
    }

    #[test]
    fn no_change_of_a_byte_makes_the_reader_panic(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let (artifacts, messages) = rich();
        let mut bytes = write(&artifacts, &messages, Some(&Key::sevens()));
        let place = at.index(bytes.len());
        let before = std::mem::replace(&mut bytes[place], byte);
        if let Ok(opened) = inspect(bytes.as_slice(), Limits::default()) && before != byte {
            // Space and the state of the task may change; nothing else unseen.
            let signed = matches!(opened.checked.seal, SealState::Signed { .. });
            let status = place > bytes.len() - 50;
            prop_assert!(!signed || status, "byte {place}: {before} to {byte}");
        }
    }
}
