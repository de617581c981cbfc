//! The second pass: the records of the index, taken by place, as messages.
//!
//! ```text
//! Index ──entry──▶ Window ──bytes──▶ Tape ──Decoder──▶ Message, held until what stands beside it
//!                                                      is known ──▶ message()
//! ```

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use segue_conversation::file::Artifact;
use segue_conversation::json::{Object, Tape};
use segue_conversation::{Json, Message, Project, Report};

use super::decode::Decoder;
use super::index::{Aside, Index, too_large};
use super::record::Kind;
use super::sidecar::Beside;
use super::{ID, context, find};
use crate::lines::{Span, Window};
use crate::open;
use crate::platform::{About, Limits, PlatformError, Reading};

/// The most bytes of records beside one message.
const MOST_BESIDE: usize = 16 << 20;

/// A session being read.
pub(super) struct Read {
    path: PathBuf,
    index: Index,
    window: Window,
    tape: Tape,
    decoder: Decoder,
    limits: Limits,
    place: usize,
    ready: VecDeque<Message>,
    held: Option<Message>,
    reset_next: bool,
    /// Records before the first message.
    first: Vec<Json>,
    beside_bytes: usize,
    beside: Beside,
    report: Report,
    done: u64,
    bytes: u64,
}

impl Read {
    /// Indexes a session, and reads up to its first message.
    pub(super) fn open(path: &Path, limits: &Limits) -> Result<Self, PlatformError> {
        let at = || PlatformError::at(path);
        let mut file = open::plain_file(path).map_err(at())?;
        let bytes = file.metadata().map_err(at())?.len();
        let whole = is_one_object(path);
        let index = Index::build(&mut file, whole, limits).map_err(at())?;
        let Some(id) = index.facts.session_id.clone() else {
            if whole && bytes > limits.record_bytes as u64 {
                return Err(too_large(bytes, limits));
            }
            return Err(PlatformError::Damaged(format!(
                "{} has no header that names a session.",
                path.display()
            )));
        };
        let mut read = Self {
            path: path.to_owned(),
            beside: Beside::new(path, &id, limits),
            report: index.report.clone(),
            window: Window::new(file),
            tape: Tape::default(),
            decoder: Decoder::default(),
            limits: *limits,
            place: 0,
            ready: VecDeque::new(),
            held: None,
            reset_next: false,
            first: Vec::new(),
            beside_bytes: 0,
            index,
            done: 0,
            bytes,
        };
        let chain: Vec<Aside> = read.index.chain(read.index.first).collect();
        read.asides(&chain)?;
        // What stands on the screen before the first message belongs to the whole.
        while read.held.is_none() && read.ready.is_empty() && read.step()? {}
        Ok(read)
    }

    /// Reads the records as they are, for a transcript that travels beside another session.
    pub(super) fn records(mut self) -> Result<(Index, Vec<Json>, Report), PlatformError> {
        let mut records = Vec::new();
        for place in 0..self.index.entries.len() {
            let Some(entry) = self.index.entries.get(place).copied() else {
                break;
            };
            if entry.kind == Kind::Private {
                self.report.dropped("environment context", context::WHY);
                continue;
            }
            records.extend(self.json(entry.span)?);
        }
        Ok((self.index, records, self.report))
    }

    /// Reads the next record; returns false after the last.
    fn step(&mut self) -> Result<bool, PlatformError> {
        let Some(entry) = self.index.entries.get(self.place).copied() else {
            self.release();
            return Ok(false);
        };
        self.place += 1;
        self.done = self.done.max(entry.span.offset + entry.span.length as u64);
        self.reset_next |= entry.resets;
        match entry.kind {
            Kind::Private => self.report.dropped("environment context", context::WHY),
            Kind::Screen => self.screen(entry.span)?,
            Kind::User | Kind::Agent => self.said(entry.span, entry.kind)?,
        }
        let chain: Vec<Aside> = self.index.beside(&entry).collect();
        self.asides(&chain)?;
        Ok(true)
    }

    fn said(&mut self, span: Span, kind: Kind) -> Result<(), PlatformError> {
        let bytes = self
            .window
            .take(span)
            .map_err(PlatformError::at(&self.path))?;
        let Ok(record) = self.tape.parse(bytes, &self.limits.json) else {
            self.report
                .dropped("damaged record", "the file changed while it was read");
            return Ok(());
        };
        let (message, results) = match kind {
            Kind::Agent => {
                let (message, results) = self.decoder.agent(record, &mut self.report);
                (Some(message), results)
            }
            _ => (self.decoder.user(record, &mut self.report), None),
        };
        let Some(mut message) = message else {
            return Ok(());
        };
        if message.parts.is_empty() {
            // Nothing the model reads; the record stays beside what came before.
            let json = Json::of(record);
            self.put_beside(json, span.length);
            return Ok(());
        }
        message.resets = std::mem::take(&mut self.reset_next);
        for part in message
            .parts
            .iter()
            .chain(results.iter().flat_map(|r| &r.parts))
        {
            self.report.kept(part.body.kind());
        }
        self.release();
        self.held = Some(message);
        if let Some(results) = results {
            self.release();
            self.held = Some(results);
        }
        Ok(())
    }

    fn release(&mut self) {
        self.ready.extend(self.held.take());
        self.beside_bytes = 0;
    }

    fn screen(&mut self, span: Span) -> Result<(), PlatformError> {
        if let Some(json) = self.json(span)? {
            self.put_beside(json, span.length);
        }
        Ok(())
    }

    /// Reads a record as it is, without what must not travel.
    fn json(&mut self, span: Span) -> Result<Option<Json>, PlatformError> {
        let bytes = self
            .window
            .take(span)
            .map_err(PlatformError::at(&self.path))?;
        Ok(match self.tape.parse(bytes, &self.limits.json) {
            Ok(value) => Some(super::clean::record(value, &mut self.report)),
            Err(_) => {
                self.report
                    .dropped("damaged record", "the file changed while it was read");
                None
            }
        })
    }

    fn asides(&mut self, chain: &[Aside]) -> Result<(), PlatformError> {
        let mut at = 0;
        while let Some(aside) = chain.get(at) {
            if !aside.abandoned {
                self.screen(aside.span)?;
                at += 1;
                continue;
            }
            let mut records = Vec::new();
            let mut bytes = 0;
            while let Some(aside) = chain.get(at).filter(|aside| aside.abandoned) {
                at += 1;
                if self.beside_bytes + bytes + aside.span.length > MOST_BESIDE {
                    self.too_much();
                } else if let Some(json) = self.json(aside.span)? {
                    bytes += aside.span.length;
                    records.push(json);
                }
            }
            if !records.is_empty() {
                self.report.kept("abandoned record");
                self.put_beside(abandoned(&records), bytes);
            }
        }
        Ok(())
    }

    fn put_beside(&mut self, json: Json, bytes: usize) {
        if self.beside_bytes + bytes > MOST_BESIDE {
            self.too_much();
            return;
        }
        self.beside_bytes += bytes;
        match &mut self.held {
            Some(message) => message.beside.push(json),
            None => self.first.push(json),
        }
    }

    fn too_much(&mut self) {
        self.report.dropped(
            "record beside a message",
            "there are more of them than the limit",
        );
    }
}

/// Wraps records that were said and taken back.
fn abandoned(records: &[Json]) -> Json {
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    let list = object.key("abandoned");
    list.push('[');
    for (index, record) in records.iter().enumerate() {
        if index > 0 {
            list.push(',');
        }
        list.push_str(record.text());
    }
    list.push(']');
    object.end();
    Json::parse(&out).unwrap_or_else(|_| Json::null())
}

/// Checks whether a file is in the older form by its name.
pub(super) fn is_one_object(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}

impl Reading for Read {
    fn about(&self) -> About {
        let facts = &self.index.facts;
        let project = find::project_of(&self.path).map(|path| Project {
            name: path
                .rsplit(['/', '\\'])
                .next()
                .filter(|name| !name.is_empty())
                .map(str::to_owned),
            path: Some(path),
            ..Project::default()
        });
        let mut out = String::new();
        let mut object = Object::begin(&mut out);
        if !self.first.is_empty() {
            let list = object.key("beside");
            list.push('[');
            for (index, record) in self.first.iter().enumerate() {
                if index > 0 {
                    list.push(',');
                }
                list.push_str(record.text());
            }
            list.push(']');
        }
        object.raw("facts", facts.native().text());
        object.string("platform", ID);
        object.end();
        About {
            session_id: facts.session_id.clone().unwrap_or_default(),
            title: facts
                .summary
                .clone()
                .filter(|title| !title.trim().is_empty()),
            project,
            version: None,
            native: Json::parse(&out).ok(),
            state: Some(self.index.state()),
        }
    }

    fn artifact(&mut self) -> Result<Option<Artifact>, PlatformError> {
        self.beside.next(&mut self.report)
    }

    fn message(&mut self) -> Result<Option<Message>, PlatformError> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Ok(Some(message));
            }
            if !self.step()? {
                self.done = self.bytes;
                return Ok(self.ready.pop_front());
            }
        }
    }

    fn report(&self) -> &Report {
        &self.report
    }

    fn progress(&self) -> (u64, u64) {
        (self.done, self.bytes)
    }
}
