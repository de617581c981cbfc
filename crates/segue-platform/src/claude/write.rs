//! Messages to a session that Claude Code lists and resumes.
//!
//! ```text
//! artifacts ──▶ <session>/subagents, <session>/tool-results
//! messages ──▶ records in one chain ──▶ <session>.jsonl ──▶ title, active leaf
//! ```

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use segue_conversation::file::Artifact;
use segue_conversation::json::{Object, Tape, Value};
use segue_conversation::times::{self, Clock};
use segue_conversation::{Body, Content, Head, Json, Message, Part, Report, Role};
use uuid::Uuid;

use super::branches::{self, Branches};
use super::lines::Lines;
use super::read::role_name;
use super::{ID, beside, blocks, place, record, twice};
use crate::delivery::{Change, Delivery, Draft};
use crate::essence::Essence;
use crate::open;
use crate::platform::{PlatformError, Receipt, Target, Writing, Written};
use crate::surroundings::Surroundings;

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
    /// Calls of branches that were left.
    branches: Branches,
    /// Folders of large outputs: theirs is replaced by ours in the text.
    outputs: Option<(String, String)>,
}

impl Session {
    /// Begins a new session, or goes on with one.
    pub fn begin(place: &Surroundings, target: Target, head: &Head) -> Result<Self, PlatformError> {
        let root = place::projects(place);
        let folder = PathBuf::from(place::folder_name(&target.project.to_string_lossy()));
        let session = match &target.onto {
            Some(receipt) => receipt.session_id.clone(),
            None => Uuid::new_v4().to_string(),
        };
        let lines = Lines::new(&session, &target.project, head);
        let mut delivery = Delivery::new(&root, target.dry_run)?;
        let file = folder.join(format!("{session}.jsonl"));
        let (draft, last, run) = match &target.onto {
            Some(receipt) => onto(&mut delivery, &root, &file, receipt)?,
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

    /// Begins a record of the chain: members in common, id, parent, time.
    fn open_record(&self, object: &mut Object<'_>, id: &str, parent: Option<&str>, at: &str) {
        match parent {
            Some(parent) => object.string("parentUuid", parent),
            None => object.raw("parentUuid", "null"),
        };
        object
            .string("uuid", id)
            .string("timestamp", at)
            .string("sessionId", self.lines.session());
    }

    /// The note that stands before a summary: the model reads nothing before it.
    fn boundary(&mut self, at: &str) -> Result<(), PlatformError> {
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

    /// Reasoning where people see it and no model reads it: without its signature the vendor would
    /// refuse it as the model's own.
    fn reasoning(&mut self, words: &str, at: &str) -> Result<(), PlatformError> {
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

    fn record(&mut self, message: &mut Message, at: &str) -> Result<(), PlatformError> {
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
            twice::restore(&mut object, twice, message);
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
        self.put(&text)?;
        self.ids.insert(record::number(&id));
        self.last = Some(id);
        Ok(())
    }

    /// What a record of the same platform has beyond the neutral message.
    fn line_members(&self, object: &mut Object<'_>, line: Value<'_>, twice: bool) {
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

    fn inner(
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

    /// The `content` of a message, or nothing when nothing of it has a place here.
    fn content(&mut self, message: &mut Message, string: bool) -> Option<String> {
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
            if matches!(&part.body, Body::Text(text) if text.trim().is_empty()) {
                self.report
                    .dropped("empty text", "the vendor refuses a text without words");
                continue;
            }
            if message.role == Role::Agent
                && let Body::File(file) = &part.body
            {
                let words = format!("[{}]", file.media_type.as_deref().unwrap_or("file"));
                self.report
                    .changed("file", "the agent's file is named in the text");
                part = Part::text(words);
            }
            match blocks::block(&mut part, own, &mut self.report) {
                Some(block) => {
                    if out.len() > 1 {
                        out.push(',');
                    }
                    out.push_str(&block);
                    self.report.kept(part.body.kind());
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

    /// Points the text of a large output's stub to where that output is now.
    fn relocate(&self, part: &mut Part) {
        if self.outputs.is_none() {
            return;
        }
        let change = |text: &mut String| {
            if let Some(new) = self.relocated_text(text) {
                *text = new;
            }
        };
        match &mut part.body {
            Body::Text(text) => change(text),
            Body::Result(result) => {
                for content in &mut result.content {
                    if let Content::Text(text) = content {
                        change(text);
                    }
                }
            }
            _ => {}
        }
    }

    fn relocated(&self, raw: &str) -> String {
        match self.relocated_text(raw) {
            // Only if it is still JSON: a path of theirs may hold what must be escaped.
            Some(new) if Json::parse(&new).is_ok() => new,
            _ => raw.to_owned(),
        }
    }

    fn relocated_text(&self, text: &str) -> Option<String> {
        let (theirs, ours) = self.outputs.as_ref()?;
        let mut out = String::new();
        let mut rest = text;
        while let Some(found) = rest.find(theirs.as_str()) {
            let (before, after) = rest.split_at(found);
            let stops = |c: char| {
                c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | '<' | '>' | ':')
            };
            let start = before.rfind(stops).map_or(0, |at| {
                at + before
                    .get(at..)
                    .and_then(|s| s.chars().next())
                    .map_or(1, char::len_utf8)
            });
            out.push_str(before.get(..start).unwrap_or_default());
            out.push_str(ours);
            rest = after.get(theirs.len()..).unwrap_or_default();
        }
        if out.is_empty() {
            return None;
        }
        out.push_str(rest);
        Some(out)
    }

    /// The last lines: the title, and which record is the active leaf.
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
        let Some(name) = name.filter(|name| ours && beside::is_safe_name(name)) else {
            self.report
                .dropped("attached file", "Claude Code has no place for it");
            return Ok(());
        };
        if self.target.onto.is_some() {
            self.report
                .dropped(beside::kind_of(&name), "the session has its own already");
            return Ok(());
        }
        if self.side.as_ref().is_none_or(|(open, _)| *open != name) {
            self.finish_side()?;
            let path = self.folder.join(Path::new(&name));
            let draft = self.delivery.create(&path)?;
            self.report.kept(beside::kind_of(&name));
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
                self.prompt = Some(segue_conversation::shown(&words, 200));
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

    fn finish(mut self: Box<Self>) -> Result<Written, PlatformError> {
        self.finish_side()?;
        self.close()?;
        let this = *self;
        let session_id = this.lines.session().to_owned();
        let mut tail = String::new();
        let mut object = Object::begin(&mut tail);
        object.maybe("last", this.last.as_deref());
        object.raw("run", &this.run.to_string());
        object.end();
        let changes = this.delivery.commit(this.drafts)?;
        Ok(Written {
            receipt: Receipt {
                platform: ID.to_owned(),
                session_id,
                project: this.target.project,
                changes,
                tail: Json::parse(&tail).ok(),
            },
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

/// Opens the file of an earlier import to go on with it.
fn onto(
    delivery: &mut Delivery,
    root: &Path,
    file: &Path,
    receipt: &Receipt,
) -> Result<(Draft, Option<String>, u64), PlatformError> {
    let path = root.join(file);
    if let Some(holder) = open::holders(&path).first() {
        return Err(PlatformError::Busy(format!(
            "The session is open in {holder}. Close it first."
        )));
    }
    let known = receipt
        .changes
        .iter()
        .rev()
        .find_map(|change| match change {
            Change::File {
                path: at,
                bytes,
                hash,
            }
            | Change::Grown {
                path: at,
                bytes,
                hash,
                ..
            } if *at == path => Some((*bytes, hash.clone())),
            _ => None,
        });
    let Some((bytes, hash)) = known else {
        return Err(PlatformError::NotFound(
            "The earlier import did not write this session.".to_owned(),
        ));
    };
    let mut tape = Tape::default();
    let tail = receipt
        .tail
        .as_ref()
        .and_then(|tail| tail.open(&mut tape).ok());
    let last = tail.and_then(|tail| tail.string_of("last"));
    let run = tail
        .and_then(|tail| tail.get("run"))
        .and_then(|run| u64::try_from(run.integer()?).ok())
        .unwrap_or(0);
    Ok((delivery.grow(file, bytes, &hash)?, last, run))
}

/// Records that stood before the first message.
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

fn is_attached(line: &str) -> bool {
    let mut tape = Tape::default();
    let limits = segue_conversation::json::JsonLimits::default();
    tape.parse(line.as_bytes(), &limits)
        .is_ok_and(|record| record::kind(record) == record::Kind::Attached)
}

fn line_id(line: &str) -> Option<String> {
    let mut tape = Tape::default();
    let limits = segue_conversation::json::JsonLimits::default();
    tape.parse(line.as_bytes(), &limits).ok()?.string_of("uuid")
}
