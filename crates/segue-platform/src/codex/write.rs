//! Writing a session: one rollout file that Codex lists and resumes, and its name in the index.
//!
//! ```text
//! message ──records──▶ lines (time, kind) ──▶ Draft ──commit──▶ rollout-….jsonl
//!    resets ──▶ `compacted`: the model reads only what follows, the rest stays in the file
//! ```

use std::io::Write as _;
use std::path::PathBuf;

use segue_conversation::file::Artifact;
use segue_conversation::json::{Object, Tape, Value};
use segue_conversation::{Body, Head, Json, Message, Report, Role, times};

use crate::delivery::{Change, Delivery, Draft};
use crate::essence::Essence;
use crate::platform::{Announce, ImportReceipt, PlatformError, Target, Writing, Written};
use crate::surroundings::AgentEnv;

use super::calls::Calls;
use super::compaction::Recent;
use super::gather::Collecting;
use super::rebase::Theirs;
use super::restore::{self, Record, add};
use super::screen::{self, Screen};
use super::{ID, places, privacy, rollout, titles};

/// A session being written.
pub(super) struct CodexWriting {
    // Drafts go before the folders they are in.
    draft: Draft,
    delivery: Delivery,
    root: PathBuf,
    pub(super) target: Target,
    id: String,
    /// Whether the conversation comes from Codex, whose own records are then used.
    pub(super) own: bool,
    head: Option<Opening>,
    theirs: Theirs,
    title: Option<String>,
    clock: times::Clock,
    screen: Screen,
    calls: Calls,
    pub(super) recent: Recent,
    pub(super) collecting: Option<Collecting>,
    pub(super) report: Report,
    essence: Essence,
}

/// What precedes the first message, until it is written.
struct Opening {
    meta: String,
    beside: Vec<Json>,
}

impl CodexWriting {
    pub(super) fn begin(
        place: &AgentEnv,
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
        let native = native.map(privacy::cleaned);
        let native = native
            .as_ref()
            .and_then(|native| native.open(&mut tape).ok());
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
            None => target.id.to_string(),
        };
        let mut delivery = Delivery::new(&root, target.dry_run, &target.owner)?;
        let draft = match &target.onto {
            Some(receipt) => rollout::grown(&mut delivery, &root, receipt)?,
            None => delivery.create(&rollout::file_name(place, target.now, &id))?,
        };
        let opening = target.onto.is_none().then(|| Opening {
            meta: rollout::meta(&id, &target, head, native),
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
        let title = target.title.as_ref().or(head.title.as_ref());
        Ok(Self {
            title: title
                .map(|title| titles::clean(title))
                .filter(|title| !title.is_empty() && target.onto.is_none()),
            theirs: Theirs::new(head),
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

    pub(super) fn put(
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

    /// Writes what precedes the first message.
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
                Ok(kept) => self.theirs.to_ours(kept, &self.id, &self.target.project),
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
}

impl Writing for CodexWriting {
    fn artifact(&mut self, _artifact: Artifact) -> Result<(), PlatformError> {
        self.report.dropped(
            "file beside the conversation",
            "Codex has no place for it in a session",
        );
        Ok(())
    }

    fn message(&mut self, mut message: Message) -> Result<(), PlatformError> {
        message.native = message.native.as_ref().map(privacy::cleaned);
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
            let beside = message.beside.clone();
            let full = collecting.take(records, message, note);
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

    fn finish(mut self: Box<Self>, announce: Announce<'_>) -> Result<Written, PlatformError> {
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
        let mut tail = String::new();
        let mut object = Object::begin(&mut tail);
        object.string("at", &last);
        object.end();
        let receipt = |changes: Vec<Change>| ImportReceipt {
            platform: ID.to_owned(),
            session_id: id.clone(),
            project: target.project.clone(),
            changes,
            tail: Json::parse(&tail).ok(),
        };
        let listed = title.map(|title| {
            let path = root.join(titles::INDEX);
            let line = titles::line(&id, &title, &now);
            (path, line)
        });
        if let Some((path, line)) = listed.clone() {
            delivery.note(Change::Line { path, line });
        }
        let dry_run = delivery.is_dry_run();
        let changes = delivery.commit(vec![draft], |all| {
            announce(&receipt(all.to_vec()))?;
            match &listed {
                Some((path, line)) if !dry_run => {
                    titles::append(path, line).map_err(PlatformError::at(path))
                }
                _ => Ok(()),
            }
        })?;
        Ok(Written {
            receipt: receipt(changes),
            report,
            essence,
        })
    }
}
