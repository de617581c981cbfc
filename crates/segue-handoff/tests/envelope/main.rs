//! The envelope from outside: what is read, written, reviewed, and what the schema says.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod closing;
mod documents;
mod draft;
mod examples;
mod hostile;
mod mutations;
mod properties;
mod rules;

use segue_handoff::{Code, Diagnostic, EnvelopeContext};
use serde_json::Value;

/// One of the protocol's examples.
fn example(name: &str) -> Value {
    let text = match name {
        "success" => include_str!("../fixtures/envelope/success.json"),
        "partial" => include_str!("../fixtures/envelope/partial.json"),
        "blocked" => include_str!("../fixtures/envelope/blocked.json"),
        other => panic!("there is no example {other}"),
    };
    serde_json::from_str(text).unwrap()
}

const EXAMPLES: [&str; 3] = ["success", "partial", "blocked"];

/// What Segue knows, in tests.
fn known() -> EnvelopeContext {
    EnvelopeContext {
        from_agent: "Sam".to_owned(),
        timestamp: "2026-03-01T09:30:00Z".to_owned(),
        conversation_id: "c-1".to_owned(),
        step: Some(2),
        made_up_summary: "A conversation of 84 messages about the parser".to_owned(),
    }
}

/// Codes and fields, for comparing.
fn found(diagnostics: &[Diagnostic]) -> Vec<(Code, &str)> {
    diagnostics
        .iter()
        .map(|one| (one.code, one.field.as_str()))
        .collect()
}
