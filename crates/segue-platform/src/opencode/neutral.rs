//! From a stored message to what the model really saw of it.
//!
//! ```text
//! user message ──▶ one message
//! assistant message ── split where a step begins ──▶ words and calls │ results │ words │ …
//! ```
//!
//! What the neutral form lacks stays in `native`: `info` of the row, and `order`, the list of parts
//! in which `null` stands for the next neutral part and an object for one only OpenCode has.

use segue_conversation::times;
use segue_conversation::{Body, File, Json, Message, Part, Report, Role};
use serde_json::Value;

use super::native::{Native, Object, inner, text};
use super::tool;

/// What the client tells the model in place of a compaction.
pub(super) const COMPACTION: &str = "What did we do so far?";
/// What the client tells the model in place of a subtask.
pub(super) const SUBTASK: &str = "The following tool was executed by the user";

/// The role of a message in the active conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// Whether the model reads nothing before it.
    pub(super) resets: bool,
    /// Whether it is older than the compaction before it, which kept it.
    pub(super) tail: bool,
}

/// Converts one stored message to messages; none when the model never reads it.
pub(super) fn messages(native: &Native, standing: Standing, report: &mut Report) -> Vec<Message> {
    let mut found = if native.is_agent() {
        agent(native, standing, report)
    } else {
        user(native, standing)
    };
    for message in &mut found {
        message.at = times::from_millis(native.created);
        for part in &message.parts {
            report.kept(part.body.kind());
        }
    }
    found
}

#[derive(Default)]
struct Block {
    parts: Vec<Part>,
    order: Vec<Value>,
    results: Vec<Part>,
}

impl Block {
    fn say(&mut self, part: Part) {
        self.parts.push(part);
        self.order.push(Value::Null);
    }

    fn verbatim(&mut self, part: &Object) {
        self.order.push(Value::Object(part.clone()));
    }
}

fn user(native: &Native, standing: Standing) -> Vec<Message> {
    let mut block = Block::default();
    let (mut texts, mut synthetic) = (0, 0);
    for part in &native.parts {
        match text(part, "type") {
            Some("text") if !is_true(part, "ignored") && text(part, "text") != Some("") => {
                texts += 1;
                synthetic += usize::from(is_true(part, "synthetic"));
                block.say(words(part));
            }
            Some("file") => match file(part) {
                Some(file) => block.say(file),
                None => block.verbatim(part),
            },
            Some("compaction") => {
                texts += 1;
                synthetic += 1;
                block.say(stands_for(COMPACTION, part));
            }
            Some("subtask") => block.say(stands_for(SUBTASK, part)),
            _ => block.verbatim(part),
        }
    }
    if block.parts.is_empty() {
        return Vec::new();
    }
    let mut message = Message::new(native.id.clone(), Role::User, block.parts);
    message.resets = standing.resets;
    message.injected = texts > 0 && synthetic == texts;
    message.native = Some(about(native, &block.order, true, standing));
    vec![message]
}

fn agent(native: &Native, standing: Standing, report: &mut Report) -> Vec<Message> {
    if is_unread(native) {
        return Vec::new();
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut block = Block::default();
    for part in &native.parts {
        match text(part, "type") {
            Some("step-start") => {
                if !block.parts.is_empty() {
                    blocks.push(std::mem::take(&mut block));
                }
                block.verbatim(part);
            }
            Some("text") if text(part, "text").is_some() => block.say(words(part)),
            Some("reasoning") => block.say(Part {
                body: Body::Reasoning(text(part, "text").unwrap_or_default().to_owned()),
                native: without(part, &["type", "text"]),
            }),
            Some("tool") => match tool::read(part, report) {
                Some((call, result)) => {
                    block.say(call);
                    block.results.push(result);
                }
                None => block.verbatim(part),
            },
            Some("file") => match file(part) {
                Some(file) => block.say(file),
                None => block.verbatim(part),
            },
            _ => block.verbatim(part),
        }
    }
    match blocks.last_mut() {
        Some(last) if block.parts.is_empty() => last.order.append(&mut block.order),
        _ if block.parts.is_empty() => return Vec::new(),
        _ => blocks.push(block),
    }
    let mut found = Vec::new();
    for (index, block) in blocks.into_iter().enumerate() {
        let id = match index {
            0 => native.id.clone(),
            n => format!("{}/{}", native.id, n + 1),
        };
        let mut message = Message::new(id.clone(), Role::Agent, block.parts);
        message.group = Some(native.id.clone());
        message.model = text(&native.info, "modelID").map(str::to_owned);
        message.native = Some(about(native, &block.order, index == 0, standing));
        found.push(message);
        if !block.results.is_empty() {
            let mut results = Message::new(format!("{id}/results"), Role::User, block.results);
            results.group = Some(native.id.clone());
            found.push(results);
        }
    }
    found
}

/// Checks whether the client never sends it: it failed, and was not merely stopped by the person.
fn is_unread(native: &Native) -> bool {
    let Some(error) = inner(&native.info, "error") else {
        return false;
    };
    let said = |part: &Object| !matches!(text(part, "type"), Some("step-start" | "reasoning"));
    !(text(error, "name") == Some("MessageAbortedError") && native.parts.iter().any(said))
}

fn about(native: &Native, order: &[Value], first: bool, standing: Standing) -> Json {
    let mut whole = Object::new();
    if first {
        let mut info = native.info.clone();
        info.remove("role");
        if let Some(Value::Object(time)) = info.get_mut("time") {
            time.remove("created");
            if time.is_empty() {
                info.remove("time");
            }
        }
        whole.insert("id".to_owned(), native.id.clone().into());
        whole.insert("info".to_owned(), Value::Object(info));
    }
    if order.iter().any(|item| !item.is_null()) {
        whole.insert("order".to_owned(), Value::Array(order.to_vec()));
    }
    if standing.tail {
        whole.insert("tail".to_owned(), Value::Bool(true));
    }
    json(whole)
}

fn words(part: &Object) -> Part {
    Part {
        body: Body::Text(text(part, "text").unwrap_or_default().to_owned()),
        native: without(part, &["type", "text"]),
    }
}

fn stands_for(words: &str, part: &Object) -> Part {
    Part {
        body: Body::Text(words.to_owned()),
        native: Some(json(part.clone())),
    }
}

/// Reads a file the model sees: its bytes are here, and it is no text that was read in elsewhere.
fn file(part: &Object) -> Option<Part> {
    let (mime, url) = (text(part, "mime")?, text(part, "url")?);
    if matches!(mime, "text/plain" | "application/x-directory") || !url.starts_with("data:") {
        return None;
    }
    let name = text(part, "filename").map(str::to_owned);
    Some(Part {
        body: Body::File(File::from_url(url, Some(mime.to_owned()), name)),
        native: without(part, &["type", "mime", "url", "filename"]),
    })
}

fn is_true(object: &Object, key: &str) -> bool {
    object.get(key) == Some(&Value::Bool(true))
}

/// Returns what is left of an object without these members; `None` if nothing is.
pub(super) fn without(object: &Object, keys: &[&str]) -> Option<Json> {
    let rest: Object = object
        .iter()
        .filter(|(key, _)| !keys.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    (!rest.is_empty()).then(|| json(rest))
}

/// Converts an object to canonical JSON.
pub(super) fn json(object: Object) -> Json {
    Json::from_serde(&Value::Object(object)).unwrap_or_else(|_| Json::empty_object())
}
