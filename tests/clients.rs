//! The harness itself: each real client makes a session against our model, alone on the network,
//! and what it lists and sends on resume is what was said.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::PathBuf;

use segue_testkit::{
    Client, Home, Item, Model, REPLY, Shown, TOOL_OUTPUT, USE_TOOL, alone, history, judge,
};
use serde_json::json;

#[test]
fn claude_goes_on_with_its_own_session() {
    alone("claude_goes_on_with_its_own_session", || {
        a_native_session(Client::Claude);
    });
}

#[test]
fn codex_goes_on_with_its_own_session() {
    alone("codex_goes_on_with_its_own_session", || {
        a_native_session(Client::Codex);
    });
}

#[test]
fn gemini_goes_on_with_its_own_session() {
    alone("gemini_goes_on_with_its_own_session", || {
        a_native_session(Client::Gemini);
    });
}

#[test]
fn opencode_goes_on_with_its_own_session() {
    alone("opencode_goes_on_with_its_own_session", || {
        a_native_session(Client::OpenCode);
    });
}

/// Two turns, the first with a tool; then a third, whose request must carry all of it.
fn a_native_session(client: Client) {
    let model = Model::start();
    let home = Home::new(client, &model);
    let folder = tempfile::tempdir().unwrap();
    let project: PathBuf = folder.path().canonicalize().unwrap();
    assert_eq!(home.list(&project, Shown::Headless), []);

    let first = format!("Please {USE_TOOL} \"now\"\nand say what it says");
    let asked = home.ask(&project, &first);
    assert_eq!(asked.status, Some(0), "{asked:?}");
    assert!(asked.stdout.contains(REPLY), "{asked:?}");
    let listed = home.list(&project, Shown::Headless);
    assert_eq!(listed.len(), 1, "{listed:?}");
    let id = &listed[0].id;
    assert!(!listed[0].title.is_empty());

    let second = home.resume(&project, id, "a second question");
    assert_eq!(second.status, Some(0), "{second:?}");
    model.forget();
    let third = home.resume(&project, id, "a third question");
    assert_eq!(third.status, Some(0), "{third:?}");

    let request = model.request_with("a third question").unwrap();
    let mut items = history(&request);
    if client == Client::Gemini {
        // It keeps the answer of a tool twice, in the call and as a message, and sends both.
        items.dedup();
    }
    let user = |text: &str| Item::User(text.to_owned());
    let agent = || Item::Agent(REPLY.to_owned());
    let [said, call, result, rest @ ..] = items.as_slice() else {
        panic!("{items:#?}");
    };
    assert_eq!(*said, user(&first));
    let Item::Call {
        id: called, input, ..
    } = call
    else {
        panic!("{items:#?}");
    };
    assert!(input.to_string().contains(TOOL_OUTPUT), "{input}");
    let Item::Result { call, text, error } = result else {
        panic!("{items:#?}");
    };
    assert_eq!(call, called);
    assert!(text.contains(TOOL_OUTPUT), "{text}");
    assert_ne!(*error, Some(true));
    let expected = [
        agent(),
        user("a second question"),
        agent(),
        user("a third question"),
    ];
    assert_eq!(rest, expected);
}

#[test]
fn the_judge_knows_a_task_from_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("task.json");
    let mut task = json!({
        "id": "t1", "contextId": "c1", "status": {"state": "TASK_STATE_COMPLETED"},
        "history": [
            {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": "hello"}]},
            {"messageId": "m2", "role": "ROLE_AGENT",
                "parts": [{"data": {"a": 1}}, {"raw": "AAAA", "mediaType": "image/png"}]},
        ],
    });
    std::fs::write(&file, task.to_string()).unwrap();
    let summary = judge(&file).unwrap();
    assert_eq!(summary["id"], "t1");
    assert_eq!(summary["contextId"], "c1");
    assert_eq!(summary["messages"], 2);
    assert_eq!(summary["roles"], json!(["ROLE_USER", "ROLE_AGENT"]));
    assert_eq!(summary["parts"], json!([["text"], ["data", "raw"]]));

    task["kind"] = json!("task");
    std::fs::write(&file, task.to_string()).unwrap();
    let refused = judge(&file).unwrap_err();
    assert!(refused.contains("kind"), "an unknown field: {refused}");
    std::fs::write(&file, "{\"id\": \"t1\"}").unwrap();
    assert!(judge(&file).unwrap_err().contains("status"));
}
