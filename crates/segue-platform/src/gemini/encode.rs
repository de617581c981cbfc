//! Messages to one record of a session.

use std::collections::HashMap;

use segue_conversation::json::{Object, Tape, Value};
use segue_conversation::{Body, Json, Part, Role};

use super::content;
use super::pending::Answers;
use super::results;

/// Members of a record that the neutral form tells.
pub(super) const OWN: [&str; 5] = ["id", "timestamp", "type", "content", "$rewindTo"];
/// Members of a stored call that the neutral form tells.
pub(super) const CALL_OWN: [&str; 5] = ["id", "name", "args", "result", "thoughtSignature"];

/// A record as it will be written.
#[derive(Debug)]
pub(super) struct Line<'l> {
    /// Its id in the new session.
    pub(super) id: &'l str,
    pub(super) at: &'l str,
    pub(super) role: Role,
    pub(super) parts: &'l [Part],
    /// Answers to its calls.
    pub(super) answers: &'l Answers,
    /// Names of the calls that results in it answer.
    pub(super) names: &'l HashMap<String, String>,
    /// The model that said it.
    pub(super) model: Option<&'l str>,
    /// What the source record has beyond the neutral form, if that record was this client's.
    pub(super) native: Option<&'l Json>,
}

impl Line<'_> {
    /// Writes the record as JSON.
    pub(super) fn text(&self) -> String {
        let mut tape = Tape::default();
        let native = self.native.and_then(|json| json.open(&mut tape).ok());
        let mut out = String::new();
        let mut object = Object::begin(&mut out);
        object
            .string("id", self.id)
            .string("timestamp", self.at)
            .string(
                "type",
                if self.role == Role::User {
                    "user"
                } else {
                    "gemini"
                },
            );
        let form = native.and_then(|native| native.string_of("form"));
        self.content(&mut object, form.as_deref());
        if self.role == Role::Agent {
            self.thoughts(&mut object);
            self.calls(&mut object);
            object.maybe("model", self.model);
        }
        if let Some(more) = native.and_then(|native| native.get("more")) {
            self.more(&mut object, more);
        }
        object.end();
        out
    }

    fn more(&self, object: &mut Object<'_>, more: Value<'_>) {
        for (name, value) in more.entries() {
            let name = name.as_ref();
            let list = matches!(name, "thoughts" | "toolCalls");
            let empty = value.raw().starts_with('[') && value.items().next().is_none();
            let taken = match name {
                "thoughts" => self.parts.iter().any(is_thought),
                "toolCalls" => self
                    .parts
                    .iter()
                    .any(|part| matches!(part.body, Body::Call(_))),
                "model" => self.model.is_some(),
                name => OWN.contains(&name) || name.starts_with('$') || name == "sessionId",
            };
            if !taken && (!list || empty || value.is_null()) {
                object.raw(name, value.raw());
            }
        }
    }

    fn content(&self, object: &mut Object<'_>, form: Option<&str>) {
        let in_place = self.calls_in_place();
        let pieces: Vec<&Part> = self
            .parts
            .iter()
            .filter(|part| match &part.body {
                Body::Call(_) => in_place || place(part) != Place::List,
                Body::Reasoning(_) => !is_thought(part),
                _ => true,
            })
            .collect();
        let text = match (pieces.as_slice(), form) {
            ([], Some("absent")) => return,
            ([], Some("piece") | None) if self.native.is_some() => None,
            ([], _) => Some(""),
            ([part], form) => match &part.body {
                Body::Text(text) if form == Some("text") || self.plain_agent() => {
                    Some(text.as_str())
                }
                _ => None,
            },
            _ => None,
        };
        if let Some(text) = text {
            object.string("content", text);
            return;
        }
        let out = object.key("content");
        if let ([part], Some("piece")) = (pieces.as_slice(), form) {
            self.piece(out, part);
            return;
        }
        out.push('[');
        for (index, part) in pieces.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            self.piece(out, part);
        }
        out.push(']');
    }

    /// Checks whether the content is a plain text, as the client writes what a model says.
    fn plain_agent(&self) -> bool {
        self.role == Role::Agent && self.native.is_none()
    }

    /// Checks for words after a call: only the content keeps their order.
    fn calls_in_place(&self) -> bool {
        let said = |part: &Part| matches!(part.body, Body::Text(_) | Body::File(_));
        self.native.is_none()
            && self
                .parts
                .iter()
                .skip_while(|part| !matches!(part.body, Body::Call(_)))
                .any(said)
    }

    fn piece(&self, out: &mut String, part: &Part) {
        match &part.body {
            Body::Result(result) => match content::verbatim(part, self.role) {
                Some(text) => out.push_str(&text),
                None => {
                    let name = self.names.get(&result.call);
                    let name = name.map_or("unknown", String::as_str);
                    results::items(out, result, name, false, false);
                }
            },
            Body::Other(json) => out.push_str(json.text()),
            _ => content::write(out, part, self.role),
        }
    }

    fn thoughts(&self, object: &mut Object<'_>) {
        let thoughts: Vec<&Part> = self.parts.iter().filter(|part| is_thought(part)).collect();
        if thoughts.is_empty() {
            return;
        }
        let out = object.key("thoughts");
        out.push('[');
        for (index, part) in thoughts.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            thought(out, part, self.at);
        }
        out.push(']');
    }

    fn calls(&self, object: &mut Object<'_>) {
        let calls: Vec<&Part> = self
            .parts
            .iter()
            .filter(|part| match &part.body {
                // An answer that has no record of its own needs the list.
                Body::Call(call) => {
                    place(part) != Place::Content || self.answers.contains_key(&call.id)
                }
                _ => false,
            })
            .collect();
        if calls.is_empty() {
            return;
        }
        let out = object.key("toolCalls");
        out.push('[');
        for (index, part) in calls.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            self.call(out, part);
        }
        out.push(']');
    }

    fn call(&self, out: &mut String, part: &Part) {
        let Body::Call(call) = &part.body else {
            return;
        };
        let answer = self
            .answers
            .get(&call.id)
            .and_then(|part| match &part.body {
                Body::Result(result) => Some((part, result)),
                _ => None,
            });
        let mut tape = Tape::default();
        let stored = part
            .native
            .as_ref()
            .and_then(|json| json.open(&mut tape).ok());
        let stored = stored.and_then(|native| native.get("tool"));
        let mut object = Object::begin(out);
        object
            .string("id", &call.id)
            .string("name", &call.name)
            .raw("args", call.input.text());
        if let Some((part, result)) = answer {
            results::write(object.key("result"), part, result, &call.name, true);
        }
        let failed = answer.is_some_and(|(_, result)| result.is_error);
        let status = stored.and_then(|stored| stored.string_of("status"));
        let status = match status.as_deref() {
            // Anything else would be a call still to be made.
            Some(known @ ("success" | "error" | "cancelled")) => known,
            _ if failed => "error",
            _ => "success",
        };
        object.string("status", status);
        if stored.is_none_or(|stored| stored.get("timestamp").is_none()) {
            object.string("timestamp", self.at);
        }
        if stored.is_none() {
            object.string("displayName", &call.name);
            if let Some((_, result)) = answer {
                // For the screen; the model gets the whole answer above.
                let text = results::text_of(result);
                object.string("resultDisplay", &segue_conversation::truncate(&text, 4000));
            }
        }
        for (name, value) in stored.into_iter().flat_map(|stored| stored.entries()) {
            if !CALL_OWN.contains(&name.as_ref()) && name != "status" {
                object.raw(&name, value.raw());
            }
        }
        object.end();
    }
}

#[derive(PartialEq)]
enum Place {
    List,
    Content,
    Both,
}

/// Returns where a call was stored: with its answer, in the content, or both.
fn place(part: &Part) -> Place {
    let mut tape = Tape::default();
    let native = part
        .native
        .as_ref()
        .and_then(|json| json.open(&mut tape).ok());
    match native {
        Some(native) if native.str_of("place").as_deref() == Some("both") => Place::Both,
        Some(native) if native.get("tool").is_some() => Place::List,
        Some(native) if native.get("inContent").is_some() => Place::Content,
        Some(native) if native.get("verbatim").is_some() => Place::Content,
        _ => Place::List,
    }
}

/// Checks whether a part is a thought that is not a piece of the content.
fn is_thought(part: &Part) -> bool {
    let in_content = || {
        part.native
            .as_ref()
            .is_some_and(|native| native.text().starts_with(r#"{"verbatim":"#))
    };
    matches!(part.body, Body::Reasoning(_)) && !in_content()
}

fn thought(out: &mut String, part: &Part, at: &str) {
    let Body::Reasoning(text) = &part.body else {
        return;
    };
    let mut tape = Tape::default();
    let stored = part
        .native
        .as_ref()
        .and_then(|json| json.open(&mut tape).ok());
    let stored = stored.and_then(|native| native.get("thought"));
    let subject = stored.and_then(|stored| stored.string_of("subject"));
    let subject = subject.unwrap_or_default();
    let said = match subject.is_empty() {
        true => Some(text.as_str()),
        false => text.strip_prefix(&format!("**{subject}** ")),
    };
    let time = stored.and_then(|stored| stored.string_of("timestamp"));
    let mut object = Object::begin(out);
    object
        .string("subject", if said.is_some() { &subject } else { "" })
        .string("description", said.unwrap_or(text))
        .string("timestamp", time.as_deref().unwrap_or(at));
    object.end();
}
