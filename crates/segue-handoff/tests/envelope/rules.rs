//! Every rule: an envelope that breaks it, and where the finding points.

use std::cell::RefCell;

use segue_handoff::{Code, Diagnostic, Envelope, Expect, Level, Presence, bounds, read};
use serde_json::{Value, json};

use crate::{example, found};

/// A change to an example, and what is then found beside the id's warning.
struct Case {
    code: Code,
    level: Level,
    field: &'static str,
    example: &'static str,
    change: fn(&mut Value),
}

const fn case(
    code: Code,
    level: Level,
    field: &'static str,
    example: &'static str,
    change: fn(&mut Value),
) -> Case {
    Case {
        code,
        level,
        field,
        example,
        change,
    }
}

fn remove(value: &mut Value, name: &str) {
    value.as_object_mut().unwrap().remove(name);
}

#[rustfmt::skip]
const CASES: &[Case] = {
    use Code::*;
    use Level::{Error, Warning};
    &[
        case(NotAnObject, Error, "", "success", |value| *value = json!([])),
        case(TooLarge, Error, "", "success", |value| value["x"] = json!("x".repeat(bounds::WHOLE))),
        case(TooLarge, Error, "", "success", |value| value["x"] = json!("x".repeat(bounds::FREE))),
        case(TooLarge, Error, "results.metrics", "success", |value| {
            value["results"]["metrics"] = json!({"x": "x".repeat(bounds::FREE)});
        }),
        case(TooDeep, Error, "", "success", |value| {
            let mut deep = json!(1);
            for _ in 0..bounds::DEPTH { deep = json!([deep]); }
            value["x"] = deep;
        }),
        case(TooLong, Error, "note", "success", |value| value["note"] = json!("ä".repeat(bounds::TEXT + 1))),
        case(TooLong, Error, "results.summary", "success", |value| value["results"]["summary"] = json!("x ".repeat(bounds::TEXT))),
        case(TooLong, Error, "action_required.deadline", "success", |value| value["action_required"]["deadline"] = json!("x".repeat(501))),
        case(TooMany, Error, "context.constraints", "success", |value| value["context"]["constraints"] = json!(vec!["x"; 201])),
        case(TooMany, Error, "", "success", |value| for at in 0..=bounds::MORE { value[format!("x{at}")] = json!(1) }),
        case(WrongType, Error, "context", "success", |value| value["context"] = json!("x")),
        case(WrongType, Error, "blockers", "partial", |value| value["blockers"] = json!({})),
        case(WrongType, Error, "blockers.0", "partial", |value| value["blockers"][0] = json!("x")),
        case(WrongType, Error, "timestamp", "success", |value| value["timestamp"] = json!(1_700_000_000)),
        case(WrongType, Error, "status", "success", |value| value["status"] = json!(1)),
        case(WrongType, Error, "metadata.tokens_used", "success", |value| value["metadata"]["tokens_used"] = json!(-1)),
        case(WrongType, Error, "metadata.tokens_used", "success", |value| value["metadata"]["tokens_used"] = json!(1.5)),
        case(WrongType, Error, "metadata.tokens_used", "success", |value| value["metadata"]["tokens_used"] = json!(u64::MAX)),
        case(WrongType, Error, "results.verification.coverage", "success", |value| value["results"]["verification"]["coverage"] = json!("all")),
        case(UnknownValue, Error, "action_required.priority", "success", |value| value["action_required"]["priority"] = json!("urgent")),
        case(UnknownValue, Error, "blockers.0.type", "partial", |value| value["blockers"][0]["type"] = json!("weather")),
        case(UnknownValue, Error, "results.artifacts.0.type", "success", |value| value["results"]["artifacts"][0]["type"] = json!("binary")),
        case(MissingField, Error, "handoff_id", "success", |value| value["handoff_id"] = json!("")),
        case(MissingField, Error, "to_agent", "success", |value| remove(value, "to_agent")),
        case(MissingField, Error, "from_agent", "success", |value| value["from_agent"] = json!(" ")),
        case(MissingField, Error, "timestamp", "success", |value| value["timestamp"] = Value::Null),
        case(MissingField, Error, "status", "success", |value| remove(value, "status")),
        case(MissingField, Error, "action_required.task", "success", |value| remove(&mut value["action_required"], "task")),
        case(MissingField, Error, "results.artifacts.0.path", "success", |value| remove(&mut value["results"]["artifacts"][0], "path")),
        case(MissingField, Error, "blockers.0.type", "blocked", |value| remove(&mut value["blockers"][0], "type")),
        case(MissingField, Error, "blockers.0.description", "blocked", |value| remove(&mut value["blockers"][0], "description")),
        case(NotKept, Warning, "context.mood", "success", |value| value["context"]["mood"] = json!("good")),
        case(AgentNameUnusable, Error, "from_agent", "success", |value| value["from_agent"] = json!("a\nb")),
        case(AgentNameUnusable, Error, "to_agent", "success", |value| value["to_agent"] = json!("\u{1b}[2Jx")),
        case(TimestampNotRfc3339, Error, "timestamp", "success", |value| value["timestamp"] = json!("yesterday")),
        case(ConversationIdMissing, Warning, "conversation_id", "success", |value| remove(value, "conversation_id")),
        case(StatusUnknown, Error, "status", "success", |value| value["status"] = json!("failed")),
        case(SummaryMissing, Error, "results.summary", "success", |value| remove(value, "results")),
        case(SummaryMissing, Error, "results.summary", "success", |value| remove(&mut value["results"], "summary")),
        case(SummaryMissing, Error, "results.summary", "partial", |value| value["results"]["summary"] = json!("\n")),
        case(BlockersMissing, Error, "blockers", "partial", |value| remove(value, "blockers")),
        case(BlockersMissing, Error, "blockers", "blocked", |value| value["blockers"] = json!([])),
        case(BlockersMissing, Error, "blockers", "blocked", |value| { value["status"] = json!("error"); remove(value, "blockers"); }),
        case(BlockerWithoutOptions, Error, "blockers.0.resolution_options", "blocked", |value| value["blockers"][0]["resolution_options"] = json!([" "])),
        case(BlockerWithoutOptions, Warning, "blockers.0.resolution_options", "partial", |value| remove(&mut value["blockers"][0], "resolution_options")),
        case(BlockersOnSuccess, Warning, "blockers", "partial", |value| value["status"] = json!("success")),
        case(ArtifactsMissing, Warning, "results.artifacts", "success", |value| remove(&mut value["results"], "artifacts")),
        case(ObjectiveMissing, Warning, "context.objective", "success", |value| remove(&mut value["context"], "objective")),
        case(ObjectiveMissing, Warning, "context.objective", "blocked", |value| remove(&mut value["context"], "objective")),
        case(BlockedWithoutContext, Warning, "context", "blocked", |value| remove(value, "context")),
        case(SummaryVague, Warning, "results.summary", "success", |value| value["results"]["summary"] = json!("Did some work on the code")),
        case(TaskGeneric, Warning, "action_required.task", "success", |value| value["action_required"] = json!({"task": "Review this"})),
        case(ArtifactPathUnsafe, Error, "results.artifacts.1.path", "success", |value| value["results"]["artifacts"][1]["path"] = json!("../x")),
        case(ChainStepBeyondTotal, Error, "metadata.chain_position.step", "success", |value| value["metadata"]["chain_position"]["step"] = json!(5)),
        case(MemoryRefNotAHash, Warning, "metadata.memory_refs.1", "success", |value| value["metadata"]["memory_refs"] = json!(["deadbeef00", "my notes"])),
    ]
};

#[test]
fn each_rule_finds_its_fault_and_nothing_else() {
    for (at, case) in CASES.iter().enumerate() {
        let mut value = example(case.example);
        (case.change)(&mut value);
        let all = read(&value, Expect::Addressed).diagnostics;
        let all: Vec<_> = all
            .iter()
            .filter(|one| one.code != Code::HandoffIdNotUuid4)
            .collect();
        let [one] = all.as_slice() else {
            panic!("case {at}, {}: {all:#?}", case.code);
        };
        assert_eq!(
            (one.code, one.level, one.field.as_str()),
            (case.code, case.level, case.field),
            "case {at}"
        );
        assert!(
            one.message.ends_with('.') && one.hint.ends_with('.'),
            "{one:?}"
        );
        let json = serde_json::to_value(one).unwrap();
        assert_eq!(json["code"], case.code.as_str());
        assert_eq!(&serde_json::from_value::<Diagnostic>(json).unwrap(), *one);
    }
}

#[test]
fn every_code_has_a_case() {
    // Found elsewhere: by a lookup, by who reads, by a flood.
    let elsewhere = [
        Code::HandoffIdNotUuid4,
        Code::ArtifactMissing,
        Code::ArtifactUnchecked,
        Code::AddressIgnored,
        Code::MoreFindings,
    ];
    for code in Code::ALL {
        let here = CASES.iter().any(|case| case.code == *code);
        assert!(here || elsewhere.contains(code), "{code}");
    }
}

#[test]
fn what_is_wrong_is_left_out_and_the_rest_is_kept() {
    let mut value = example("partial");
    value["metadata"] = json!({"tokens_used": -1, "retry_count": 2.0});
    value["action_required"]["priority"] = json!("urgent");
    value["x-trace"] = json!({"span": [1, null]});
    let read = read(&value, Expect::Addressed);
    assert!(read.has_errors());
    let envelope = read.envelope.unwrap();
    assert_eq!(envelope.metadata.tokens_used, None);
    assert_eq!(envelope.metadata.retry_count, Some(2));
    let action = envelope.action_required.as_ref().unwrap();
    assert_eq!((action.priority, action.instructions.len()), (None, 3));
    let written = serde_json::to_value(&envelope).unwrap();
    assert_eq!(written["x-trace"], value["x-trace"]);
    assert!(
        serde_json::from_value::<Envelope>(value).is_err(),
        "strict, unlike `read`"
    );
}

#[test]
fn blockers_of_a_foreign_success_are_shown_again() {
    let mut value = example("partial");
    value["status"] = json!("success");
    let envelope = read(&value, Expect::Addressed).envelope.unwrap();
    assert_eq!(envelope.outcome.blockers(), []);
    let written = serde_json::to_value(&envelope).unwrap();
    assert_eq!(written["blockers"], value["blockers"]);
    assert_eq!(
        found(&envelope.review(&|_| Presence::There)),
        [(Code::BlockersOnSuccess, "blockers")]
    );
    assert_eq!(
        serde_json::from_value::<Envelope>(written).unwrap(),
        envelope
    );
}

#[test]
fn in_a_file_id_and_recipient_come_separately() {
    let mut value = example("success");
    let both = read(&value, Expect::Shared);
    assert_eq!(
        found(&both.diagnostics),
        [
            (Code::AddressIgnored, "handoff_id"),
            (Code::AddressIgnored, "to_agent")
        ]
    );
    for name in ["handoff_id", "to_agent", "conversation_id"] {
        remove(&mut value, name);
    }
    let neither = read(&value, Expect::Shared);
    assert_eq!((neither.diagnostics, neither.address), (vec![], None));
}

#[test]
fn a_path_that_leads_outside_is_never_looked_up() {
    let mut value = example("success");
    let paths = ["/etc/passwd", "a/../../b", "C:\\x", "a\u{0}b", "fine.md"];
    let artifacts = paths.map(|path| json!({"name": "x", "path": path, "type": "data"}));
    value["results"]["artifacts"] = json!(artifacts);
    let envelope = read(&value, Expect::Addressed).envelope.unwrap();
    let asked = RefCell::new(Vec::new());
    let found = envelope.review(&|path| {
        asked.borrow_mut().push(path.to_owned());
        Presence::There
    });
    assert_eq!(asked.into_inner(), ["fine.md"]);
    assert_eq!(found.len(), 4);
    assert!(
        found
            .iter()
            .all(|one| one.code == Code::ArtifactPathUnsafe && one.is_error())
    );
}

#[test]
fn a_generic_task_with_instructions_is_clear_enough() {
    for (name, said) in [
        ("instructions", json!(["Check thread safety"])),
        ("expected_output", json!("A list of races")),
    ] {
        let mut value = example("success");
        value["action_required"] = json!({"task": "Review this", name: said});
        assert_eq!(
            read(&value, Expect::Addressed).diagnostics.len(),
            1,
            "{name}"
        );
    }
}
