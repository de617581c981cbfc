//! Reading a session: every line is a message, stands beside one, or stays behind with a reason.

use std::collections::VecDeque;

use segue_conversation::file::Artifact;
use segue_conversation::json::{JsonError, Object, Tape, Value};
use segue_conversation::{Body, Json, Message, Part, Report, Role, times};

use crate::platform::{About, Limits, PlatformError, Reading, Session, State};

use super::compaction::{self, Recent};
use super::items::{self, Taken};
use super::meta::Meta;
use super::privacy::{self, rest};
use super::rollback::Plan;
use super::stream::{self, Walk};
use super::{glance, titles};

/// The kind of line in which we keep Codex's readable reasoning: its own would be sent to the
/// vendor.
pub(super) const REASONING: &str = "segue_reasoning";

/// The member of an event that says it holds reasoning of another platform.
pub(super) const MARK: &str = "segue";

/// The most bytes of records beside one message.
const MOST_BESIDE: usize = 16 << 20;

/// A session being read.
pub(super) struct CodexReading {
    walk: Walk,
    plan: Plan,
    tape: Tape,
    limits: Limits,
    state: Held,
    bytes: u64,
    /// Whether it is one file, all of which is read.
    alone: bool,
    ended: bool,
}

/// Everything gathered so far.
struct Held {
    id: String,
    meta: Option<Meta>,
    title: Option<String>,
    ready: VecDeque<Message>,
    /// The latest message; what follows may still go beside it.
    last: Option<Message>,
    /// Records before the first message.
    before: Vec<Json>,
    beside_bytes: usize,
    /// A compaction that left nothing to read of its own.
    reset: Option<Json>,
    recent: Recent,
    group: Option<String>,
    model: Option<String>,
    /// A search for tools that has no id of its own; its output has none either.
    search: Option<String>,
    at: Option<String>,
    report: Report,
    damaged: u64,
    why: Option<String>,
    live: bool,
}

impl CodexReading {
    pub(super) fn open(session: &Session, limits: &Limits) -> Result<Self, PlatformError> {
        let (segments, missing) = stream::segments(session, limits)?;
        let plan = Plan::make(&segments, limits)?;
        let bytes = segments
            .iter()
            .filter_map(|segment| segment.path.symlink_metadata().ok())
            .map(|about| about.len())
            .sum();
        let alone = segments.len() == 1;
        let mut report = Report::default();
        if let Some(why) = missing {
            report.dropped("beginning of a fork", why);
        } else if segments.len() > 1 {
            report.changed(
                "fork",
                "its beginning stands in the same conversation now, not in another session",
            );
        }
        Ok(Self {
            walk: Walk::new(segments, limits),
            plan,
            tape: Tape::default(),
            limits: *limits,
            bytes,
            alone,
            ended: false,
            state: Held {
                title: titles::of(session),
                id: session.id.clone(),
                meta: None,
                ready: VecDeque::new(),
                last: None,
                before: Vec::new(),
                beside_bytes: 0,
                reset: None,
                recent: Recent::default(),
                group: None,
                model: None,
                search: None,
                at: None,
                damaged: u64::from(missing.is_some()),
                why: missing.map(str::to_owned),
                report,
                live: false,
            },
        })
    }

    /// Reads one more line; returns false after the last.
    fn step(&mut self) -> Result<bool, PlatformError> {
        let Some(met) = self.walk.next()? else {
            if self.alone && self.walk.taken() < self.bytes {
                self.state.damage("it became shorter while it was read");
            }
            return Ok(false);
        };
        if met.index as usize >= self.limits.records {
            self.state
                .damage("there are more records than can be taken");
            return Ok(false);
        }
        if met.oversize {
            self.state.damage("a record is larger than can be taken");
            return Ok(true);
        }
        if met.bytes.trim_ascii().is_empty() {
            return Ok(true);
        }
        let line = match self.tape.parse(met.bytes, &self.limits.json) {
            Ok(line) if line.is_object() => line,
            Ok(_) => {
                self.state.damage("a record is not an object");
                return Ok(true);
            }
            Err(JsonError::Torn) if !met.ended => {
                self.state.live = true;
                return Ok(true);
            }
            Err(error) => {
                self.state.damage(&error.to_string());
                return Ok(true);
            }
        };
        if met.before_fork && line.str_of("type").as_deref() == Some("session_meta") {
            return Ok(true);
        }
        if self.plan.is_gone(met.index) {
            self.state.beside(line);
        } else {
            self.state.record(line, met.index);
        }
        Ok(true)
    }
}

impl Held {
    fn damage(&mut self, why: &str) {
        self.damaged += 1;
        self.why.get_or_insert_with(|| why.to_owned());
        self.report.dropped("damaged record", why);
    }

    fn record(&mut self, line: Value<'_>, index: u64) {
        self.at = line
            .str_of("timestamp")
            .and_then(|at| times::normal(&at))
            .or(self.at.take());
        let Some(payload) = line.get("payload") else {
            return self.beside(line);
        };
        match line.str_of("type").as_deref() {
            Some("session_meta") if self.meta.is_none() => self.meta = Some(Meta::of(payload)),
            Some("response_item" | REASONING) => self.item(line, payload, index),
            Some("inter_agent_communication") => self.other_agent(line, payload, index),
            Some("compacted") => self.compacted(payload, index),
            Some("turn_context") => {
                self.model = payload.string_of("model").or(self.model.take());
                self.beside(line);
            }
            Some("event_msg") if payload.str_of(MARK).as_deref() == Some("reasoning") => {
                if let Some(text) = payload.string_of("text") {
                    let parts = vec![Part::new(Body::Reasoning(text))];
                    self.report.kept("reasoning");
                    self.push(Message::new(format!("record-{index}"), Role::Agent, parts));
                }
            }
            _ => self.beside(line),
        }
    }

    fn item(&mut self, line: Value<'_>, item: Value<'_>, index: u64) {
        let name = format!("record-{index}");
        match items::take(item, &name, &mut self.report) {
            Taken::Unknown => self.beside(line),
            Taken::Left => {}
            Taken::Message(said) => {
                let mut message = Message::new(name, said.role, said.parts);
                message.injected = said.injected;
                message.native = native(line, said.item.as_ref(), None);
                if item.str_of("call_id").is_none() {
                    self.pair_search(item, &mut message);
                }
                self.push(message);
            }
        }
    }

    /// Links a search for tools that ran on the vendor's side with its output.
    fn pair_search(&mut self, item: Value<'_>, message: &mut Message) {
        let kind = item.str_of("type").unwrap_or_default();
        match message.parts.first_mut().map(|part| &mut part.body) {
            Some(Body::Call(call)) if kind == "tool_search_call" => {
                self.search = Some(call.id.clone());
            }
            Some(Body::Result(result)) if kind == "tool_search_output" => {
                if let Some(call) = self.search.take() {
                    result.call = call;
                }
            }
            _ => {}
        }
    }

    fn other_agent(&mut self, line: Value<'_>, payload: Value<'_>, index: u64) {
        let text = payload
            .string_of("content")
            .filter(|text| !text.trim().is_empty());
        let Some(text) = text else {
            self.report.dropped(
                "encrypted content",
                "it can only be read for the sender's account",
            );
            return;
        };
        self.report.kept("text");
        let mut message = Message::text(format!("record-{index}"), Role::User, text);
        message.injected = true;
        let kept = rest(payload, &["content"]);
        message.native = native(line, Some(&kept), Some("inter_agent_communication"));
        self.push(message);
    }

    fn compacted(&mut self, payload: Value<'_>, index: u64) {
        let taken = compaction::take(payload, index, &self.recent, &mut self.report);
        let Some(taken) = taken else { return };
        self.report.kept("compaction");
        self.recent.clear();
        self.group = None;
        self.reset = Some(taken.record);
        for message in taken.messages {
            self.push(message);
        }
    }

    /// Passes a message on; the one before it is complete by now.
    fn push(&mut self, mut message: Message) {
        if let Some(record) = self.reset.take() {
            message.resets = true;
            message.native = compaction::marked(message.native.as_ref(), &record);
        }
        message.at = self.at.clone();
        self.recent.add(&message);
        match message.role {
            Role::User => self.group = None,
            Role::Agent => {
                message.model = self.model.clone();
                let group = || message.id.replacen("record", "answer", 1);
                message.group = Some(self.group.get_or_insert_with(group).clone());
            }
        }
        if self.title.is_none() && message.role == Role::User && !message.injected {
            self.title = glance::title(&message.plain_text());
        }
        self.beside_bytes = 0;
        self.ready.extend(self.last.replace(message));
    }

    fn beside(&mut self, line: Value<'_>) {
        let kept = match privacy::beside(line) {
            Ok(kept) => kept,
            Err((kind, why)) => return self.report.dropped(kind, why),
        };
        self.beside_bytes += kept.text().len();
        if self.beside_bytes > MOST_BESIDE {
            self.report
                .dropped("record beside a message", "there are too many after one");
            return;
        }
        self.report.kept("record beside a message");
        match &mut self.last {
            Some(last) => last.beside.push(kept),
            None => self.before.push(kept),
        }
    }
}

/// Collects what a line has beyond its item, with what the item has beyond the message.
fn native(line: Value<'_>, item: Option<&Json>, kind: Option<&str>) -> Option<Json> {
    let more = rest(line, &["timestamp", "ordinal", "type", "payload"]);
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    if let Some(item) = item {
        object.raw("item", item.text());
    }
    if !more.is_empty_object() {
        object.raw("line", more.text());
    }
    object.maybe("kind", kind);
    object.end();
    Json::parse(&text).ok()
}

impl Reading for CodexReading {
    fn about(&self) -> About {
        let held = &self.state;
        let mut native = String::new();
        let mut object = Object::begin(&mut native);
        if !held.before.is_empty() {
            let list: Vec<&str> = held.before.iter().map(Json::text).collect();
            object.raw("beside", &format!("[{}]", list.join(",")));
        }
        if let Some(meta) = &held.meta {
            object.raw("meta", meta.kept.text());
        }
        object.string("platform", super::ID);
        object.end();
        About {
            session_id: held.id.clone(),
            title: held.title.clone(),
            project: held.meta.as_ref().map(|meta| meta.project.clone()),
            version: held.meta.as_ref().and_then(|meta| meta.version.clone()),
            native: Json::parse(&native).ok(),
            state: Some(match &held.why {
                Some(why) => State::Partly {
                    damaged: held.damaged,
                    why: why.clone(),
                },
                None if held.live => State::Live,
                None => State::Whole,
            }),
        }
    }

    fn artifact(&mut self) -> Result<Option<Artifact>, PlatformError> {
        Ok(None)
    }

    fn message(&mut self) -> Result<Option<Message>, PlatformError> {
        loop {
            if let Some(message) = self.state.ready.pop_front() {
                return Ok(Some(message));
            }
            if self.ended {
                return Ok(None);
            }
            if !self.step()? {
                self.ended = true;
                if self.walk.was_cut() {
                    self.state
                        .damage("the packed file holds more than can be taken");
                }
                if self.state.reset.take().is_some() {
                    self.state
                        .report
                        .dropped("compaction", "nothing follows it that a model could read");
                }
                let last = self.state.last.take();
                self.state.ready.extend(last);
            }
        }
    }

    fn report(&self) -> &Report {
        &self.state.report
    }

    fn progress(&self) -> (u64, u64) {
        (self.walk.taken().min(self.bytes), self.bytes)
    }
}
