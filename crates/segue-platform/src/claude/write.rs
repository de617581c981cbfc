//! Messages to a session that Claude Code lists and resumes.
//!
//! ```text
//! artifacts ──▶ <session>/subagents, <session>/tool-results
//! messages ──▶ records in one chain ──▶ <session>.jsonl ──▶ title, active leaf
//! ```
//!
//! `records` makes the lines, `relocate` follows outputs to their new place, `continue_session` goes on with a
//! session of an earlier import.

mod continue_session;
mod records;
mod relocate;

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use segue_conversation::file::Artifact;
use segue_conversation::json::{Object, Tape};
use segue_conversation::times::{self, Clock};
use segue_conversation::{Body, Head, Json, Message, Report, Role};

use super::branches::{self, Branches};
use super::lines::Lines;
use super::{ID, place, record, sidecar, stored};
use crate::delivery::{Change, Delivery, Draft};
use crate::essence::Essence;
use crate::platform::{Announce, ImportReceipt, Limits, PlatformError, Target, Writing, Written};
use crate::surroundings::AgentEnv;

/// A session being written.
pub struct Session {
    // Drafts go before the folders they are in.
    drafts: Vec<Draft>,
    side: Option<(String, Draft)>,
    delivery: Delivery,
    lines: Lines,
    folder: PathBuf,
    target: Target,
    title: Option<String>,
    before: Vec<Json>,
    clock: Clock,
    /// The last record of the chain.
    last: Option<String>,
    ids: HashSet<u128>,
    run: u64,
    prompt: Option<String>,
    essence: Essence,
    report: Report,
    /// Calls in branches that were left.
    branches: Branches,
    /// The folders of large outputs: the sender's, which the text names, and ours, which replaces
    /// it.
    outputs: Option<(String, String)>,
    /// The id of the session it came from.
    theirs: String,
    /// Files that have been put beside it.
    delivered: HashSet<String>,
}

impl Session {
    /// Begins a new session, or continues an earlier one.
    pub fn begin(place: &AgentEnv, target: Target, head: &Head) -> Result<Self, PlatformError> {
        let root = place::projects(place);
        let folder = PathBuf::from(place::folder_name(&target.project.to_string_lossy()));
        let session = match &target.onto {
            Some(receipt) => receipt.session_id.clone(),
            None => target.id.to_string(),
        };
        let lines = Lines::new(&session, &target.project, head);
        let mut delivery = Delivery::new(&root, target.dry_run, &target.owner)?;
        let file = folder.join(format!("{session}.jsonl"));
        let (draft, last, run) = match &target.onto {
            Some(receipt) => continue_session::onto(&mut delivery, &root, &file, receipt)?,
            None => (delivery.create(&file)?, None, 0),
        };
        let outputs = head
            .source
            .session_id
            .as_ref()
            .filter(|_| lines.own())
            .map(|theirs| {
                let ours = root.join(&folder).join(&session).join("tool-results");
                (
                    format!("/{theirs}/tool-results/"),
                    format!("{}/", ours.to_string_lossy()),
                )
            });
        Ok(Self {
            delivery,
            drafts: vec![draft],
            side: None,
            folder: folder.join(&session),
            title: target.title.clone().or_else(|| head.title.clone()),
            before: beside_of(head, &lines),
            clock: Clock::new(target.now),
            essence: target.seed.clone(),
            lines,
            target,
            last,
            ids: HashSet::new(),
            run,
            prompt: None,
            report: Report::default(),
            branches: Branches::default(),
            theirs: head.source.session_id.clone().unwrap_or_default(),
            delivered: HashSet::new(),
            outputs,
        })
    }

    fn put(&mut self, line: &str) -> Result<(), PlatformError> {
        let draft = self.drafts.first_mut();
        let written = draft.map_or(Ok(()), |draft| {
            draft.write_all(line.as_bytes())?;
            draft.write_all(b"\n")
        });
        written.map_err(PlatformError::at(&self.folder))
    }

    fn again(&mut self, record: &Json) -> Result<(), PlatformError> {
        let last = self.last.clone();
        let ids = &self.ids;
        let parent = |rebased: String| {
            if ids.contains(&record::number(&rebased)) {
                Some(rebased)
            } else {
                last.clone()
            }
        };
        match self.lines.again(record, parent) {
            Some(line) => {
                if let Some(id) = line_id(&line) {
                    self.ids.insert(record::number(&id));
                    self.branches.met(&line, &id);
                }
                self.put(&line)
            }
            None => {
                self.report
                    .dropped("record", "it is nothing that may be carried");
                Ok(())
            }
        }
    }

    /// Writes the last lines: answers to open calls, the title, and which record is the active
    /// leaf.
    fn close(&mut self) -> Result<(), PlatformError> {
        let now = times::from_millis(self.target.now).unwrap_or_default();
        for (call, parent) in std::mem::take(&mut self.branches).open() {
            let mut text = String::new();
            let mut object = Object::begin(&mut text);
            self.open_record(&mut object, &self.lines.fresh(), Some(&parent), &now);
            object.string("type", "user");
            self.lines.common_members(&mut object, None, &[], false);
            object.raw("message", &branches::no_result(&call));
            object.end();
            self.put(&text)?;
            self.report
                .changed("tool call", "it had no result; it is marked as unanswered");
        }
        if let Some(title) = &self.title {
            let mut text = String::new();
            let mut object = Object::begin(&mut text);
            object
                .string("type", "custom-title")
                .string("customTitle", title)
                .string("sessionId", self.lines.session());
            object.end();
            self.put(&text)?;
        }
        if let Some(leaf) = self.last.clone() {
            let mut text = String::new();
            let mut object = Object::begin(&mut text);
            object
                .string("type", "last-prompt")
                .string("lastPrompt", self.prompt.as_deref().unwrap_or_default())
                .string("leafUuid", &leaf)
                .string("sessionId", self.lines.session());
            object.end();
            self.put(&text)?;
        }
        Ok(())
    }

    fn finish_side(&mut self) -> Result<(), PlatformError> {
        if let Some((_, draft)) = self.side.take() {
            let closed = draft.close().map_err(PlatformError::at(&self.folder))?;
            self.drafts.push(closed);
        }
        Ok(())
    }
}

impl Writing for Session {
    fn artifact(&mut self, artifact: Artifact) -> Result<(), PlatformError> {
        let mut tape = Tape::default();
        let native = artifact
            .native
            .as_ref()
            .and_then(|native| native.open(&mut tape).ok());
        let name = native.and_then(|native| native.string_of("file"));
        let ours = native.is_some_and(|native| native.str_of("platform").as_deref() == Some(ID));
        let Some(name) = name.filter(|name| ours && sidecar::is_safe_name(name)) else {
            self.report
                .dropped("attached file", "Claude Code has no place for it");
            return Ok(());
        };
        if self.target.onto.is_some() {
            self.report
                .dropped(sidecar::kind_of(&name), "the session has its own already");
            return Ok(());
        }
        if self.side.as_ref().is_none_or(|(open, _)| *open != name) {
            self.finish_side()?;
            let path = self.folder.join(Path::new(&name));
            let draft = self.delivery.create(&path)?;
            self.report.kept(sidecar::kind_of(&name));
            self.delivered.insert(name.clone());
            self.side = Some((name, draft));
        }
        let at = PlatformError::at(&self.folder);
        let Some((name, draft)) = &mut self.side else {
            return Ok(());
        };
        // A transcript is records, each of which must be one that may be carried.
        let records = name.ends_with(".jsonl");
        let mut write = || -> std::io::Result<()> {
            for part in &artifact.parts {
                match &part.body {
                    Body::Text(_) | Body::File(_) if records => {}
                    Body::File(_) if sidecar::is_about(name) => {}
                    Body::Text(text) if sidecar::is_about(name) => {
                        let clean = sidecar::without_private(text.clone(), &Limits::default());
                        draft.write_all(clean.unwrap_or_default().as_bytes())?;
                    }
                    Body::Text(text) => draft.write_all(text.as_bytes())?,
                    Body::File(file) => {
                        if let segue_conversation::Data::Base64(data) = &file.data
                            && let Ok(bytes) = data_encoding::BASE64.decode(data.as_bytes())
                        {
                            draft.write_all(&bytes)?;
                        }
                    }
                    Body::Other(json) => {
                        if let Some(line) = self.lines.again(json, Some) {
                            draft.write_all(line.as_bytes())?;
                            draft.write_all(b"\n")?;
                        }
                    }
                    _ => {}
                }
            }
            Ok(())
        };
        write().map_err(at)
    }

    fn message(&mut self, mut message: Message) -> Result<(), PlatformError> {
        self.finish_side()?;
        message.native = message.native.as_ref().map(record::cleaned);
        for part in &mut message.parts {
            part.native = part.native.as_ref().map(record::cleaned);
            if let Some((_, ours)) = &self.outputs {
                stored::restore(part, &self.theirs, ours, |name| {
                    self.delivered.contains(name)
                });
            }
        }
        for record in std::mem::take(&mut self.before) {
            self.again(&record)?;
        }
        let at = times::from_millis(self.clock.next(message.at.as_deref())).unwrap_or_default();
        let at = match &message.at {
            Some(own) if self.lines.own() && message.native.is_some() => own.clone(),
            _ => at,
        };
        let natively = self.lines.own() && message.native.is_some();
        if message.resets && !natively {
            self.boundary(&at)?;
        }
        let words = message.plain_text();
        if message.role == Role::User && !message.is_results() {
            self.run += 1;
            if !message.injected && !words.trim().is_empty() {
                self.prompt = Some(segue_conversation::truncate(&words, 200));
            }
        }
        for part in &message.parts {
            if let Body::Reasoning(words) = &part.body {
                self.reasoning(&words.clone(), &at)?;
            }
        }
        message
            .parts
            .retain(|part| !matches!(part.body, Body::Reasoning(_)));
        if message.parts.is_empty() && !natively {
            return self.after(message);
        }
        self.record(&mut message, &at)?;
        self.essence.add(&message);
        self.after(message)
    }

    fn finish(mut self: Box<Self>, announce: Announce<'_>) -> Result<Written, PlatformError> {
        self.finish_side()?;
        self.close()?;
        let this = *self;
        let session_id = this.lines.session().to_owned();
        let mut tail = String::new();
        let mut object = Object::begin(&mut tail);
        object.maybe("last", this.last.as_deref());
        object.raw("run", &this.run.to_string());
        object.end();
        let receipt = |changes: Vec<Change>| ImportReceipt {
            platform: ID.to_owned(),
            session_id: session_id.clone(),
            project: this.target.project.clone(),
            changes,
            tail: Json::parse(&tail).ok(),
        };
        let changes = this
            .delivery
            .commit(this.drafts, |all| announce(&receipt(all.to_vec())))?;
        Ok(Written {
            receipt: receipt(changes),
            report: this.report,
            essence: this.essence,
        })
    }
}

impl Session {
    fn after(&mut self, message: Message) -> Result<(), PlatformError> {
        for record in &message.beside {
            if self.lines.own() {
                self.again(record)?;
            } else {
                self.report.dropped(
                    "record of the source's screen",
                    "only its own platform shows it",
                );
            }
        }
        Ok(())
    }
}

/// Returns the records that came before the first message.
fn beside_of(head: &Head, lines: &Lines) -> Vec<Json> {
    let Some(native) = head.native.as_ref().filter(|_| lines.own()) else {
        return Vec::new();
    };
    let mut tape = Tape::default();
    native
        .open(&mut tape)
        .ok()
        .and_then(|native| native.get("beside"))
        .map(|beside| beside.items().map(Json::of).collect())
        .unwrap_or_default()
}

fn line_id(line: &str) -> Option<String> {
    let mut tape = Tape::default();
    let limits = segue_conversation::json::JsonLimits::default();
    tape.parse(line.as_bytes(), &limits).ok()?.string_of("uuid")
}
