//! Which records are the conversation, and which are the sender's own machinery.

use segue_conversation::Json;
use segue_conversation::json::{Copied, Object, Tape, Value, escape_into};

/// What a record is to a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words of the person, or results of tools.
    User,
    /// Words and calls of the model.
    Assistant,
    /// A note of the client in the tree, such as a compaction boundary.
    System,
    /// Something the person attached or queued; sent to the model.
    Attached,
    /// The record that names the active leaf.
    LastPrompt,
    Title,
    /// Something else that may travel.
    Other,
    /// The sender's own; never travels.
    Private,
}

/// Attachments that are the person's, not the client's.
const ATTACHED: &[&str] = &["queued_command", "file"];

/// Types of records that are bookkeeping of the sender's client, its requests or its machine.
const PRIVATE: &[&str] = &[
    "agent-color",
    "agent-setting",
    "api-request",
    "api-request-blob",
    "api-request-shape",
    "atis-latch",
    "attribution-snapshot",
    "bridge-session",
    "continued-in",
    "cost-state",
    "derived-from",
    "file-history-delta",
    "file-history-snapshot",
    "fork-context-ref",
    "frame-link",
    "history-suppression",
    "memory-mode",
    "mode",
    "observer-ref",
    "permission-mode",
    "progress",
    "queue-operation",
    "relocated",
    "session-owner",
    "tools-used",
    "worktree-state",
];

/// Fields that never travel, wherever they are in a record.
const PRIVATE_FIELDS: &[&str] = &[
    "apiKeySource",
    "permissionDecision",
    "permissionMode",
    "promptCacheRequested",
    "requestId",
    "requestRef",
    "sandboxed",
];

/// Decides what a record is.
pub fn kind(record: Value<'_>) -> Kind {
    let name = record.str_of("type").unwrap_or_default();
    match name.as_ref() {
        "user" if is_clients_own(record) => Kind::Private,
        "user" => Kind::User,
        "assistant" => Kind::Assistant,
        "system" => {
            let what = record.str_of("subtype").unwrap_or_default();
            let own = ["hook", "permission", "local_command", "api_error"];
            if own.iter().any(|own| what.contains(own)) {
                Kind::Private
            } else {
                Kind::System
            }
        }
        "attachment" => {
            let what = record
                .get("attachment")
                .and_then(|attachment| attachment.str_of("type"));
            match what {
                Some(what) if ATTACHED.contains(&what.as_ref()) => Kind::Attached,
                _ => Kind::Private,
            }
        }
        "last-prompt" => Kind::LastPrompt,
        "custom-title" | "ai-title" | "summary" => Kind::Title,
        name if PRIVATE.contains(&name) || name.starts_with("api-request") => Kind::Private,
        _ => Kind::Other,
    }
}

/// Checks whether only the client wrote a user's line: what a command of its own printed, and
/// reminders with the sender's memory and settings.
fn is_clients_own(record: Value<'_>) -> bool {
    let content = record.get("message").and_then(|inner| inner.get("content"));
    let text = content.and_then(|content| match content.str() {
        Some(text) => Some(text),
        None => content.items().next()?.str_of("text"),
    });
    let Some(text) = text else { return false };
    let text = text.trim_start();
    text.starts_with("<local-command-std")
        || (record.flag("isMeta") && text.starts_with("<system-reminder>"))
}

/// Returns what a private record is called in a report.
pub fn private_name(record: Value<'_>) -> &'static str {
    match record.str_of("type").as_deref() {
        Some("attachment") => "context of the sender's own client",
        Some("user") => "words of the sender's client",
        Some(name) if name.starts_with("api-request") => "request of the sender's client",
        Some("permission-mode" | "mode") => "permission setting",
        Some("system") => "hook, permission, command or error note",
        _ => "bookkeeping of the sender's client",
    }
}

/// Checks whether a field is private, which means that it never travels.
pub fn is_private_field(name: &str) -> bool {
    PRIVATE_FIELDS.contains(&name)
}

/// Copies a record without private fields, thinking and signatures, and with `parent`, the nearest
/// one that is carried too, as its parent.
pub fn carried(record: Value<'_>, parent: Option<&str>) -> Json {
    let mut text = String::with_capacity(record.raw().len());
    let mut object = Object::begin(&mut text);
    for (key, value) in record.entries() {
        match key.as_ref() {
            "parentUuid" => match parent {
                Some(parent) => {
                    object.string("parentUuid", parent);
                }
                None => {
                    object.raw("parentUuid", "null");
                }
            },
            "message" if value.is_object() => message(value, object.key("message")),
            name if is_private_field(name) => {}
            name => {
                object.raw(name, value.raw());
            }
        }
    }
    object.end();
    Json::parse(&text).unwrap_or_else(|_| Json::empty_object())
}

/// Copies what a file says a record was, without private fields: a crafted one may have them
/// anywhere. What a tool was given and gave back is left as it is.
pub fn cleaned(native: &Json) -> Json {
    let mut tape = Tape::default();
    let Ok(value) = native.open(&mut tape) else {
        return Json::empty_object();
    };
    let mut text = String::with_capacity(native.text().len());
    value.copy(&mut text, &mut |name, member| match name {
        Some("toolUseResult" | "input") => Copied::Whole,
        Some(name) if is_private_field(name) => Copied::Gone,
        _ if PRIVATE_FIELDS
            .iter()
            .any(|name| member.raw().contains(name)) =>
        {
            Copied::Inside
        }
        _ => Copied::Whole,
    });
    Json::parse(&text).unwrap_or_else(|_| Json::empty_object())
}

fn message(value: Value<'_>, out: &mut String) {
    let mut object = Object::begin(out);
    for (key, member) in value.entries() {
        if key == "content" && member.items().next().is_some() {
            let out = object.key("content");
            out.push('[');
            let mut first = true;
            for block in member.items() {
                if is_thinking(block) {
                    continue;
                }
                if !std::mem::replace(&mut first, false) {
                    out.push(',');
                }
                out.push_str(block.raw());
            }
            out.push(']');
        } else {
            object.raw(&key, member.raw());
        }
    }
    object.end();
}

/// Checks whether a block is signed or encrypted thinking.
pub fn is_thinking(block: Value<'_>) -> bool {
    matches!(
        block.str_of("type").as_deref(),
        Some("thinking" | "redacted_thinking")
    )
}

/// Returns a record's id as a number: the UUID itself, or a hash of any other text.
pub fn number(id: &str) -> u128 {
    match uuid::Uuid::try_parse(id) {
        Ok(uuid) => uuid.as_u128(),
        Err(_) => hashed(&["id", id]),
    }
}

/// Hashes texts to a number.
pub fn hashed(pieces: &[&str]) -> u128 {
    let mut hasher = blake3::Hasher::new();
    for piece in pieces {
        hasher.update(&(piece.len() as u64).to_le_bytes());
        hasher.update(piece.as_bytes());
    }
    let hash = hasher.finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(hash.as_bytes().first_chunk::<16>().unwrap_or(&[0; 16]));
    u128::from_le_bytes(bytes)
}

/// Writes a text as a JSON string.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    escape_into(&mut out, text);
    out
}
