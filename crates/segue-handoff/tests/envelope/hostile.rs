//! Arbitrary JSON never breaks the reader, and it answers within its bounds.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use segue_handoff::{Expect, Presence, bounds, read};
use serde_json::{Map, Value, json};

use crate::{EXAMPLES, example};

const NAMES: &[&str] = &[
    "handoff_id",
    "to_agent",
    "conversation_id",
    "from_agent",
    "status",
    "timestamp",
    "context",
    "results",
    "action_required",
    "blockers",
    "metadata",
    "note",
    "objective",
    "scope",
    "in_scope",
    "out_of_scope",
    "constraints",
    "prior_decisions",
    "decision",
    "rationale",
    "alternatives_considered",
    "summary",
    "artifacts",
    "metrics",
    "verification",
    "tests_passed",
    "coverage",
    "execution_verified",
    "verification_method",
    "name",
    "path",
    "type",
    "description",
    "task",
    "instructions",
    "expected_output",
    "priority",
    "deadline",
    "blocker_id",
    "resolution_options",
    "blocking_tasks",
    "execution_time_ms",
    "tokens_used",
    "tool_calls",
    "memory_refs",
    "retry_count",
    "chain_position",
    "step",
    "total_steps",
    "made_up_summary",
];

const WORDS: &[&str] = &[
    "success",
    "partial",
    "blocked",
    "error",
    "critical",
    "code",
    "missing_input",
    "unknown",
    "",
    " ",
    "2026-01-15T10:30:00Z",
    "../x",
    "/x",
    "a\u{0}",
    "done",
    "deadbeef",
    "\u{202e}",
];

/// Any JSON, with names and words the reader looks for.
fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        proptest::sample::select(WORDS).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(json!("x".repeat(bounds::TEXT + 1))),
    ];
    let name = prop_oneof![
        4 => proptest::sample::select(NAMES).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    leaf.prop_recursive(6, 120, 12, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..12).prop_map(Value::from),
            btree_map(name.clone(), inner, 0..12)
                .prop_map(|map| Value::Object(map.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Puts a value in place of the `at`-th value of another, counted from the top.
fn put(into: &mut Value, at: &mut usize, value: &Value) -> bool {
    if *at == 0 {
        *into = value.clone();
        return true;
    }
    *at -= 1;
    match into {
        Value::Array(entries) => entries.iter_mut().any(|entry| put(entry, at, value)),
        Value::Object(map) => map.values_mut().any(|entry| put(entry, at, value)),
        _ => false,
    }
}

fn check(value: &Value, expect: Expect) {
    let found = read(value, expect);
    assert_eq!(found, read(value, expect), "the same is read twice");
    assert!(found.diagnostics.len() <= 2 * bounds::FINDINGS + 1);
    assert!(found.diagnostics.is_sorted_by_key(|one| one.level));
    for one in &found.diagnostics {
        assert!(one.message.len() < 1_000 && one.hint.len() < 1_000);
        assert!(one.field.len() < 3_000, "{}", one.field);
        assert!(!one.field.chars().any(char::is_control));
    }
    let Some(envelope) = found.envelope else {
        assert!(found.diagnostics[0].is_error(), "none without a reason");
        return;
    };
    let written = serde_json::to_value(&envelope).unwrap();
    assert!(written.to_string().len() <= bounds::WHOLE + 1_024);
    let again = read(&written, Expect::Shared);
    assert_eq!(
        again.envelope.as_ref(),
        Some(&envelope),
        "what is kept is kept"
    );
    let closing = envelope.closing();
    assert!(
        closing
            .note
            .is_none_or(|note| note.len() < 4 * bounds::WHOLE)
    );
    envelope.review(&|_| Presence::Unknown);
}

proptest! {
    #[test]
    fn anything_can_be_read(value in json()) {
        check(&value, Expect::Addressed);
        check(&value, Expect::Shared);
    }

    #[test]
    fn any_part_of_an_envelope_can_be_anything(
        name in proptest::sample::select(&EXAMPLES[..]),
        changes in vec((0_usize..70, json()), 1..4),
    ) {
        let mut value = example(name);
        for (mut at, part) in changes {
            put(&mut value, &mut at, &part);
        }
        check(&value, Expect::Addressed);
        check(&value, Expect::Shared);
    }
}

#[test]
fn a_flood_of_faults_has_an_end() {
    let mut value = example("success");
    value["context"]["constraints"] = json!(vec![1; 200]);
    for at in 0..400 {
        value["metadata"][format!("x{at}")] = json!(1);
    }
    let found = read(&value, Expect::Addressed).diagnostics;
    assert_eq!(found.len(), 2 * bounds::FINDINGS + 1);
    check(&value, Expect::Addressed);
}

#[test]
fn a_value_nested_a_thousand_times_is_refused_without_descending() {
    let mut deep = Value::Null;
    for _ in 0..1_000 {
        deep = json!({ "context": deep });
    }
    check(&deep, Expect::Addressed);
}
