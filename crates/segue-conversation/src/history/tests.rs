use std::collections::HashSet;

use proptest::prelude::*;

use super::{Choice, Outline};
use crate::json::Json;
use crate::message::{Message, Role};
use crate::part::{Body, Call, Content, Part, ToolResult};

fn call(id: &str, name: &str, input: &str) -> Part {
    Part::new(Body::Call(Call {
        id: id.to_owned(),
        name: name.to_owned(),
        input: Json::parse(input).unwrap(),
    }))
}

fn result(call: &str, text: &str, is_error: bool) -> Part {
    Part::new(Body::Result(ToolResult {
        call: call.to_owned(),
        content: vec![Content::Text(text.to_owned())],
        is_error,
    }))
}

/// What a choice makes of messages.
fn sent(messages: &[Message], choice: Choice) -> Vec<Message> {
    let mut outline = Outline::default();
    for message in messages {
        outline.see(message);
    }
    let mut cut = outline.cut(&choice);
    let mut out: Vec<Message> = cut.opening().into_iter().collect();
    out.extend(
        messages
            .iter()
            .filter_map(|message| cut.take(message.clone())),
    );
    let figures = outline.figures(&choice);
    assert!(figures.messages >= out.len() as u64);
    out
}

/// Anything a conversation may be: words, calls, results in any order, some without the other.
fn conversation() -> impl Strategy<Value = Vec<Message>> {
    let part = prop_oneof![
        4 => "[a-z ]{0,30}".prop_map(Part::text),
        1 => "[a-z ]{1,30}".prop_map(|text| Part::new(Body::Reasoning(text))),
        2 => (0..6_u8).prop_map(|id| call(&format!("c{id}"), "Bash", "{\"command\":\"ls\"}")),
        2 => (0..6_u8).prop_map(|id| result(&format!("c{id}"), "out", false)),
    ];
    let message = (
        any::<bool>(),
        any::<bool>(),
        proptest::collection::vec(part, 0..4),
    );
    proptest::collection::vec(message, 0..30).prop_map(|messages| {
        let mut out: Vec<Message> = Vec::new();
        for (at, (agent, linked, parts)) in messages.into_iter().enumerate() {
            let role = if agent { Role::Agent } else { Role::User };
            let mut message = Message::new(format!("m{at}"), role, parts);
            message.native = Some(Json::empty_object());
            message.parent = out.last().filter(|_| linked).map(|last| last.id.clone());
            out.push(message);
        }
        out
    })
}

fn choices() -> impl Strategy<Value = Choice> {
    let strategy = prop_oneof![
        Just(super::Strategy::Full),
        Just(super::Strategy::Summary),
        (1..40_u32).prop_map(super::Strategy::LastK),
        Just(super::Strategy::Pointer),
    ];
    (strategy, any::<bool>(), any::<bool>()).prop_map(|(strategy, tool_output, reasoning)| Choice {
        strategy,
        tool_output,
        reasoning,
    })
}

fn asks(message: &Message) -> bool {
    message.role == Role::User && !message.plain_text().trim().is_empty()
}

proptest! {
    #[test]
    fn whatever_is_chosen_the_rest_holds_together(messages in conversation(), choice in choices()) {
        let out = sent(&messages, choice);
        // The person's last words stay.
        let last = messages.iter().rev().find(|message| asks(message));
        if let (Some(last), true) = (last, choice.strategy != super::Strategy::Pointer) {
            prop_assert!(out.iter().any(|message| message.id == last.id && message.plain_text() == last.plain_text()));
        }
        // Ids and order hold.
        let places: Vec<usize> = out
            .iter()
            .filter_map(|message| messages.iter().position(|known| known.id == message.id))
            .collect();
        prop_assert!(places.is_sorted_by(|a, b| a < b));
        let opening = out.iter().filter(|message| message.id == "segue-brief").count();
        prop_assert_eq!(places.len() + opening, out.len());
        match choice.strategy {
            super::Strategy::Summary => prop_assert_eq!(opening, 1),
            super::Strategy::LastK(_) => prop_assert!(opening <= 1),
            _ => prop_assert_eq!(opening, 0),
        }
        // No result without its call, no parent that is not there, nothing that was switched off.
        let (mut calls, mut ids) = (HashSet::new(), HashSet::new());
        for message in &out {
            if !choice.is_whole() {
                prop_assert!(message.parent.as_ref().is_none_or(|parent| ids.contains(parent)));
                prop_assert_eq!(&message.native, &None);
            }
            ids.insert(message.id.clone());
            for part in &message.parts {
                match &part.body {
                    Body::Call(call) => {
                        calls.insert(call.id.clone());
                    }
                    Body::Result(result) if !choice.is_whole() => {
                        prop_assert!(calls.contains(&result.call));
                        prop_assert!(choice.tool_output || result.plain_text().contains("left out"));
                    }
                    Body::Reasoning(_) => prop_assert!(choice.reasoning),
                    _ => {}
                }
            }
        }
        if choice.is_whole() {
            prop_assert_eq!(out, messages);
        }
    }

    #[test]
    fn more_is_never_less(messages in conversation(), k in 1..20_u32) {
        let few = sent(&messages, Choice { strategy: super::Strategy::LastK(k), ..Choice::default() });
        let more = sent(&messages, Choice { strategy: super::Strategy::LastK(k + 1), ..Choice::default() });
        let own = |sent: &[Message]| sent.iter().filter(|message| message.id != "segue-brief").count();
        prop_assert!(own(&more) >= own(&few));
    }
}

#[test]
fn names_are_read_and_written() {
    for name in ["full", "summary", "last:7", "pointer"] {
        assert_eq!(name.parse::<super::Strategy>().unwrap().to_string(), name);
    }
    assert_eq!("last_k:7".parse(), Ok(super::Strategy::LastK(7)));
    for wrong in ["", "last", "last:0", "last:-1", "all"] {
        assert!(wrong.parse::<super::Strategy>().is_err(), "{wrong}");
    }
}

fn worked() -> Vec<Message> {
    let user = |id: &str, text: &str| Message::text(id, Role::User, text);
    let agent = |id: &str, parts: Vec<Part>| Message::new(id, Role::Agent, parts);
    let told = |id: &str, parts: Vec<Part>| Message::new(id, Role::User, parts);
    vec![
        user(
            "1",
            "Make the importer resume after a crash. Don't use a daemon.",
        ),
        agent(
            "2",
            vec![
                Part::text(
                    "I'll use a journal file. We ruled out a database because it needs a lock.",
                ),
                call("a", "Read", r#"{"file_path":"src/import.rs"}"#),
                call("b", "Bash", r#"{"command":"cargo test import"}"#),
                call(
                    "t",
                    "TodoWrite",
                    r#"{"todos":[{"content":"Write the journal","status":"in_progress"},{"content":"Test it","status":"pending"}]}"#,
                ),
            ],
        ),
        told(
            "3",
            vec![
                result("a", "fn import() {}", false),
                result("b", "test import ... FAILED\nExit code: 101", true),
                result("t", "ok", false),
            ],
        ),
        agent(
            "4",
            vec![
                call("c", "Edit", r#"{"file_path":"src/import.rs"}"#),
                call(
                    "d",
                    "shell",
                    r#"{"command":["bash","-lc","cargo test import"]}"#,
                ),
                call(
                    "e",
                    "apply_patch",
                    r#"{"input":"*** Begin Patch\n*** Add File: src/journal.rs\n+x\n*** End Patch"}"#,
                ),
            ],
        ),
        told(
            "5",
            vec![
                result("c", "ok", false),
                result("d", "Exit code: 0\nok", false),
                result("e", "Done", false),
            ],
        ),
        agent(
            "6",
            vec![Part::text(
                "It resumes now. Shall I also bound the journal's size?",
            )],
        ),
    ]
}

#[test]
fn the_last_messages_say_that_they_are_the_last() {
    let choice = |k| Choice {
        strategy: super::Strategy::LastK(k),
        ..Choice::default()
    };
    let mut messages = worked();
    messages.push(Message::text("7", Role::User, "Yes, at one megabyte."));
    let out = sent(&messages, choice(2));
    let ids: Vec<&str> = out.iter().map(|message| message.id.as_str()).collect();
    assert_eq!(ids, ["segue-brief", "6", "7"]);
    assert!(out[0].plain_text().contains("last 2 of 7"));
    assert_eq!(sent(&messages, choice(7)).len(), 7, "nothing is missing");
}

#[test]
fn a_brief_says_what_was_done() {
    let choice = Choice {
        strategy: super::Strategy::Summary,
        ..Choice::default()
    };
    let out = sent(&worked(), choice);
    let ids: Vec<&str> = out.iter().map(|message| message.id.as_str()).collect();
    assert_eq!(ids, ["segue-brief", "1", "6"]);
    let brief = out[0].plain_text();
    for line in [
        "Make the importer resume after a crash.",
        "- I'll use a journal file.",
        "- We ruled out a database because it needs a lock.",
        "- [under way] Write the journal",
        "- [open] Test it",
        "- src/import.rs (edited)",
        "- src/journal.rs (written)",
        "- `cargo test import`: ok",
        "- Shall I also bound the journal's size?",
        "Last answer of the agent",
    ] {
        assert!(brief.contains(line), "{line:?} is missing in:\n{brief}");
    }
    assert!(
        !brief.contains("src/import.rs\n## "),
        "a changed file is not also a read one"
    );
}

#[test]
fn a_compaction_s_own_summary_is_built_upon() {
    let mut messages = worked();
    let words = "The person wants imports that resume. ".repeat(10);
    let mut summary = Message::text("7", Role::User, words.clone());
    summary.resets = true;
    messages.push(summary);
    messages.push(Message::text(
        "8",
        Role::Agent,
        "Let's use a bound of one megabyte.",
    ));
    let mut outline = Outline::default();
    messages.iter().for_each(|message| outline.see(message));
    let brief = outline.brief();
    assert!(brief.contains(words.trim()));
    assert!(brief.contains("- Let's use a bound of one megabyte."));
    assert!(
        !brief.contains("journal file"),
        "what the summary covers is not told again:\n{brief}"
    );
}

#[test]
fn a_brief_stays_small() {
    let mut outline = Outline::default();
    for at in 0..5_000 {
        let text = format!("We decided to use plan {at}. {}", "word ".repeat(50));
        let input = format!("{{\"file_path\":\"src/file{at}.rs\"}}");
        let parts = vec![Part::text(text), call(&format!("c{at}"), "Edit", &input)];
        outline.see(&Message::new(format!("m{at}"), Role::Agent, parts));
    }
    assert!(outline.brief().len() < 40_000);
}
