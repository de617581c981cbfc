//! One record of a session to the messages it stands for.
//!
//! ```text
//! user    ──▶ Message (User)
//! gemini  ──▶ Message (Agent): thoughts, content, calls
//!         ──▶ Message (User): what the calls answered, marked as derived
//! ```

use std::collections::{HashMap, HashSet, VecDeque};

use segue_conversation::json::{Kind, Object, Value};
use segue_conversation::{Body, Call, Json, Message, Part, Report, Role, times};

use super::content;
use super::context::{self, Left};
use super::index::key;
use super::results;

/// A reader of records in order, which remembers the calls that were answered.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    answered: HashSet<u128>,
    /// Calls that came without an id, oldest first: name and the id they got.
    nameless: VecDeque<(String, String)>,
}

/// The most calls without an id that wait for an answer without one.
const MOST_NAMELESS: usize = 1000;

impl Decoder {
    /// Reads what the person said, or what tools answered. `None` when all of it was said before.
    pub(super) fn user(&mut self, record: Value<'_>, report: &mut Report) -> Option<Message> {
        let id = record.string_of("id").unwrap_or_default();
        let (form, items) = pieces(record.get("content"));
        let mut parts = Vec::with_capacity(items.len());
        let mut repeated = false;
        for item in items {
            let mut part = match context::left_of(item) {
                Left::All => content::read(item, Role::User, "", report),
                left => {
                    report.dropped("environment context", context::WHY);
                    let Left::Words(words) = left else {
                        continue;
                    };
                    Part::text(words)
                }
            };
            if let Body::Result(result) = &mut part.body {
                if result.call.is_empty() {
                    result.call = self.owed(item).unwrap_or_default();
                }
                if !self.answered.insert(key(&result.call)) {
                    report.dropped("repeated tool result", "the first of them is kept");
                    repeated = true;
                    continue;
                }
            }
            parts.push(form_of(part, form));
        }
        if parts.is_empty() && repeated {
            return None;
        }
        let mut message = Message::new(id, Role::User, parts);
        message.at = time_of(record);
        message.native = Some(native(record, form, &[]));
        Some(message)
    }

    fn owed(&mut self, item: Value<'_>) -> Option<String> {
        let name = item.get("functionResponse")?.string_of("name")?;
        let place = self
            .nameless
            .iter()
            .position(|(called, _)| *called == name)?;
        self.nameless.remove(place).map(|(_, id)| id)
    }

    /// Reads what the model said, and what its calls answered.
    pub(super) fn agent(
        &mut self,
        record: Value<'_>,
        report: &mut Report,
    ) -> (Message, Option<Message>) {
        let id = record.string_of("id").unwrap_or_default();
        let list = |name: &str| record.get(name).into_iter().flat_map(|list| list.items());
        let mut parts: Vec<Part> = list("thoughts").map(thought).collect();
        let (form, items) = pieces(record.get("content"));
        for (place, item) in items.into_iter().enumerate() {
            let mut part = content::read(item, Role::Agent, &format!("{id}-{place}"), report);
            if let (Body::Call(call), true) = (&part.body, part.native.is_some())
                && call.id.starts_with(&id)
                && self.nameless.len() < MOST_NAMELESS
            {
                self.nameless
                    .push_back((call.name.clone(), call.id.clone()));
            }
            if matches!(part.body, Body::Call(_)) && part.native.is_none() {
                part.native = Some(content::wrap("inContent", &Json::string("yes")));
            }
            let blank = matches!(&part.body, Body::Text(text) if text.is_empty());
            if !(blank && form == Form::Text) {
                parts.push(form_of(part, form));
            }
        }
        let in_content: HashMap<String, usize> = parts
            .iter()
            .enumerate()
            .filter(|(_, part)| matches!(part.body, Body::Call(_)))
            .map(|(place, part)| (call_id(part), place))
            .collect();
        let mut answers = Vec::new();
        let mut last = None;
        for (place, tool) in list("toolCalls").enumerate() {
            let (call, answer, again) = tool_call(tool, &format!("{id}-call-{place}"));
            for _ in 0..again {
                report.dropped("repeated tool result", "the first of them is kept");
            }
            if let Some(part) = answer {
                if self.answered.insert(key(&call_id(&call))) {
                    last = tool.string_of("timestamp").or(last);
                    answers.push(part);
                } else {
                    report.dropped("repeated tool result", "the first of them is kept");
                }
            }
            let same = in_content.get(&call_id(&call));
            match same.and_then(|place| parts.get_mut(*place)) {
                // Said in the content, told in full here.
                Some(part) => part.native = both(&call),
                None => parts.push(call),
            }
        }
        let mut message = Message::new(id.clone(), Role::Agent, parts);
        message.at = time_of(record);
        message.model = record.string_of("model");
        message.group = Some(id.clone());
        message.native = Some(native(record, form, &["thoughts", "toolCalls"]));
        let results = (!answers.is_empty()).then(|| {
            let mut results = Message::new(format!("{id}_response"), Role::User, answers);
            results.at = last
                .as_deref()
                .and_then(times::normal)
                .or_else(|| message.at.clone());
            results.native = Some(content::wrap("derived", &Json::string("toolCalls")));
            results
        });
        (message, results)
    }
}

fn call_id(part: &Part) -> String {
    match &part.body {
        Body::Call(call) => call.id.clone(),
        _ => String::new(),
    }
}

/// How a content is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A list of pieces, the usual way.
    List,
    Text,
    Piece,
    Absent,
}

fn pieces(content: Option<Value<'_>>) -> (Form, Vec<Value<'_>>) {
    match content {
        Some(list) if list.kind() == Kind::Array => (Form::List, list.items().collect()),
        Some(text) if text.kind() == Kind::String => (Form::Text, vec![text]),
        Some(piece) if piece.is_object() => (Form::Piece, vec![piece]),
        _ => (Form::Absent, Vec::new()),
    }
}

/// Drops the part's native data if the content is a text: the record says so already.
fn form_of(mut part: Part, form: Form) -> Part {
    if form == Form::Text {
        part.native = None;
    }
    part
}

fn time_of(record: Value<'_>) -> Option<String> {
    times::normal(&record.str_of("timestamp")?)
}

/// Reads `{subject, description, timestamp}`, in words as the client shows them.
fn thought(item: Value<'_>) -> Part {
    let subject = item.string_of("subject").unwrap_or_default();
    let said = item.string_of("description").unwrap_or_default();
    let text = match subject.as_str() {
        "" => said,
        _ => format!("**{subject}** {said}"),
    };
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    object.string("subject", &subject);
    object.maybe("timestamp", item.string_of("timestamp").as_deref());
    object.end();
    Part {
        body: Body::Reasoning(text),
        native: Json::parse(&out)
            .ok()
            .map(|thought| content::wrap("thought", &thought)),
    }
}

/// Reads a stored call: the call, its answer if there is one, and the number of answers to others
/// in it.
fn tool_call(tool: Value<'_>, fallback_id: &str) -> (Part, Option<Part>, u64) {
    let id = tool.string_of("id").filter(|id| !id.is_empty());
    let call = Call {
        id: id.unwrap_or_else(|| fallback_id.to_owned()),
        name: tool
            .string_of("name")
            .unwrap_or_else(|| "unknown".to_owned()),
        input: content::arguments(tool.get("args")),
    };
    let failed = matches!(
        tool.str_of("status").as_deref(),
        Some("error" | "cancelled")
    );
    let answer = tool
        .get("result")
        .and_then(|result| results::read(result, &call.id, &call.name, failed));
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    for (name, value) in tool.entries() {
        if !super::encode::CALL_OWN.contains(&name.as_ref()) {
            object.raw(&name, value.raw());
        }
    }
    object.end();
    let native = Json::parse(&out)
        .ok()
        .map(|tool| content::wrap("tool", &tool));
    let part = Part {
        body: Body::Call(call),
        native,
    };
    let (answer, again) = match answer {
        Some((part, again)) => (Some(part), again),
        None => (None, 0),
    };
    (part, answer, again)
}

/// Marks what is stored of a call as being in the content too.
fn both(call: &Part) -> Option<Json> {
    let text = call.native.as_ref()?.text();
    let open = text.strip_suffix('}')?;
    Json::parse(&format!(r#"{open},"place":"both"}}"#)).ok()
}

/// Collects what the neutral form does not say about a record.
fn native(record: Value<'_>, form: Form, lists: &[&str]) -> Json {
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    match form {
        Form::List => {}
        Form::Text => {
            object.string("form", "text");
        }
        Form::Piece => {
            object.string("form", "piece");
        }
        Form::Absent => {
            object.string("form", "absent");
        }
    }
    let more = object.key("more");
    let mut inner = Object::begin(more);
    for (name, value) in record.entries() {
        let name = name.as_ref();
        let own = super::encode::OWN.contains(&name)
            || (lists.contains(&name) && value.items().next().is_some())
            || (name == "model" && value.kind() == Kind::String && !lists.is_empty());
        if name == "displayContent" {
            context::without(value, inner.key(name));
        } else if !own {
            inner.raw(name, value.raw());
        }
    }
    inner.end();
    object.end();
    Json::parse(&out).unwrap_or_else(|_| Json::empty_object())
}
