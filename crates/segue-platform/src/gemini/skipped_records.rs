//! Records that stood beside messages, on their way back: only what no model reads, and nothing
//! that would change other records.

use segue_conversation::json::{Object, Tape, Value};
use segue_conversation::{Json, Report};
use uuid::Uuid;

use super::clean;

/// Copies a record with another id.
fn with_id(record: Value<'_>, id: &str) -> String {
    let mut out = String::with_capacity(record.raw().len() + 40);
    let mut object = Object::begin(&mut out);
    object.string("id", id);
    for (name, value) in record.entries() {
        if name != "id" {
            object.raw(&name, value.raw());
        }
    }
    object.end();
    out
}

/// Writes the lines for a record that was beside a message; `None` if it has no place.
pub(super) fn lines_of(json: &Json) -> Option<Vec<String>> {
    let json = clean::native(json, &mut Report::default());
    let mut tape = Tape::default();
    let value = json
        .open(&mut tape)
        .ok()
        .filter(|value| value.is_object())?;
    if let Some(list) = value.get("abandoned") {
        let first = Uuid::new_v4().to_string();
        let mut lines = Vec::new();
        for record in list.items() {
            let known = matches!(
                record.str_of("type").as_deref(),
                Some("user" | "gemini" | "info" | "error" | "warning")
            );
            if !known || record.get("id").is_none() || changes_others(record) {
                return None;
            }
            let id = match lines.is_empty() {
                true => first.clone(),
                false => Uuid::new_v4().to_string(),
            };
            lines.push(with_id(record, &id));
        }
        // Said and taken back again: no model reads it.
        lines.push(format!(r#"{{"$rewindTo":"{first}"}}"#));
        return (lines.len() > 1).then_some(lines);
    }
    if changes_others(value) {
        return None;
    }
    if value.get("id").is_none() {
        return Some(vec![value.raw().to_owned()]);
    }
    let silent = match value.str_of("type").as_deref() {
        Some("info" | "error" | "warning") => true,
        Some("user" | "gemini") => says_nothing(value),
        // The client stops at a type it does not know.
        _ => false,
    };
    silent.then(|| vec![with_id(value, &Uuid::new_v4().to_string())])
}

fn changes_others(value: Value<'_>) -> bool {
    value
        .entries()
        .any(|(name, _)| name.starts_with('$') || name == "sessionId")
}

/// Checks whether a record of the conversation has nothing that a model would read.
fn says_nothing(value: Value<'_>) -> bool {
    let empty = |name: &str| {
        value
            .get(name)
            .is_none_or(|value| value.is_null() || value.raw() == "\"\"" || value.raw() == "[]")
    };
    empty("content") && empty("toolCalls") && empty("thoughts")
}
