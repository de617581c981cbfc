//! The whole way: stored rows, the neutral form, a file, and rows again.

mod fixture;
mod foreign;
mod hostile;

use fixture::{Home, NOW, PIXEL, done, onto, text, tool};
use segue_conversation::{Body, Role};
use serde_json::{Value, json};

use crate::opencode::OpenCode;
use crate::platform::{Limits, Platform, PlatformError, State};
use crate::{Closing, undo};

/// A session with everything a session can have.
fn rich(home: &Home) -> &'static str {
    let id = "ses_rich";
    home.session(id, None);
    home.session("ses_child", Some(id));
    home.session("ses_grandchild", Some("ses_child"));
    let asked = home.user("ses_child", &[text("look around")]);
    home.agent("ses_child", &asked, &[text("I looked")], json!({}));
    home.user("ses_grandchild", &[text("deeper")]);

    let first = home.user(id, &[text("old question")]);
    home.agent(id, &first, &[text("old answer")], json!({}));
    let kept = home.user(id, &[text("kept question")]);
    home.agent(
        id,
        &kept,
        &[text("kept answer"), tool("c0", done("zero"))],
        json!({}),
    );
    let compaction = json!({ "type": "compaction", "auto": true, "tail_start_id": kept });
    let asked = home.user(id, &[compaction]);
    let more = json!({ "summary": true, "mode": "compaction", "agent": "compaction" });
    home.agent(id, &asked, &[text("The summary")], more);

    let image = json!({
        "type": "file", "mime": "image/png", "url": PIXEL, "filename": "a.png",
        "source": { "type": "file", "path": "a.png" },
    });
    let read = json!({ "type": "file", "mime": "text/plain", "url": "file:///theirs/x.txt" });
    let note = json!({ "type": "text", "text": "Called Read", "synthetic": true });
    let unheard = json!({ "type": "text", "text": "unheard", "ignored": true });
    let asked = home.user(id, &[text("look"), image.clone(), read, note, unheard]);
    let mut attached = done("two");
    attached["attachments"] = json!([{
        "id": "prt_x", "sessionID": id, "messageID": "msg_x", "type": "file",
        "mime": "image/png", "url": PIXEL,
    }]);
    let mut task = done("three");
    task["metadata"] = json!({ "sessionId": "ses_child" });
    let failed = json!({
        "status": "error", "input": { "n": 1 }, "error": "boom", "time": { "start": 1, "end": 2 },
    });
    let stopped = json!({
        "status": "error", "input": {}, "error": "stopped", "time": { "start": 1, "end": 2 },
        "metadata": { "interrupted": true, "output": "half" },
    });
    let thought = json!({
        "type": "reasoning", "text": "thinking", "time": { "start": 1, "end": 2 },
        "metadata": { "anthropic": { "signature": "SIGNED" } },
    });
    let parts = [
        json!({ "type": "step-start", "snapshot": "abc" }),
        thought,
        text("first step"),
        tool("c1", done("one")),
        tool("c2", attached),
        json!({ "type": "step-finish", "reason": "tool-calls", "cost": 1 }),
        json!({ "type": "patch", "hash": "abc", "files": ["/theirs/a"] }),
        json!({ "type": "step-start" }),
        text("second step"),
        tool("c3", task),
        tool("c4", failed),
        tool("c5", stopped),
        json!({ "type": "step-start" }),
        text("the end"),
    ];
    home.agent(id, &asked, &parts, json!({}));
    let error =
        json!({ "name": "APIError", "data": { "message": "no", "responseBody": "SECRET" } });
    let more = json!({ "error": error, "system": ["SECRET PROMPT"] });
    home.agent(id, &asked, &[text("half an answer")], more);
    home.user(id, &[text("last question")]);
    id
}

#[test]
fn the_model_saw_it_in_this_order() {
    let home = Home::new();
    let id = rich(&home);
    let read = home.read(id);
    let told: Vec<String> = read
        .iter()
        .map(|message| {
            let kinds: Vec<&str> = message.parts.iter().map(|part| part.body.kind()).collect();
            let side = if message.role == Role::User {
                "user"
            } else {
                "agent"
            };
            format!(
                "{side}: {} {}",
                kinds.join(","),
                message.plain_text().replace('\n', "|")
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "user: text old question",
            "agent: text old answer",
            "user: text What did we do so far?",
            "agent: text The summary",
            "user: text kept question",
            "agent: text,tool call kept answer",
            "user: tool result ",
            "user: text,image,text look||Called Read",
            "agent: reasoning,text,tool call,tool call first step",
            "user: tool result,tool result ",
            "agent: text,tool call,tool call,tool call second step",
            "user: tool result,tool result,tool result ",
            "agent: text the end",
            "user: text last question",
        ]
    );
    assert!(read[2].resets && read[2].injected);
    assert_eq!(read.iter().filter(|message| message.resets).count(), 1);
    assert_eq!(read[12].beside.len(), 1, "the failed answer was never sent");
}

#[test]
fn the_same_records_come_out_again() {
    let (sender, receiver) = (Home::new(), Home::new());
    let id = rich(&sender);
    let file = sender.export(id);
    let shown = String::from_utf8(file.clone()).unwrap();
    for private in [
        "SECRET",
        "SIGNED",
        "https://share",
        "permission\\\"",
        "metadata\":{\"anthropic",
    ] {
        assert!(!shown.contains(private), "{private} travels");
    }
    let outcome = receiver.import(&file).unwrap();
    let new = &outcome.written.receipt.session_id;
    let mut before = sender.stored(id);
    let mut after = receiver.stored(new);
    before.iter_mut().chain(&mut after).for_each(rebase);
    // The receiver has another model, which would be shown the reasoning as ordinary words.
    for (_, parts) in &mut before {
        parts.retain(|part| part["type"] != "reasoning");
    }
    let dropped = outcome
        .written
        .report
        .count_of(segue_conversation::Fate::Dropped, "reasoning");
    assert_eq!(dropped, 1);
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
    // Twice through: what the receiver sends on is what they got.
    let mut spoken = said(&sender, id);
    for (_, _, _, bodies) in &mut spoken {
        bodies.retain(|body| !matches!(body, Body::Reasoning(_)));
    }
    assert_eq!(spoken, said(&receiver, new));
    let size = sender.found(id).bytes;
    assert!(size > 0, "parts are counted");
}

#[test]
fn subagents_travel_with_their_session_and_are_not_listed() {
    let (sender, receiver) = (Home::new(), Home::new());
    let file = sender.export(rich(&sender));
    assert_eq!(OpenCode.find(&sender.place).unwrap().len(), 1);
    let outcome = receiver.import(&file).unwrap();
    let new = outcome.written.receipt.session_id.clone();
    assert_eq!(OpenCode.find(&receiver.place).unwrap().len(), 1);
    let db = receiver.db();
    let child: String = db
        .query_row(
            "SELECT id FROM session WHERE parent_id = ?1",
            [&new],
            |row| row.get(0),
        )
        .unwrap();
    let below: i64 = db
        .query_row(
            "SELECT count(*) FROM session WHERE parent_id = ?1",
            [&child],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(below, 1);
    let stored = receiver.stored(&new);
    let named = stored.iter().flat_map(|(_, parts)| parts);
    let mut named = named.filter_map(|part| part["state"]["metadata"]["sessionId"].as_str());
    assert_eq!(
        named.next(),
        Some(child.as_str()),
        "the call names the session here"
    );
    assert_eq!(receiver.stored(&child).len(), 2);
    undo::undo(&outcome.written.receipt).unwrap();
    assert_eq!(receiver.counts(), [1, 0, 0, 0]);
}

#[test]
fn the_receivers_model_folder_and_title_are_used() {
    let (sender, receiver) = (Home::new(), Home::new());
    receiver.session("ses_mine", None);
    let model = json!({ "providerID": "mine", "modelID": "small" });
    let info = json!({ "role": "user", "agent": "build", "model": model });
    receiver.say("ses_mine", info, &[text("hi")]);
    let outcome = receiver.import(&sender.export(rich(&sender))).unwrap();
    let new = outcome.written.receipt.session_id;
    for (info, _) in receiver.stored(&new) {
        if info["role"] == "user" {
            assert_eq!(info["model"], model);
        } else {
            assert_eq!(info["path"]["cwd"], json!(receiver.project));
        }
    }
    let session = receiver.found(&new);
    let glance = OpenCode.glance(&session, &Limits::default()).unwrap();
    assert_eq!(glance.title.as_deref(), Some("A talk"));
    assert_eq!(glance.project, Some(receiver.project.display().to_string()));
    assert_eq!(session.modified, NOW);
    assert_eq!(
        OpenCode.count(&session, &Limits::default()).unwrap(),
        (10, State::Whole)
    );
    assert_eq!(outcome.resume.command, ["opencode", "--session", &new]);
    let private: i64 = receiver
        .db()
        .query_row(
            "SELECT count(*) FROM session WHERE id = ?1 AND share_url IS NULL AND permission IS NULL \
             AND model IS NULL AND tokens_input = 7",
            [&new],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(private, 1);
}

#[test]
fn undo_takes_back_exactly_what_was_added_and_not_what_was_used() {
    let (sender, receiver) = (Home::new(), Home::new());
    receiver.session("ses_mine", None);
    receiver.user("ses_mine", &[text("mine")]);
    let before = receiver.counts();
    let file = sender.export(rich(&sender));
    let outcome = receiver.import(&file).unwrap();
    let receipt = outcome.written.receipt;
    assert!(undo::is_untouched(&receipt));
    // The client takes a session of the global project over by itself.
    let db = receiver.db();
    db.execute(
        "INSERT INTO project VALUES ('p', '/p', NULL, NULL, 1, 1, NULL, '[]', NULL)",
        [],
    )
    .unwrap();
    db.execute(
        "UPDATE session SET project_id = 'p' WHERE id = ?1",
        [&receipt.session_id],
    )
    .unwrap();
    assert!(undo::is_untouched(&receipt));
    undo::undo(&receipt).unwrap();
    db.execute("DELETE FROM project WHERE id = 'p'", [])
        .unwrap();
    assert_eq!(receiver.counts(), before);

    let receipt = receiver.import(&file).unwrap().written.receipt;
    receiver.user(&receipt.session_id, &[text("going on")]);
    assert!(!undo::is_untouched(&receipt));
    assert!(matches!(
        undo::undo(&receipt),
        Err(PlatformError::Changed(_))
    ));
    let receipt = receiver.import(&file).unwrap().written.receipt;
    let sql = "UPDATE session SET title = 'renamed' WHERE id = ?1";
    db.execute(sql, [&receipt.session_id]).unwrap();
    assert!(matches!(
        undo::undo(&receipt),
        Err(PlatformError::Changed(_))
    ));
}

#[test]
fn a_session_goes_on_and_goes_back() {
    let (sender, receiver) = (Home::new(), Home::new());
    let id = rich(&sender);
    let first = receiver.import(&sender.export(id)).unwrap();
    let receipt = first.written.receipt;
    let before = receiver.counts();
    let asked = sender.user(id, &[text("and another thing")]);
    sender.agent(
        id,
        &asked,
        &[text("done"), tool("c9", done("nine"))],
        json!({}),
    );
    let file = sender.export(id);
    let skip = first.opened.head.message_count;
    let closing = Closing {
        task: Some("carry on".into()),
        ..Closing::default()
    };
    let target = onto(&receiver, receipt.clone());
    let more = receiver
        .import_to(&file, target, Some(closing), skip)
        .unwrap();
    let grown = more.written.receipt;
    assert_eq!(grown.session_id, receipt.session_id);
    let read = receiver.read(&receipt.session_id);
    assert_eq!(read[read.len() - 4].plain_text(), "and another thing");
    assert!(read.last().unwrap().plain_text().contains("carry on"));
    let stored = receiver.stored(&receipt.session_id);
    assert!(!undo::is_untouched(&receipt), "it has grown");
    assert!(undo::is_untouched(&grown));
    assert_eq!(stored.len(), 13);
    undo::undo(&grown).unwrap();
    assert_eq!(receiver.counts(), before);
    assert!(undo::is_untouched(&receipt));

    receiver.user(&receipt.session_id, &[text("mine")]);
    let target = onto(&receiver, receipt);
    let used = receiver.import_to(&file, target, None, skip);
    assert!(matches!(used, Err(PlatformError::Changed(_))));
}

#[test]
fn a_dry_run_writes_nothing_and_tells_where() {
    let (sender, receiver) = (Home::new(), Home::new());
    let file = sender.export(rich(&sender));
    let before = receiver.counts();
    let mut target = receiver.target();
    target.dry_run = true;
    let outcome = receiver.import_to(&file, target, None, 0).unwrap();
    assert_eq!(outcome.written.receipt.changes[0].path(), receiver.path());
    assert_eq!(receiver.counts(), before);
}

#[test]
fn the_old_tree_of_files_is_read() {
    let home = Home::empty();
    let root = home.folder.path().join(".local/share/opencode/storage");
    let put = |path: &str, value: Value| {
        let file = root.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, value.to_string()).unwrap();
    };
    let time = json!({ "created": 1000, "updated": 2000 });
    let info = json!({ "id": "ses_a", "title": "Old", "directory": "/x", "time": time });
    put("session/global/ses_a.json", info);
    put(
        "session/global/ses_b.json",
        json!({ "parentID": "ses_a", "time": time }),
    );
    put(
        "message/ses_a/msg_1.json",
        json!({ "role": "user", "time": { "created": 1000 } }),
    );
    put(
        "message/ses_a/msg_2.json",
        json!({ "role": "assistant", "time": { "created": 1001 } }),
    );
    put("part/msg_1/prt_1.json", text("hello"));
    put("part/msg_2/prt_1.json", tool("c", done("out")));
    put("part/msg_2/prt_2.json", text("hi"));
    let found = OpenCode.find(&home.place).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(OpenCode.count(&found[0], &Limits::default()).unwrap().0, 2);
    let glance = OpenCode.glance(&found[0], &Limits::default()).unwrap();
    assert_eq!(glance.title.as_deref(), Some("Old"));
    let read = home.read("ses_a");
    assert_eq!(read.len(), 3);
    assert!(matches!(&read[2].parts[0].body, Body::Result(result) if result.plain_text() == "out"));
}

/// What may differ between two people's rows: ids, folders, the model of a prompt, private things.
fn rebase((info, parts): &mut (Value, Vec<Value>)) {
    for key in ["parentID", "path", "model", "system"] {
        info.as_object_mut().unwrap().remove(key);
    }
    if let Some(data) = info.pointer_mut("/error/data") {
        data.as_object_mut().unwrap().remove("responseBody");
    }
    for part in parts {
        let part = part.as_object_mut().unwrap();
        part.remove("metadata");
        if part.contains_key("tail_start_id") {
            part.insert("tail_start_id".to_owned(), "rebased".into());
        }
        let Some(state) = part.get_mut("state") else {
            continue;
        };
        if let Some(child) = state.pointer_mut("/metadata/sessionId") {
            *child = "rebased".into();
        }
        let files = state.get_mut("attachments").and_then(Value::as_array_mut);
        for file in files.into_iter().flatten() {
            for key in ["id", "sessionID", "messageID"] {
                file.as_object_mut().unwrap().remove(key);
            }
        }
    }
}

fn said(home: &Home, id: &str) -> Vec<(bool, bool, Option<String>, Vec<Body>)> {
    let read = home.read(id).into_iter();
    read.map(|message| {
        let bodies = message.parts.into_iter().map(|part| part.body).collect();
        (
            message.role == Role::User,
            message.resets,
            message.at,
            bodies,
        )
    })
    .collect()
}

#[test]
fn what_was_announced_is_there_as_a_whole_or_not() {
    let (home, there) = (Home::new(), Home::new());
    let before = there.counts();
    let receipt = there
        .import(&home.export(rich(&home)))
        .unwrap()
        .written
        .receipt;
    let after = there.counts();
    assert!(crate::settle::settle(&receipt, "someone").unwrap());
    assert_eq!(there.counts(), after);
    undo::undo(&receipt).unwrap();
    assert!(!crate::settle::settle(&receipt, "someone").unwrap());
    assert_eq!(there.counts(), before);
}
