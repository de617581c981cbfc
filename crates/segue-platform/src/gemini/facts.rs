//! What a session says about itself: its headers and every later change to them, merged.

use std::collections::BTreeMap;

use segue_conversation::json::{Object, Value};
use segue_conversation::{Json, Report};

/// What a session says about itself, merged from all its headers.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) session_id: Option<String>,
    /// Its title, by the person or by a model.
    pub(super) summary: Option<String>,
    pub(super) started: Option<String>,
    /// When it last changed.
    pub(super) updated: Option<String>,
    /// `main` or `subagent`.
    pub(super) kind: Option<String>,
    /// Other facts, as far as they may travel.
    more: BTreeMap<String, Json>,
}

/// Facts about the machine or the account, and facts that are told elsewhere.
const OWN: [&str; 3] = ["projectHash", "messages", "id"];
/// The most unknown facts that are kept.
const MOST: usize = 64;

impl Facts {
    /// Merges in a header or a later change.
    pub(super) fn take(&mut self, value: Value<'_>, report: &mut Report) {
        for (name, fact) in value.entries() {
            let text = || fact.string();
            match name.as_ref() {
                "sessionId" => self.session_id = text().or_else(|| self.session_id.take()),
                "summary" => self.summary = text(),
                "startTime" => self.started = self.started.take().or_else(text),
                "lastUpdated" => self.updated = text(),
                "kind" => self.kind = text(),
                "directories" => {
                    report.dropped("workspace folders", "they are of the sender's machine");
                }
                "memoryScratchpad" => report.dropped("memory", "the agent's own notes stay"),
                known if OWN.contains(&known) || known.starts_with('$') => {}
                other => {
                    if self.more.len() < MOST || self.more.contains_key(other) {
                        self.more.insert(other.to_owned(), Json::of(fact));
                    }
                }
            }
        }
    }

    /// Writes the facts that travel as native data.
    pub(super) fn native(&self) -> Json {
        let mut out = String::new();
        let mut object = Object::begin(&mut out);
        object.maybe("kind", self.kind.as_deref());
        object.maybe("startTime", self.started.as_deref());
        for (name, fact) in &self.more {
            object.raw(name, fact.text());
        }
        object.end();
        Json::parse(&out).unwrap_or_else(|_| Json::empty_object())
    }
}
