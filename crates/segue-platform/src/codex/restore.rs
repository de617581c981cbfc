//! A message as the records of a rollout file: its own ones again when Codex wrote it, new ones
//! otherwise.
//!
//! Both go part by part: words gather into one item, each call and each result is one. What comes
//! back is also the message as a reader will find it, which is what gets compared.

use std::collections::{HashMap, HashSet};

use segue_conversation::json::{Object, Tape, Value};
use segue_conversation::{
    Body, Call, Content, Data, File, Message, Part, Report, Role, ToolResult,
};

use super::compose;
use super::items::text_kind;
use super::outputs;
use super::read::REASONING;

/// One line to write.
#[derive(Debug)]
pub(super) enum Record {
    /// An item of the model's history.
    Item(String),
    /// A line of another kind.
    Line(&'static str, String),
    /// Reasoning of another platform, for the screen.
    Thought(String),
}

/// What must be remembered from one message to the next.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// Open calls and the kind of item that answers each.
    open: HashMap<String, &'static str>,
    /// Calls that ran at the vendor's side: Codex has no record for their answer.
    unanswered: HashSet<String>,
}

/// The records of a message, and the message as it will be read back.
pub(super) fn records(
    mut message: Message,
    own: bool,
    calls: &mut Calls,
    report: &mut Report,
) -> (Vec<Record>, Message) {
    let native = message.native.clone().filter(|_| own);
    let mut tape = Tape::default();
    let native = native.as_ref().and_then(|json| json.open(&mut tape).ok());
    let mut making = Making {
        role: message.role,
        own,
        native,
        calls,
        report,
        records: Vec::new(),
        parts: Vec::new(),
        content: String::new(),
        thoughts: Vec::new(),
    };
    let mut parts = std::mem::take(&mut message.parts).into_iter().peekable();
    while let Some(part) = parts.next() {
        let image = match (&part.body, parts.peek().map(|next| &next.body)) {
            (Body::Call(call), Some(Body::File(_))) if own && call.name == "image_generation" => {
                parts.next()
            }
            _ => None,
        };
        making.part(part, image);
    }
    making.words();
    making.thought();
    let (records, parts) = (making.records, making.parts);
    message.parts = parts;
    (records, message)
}

struct Making<'m> {
    role: Role,
    own: bool,
    native: Option<Value<'m>>,
    calls: &'m mut Calls,
    report: &'m mut Report,
    records: Vec<Record>,
    parts: Vec<Part>,
    /// The pieces of the words so far.
    content: String,
    thoughts: Vec<Part>,
}

impl Making<'_> {
    fn part(&mut self, part: Part, image: Option<Part>) {
        let kind = part.body.kind();
        let mut tape = Tape::default();
        let native = part.native.clone().filter(|_| self.own);
        let native = native.as_ref().and_then(|json| json.open(&mut tape).ok());
        if !matches!(part.body, Body::Reasoning(_)) {
            self.thought();
        }
        match part.body {
            Body::Text(text) => self.text(text, native),
            Body::File(file) => self.file(file, native),
            Body::Other(json) if self.own => {
                // A piece of a kind we do not know, as it was.
                self.piece(json.text());
                self.report.kept(kind);
                self.parts.push(Part::new(Body::Other(json)));
            }
            Body::Other(_) => self
                .report
                .dropped(kind, "Codex has no place for it, and it has no words"),
            Body::Reasoning(text) => {
                self.words();
                self.thoughts.push(Part {
                    body: Body::Reasoning(text),
                    native: part.native,
                });
            }
            Body::Call(call) => {
                self.words();
                self.call(call, native, image);
            }
            Body::Result(result) => {
                self.words();
                self.result(result, native);
            }
        }
    }

    fn piece(&mut self, json: &str) {
        self.content
            .push_str(if self.content.is_empty() { "[" } else { "," });
        self.content.push_str(json);
    }

    fn text(&mut self, text: String, native: Option<Value<'_>>) {
        if text.trim().is_empty() && !self.own {
            return;
        }
        let text = match self.role {
            Role::User => match super::context::as_text(&text) {
                Some(marked) => {
                    self.report.changed(
                        "text",
                        "it opens like a text of Codex itself; it is marked as words",
                    );
                    marked
                }
                None => text,
            },
            Role::Agent => text,
        };
        let mut piece = String::with_capacity(text.len() + 40);
        let mut object = Object::begin(&mut piece);
        if native.is_none_or(|native| native.get("type").is_none()) {
            object.string("type", text_kind(self.role));
        }
        object.string("text", &text);
        add(&mut object, native, &["text"]);
        object.end();
        self.piece(&piece);
        self.report.kept("text");
        self.parts.push(Part::text(text));
    }

    fn file(&mut self, file: File, native: Option<Value<'_>>) {
        let audio =
            native.is_some_and(|native| native.str_of("type").as_deref() == Some("input_audio"));
        if !audio && (!compose::fits(&file) || (self.role == Role::Agent && !self.own)) {
            self.report.changed(
                "file",
                "Codex has no place for it; a note stands where it was",
            );
            return self.text(compose::note(&file), None);
        }
        let mut piece = String::new();
        let mut object = Object::begin(&mut piece);
        if audio {
            object.string("audio_url", &file.to_url());
        } else {
            object.string("type", "input_image");
            object.string("image_url", &file.to_url());
        }
        add(&mut object, native, &["image_url", "audio_url"]);
        object.end();
        self.piece(&piece);
        self.report.kept("image");
        self.parts.push(Part::new(Body::File(file)));
    }

    /// Writes the words gathered so far as one record.
    fn words(&mut self) {
        let item = self.native.and_then(|native| native.get("item"));
        let kind = item.and_then(|item| item.string_of("type"));
        let empty_one = self.own && self.parts.is_empty() && kind.as_deref() == Some("message");
        if self.content.is_empty() && !(empty_one && self.records.is_empty()) {
            return;
        }
        let mut content = std::mem::take(&mut self.content);
        content.push_str(if content.is_empty() { "[]" } else { "]" });
        let whole = |object: &mut Object<'_>| add(object, item, &["content", "role"]);
        let mut payload = String::with_capacity(content.len() + 200);
        let mut object = Object::begin(&mut payload);
        let line = self.native.and_then(|native| native.string_of("kind"));
        if line.as_deref() == Some("inter_agent_communication") {
            let texts: String = self.parts.iter().filter_map(words_of).collect();
            object.string("content", &texts);
            whole(&mut object);
            object.end();
            return self
                .records
                .push(Record::Line("inter_agent_communication", payload));
        }
        match kind.as_deref() {
            Some("agent_message") => {}
            Some("message") => {
                object.string("role", side(self.role));
            }
            _ => {
                object.string("type", "message");
                object.string("role", side(self.role));
            }
        }
        object.raw("content", &content);
        if matches!(kind.as_deref(), Some("agent_message" | "message")) {
            whole(&mut object);
        }
        object.end();
        self.records.push(Record::Item(payload));
    }

    /// Writes the reasoning gathered so far where no vendor reads it.
    fn thought(&mut self) {
        if self.thoughts.is_empty() {
            return;
        }
        let thoughts = std::mem::take(&mut self.thoughts);
        let item = self.native.and_then(|native| native.get("item"));
        if let Some(item) = item.filter(|item| item.str_of("type").as_deref() == Some("reasoning"))
        {
            let payload = compose::reasoning(item, &thoughts);
            self.records.push(Record::Line(REASONING, payload));
        } else {
            let texts = thoughts.iter().filter_map(|part| match &part.body {
                Body::Reasoning(text) if !text.trim().is_empty() => Some(text.clone()),
                _ => None,
            });
            self.records.extend(texts.map(Record::Thought));
        }
        for _ in &thoughts {
            self.report.changed(
                "reasoning",
                "people can read it; the model is not given it again",
            );
        }
        self.parts.extend(thoughts);
    }

    fn call(&mut self, mut call: Call, native: Option<Value<'_>>, image: Option<Part>) {
        let item = native.and_then(|native| native.get("item"));
        let kind = item.and_then(|item| item.string_of("type"));
        if kind.is_none() {
            compose::call(&mut call, self.report);
        }
        let kind = kind.as_deref().unwrap_or("function_call");
        let has = |key: &str| item.is_some_and(|item| item.get(key).is_some());
        let mut written = vec!["call_id"];
        let mut payload = String::new();
        let mut object = Object::begin(&mut payload);
        let answer = match kind {
            "custom_tool_call" => {
                written.extend(["name", "input"]);
                object.string("name", &call.name);
                object.string("input", &compose::only_text(&call.input, "input"));
                Some("custom_tool_call_output")
            }
            "local_shell_call" | "web_search_call" | "tool_search_call" => {
                let search = kind == "tool_search_call";
                let key = if search { "arguments" } else { "action" };
                let empty = call.input.is_empty_object() && kind == "web_search_call";
                // A member that is no object was not taken out of the record.
                if !has(key) && !empty {
                    object.raw(key, call.input.text());
                }
                match kind {
                    "web_search_call" => None,
                    "tool_search_call" => Some("tool_search_output"),
                    _ => Some("function_call_output"),
                }
            }
            "image_generation_call" => {
                if !call.input.is_empty_object() {
                    let prompt = compose::only_text(&call.input, "prompt");
                    object.string("revised_prompt", &prompt);
                    written.push("revised_prompt");
                }
                if let Some(Body::File(File {
                    data: Data::Base64(data),
                    ..
                })) = image.as_ref().map(|part| &part.body)
                {
                    object.string("result", data);
                    written.push("result");
                }
                None
            }
            _ => {
                let layout = native.and_then(|native| native.get("layout"));
                written.extend(["name", "arguments"]);
                object.string("name", &call.name);
                object.string("arguments", &outputs::arguments_text(&call.input, layout));
                Some("function_call_output")
            }
        };
        if item.is_none() {
            object.string("type", "function_call");
        }
        if item.is_none() || native.is_some_and(|native| native.flag("called")) {
            object.string("call_id", &call.id);
            add(&mut object, item, &written);
        } else {
            written.retain(|key| *key != "call_id");
            add(&mut object, item, &written);
        }
        object.end();
        match answer {
            Some(answer) => {
                self.calls.open.insert(call.id.clone(), answer);
            }
            None => {
                self.calls.unanswered.insert(call.id.clone());
            }
        }
        self.records.push(Record::Item(payload));
        self.report.kept("tool call");
        self.parts.push(Part::new(Body::Call(call)));
        self.parts.extend(image.map(|image| Part::new(image.body)));
    }

    fn result(&mut self, mut result: ToolResult, native: Option<Value<'_>>) {
        if native.is_none() && self.calls.unanswered.remove(&result.call) {
            // Codex keeps no record of it; the call is whole without.
            return;
        }
        if !self.own || !self.calls.open.contains_key(&result.call) {
            result.call = compose::call_id(&result.call);
        }
        let answer = self.calls.open.remove(&result.call);
        let item = native.and_then(|native| native.get("item"));
        let kind = answer.unwrap_or("function_call_output");
        let mut payload = String::new();
        let mut object = Object::begin(&mut payload);
        let called = item.is_none() || native.is_some_and(|native| native.flag("called"));
        if called {
            object.string("call_id", &result.call);
        }
        object.string("type", kind);
        if kind == "tool_search_output" {
            let tools = result.content.iter().find_map(|content| match content {
                Content::Other(json) if json.text().starts_with('[') => Some(json.text()),
                _ => None,
            });
            object.raw("tools", tools.unwrap_or("[]"));
            if item.is_none() {
                object
                    .string("status", "completed")
                    .string("execution", "client");
            }
            result
                .content
                .retain(|content| matches!(content, Content::Other(_)));
        } else {
            let list =
                native.is_some_and(|native| native.str_of("shape").as_deref() == Some("list"));
            compose::content(&mut result, list, self.report);
            let (output, content) = outputs::output(result.content, native);
            object.raw("output", &output);
            result.content = content;
        }
        let written: &[&str] = &["type", "output", "tools", "call_id"];
        let kept = if called {
            written.len()
        } else {
            written.len() - 1
        };
        add(&mut object, item, written.get(..kept).unwrap_or_default());
        object.end();
        self.records.push(Record::Item(payload));
        self.report.kept("tool result");
        self.parts.push(Part::new(Body::Result(result)));
    }
}

fn side(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Agent => "assistant",
    }
}

fn words_of(part: &Part) -> Option<&str> {
    match &part.body {
        Body::Text(text) => Some(text),
        _ => None,
    }
}

/// Adds what the platform stored, but for what is written already.
pub(super) fn add(object: &mut Object<'_>, native: Option<Value<'_>>, written: &[&str]) {
    for (key, value) in native.iter().flat_map(Value::entries) {
        if !written.contains(&key.as_ref()) {
            object.raw(&key, value.raw());
        }
    }
}
