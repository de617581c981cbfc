//! From a piece of a file to a message or an artifact, whichever dialect it is in.

use crate::head::EXTENSION;
use crate::json::{Json, Value};
use crate::message::{Message, Role};
use crate::part::{Body, Call, Content, Part, ToolResult};
use crate::report::Report;
use crate::times;

use super::{Artifact, CALL, Dialect, REASONING, RESULT, dialect};

/// The members of our extension in a message; others are kept as they are.
const KNOWN: &[&str] = &[
    "at", "beside", "empty", "group", "injected", "model", "more", "native", "parent", "resets",
];

pub(super) fn message(value: Value<'_>, index: u64, report: &mut Report) -> Option<Message> {
    if !value.is_object() {
        report.dropped("message", "it is not an object");
        return None;
    }
    let id = value
        .string_of("messageId")
        .filter(|id| !id.is_empty())
        .unwrap_or_else(|| format!("message-{index}"));
    let role = match value.str_of("role").as_deref() {
        Some("ROLE_USER" | "user") => Role::User,
        _ => Role::Agent,
    };
    let own = extension(value);
    let mut message = Message::new(id, role, parts(value, report));
    let metadata = value.get("metadata");
    let described = own.or(metadata);
    if let Some(own) = own {
        if own.flag("empty") {
            message.parts.clear();
        }
        message.group = own.string_of("group");
        message.parent = own.string_of("parent");
        message.injected = own.flag("injected");
        message.resets = own.flag("resets");
        message.native = own.get("native").map(unwrapped);
        message.beside = own
            .get("beside")
            .map(|beside| beside.items().map(unwrapped).collect())
            .unwrap_or_default();
        message.more = more(own);
    }
    if let Some(described) = described {
        message.model = described.string_of("model");
        message.at = described
            .str_of("at")
            .or_else(|| described.str_of("timestamp"))
            .and_then(|at| times::normal(&at));
    }
    if own.is_none() {
        message.parent = metadata.and_then(|metadata| metadata.string_of("parentMessageId"));
    }
    Some(message)
}

pub(super) fn artifact(value: Value<'_>, index: u64, report: &mut Report) -> Option<Artifact> {
    if !value.is_object() {
        report.dropped("artifact", "it is not an object");
        return None;
    }
    Some(Artifact {
        id: value
            .string_of("artifactId")
            .unwrap_or_else(|| format!("artifact-{index}")),
        name: value.string_of("name"),
        parts: parts(value, report),
        native: extension(value)
            .and_then(|own| own.get("native"))
            .map(unwrapped),
    })
}

/// Determines which dialect a message is written in, from the keys it uses.
pub(super) fn dialect_of(value: Value<'_>) -> Dialect {
    let first = value.get("parts").and_then(|parts| parts.items().next());
    if value.get("kind").is_some() || first.is_some_and(|part| part.get("kind").is_some()) {
        Dialect::V03
    } else if first.is_some_and(|part| part.get("type").is_some()) {
        Dialect::Older
    } else {
        Dialect::V1
    }
}

fn extension(value: Value<'_>) -> Option<Value<'_>> {
    value
        .get("metadata")?
        .get(EXTENSION)
        .filter(Value::is_object)
}

fn more(own: Value<'_>) -> Option<Json> {
    let earlier = own.get("more").filter(Value::is_object);
    let unknown = own
        .entries()
        .filter(|(key, _)| !KNOWN.contains(&key.as_ref()));
    let members: Vec<_> = earlier
        .iter()
        .flat_map(Value::entries)
        .chain(unknown)
        .collect();
    (!members.is_empty())
        .then(|| Json::object(members.iter().map(|(key, value)| (key.as_ref(), *value))))
}

fn parts(value: Value<'_>, report: &mut Report) -> Vec<Part> {
    let Some(list) = value.get("parts").or_else(|| value.get("content")) else {
        return Vec::new();
    };
    if let Some(text) = list.string() {
        return vec![Part::text(text)];
    }
    list.items().filter_map(|item| part(item, report)).collect()
}

fn part(value: Value<'_>, report: &mut Report) -> Option<Part> {
    if let Some(text) = value.string() {
        return Some(Part::text(text));
    }
    let Some(body) = body(value) else {
        report.dropped("part", "it has no text, file or data that can be read");
        return None;
    };
    Some(Part {
        body,
        native: extension(value)
            .and_then(|own| own.get("native"))
            .map(unwrapped),
    })
}

fn body(value: Value<'_>) -> Option<Body> {
    if let Some(text) = value.string_of("text") {
        return Some(Body::Text(text));
    }
    if let Some(data) = value.get("data") {
        let known = match value.str_of("mediaType").as_deref() {
            Some(CALL) => call(data),
            Some(RESULT) => result(data),
            Some(REASONING) => data.string_of("text").map(Body::Reasoning),
            _ => dialect::older_tool(data),
        };
        return Some(known.unwrap_or_else(|| Body::Other(unwrapped(data))));
    }
    dialect::file(value).map(Body::File)
}

fn call(data: Value<'_>) -> Option<Body> {
    Some(Body::Call(Call {
        id: data.string_of("id")?,
        name: data.string_of("name")?,
        input: data.get("input").map_or_else(Json::empty_object, unwrapped),
    }))
}

fn result(data: Value<'_>) -> Option<Body> {
    let content = data.get("content").map_or_else(Vec::new, |content| {
        content
            .items()
            .filter_map(|item| {
                if let Some(text) = item.string_of("text") {
                    Some(Content::Text(text))
                } else if let Some(data) = item.get("data") {
                    Some(Content::Other(unwrapped(data)))
                } else {
                    dialect::file(item).map(Content::File)
                }
            })
            .collect()
    });
    Some(Body::Result(ToolResult {
        call: data.string_of("callId")?,
        content,
        is_error: data.flag("isError"),
    }))
}

/// Undoes `encode::embed`, which writes very deep values as text under `$json`.
fn unwrapped(value: Value<'_>) -> Json {
    if value.raw().starts_with(r#"{"$json":"#)
        && let Some(text) = value.str_of("$json")
        && let Ok(json) = Json::parse(&text)
    {
        return json;
    }
    Json::of(value)
}
