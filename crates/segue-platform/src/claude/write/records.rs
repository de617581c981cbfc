//! One message as one record of the chain, and the notes that stand between records.

use segue_conversation::json::{Object, Tape, Value};
use segue_conversation::{Body, Message, Part, Role};

use super::Session;
use crate::claude::read::role_name;
use crate::claude::{blocks, duplicate_output, record};
use crate::once::Once;
use crate::platform::PlatformError;

impl Session {
    /// Begins a record of the chain: parent, id, time and session.
    pub(super) fn open_record(
        &self,
        object: &mut Object<'_>,
        id: &str,
        parent: Option<&str>,
        at: &str,
    ) {
        match parent {
            Some(parent) => object.string("parentUuid", parent),
            None => object.raw("parentUuid", "null"),
        };
        object
            .string("uuid", id)
            .string("timestamp", at)
            .string("sessionId", self.lines.session());
    }

    /// Writes the note that precedes a summary: the model reads nothing before it.
    pub(super) fn boundary(&mut self, at: &str) -> Result<(), PlatformError> {
        let id = self.lines.fresh();
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        self.open_record(&mut object, &id, None, at);
        object
            .string("type", "system")
            .string("subtype", "compact_boundary")
            .string("content", "Conversation compacted")
            .string("level", "info")
            .raw("isMeta", "false")
            .raw("compactMetadata", r#"{"trigger":"manual","preTokens":0}"#);
        object.maybe("logicalParentUuid", self.last.as_deref());
        self.lines.common_members(&mut object, None, &[], false);
        object.end();
        self.put(&text)?;
        self.last = Some(id);
        Ok(())
    }

    /// Writes reasoning where people see it and no model reads it: without its signature the vendor
    /// would refuse it as the model's own.
    pub(super) fn reasoning(&mut self, words: &str, at: &str) -> Result<(), PlatformError> {
        let id = self.lines.fresh();
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        self.open_record(&mut object, &id, self.last.as_deref(), at);
        object
            .string("type", "system")
            .string("subtype", "informational")
            .string("content", &format!("Reasoning: {words}"))
            .string("level", "info")
            .raw("isMeta", "false");
        let mut own = Object::begin(object.key("segue"));
        own.string("reasoning", words);
        own.end();
        self.lines.common_members(&mut object, None, &[], false);
        object.end();
        self.put(&text)?;
        self.last = Some(id);
        self.report
            .changed("reasoning", "kept as a note the model does not read again");
        Ok(())
    }

    pub(super) fn record(&mut self, message: &mut Message, at: &str) -> Result<(), PlatformError> {
        let own = self.lines.own();
        let native = message.native.take().filter(|_| own);
        let mut tape = Tape::default();
        let native = native
            .as_ref()
            .and_then(|native| native.open(&mut tape).ok());
        let member = |name: &str| native.and_then(|native| native.get(name));
        let absent: Vec<String> = member("absent")
            .iter()
            .flat_map(Value::items)
            .filter_map(|item| item.string())
            .collect();
        let line = member("line").filter(Value::is_object);
        let attached =
            line.is_some_and(|line| line.str_of("type").as_deref() == Some("attachment"));
        let content = if attached {
            None
        } else {
            let Some(content) = self.content(message, member("string").is_some()) else {
                return Ok(());
            };
            Some(content)
        };
        let id = self.lines.rebased(&message.id);
        let parent = message
            .parent
            .as_deref()
            .map(|parent| self.lines.rebased(parent))
            .filter(|parent| self.ids.contains(&record::number(parent)))
            .or_else(|| self.last.clone());
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        let spelled = line.and_then(|line| line.string_of("timestamp"));
        self.open_record(
            &mut object,
            &id,
            parent.as_deref(),
            spelled.as_deref().unwrap_or(at),
        );
        if !attached {
            object.string("type", role_name(message.role));
        }
        if message.injected {
            object.raw("isMeta", "true");
        }
        self.lines.common_members(&mut object, line, &absent, false);
        if let Some(line) = line {
            self.line_members(&mut object, line, member("twice").is_some());
        } else if message.resets && message.role == Role::User {
            object
                .raw("isCompactSummary", "true")
                .raw("isVisibleInTranscriptOnly", "true");
        }
        if let Some(twice) = member("twice").filter(Value::is_object) {
            duplicate_output::restore(&mut object, twice, message);
        }
        if let Some(content) = content {
            self.inner(&mut object, message, member("message"), &content);
        }
        object.end();
        if attached && !is_attached(&text) {
            message.parts.clear();
            self.report
                .dropped("record", "it is nothing that may be carried");
            return Ok(());
        }
        if attached {
            for part in &message.parts {
                self.report.kept(part.body.kind());
            }
        }
        self.put(&text)?;
        self.ids.insert(record::number(&id));
        self.last = Some(id);
        Ok(())
    }

    /// Writes what a record of the same platform has beyond the neutral message.
    pub(super) fn line_members(&self, object: &mut Object<'_>, line: Value<'_>, twice: bool) {
        for (key, value) in line.entries() {
            match key.as_ref() {
                "timestamp" | "uuid" | "parentUuid" | "sessionId" | "message" => {}
                // Only what the person attached has a type of its own.
                "type" if value.str().as_deref() != Some("attachment") => {}
                "isMeta" if value.is_true() => {}
                "cwd" | "entrypoint" => {
                    let value = value.str().unwrap_or_default();
                    object.string(&key, &self.lines.settled(&key, &value));
                }
                "sourceToolAssistantUUID" | "logicalParentUuid" => {
                    if let Some(id) = value.str() {
                        object.string(&key, &self.lines.rebased(&id));
                    }
                }
                // Written again from what the model was told.
                "toolUseResult" if twice => {}
                "toolUseResult" => {
                    object.raw(&key, &self.relocated(value.raw()));
                }
                name if record::is_private_field(name) => {}
                name => {
                    object.raw(name, value.raw());
                }
            }
        }
    }

    pub(super) fn inner(
        &self,
        object: &mut Object<'_>,
        message: &Message,
        rest: Option<Value<'_>>,
        content: &str,
    ) {
        let mut inner = Object::begin(object.key("message"));
        let rest = rest.filter(Value::is_object);
        inner.string("role", role_name(message.role));
        inner.raw("content", content);
        if message.role == Role::Agent {
            let group = message.group.as_deref().unwrap_or("");
            inner.string("id", &self.lines.answer(group, self.run));
            // The model of the last answer would become the receiver's.
            let last = self.target.last_answer.as_deref() == Some(message.id.as_str());
            let model = message.model.as_deref().filter(|_| !last);
            inner.string("model", model.unwrap_or("<synthetic>"));
            if rest.is_none() {
                inner
                    .string("type", "message")
                    .raw("stop_reason", "null")
                    .raw("stop_sequence", "null")
                    .raw("usage", r#"{"input_tokens":0,"output_tokens":0}"#);
            }
        }
        for (key, value) in rest.iter().flat_map(Value::entries) {
            if !matches!(key.as_ref(), "role" | "content" | "id" | "model") {
                inner.raw(&key, value.raw());
            }
        }
        inner.end();
    }

    /// Writes the `content` of a message; `None` when nothing in it has a place here.
    pub(super) fn content(&mut self, message: &mut Message, string: bool) -> Option<String> {
        let own = self.lines.own();
        for part in &mut message.parts {
            self.relocate(part);
        }
        let only_text = match message.parts.as_slice() {
            [
                Part {
                    body: Body::Text(text),
                    ..
                },
            ] => Some(text.as_str()),
            _ => None,
        };
        if let Some(text) = only_text.filter(|text| !text.trim().is_empty())
            && (string || (message.role == Role::User && !own))
        {
            self.report.kept("text");
            return Some(record::quoted(text));
        }
        let mut out = String::from("[");
        let mut kept = Vec::new();
        for mut part in std::mem::take(&mut message.parts) {
            let once = Once::begin(&self.report, part.body.kind());
            if matches!(&part.body, Body::Text(text) if text.trim().is_empty()) {
                self.report
                    .dropped("text", "the vendor refuses a text without words");
                continue;
            }
            if message.role == Role::Agent
                && let Body::File(file) = &part.body
            {
                let words = format!("[{}]", file.media_type.as_deref().unwrap_or("file"));
                self.report
                    .changed(part.body.kind(), "the agent's file is named in the text");
                part = Part::text(words);
            }
            match blocks::block(&mut part, own, &mut self.report) {
                Some(block) => {
                    if out.len() > 1 {
                        out.push(',');
                    }
                    out.push_str(&block);
                    once.end(&mut self.report);
                    kept.push(part);
                }
                None => self
                    .report
                    .dropped(part.body.kind(), "Claude Code has no place for it"),
            }
        }
        out.push(']');
        message.parts = kept;
        (!message.parts.is_empty()).then_some(out)
    }
}

fn is_attached(line: &str) -> bool {
    let mut tape = Tape::default();
    let limits = segue_conversation::json::JsonLimits::default();
    tape.parse(line.as_bytes(), &limits)
        .is_ok_and(|record| record::kind(record) == record::Kind::Attached)
}
