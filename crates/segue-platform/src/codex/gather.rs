//! Writing a compaction: the messages that replace everything before, gathered into one record.

use segue_conversation::json::{Object, Tape};
use segue_conversation::{Json, Message};

use crate::platform::PlatformError;

use super::compaction;
use super::restore::{Record, add};
use super::write::CodexWriting;

/// A compaction whose messages are still coming.
pub(super) struct Collecting {
    record: Json,
    left: u64,
    items: Vec<String>,
    notes: Vec<Option<String>>,
    messages: Vec<Message>,
    at: Option<String>,
}

impl Collecting {
    /// Takes a message and its records, and returns whether it was the last one.
    pub(super) fn take(
        &mut self,
        records: Vec<Record>,
        message: Message,
        note: Option<String>,
    ) -> bool {
        for record in records {
            if let Record::Item(item) = record {
                self.items.push(item);
                self.notes.push(note.clone());
            }
        }
        self.messages.push(message);
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }
}

impl CodexWriting {
    /// Writes `compacted` for the messages gathered so far.
    pub(super) fn flush(&mut self) -> Result<(), PlatformError> {
        let Some(done) = self.collecting.take() else {
            return Ok(());
        };
        let mut tape = Tape::default();
        let record = done.record.open(&mut tape).ok();
        let payload = record.and_then(|record| record.get("payload"));
        let of_last = record.is_some_and(|record| record.flag("messageIsLast"));
        let texts: Vec<Vec<String>> = done.messages.iter().map(compaction::texts).collect();
        let summary = match payload.and_then(|payload| payload.string_of("message")) {
            Some(summary) if !of_last => summary,
            _ => done
                .messages
                .last()
                .map(Message::plain_text)
                .unwrap_or_default(),
        };
        let mut out = String::new();
        let mut object = Object::begin(&mut out);
        object.string("message", &summary);
        let kept = record.is_some_and(|record| record.str_of("kind").as_deref() == Some("kept"));
        let same = self.target.onto.is_none() && texts == self.recent.with_summary(&summary);
        if !(kept && same) {
            object.raw(
                "replacement_history",
                &format!("[{}]", done.items.join(",")),
            );
            if done.notes.iter().any(Option::is_some) {
                let notes: Vec<&str> = done
                    .notes
                    .iter()
                    .map(|note| note.as_deref().unwrap_or("{}"))
                    .collect();
                object.raw(
                    "replacement_history_metadata",
                    &format!("[{}]", notes.join(",")),
                );
            }
        }
        let written = [
            "message",
            "replacement_history",
            "replacement_history_metadata",
        ];
        add(&mut object, payload, &written);
        object.end();
        self.recent.clear();
        for message in &done.messages {
            self.recent.add(message);
        }
        self.put(done.at.as_deref(), "compacted", &out, None)
    }

    /// Checks whether a message belongs in the `compacted` record being gathered, and begins one if
    /// it must.
    pub(super) fn compaction(&mut self, message: &Message) -> Result<bool, PlatformError> {
        let mut tape = Tape::default();
        let native = message.native.as_ref().filter(|_| self.own);
        let native = native.and_then(|native| native.open(&mut tape).ok());
        let record = native.and_then(|native| native.get("compacted"));
        let replaced = native.is_some_and(|native| native.flag("replaced"));
        if message.resets || record.is_some() {
            self.flush()?;
            let count = record
                .and_then(|record| u64::try_from(record.get("count")?.integer()?).ok())
                .unwrap_or(0);
            self.report.kept("compaction");
            self.collecting = Some(Collecting {
                record: record.map_or_else(Json::empty_object, Json::of),
                left: count,
                items: Vec::new(),
                notes: Vec::new(),
                messages: Vec::new(),
                at: message.at.clone(),
            });
            if count == 0 {
                self.flush()?;
            }
        } else if !replaced {
            self.flush()?;
        }
        Ok(replaced && self.collecting.is_some())
    }
}
