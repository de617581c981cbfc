//! What is left of a conversation after clearing.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use data_encoding::BASE64;
use proptest::prelude::*;
use segue_conversation::file::{Item, Limits, Reader};
use segue_conversation::{
    Body, Call, Content, Data, FORMAT, File, Head, Json, Message, Part, Project, Role, ToolResult,
};
use segue_redact::{
    Cleared, Clearing, Decision, DecisionError, Decisions, Finder, Findings, Outgoing, Search,
};

/// Built once: its automaton takes longer than any test.
static FINDER: LazyLock<Finder> = LazyLock::new(Finder::default);

fn glued(parts: &[&str]) -> String {
    parts.concat()
}

fn aws() -> String {
    glued(&["AKIA", "Q3EGRRZ7", "PLBTWXYZ"])
}

fn github() -> String {
    glued(&["ghp", "_R2d2C3poBb8K2soL3379421Ap5Gonkq4Lom9"])
}

fn key() -> String {
    glued(&[
        "-----BEGIN ",
        "PRIVATE KEY-----\nMIIEowIBAAKCAQEA1c7+9z5Pad7OejecsQ0bu3\n",
        "-----END PRIVATE KEY-----",
    ])
}

const PASSWORD: &str = "c0rrect-h0rse-b4ttery";

/// A secret in every place a conversation has.
fn everywhere() -> (Head, Vec<Message>) {
    let png = {
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        let data = format!("Comment\0token {}", github());
        bytes.extend((data.len() as u32).to_be_bytes());
        bytes.extend(b"tEXt");
        bytes.extend(data.as_bytes());
        bytes.extend([0; 4]);
        bytes.extend([0, 0, 0, 0]);
        bytes.extend(b"IEND\xaeB\x60\x82");
        bytes
    };
    let mut first = Message::new(
        "m1",
        Role::User,
        vec![
            Part::text(format!("Use {} please", aws())),
            Part::new(Body::File(File {
                media_type: Some("image/png".into()),
                name: Some(format!("{}.png", aws())),
                data: Data::Base64(BASE64.encode(&png)),
            })),
            Part::new(Body::File(File {
                media_type: Some("text/plain".into()),
                name: None,
                data: Data::Base64(BASE64.encode(format!("AWS_KEY={}\n", aws()).as_bytes())),
            })),
        ],
    );
    first.native = Some(
        Json::parse(&format!(
            r#"{{"line":{{"env":{{"DB_PASSWORD":"{PASSWORD}"}}}}}}"#
        ))
        .unwrap(),
    );
    first.beside = vec![Json::parse(&format!(r#"{{"note":"{}"}}"#, github())).unwrap()];
    let second = Message::new(
        "m2",
        Role::Agent,
        vec![
            Part::new(Body::Reasoning(format!("The key is {}", aws()))),
            Part::new(Body::Call(Call {
                id: "c1".into(),
                name: "Bash".into(),
                input: Json::parse(&format!(
                    r#"{{"command":"deploy --password '{PASSWORD}'","{}":1}}"#,
                    github()
                ))
                .unwrap(),
            })),
        ],
    );
    let third = Message::new(
        "m3",
        Role::User,
        vec![Part::new(Body::Result(ToolResult {
            call: "c1".into(),
            content: vec![
                Content::Text(format!(
                    "done\n{}\nencoded {}",
                    key(),
                    BASE64.encode(format!("aws {}", aws()).as_bytes())
                )),
                Content::Text(format!("and later just {PASSWORD}")),
                Content::Other(
                    Json::parse(&format!(r#"[{{"name":"API_TOKEN","value":"{PASSWORD}"}}]"#))
                        .unwrap(),
                ),
            ],
            is_error: false,
        }))],
    );
    let head = Head {
        format: FORMAT.into(),
        export_id: "x".into(),
        title: Some(format!("About {}", aws())),
        project: Some(Project {
            remote: Some(format!("https://me:{PASSWORD}@host/r.git")),
            ..Project::default()
        }),
        history: "full".into(),
        ..Head::default()
    };
    (head, vec![first, second, third])
}

fn searched(finder: &Finder, head: &Head, messages: &[Message]) -> Findings {
    let mut search = Search::new(finder, &[7; 32]);
    messages
        .iter()
        .for_each(|message| search.message(&mut message.clone()));
    search.head(head);
    search.finish()
}

/// The name of what a rule found first.
fn id(rule: &str) -> String {
    let (head, messages) = everywhere();
    let findings = searched(&FINDER, &head, &messages);
    let found = findings.all().iter().find(|finding| finding.rule == rule);
    found.unwrap().id.clone()
}

fn cleared(decisions: &Decisions) -> Result<(Cleared, Vec<u8>), DecisionError> {
    let (head, messages) = everywhere();
    let finder = &*FINDER;
    let findings = searched(finder, &head, &messages);
    let mut bytes = Vec::new();
    let mut out = Outgoing::new(
        &mut bytes,
        "context",
        Clearing::new(finder, &findings, decisions)?,
    );
    for message in messages {
        out.message(message).unwrap();
    }
    let cleared = out.finish(head, None).unwrap();
    Ok((cleared, bytes))
}

#[test]
fn nothing_is_left_anywhere() {
    let (cleared, bytes) = cleared(&Decisions::new()).unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    for secret in [
        aws(),
        github(),
        PASSWORD.to_owned(),
        "MIIEowIBAAKCAQEA".to_owned(),
    ] {
        assert!(!text.contains(&secret), "{secret} is left");
        let encoded = BASE64.encode(format!("aws {secret}").as_bytes());
        assert!(!text.contains(&encoded));
    }
    // Also inside the files.
    let mut reader = Reader::new(bytes.as_slice(), Limits::default());
    let mut files = 0;
    while let Some(item) = reader.item().unwrap() {
        let Item::Message(message) = item else {
            continue;
        };
        for part in &message.parts {
            if let Body::File(File {
                data: Data::Base64(data),
                ..
            }) = &part.body
            {
                files += 1;
                let inside = BASE64.decode(data.as_bytes()).unwrap();
                let inside = String::from_utf8_lossy(&inside).into_owned();
                assert!(
                    !inside.contains(&github()) && !inside.contains(&aws()),
                    "{inside:?}"
                );
            }
        }
    }
    assert_eq!(files, 2);
    // The same secret has the same placeholder.
    let placeholder = format!("[redacted:{}]", id("aws-access-key"));
    assert!(text.contains(&format!("Use {placeholder} please")));
    assert!(text.contains(&format!("The key is {placeholder}")));
    assert!(text.contains(&format!("About {placeholder}")));
    // The report has counts, and no values.
    let rules: BTreeMap<&str, u64> = cleared
        .redaction()
        .redacted
        .iter()
        .map(|count| (count.rule.as_str(), count.places))
        .collect();
    assert!(
        rules.contains_key("private-key") && rules.contains_key("aws-access-key"),
        "{rules:?}"
    );
    assert_eq!(cleared.bytes(), bytes.len() as u64);
    assert_eq!(cleared.hash(), blake3::hash(&bytes).to_hex().to_string());
    let mut copy = Vec::new();
    cleared.copy(&mut bytes.as_slice(), &mut copy).unwrap();
    let mut spoiled = bytes.clone();
    spoiled[10] ^= 1;
    assert!(
        cleared
            .copy(&mut spoiled.as_slice(), &mut Vec::new())
            .is_err()
    );
}

#[test]
fn decisions_are_carried_out_or_refused() {
    let keep = |id: &str, reason: Option<&str>| {
        let reason = reason.map(str::to_owned);
        Decisions::from([(id.to_owned(), Decision::Keep { reason })])
    };
    let (private, aws_key) = (id("private-key"), id("aws-access-key"));
    assert_eq!(
        cleared(&keep(&private, Some("mine"))).unwrap_err(),
        DecisionError::PrivateKey(private)
    );
    assert_eq!(
        cleared(&keep(&aws_key, None)).unwrap_err(),
        DecisionError::NeedsReason(aws_key.clone())
    );
    assert_eq!(
        cleared(&keep("aws-access-key-9", None)).unwrap_err(),
        DecisionError::Unknown("aws-access-key-9".into())
    );
    let (kept, bytes) = cleared(&keep(&aws_key, Some("It was revoked."))).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains(&format!("Use {} please", aws())));
    assert!(!text.contains(&github()));
    assert_eq!(kept.redaction().kept.len(), 1);
    assert!(
        !text.contains("It was revoked."),
        "a reason stays with the sender"
    );
}

#[test]
fn a_short_password_goes_everywhere_only_when_asked() {
    let finder = &*FINDER;
    let head = Head::default();
    let messages = [
        Message::text("1", Role::User, "DB_PASSWORD=blue42"),
        Message::text("2", Role::User, "I painted it blue42 today"),
    ];
    let findings = searched(finder, &head, &messages);
    assert_eq!(findings.all().len(), 1);
    for (decision, left) in [
        (Decision::Redact, true),
        (Decision::RedactEverywhere, false),
    ] {
        let decisions = Decisions::from([(findings.all()[0].id.clone(), decision)]);
        let mut clearing = Clearing::new(finder, &findings, &decisions).unwrap();
        let mut second = messages[1].clone();
        clearing.message(&mut second);
        assert_eq!(second.plain_text().contains("blue42"), left);
    }
}

#[test]
fn a_key_in_a_list_of_lines_goes_line_by_line() {
    let lines = [
        " # deploy",
        "+-----BEGIN OPENSSH PRIVATE KEY-----",
        "+b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW",
        "+QyNTUxOQAAACDac+NnfrNOAn87+aSUBYU8JqCadgw+a9W1+wsTd8KOYg0gAAAAtzc2gtZQ",
        "+-----END OPENSSH PRIVATE KEY-----",
        " # end",
    ];
    let mut message = Message::text("1", Role::User, "See the edit");
    let patch = serde_json::json!({"structuredPatch": [{"lines": lines}], "ok": true});
    message.native = Some(Json::from_serde(&patch).unwrap());
    let finder = Finder::default();
    let findings = searched(&finder, &Head::default(), &[message.clone()]);
    assert_eq!(findings.all().len(), 1, "{findings:?}");
    let mut clearing = Clearing::new(&finder, &findings, &Decisions::new()).unwrap();
    clearing.message(&mut message);
    assert_eq!(clearing.unreviewed(), 0);
    let text = message.native.unwrap().text().to_owned();
    assert!(
        !text.contains("b3BlbnNz") && !text.contains("QyNTUx"),
        "{text}"
    );
    assert!(
        text.contains(" # deploy") && text.contains(" # end"),
        "{text}"
    );
    assert!(text.contains(&findings.all()[0].placeholder()), "{text}");
}

#[test]
fn a_name_says_nothing_about_the_text_without_the_key() {
    let finder = &*FINDER;
    let messages = [Message::text("1", Role::User, "DB_PASSWORD=blue42")];
    let names = [[1; 32], [2; 32], [1; 32]].map(|key| {
        let mut search = Search::new(finder, &key);
        search.message(&mut messages[0].clone());
        search.finish().all()[0].id.clone()
    });
    assert_eq!(names[0], names[2], "the same for the same secret");
    assert_ne!(names[0], names[1]);
}

#[test]
fn nothing_of_a_secret_is_printed() {
    let finder = &*FINDER;
    let (head, messages) = everywhere();
    let findings = searched(finder, &head, &messages);
    let clearing = Clearing::new(finder, &findings, &Decisions::new()).unwrap();
    let printed = format!(
        "{findings:?} {clearing:?} {:?}",
        finder.find(&format!("x={}", aws()))
    );
    assert!(
        !printed.contains("Hash("),
        "a hash of a short secret gives it away"
    );
    for secret in [aws(), github(), PASSWORD.to_owned()] {
        assert!(!printed.contains(&secret));
    }
    for finding in findings.all() {
        assert!(finding.sample.chars().count() < 30);
    }
}

/// Text with secrets in it, in any surroundings.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => any::<String>(),
        3 => "[ -~]{0,40}",
        1 => Just(aws()),
        1 => Just(github()),
        1 => Just(key()),
        1 => Just(format!("password=\"{PASSWORD}\"")),
        1 => Just("postgres://me:pa55-word@h/".to_owned()),
        1 => Just(BASE64.encode(aws().as_bytes())),
        1 => Just("%41KIA%51".to_owned()),
        1 => Just("-----BEGIN PRIVATE KEY-----".to_owned()),
        1 => Just("Cookie: sessionid=".to_owned()),
        1 => Just("api_key: ".to_owned()),
        1 => Just("\\\"\\n".to_owned()),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_the_text_every_span_goes_and_the_rest_stays(text in text()) {
        let finder = &*FINDER;
        let hits = finder.find(&text);
        let mut at = 0;
        for hit in &hits {
            prop_assert!(hit.span.start >= at && hit.span.end <= text.len());
            prop_assert!(text.is_char_boundary(hit.span.start) && text.is_char_boundary(hit.span.end));
            at = hit.span.end;
        }
        let message = Message::text("m", Role::User, text.clone());
        let findings = searched(finder, &Head::default(), std::slice::from_ref(&message));
        let mut clearing = Clearing::new(finder, &findings, &Decisions::new()).unwrap();
        let mut after = message;
        clearing.message(&mut after);
        let after = after.plain_text();
        prop_assert_eq!(clearing.unreviewed(), 0);
        // What stood between the spans stands there still, in its order, unless it repeats a secret.
        let mut rest = after.as_str();
        let mut from = 0;
        for hit in &hits {
            let between = &text[from..hit.span.start];
            let repeats = findings.all().iter().any(|_| !rest.contains(between));
            if !repeats {
                let found = rest.find(between).unwrap();
                rest = &rest[found + between.len()..];
            }
            from = hit.span.end;
        }
        if hits.is_empty() {
            prop_assert_eq!(after, text);
        }
    }

    #[test]
    fn json_stays_json(key in text(), value in text(), number in any::<i64>()) {
        let finder = &*FINDER;
        let native = serde_json::json!({ key.clone(): value, "password": number, "list": [key, "--token", value] });
        let mut message = Message::text("m", Role::User, "hi");
        message.native = Some(Json::from_serde(&native).unwrap());
        let findings = searched(finder, &Head::default(), std::slice::from_ref(&message));
        let mut clearing = Clearing::new(finder, &findings, &Decisions::new()).unwrap();
        clearing.message(&mut message);
        let after = message.native.unwrap();
        let parsed: serde_json::Value = serde_json::from_str(after.text()).unwrap();
        prop_assert!(parsed.is_object());
        let again = Json::parse(after.text()).unwrap();
        prop_assert_eq!(again.text(), after.text());
        for finding in findings.all() {
            prop_assert!(finding.count > 0);
        }
    }
}
