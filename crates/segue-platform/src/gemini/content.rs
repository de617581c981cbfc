//! One piece of a record's content, to a neutral part and back.
//!
//! A piece that the neutral form says completely carries nothing more. Any other travels whole as
//! `verbatim`, and is written again only if it still reads as the part it came with.

use segue_conversation::json::{Kind, Object, Tape, Value, escape_into};
use segue_conversation::part::is_base64;
use segue_conversation::{Body, Call, Data, File, Json, Part, Report, Role};

use super::results;

/// Proofs for the vendor's own servers; they do not travel between people.
const SIGNATURES: [&str; 2] = ["thoughtSignature", "thought_signature"];

/// Members that say something to the model.
const SAYS: [&str; 7] = [
    "text",
    "inlineData",
    "fileData",
    "functionCall",
    "functionResponse",
    "executableCode",
    "codeExecutionResult",
];

/// Checks whether a piece of unknown kind may come back as it was: it calls nothing, answers
/// nothing, and is signed by nobody.
pub(super) fn is_quiet(json: &Json) -> bool {
    let mut tape = Tape::default();
    json.open(&mut tape).is_ok_and(|value| {
        let says = ["functionCall", "functionResponse", "text"];
        !says.iter().any(|name| value.get(name).is_some())
            && !SIGNATURES.iter().any(|name| value.raw().contains(name))
    })
}

/// Reads one piece.
pub(super) fn read(item: Value<'_>, role: Role, fallback_id: &str, report: &mut Report) -> Part {
    let signed = item
        .entries()
        .any(|(name, _)| SIGNATURES.contains(&name.as_ref()));
    if !signed {
        return plain(item, role, fallback_id);
    }
    report.dropped("signature", "it is only valid for the sender's account");
    let mut tape = Tape::default();
    let without = unsigned(item);
    match without.open(&mut tape) {
        Ok(value) => plain(value, role, fallback_id),
        Err(_) => Part::new(Body::Other(Json::null())),
    }
}

/// Copies an object without signatures.
fn unsigned(item: Value<'_>) -> Json {
    let mut out = String::with_capacity(item.raw().len());
    let mut object = Object::begin(&mut out);
    for (name, value) in item.entries() {
        if !SIGNATURES.contains(&name.as_ref()) {
            object.raw(&name, value.raw());
        }
    }
    object.end();
    Json::parse(&out).unwrap_or_else(|_| Json::null())
}

fn plain(item: Value<'_>, role: Role, fallback_id: &str) -> Part {
    let (body, whole) = body(item, role, fallback_id);
    let native =
        (!whole && !matches!(body, Body::Other(_))).then(|| wrap("verbatim", &Json::of(item)));
    Part { body, native }
}

/// Converts a piece to a part's body; also returns whether the body says all there is.
fn body(item: Value<'_>, role: Role, fallback_id: &str) -> (Body, bool) {
    if let Some(text) = item.string() {
        return (Body::Text(text), false);
    }
    if let Some(text) = item.get("text").and_then(|text| text.string()) {
        return match item.flag("thought") {
            true => (Body::Reasoning(text), false),
            false => (Body::Text(text), only(item, &["text"])),
        };
    }
    if let Some(file) = item.get("inlineData").and_then(inline) {
        let whole = only(item, &["inlineData"])
            && item
                .get("inlineData")
                .is_some_and(|data| only(data, &["data", "mimeType"]));
        return (Body::File(file), whole);
    }
    if let Some(data) = item.get("fileData")
        && let Some(uri) = data.string_of("fileUri")
    {
        let file = File {
            media_type: data.string_of("mimeType"),
            name: data.string_of("displayName"),
            data: Data::Url(uri),
        };
        return (Body::File(file), false);
    }
    if let Some(call) = item.get("functionCall").filter(|_| role == Role::Agent)
        && let Some(name) = call.string_of("name")
    {
        let whole = only(item, &["functionCall"])
            && only(call, &["args", "id", "name"])
            && call.get("args").is_some_and(|args| args.is_object());
        let id = call.string_of("id").filter(|id| !id.is_empty());
        let whole = whole && id.is_some();
        let call = Call {
            id: id.unwrap_or_else(|| fallback_id.to_owned()),
            name,
            input: arguments(call.get("args")),
        };
        return (Body::Call(call), whole);
    }
    if role == Role::User
        && let Some(result) = results::of_response(item)
    {
        return (Body::Result(result), results::is_usual(item));
    }
    (Body::Other(Json::of(item)), true)
}

/// Returns a call's arguments as an object, whatever was there.
pub(super) fn arguments(args: Option<Value<'_>>) -> Json {
    match args {
        None => Json::empty_object(),
        Some(args) if args.is_null() => Json::empty_object(),
        Some(args) if args.is_object() => Json::of(args),
        Some(args) => wrap("value", &Json::of(args)),
    }
}

/// Reads an embedded file; `None` if it is not base64.
pub(super) fn inline(data: Value<'_>) -> Option<File> {
    let bytes = data.string_of("data").filter(|bytes| is_base64(bytes))?;
    Some(File {
        media_type: data.string_of("mimeType"),
        name: None,
        data: Data::Base64(bytes),
    })
}

/// Checks whether an object has exactly these members.
pub(super) fn only(value: Value<'_>, names: &[&str]) -> bool {
    let mut count = 0;
    value.entries().all(|(name, _)| {
        count += 1;
        names.contains(&name.as_ref())
    }) && count == names.len()
}

/// Creates an object with one member.
pub(super) fn wrap(name: &str, value: &Json) -> Json {
    let mut out = String::with_capacity(value.text().len() + name.len() + 5);
    let mut object = Object::begin(&mut out);
    object.raw(name, value.text());
    object.end();
    Json::parse(&out).unwrap_or_else(|_| Json::null())
}

/// Returns the piece a part came with, if it still reads as that part.
pub(super) fn verbatim(part: &Part, role: Role) -> Option<String> {
    let native = part.native.as_ref()?;
    let mut tape = Tape::default();
    let value = native.open(&mut tape).ok()?.get("verbatim")?;
    if value.kind() != Kind::Object && value.kind() != Kind::String {
        return None;
    }
    // One piece says one thing: what stands beside it would be told unseen.
    let says = SAYS.iter().filter(|name| value.get(name).is_some()).count();
    let signed = SIGNATURES.iter().any(|name| value.raw().contains(name)) || says > 1;
    let (body, _) = body(value, role, "");
    (body == part.body && !signed).then(|| value.raw().to_owned())
}

/// Writes a piece. What has no place here was removed before.
pub(super) fn write(out: &mut String, part: &Part, role: Role) {
    if let Some(text) = verbatim(part, role) {
        out.push_str(&text);
        return;
    }
    let mut object = Object::begin(out);
    match &part.body {
        Body::Text(text) => {
            object.string("text", text);
        }
        Body::Reasoning(text) => {
            object.string("text", text).raw("thought", "true");
        }
        Body::File(file) => write_file(&mut object, file),
        Body::Call(call) => {
            let mut inner = Object::begin(object.key("functionCall"));
            inner
                .raw("args", call.input.text())
                .string("id", &call.id)
                .string("name", &call.name);
            inner.end();
        }
        Body::Result(_) | Body::Other(_) => {}
    }
    object.end();
}

/// Writes a file as the member that fits it.
pub(super) fn write_file(object: &mut Object<'_>, file: &File) {
    let kind = file.media_type.as_deref();
    match &file.data {
        Data::Base64(data) => {
            let mut inner = Object::begin(object.key("inlineData"));
            inner.string("data", data).maybe("mimeType", kind);
            inner.end();
        }
        Data::Url(uri) => {
            let mut inner = Object::begin(object.key("fileData"));
            inner.string("fileUri", uri).maybe("mimeType", kind);
            inner.end();
        }
    }
}

/// Writes a text as a JSON string.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    escape_into(&mut out, text);
    out
}
