//! The envelope of a file: what was said, what is known, and what an agent is told at the end.

use std::path::Path;

use segue_door::{Code, FindingSpot, Prepared};
use segue_testkit::samples::claude::Session as Sample;
use serde_json::{Value, json};

use crate::person::{Person, SendOptions};

fn aws() -> String {
    ["AKIA", "Q3EGRWX7", "ZT5MPLNV"].concat()
}

fn codes(prepared: &Prepared) -> Vec<&str> {
    let all = prepared.diagnostics.iter();
    all.map(|one| one.code.as_str()).collect()
}

async fn one(sam: &Person, project: &str) -> String {
    let sample = Sample::rich(1, project);
    sample.write(&sam.root(), 1);
    sample.id().to_owned()
}

fn blocked() -> Value {
    json!({
        "status": "blocked",
        "objective": "People can log in again",
        "constraints": ["No new dependency"],
        "blockers": [{"text": "No access to staging", "type": "resource_unavailable",
            "options": ["Ask Kim for access", "Use the mirror"]}],
        "instructions": ["Read the log first"],
        "priority": "high",
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_always_has_an_envelope() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let id = one(&sam, "/work/app").await;
    let prepared = sam.prepare(&id, |wish| wish.task = None).await.unwrap();
    let envelope = prepared.envelope.clone().unwrap();
    assert_eq!(envelope["status"], "success");
    assert_eq!(envelope["metadata"]["made_up_summary"], true);
    let summary = envelope["results"]["summary"].as_str().unwrap();
    assert!(summary.starts_with("Fix the login form: "), "{summary}");
    assert!(summary.contains("messages; last: ") && summary.chars().count() <= 300);
    assert!(!codes(&prepared).contains(&"summary-vague"), "{prepared:?}");
    assert_eq!(prepared.sender.as_deref(), envelope["from_agent"].as_str());
    for name in ["handoff_id", "to_agent"] {
        assert!(envelope.get(name).is_none(), "the same file for everyone");
    }
    assert_eq!((prepared.task, prepared.note), (None, None));

    let done = sam.export_prepared(&prepared.hash, "talk.a2a.json").await;
    let file = done.unwrap().file;
    let found = dana.inspect(file.as_ref()).await.unwrap();
    assert_eq!(found.envelope, Some(envelope.clone()));
    assert_eq!(
        found.conversation.as_deref(),
        envelope["conversation_id"].as_str()
    );
    assert!(found.diagnostics.iter().all(|one| !one.is_error));
    // Nobody asked for anything, so nothing is said to the agent.
    let project = dana.project("app");
    let done = dana
        .import(file.as_ref(), Some(&project), |_| {})
        .await
        .unwrap();
    let handed = |line: &segue_door::ReportLine| line.kind.starts_with("task and note");
    assert!(!done.report.iter().any(handed), "{:?}", done.report);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_is_the_last_thing_the_agent_reads() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let id = one(&sam, "/work/app").await;
    let wish = |wish: &mut SendOptions| {
        wish.envelope = Some(blocked());
        wish.note = Some("Mind the queue".to_owned());
    };
    let prepared = sam.prepare(&id, wish).await.unwrap();
    assert_eq!(prepared.note.as_deref(), Some("Mind the queue"));
    let done = sam.export_prepared(&prepared.hash, "talk.a2a.json").await;
    let file = done.unwrap().file;
    let found = dana.inspect(file.as_ref()).await.unwrap();
    assert_eq!(found.task.as_deref(), Some("Write the missing tests"));
    let said = found.envelope.unwrap();
    assert_eq!(
        said["blockers"][0]["resolution_options"][1],
        "Use the mirror"
    );
    let project = dana.project("app");
    let done = dana
        .import(file.as_ref(), Some(&project), |_| {})
        .await
        .unwrap();
    let session = std::fs::read_to_string(&done.changes.last().unwrap().path).unwrap();
    let last = session
        .lines()
        .rfind(|line| line.contains(r#""type":"user""#));
    let last = last.unwrap_or_else(|| panic!("{session}"));
    for words in [
        "Write the missing tests",
        "Mind the queue",
        "Use the mirror",
        "Read the log",
    ] {
        assert!(last.contains(words), "{words}: {last}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_prepared_as_long_as_something_is_wrong() {
    let sam = Person::new().await;
    let project = sam.project("app");
    std::fs::create_dir_all(project.join("src")).unwrap();
    std::fs::write(project.join("src/login.rs"), "fn login() {}").unwrap();
    let id = one(&sam, &project.to_string_lossy()).await;
    let with = |envelope: Value| move |wish: &mut SendOptions| wish.envelope = Some(envelope);
    for (envelope, words, hint) in [
        (json!({"status": "blocked"}), "blocker", "--blocker"),
        (
            json!({"status": "blocked", "blockers": [{"text": "No key"}]}),
            "resolve",
            "--option",
        ),
        (
            json!({"blockers": [{"text": "No key"}]}),
            "success",
            "--status",
        ),
        (
            json!({"artifacts": [{"path": "src/gone.rs"}]}),
            "Nothing is at",
            "path",
        ),
        (
            json!({"artifacts": [{"path": "../x"}]}),
            "outside",
            "--artifact",
        ),
        (
            json!({"base": {"timestamp": 7, "status": "odd"}}),
            "odd",
            "--status",
        ),
    ] {
        let shown = envelope.to_string();
        let failure = sam.prepare(&id, with(envelope)).await.unwrap_err();
        assert_eq!(failure.code, Code::Invalid, "{shown}: {failure:?}");
        assert!(failure.message.contains(words), "{shown}: {failure:?}");
        assert!(
            failure.hints.iter().any(|one| one.contains(hint)),
            "{shown}: {failure:?}"
        );
    }
    for (envelope, words) in [
        (json!([]), "no JSON object"),
        (json!({"summry": "x"}), "summry"),
        (
            json!({"base": {"action_required": {"task": "x".repeat(501)}}}),
            "501",
        ),
    ] {
        let wish = |wish: &mut SendOptions| {
            wish.task = None;
            wish.envelope = Some(envelope);
        };
        let failure = sam.prepare(&id, wish).await.unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        assert!(failure.message.contains(words), "{failure:?}");
    }
    let fine = json!({"artifacts": [{"path": "src/login.rs"}], "objective": "Log in"});
    let prepared = sam.prepare(&id, with(fine)).await.unwrap();
    assert_eq!(codes(&prepared), [""; 0]);
    let envelope = prepared.envelope.unwrap();
    assert_eq!(envelope["results"]["artifacts"][0]["type"], "code");
    // Elsewhere it can only be said that nobody looked.
    let sample = Sample::rich(2, "/work/nowhere");
    sample.write(&sam.root(), 2);
    let named = json!({"artifacts": [{"path": "src/login.rs"}], "objective": "Log in"});
    let prepared = sam.prepare(sample.id(), with(named)).await.unwrap();
    assert_eq!(codes(&prepared), ["artifact-unchecked"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_envelope_can_be_given_and_stays_without_recipient() {
    let sam = Person::new().await;
    let id = one(&sam, "/work/app").await;
    let base = json!({
        "handoff_id": "x", "to_agent": "Kim", "from_agent": "Mallory",
        "status": "success", "results": {"summary": "Moved the login form to its own page"},
        "context": {"objective": "Log in"}, "team_member": {"anything": 1},
    });
    let wish = |wish: &mut SendOptions| wish.envelope = Some(json!({"base": base}));
    let prepared = sam.prepare(&id, wish).await.unwrap();
    let envelope = prepared.envelope.clone().unwrap();
    assert_eq!(
        envelope["results"]["summary"],
        "Moved the login form to its own page"
    );
    assert_eq!(envelope["team_member"]["anything"], 1);
    assert_eq!(envelope["from_agent"].as_str(), prepared.sender.as_deref());
    assert!(envelope.get("to_agent").is_none() && envelope.get("handoff_id").is_none());
    assert!(envelope["metadata"].get("made_up_summary").is_none());
    let ignored = codes(&prepared)
        .iter()
        .filter(|code| **code == "address-ignored")
        .count();
    assert_eq!(ignored, 2, "{prepared:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_in_an_envelope_do_not_leave() {
    let sam = Person::new().await;
    let token = ["ghp_", "w8Kd02mZbQ5tVxR1", "cY7nLp4sHj9fGe3uAo6i"].concat();
    let sample = Sample::new(segue_testkit::samples::claude::id(5), "/work/app")
        .ask(&format!("The import runs with {token} on the new machine"))
        .answer("I will look.")
        .ask(&format!("Use {token} and then {}", "word ".repeat(60)))
        // Cut off in the middle of the token.
        .title(&format!("The import runs with {}…", &token[..14]));
    sample.write(&sam.root(), 1);
    let wish = |wish: &mut SendOptions| {
        wish.task = Some(format!("Deploy with {}", aws()));
        wish.envelope = Some(json!({
            "status": "blocked",
            "blockers": [{"text": format!("AWS says no to {}", aws()), "options": ["Wait"]}],
        }));
    };
    let prepared = sam.prepare(sample.id(), wish).await.unwrap();
    let found = prepared
        .findings
        .iter()
        .find(|one| one.rule == "aws-access-key");
    let found = found.unwrap();
    assert_eq!(found.count, 2);
    assert!(
        found
            .places
            .iter()
            .all(|place| place.spot == FindingSpot::Envelope)
    );
    let envelope = prepared.envelope.clone().unwrap().to_string();
    assert!(
        envelope.contains(&format!("Deploy with {}", found.placeholder)),
        "{envelope}"
    );
    let made_up = sam
        .prepare(sample.id(), |wish| wish.task = None)
        .await
        .unwrap();
    let summary = made_up.envelope.clone().unwrap()["results"]["summary"].to_string();
    assert!(summary.contains("[redacted:github-token-"), "{summary}");
    assert!(
        !summary.contains("last:"),
        "words with a secret are not repeated: {summary}"
    );
    for (prepared, name) in [(prepared, "1.a2a.json"), (made_up, "2.a2a.json")] {
        let done = sam.export_prepared(&prepared.hash, name).await.unwrap();
        let text = std::fs::read_to_string(&done.file).unwrap();
        for secret in [&aws(), &token] {
            assert!(!text.contains(secret.as_str()), "{secret} in {text}");
        }
        let envelope = prepared.envelope.unwrap().to_string();
        assert!(!envelope.contains(&token[..12]), "{envelope}");
        let found = sam.inspect(done.file.as_ref()).await.unwrap();
        assert!(found.secrets.is_empty(), "{:?}", found.secrets);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_be_seen_is_counted() {
    let sam = Person::new().await;
    let sample = Sample::tiny(1, "/work/app")
        .ask("Look at this\u{200b}, and\u{200b} this \u{202e}file \u{1f468}\u{200d}\u{1f469}");
    sample.write(&sam.root(), 1);
    let wish = |wish: &mut SendOptions| wish.task = Some("Do\u{e0041} it".to_owned());
    let prepared = sam.prepare(sample.id(), wish).await.unwrap();
    let done = sam.export_prepared(&prepared.hash, "talk.a2a.json").await;
    let found = sam.inspect(done.unwrap().file.as_ref()).await.unwrap();
    let hidden: Vec<_> = found.hidden.iter().map(|one| one.code.as_str()).collect();
    assert_eq!(
        hidden,
        ["U+200B", "U+202E", "U+E0041"],
        "{:?}",
        found.hidden
    );
    assert!(
        found.hidden[0].count >= 2 && found.hidden[2].count == 1,
        "{:?}",
        found.hidden
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_belongs_to_one_recipient_is_shown_with_the_rest() {
    let sam = Person::new().await;
    let id = one(&sam, "/work/app").await;
    let done = sam.export(&id, "talk.a2a.json").await.unwrap();
    let text = std::fs::read_to_string(&done.file).unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    let handoff = "7f9c24e5-2b0a-4d3e-9a51-0c6f8b1d2e3f";
    value["metadata"]["urn:segue:ext:handoff:v1"]["delivery"] =
        json!({"handoff_id": handoff, "to_agent": "Kim"});
    std::fs::write(&done.file, value.to_string()).unwrap();
    let found = sam.inspect(Path::new(&done.file)).await.unwrap();
    assert_eq!(found.refused, None, "neither hashed nor signed");
    let envelope = found.envelope.unwrap();
    assert_eq!(
        (&envelope["handoff_id"], &envelope["to_agent"]),
        (&json!(handoff), &json!("Kim"))
    );
    assert!(
        found.diagnostics.iter().all(|one| !one.is_error),
        "{:?}",
        found.diagnostics
    );
}
