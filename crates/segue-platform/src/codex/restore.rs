//! A message as the records of a rollout file: its own ones again when Codex wrote it, new ones
//! otherwise.
//!
//! Both go part by part: words gather into one item, each call and each result is one. What comes
//! back is also the message as a reader will find it, which is what gets compared.

use segue_conversation::json::{Json, Object, Tape, Value};
use segue_conversation::{Body, File, Message, Part, Report, Role};

use super::calls::Calls;
use super::compose;
use super::items::text_kind;
use super::privacy;
use super::read::REASONING;
use crate::once::Once;

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

/// Writes the records of a message; also returns the message as it will be read back.
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

pub(super) struct Making<'m> {
    role: Role,
    pub(super) own: bool,
    native: Option<Value<'m>>,
    pub(super) calls: &'m mut Calls,
    pub(super) report: &'m mut Report,
    pub(super) records: Vec<Record>,
    pub(super) parts: Vec<Part>,
    /// The pieces of the words so far.
    content: String,
    thoughts: Vec<Part>,
}

impl Making<'_> {
    fn part(&mut self, part: Part, image: Option<Part>) {
        let kind = part.body.kind();
        let mut tape = Tape::default();
        let cleaned = part.native.as_ref().filter(|_| self.own);
        let cleaned = cleaned.map(privacy::cleaned);
        let native = cleaned.clone();
        let native = native.as_ref().and_then(|json| json.open(&mut tape).ok());
        if !matches!(part.body, Body::Reasoning(_)) {
            self.thought();
        }
        let once = Once::begin(self.report, kind);
        match part.body {
            Body::Text(text) if text.trim().is_empty() && !self.own => return,
            Body::Text(text) => self.text(text, native),
            Body::File(file) => self.file(file, native),
            Body::Other(json) if self.own && is_unknown(&json) => {
                // A piece of a kind we do not know, as it was.
                let json = privacy::cleaned(&json);
                self.piece(json.text());
                self.parts.push(Part::new(Body::Other(json)));
            }
            Body::Other(_) => self
                .report
                .dropped(kind, "Codex has no place for it, and it has no words"),
            Body::Reasoning(text) => {
                self.words();
                self.thoughts.push(Part {
                    body: Body::Reasoning(text),
                    native: cleaned,
                });
                return;
            }
            Body::Call(call) => {
                self.words();
                self.call(call, native, image);
            }
            Body::Result(result) => {
                self.words();
                if !self.result(result, native) {
                    return;
                }
            }
        }
        once.end(self.report);
    }

    fn piece(&mut self, json: &str) {
        self.content
            .push_str(if self.content.is_empty() { "[" } else { "," });
        self.content.push_str(json);
    }

    fn text(&mut self, text: String, native: Option<Value<'_>>) {
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
        let kind = native.and_then(|native| native.string_of("type"));
        let kind = kind.filter(|kind| TEXTS.contains(&kind.as_str()));
        object.string("type", kind.as_deref().unwrap_or(text_kind(self.role)));
        object.string("text", &text);
        add(
            &mut object,
            native,
            &["type", "text", "image_url", "audio_url"],
        );
        object.end();
        self.piece(&piece);
        self.parts.push(Part::text(text));
    }

    fn file(&mut self, file: File, native: Option<Value<'_>>) {
        let audio =
            native.is_some_and(|native| native.str_of("type").as_deref() == Some("input_audio"));
        if !audio && (!compose::fits(&file) || (self.role == Role::Agent && !self.own)) {
            self.report.changed(
                if file.is_image() { "image" } else { "file" },
                "Codex has no place for it; a note stands where it was",
            );
            return self.text(compose::note(&file), None);
        }
        let mut piece = String::new();
        let mut object = Object::begin(&mut piece);
        if audio {
            object.string("type", "input_audio");
            object.string("audio_url", &file.to_url());
        } else {
            object.string("type", "input_image");
            object.string("image_url", &file.to_url());
        }
        add(
            &mut object,
            native,
            &["type", "text", "image_url", "audio_url"],
        );
        object.end();
        self.piece(&piece);
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
}

/// Kinds of pieces that are words.
const TEXTS: [&str; 3] = ["input_text", "output_text", "text"];

/// Checks whether a piece that came as something else is of a kind with no form of its own here.
fn is_unknown(json: &Json) -> bool {
    let mut tape = Tape::default();
    let kind = json.open(&mut tape).ok();
    let kind = kind.and_then(|value| value.string_of("type"));
    kind.is_some_and(|kind| {
        let known = ["input_image", "input_audio", "encrypted_content"];
        !TEXTS.contains(&kind.as_str()) && !known.contains(&kind.as_str())
    })
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

/// Adds what the platform stored, except what is written already.
pub(super) fn add(object: &mut Object<'_>, native: Option<Value<'_>>, written: &[&str]) {
    for (key, value) in native.iter().flat_map(Value::entries) {
        if !written.contains(&key.as_ref()) {
            object.raw(&key, value.raw());
        }
    }
}
