//! Writing a session: one rollout file that Codex lists and resumes, and its name in the index.
//!
//! ```text
//! message ──records──▶ lines (time, kind) ──▶ Draft ──commit──▶ rollout-….jsonl
//!    resets ──▶ `compacted`: the model reads only what follows, the rest stays in the file
//! ```

use std::io::Write as _;
use std::path::{Path, PathBuf};

use segue_conversation::file::Artifact;
use segue_conversation::json::{Object, Tape, Value};
use segue_conversation::{Body, Head, Json, Message, Report, Role, times};

use crate::delivery::{Change, Delivery, Draft};
use crate::essence::Essence;
use crate::open;
use crate::paths::replace_folder;
use crate::platform::{PlatformError, Receipt, Target, Writing, Written};
use crate::project;
use crate::surroundings::Surroundings;

use super::compaction::{self, Recent};
use super::restore::{self, Calls, Record, add};
use super::screen::{self, Screen};
use super::{ID, places, privacy, titles};

/// The version written when the conversation does not come from Codex.
const VERSION: &str = "0.166.0";

/// A session being written.
pub(super) struct CodexWriting {
    delivery: Delivery,
    draft: Draft,
    root: PathBuf,
    target: Target,
    id: String,
    /// The conversation comes from Codex: its own records are used.
    own: bool,
    head: Option<Opening>,
    /// The sender's id and folder, for records that name them.
    theirs: (Option<String>, Option<String>),
    title: Option<String>,
    clock: times::Clock,
    screen: Screen,
    calls: Calls,
    recent: Recent,
    collecting: Option<Collecting>,
    report: Report,
    essence: Essence,
}

/// What the first line says, until it is written.
struct Opening {
    meta: String,
    beside: Vec<Json>,
}

/// A compaction whose messages are still coming.
struct Collecting {
    record: Json,
    left: u64,
    items: Vec<String>,
    notes: Vec<Option<String>>,
    messages: Vec<Message>,
    at: Option<String>,
}

impl CodexWriting {
    pub(super) fn begin(
        place: &Surroundings,
        target: Target,
        head: &Head,
    ) -> Result<Self, PlatformError> {
        let root = places::root(place);
        if place.folder("CODEX_HOME").is_some() && !root.is_dir() {
            return Err(PlatformError::NotFound(
                "CODEX_HOME names a folder that is not there. Codex itself would refuse it too."
                    .to_owned(),
            ));
        }
        let own = head.source.platform == ID;
        let mut tape = Tape::default();
        let native = head.native.as_ref().filter(|_| own);
        let native = native.and_then(|native| native.open(&mut tape).ok());
        let tail = target
            .onto
            .as_ref()
            .and_then(|receipt| receipt.tail.clone());
        let mut tail_tape = Tape::default();
        let tail = tail
            .as_ref()
            .and_then(|tail| tail.open(&mut tail_tape).ok());
        let id = match &target.onto {
            Some(receipt) => receipt.session_id.clone(),
            None => uuid::Uuid::new_v4().to_string(),
        };
        let mut delivery = Delivery::new(&root, target.dry_run)?;
        let draft = match &target.onto {
            Some(receipt) => grown(&mut delivery, &root, receipt)?,
            None => delivery.create(&file_name(place, target.now, &id))?,
        };
        let opening = target.onto.is_none().then(|| Opening {
            meta: meta(&id, &target, head, native),
            beside: native
                .and_then(|native| native.get("beside"))
                .map(|list| list.items().map(Json::of).collect())
                .unwrap_or_default(),
        });
        let mut screen = Screen::default();
        screen.listed = opening.is_none();
        let mut clock = times::Clock::new(target.now);
        if let Some(last) = tail.and_then(|tail| tail.string_of("at")) {
            clock.next(Some(&last));
        }
        let project = head.project.as_ref();
        let title = target.title.as_ref().or(head.title.as_ref());
        Ok(Self {
            title: title
                .map(|title| titles::clean(title))
                .filter(|title| !title.is_empty() && target.onto.is_none()),
            theirs: (
                head.source.session_id.clone().filter(|id| id.len() == 36),
                project.and_then(|project| project.path.clone()),
            ),
            clock,
            essence: target.seed.clone(),
            head: opening,
            delivery,
            draft,
            root,
            target,
            id,
            own,
            screen,
            calls: Calls::default(),
            recent: Recent::default(),
            collecting: None,
            report: Report::default(),
        })
    }

    fn put(
        &mut self,
        at: Option<&str>,
        kind: &str,
        payload: &str,
        more: Option<Value<'_>>,
    ) -> Result<(), PlatformError> {
        let at = times::from_millis(self.clock.next(at)).unwrap_or_default();
        let mut line = String::with_capacity(payload.len() + 120);
        let mut object = Object::begin(&mut line);
        object.string("timestamp", &at);
        object.string("type", kind).raw("payload", payload);
        add(
            &mut object,
            more,
            &["timestamp", "ordinal", "type", "payload"],
        );
        object.end();
        line.push('\n');
        self.draft
            .write_all(line.as_bytes())
            .map_err(PlatformError::at(&self.root))
    }

    /// Writes what stands before the first message.
    fn open(&mut self, first: Option<&Message>) -> Result<(), PlatformError> {
        let Some(opening) = self.head.take() else {
            return Ok(());
        };
        let mut at = first.and_then(|message| message.at.clone());
        // A record before the first message is older than it.
        if let Some(line) = opening.beside.first() {
            let mut tape = Tape::default();
            let time = line
                .open(&mut tape)
                .ok()
                .and_then(|l| l.string_of("timestamp"));
            at = time.filter(|time| times::to_millis(time).is_some()).or(at);
        }
        self.put(at.as_deref(), "session_meta", &opening.meta, None)?;
        self.beside(&opening.beside)?;
        let speaks = first.is_some_and(|message| {
            let said = |body: &Body| matches!(body, Body::Text(_) | Body::File(_));
            message.role == Role::User
                && !message.injected
                && message.parts.iter().any(|part| said(&part.body))
        });
        if !speaks && !self.screen.listed {
            // Codex lists a thread by the first words of a person near its beginning.
            let words = self.title.clone();
            let words = words.unwrap_or_else(|| "A conversation handed over with Segue".to_owned());
            let event = screen::words(Role::User, &words);
            self.screen.listed = true;
            self.put(at.as_deref(), "event_msg", &event, None)?;
        }
        Ok(())
    }

    /// Writes records of Codex that are no messages, with our id and folder in them.
    fn beside(&mut self, lines: &[Json]) -> Result<(), PlatformError> {
        for line in lines {
            let mut tape = Tape::default();
            let Ok(value) = line.open(&mut tape) else {
                continue;
            };
            let kept = match privacy::beside(value) {
                Ok(kept) => self.ours(kept),
                Err((kind, why)) => {
                    self.report.dropped(kind, why);
                    continue;
                }
            };
            let mut tape = Tape::default();
            let Ok(value) = kept.open(&mut tape) else {
                continue;
            };
            let (Some(kind), Some(payload)) = (value.str_of("type"), value.get("payload")) else {
                self.report
                    .dropped("record beside a message", "it has no kind or no content");
                continue;
            };
            self.screen.met(&kept);
            let at = value.string_of("timestamp");
            self.put(at.as_deref(), &kind, payload.raw(), Some(value))?;
            self.report.kept("record beside a message");
        }
        Ok(())
    }

    /// A record with the receiver's thread and folder instead of the sender's.
    fn ours(&self, line: Json) -> Json {
        let mut text = line.text().to_owned();
        if let Some(theirs) = &self.theirs.0
            && text.contains(theirs.as_str())
        {
            text = text.replace(theirs.as_str(), &self.id);
        }
        let Ok(line) = Json::parse(&text) else {
            return line;
        };
        let (Some(folder), true) = (&self.theirs.1, text.contains("\"cwd\"")) else {
            return line;
        };
        let mut tape = Tape::default();
        let mut out = String::with_capacity(text.len());
        if let Ok(value) = line.open(&mut tape) {
            rebased(value, folder, &self.target.project, &mut out);
        }
        Json::parse(&out).unwrap_or(line)
    }

    /// Writes `compacted` for the messages gathered.
    fn flush(&mut self) -> Result<(), PlatformError> {
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

    /// Whether a message belongs into the `compacted` record being gathered; begins one if it must.
    fn compaction(&mut self, message: &Message) -> Result<bool, PlatformError> {
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

impl Writing for CodexWriting {
    fn artifact(&mut self, _artifact: Artifact) -> Result<(), PlatformError> {
        self.report.dropped(
            "file beside the conversation",
            "Codex has no place for it in a session",
        );
        Ok(())
    }

    fn message(&mut self, message: Message) -> Result<(), PlatformError> {
        self.open(Some(&message))?;
        let gathered = self.compaction(&message)?;
        let at = message.at.clone();
        let (records, message) =
            restore::records(message, self.own, &mut self.calls, &mut self.report);
        self.essence.add(&message);
        let mut tape = Tape::default();
        let native = message.native.as_ref().filter(|_| self.own);
        let native = native.and_then(|native| native.open(&mut tape).ok());
        if gathered && let Some(collecting) = &mut self.collecting {
            let note = native
                .and_then(|native| native.get("metadata"))
                .map(|note| note.raw().to_owned());
            for record in records {
                if let Record::Item(item) = record {
                    collecting.items.push(item);
                    collecting.notes.push(note.clone());
                }
            }
            collecting.left = collecting.left.saturating_sub(1);
            let full = collecting.left == 0;
            let beside = message.beside.clone();
            collecting.messages.push(message);
            if full || !beside.is_empty() {
                self.flush()?;
            }
            return self.beside(&beside);
        }
        self.recent.add(&message);
        let line = native.and_then(|native| native.get("line"));
        let event = self.screen.event(&message);
        let items = records.len();
        for record in records {
            match record {
                Record::Item(item) => self.put(at.as_deref(), "response_item", &item, line)?,
                Record::Line(kind, payload) => self.put(at.as_deref(), kind, &payload, line)?,
                Record::Thought(text) => {
                    let event = screen::thought(&text);
                    self.put(at.as_deref(), "event_msg", &event, None)?;
                }
            }
        }
        if let Some(event) = event.filter(|_| items > 0) {
            self.put(at.as_deref(), "event_msg", &event, None)?;
        }
        if self.own {
            self.beside(&message.beside)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Written, PlatformError> {
        self.open(None)?;
        self.flush()?;
        let now = times::from_millis(self.target.now).unwrap_or_default();
        let last = times::from_millis(self.clock.next(None)).unwrap_or_default();
        let Self {
            mut delivery,
            draft,
            root,
            target,
            id,
            title,
            report,
            essence,
            ..
        } = *self;
        if let Some(title) = title {
            let path = root.join(titles::INDEX);
            let line = titles::line(&id, &title, &now);
            if !delivery.is_dry_run() {
                titles::append(&path, &line).map_err(PlatformError::at(&path))?;
            }
            delivery.note(Change::Line { path, line });
        }
        let changes = delivery.commit(vec![draft])?;
        let mut tail = String::new();
        let mut object = Object::begin(&mut tail);
        object.string("at", &last);
        object.end();
        Ok(Written {
            receipt: Receipt {
                platform: ID.to_owned(),
                session_id: id,
                project: target.project,
                changes,
                tail: Json::parse(&tail).ok(),
            },
            report,
            essence,
        })
    }
}

/// The longer form of a file we wrote, if nobody used it since.
fn grown(delivery: &mut Delivery, root: &Path, receipt: &Receipt) -> Result<Draft, PlatformError> {
    let made = receipt
        .changes
        .iter()
        .rev()
        .find_map(|change| match change {
            Change::File { path, bytes, hash }
            | Change::Grown {
                path, bytes, hash, ..
            } => Some((path, *bytes, hash)),
            _ => None,
        });
    let Some((path, bytes, hash)) = made else {
        return Err(PlatformError::NotFound(
            "The receipt names no session file.".to_owned(),
        ));
    };
    if let Some(holder) = open::holders(path).first() {
        return Err(PlatformError::Busy(format!(
            "The session is open in {holder}. Close it first."
        )));
    }
    let relative = path.strip_prefix(root).map_err(|_| {
        PlatformError::NotFound("The session is not where Codex looks for it now.".to_owned())
    })?;
    delivery.grow(relative, bytes, hash)
}

/// Where Codex would put a thread begun now, by the person's own clock.
fn file_name(place: &Surroundings, now: i64, id: &str) -> PathBuf {
    let zone = place
        .var("TZ")
        .and_then(|name| jiff::tz::TimeZone::get(name.to_str()?).ok())
        .unwrap_or_else(jiff::tz::TimeZone::system);
    let time = jiff::Timestamp::from_millisecond(now)
        .unwrap_or_default()
        .to_zoned(zone);
    let folder = time.strftime("%Y/%m/%d").to_string();
    let name = format!("rollout-{}-{id}.jsonl", time.strftime("%Y-%m-%dT%H-%M-%S"));
    Path::new("sessions").join(folder).join(name)
}

/// The first line's content: ours, but for what belongs to the conversation.
fn meta(id: &str, target: &Target, head: &Head, native: Option<Value<'_>>) -> String {
    let here = project::describe(&target.project);
    let version = head
        .source
        .version
        .as_deref()
        .filter(|version| head.source.platform == ID && places::looks_like_a_version(version));
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    object.string("session_id", id).string("id", id);
    let now = times::from_millis(target.now).unwrap_or_default();
    object.string("timestamp", &now);
    object.string("cwd", &target.project.to_string_lossy());
    object.string("originator", "segue");
    object.string("cli_version", version.unwrap_or(VERSION));
    object.string("source", "cli");
    let window = native
        .and_then(|native| native.get("meta"))
        .and_then(|meta| meta.get("context_window"));
    if let Some(window) = window.filter(Value::is_object) {
        object.raw("context_window", window.raw());
    }
    if here.remote.is_some() || here.branch.is_some() || here.commit.is_some() {
        let mut git = Object::begin(object.key("git"));
        git.maybe("commit_hash", here.commit.as_deref());
        git.maybe("branch", here.branch.as_deref());
        git.maybe("repository_url", here.remote.as_deref());
        git.end();
    }
    object.end();
    out
}

/// Appends a value with the sender's folder replaced in every `cwd`. Its depth is bounded.
fn rebased(value: Value<'_>, from: &str, to: &Path, out: &mut String) {
    if value.is_object() {
        let mut object = Object::begin(out);
        for (key, member) in value.entries() {
            match member.string().filter(|_| key == "cwd") {
                Some(folder) => {
                    let (scheme, plain) = match folder.strip_prefix("file://") {
                        Some(plain) => ("file://", plain),
                        None => ("", folder.as_str()),
                    };
                    let mapped = replace_folder(plain, from, &to.to_string_lossy()).into_owned();
                    object.string(&key, &format!("{scheme}{mapped}"));
                }
                None => rebased(member, from, to, object.key(&key)),
            }
        }
        object.end();
    } else if value.raw().starts_with('[') {
        out.push('[');
        for (index, item) in value.items().enumerate() {
            if index > 0 {
                out.push(',');
            }
            rebased(item, from, to, out);
        }
        out.push(']');
    } else {
        out.push_str(value.raw());
    }
}
