//! The first pass: which records are the conversation, after everything that replaced them.
//!
//! ```text
//! line ──Record──▶ Said      ──▶ live (a repeated id takes the earlier one's place)
//!                  Rewind    ──▶ the end of live becomes "abandoned", beside what is left
//!                  Set       ──▶ live becomes the list: gone ones are history (a compaction),
//!                                abandoned, or come back with the next list (a resume)
//!                  Header    ──▶ facts
//! end ──▶ entries in order, each with its place in the file and what stands beside it
//! ```
//!
//! Only places are kept, some sixty bytes for each record, whatever its size.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek};

use segue_conversation::Report;
use segue_conversation::json::{Kind as JsonKind, Tape, Value};

use super::facts::Facts;
use super::record::{Kind, Record};
use crate::lines::{Lines, Span};
use crate::platform::{Limits, PlatformError, State};

/// A record of the conversation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// A hash of its id.
    key: u128,
    pub(super) span: Span,
    pub(super) kind: Kind,
    /// Whether the model no longer reads what came before.
    pub(super) resets: bool,
    /// What comes beside it: first and last in the chain.
    beside: Option<(u32, u32)>,
    /// How many messages it makes.
    pub(super) messages: u8,
    /// Whether it has nothing but results.
    results: bool,
}

/// A record beside a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aside {
    pub(super) span: Span,
    /// Whether it was said and taken back later.
    pub(super) abandoned: bool,
    next: Option<u32>,
}

/// Everything the first pass found.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// The records in order.
    pub(super) entries: Vec<Entry>,
    /// What comes before the first of them.
    pub(super) first: Option<(u32, u32)>,
    /// Facts about the session.
    pub(super) facts: Facts,
    /// How many records could not be read.
    pub(super) damaged: u64,
    /// What is wrong with the first damaged one.
    pub(super) why: Option<String>,
    /// Whether the last line was unfinished.
    pub(super) live_end: bool,
    /// What was left out.
    pub(super) report: Report,
    asides: Vec<Aside>,
    live: Vec<Entry>,
    at: HashMap<u128, u32>,
    limbo: Vec<Entry>,
    reset_next: bool,
    records: usize,
}

impl Index {
    /// Reads a whole file. `whole` says that it is in the older form by its name.
    pub(super) fn build(
        file: &mut File,
        whole: bool,
        limits: &Limits,
    ) -> Result<Self, std::io::Error> {
        let bytes = file.metadata()?.len();
        let small = bytes <= limits.record_bytes as u64;
        if whole && small {
            if let Some(index) = Self::of_one_object(file, limits)? {
                return Ok(index);
            }
            file.rewind()?;
        }
        let mut index = Self::default();
        index.lines(file, limits)?;
        if index.facts.session_id.is_none() && !whole && small {
            file.rewind()?;
            if let Some(one) = Self::of_one_object(file, limits)? {
                return Ok(one);
            }
        }
        index.settle();
        Ok(index)
    }

    /// Reads the older form: one object, pretty or not, with all messages in it. `None` if it is
    /// not that.
    fn of_one_object(file: &mut File, limits: &Limits) -> Result<Option<Self>, std::io::Error> {
        let mut bytes = Vec::new();
        file.take(limits.record_bytes as u64)
            .read_to_end(&mut bytes)?;
        let mut tape = Tape::default();
        let Ok(value) = tape.parse(&bytes, &limits.json) else {
            return Ok(None);
        };
        let Record::Header(header) = Record::of(value) else {
            return Ok(None);
        };
        let mut index = Self::default();
        index.header(header, 0, limits);
        index.settle();
        Ok(Some(index))
    }

    fn lines(&mut self, file: &mut File, limits: &Limits) -> Result<(), std::io::Error> {
        let mut lines = Lines::new(file, limits.record_bytes);
        let mut tape = Tape::default();
        while let Some(line) = lines.line()? {
            if line.oversize {
                self.wrong("a record is larger than the limit");
                continue;
            }
            if line.bytes.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            match tape.parse(line.bytes, &limits.json) {
                Ok(value) if value.is_object() => self.take(value, line.span, limits),
                Ok(_) => self.wrong("a record is not an object"),
                Err(_) if !line.ended => self.live_end = true,
                Err(error) => self.wrong(&error.to_string()),
            }
        }
        Ok(())
    }

    fn wrong(&mut self, why: &str) {
        self.damaged += 1;
        self.why.get_or_insert_with(|| why.to_owned());
        self.report.dropped("damaged record", why);
    }

    fn take(&mut self, value: Value<'_>, span: Span, limits: &Limits) {
        match Record::of(value) {
            Record::Rewind(to) => self.rewind(key_of(to)),
            Record::Said(record) => {
                if self.room(limits) {
                    self.say(entry(record, span));
                }
            }
            Record::Set(set) => {
                self.facts.take(set, &mut self.report);
                if let Some(list) = messages(set) {
                    self.replace(list, span.offset, limits);
                }
            }
            Record::Header(header) => self.header(header, span.offset, limits),
            Record::Unknown => {
                if self.room(limits) {
                    self.aside(span, false);
                }
            }
        }
    }

    fn header(&mut self, header: Value<'_>, offset: u64, limits: &Limits) {
        self.facts.take(header, &mut self.report);
        for record in messages(header).into_iter().flat_map(|list| list.items()) {
            if is_said(record) && self.room(limits) {
                self.say(entry(record, span_in(record, offset)));
            }
        }
    }

    fn room(&mut self, limits: &Limits) -> bool {
        self.records += 1;
        if self.records > limits.records {
            self.report
                .dropped("record", "the session has more records than the limit");
        }
        self.records <= limits.records
    }

    fn say(&mut self, mut entry: Entry) {
        if let Some(place) = self.at.get(&entry.key).copied()
            && let Some(earlier) = self.live.get_mut(place as usize)
        {
            self.report
                .dropped("superseded record", "a later record takes its place");
            entry.beside = earlier.beside;
            entry.resets = earlier.resets;
            *earlier = entry;
            return;
        }
        if is_real(&entry) && !self.limbo.is_empty() {
            self.entries.append(&mut self.limbo);
            self.reset_next = true;
        }
        if is_real(&entry) {
            entry.resets = std::mem::take(&mut self.reset_next);
        }
        self.push(entry);
    }

    fn push(&mut self, entry: Entry) {
        self.at.insert(entry.key, self.live.len() as u32);
        self.live.push(entry);
    }

    fn rewind(&mut self, to: u128) {
        let from = self.at.get(&to).map_or(0, |place| *place as usize);
        let gone = self.live.split_off(from.min(self.live.len()));
        for entry in gone {
            self.at.remove(&entry.key);
            self.set_aside(entry);
        }
    }

    /// Replaces all messages so far by a list.
    fn replace(&mut self, list: Value<'_>, offset: u64, limits: &Limits) {
        let mut new: Vec<Entry> = Vec::new();
        for record in list.items() {
            if is_said(record) && self.room(limits) {
                new.push(entry(record, span_in(record, offset)));
            }
        }
        self.limbo.append(&mut self.live);
        self.at.clear();
        let Some(first) = new.iter().position(is_real) else {
            // A resume begins with an empty list; what was said comes back with the next one.
            new.into_iter().for_each(|entry| self.say_again(entry));
            return;
        };
        let before = std::mem::take(&mut self.limbo);
        let mut places: HashMap<u128, usize> = HashMap::with_capacity(before.len());
        for (place, entry) in before.iter().enumerate() {
            places.entry(entry.key).or_insert(place);
        }
        let known = |entry: &Entry| places.contains_key(&entry.key);
        let staying: std::collections::HashSet<u128> = new
            .iter()
            .filter(|entry| known(entry))
            .map(|e| e.key)
            .collect();
        let compacted = new.get(first).is_some_and(|entry| !known(entry))
            && before
                .iter()
                .any(|old| is_real(old) && !staying.contains(&old.key));
        if compacted {
            let gone = before.into_iter().filter(|old| !staying.contains(&old.key));
            self.entries.extend(gone);
            for (place, mut entry) in new.into_iter().enumerate() {
                entry.resets = place == first;
                self.say_again(entry);
            }
            return;
        }
        // The same conversation again: what is new takes the place of what was.
        let mut passed = 0;
        for mut entry in new {
            if let Some(place) = places.get(&entry.key).copied() {
                while passed < place {
                    if let Some(old) = before.get(passed)
                        && !staying.contains(&old.key)
                    {
                        self.left_out(*old);
                    }
                    passed += 1;
                }
                passed = passed.max(place + 1);
                if let Some(old) = before.get(place) {
                    entry.beside = old.beside;
                    entry.resets = old.resets;
                }
            }
            self.say_again(entry);
        }
        for old in before.iter().skip(passed) {
            if !staying.contains(&old.key) {
                self.left_out(*old);
            }
        }
    }

    fn say_again(&mut self, entry: Entry) {
        match self.at.get(&entry.key).copied() {
            Some(place) => {
                if let Some(earlier) = self.live.get_mut(place as usize) {
                    *earlier = entry;
                }
            }
            None => self.push(entry),
        }
    }

    /// Keeps a record that a new list no longer has: it is still on the screen, or abandoned.
    fn left_out(&mut self, old: Entry) {
        match old.kind {
            Kind::Screen => {
                self.aside(old.span, false);
                self.join(old.beside);
            }
            _ => self.set_aside(old),
        }
    }

    fn set_aside(&mut self, entry: Entry) {
        if entry.kind != Kind::Private {
            self.aside(entry.span, true);
        }
        self.join(entry.beside);
    }

    fn aside(&mut self, span: Span, abandoned: bool) {
        let index = self.asides.len() as u32;
        self.asides.push(Aside {
            span,
            abandoned,
            next: None,
        });
        self.join(Some((index, index)));
    }

    /// Appends a chain to what is beside the last live record.
    fn join(&mut self, chain: Option<(u32, u32)>) {
        let Some((head, tail)) = chain else {
            return;
        };
        let place = match self.live.last_mut() {
            Some(entry) => &mut entry.beside,
            None => match self.entries.last_mut() {
                Some(entry) if self.limbo.is_empty() => &mut entry.beside,
                _ => &mut self.first,
            },
        };
        match place {
            None => *place = Some((head, tail)),
            Some((_, last)) => {
                if let Some(aside) = self.asides.get_mut(*last as usize) {
                    aside.next = Some(head);
                }
                *last = tail;
            }
        }
    }

    fn settle(&mut self) {
        let nothing_new = !self.live.iter().any(is_real);
        if nothing_new {
            self.entries.append(&mut self.limbo);
        }
        self.entries.append(&mut self.live);
        self.at = HashMap::new();
    }

    /// Returns the records of a chain, in order.
    pub(super) fn chain(&self, chain: Option<(u32, u32)>) -> impl Iterator<Item = Aside> + '_ {
        let mut next = chain.map(|(head, _)| head);
        std::iter::from_fn(move || {
            let aside = *self.asides.get(next? as usize)?;
            next = aside.next;
            Some(aside)
        })
    }

    /// Returns the records beside an entry.
    pub(super) fn beside(&self, entry: &Entry) -> impl Iterator<Item = Aside> + '_ {
        self.chain(entry.beside)
    }

    /// Counts the messages.
    pub(super) fn count(&self) -> u64 {
        let mut answered = false;
        let mut count = 0;
        for entry in self.entries.iter().filter(|entry| is_real(entry)) {
            if !(entry.results && answered) {
                count += u64::from(entry.messages);
            }
            answered = entry.messages > 1 || entry.results;
        }
        count
    }

    /// Returns whether all of it could be read.
    pub(super) fn state(&self) -> State {
        match &self.why {
            Some(why) => State::Partly {
                damaged: self.damaged,
                why: why.clone(),
            },
            None if self.live_end => State::Live,
            None => State::Whole,
        }
    }
}

fn is_real(entry: &Entry) -> bool {
    matches!(entry.kind, Kind::User | Kind::Agent)
}

fn is_said(record: Value<'_>) -> bool {
    matches!(Record::of(record), Record::Said(_))
}

fn messages<'v>(value: Value<'v>) -> Option<Value<'v>> {
    value
        .get("messages")
        .filter(|list| list.kind() == JsonKind::Array)
}

fn span_in(record: Value<'_>, offset: u64) -> Span {
    let inside = record.span();
    Span {
        offset: offset + inside.start as u64,
        length: inside.len(),
    }
}

fn entry(record: Value<'_>, span: Span) -> Entry {
    let kind = Kind::of(record);
    let calls = || {
        record
            .get("toolCalls")
            .into_iter()
            .flat_map(|calls| calls.items())
    };
    let answered = kind == Kind::Agent && calls().any(|call| call.get("result").is_some());
    let mut items = record
        .get("content")
        .into_iter()
        .flat_map(|list| list.items())
        .peekable();
    Entry {
        key: record.get("id").map_or(0, key_of),
        span,
        kind,
        resets: false,
        beside: None,
        messages: 1 + u8::from(answered),
        results: kind == Kind::User
            && items.peek().is_some()
            && items.all(|item| item.get("functionResponse").is_some()),
    }
}

/// Hashes an id: ids are as long as their writer likes; a hash is not.
fn key_of(id: Value<'_>) -> u128 {
    key(&id.str().unwrap_or_default())
}

pub(super) fn key(id: &str) -> u128 {
    let hash = blake3::hash(id.as_bytes());
    let mut first = [0; 16];
    first.copy_from_slice(hash.as_bytes().get(..16).unwrap_or(&[0; 16]));
    u128::from_le_bytes(first)
}

/// Creates the error for a session in the older form that is too large to open.
pub(super) fn too_large(bytes: u64, limits: &Limits) -> PlatformError {
    PlatformError::TooLarge(format!(
        "The session is one JSON object of {bytes} bytes; at most {} are read at once.",
        limits.record_bytes
    ))
}
