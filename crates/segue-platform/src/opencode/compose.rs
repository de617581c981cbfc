//! From neutral parts to stored ones, and what had to change on the way.

use segue_conversation::{Body, Content, Data, Json, Part, Report, ToolResult};
use serde_json::{Value, json};

use super::native::{Object, text};
use super::neutral::{COMPACTION, SUBTASK};
use super::tool;
use crate::once::Once;

/// A part as it will be stored, and as it will be read back.
pub(super) struct Composed {
    pub(super) stored: Object,
    pub(super) read: Part,
}

/// Converts a part to a stored one; `None` if there is no place for it.
///
/// `own` says that `native` of the part is OpenCode's.
pub(super) fn part(mut part: Part, own: bool, report: &mut Report) -> Option<Composed> {
    let native = own.then(|| object(part.native.as_ref())).flatten();
    part.native = None;
    let kind = part.body.kind();
    let once = Once::begin(report, kind);
    let stored = match &mut part.body {
        Body::Text(words) => {
            if words.is_empty() && native.is_none() {
                return None;
            }
            match native {
                // A compaction or a subtask, for which the text only stands.
                Some(stored)
                    if matches!(
                        (text(&stored, "type"), words.as_str()),
                        (Some("compaction"), COMPACTION) | (Some("subtask"), SUBTASK)
                    ) =>
                {
                    stored
                }
                native => {
                    let mut stored = native.unwrap_or_default();
                    stored.insert("type".to_owned(), "text".into());
                    stored.insert("text".to_owned(), words.as_str().into());
                    // It is heard now, whatever it was.
                    stored.remove("ignored");
                    stored
                }
            }
        }
        Body::Reasoning(words) if own => {
            let mut stored = native.unwrap_or_default();
            stored.insert("type".to_owned(), "reasoning".into());
            stored.insert("text".to_owned(), words.as_str().into());
            stored
                .entry("time")
                .or_insert_with(|| json!({ "start": 0, "end": 0 }));
            stored
        }
        Body::Reasoning(_) => {
            let why = "OpenCode would send it to the model as if it had been said";
            report.dropped(kind, why);
            return None;
        }
        Body::Call(call) => {
            if !call.input.text().starts_with('{') {
                let wrapped = json!({ "input": call.input.to_serde() });
                call.input = Json::from_serde(&wrapped).unwrap_or_else(|_| Json::empty_object());
                report.changed(kind, "its input is an object now");
            }
            tool::call(call, native)
        }
        Body::File(file) => {
            if let Data::Url(url) = &file.data {
                // The client would fetch it when the conversation is resumed.
                let words = format!("[A file that is not here: {url}]");
                report.changed(kind, "it is elsewhere; its address is text now");
                return self::part(Part::text(words), false, &mut Report::default());
            }
            let mut stored = native.unwrap_or_default();
            tool::fill_file(&mut stored, file);
            // As it will be read: a missing type is filled in.
            file.media_type = text(&stored, "mime").map(str::to_owned);
            if file.media_type.as_deref() == Some("text/plain") {
                let why = "OpenCode keeps plain text files but does not show them to the model";
                report.changed(kind, why);
                part.body = Body::Other(Json::null());
                return Some(Composed { stored, read: part });
            }
            stored
        }
        Body::Result(_) => return None,
        Body::Other(_) => {
            report.dropped(kind, "OpenCode has no place for it");
            return None;
        }
    };
    once.end(report);
    Some(Composed { stored, read: part })
}

/// Reduces a result to what OpenCode keeps: one text, then files.
pub(super) fn result(result: ToolResult, report: &mut Report) -> ToolResult {
    let once = Once::begin(report, "tool result");
    let (mut words, mut files) = (Vec::new(), Vec::new());
    for content in result.content {
        match content {
            Content::Text(text) => words.push(text),
            Content::Other(json) => {
                report.changed("tool result", "a piece of it is JSON as text now");
                words.push(json.text().to_owned());
            }
            Content::File(file) => match &file.data {
                Data::Base64(_) if !result.is_error => files.push(Content::File(file)),
                Data::Base64(_) => {
                    report.dropped("file", "OpenCode keeps no files of a tool that failed");
                }
                Data::Url(url) => {
                    report.changed("file", "it is elsewhere; its address is text now");
                    words.push(format!("[A file that is not here: {url}]"));
                }
            },
        }
    }
    once.end(report);
    let mut content = vec![Content::Text(words.join("\n"))];
    content.append(&mut files);
    ToolResult {
        call: result.call,
        content,
        is_error: result.is_error,
    }
}

/// Converts a JSON object to a tree; `None` if it is not an object.
pub(super) fn object(json: Option<&Json>) -> Option<Object> {
    match json?.to_serde() {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

/// Creates the part that begins a step, which keeps what follows after the results before it.
pub(super) fn step() -> Object {
    let mut part = Object::new();
    part.insert("type".to_owned(), "step-start".into());
    part
}
