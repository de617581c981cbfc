//! What another platform said, in the forms the vendor's model takes.

use segue_conversation::json::{Json, Object, Tape, Value};
use segue_conversation::{Body, Call, Content, Data, File, Part, Report, ToolResult};

use super::restore::add;

/// The longest id of a call, and the longest name of a tool, that the vendor takes.
const LONGEST: usize = 64;

/// Checks whether the model can be shown a file: a picture that is embedded or on the web.
pub(super) fn fits(file: &File) -> bool {
    file.is_image()
        && match &file.data {
            Data::Base64(_) => true,
            Data::Url(url) => url.starts_with("https://") || url.starts_with("data:image/"),
        }
}

/// Writes the words that take the place of a file that cannot be shown.
pub(super) fn note(file: &File) -> String {
    let kind = file.media_type.as_deref().unwrap_or("file");
    match &file.name {
        Some(name) => format!("[{name} ({kind}) was attached here]"),
        None => format!("[a file ({kind}) was attached here]"),
    }
}

/// Gives a call an id, a name and an input that the vendor takes.
pub(super) fn call(call: &mut Call, report: &mut Report) {
    call.id = call_id(&call.id);
    let name: String = call
        .name
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .take(LONGEST)
        .collect();
    let name = if name.is_empty() {
        "tool".to_owned()
    } else {
        name
    };
    if name != call.name {
        report.changed(
            "tool call",
            "its tool's name has letters the model's vendor does not take",
        );
        call.name = name;
    }
    if !call.input.text().starts_with('{') {
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        object.raw("input", call.input.text());
        object.end();
        call.input = Json::parse(&text).unwrap_or_else(|_| Json::empty_object());
        report.changed("tool call", "its input is an object now");
    }
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// Returns an id the vendor takes; the same one for the same id.
pub(super) fn call_id(id: &str) -> String {
    if !id.is_empty() && id.len() <= LONGEST && id.chars().all(is_plain) {
        return id.to_owned();
    }
    let hash = blake3::hash(id.as_bytes()).to_hex();
    format!("call_{}", hash.get(..32).unwrap_or_default())
}

/// Reduces a result's content to what an output can hold: words and pictures.
pub(super) fn content(result: &mut ToolResult, list: bool, report: &mut Report) {
    for piece in &mut result.content {
        match piece {
            Content::Text(_) => {}
            Content::File(file) if fits(file) => {}
            Content::File(file) => {
                report.changed(
                    "file",
                    "Codex has no place for it; a note stands where it was",
                );
                *piece = Content::Text(note(file));
            }
            Content::Other(json) if list && is_a_piece(json) => {}
            Content::Other(json) => *piece = Content::Text(json.text().to_owned()),
        }
    }
    if result.is_error {
        result.is_error = false;
        report.changed(
            "tool result",
            "Codex has no mark for a failed tool; its words are kept",
        );
    }
}

fn is_a_piece(json: &Json) -> bool {
    let mut tape = Tape::default();
    json.open(&mut tape)
        .is_ok_and(|value| value.str_of("type").is_some())
}

/// Returns the text under `key` in an input, or the whole input as text.
pub(super) fn only_text(input: &Json, key: &str) -> String {
    let mut tape = Tape::default();
    input
        .open(&mut tape)
        .ok()
        .and_then(|value| value.string_of(key))
        .unwrap_or_else(|| input.text().to_owned())
}

/// Writes an item of readable reasoning again, without its encrypted form.
pub(super) fn reasoning(item: Value<'_>, thoughts: &[Part]) -> String {
    let mut lists = [String::new(), String::new()];
    for part in thoughts {
        let Body::Reasoning(text) = &part.body else {
            continue;
        };
        let mut tape = Tape::default();
        let native = part
            .native
            .as_ref()
            .and_then(|json| json.open(&mut tape).ok());
        let inside = native.and_then(|native| native.string_of("in"));
        let list = &mut lists[usize::from(inside.as_deref() == Some("content"))];
        list.push_str(if list.is_empty() { "[" } else { "," });
        let mut object = Object::begin(list);
        object.string("text", text);
        add(
            &mut object,
            native.and_then(|native| native.get("piece")),
            &["text"],
        );
        object.end();
    }
    let mut payload = String::new();
    let mut object = Object::begin(&mut payload);
    let [summary, content] = &mut lists;
    summary.push_str(if summary.is_empty() { "[]" } else { "]" });
    object.raw("summary", summary);
    if !content.is_empty() {
        content.push(']');
        object.raw("content", content);
    }
    add(&mut object, Some(item), &["summary", "content"]);
    object.end();
    payload
}
