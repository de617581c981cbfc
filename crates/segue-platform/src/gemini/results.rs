//! What a tool answered: the many shapes the client stores it in, and the one we write.
//!
//! ```text
//! toolCalls[].result   "text"  |  [functionResponse, inlineData…]  |  functionResponse
//!                       a response is {output} or {error}; pictures stand behind it or inside it
//! ```
//!
//! The client sometimes puts the answers of all calls of a turn into each of them: only the one
//! with the call's id is taken.

use segue_conversation::json::{Kind, Object, Tape, Value};
use segue_conversation::{Body, Content, Json, Part, ToolResult};

use super::content::{self, inline, only, wrap};

/// Reads `result` of a call. The second value counts answers to other calls.
pub(super) fn read(result: Value<'_>, id: &str, name: &str, failed: bool) -> Option<(Part, u64)> {
    if let Some(text) = result.string() {
        let body = ToolResult {
            call: id.to_owned(),
            content: vec![Content::Text(text)],
            is_error: failed,
        };
        let mut part = Part::new(Body::Result(body));
        part.native = Some(wrap("form", &Json::string("string")));
        return Some((part, 0));
    }
    let items: Vec<Value<'_>> = match result.kind() {
        Kind::Array => result.items().collect(),
        Kind::Object => vec![result],
        _ => return None,
    };
    let responses = || items.iter().filter_map(|item| item.get("functionResponse"));
    let others = responses().count().saturating_sub(1) as u64;
    let start = items
        .iter()
        .position(|item| {
            item.get("functionResponse")
                .and_then(|response| response.str_of("id"))
                .is_some_and(|found| found == id)
        })
        .or_else(|| (others == 0).then_some(0))?;
    let group: Vec<Value<'_>> = items
        .iter()
        .skip(start)
        .enumerate()
        .take_while(|(place, item)| *place == 0 || item.get("functionResponse").is_none())
        .map(|(_, item)| *item)
        .collect();
    let mut body = together(&group, id)?;
    let by_key = body.is_error;
    body.is_error |= failed;
    let shape = match shape(&group, id, name) {
        Some(shape) if result.kind() == Kind::Array => shape,
        _ if others > 0 => Shape::default(),
        _ => Shape {
            verbatim: Some(Json::of(result)),
            ..Shape::default()
        },
    };
    let shape = Shape {
        output: failed && !by_key,
        ..shape
    };
    let native = shape.native();
    Some((
        Part {
            body: Body::Result(body),
            native,
        },
        others,
    ))
}

/// Reads a response that is a piece of a content by itself.
pub(super) fn of_response(item: Value<'_>) -> Option<ToolResult> {
    let response = item.get("functionResponse")?;
    let id = response.string_of("id").unwrap_or_default();
    together(&[item], &id)
}

/// Checks whether a response by itself is as we would write it.
pub(super) fn is_usual(item: Value<'_>) -> bool {
    let response = item.get("functionResponse");
    let text = |key: &str| response.and_then(|response| response.string_of(key));
    match (text("id"), text("name")) {
        (Some(id), Some(name)) => {
            shape(&[item], &id, &name).is_some_and(|shape| shape.native().is_none())
        }
        _ => false,
    }
}

/// Puts together what a response and the pieces after it say.
fn together(group: &[Value<'_>], id: &str) -> Option<ToolResult> {
    let mut result = ToolResult {
        call: id.to_owned(),
        content: Vec::new(),
        is_error: false,
    };
    for item in group {
        let Some(response) = item.get("functionResponse") else {
            result.content.push(piece(*item));
            continue;
        };
        if let Some(told) = response.get("response") {
            let (content, error) = told_of(told);
            result.content.push(content);
            result.is_error |= error;
        }
        let inside = response.get("parts");
        result
            .content
            .extend(inside.into_iter().flat_map(|list| list.items()).map(piece));
    }
    Some(result)
}

fn told_of(told: Value<'_>) -> (Content, bool) {
    match (told.get("output"), told.get("error")) {
        (Some(output), _) if output.kind() == Kind::String => {
            (Content::Text(output.string().unwrap_or_default()), false)
        }
        (None, Some(error)) if error.kind() == Kind::String => {
            (Content::Text(error.string().unwrap_or_default()), true)
        }
        (output, error) => (
            Content::Other(Json::of(told)),
            output.is_none() && error.is_some(),
        ),
    }
}

fn piece(item: Value<'_>) -> Content {
    if let Some(file) = item.get("inlineData").and_then(inline) {
        return Content::File(file);
    }
    match item.string().or_else(|| item.string_of("text")) {
        Some(text) => Content::Text(text),
        None => Content::Other(Json::of(item)),
    }
}

/// How an answer is stored, where it is not the usual way.
#[derive(Default)]
struct Shape {
    /// Whether pictures are inside the response.
    inside: bool,
    /// Whether it failed, but is stored as output.
    output: bool,
    verbatim: Option<Json>,
}

impl Shape {
    fn native(&self) -> Option<Json> {
        if !self.inside && !self.output && self.verbatim.is_none() {
            return None;
        }
        let mut out = String::new();
        let mut object = Object::begin(&mut out);
        if self.inside {
            object.raw("inside", "true");
        }
        if self.output {
            object.raw("output", "true");
        }
        if let Some(json) = &self.verbatim {
            object.raw("verbatim", json.text());
        }
        object.end();
        Json::parse(&out).ok()
    }
}

/// Returns the shape, if what we write would be the same.
fn shape(group: &[Value<'_>], id: &str, name: &str) -> Option<Shape> {
    let (first, rest) = group.split_first()?;
    let response = first.get("functionResponse")?;
    let told = response.get("response")?;
    let text = |key: &str| {
        told.get(key)
            .is_some_and(|told| told.kind() == Kind::String)
    };
    let usual = only(*first, &["functionResponse"])
        && response.str_of("id")? == id
        && response.str_of("name")? == name
        && ((only(told, &["output"]) && text("output"))
            || (only(told, &["error"]) && text("error")));
    let is_file = |item: &Value<'_>| {
        only(*item, &["inlineData"])
            && item
                .get("inlineData")
                .is_some_and(|data| only(data, &["data", "mimeType"]) && inline(data).is_some())
    };
    let bare = only(response, &["id", "name", "response"]);
    if usual && bare && rest.iter().all(is_file) {
        return Some(Shape::default());
    }
    let parts: Vec<Value<'_>> = response.get("parts")?.items().collect();
    let inside = only(response, &["id", "name", "parts", "response"])
        && rest.is_empty()
        && !parts.is_empty()
        && parts.iter().all(is_file);
    (usual && inside).then_some(Shape {
        inside: true,
        ..Shape::default()
    })
}

/// Writes an answer as a list, or as the text it was stored as.
pub(super) fn write(out: &mut String, part: &Part, result: &ToolResult, name: &str, native: bool) {
    let mut tape = Tape::default();
    let stored = part
        .native
        .as_ref()
        .filter(|_| native)
        .and_then(|json| json.open(&mut tape).ok());
    let is = |key: &str| stored.is_some_and(|stored| stored.flag(key));
    if let Some(stored) = stored {
        if let Some(whole) = stored.get("verbatim")
            && let Some((read, 0)) = read(whole, &result.call, name, result.is_error)
            && read.body == part.body
        {
            out.push_str(whole.raw());
            return;
        }
        if stored.str_of("form").as_deref() == Some("string")
            && let [Content::Text(text)] = result.content.as_slice()
        {
            out.push_str(&content::quoted(text));
            return;
        }
    }
    out.push('[');
    items(out, result, name, is("inside"), is("output"));
    out.push(']');
}

/// Writes a response and the files after it.
pub(super) fn items(out: &mut String, result: &ToolResult, name: &str, inside: bool, output: bool) {
    let files = || {
        result.content.iter().filter_map(|content| match content {
            Content::File(file) => Some(file),
            _ => None,
        })
    };
    let mut object = Object::begin(out);
    let mut response = Object::begin(object.key("functionResponse"));
    response.string("id", &result.call).string("name", name);
    let told = response.key("response");
    if let Some(Content::Other(json)) = result.content.first()
        && json.text().starts_with('{')
    {
        told.push_str(json.text());
    } else {
        let mut inner = Object::begin(told);
        let key = if result.is_error && !output {
            "error"
        } else {
            "output"
        };
        inner.string(key, &text_of(result));
        inner.end();
    }
    if inside {
        let list = response.key("parts");
        list.push('[');
        for (place, file) in files().enumerate() {
            if place > 0 {
                list.push(',');
            }
            let mut item = Object::begin(list);
            content::write_file(&mut item, file);
            item.end();
        }
        list.push(']');
    }
    response.end();
    object.end();
    if !inside {
        for file in files() {
            out.push(',');
            let mut item = Object::begin(out);
            content::write_file(&mut item, file);
            item.end();
        }
    }
}

/// Joins the words of an answer to one text.
pub(super) fn text_of(result: &ToolResult) -> String {
    let texts: Vec<&str> = result
        .content
        .iter()
        .filter_map(|content| match content {
            Content::Text(text) => Some(text.as_str()),
            Content::Other(json) => Some(json.text()),
            Content::File(_) => None,
        })
        .collect();
    texts.join("\n")
}
