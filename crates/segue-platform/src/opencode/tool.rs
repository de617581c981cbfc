//! A tool part: the call and its result in one record there, two parts here.

use segue_conversation::{Body, Call, Content, Data, File, Json, Part, Report, ToolResult};
use serde_json::{Value, json};

use super::native::{Object, inner, text};
use super::neutral::{self, without};

/// What the client tells the model about a call that never ended.
const INTERRUPTED: &str = "[Tool execution was interrupted]";

/// Reads the call and the result of a stored part.
pub(super) fn read(part: &Object, report: &mut Report) -> Option<(Part, Part)> {
    let state = inner(part, "state")?;
    let id = text(part, "callID")?.to_owned();
    let input = state.get("input").cloned().unwrap_or_else(|| json!({}));
    let mut rest = part.clone();
    for key in ["type", "tool", "callID"] {
        rest.remove(key);
    }
    let kept = without(state, &["input", "output", "error", "attachments"]);
    rest.insert(
        "state".to_owned(),
        kept.map_or_else(|| json!({}), |json| json.to_serde()),
    );
    let call = Part {
        body: Body::Call(Call {
            id: id.clone(),
            name: text(part, "tool").unwrap_or("unknown").to_owned(),
            input: Json::from_serde(&input).unwrap_or_else(|_| Json::empty_object()),
        }),
        native: Some(neutral::json(rest)),
    };
    let (content, is_error, native) = answer(state, report);
    let result = Part {
        body: Body::Result(ToolResult {
            call: id,
            content,
            is_error,
        }),
        native,
    };
    Some((call, result))
}

fn answer(state: &Object, report: &mut Report) -> (Vec<Content>, bool, Option<Json>) {
    match text(state, "status") {
        Some("completed") => {
            let output = text(state, "output").unwrap_or_default();
            let mut content = vec![Content::Text(output.to_owned())];
            let mut rests = Vec::new();
            let attachments = state.get("attachments").and_then(Value::as_array);
            for attached in attachments
                .into_iter()
                .flatten()
                .filter_map(Value::as_object)
            {
                let keys = [
                    "id",
                    "sessionID",
                    "messageID",
                    "type",
                    "mime",
                    "url",
                    "filename",
                ];
                match text(attached, "url").filter(|url| url.starts_with("data:")) {
                    Some(url) => {
                        let mime = text(attached, "mime").map(str::to_owned);
                        let name = text(attached, "filename").map(str::to_owned);
                        content.push(Content::File(File::from_url(url, mime, name)));
                        let rest = without(attached, &keys);
                        rests.push(rest.map_or(Value::Null, |json| json.to_serde()));
                    }
                    None => report.dropped("attachment", "its bytes are not in the session"),
                }
            }
            let told = rests.iter().any(|rest| !rest.is_null());
            let native = told.then(|| json!({ "attachments": rests }));
            (
                content,
                false,
                native.and_then(|it| Json::from_serde(&it).ok()),
            )
        }
        Some("error") => {
            let error = text(state, "error").unwrap_or_default();
            let partial = inner(state, "metadata")
                .filter(|metadata| metadata.get("interrupted") == Some(&Value::Bool(true)))
                .and_then(|metadata| text(metadata, "output"));
            match partial {
                Some(output) => {
                    let native = Json::from_serde(&json!({ "error": error })).ok();
                    (vec![Content::Text(output.to_owned())], false, native)
                }
                None => (vec![Content::Text(error.to_owned())], true, None),
            }
        }
        _ => {
            report.changed("tool call", "it had not ended; it is marked as interrupted");
            (vec![Content::Text(INTERRUPTED.to_owned())], true, None)
        }
    }
}

/// Writes the stored part of a call that is not answered yet. Pass `native` only if it is
/// OpenCode's own.
pub(super) fn call(call: &Call, native: Option<Object>) -> Object {
    let mut part = native.unwrap_or_default();
    if !part.get("state").is_some_and(Value::is_object) {
        part.insert("state".to_owned(), json!({}));
    }
    if let Some(Value::Object(state)) = part.get_mut("state") {
        state.insert("input".to_owned(), call.input.to_serde());
    }
    part.insert("type".to_owned(), "tool".into());
    part.insert("tool".to_owned(), call.name.clone().into());
    part.insert("callID".to_owned(), call.id.clone().into());
    part
}

/// Puts a result into its part, in a form that keeps the client from ever running it again.
pub(super) fn answer_with(part: &mut Object, result: &ToolResult, native: Option<Object>, at: i64) {
    let name = text(part, "tool").unwrap_or_default().to_owned();
    let Some(Value::Object(state)) = part.get_mut("state") else {
        return;
    };
    let interrupted = native.as_ref().and_then(|native| text(native, "error"));
    let said = result
        .content
        .iter()
        .find_map(|content| match content {
            Content::Text(text) => Some(text.clone()),
            _ => None,
        })
        .unwrap_or_default();
    if let (Some(error), false) = (interrupted, result.is_error) {
        state.insert("status".to_owned(), "error".into());
        state.insert("error".to_owned(), error.into());
        let mut metadata = match state.remove("metadata") {
            Some(Value::Object(metadata)) => metadata,
            _ => Object::new(),
        };
        metadata.insert("output".to_owned(), said.into());
        metadata.insert("interrupted".to_owned(), true.into());
        state.insert("metadata".to_owned(), Value::Object(metadata));
    } else if result.is_error {
        state.insert("status".to_owned(), "error".into());
        state.insert("error".to_owned(), said.into());
        // With this the client would send something else than the error.
        if let Some(Value::Object(metadata)) = state.get_mut("metadata") {
            metadata.remove("interrupted");
        }
    } else {
        state.insert("status".to_owned(), "completed".into());
        state.insert("output".to_owned(), said.into());
        state.entry("title").or_insert_with(|| name.into());
        state.entry("metadata").or_insert_with(|| json!({}));
        let files = attachments(result, native);
        if !files.is_empty() {
            state.insert("attachments".to_owned(), files.into());
        }
    }
    let time = state.entry("time").or_insert_with(|| json!({}));
    if let Value::Object(time) = time {
        time.entry("start").or_insert_with(|| at.into());
        time.entry("end").or_insert_with(|| at.into());
    }
}

fn attachments(result: &ToolResult, native: Option<Object>) -> Vec<Value> {
    let mut rests = match native.and_then(|mut native| native.remove("attachments")) {
        Some(Value::Array(rests)) => rests.into_iter(),
        _ => Vec::new().into_iter(),
    };
    let files = result.content.iter().filter_map(|content| match content {
        Content::File(file) if matches!(file.data, Data::Base64(_)) => Some(file),
        _ => None,
    });
    files
        .map(|file| {
            let mut rest = match rests.next() {
                Some(Value::Object(rest)) => rest,
                _ => Object::new(),
            };
            fill_file(&mut rest, file);
            Value::Object(rest)
        })
        .collect()
}

/// Writes a file's members into a stored part.
pub(super) fn fill_file(part: &mut Object, file: &File) {
    part.insert("type".to_owned(), "file".into());
    let mime = file.media_type.as_deref();
    let mime = mime.unwrap_or("application/octet-stream");
    part.insert("mime".to_owned(), mime.into());
    part.insert("url".to_owned(), file.to_url().into());
    if let Some(name) = &file.name {
        part.insert("filename".to_owned(), name.clone().into());
    }
}
