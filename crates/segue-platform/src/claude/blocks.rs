//! Content blocks of the Messages API to parts, and back.

use segue_conversation::json::{Kind, Object, Value};
use segue_conversation::part::is_base64;
use segue_conversation::{Body, Call, Content, Data, File, Json, Part, Report, ToolResult};

use super::record;

/// Converts a message's `content`, which is a text or a list of blocks, to parts.
pub fn parts(content: Value<'_>, report: &mut Report) -> Vec<Part> {
    if let Some(text) = content.string() {
        return vec![Part::text(text)];
    }
    content
        .items()
        .filter_map(|block| part(block, report))
        .collect()
}

fn part(block: Value<'_>, report: &mut Report) -> Option<Part> {
    let kind = block.str_of("type").unwrap_or_default();
    let known = match kind.as_ref() {
        "text" => block
            .string_of("text")
            .map(|text| (Body::Text(text), &["type", "text"][..])),
        "thinking" => {
            report.dropped(
                "signature of reasoning",
                "it is bound to the sender's account",
            );
            let text = block.string_of("thinking").unwrap_or_default();
            if text.trim().is_empty() {
                return None;
            }
            return Some(Part::new(Body::Reasoning(text)));
        }
        "redacted_thinking" => {
            report.dropped("encrypted reasoning", "only the vendor can read it");
            return None;
        }
        "tool_use" => call(block).map(|body| (body, &["type", "id", "name", "input"][..])),
        "tool_result" => return Some(result(block)),
        "image" | "document" => file(block).map(|body| (body, &["type", "source", "title"][..])),
        _ => None,
    };
    let Some((body, taken)) = known else {
        return Some(Part::new(Body::Other(Json::of(block))));
    };
    let mut part = Part::new(body);
    part.native = rest(block, taken);
    Some(part)
}

/// Returns the members of an object that are not in `taken`; `None` if there are none.
pub fn rest(object: Value<'_>, taken: &[&str]) -> Option<Json> {
    let members: Vec<_> = object
        .entries()
        .filter(|(key, _)| !taken.contains(&key.as_ref()))
        .collect();
    (!members.is_empty())
        .then(|| Json::object(members.iter().map(|(key, value)| (key.as_ref(), *value))))
}

fn call(block: Value<'_>) -> Option<Body> {
    Some(Body::Call(Call {
        id: block.string_of("id")?,
        name: block.string_of("name")?,
        input: block.get("input").map_or_else(Json::empty_object, Json::of),
    }))
}

/// Converts a tool result. Its native data holds `rest`, whether `is_error` was spelled out, and
/// the content as it was when its shape cannot be told from the neutral one.
fn result(block: Value<'_>) -> Part {
    let content = block.get("content");
    let mut plain = true;
    let pieces: Vec<Content> = match content {
        None => Vec::new(),
        Some(content) => match content.string() {
            Some(text) => vec![Content::Text(text)],
            None => {
                plain = false;
                content.items().map(piece).collect()
            }
        },
    };
    let call = block.string_of("tool_use_id").unwrap_or_default();
    let mut text = String::new();
    let mut native = Object::begin(&mut text);
    let mut any = false;
    if let Some(content) = content.filter(|_| !plain) {
        // Rebuilt from the pieces when that gives the same; else carried as it is.
        let rebuilt = content_blocks(&pieces, true, &mut Report::default());
        if Json::parse(&rebuilt).ok().as_ref() == Some(&Json::of(content)) {
            native.string("content", "blocks");
        } else {
            native.raw("raw", content.raw());
        }
        any = true;
    }
    if let Some(is_error) = block.get("is_error") {
        native.raw("is_error", is_error.raw());
        any = true;
    }
    if let Some(rest) = rest(block, &["type", "tool_use_id", "content", "is_error"]) {
        native.raw("rest", rest.text());
        any = true;
    }
    native.end();
    let mut part = Part::new(Body::Result(ToolResult {
        call,
        content: pieces,
        is_error: block.flag("is_error"),
    }));
    part.native = any.then(|| Json::parse(&text).ok()).flatten();
    part
}

fn piece(block: Value<'_>) -> Content {
    match block.str_of("type").as_deref() {
        Some("text") => match block.string_of("text") {
            Some(text) => Content::Text(text),
            None => Content::Other(Json::of(block)),
        },
        Some("image" | "document") => match file(block) {
            Some(Body::File(file)) => Content::File(file),
            _ => Content::Other(Json::of(block)),
        },
        _ => Content::Other(Json::of(block)),
    }
}

fn file(block: Value<'_>) -> Option<Body> {
    let source = block.get("source")?;
    let media_type = source.string_of("media_type");
    let name = block.string_of("title");
    let data = match source.str_of("type").as_deref() {
        Some("base64") => Data::Base64(source.string_of("data").filter(|data| is_base64(data))?),
        Some("url") => Data::Url(source.string_of("url")?),
        _ => return None,
    };
    // Only what `image_block` can write again.
    if source.entries().count() != if media_type.is_some() { 3 } else { 2 } {
        return None;
    }
    Some(Body::File(File {
        media_type,
        name,
        data,
    }))
}

/// Returns an id that every API takes: this one, or one derived from it.
pub fn safe_id(id: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !id.is_empty() && id.len() <= 64 && id.chars().all(fits) {
        return id.to_owned();
    }
    format!("toolu_{:032x}", record::hashed(&["call", id]))
}

/// Returns a tool name that the API takes, with odd characters replaced.
fn safe_name(name: &str) -> String {
    name.chars()
        .take(128)
        .map(|c| match c {
            c if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') => c,
            _ => '_',
        })
        .collect()
}

/// Converts a part to a block, and changes the part to what the block reads back as. `None` when it
/// has no place in a session of Claude Code.
pub fn block(part: &mut Part, own: bool, report: &mut Report) -> Option<String> {
    let native = part.native.as_ref().filter(|_| own);
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    match &mut part.body {
        Body::Text(words) => {
            object.string("type", "text").string("text", words);
        }
        Body::Call(call) => {
            let name = safe_name(&call.name);
            if name != call.name {
                report.changed("tool call", "its name has only letters the API takes now");
                call.name = name;
            }
            call.id = safe_id(&call.id);
            if !call.input.text().starts_with('{') {
                let mut wrapped = String::new();
                let mut inner = Object::begin(&mut wrapped);
                inner.raw("input", call.input.text());
                inner.end();
                call.input = Json::parse(&wrapped).unwrap_or_else(|_| Json::empty_object());
                report.changed("tool call", "its input became an object");
            }
            object
                .string("type", "tool_use")
                .string("id", &call.id)
                .string("name", &call.name)
                .raw("input", call.input.text());
        }
        Body::Result(result) => {
            result.call = safe_id(&result.call);
            tool_result(&mut object, result, native, own, report);
            object.end();
            return Some(text);
        }
        Body::File(file) => match image_block(file) {
            Some(image) => merge_members(&mut object, &image, &[]),
            None => {
                report.changed(
                    if file.is_image() { "image" } else { "file" },
                    "Claude Code takes no such file; it is named in the text",
                );
                let words = named(file);
                object.string("type", "text").string("text", &words);
                part.body = Body::Text(words);
            }
        },
        Body::Other(json) if own && !is_live(json) => return Some(json.text().to_owned()),
        Body::Other(_) | Body::Reasoning(_) => return None,
    }
    if let Some(native) = native {
        merge_members(&mut object, native.text(), WRITTEN);
    }
    object.end();
    Some(text)
}

/// Members that say what a block is; these come only from the neutral form.
const WRITTEN: &[&str] = &[
    "type",
    "text",
    "id",
    "name",
    "input",
    "source",
    "title",
    "tool_use_id",
    "content",
    "is_error",
    "thinking",
    "signature",
    "data",
];

fn tool_result(
    object: &mut Object<'_>,
    result: &mut ToolResult,
    native: Option<&Json>,
    own: bool,
    report: &mut Report,
) {
    let mut tape = segue_conversation::json::Tape::default();
    let native = native.and_then(|native| native.open(&mut tape).ok());
    let member = |name: &str| native.and_then(|native| native.get(name));
    object
        .string("type", "tool_result")
        .string("tool_use_id", &result.call);
    if let Some(raw) = member("raw") {
        object.raw("content", raw.raw());
    } else if let ([Content::Text(words)], None) = (result.content.as_slice(), member("content")) {
        object.string("content", words);
    } else if !result.content.is_empty() || member("content").is_some() {
        object.raw("content", &content_blocks(&result.content, own, report));
        settle(&mut result.content, own);
    }
    match member("is_error") {
        Some(given) if given.kind() == Kind::Bool => {
            object.raw("is_error", given.raw());
        }
        _ if result.is_error => {
            object.raw("is_error", "true");
        }
        _ => {}
    }
    if let Some(rest) = member("rest") {
        merge_members(object, rest.raw(), WRITTEN);
    }
}

/// Converts the pieces of a result to a list of blocks.
fn content_blocks(pieces: &[Content], own: bool, report: &mut Report) -> String {
    let mut out = String::from("[");
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        match piece {
            Content::Text(words) => text_block(&mut out, words),
            Content::File(file) => match image_block(file) {
                Some(image) => out.push_str(&image),
                None => {
                    report.changed(
                        "file",
                        "Claude Code takes no such file; it is named in the text",
                    );
                    text_block(&mut out, &named(file));
                }
            },
            Content::Other(json) if own && json.text().starts_with('{') => {
                out.push_str(json.text())
            }
            Content::Other(json) => text_block(&mut out, json.text()),
        }
    }
    out.push(']');
    out
}

/// Replaces the pieces by what their blocks read back as.
fn settle(pieces: &mut [Content], own: bool) {
    for piece in pieces {
        match piece {
            Content::File(file) if image_block(file).is_none() => {
                *piece = Content::Text(named(file));
            }
            Content::Other(json) if !own => *piece = Content::Text(json.text().to_owned()),
            _ => {}
        }
    }
}

fn text_block(out: &mut String, words: &str) {
    let mut object = Object::begin(out);
    object.string("type", "text").string("text", words);
    object.end();
}

fn named(file: &File) -> String {
    format!(
        "[{}: {}]",
        file.media_type.as_deref().unwrap_or("file"),
        file.name.as_deref().unwrap_or("without a name")
    )
}

/// Writes a file as an image or document block; `None` if the API takes no such file.
fn image_block(file: &File) -> Option<String> {
    let kind = file.media_type.as_deref();
    let is_document = kind == Some("application/pdf");
    let is_picture = matches!(
        kind,
        Some("image/png" | "image/jpeg" | "image/gif" | "image/webp")
    ) || (kind.is_none() && matches!(file.data, Data::Url(_)));
    if !is_document && !is_picture {
        return None;
    }
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    object.string("type", if is_document { "document" } else { "image" });
    let mut source = Object::begin(object.key("source"));
    match &file.data {
        Data::Base64(data) => {
            source.string("type", "base64").string("data", data);
        }
        Data::Url(url) => {
            source.string("type", "url").string("url", url);
        }
    }
    source.maybe("media_type", kind);
    source.end();
    object.maybe("title", file.name.as_deref());
    object.end();
    Some(text)
}

/// Checks whether a block that came as something else is a call, a result or thinking after all.
/// One without a type counts as such.
fn is_live(json: &Json) -> bool {
    let mut tape = segue_conversation::json::Tape::default();
    let kind = json
        .open(&mut tape)
        .ok()
        .and_then(|value| value.string_of("type"));
    !matches!(kind.as_deref(), Some(kind)
        if !matches!(kind, "tool_use" | "tool_result" | "thinking" | "redacted_thinking"))
}

/// Adds the members of an object's text to another object, except those in `written`.
pub fn merge_members(object: &mut Object<'_>, json: &str, written: &[&str]) {
    let mut tape = segue_conversation::json::Tape::default();
    let limits = segue_conversation::json::JsonLimits::default();
    if let Ok(value) = tape.parse(json.as_bytes(), &limits) {
        for (key, member) in value.entries() {
            if !written.contains(&key.as_ref()) {
                object.raw(&key, member.raw());
            }
        }
    }
}
