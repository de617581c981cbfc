//! What of a record is the sender's private machinery: both the reader and the writer ask here,
//! so that a crafted conversation file cannot bring in what an export would have left out.

use segue_conversation::json::{Copied, Json, Object, Tape, Value};

use super::context::{self, Place, Voice, voice};

/// What stays behind and why, in the words of a report.
pub(super) type Left = (&'static str, &'static str);

const SETTINGS: Left = (
    "settings of a turn",
    "permissions, sandbox, model and folders are the sender's own",
);
const ACCOUNT: Left = (
    "usage and limits",
    "they belong to the sender's account, not to the conversation",
);
const CONTEXT: Left = (
    "instructions and environment",
    "they describe the sender's own machine and setup",
);
const ASKING: Left = (
    "approval or question of the program",
    "an approval is never carried to another person",
);
const START: Left = (
    "description of a session",
    "it speaks of the sender's own installation",
);
const UNDONE: Left = (
    "note of the program",
    "the turn it stood before was taken back",
);
const ENCRYPTED: Left = (
    "encrypted content",
    "it can only be read for the sender's account",
);

/// Kinds of lines that never travel.
const LINES: &[(&str, Left)] = &[
    ("session_meta", START),
    // It would replace all the model reads.
    ("compacted", CONTEXT),
    ("turn_context", SETTINGS),
    ("world_state", CONTEXT),
    ("token_usage_record", ACCOUNT),
    ("security_risk_score", ACCOUNT),
];

/// Kinds of events that never travel.
const EVENTS: &[(&str, Left)] = &[
    ("token_count", ACCOUNT),
    ("thread_settings_applied", SETTINGS),
    ("session_configured", SETTINGS),
    ("turn_moderation_metadata", ACCOUNT),
    ("safety_buffering", ACCOUNT),
    ("model_reroute", SETTINGS),
    ("model_verification", SETTINGS),
    ("exec_approval_request", ASKING),
    ("apply_patch_approval_request", ASKING),
    ("request_permissions", ASKING),
    ("request_user_input", ASKING),
    ("elicitation_request", ASKING),
    ("guardian_assessment", ASKING),
    ("guardian_warning", ASKING),
    ("hook_started", SETTINGS),
    ("hook_completed", SETTINGS),
    ("mcp_startup_update", SETTINGS),
    ("mcp_startup_complete", SETTINGS),
    ("environment_connected", CONTEXT),
    ("environment_disconnected", CONTEXT),
    ("raw_response_item", CONTEXT),
];

/// Members that never travel, at whatever depth.
const MEMBERS: &[&str] = &[
    "encrypted_content",
    "encrypted_function_args",
    "base_instructions",
    "developer_instructions",
    "user_instructions",
    "rate_limits",
    "approval_policy",
    "approvals_reviewer",
    "sandbox_policy",
    "permission_profile",
    "active_permission_profile",
    "model_provider",
    "model_provider_id",
    "mcp_resource_origins",
];

/// Copies a record that is no message, without what is private in it. The error says why it stays
/// behind.
pub(super) fn beside(line: Value<'_>) -> Result<Json, Left> {
    let kind = line.str_of("type").unwrap_or_default();
    let listed = |table: &[(&str, Left)], name: &str| {
        let found = table.iter().find(|(known, _)| *known == name);
        found.map(|(_, left)| *left)
    };
    if let Some(left) = listed(LINES, &kind) {
        return Err(left);
    }
    let payload = line.get("payload");
    let inner = payload.and_then(|payload| payload.string_of("type"));
    match (kind.as_ref(), payload) {
        ("event_msg", Some(payload)) => {
            if let Some(left) = listed(EVENTS, inner.as_deref().unwrap_or_default()) {
                return Err(left);
            }
            let item = payload.get("item");
            if item.is_some_and(|item| item.str_of("type").as_deref() == Some("HookPrompt")) {
                return Err(SETTINGS);
            }
        }
        ("response_item", Some(item)) => {
            if let Some(left) = item_left(item) {
                return Err(left);
            }
            // Only what was rolled back is both an item and no message.
            if context::place(item) == Place::Context {
                return Err(UNDONE);
            }
        }
        _ => {}
    }
    let mut text = String::with_capacity(line.raw().len());
    let mut object = Object::begin(&mut text);
    for (key, value) in line.entries() {
        if key != "ordinal" && !MEMBERS.contains(&key.as_ref()) {
            without_members(value, object.key(&key));
        }
    }
    object.end();
    Json::parse(&text).map_err(|_| ("damaged record", "it is not what it should be"))
}

/// Returns why an item of the model's history stays behind as a whole; `None` if it does not.
pub(super) fn item_left(item: Value<'_>) -> Option<Left> {
    match item.str_of("type").as_deref() {
        Some("message") => match item.str_of("role").as_deref() {
            Some("developer" | "system") => Some(CONTEXT),
            Some("user") => {
                let mut pieces = item.get("content")?.items().peekable();
                pieces.peek()?;
                let private = |text: &str| voice(text) == Voice::Private;
                pieces
                    .all(|piece| piece.str_of("text").is_some_and(|text| private(&text)))
                    .then_some(CONTEXT)
            }
            _ => None,
        },
        Some("compaction" | "compaction_summary" | "context_compaction") => Some(ENCRYPTED),
        Some("additional_tools" | "compaction_trigger") => Some(SETTINGS),
        _ => None,
    }
}

/// Appends a value without private members.
pub(super) fn without_members(value: Value<'_>, out: &mut String) {
    value.copy(out, &mut |name, member| match name {
        Some(name) if MEMBERS.contains(&name) => Copied::Gone,
        _ if MEMBERS.iter().any(|name| member.raw().contains(name)) => Copied::Inside,
        _ => Copied::Whole,
    });
}

/// Copies what a file says a record was, without private members: a crafted one may have them
/// anywhere.
pub(super) fn cleaned(native: &Json) -> Json {
    let mut tape = Tape::default();
    let mut text = String::new();
    match native.open(&mut tape) {
        Ok(value) => without_members(value, &mut text),
        Err(_) => return Json::empty_object(),
    }
    Json::parse(&text).unwrap_or_else(|_| Json::empty_object())
}

/// Copies an object without the members in `taken` and without private ones.
pub(super) fn rest(value: Value<'_>, taken: &[&str]) -> Json {
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    for (key, member) in value.entries() {
        if !taken.contains(&key.as_ref()) && !MEMBERS.contains(&key.as_ref()) {
            without_members(member, object.key(&key));
        }
    }
    object.end();
    Json::parse(&text).unwrap_or_else(|_| Json::empty_object())
}
