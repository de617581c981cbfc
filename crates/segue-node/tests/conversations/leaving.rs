//! Before something leaves: what is shown is what leaves, and secrets are not in it.

use segue_door::{Code, Failure, FindingDecision, Prepared, Readable, ReportFate, ask};
use segue_testkit::samples::claude::Session as Sample;
use serde_json::json;

use crate::person::Person;

/// Made here, so that no scanner of this repository finds them.
fn aws() -> String {
    ["AKIA", "Q3EGRWX7", "ZT5MPLNV"].concat()
}

fn github() -> String {
    ["ghp_", "w8Kd02mZbQ5tVxR1", "cY7nLp4sHj9fGe3uAo6i"].concat()
}

fn pem() -> String {
    let body = "MIIEowIBAAKCAQEAx7Jm0fV9yQk2\nZr8TnWc4LpD6sHgB1uXeKvYo5iMq\n";
    format!("-----BEGIN RSA PRIVATE KEY-----\n{body}-----END RSA PRIVATE KEY-----")
}

fn leaky() -> Sample {
    Sample::rich(1, "/work/app")
        .ask(&format!("Deploy with {} please", aws()))
        .think(&format!("The key {} is theirs.", aws()))
        .call(
            "Bash",
            json!({"command": format!("GITHUB_TOKEN={} gh repo list", github())}),
            &format!("wrote key\n{}\n", pem()),
        )
        .answer("Done.")
}

async fn one(sam: &Person) -> String {
    let sample = leaky();
    sample.write(&sam.root(), 1);
    sample.id().to_owned()
}

fn of<'p>(prepared: &'p Prepared, rule: &str) -> &'p segue_door::Finding {
    let found = prepared
        .findings
        .iter()
        .find(|finding| finding.rule == rule);
    found.unwrap_or_else(|| panic!("{rule} is not among {:?}", prepared.findings))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_shown_is_what_leaves() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let id = one(&sam).await;
    let prepared = sam.prepare(&id, |_| {}).await.unwrap();
    assert!(prepared.signed, "{prepared:?}");
    assert_eq!(prepared.choice.history, "full");
    let key = of(&prepared, "aws-access-key");
    assert_eq!(key.count, 2, "{key:?}");
    assert!(!of(&prepared, "private-key").can_keep);

    // Nothing of what comes after is in it.
    leaky().ask("And then?").write(&sam.root(), 2);
    let done = sam
        .export_prepared(&prepared.hash, "talk.a2a.json")
        .await
        .unwrap();
    let bytes = std::fs::read(&done.file).unwrap();
    assert_eq!(blake3::hash(&bytes).to_hex().to_string(), prepared.hash);
    assert_eq!(bytes.len() as u64, prepared.figures.bytes);
    let text = String::from_utf8(bytes).unwrap();
    for secret in [aws(), github(), "MIIEowIBAAKCAQEA".to_owned()] {
        assert!(!text.contains(&secret));
    }
    assert!(text.contains(&format!("Deploy with {} please", key.placeholder)));

    let found = dana.inspect(done.file.as_ref()).await.unwrap();
    let told = found.redaction.unwrap();
    let rules: Vec<&str> = told
        .redacted
        .iter()
        .map(|count| count.rule.as_str())
        .collect();
    assert!(
        rules.contains(&"aws-access-key") && rules.contains(&"private-key"),
        "{rules:?}"
    );
    assert!(
        found.secrets.is_empty(),
        "nothing is left: {:?}",
        found.secrets
    );
    assert_eq!(found.extent.unwrap().justification, "chosen by the sender");
    let project = dana.project("app");
    let imported = dana
        .import(done.file.as_ref(), Some(&project), |_| {})
        .await
        .unwrap();
    assert!(
        imported.notes.iter().any(|note| note.contains("redacted")),
        "{imported:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn it_can_be_read_page_by_page_and_byte_by_byte() {
    let sam = Person::new().await;
    let id = one(&sam).await;
    let prepared = sam.prepare(&id, |_| {}).await.unwrap();
    let (mut after, mut seen) = (0, 0);
    loop {
        let request = ask::ReadMessages {
            of: Readable::Prepared {
                hash: prepared.hash.clone(),
            },
            after,
            limit: 3,
        };
        let page = sam.link.call(request).await.unwrap();
        for message in &page.messages {
            seen += 1;
            assert_eq!(message.number, seen);
            assert!(message.parts.iter().all(|part| !part.text.contains(&aws())));
        }
        match page.next {
            Some(next) => after = next,
            None => break,
        }
    }
    assert_eq!(seen, prepared.figures.messages);
    let (mut from, mut text) = (0, String::new());
    loop {
        let request = ask::ReadPrepared {
            hash: prepared.hash.clone(),
            from,
        };
        let piece = sam.link.call(request).await.unwrap();
        text.push_str(&piece.text);
        match piece.next {
            Some(next) => from = next,
            None => break,
        }
    }
    assert_eq!(
        blake3::hash(text.as_bytes()).to_hex().to_string(),
        prepared.hash
    );
    let request = ask::DropPrepared {
        hash: prepared.hash.clone(),
    };
    sam.link.call(request).await.unwrap();
    let gone = sam
        .export_prepared(&prepared.hash, "talk.a2a.json")
        .await
        .unwrap_err();
    assert_eq!(gone.code, Code::NotFound);
    assert!(!sam.path("talk.a2a.json").exists());
    let left = std::fs::read_dir(sam.path("profile/prepared"))
        .unwrap()
        .count();
    assert_eq!(left, 0, "nothing lies about");
}

#[tokio::test(flavor = "multi_thread")]
async fn decisions_are_carried_out_and_remembered() {
    let sam = Person::new().await;
    let id = one(&sam).await;
    let first = sam.prepare(&id, |_| {}).await.unwrap();
    let keep = |id: &str, reason: Option<&str>| {
        let reason = reason.map(str::to_owned);
        (id.to_owned(), FindingDecision::Keep { reason })
    };
    let key = of(&first, "aws-access-key").id.clone();
    let private = of(&first, "private-key").id.clone();
    for (decision, code) in [
        (keep(&private, Some("mine")), Code::Refused),
        (keep(&key, None), Code::Invalid),
        (keep("aws-access-key-nosuch", Some("why")), Code::NotFound),
    ] {
        let refused = sam
            .prepare(&id, |wish| wish.decisions.extend([decision]))
            .await;
        let refused: Failure = refused.unwrap_err();
        assert_eq!(refused.code, code, "{refused:?}");
        assert!(!refused.hints.is_empty());
    }
    let second = sam
        .prepare(&id, |wish| {
            wish.decisions.extend([keep(&key, Some("It was revoked"))])
        })
        .await
        .unwrap();
    assert_ne!(first.hash, second.hash);
    let done = sam
        .export_prepared(&second.hash, "talk.a2a.json")
        .await
        .unwrap();
    let text = std::fs::read_to_string(&done.file).unwrap();
    assert!(text.contains(&aws()) && !text.contains(&github()));
    assert!(!text.contains("revoked"), "the reason stays here");
    assert_eq!(done.redaction.kept.len(), 1);
    let page = sam
        .link
        .call(ask::Journal {
            before: None,
            limit: 5,
        })
        .await
        .unwrap();
    let detail = page.entries[0].detail.clone().unwrap();
    assert!(
        detail.contains(&key) && detail.contains("revoked"),
        "{detail}"
    );
    // No secret in what is written about all this.
    for name in ["segue.db", "segue.db-wal"] {
        let bytes = std::fs::read(sam.path("profile").join(name)).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(
            !text.contains(&aws()) && !text.contains(&github()),
            "{name}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn less_of_the_history_leaves_and_the_file_says_so() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let id = one(&sam).await;
    let whole = sam.prepare(&id, |_| {}).await.unwrap();
    for history in ["summary", "last:2", "pointer"] {
        let wish = |wish: &mut crate::person::SendOptions| {
            wish.choice.history = Some(history.to_owned());
            wish.choice.reasoning = Some(false);
        };
        let prepared = sam.prepare(&id, wish).await.unwrap();
        let request = ask::HandoffFigures {
            conversation: id.as_str().into(),
            choice: segue_door::SendingChoice {
                history: Some(history.to_owned()),
                reasoning: Some(false),
                ..Default::default()
            },
        };
        let figures = sam.link.call(request).await.unwrap();
        assert_eq!(figures.of, whole.figures.of);
        assert_eq!(figures.messages, prepared.figures.messages, "{history}");
        assert!(prepared.figures.bytes < whole.figures.bytes, "{history}");
        assert!(
            prepared
                .report
                .iter()
                .any(|line| line.fate == ReportFate::Dropped)
        );
        let name = format!("{}.a2a.json", history.replace(':', "-"));
        let done = sam.export_prepared(&prepared.hash, &name).await.unwrap();
        let text = std::fs::read_to_string(&done.file).unwrap();
        assert!(
            !text.contains(&aws()) && !text.contains("is theirs."),
            "{history}"
        );
        let found = dana.inspect(done.file.as_ref()).await.unwrap();
        let extent = found.extent.clone().unwrap();
        assert_eq!(
            (extent.of, extent.reasoning),
            (whole.figures.messages, false)
        );
        let project = dana.project("app");
        let imported = dana
            .import(done.file.as_ref(), Some(&project), |_| {})
            .await;
        match history {
            "pointer" => {
                assert_eq!(found.messages, 0);
                assert!(found.refused.is_some());
                assert_eq!(imported.unwrap_err().code, Code::Refused);
            }
            _ => {
                let notes = imported.unwrap().notes;
                assert!(
                    notes.iter().any(|note| note.contains("history")),
                    "{notes:?}"
                );
            }
        }
    }
    let wrong = sam
        .prepare(&id, |wish| wish.choice.history = Some("most".to_owned()))
        .await
        .unwrap_err();
    assert_eq!(wrong.code, Code::Invalid);
    let task = ask::PrepareHandoff {
        conversation: id.as_str().into(),
        choice: Default::default(),
        decisions: Default::default(),
        task: Some("x".repeat(501)),
        note: None,
        envelope: None,
        attach_diff: false,
    };
    let long = sam.link.call(task).await.unwrap_err();
    assert!(long.message.contains("501"), "{long:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn own_rules_are_tried_and_then_used() {
    let sam = Person::new().await;
    let sample = Sample::tiny(1, "/work/app")
        .ask("Badge BADGE-4711-0815 of sam@work.test, home /home/sam/x");
    sample.write(&sam.root(), 1);
    let id = sample.id().to_owned();
    assert_eq!(sam.prepare(&id, |_| {}).await.unwrap().findings, []);
    let change = |name: &str, value: serde_json::Value| ask::ChangeSettings {
        changes: [(name.to_owned(), value)].into(),
    };
    let rules = json!([{"name": "badge", "pattern": "BADGE-[0-9]{4}-(?<secret>[0-9]{4})"}]);
    let request = ask::TryRules {
        text: "é BADGE-4711-0815".to_owned(),
        rules: serde_json::from_value(rules.clone()).unwrap(),
        allow: None,
        personal: None,
    };
    let tried = sam.link.call(request).await.unwrap();
    assert_eq!((tried.hits[0].start, tried.hits[0].end), (13, 17));
    assert_eq!(tried.text, "é BADGE-4711-[redacted:badge]");
    let bad = json!([{"name": "badge", "pattern": "("}]);
    assert_eq!(
        sam.link
            .call(change("sending.rules", bad))
            .await
            .unwrap_err()
            .code,
        Code::Invalid
    );
    sam.link.call(change("sending.rules", rules)).await.unwrap();
    let prepared = sam.prepare(&id, |_| {}).await.unwrap();
    assert_eq!(prepared.findings.len(), 1);
    let personal = sam
        .prepare(&id, |wish| wish.choice.personal = Some(true))
        .await
        .unwrap();
    let rules: Vec<&str> = personal.findings.iter().map(|f| f.rule.as_str()).collect();
    for rule in ["badge", "email-address", "home-path"] {
        assert!(rules.contains(&rule), "{rules:?}");
    }
    sam.link
        .call(change("sending.allow", json!(["0815"])))
        .await
        .unwrap();
    assert_eq!(sam.prepare(&id, |_| {}).await.unwrap().findings, []);

    // Settings that can't be read keep everything here.
    std::fs::write(
        sam.path("profile/settings.toml"),
        "[sending]\npersonal = 'maybe'\n",
    )
    .unwrap();
    for _ in 0..100 {
        if let Err(refused) = sam.prepare(&id, |_| {}).await {
            assert_eq!(refused.code, Code::Refused);
            assert!(
                refused.hints.iter().any(|hint| hint.contains("personal")),
                "{refused:?}"
            );
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("it was prepared all the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stays_here_tells_what_is_secret_in_what_leaves() {
    let sam = Person::new().await;
    let long = "Please look at why the nightly import of the warehouse stops after the third step ";
    let sample = Sample::tiny(1, "/work/app");
    let id = sample.id().to_owned();
    // The title is cut off in the middle of the token.
    let first = format!("{long}when it runs with {} on the new machine", github());
    let sample = Sample::new(id.clone(), "/work/app")
        .ask(&first)
        .call(
            "Bash",
            json!({"command": "cat .env"}),
            "DB_PASSWORD=Sunny-Meadow42\nADMIN_TOKEN=1f3c5b7d9e2a4c6f8b0d\n",
        )
        .answer("I used Sunny-Meadow42 and 1f3c5b7d9e2a4c6f8b0d, it works.")
        .ask("Good.")
        .answer("Sunny-Meadow42 is also the one of staging.");
    sample.write(&sam.root(), 1);
    for history in ["full", "last:2", "summary", "pointer"] {
        let prepared = sam
            .prepare(&id, |wish| wish.choice.history = Some(history.to_owned()))
            .await
            .unwrap();
        let name = format!("{}.a2a.json", history.replace(':', "-"));
        let done = sam.export_prepared(&prepared.hash, &name).await.unwrap();
        let text = std::fs::read_to_string(&done.file).unwrap();
        let begun = github()[..12].to_owned();
        for secret in ["Sunny-Meadow42", "1f3c5b7d9e2a4c6f8b0d", &begun] {
            assert!(
                !text.contains(secret),
                "{secret} leaves with {history}: {text}"
            );
        }
        assert!(
            prepared.title.unwrap().contains("[redacted:github-token-"),
            "{history}"
        );
        if history == "last:2" {
            let told = prepared
                .findings
                .iter()
                .find(|finding| finding.rule == "password");
            let told = told.expect("it is told though its name stays here");
            assert!(told.places.is_empty() && told.count > 0, "{told:?}");
        }
    }
}
