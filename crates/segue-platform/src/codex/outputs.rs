//! Arguments and outputs of tools: texts that hold JSON, and texts that may be lists.

use segue_conversation::json::{Json, Object, Tape, Value, escape_into};
use segue_conversation::{Body, Content, Part, Report, ToolResult};

use super::items::file;
use super::privacy::rest;

/// Reads arguments as an object; the second value is what it takes to write the same text again, if
/// anything.
pub(super) fn arguments(text: &str) -> (Json, Option<Json>) {
    let Some(input) = Json::parse(text)
        .ok()
        .filter(|json| json.text().starts_with('{'))
    else {
        let mut out = String::new();
        let mut object = Object::begin(&mut out);
        object.string("arguments", text);
        object.end();
        let input = Json::parse(&out).unwrap_or_else(|_| Json::empty_object());
        return (input, Json::parse(r#"{"plain":true}"#).ok());
    };
    if input.text() == text {
        return (input, None);
    }
    let order = keys(text);
    for style in ["compact", "spaced"] {
        if laid_out(&input, &order, style) == text {
            let mut out = String::new();
            let mut object = Object::begin(&mut out);
            let list = object.key("order");
            list.push('[');
            for (index, key) in order.iter().enumerate() {
                if index > 0 {
                    list.push(',');
                }
                escape_into(list, key);
            }
            list.push(']');
            object.string("style", style);
            object.end();
            return (input, Json::parse(&out).ok());
        }
    }
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    object.string("text", text);
    object.end();
    (input, Json::parse(&out).ok())
}

/// Writes arguments as text, in the `layout` that [`arguments`] returned if it still fits.
pub(super) fn arguments_text(input: &Json, layout: Option<Value<'_>>) -> String {
    let Some(layout) = layout else {
        return input.text().to_owned();
    };
    if layout.flag("plain") {
        let mut tape = Tape::default();
        if let Ok(object) = input.open(&mut tape)
            && let Some(text) = object.string_of("arguments")
        {
            return text;
        }
    }
    // A text that no longer says what the input says (something was taken out) is not used.
    if let Some(text) = layout.string_of("text")
        && Json::parse(&text).is_ok_and(|json| json == *input)
    {
        return text;
    }
    if let (Some(order), Some(style)) = (layout.get("order"), layout.str_of("style")) {
        let order: Vec<String> = order.items().filter_map(|key| key.string()).collect();
        let text = laid_out(input, &order, &style);
        if Json::parse(&text).is_ok_and(|json| json == *input) {
            return text;
        }
    }
    input.text().to_owned()
}

fn keys(text: &str) -> Vec<String> {
    let mut tape = Tape::default();
    tape.parse(text.as_bytes(), &Default::default())
        .map(|value| value.entries().map(|(key, _)| key.into_owned()).collect())
        .unwrap_or_default()
}

/// Writes the object with its own members in this order; inner objects stay sorted.
fn laid_out(input: &Json, order: &[String], style: &str) -> String {
    let spaced = style == "spaced";
    let mut tape = Tape::default();
    let Ok(value) = input.open(&mut tape) else {
        return input.text().to_owned();
    };
    let mut out = String::from("{");
    for (index, key) in order.iter().enumerate() {
        let Some(member) = value.get(key) else {
            continue;
        };
        if index > 0 {
            out.push_str(if spaced { ", " } else { "," });
        }
        escape_into(&mut out, key);
        out.push_str(if spaced { ": " } else { ":" });
        out.push_str(member.raw());
    }
    out.push('}');
    out
}

/// Converts a tool's output to a result.
pub(super) fn take(item: Value<'_>, kind: &str, name: &str, report: &mut Report) -> Part {
    let own = item.string_of("call_id");
    let mut lifted = Vec::new();
    lifted.extend(own.as_ref().map(|_| "call_id"));
    let key = if kind == "tool_search_output" {
        "tools"
    } else {
        "output"
    };
    lifted.push(key);
    let mut content = Vec::new();
    let mut pieces = String::from("[");
    let mut special = false;
    let shape = match item.get(key) {
        None => "none",
        Some(output) if output.str().is_some() => {
            content.push(Content::Text(output.string().unwrap_or_default()));
            "text"
        }
        Some(output) if output.raw().starts_with('[') && key == "output" => {
            for piece in output.items() {
                let Some((taken, more)) = piece_content(piece, report) else {
                    continue;
                };
                content.push(taken);
                if pieces.len() > 1 {
                    pieces.push(',');
                }
                special |= !more.is_empty_object();
                pieces.push_str(more.text());
            }
            "list"
        }
        Some(output) => {
            content.push(Content::Other(Json::of(output)));
            "other"
        }
    };
    pieces.push(']');
    let mut native = String::new();
    let mut object = Object::begin(&mut native);
    if own.is_some() {
        object.raw("called", "true");
    }
    object.raw("item", rest(item, &lifted).text());
    if special {
        object.raw("pieces", &pieces);
    }
    object.string("shape", shape);
    object.end();
    Part {
        body: Body::Result(ToolResult {
            call: own
                .or_else(|| item.string_of("id"))
                .unwrap_or_else(|| format!("call-{name}")),
            content,
            is_error: false,
        }),
        native: Json::parse(&native).ok(),
    }
}

fn piece_content(piece: Value<'_>, report: &mut Report) -> Option<(Content, Json)> {
    Some(match piece.str_of("type").as_deref() {
        Some("input_text") => (
            Content::Text(piece.string_of("text")?),
            rest(piece, &["type", "text"]),
        ),
        Some("input_image") => (
            Content::File(file(&piece.str_of("image_url")?, "image/png")),
            rest(piece, &["type", "image_url"]),
        ),
        Some("encrypted_content") => {
            report.dropped(
                "encrypted content",
                "it can only be read for the sender's account",
            );
            return None;
        }
        _ => (Content::Other(rest(piece, &[])), Json::empty_object()),
    })
}

/// Writes the output member of a result; also returns the content as it will be read back.
pub(super) fn output(content: Vec<Content>, native: Option<Value<'_>>) -> (String, Vec<Content>) {
    let shape = native.and_then(|native| native.string_of("shape"));
    let texts_only = content
        .iter()
        .all(|piece| matches!(piece, Content::Text(_)));
    let mut out = String::new();
    if texts_only && shape.as_deref() != Some("list") {
        let texts: Vec<&str> = content
            .iter()
            .filter_map(|piece| match piece {
                Content::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let text = texts.join("\n");
        escape_into(&mut out, &text);
        return (out, vec![Content::Text(text)]);
    }
    let extras: Vec<Value<'_>> = native
        .and_then(|native| native.get("pieces"))
        .map(|pieces| pieces.items().collect())
        .unwrap_or_default();
    out.push('[');
    for (index, piece) in content.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        // What a list of Codex can hold and we cannot name is written as it came.
        if let Content::Other(json) = piece {
            out.push_str(json.text());
            continue;
        }
        let mut object = Object::begin(&mut out);
        match piece {
            Content::Text(text) => {
                object.string("type", "input_text").string("text", text);
            }
            Content::File(file) => {
                object
                    .string("type", "input_image")
                    .string("image_url", &file.to_url());
            }
            Content::Other(_) => {}
        }
        let more = extras.get(index).filter(|more| more.is_object());
        for (key, value) in more.iter().flat_map(|more| more.entries()) {
            if key != "type" && key != "text" && key != "image_url" {
                object.raw(&key, value.raw());
            }
        }
        object.end();
    }
    out.push(']');
    (out, content)
}
