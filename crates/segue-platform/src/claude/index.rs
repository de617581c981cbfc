//! First pass over a session: where every record is, and which of them are the conversation.
//!
//! ```text
//! lines ──▶ Entry (place, id, parent, answer) ──▶ tip ──walk up──▶ active branch
//!                                                     + siblings of the same answer, their results
//! ```
//!
//! Some eighty bytes are kept per record, whatever its size.

use std::io::Read;

use foldhash::{HashMap, HashSet};
use segue_conversation::Report;
use segue_conversation::json::{JsonError, Tape, Value};

use super::record::{self, Kind};
use crate::lines::{Line, Lines, Span};
use crate::platform::{Limits, State};

/// What is remembered of one record.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub span: Span,
    pub kind: Kind,
    /// Whether it is on the active branch.
    pub active: bool,
    id: u128,
    parent: u128,
    logical_parent: u128,
    answer: u128,
    /// The call it answers.
    answers: u128,
    /// Whether it is a subagent's, or was never sent to the model.
    aside: bool,
}

impl Entry {
    /// Returns the record's id as a number; 0 when it has none.
    pub fn id(&self) -> u128 {
        self.id
    }

    /// Checks whether the model reads it: words, calls and results on the active branch.
    pub fn is_message(&self) -> bool {
        self.active && !self.aside && is_spoken(self)
    }
}

/// All records of a session.
#[derive(Debug, Default)]
pub struct Index {
    /// In the order of the file.
    pub entries: Vec<Entry>,
    /// What was left out.
    pub report: Report,
    /// The title that wins.
    pub title: Option<String>,
    /// Fields that most records share, from the first that has them.
    pub common: Vec<(String, String)>,
    damaged: u64,
    first_damage: Option<String>,
    live: bool,
    leaf: Option<(usize, u128)>,
    titles: [Option<String>; 3],
    /// Where each id is. Of a repeated id the last one counts, as for the client.
    ids: HashMap<u128, usize>,
}

/// Fields that repeat on every line.
pub const COMMON: &[&str] = &["cwd", "entrypoint", "gitBranch", "userType", "version"];

impl Index {
    /// Reads every line once, and finds the active branch.
    pub fn read(source: impl Read, limits: &Limits) -> std::io::Result<Self> {
        let mut index = Self::default();
        let mut tape = Tape::default();
        let mut lines = Lines::new(source, limits.record_bytes);
        while let Some(line) = lines.line()? {
            if index.entries.len() >= limits.records {
                index.damage(&format!("it has more than {} records", limits.records));
                break;
            }
            index.take(&line, &mut tape, limits);
        }
        let [custom, ai, summary] = std::mem::take(&mut index.titles);
        index.title = custom.or(ai).or(summary);
        index.activate();
        Ok(index)
    }

    /// Returns whether everything could be read.
    pub fn state(&self) -> State {
        match &self.first_damage {
            Some(why) => State::Partly {
                damaged: self.damaged,
                why: why.clone(),
            },
            None if self.live => State::Live,
            None => State::Whole,
        }
    }

    /// Finds the nearest ancestor of an entry that travels, and returns its place in `entries`.
    pub fn carried_parent(&self, entry: &Entry) -> Option<usize> {
        let mut parent = entry.parent;
        // Longer than any chain: a loop.
        for _ in 0..=self.entries.len() {
            let place = *self.ids.get(&parent)?;
            let found = self.entries.get(place)?;
            if found.kind != Kind::Private {
                return Some(place);
            }
            parent = found.parent;
        }
        None
    }

    fn take(&mut self, line: &Line<'_>, tape: &mut Tape, limits: &Limits) {
        if line.bytes.iter().all(u8::is_ascii_whitespace) && !line.oversize {
            return;
        }
        if line.oversize {
            self.damage(&format!(
                "a record is longer than {} bytes",
                limits.record_bytes
            ));
            return;
        }
        let number = self.entries.len() + 1;
        match tape.parse(line.bytes, &limits.json) {
            Ok(record) if record.is_object() => self.add(record, line.span),
            Ok(_) => self.damage(&format!("record {number} is not an object")),
            Err(JsonError::Torn) if !line.ended => {
                self.live = true;
                self.report
                    .dropped("unfinished record", "the agent is still writing it");
            }
            Err(error) => self.damage(&format!("record {number}: {error}")),
        }
    }

    fn damage(&mut self, why: &str) {
        self.damaged += 1;
        self.report
            .dropped("damaged record", "it could not be read");
        self.first_damage.get_or_insert_with(|| why.to_owned());
    }

    fn add(&mut self, record: Value<'_>, span: Span) {
        let kind = record::kind(record);
        let mut entry = Entry {
            span,
            kind,
            active: false,
            id: 0,
            parent: 0,
            logical_parent: 0,
            answer: 0,
            answers: 0,
            aside: false,
        };
        let id = |value: Value<'_>| value.str().map_or(0, |text| record::number(&text));
        for (key, value) in record.entries() {
            match key.as_ref() {
                "uuid" => entry.id = id(value),
                "parentUuid" => entry.parent = id(value),
                "logicalParentUuid" => entry.logical_parent = id(value),
                "isSidechain" | "isApiErrorMessage" => entry.aside |= value.is_true(),
                "isVisibleInTranscriptOnly" => {
                    entry.aside |= value.is_true() && !record.flag("isCompactSummary");
                }
                "message" => {
                    entry.answer = value.get("id").map_or(0, id);
                    entry.answers = value
                        .get("content")
                        .and_then(|content| content.items().next())
                        .and_then(|block| block.get("tool_use_id"))
                        .map_or(0, id);
                }
                "leafUuid" if kind == Kind::LastPrompt => {
                    self.leaf = Some((self.entries.len(), id(value)));
                }
                name if COMMON.contains(&name)
                    && kind != Kind::Private
                    && !self.common.iter().any(|(known, _)| known == name) =>
                {
                    self.common.push((name.to_owned(), value.raw().to_owned()));
                }
                _ => {}
            }
        }
        match kind {
            Kind::Private => {
                let name = record::private_name(record);
                self.report
                    .dropped(name, "it is the sender's own and never travels");
            }
            Kind::Title => {
                let found = ["customTitle", "aiTitle", "summary"].map(|key| record.string_of(key));
                for (known, new) in self.titles.iter_mut().zip(found) {
                    if let Some(new) = new.filter(|title| !title.trim().is_empty()) {
                        *known = Some(new);
                    }
                }
            }
            _ => {}
        }
        // A record of the conversation without an id is still told apart from the others.
        if entry.id == 0 && is_spoken(&entry) {
            entry.id = record::hashed(&["place", &span.offset.to_string()]);
        }
        if entry.id != 0 {
            self.ids.insert(entry.id, self.entries.len());
        }
        self.entries.push(entry);
    }

    fn activate(&mut self) {
        let Some(tip) = self.tip() else { return };
        let mut place = Some(tip);
        while let Some(at) = place {
            let Some(entry) = self.entries.get_mut(at) else {
                break;
            };
            if std::mem::replace(&mut entry.active, true) {
                break;
            }
            let entry = *entry;
            let up = if entry.parent == 0 {
                entry.logical_parent
            } else {
                entry.parent
            };
            place = match self.ids.get(&up) {
                Some(found) => Some(*found),
                // A parent that is nowhere: the client goes on with the record before.
                None if up != 0 => self.before(at),
                None => None,
            };
        }
        self.gather_siblings();
    }

    /// Finds the last record of the active branch.
    fn tip(&self) -> Option<usize> {
        if let Some((named_at, leaf)) = self.leaf
            && let Some(&leaf_at) = self.ids.get(&leaf)
        {
            // What was added to the named leaf since goes on from it.
            let mut line: HashSet<u128> = std::iter::once(leaf).collect();
            let mut tip = leaf_at;
            for (place, entry) in self.entries.iter().enumerate().skip(named_at) {
                if entry.id != 0 && !entry.aside && line.contains(&entry.parent) {
                    line.insert(entry.id);
                    if is_spoken(entry) {
                        tip = place;
                    }
                }
            }
            return Some(tip);
        }
        self.entries
            .iter()
            .rposition(|entry| is_spoken(entry) && !entry.aside)
    }

    fn before(&self, place: usize) -> Option<usize> {
        self.entries
            .get(..place)?
            .iter()
            .rposition(|entry| entry.id != 0 && is_spoken(entry) && !entry.aside)
    }

    /// Activates what parallel calls put on branches of their own: records of the same answer
    /// belong together, and so do the results of their calls.
    fn gather_siblings(&mut self) {
        let answers: HashSet<u128> = self
            .entries
            .iter()
            .filter(|entry| entry.active && entry.kind == Kind::Assistant && entry.answer != 0)
            .map(|entry| entry.answer)
            .collect();
        let mut answered: HashSet<u128> = self
            .entries
            .iter()
            .filter(|entry| entry.active && entry.answers != 0)
            .map(|entry| entry.answers)
            .collect();
        for place in 0..self.entries.len() {
            let Some(entry) = self.entries.get(place).copied() else {
                break;
            };
            if entry.active || entry.aside {
                continue;
            }
            let parent_active = self
                .ids
                .get(&entry.parent)
                .and_then(|at| self.entries.get(*at))
                .is_some_and(|parent| parent.active);
            let belongs = match entry.kind {
                Kind::Assistant => parent_active && answers.contains(&entry.answer),
                Kind::User => parent_active && entry.answers != 0 && answered.insert(entry.answers),
                _ => false,
            };
            if belongs && let Some(entry) = self.entries.get_mut(place) {
                entry.active = true;
            }
        }
    }
}

fn is_spoken(entry: &Entry) -> bool {
    matches!(entry.kind, Kind::User | Kind::Assistant | Kind::Attached)
}
