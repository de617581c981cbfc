//! What an envelope says, for people and for the agent that carries on.
//!
//! ```text
//! head.envelope ──bounded──▶ JSON ──read──▶ Envelope ─┬─ said: the sender's own task and note
//!                              │                      ├─ told: the last words to the agent
//!                              └── delivery ──▶ shown ┴─ with everything that is odd about it
//! ```
//!
//! Files of earlier versions have `{task, note}` and nothing else.

use segue_conversation::{Head, Json};
use segue_handoff::{Diagnostic, Envelope, Expect, bounds, read};
use serde_json::Value;

use segue_door::{EnvelopeDiagnostic, Failure};

/// Bytes of an envelope that are looked at; the reader has stricter bounds of its own.
const TEXT: usize = 2 * bounds::WHOLE;

/// Bytes of what belongs to one recipient.
const DELIVERY: usize = 16 << 10;

/// Most characters of the last words to an agent.
const CLOSING: usize = 100_000;

/// Errors that a failure names.
const NAMED: usize = 10;
/// Errors that are listed by field.
const FIELDS: usize = 100;

/// The task and the note for the receiver.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TaskText {
    pub(super) task: Option<String>,
    pub(super) note: Option<String>,
}

/// Returns the last words to the resumed agent: the task, and how things stand.
pub(super) fn told(head: &Head) -> TaskText {
    let Some(value) = json(head) else {
        return TaskText::default();
    };
    match read(&value, Expect::Shared).envelope {
        Some(envelope) => {
            let closing = envelope.closing();
            TaskText {
                task: closing.task.as_deref().and_then(|task| cut(task, CLOSING)),
                note: closing.note.as_deref().and_then(|note| cut(note, CLOSING)),
            }
        }
        None => rest_of(&value),
    }
}

/// Returns the task and the note in the sender's own words.
pub(super) fn said(head: &Head) -> TaskText {
    let Some(value) = json(head) else {
        return TaskText::default();
    };
    match read(&value, Expect::Shared).envelope {
        Some(envelope) => own(&envelope),
        None => rest_of(&value),
    }
}

fn own(envelope: &Envelope) -> TaskText {
    let task = envelope.action_required.as_ref();
    TaskText {
        task: task.and_then(|action| cut(&action.task, bounds::TEXT)),
        note: (envelope.note.as_ref()).and_then(|note| cut(note, bounds::TEXT)),
    }
}

/// Returns the envelope as the file has it, with id and recipient, and what is odd about it. One
/// that can't be read gives only the latter.
pub(super) fn shown(head: &Head) -> (Option<Value>, Vec<EnvelopeDiagnostic>) {
    let Some(written) = &head.envelope else {
        return (None, Vec::new());
    };
    let Some(mut value) = bounded(written, TEXT) else {
        let too_large = EnvelopeDiagnostic {
            code: segue_handoff::Code::TooLarge.as_str().to_owned(),
            is_error: true,
            field: String::new(),
            message: format!("The envelope has more than {} bytes.", bounds::WHOLE),
            hint: "It is not read.".to_owned(),
        };
        return (None, vec![too_large]);
    };
    if is_older(&value) {
        return (Some(value), Vec::new());
    }
    let expect = match &head.delivery {
        Some(delivery) => {
            address(&mut value, delivery);
            Expect::Addressed
        }
        None => Expect::Shared,
    };
    let read = read(&value, expect);
    let diagnostics = read.diagnostics.iter().map(diagnostic).collect();
    // One that is no object or too large says nothing that could be shown.
    let unreadable = |one: &Diagnostic| {
        use segue_handoff::Code::{NotAnObject, TooDeep, TooLarge};
        one.field.is_empty() && matches!(one.code, NotAnObject | TooDeep | TooLarge)
    };
    let readable = !read.diagnostics.iter().any(unreadable);
    (readable.then_some(value), diagnostics)
}

/// Lists what is odd about an envelope that came without its file.
pub(crate) fn warnings(value: &Value) -> Vec<EnvelopeDiagnostic> {
    let read = read(value, Expect::Shared);
    read.diagnostics.iter().map(diagnostic).collect()
}

/// Puts the id and the recipient of the delivery into an envelope.
fn address(value: &mut Value, delivery: &Json) {
    let (Some(object), Some(delivery)) = (value.as_object_mut(), bounded(delivery, DELIVERY))
    else {
        return;
    };
    for name in ["handoff_id", "to_agent"] {
        if let Some(text) = delivery.get(name).filter(|text| text.is_string()) {
            object.insert(name.to_owned(), text.clone());
        }
    }
}

/// Converts a diagnostic to the door's own type.
pub(super) fn diagnostic(one: &Diagnostic) -> EnvelopeDiagnostic {
    EnvelopeDiagnostic {
        code: one.code.as_str().to_owned(),
        is_error: one.is_error(),
        field: one.field.clone(),
        message: one.message.clone(),
        hint: one.hint.clone(),
    }
}

/// Creates the failure for an envelope with errors, which says what is wrong and what to do.
/// Nothing is sent as long as anything is wrong.
pub(super) fn refused(errors: &[Diagnostic]) -> Failure {
    let words = |one: &Diagnostic| match one.field.as_str() {
        "" => one.message.clone(),
        field => format!("{field}: {}", one.message),
    };
    let mut lines: Vec<String> = errors.iter().take(NAMED).map(words).collect();
    if errors.len() > NAMED {
        lines.push(format!("And {} more.", errors.len() - NAMED));
    }
    let mut failure = Failure::invalid(format!(
        "The handoff can't be sent like this. {}",
        lines.join(" ")
    ));
    for one in errors.iter().take(NAMED) {
        if !one.hint.is_empty() && !failure.hints.contains(&one.hint) {
            failure = failure.hint(one.hint.clone());
        }
    }
    failure.fields = errors.iter().take(FIELDS).map(diagnostic).collect();
    failure
}

fn json(head: &Head) -> Option<Value> {
    bounded(head.envelope.as_ref()?, TEXT)
}

fn bounded(json: &Json, most: usize) -> Option<Value> {
    (json.text().len() <= most).then(|| json.to_serde())
}

/// Checks whether an earlier version of Segue wrote the envelope.
fn is_older(value: &Value) -> bool {
    let object = value.as_object();
    object.is_some_and(|object| {
        object
            .keys()
            .all(|name| matches!(name.as_str(), "task" | "note"))
    })
}

/// Reads the task and the note that an earlier version wrote, or what is left of them in an
/// envelope that is none.
fn rest_of(value: &Value) -> TaskText {
    let text = |value: Option<&Value>| cut(value?.as_str()?, bounds::TEXT);
    let action = value.get("action_required");
    TaskText {
        task: text(value.get("task")).or_else(|| text(action?.get("task"))),
        note: text(value.get("note")),
    }
}

fn cut(text: &str, most: usize) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| segue_conversation::truncate(text, most))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn head(envelope: Value) -> Head {
        Head {
            envelope: Some(Json::from_serde(&envelope).unwrap()),
            ..Head::default()
        }
    }

    fn whole() -> Value {
        json!({
            "from_agent": "Sam", "timestamp": "2026-03-01T09:30:00Z", "status": "blocked",
            "context": {"objective": "Log in again"},
            "blockers": [{"type": "missing_input", "description": "No key",
                "resolution_options": ["Ask Kim"]}],
            "action_required": {"task": "Decide", "instructions": ["Read the log"]},
            "note": "Mind the queue",
        })
    }

    #[test]
    fn the_agent_is_told_everything_and_the_person_the_senders_words() {
        let head = head(whole());
        let said = said(&head);
        assert_eq!(said.task.as_deref(), Some("Decide"));
        assert_eq!(said.note.as_deref(), Some("Mind the queue"));
        let told = told(&head);
        assert_eq!(told.task.as_deref(), Some("Decide"));
        let note = told.note.unwrap();
        for words in ["Mind the queue", "blocked", "Ask Kim", "1. Read the log"] {
            assert!(note.contains(words), "{words}: {note}");
        }
    }

    #[test]
    fn what_earlier_versions_wrote_is_understood() {
        let head = head(json!({"task": " Write tests ", "note": ""}));
        for told in [said(&head), told(&head)] {
            assert_eq!(told.task.as_deref(), Some("Write tests"));
            assert_eq!(told.note, None);
        }
        let (envelope, diagnostics) = shown(&head);
        assert_eq!(envelope.unwrap()["task"], " Write tests ");
        assert_eq!(diagnostics, []);
    }

    #[test]
    fn a_recipient_is_put_in_and_checked() {
        let mut head = head(whole());
        let (envelope, _) = shown(&head);
        assert!(envelope.unwrap().get("to_agent").is_none());
        let id = "7f9c24e5-2b0a-4d3e-9a51-0c6f8b1d2e3f";
        head.delivery = Json::from_serde(&json!({"handoff_id": id, "to_agent": "Kim"})).ok();
        let (envelope, diagnostics) = shown(&head);
        assert_eq!(envelope.unwrap()["to_agent"], "Kim");
        assert!(
            diagnostics.iter().all(|one| !one.is_error),
            "{diagnostics:?}"
        );
        head.delivery = Json::from_serde(&json!({"handoff_id": 7})).ok();
        let (_, diagnostics) = shown(&head);
        let missing = |one: &EnvelopeDiagnostic| one.code == "missing-field";
        assert_eq!(diagnostics.iter().filter(|one| missing(one)).count(), 2);
    }

    #[test]
    fn what_is_no_envelope_is_neither_shown_nor_believed() {
        let large = json!({"note": "x".repeat(TEXT)});
        let wide = json!({"from_agent": "Sam", "more": "x".repeat(bounds::WHOLE)});
        for (value, code) in [
            (json!([1, 2]), "not-an-object"),
            (large, "too-large"),
            (wide, "too-large"),
        ] {
            let head = head(value);
            let (envelope, diagnostics) = shown(&head);
            assert_eq!(envelope, None);
            assert_eq!(diagnostics[0].code, code);
            assert_eq!(told(&head), TaskText::default());
        }
        let broken = head(json!({"status": "odd", "action_required": {"task": "Decide"}}));
        assert_eq!(told(&broken).task.as_deref(), Some("Decide"));
        assert!(shown(&broken).1.iter().any(|one| one.is_error));
    }
}
