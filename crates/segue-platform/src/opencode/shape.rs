//! What a stored message must look like for the client, whatever a file from elsewhere says.

use segue_conversation::turns::NO_RESULT;
use serde_json::{Value, json};

use super::native::{Native, Object, inner, text};
use super::receiver::Receiver;

/// Agents every installation has; others are the sender's own.
const AGENTS: [&str; 7] = [
    "build",
    "plan",
    "general",
    "explore",
    "compaction",
    "title",
    "summary",
];

/// Where and when a message is put.
pub(super) struct Spot<'s> {
    pub(super) created: i64,
    pub(super) now: i64,
    pub(super) directory: &'s str,
    pub(super) receiver: &'s Receiver,
    /// The message that an answer belongs to.
    pub(super) parent: &'s str,
}

/// Gives a message every member the client needs, and the receiver's own values where it matters.
pub(super) fn message(native: &mut Native, spot: &Spot<'_>) {
    let agent = native.is_agent();
    let info = &mut native.info;
    set_agent(info, "agent");
    let completed = inner(info, "time")
        .and_then(|time| time.get("completed"))
        .and_then(Value::as_i64);
    if agent {
        set_agent(info, "mode");
        info.insert("parentID".to_owned(), spot.parent.into());
        let path = json!({ "cwd": spot.directory, "root": spot.receiver.root });
        info.insert("path".to_owned(), path);
        keep_if(info, "cost", Value::is_number);
        info.entry("cost").or_insert_with(|| 0.into());
        keep_if(info, "tokens", are_tokens);
        info.entry("tokens").or_insert_with(no_tokens);
        for key in ["modelID", "providerID"] {
            keep_if(info, key, Value::is_string);
            info.entry(key).or_insert_with(|| "unknown".into());
        }
        keep_if(info, "finish", Value::is_string);
        keep_if(info, "summary", Value::is_boolean);
        keep_if(info, "error", is_error);
        let end = completed.unwrap_or(spot.created);
        let end = end.min(spot.now).max(spot.created);
        let time = json!({ "created": spot.created, "completed": end });
        info.insert("time".to_owned(), time);
    } else {
        // With no model the client takes the receiver's default.
        match &spot.receiver.model {
            Some(model) => info.insert("model".to_owned(), model.clone()),
            None => info.remove("model"),
        };
        keep_if(info, "summary", Value::is_object);
        info.insert("time".to_owned(), json!({ "created": spot.created }));
    }
    for part in &mut native.parts {
        answered(part, spot.created);
    }
}

/// Checks whether a part is one the model is never told: only such may travel unseen.
pub(super) fn is_silent(part: &Object, agent: bool) -> bool {
    match text(part, "type") {
        Some("step-start" | "step-finish" | "snapshot" | "patch" | "agent" | "retry") => true,
        Some("text") => {
            !agent
                && part.get("text").is_some_and(Value::is_string)
                && (part.get("ignored") == Some(&Value::Bool(true))
                    || text(part, "text") == Some(""))
        }
        Some("file") => {
            !agent
                && matches!(
                    text(part, "mime"),
                    Some("text/plain" | "application/x-directory")
                )
        }
        _ => false,
    }
}

/// Closes an open call with an error: it would be shown as running for ever.
fn answered(part: &mut Object, at: i64) {
    if text(part, "type") != Some("tool") {
        return;
    }
    let Some(Value::Object(state)) = part.get_mut("state") else {
        return;
    };
    if !matches!(text(state, "status"), Some("completed" | "error")) {
        state.insert("status".to_owned(), "error".into());
        state.insert("error".to_owned(), NO_RESULT.into());
        state.insert("time".to_owned(), json!({ "start": at, "end": at }));
    }
}

fn set_agent(info: &mut Object, key: &str) {
    let known = text(info, key).is_some_and(|name| AGENTS.contains(&name));
    if !known {
        info.insert(key.to_owned(), "build".into());
    }
}

fn keep_if(info: &mut Object, key: &str, fits: impl Fn(&Value) -> bool) {
    if info.get(key).is_some_and(|value| !fits(value)) {
        info.remove(key);
    }
}

fn is_error(value: &Value) -> bool {
    let Some(error) = value.as_object() else {
        return false;
    };
    text(error, "name").is_some() && inner(error, "data").is_some()
}

fn are_tokens(value: &Value) -> bool {
    let number = |at: &Value, key: &str| at.get(key).is_some_and(Value::is_number);
    let cache = value.get("cache").unwrap_or(&Value::Null);
    ["input", "output", "reasoning"]
        .iter()
        .all(|key| number(value, key))
        && ["read", "write"].iter().all(|key| number(cache, key))
}

fn no_tokens() -> Value {
    json!({ "input": 0, "output": 0, "reasoning": 0, "cache": { "read": 0, "write": 0 } })
}

/// Picks what is taken over from the sender's session row: counts, and only as counts.
pub(super) fn session(native: Option<&Object>) -> Object {
    let mut kept = Object::new();
    for (key, value) in native.into_iter().flatten() {
        let whole = key.starts_with("tokens_")
            || matches!(
                key.as_str(),
                "summary_additions" | "summary_deletions" | "summary_files"
            );
        let fits = match key.as_str() {
            "cost" => value.as_f64().is_some_and(|cost| cost >= 0.0),
            "summary_diffs" => value
                .as_str()
                .is_some_and(|text| serde_json::from_str::<Vec<Object>>(text).is_ok()),
            _ => whole && value.as_u64().is_some(),
        };
        if fits {
            kept.insert(key.clone(), value.clone());
        }
    }
    kept
}
