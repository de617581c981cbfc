//! A file that is handed on: a new file of ours, from what another one has.

use std::path::Path;

use segue_door::{Caller, Code, Request, SendingChoice, ask};
use segue_testkit::samples::claude::Session as Sample;
use serde_json::Value;

use crate::person::{Person, SendOptions, named};

fn github() -> String {
    ["ghp_", "w8Kd02mZbQ5tVxR1", "cY7nLp4sHj9fGe3uAo6i"].concat()
}

fn head(file: &str) -> (Value, Value) {
    let value: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    (value["metadata"]["urn:segue:ext:handoff:v1"].clone(), value)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_handed_on_under_a_new_signature() {
    let (sam, dana, kim) = (
        Person::new().await,
        Person::new().await,
        Person::new().await,
    );
    let sample = Sample::rich(1, "/work/app");
    sample.write(&sam.root(), 1);
    let first = sam.export(sample.id(), "talk.a2a.json").await.unwrap();
    let wish = |wish: &mut SendOptions| wish.task = Some("Review it".to_owned());
    let prepared = dana.prepare(&first.file, wish).await.unwrap();
    assert_eq!(prepared.conversation, first.file);
    assert_eq!(
        prepared.content_hash, first.content_hash,
        "not a word is different"
    );
    let signed = prepared
        .notes
        .iter()
        .any(|note| note.contains("signed (device"));
    assert!(signed, "{:?}", prepared.notes);
    let second = dana
        .export_prepared(&prepared.hash, "on.a2a.json")
        .await
        .unwrap();

    let (before, whole) = head(&first.file);
    let (after, handed) = head(&second.file);
    assert_eq!(whole["contextId"], handed["contextId"]);
    for kept in [
        "source",
        "title",
        "project",
        "native",
        "history",
        "messageCount",
    ] {
        assert_eq!(before[kept], after[kept], "{kept}");
    }
    for new in ["exportId", "sender", "signature", "envelope"] {
        assert_ne!(before[new], after[new], "{new}");
    }
    let found = kim.inspect(second.file.as_ref()).await.unwrap();
    assert_eq!(found.task.as_deref(), Some("Review it"));
    assert_eq!(found.refused, None);
    assert!(
        dana.inspect(second.file.as_ref())
            .await
            .unwrap()
            .sender
            .is_you
    );
    let project = kim.project("app");
    kim.import(second.file.as_ref(), Some(&project), |_| {})
        .await
        .unwrap();

    let own = sam.prepare(&first.file, |_| {}).await.unwrap();
    assert!(
        own.notes.iter().any(|note| note.contains("you signed")),
        "{:?}",
        own.notes
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn less_of_a_file_can_be_handed_on_but_never_more() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let sample = Sample::rich(1, "/work/app")
        .ask("And the styles?")
        .answer("Fine.")
        .ask("Good.");
    sample.write(&sam.root(), 1);
    let whole = sam.prepare(sample.id(), |_| {}).await.unwrap();
    let part = sam
        .prepare(sample.id(), |wish| {
            wish.choice.history = Some("last:3".to_owned());
            wish.choice.reasoning = Some(false);
        })
        .await
        .unwrap();
    let part = sam
        .export_prepared(&part.hash, "part.a2a.json")
        .await
        .unwrap();
    let on = dana.prepare(&part.file, |_| {}).await.unwrap();
    let on = dana.export_prepared(&on.hash, "on.a2a.json").await.unwrap();
    let (said, _) = head(&on.file);
    assert_eq!(
        (&said["history"], &said["extent"]["lastK"]),
        (&"last_k".into(), &3.into())
    );
    assert_eq!(said["extent"]["of"], whole.figures.of);
    assert_eq!(said["extent"]["reasoning"], false);
    let lost = said["report"].to_string();
    assert!(lost.contains("the sender chose to leave it out"), "{lost}");

    let choice = SendingChoice {
        history: Some("last:1".to_owned()),
        ..Default::default()
    };
    let figures = ask::HandoffFigures {
        conversation: named(&part.file),
        choice: choice.clone(),
    };
    let figures = dana.link.call(figures).await.unwrap();
    let less = dana
        .prepare(&part.file, |wish| wish.choice = choice)
        .await
        .unwrap();
    assert_eq!(
        (figures.messages, figures.of),
        (less.figures.messages, less.figures.of)
    );
    assert!(less.figures.messages < part.messages);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_earlier_sender_kept_is_looked_through_again() {
    let sam = Person::new().await;
    let file = sam.path("theirs.a2a.json");
    let message = format!("Deploy with {} please", github());
    let theirs = serde_json::json!({
        "id": "t", "status": {"state": "TASK_STATE_SUBMITTED"},
        "history": [{"messageId": "1", "role": "ROLE_USER", "parts": [{"text": message}]}],
        "artifacts": [{"artifactId": "a", "parts": [{"text": format!("token: {}", github())}]}],
    });
    std::fs::write(&file, theirs.to_string()).unwrap();
    let name = file.to_string_lossy().into_owned();
    let prepared = sam.prepare(&name, |_| {}).await.unwrap();
    assert_eq!(prepared.artifacts, 1);
    let unsigned = prepared
        .notes
        .iter()
        .any(|note| note.contains("nobody signed"));
    assert!(unsigned, "{:?}", prepared.notes);
    let done = sam
        .export_prepared(&prepared.hash, "on.a2a.json")
        .await
        .unwrap();
    let text = std::fs::read_to_string(&done.file).unwrap();
    assert!(
        !text.contains(&github()) && text.contains("[redacted:"),
        "{text}"
    );
    let (_, again) = head(&done.file);
    let second = sam.prepare(&name, |_| {}).await.unwrap();
    let second = sam
        .export_prepared(&second.hash, "again.a2a.json")
        .await
        .unwrap();
    assert_eq!(
        again["contextId"],
        head(&second.file).1["contextId"],
        "one id for one file"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_file_that_could_be_imported_is_handed_on() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let sample = Sample::rich(1, "/work/app");
    sample.write(&sam.root(), 1);
    let done = sam.export(sample.id(), "talk.a2a.json").await.unwrap();
    let text = std::fs::read_to_string(&done.file).unwrap();
    let (_, mut unsigned) = head(&done.file);
    let member = &mut unsigned["metadata"]["urn:segue:ext:handoff:v1"];
    member.as_object_mut().unwrap().remove("signature");
    let pointer = |wish: &mut SendOptions| wish.choice.history = Some("pointer".to_owned());
    let pointer = sam.prepare(sample.id(), pointer).await.unwrap();
    let pointer = sam
        .export_prepared(&pointer.hash, "pointer.a2a.json")
        .await
        .unwrap();
    let pointer = std::fs::read_to_string(&pointer.file).unwrap();
    for (what, text, code) in [
        (
            "words",
            text.replace("login form", "logout form"),
            Code::Refused,
        ),
        ("no signature", unsigned.to_string(), Code::Refused),
        ("no messages", pointer, Code::Refused),
        ("torn", text[..text.len() / 2].to_owned(), Code::Unreadable),
        ("no JSON", "hello".to_owned(), Code::Unreadable),
    ] {
        let file = dana.path("bad.a2a.json");
        std::fs::write(&file, text).unwrap();
        let failure = dana
            .prepare(&file.to_string_lossy(), |_| {})
            .await
            .unwrap_err();
        assert_eq!(failure.code, code, "{what}: {failure:?}");
    }
    let missing = dana.path("nowhere.a2a.json");
    let failure = dana
        .prepare(&missing.to_string_lossy(), |_| {})
        .await
        .unwrap_err();
    assert_eq!(failure.code, Code::NotFound);
    // The folder a foreign file names is not looked into.
    let own = dana.project("app");
    let theirs = Sample::rich(2, &own.to_string_lossy());
    theirs.write(&sam.root(), 2);
    let file = sam
        .export(theirs.id(), "theirs.a2a.json")
        .await
        .unwrap()
        .file;
    let failure = dana
        .prepare(&file, |wish| wish.attach_diff = true)
        .await
        .unwrap_err();
    assert!(
        failure.message.contains("not on this computer"),
        "{failure:?}"
    );
}

#[test]
fn a_page_names_no_files() {
    let path = Path::new("/").join("home/me/talk.a2a.json");
    let asked = |conversation: &str| {
        let request = Request::from(ask::HandoffFigures {
            conversation: named(conversation),
            choice: SendingChoice::default(),
        });
        Request::parse(serde_json::to_value(request).unwrap(), &Caller::page())
    };
    assert!(asked(&path.to_string_lossy()).is_err());
    assert!(asked("claude-code:1234").is_ok());
}
