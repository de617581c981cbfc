//! The schema, judged by an independent validator: what it takes and what it does not.

use std::sync::LazyLock;

use jsonschema::Validator;
use segue_handoff::{Expect, read, schema};
use serde_json::{Value, json};

use crate::{EXAMPLES, example};

/// The validator of the whole envelope.
pub fn validator() -> &'static Validator {
    static VALIDATOR: LazyLock<Validator> =
        LazyLock::new(|| jsonschema::draft202012::new(&schema()).unwrap());
    &VALIDATOR
}

/// Takes away what a pointer names.
fn without(mut value: Value, pointer: &str) -> Value {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match value.pointer_mut(parent).unwrap() {
        Value::Object(map) => map.remove(name).map(drop).unwrap(),
        other => panic!("{pointer} is in {other}"),
    }
    value
}

/// Puts something at a pointer.
fn with(mut value: Value, pointer: &str, put: Value) -> Value {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match value.pointer_mut(parent).unwrap() {
        Value::Object(map) => map.insert(name.to_owned(), put).map_or((), drop),
        Value::Array(list) => list[name.parse::<usize>().unwrap()] = put,
        other => panic!("{pointer} is in {other}"),
    }
    value
}

/// The blocked example as an error.
fn failed() -> Value {
    with(example("blocked"), "/status", json!("error"))
}

#[rustfmt::skip]
fn mutations() -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for name in EXAMPLES {
        for field in ["handoff_id", "from_agent", "to_agent", "status", "timestamp"] {
            all.push((format!("{name} without {field}"), without(example(name), &format!("/{field}"))));
            all.push((format!("{name} with {field} a number"), with(example(name), &format!("/{field}"), json!(1))));
            all.push((format!("{name} with {field} empty"), with(example(name), &format!("/{field}"), json!(""))));
            all.push((format!("{name} with {field} null"), with(example(name), &format!("/{field}"), Value::Null)));
        }
    }
    let gone = [
        ("success", "/results"), ("success", "/results/summary"), ("partial", "/results"), ("partial", "/results/summary"),
        ("partial", "/blockers"), ("blocked", "/blockers"), ("blocked", "/blockers/0/resolution_options"),
        ("partial", "/blockers/0/type"), ("partial", "/blockers/0/description"), ("blocked", "/blockers/0/type"),
        ("success", "/action_required/task"), ("success", "/results/artifacts/0/path"),
        ("success", "/results/artifacts/0/name"), ("success", "/results/artifacts/1/type"),
    ];
    for (name, pointer) in gone {
        all.push((format!("{name} without {pointer}"), without(example(name), pointer)));
    }
    let puts = [
        ("success", "/status", json!("done")), ("success", "/status", json!("Success")),
        ("success", "/results/summary", json!("")), ("success", "/results/summary", json!(" \n")), ("success", "/results/summary", json!([])),
        ("success", "/results/summary", json!("x".repeat(20_001))), ("success", "/results", json!("fine")), ("success", "/results", Value::Null),
        ("partial", "/results/summary", json!("\t")), ("partial", "/blockers", json!([])), ("partial", "/blockers", json!({})),
        ("partial", "/blockers", json!("x")), ("partial", "/blockers/0", json!("x")), ("partial", "/blockers/0/type", json!("weather")),
        ("partial", "/blockers/0/description", json!("")), ("partial", "/blockers/0/resolution_options", json!("Wait")),
        ("partial", "/blockers/0/blocking_tasks", json!([1])), ("partial", "/blockers/0/blocker_id", json!(1)),
        ("blocked", "/blockers", json!([])), ("blocked", "/blockers/0/resolution_options", json!([])),
        ("blocked", "/blockers/0/resolution_options", json!([""])), ("blocked", "/blockers/0/resolution_options", json!([1])),
        ("blocked", "/results/artifacts", json!({})), ("blocked", "/results/metrics", json!([])),
        ("success", "/action_required/priority", json!("urgent")), ("success", "/action_required/priority", json!(1)),
        ("success", "/action_required/task", json!("")), ("success", "/action_required/instructions", json!("Check it")),
        ("success", "/action_required/instructions/0", json!(1)), ("success", "/action_required/deadline", json!(20_260_101)),
        ("success", "/action_required/deadline", json!("x".repeat(501))), ("success", "/action_required", json!("Review")),
        ("success", "/results/artifacts/0", json!("src/x.py")), ("success", "/results/artifacts/0/type", json!("binary")),
        ("success", "/results/artifacts/0/path", json!("")), ("success", "/results/verification", json!(true)),
        ("success", "/results/verification/tests_passed", json!("yes")), ("success", "/results/verification/coverage", json!("98%")),
        ("success", "/metadata/tokens_used", json!(-1)), ("success", "/metadata/tokens_used", json!(0.5)),
        ("success", "/metadata/tool_calls", json!("12")), ("success", "/metadata/execution_time_ms", json!(u64::MAX)),
        ("success", "/metadata/memory_refs", json!("deadbeef")), ("success", "/metadata/chain_position", json!(2)),
        ("success", "/metadata/chain_position/step", json!(-2)), ("success", "/metadata", json!([])),
        ("success", "/context", json!("x")), ("success", "/context/objective", json!(1)), ("success", "/context/scope", json!([])),
        ("success", "/context/scope/in_scope", json!("CSV")), ("success", "/context/constraints", json!(vec!["x"; 201])),
        ("success", "/context/prior_decisions", json!(["x"])), ("success", "/context/prior_decisions", json!([{"decision": 1}])),
        ("success", "/conversation_id", json!(1)), ("success", "/note", json!(["x"])), ("success", "/blockers", json!("none")),
    ];
    for (name, pointer, put) in puts {
        all.push((format!("{name} with {pointer} {put:.40}"), with(example(name), pointer, put)));
    }
    all.push(("error without blockers".to_owned(), without(failed(), "/blockers")));
    all.push(("error with no blocker".to_owned(), with(failed(), "/blockers", json!([]))));
    all.push(("error without a description".to_owned(), without(failed(), "/blockers/0/description")));
    all.push(("a list".to_owned(), json!([example("success")])));
    all
}

#[test]
fn the_examples_are_valid() {
    let validator = validator();
    for name in EXAMPLES {
        let errors: Vec<_> = validator
            .iter_errors(&example(name))
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
    }
    assert!(validator.is_valid(&failed()));
}

#[test]
fn every_mutation_is_refused_by_the_schema_and_by_the_reader() {
    let validator = validator();
    let all = mutations();
    assert!(all.len() >= 100, "{}", all.len());
    for (name, value) in all {
        assert!(!validator.is_valid(&value), "{name} is valid");
        assert!(
            read(&value, Expect::Addressed).has_errors(),
            "{name} is read without an error"
        );
    }
}

#[test]
fn what_nobody_knows_is_allowed() {
    let validator = validator();
    for pointer in [
        "/x",
        "/context/x",
        "/results/x",
        "/results/metrics/x",
        "/results/verification/x",
        "/results/artifacts/0/x",
        "/action_required/x",
        "/metadata/x",
    ] {
        assert!(
            validator.is_valid(&with(example("success"), pointer, json!({"any": [1]}))),
            "{pointer}"
        );
    }
    for pointer in [
        "/context",
        "/action_required",
        "/metadata",
        "/results/artifacts",
        "/conversation_id",
    ] {
        assert!(
            validator.is_valid(&without(example("success"), pointer)),
            "{pointer}"
        );
    }
    assert!(validator.is_valid(&without(example("blocked"), "/results")));
    assert!(validator.is_valid(&without(
        example("partial"),
        "/blockers/0/resolution_options"
    )));
}
