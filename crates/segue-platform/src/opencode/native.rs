//! One message as OpenCode stores it, and what of it never leaves the machine.

use segue_conversation::json::Tape;
use segue_conversation::{Json, Report};
use serde_json::{Map, Value};

use crate::platform::Limits;

/// A JSON object as a tree.
pub(super) type Object = Map<String, Value>;

/// A message with its parts, without the ids the database keeps in columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Native {
    /// Its id in the session it was read from.
    pub(super) id: String,
    /// When, in milliseconds since 1970.
    pub(super) created: i64,
    /// What the `message` row says.
    pub(super) info: Object,
    /// What the `part` rows say, in order.
    pub(super) parts: Vec<Object>,
}

/// Parses one stored object within the limits.
pub(super) fn object(text: &str, limits: &Limits) -> Result<Object, String> {
    let mut tape = Tape::default();
    tape.parse(text.as_bytes(), &limits.json)
        .map_err(|error| error.to_string())?;
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err("not an object".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns a member that is text.
pub(super) fn text<'o>(object: &'o Object, key: &str) -> Option<&'o str> {
    object.get(key)?.as_str()
}

/// Returns a member that is an object.
pub(super) fn inner<'o>(object: &'o Object, key: &str) -> Option<&'o Object> {
    object.get(key)?.as_object()
}

impl Native {
    /// Checks whether the model wrote it.
    pub(super) fn is_agent(&self) -> bool {
        text(&self.info, "role") == Some("assistant")
    }

    /// Checks whether it is still being written.
    pub(super) fn is_live(&self) -> bool {
        is_live(&self.info)
    }

    /// Checks whether it ends a compaction: the client then reads nothing before it.
    pub(super) fn is_summary(&self) -> bool {
        let info = &self.info;
        self.is_agent()
            && info.get("summary") == Some(&Value::Bool(true))
            && info.get("finish").is_some_and(|finish| !finish.is_null())
            && info.get("error").is_none_or(Value::is_null)
    }

    /// Converts the message to one value, for what travels beside the messages.
    pub(super) fn to_json(&self) -> Json {
        let value = serde_json::json!({
            "id": self.id, "created": self.created, "info": self.info, "parts": self.parts,
        });
        Json::from_serde(&value).unwrap_or_else(|_| Json::empty_object())
    }

    /// Converts such a value back; `None` if it is not one.
    pub(super) fn from_json(json: &Json) -> Option<Self> {
        let Value::Object(mut whole) = json.to_serde() else {
            return None;
        };
        let Some(Value::Object(info)) = whole.remove("info") else {
            return None;
        };
        let parts = match whole.remove("parts") {
            Some(Value::Array(parts)) => parts,
            _ => Vec::new(),
        };
        Some(Self {
            id: text(&whole, "id").unwrap_or_default().to_owned(),
            created: whole.get("created").and_then(Value::as_i64).unwrap_or(0),
            info,
            parts: parts
                .into_iter()
                .filter_map(|part| match part {
                    Value::Object(part) => Some(part),
                    _ => None,
                })
                .collect(),
        })
    }

    /// Removes what is the sender's own: system prompts, settings, signatures, answers of servers.
    pub(super) fn clean(&mut self, report: &mut Report) {
        if self.info.remove("system").is_some_and(|it| !it.is_null()) {
            report.dropped("system prompt", "it is the sender's own setup");
        }
        if self.info.remove("tools").is_some_and(|it| !it.is_null()) {
            report.dropped("tool setting", "it is the sender's own setup");
        }
        if let Some(Value::Object(error)) = self.info.get_mut("error") {
            clean_error(error);
        }
        for part in &mut self.parts {
            // Signatures and encrypted reasoning of the vendor.
            if part.remove("metadata").is_some_and(|it| !it.is_null()) {
                report.dropped(
                    "signature",
                    "a vendor's signature is of no use to anyone else",
                );
            }
            if let Some(Value::Object(error)) = part.get_mut("error") {
                clean_error(error);
            }
            for key in ["id", "sessionID", "messageID"] {
                part.remove(key);
            }
        }
        for key in ["id", "sessionID"] {
            self.info.remove(key);
        }
    }
}

/// Checks whether a message is still being written.
pub(super) fn is_live(info: &Object) -> bool {
    text(info, "role") == Some("assistant")
        && info.get("error").is_none_or(Value::is_null)
        && inner(info, "time").is_none_or(|time| !time.contains_key("completed"))
}

fn clean_error(error: &mut Object) {
    let data = match error.get_mut("data") {
        Some(Value::Object(data)) => data,
        _ => return,
    };
    for key in ["responseHeaders", "responseBody", "metadata"] {
        data.remove(key);
    }
}
