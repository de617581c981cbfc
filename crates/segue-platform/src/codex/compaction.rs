//! Compactions: what the model reads instead of everything before.
//!
//! `compacted` with `replacement_history` names it in full. Without, Codex keeps the latest words
//! of the person, as much as fits a bound, and adds the summary: [`Recent`] follows along.

use std::collections::VecDeque;

use segue_conversation::json::{Json, Object, Value};
use segue_conversation::{Body, Message, Part, Report, Role};

use super::context::{Voice, is_summary, voice};
use super::items::{self, Taken};
use super::privacy::rest;

/// How much of the person's words is kept, in Codex's rough tokens of four bytes.
const TOKENS: usize = 20_000;

/// What Codex writes when there is no summary.
const NO_SUMMARY: &str = "(no summary available)";

/// The latest words of the person that the model still reads.
#[derive(Clone, Debug, Default)]
pub(super) struct Recent {
    texts: VecDeque<Vec<String>>,
    tokens: usize,
}

impl Recent {
    /// Adds a message if it is the person's own words, and lets go of the oldest beyond the bound.
    pub(super) fn add(&mut self, message: &Message) {
        if message.role != Role::User || message.injected {
            return;
        }
        let texts = texts(message);
        let Some(first) = texts.first() else { return };
        if is_summary(first) || voice(first) != Voice::Person {
            return;
        }
        self.tokens += tokens(&texts);
        self.texts.push_back(texts);
        while self.tokens > TOKENS {
            match self.texts.pop_front() {
                Some(gone) => self.tokens -= tokens(&gone),
                None => break,
            }
        }
    }

    /// Forgets everything: a new context begins.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns what the model reads after a compaction that has this summary and nothing else.
    pub(super) fn with_summary(&self, summary: &str) -> Vec<Vec<String>> {
        let summary = if summary.is_empty() {
            NO_SUMMARY
        } else {
            summary
        };
        let texts = self.texts.iter().cloned();
        texts.chain([vec![summary.to_owned()]]).collect()
    }
}

/// Returns the words of a message, piece by piece; pictures are not kept.
pub(super) fn texts(message: &Message) -> Vec<String> {
    let words = message.parts.iter().filter_map(|part| match &part.body {
        Body::Text(text) => Some(text.clone()),
        _ => None,
    });
    words.collect()
}

fn tokens(texts: &[String]) -> usize {
    texts.iter().map(|text| text.len().div_ceil(4)).sum()
}

/// A compaction as read.
pub(super) struct Compacted {
    /// What the model reads from here on.
    pub(super) messages: Vec<Message>,
    /// The record without what became messages.
    pub(super) record: Json,
}

/// Takes a `compacted` record apart; `None` when its summary is encrypted and only the sender's
/// account can read it.
pub(super) fn take(
    payload: Value<'_>,
    index: u64,
    recent: &Recent,
    report: &mut Report,
) -> Option<Compacted> {
    let replacement = payload
        .get("replacement_history")
        .filter(|list| list.raw().starts_with('['));
    let summary = payload.str_of("message").unwrap_or_default();
    let mut messages = Vec::new();
    let kind = if let Some(list) = replacement {
        if list.items().any(is_sealed) {
            report.changed(
                "compaction",
                "its summary is encrypted for the sender's account, so the model reads what it stood for",
            );
            return None;
        }
        let notes: Vec<Value<'_>> = payload
            .get("replacement_history_metadata")
            .map(|notes| notes.items().collect())
            .unwrap_or_default();
        for (place, item) in list.items().enumerate() {
            let name = format!("record-{index}.{place}");
            let Taken::Message(said) = items::take(item, &name, report) else {
                continue;
            };
            let mut message = Message::new(name, said.role, said.parts);
            message.injected = said.injected;
            let mut native = String::new();
            let mut object = Object::begin(&mut native);
            if let Some(item) = &said.item {
                object.raw("item", item.text());
            }
            if let Some(note) = notes.get(place) {
                object.raw("metadata", rest(*note, &[]).text());
            }
            object.raw("replaced", "true");
            object.end();
            message.native = Json::parse(&native).ok();
            messages.push(message);
        }
        "replaced"
    } else {
        for (place, texts) in recent.with_summary(&summary).into_iter().enumerate() {
            let name = format!("record-{index}.{place}");
            let parts = texts.into_iter().map(Part::text).collect();
            let mut message = Message::new(name, Role::User, parts);
            message.native = Json::parse(r#"{"item":{"type":"message"},"replaced":true}"#).ok();
            messages.push(message);
        }
        "kept"
    };
    // The summary stands twice, as a rule: once as text, once as the last message.
    let is_last = messages
        .last()
        .is_some_and(|last| last.plain_text() == summary);
    let mut taken = vec!["replacement_history", "replacement_history_metadata"];
    if is_last {
        taken.push("message");
    }
    let mut record = String::new();
    let mut object = Object::begin(&mut record);
    object.raw("count", &messages.len().to_string());
    object.string("kind", kind);
    object.raw("messageIsLast", if is_last { "true" } else { "false" });
    object.raw("payload", rest(payload, &taken).text());
    object.end();
    Some(Compacted {
        messages,
        record: Json::parse(&record).unwrap_or_else(|_| Json::empty_object()),
    })
}

fn is_sealed(item: Value<'_>) -> bool {
    matches!(
        item.str_of("type").as_deref(),
        Some("compaction" | "compaction_summary" | "context_compaction")
    )
}

/// Puts the record of a compaction into the native part of the first message after it.
pub(super) fn marked(native: Option<&Json>, record: &Json) -> Option<Json> {
    let mut tape = segue_conversation::json::Tape::default();
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    object.raw("compacted", record.text());
    if let Some(value) = native.and_then(|native| native.open(&mut tape).ok()) {
        for (key, member) in value.entries() {
            object.raw(&key, member.raw());
        }
    }
    object.end();
    Json::parse(&text).ok()
}
