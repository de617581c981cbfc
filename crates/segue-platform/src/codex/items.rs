//! Items of the model's history as messages: words, reasoning, calls and their results.

use segue_conversation::json::{Json, Object, Value};
use segue_conversation::part::is_base64;
use segue_conversation::{Body, Call, Data, File, Part, Report, Role};

use super::context::{Voice, voice};
use super::outputs;
use super::privacy::{item_left, rest};

/// What became of an item.
pub(super) enum Taken {
    /// It is a message.
    Message(Box<ItemMessage>),
    /// Of a kind we do not know: kept as it is, beside the messages.
    Unknown,
    /// Left behind and reported.
    Left,
}

/// A message as far as its item tells.
pub(super) struct ItemMessage {
    pub(super) role: Role,
    pub(super) parts: Vec<Part>,
    pub(super) injected: bool,
    /// The rest of the item, for records that are one message and not one part.
    pub(super) item: Option<Json>,
}

/// Takes an item apart. `name` stands in for ids that are not there.
pub(super) fn take(item: Value<'_>, name: &str, report: &mut Report) -> Taken {
    if let Some((kind, why)) = item_left(item) {
        report.dropped(kind, why);
        return Taken::Left;
    }
    let kind = item.str_of("type").unwrap_or_default();
    let said = match kind.as_ref() {
        "message" => message(item, report),
        "agent_message" => agent_message(item, report),
        "reasoning" => reasoning(item, report),
        "function_call"
        | "custom_tool_call"
        | "local_shell_call"
        | "web_search_call"
        | "tool_search_call"
        | "image_generation_call" => Some(call(item, &kind, name)),
        "function_call_output" | "custom_tool_call_output" | "tool_search_output" => {
            Some(ItemMessage {
                role: Role::User,
                parts: vec![outputs::take(item, &kind, name, report)],
                injected: false,
                item: None,
            })
        }
        _ => return Taken::Unknown,
    };
    match said {
        Some(said) => {
            for part in &said.parts {
                report.kept(part.body.kind());
            }
            Taken::Message(Box::new(said))
        }
        None => Taken::Left,
    }
}

fn message(item: Value<'_>, report: &mut Report) -> Option<ItemMessage> {
    let role = match item.str_of("role").as_deref() {
        Some("user") => Role::User,
        Some("assistant") => Role::Agent,
        _ => {
            report.dropped("message", "it is of a role nobody knows");
            return None;
        }
    };
    let mut parts = Vec::new();
    let (mut injected, mut private) = (false, false);
    let content = item.get("content");
    if let Some(text) = content.and_then(|content| content.string()) {
        parts.push(Part::text(text));
    }
    for piece in content.iter().flat_map(Value::items) {
        let said = piece.str_of("text").map(|text| voice(&text));
        match said {
            Some(Voice::Private) if role == Role::User => {
                private = true;
                report.dropped(
                    "instructions and environment",
                    "they describe the sender's own machine and setup",
                );
                continue;
            }
            Some(Voice::Machinery) if role == Role::User => injected = true,
            _ => {}
        }
        parts.extend(piece_part(piece, role, report));
    }
    let mut lifted = vec!["role", "content"];
    if private {
        // It describes the pieces one by one, and some are gone.
        lifted.push("internal_chat_message_metadata_passthrough");
    }
    Some(ItemMessage {
        role,
        parts,
        injected,
        item: Some(rest(item, &lifted)),
    })
}

/// Returns the kind of text each side writes.
pub(super) fn text_kind(role: Role) -> &'static str {
    match role {
        Role::User => "input_text",
        Role::Agent => "output_text",
    }
}

fn piece_part(piece: Value<'_>, role: Role, report: &mut Report) -> Option<Part> {
    let kind = piece.str_of("type").unwrap_or_default();
    let (body, taken): (Body, &[&str]) = match kind.as_ref() {
        "input_text" | "output_text" | "text" => {
            let usual = kind == text_kind(role);
            let taken: &[&str] = if usual { &["type", "text"] } else { &["text"] };
            (Body::Text(piece.string_of("text")?), taken)
        }
        "input_image" => (
            Body::File(file(&piece.str_of("image_url")?, "image/png")),
            &["type", "image_url"],
        ),
        "input_audio" => (
            Body::File(file(&piece.str_of("audio_url")?, "audio/wav")),
            &["audio_url"],
        ),
        "encrypted_content" => {
            report.dropped(
                "encrypted content",
                "it can only be read for the sender's account",
            );
            return None;
        }
        _ => (Body::Other(rest(piece, &[])), &[]),
    };
    let known = !matches!(body, Body::Other(_));
    let native = Some(rest(piece, taken)).filter(|rest| known && !rest.is_empty_object());
    Some(Part { body, native })
}

/// Reads a file from its address, in a form from which the address can be made again. An address
/// that does not tell its kind gets the usual one.
pub(super) fn file(url: &str, usual: &str) -> File {
    let found = File::from_url(url, None, None);
    if matches!(found.data, Data::Base64(_)) && found.to_url() == url {
        return found;
    }
    File {
        media_type: Some(usual.to_owned()),
        name: None,
        data: Data::Url(url.to_owned()),
    }
}

fn agent_message(item: Value<'_>, report: &mut Report) -> Option<ItemMessage> {
    let content = item.get("content")?;
    let parts: Vec<Part> = content
        .items()
        .filter_map(|piece| piece_part(piece, Role::User, report))
        .collect();
    (!parts.is_empty()).then(|| ItemMessage {
        role: Role::User,
        parts,
        injected: true,
        item: Some(rest(item, &["content"])),
    })
}

fn reasoning(item: Value<'_>, report: &mut Report) -> Option<ItemMessage> {
    let mut parts = Vec::new();
    for place in ["summary", "content"] {
        for piece in item.get(place).iter().flat_map(Value::items) {
            let Some(text) = piece.string_of("text") else {
                continue;
            };
            let mut native = String::new();
            let mut object = Object::begin(&mut native);
            object.string("in", place);
            object.raw("piece", rest(piece, &["text"]).text());
            object.end();
            parts.push(Part {
                body: Body::Reasoning(text),
                native: Json::parse(&native).ok(),
            });
        }
    }
    if item
        .get("encrypted_content")
        .is_some_and(|text| !text.is_null())
    {
        report.dropped(
            "encrypted reasoning",
            "it can only be read for the sender's account",
        );
    }
    (!parts.is_empty()).then(|| ItemMessage {
        role: Role::Agent,
        parts,
        injected: false,
        item: Some(rest(item, &["summary", "content"])),
    })
}

fn call(item: Value<'_>, kind: &str, name: &str) -> ItemMessage {
    let own = item.string_of("call_id");
    let mut lifted = Vec::new();
    if own.is_some() {
        lifted.push("call_id");
    }
    let id = own
        .or_else(|| item.string_of("id"))
        .unwrap_or_else(|| format!("call-{name}"));
    let given = |lifted: &mut Vec<&str>, key: &'static str| {
        let value = item.get(key).filter(Value::is_object)?;
        lifted.push(key);
        Some(rest(value, &[]))
    };
    let mut image = None;
    let mut layout = None;
    let (tool, input) = match kind {
        "function_call" => {
            lifted.extend(["name", "arguments"]);
            let text = item.string_of("arguments").unwrap_or_default();
            let (input, kept) = outputs::arguments(&text);
            layout = kept;
            (item.string_of("name").unwrap_or_default(), Some(input))
        }
        "custom_tool_call" => {
            lifted.extend(["name", "input"]);
            let text = item.str_of("input").unwrap_or_default();
            (
                item.string_of("name").unwrap_or_default(),
                Some(single("input", &text)),
            )
        }
        "local_shell_call" => ("local_shell".to_owned(), given(&mut lifted, "action")),
        "web_search_call" => ("web_search".to_owned(), given(&mut lifted, "action")),
        "tool_search_call" => ("tool_search".to_owned(), given(&mut lifted, "arguments")),
        _ => {
            if let Some(data) = item.string_of("result").filter(|data| is_base64(data)) {
                lifted.push("result");
                image = Some(Part::new(Body::File(File {
                    media_type: Some("image/png".to_owned()),
                    name: None,
                    data: Data::Base64(data),
                })));
            }
            let prompt = item.string_of("revised_prompt");
            lifted.extend(prompt.as_ref().map(|_| "revised_prompt"));
            let input = prompt.map(|prompt| single("prompt", &prompt));
            ("image_generation".to_owned(), input)
        }
    };
    let mut native = String::new();
    let mut object = Object::begin(&mut native);
    if lifted.contains(&"call_id") {
        object.raw("called", "true");
    }
    object.raw("item", rest(item, &lifted).text());
    if let Some(layout) = layout {
        object.raw("layout", layout.text());
    }
    object.end();
    let call = Part {
        body: Body::Call(Call {
            id,
            name: tool,
            input: input.unwrap_or_else(Json::empty_object),
        }),
        native: Json::parse(&native).ok(),
    };
    ItemMessage {
        role: Role::Agent,
        parts: std::iter::once(call).chain(image).collect(),
        injected: false,
        item: None,
    }
}

/// Creates an object with one text in it.
fn single(key: &str, text: &str) -> Json {
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    object.string(key, text);
    object.end();
    Json::parse(&out).unwrap_or_else(|_| Json::empty_object())
}
