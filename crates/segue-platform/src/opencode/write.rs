//! Writing a session: messages gather into stored ones, which are held until all can go in.
//!
//! ```text
//! words, calls ─┐
//! results ──────┴▶ Draft ──flush──▶ put (a compaction waits for the turns it kept) ──▶ Put ──▶ Stage
//! ```

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use segue_conversation::file::Artifact;
use segue_conversation::{Body, Head, Json, Message, Part, Report, Role, ToolResult, times};
use serde_json::{Value, json};

use super::compose::{self, object, step};
use super::native::{Native, Object, inner, text};
use super::put::Put;
use super::summary::Summary;
use super::{ID, database, neutral, place, receiver, rows, shape, tool};
use crate::essence::Essence;
use crate::open;
use crate::platform::{Announce, PlatformError, Target, Writing, Written};
use crate::surroundings::AgentEnv;

/// A session being written.
pub(super) struct Write {
    put: Put,
    path: PathBuf,
    target: Target,
    own: bool,
    draft: Option<Draft>,
    held: Vec<Native>,
    summary: Summary,
    essence: Essence,
    report: Report,
}

/// An answer of the model whose results may still come.
#[derive(Default)]
struct Draft {
    native: Native,
    open: HashMap<String, usize>,
    /// What was said and answered at each part, as it will be read back.
    said: BTreeMap<usize, Part>,
    results: BTreeMap<usize, Part>,
    group: Option<String>,
    answered: bool,
    tail: bool,
}

/// Begins a session, or continues one. Fails if OpenCode was never started here, or is running
/// while one of its sessions is to be continued.
pub(super) fn begin(place: &AgentEnv, target: Target, head: &Head) -> Result<Write, PlatformError> {
    let never = || {
        PlatformError::NotFound(
            "OpenCode has no sessions here yet. Start OpenCode once, then import again.".to_owned(),
        )
    };
    let path = match &target.onto {
        Some(receipt) => receipt
            .changes
            .last()
            .map(|change| change.path().to_owned()),
        None => place::main_database(place),
    };
    let path = path.filter(|path| path.exists()).ok_or_else(never)?;
    if target.onto.is_some()
        && let Some(holder) = open::holders(&path).first()
    {
        return Err(PlatformError::Busy(format!(
            "OpenCode is running ({holder}). Close it, then go on."
        )));
    }
    let connection = if target.dry_run {
        database::read(&path)?
    } else {
        database::write(&path)?
    };
    database::check_schema(&connection)?;
    let receiver = receiver::look(&connection, &target.project)?;
    let stage = rows::Stage::new(connection, target.dry_run)?;
    let own = head.source.platform == ID;
    let native = own.then(|| object(head.native.as_ref())).flatten();
    let session = native.as_ref().and_then(|native| inner(native, "session"));
    let title = target.title.clone().or_else(|| head.title.clone());
    let put = Put::new(stage, receiver, &target, title, session, head)?;
    let mut write = Write {
        put,
        path,
        own,
        draft: None,
        held: Vec::new(),
        summary: Summary::default(),
        essence: target.seed.clone(),
        report: Report::default(),
        target,
    };
    let beside = native.as_ref().and_then(|native| native.get("beside"));
    for record in beside.and_then(Value::as_array).into_iter().flatten() {
        if let Ok(json) = Json::from_serde(record) {
            write.beside(&json)?;
        }
    }
    Ok(write)
}

impl Write {
    fn say(&mut self, message: Message) -> Result<(), PlatformError> {
        match message.role {
            Role::Agent => self.agent(message),
            Role::User => self.user(message),
        }
    }

    fn agent(&mut self, mut message: Message) -> Result<(), PlatformError> {
        let native = self.native(&message);
        let joins = self.draft.as_ref().is_some_and(|draft| {
            let same = draft.group.is_some() && draft.group == message.group;
            !draft.open.is_empty() || (same && (self.own || !draft.answered))
        });
        if !joins {
            self.flush()?;
            if message.resets {
                self.compaction()?;
            }
        }
        let mut draft = match self.draft.take() {
            Some(draft) => draft,
            None => self.begin_draft(&message, native.as_ref()),
        };
        let mut order = order(native.as_ref());
        for part in std::mem::take(&mut message.parts) {
            self.silent(&mut order, &mut draft.native.parts, true);
            if self.own
                && matches!(part.body, Body::Reasoning(_))
                && !self.put.is_same_model(&draft.native.info)
            {
                let why = "OpenCode would show it to another model as ordinary words";
                self.report.dropped("reasoning", why);
                continue;
            }
            let Some(composed) = compose::part(part, self.own, &mut self.report) else {
                continue;
            };
            let stored = composed.stored;
            let says = matches!(text(&stored, "type"), Some("text" | "tool"));
            if !self.own && says && needs_step(&draft.native.parts, &stored) {
                draft.native.parts.push(step());
            }
            let place = draft.native.parts.len();
            if let Body::Call(call) = &composed.read.body {
                draft.open.insert(call.id.clone(), place);
            }
            draft.native.parts.push(stored);
            draft.said.insert(place, composed.read);
        }
        self.silent(&mut order, &mut draft.native.parts, true);
        self.draft = Some(draft);
        Ok(())
    }

    fn begin_draft(&mut self, message: &Message, native: Option<&Object>) -> Draft {
        let mut info = native
            .and_then(|native| inner(native, "info"))
            .cloned()
            .unwrap_or_default();
        info.insert("role".to_owned(), "assistant".into());
        if native.is_none() {
            let model = message.model.as_deref().unwrap_or("unknown");
            info.insert("modelID".to_owned(), model.into());
            info.insert("providerID".to_owned(), "imported".into());
            let calls = |part: &Part| matches!(part.body, Body::Call(_));
            let finish = if message.parts.iter().any(calls) {
                "tool-calls"
            } else {
                "stop"
            };
            info.insert("finish".to_owned(), finish.into());
            if message.resets {
                info.insert("summary".to_owned(), true.into());
                info.insert("mode".to_owned(), "compaction".into());
                info.insert("agent".to_owned(), "compaction".into());
            }
        }
        Draft {
            native: self.begin_native(message, native, info),
            group: message.group.clone(),
            tail: is_tail(native),
            ..Draft::default()
        }
    }

    fn begin_native(&self, message: &Message, native: Option<&Object>, info: Object) -> Native {
        let at = message.at.as_deref().and_then(times::to_millis);
        Native {
            id: native
                .and_then(|native| text(native, "id"))
                .unwrap_or_default()
                .to_owned(),
            // Without a time of its own it takes the one before it.
            created: at.unwrap_or(i64::MIN),
            info,
            parts: Vec::new(),
        }
    }

    fn user(&mut self, mut message: Message) -> Result<(), PlatformError> {
        let native = self.native(&message);
        let mut said = Vec::new();
        for part in std::mem::take(&mut message.parts) {
            match part.body {
                Body::Result(result) => {
                    let own = self.own.then(|| object(part.native.as_ref())).flatten();
                    let result = compose::result(result, &mut self.report);
                    if let Err(result) = self.answer(result, own) {
                        said.push(Part::text(result.plain_text()));
                    }
                }
                _ => said.push(part),
            }
        }
        if said.is_empty() {
            return Ok(());
        }
        self.flush()?;
        let info = native
            .as_ref()
            .and_then(|native| inner(native, "info"))
            .cloned();
        let mut info = info.unwrap_or_default();
        info.insert("role".to_owned(), "user".into());
        let mut stored = self.begin_native(&message, native.as_ref(), info);
        let mut order = order(native.as_ref());
        let mut read = Vec::new();
        for part in said {
            self.silent(&mut order, &mut stored.parts, false);
            if let Some(mut composed) = compose::part(part, self.own, &mut self.report) {
                if message.injected && text(&composed.stored, "type") == Some("text") {
                    composed.stored.insert("synthetic".to_owned(), true.into());
                }
                stored.parts.push(composed.stored);
                read.push(composed.read);
            }
        }
        self.silent(&mut order, &mut stored.parts, false);
        let compacts = stored.parts.iter().any(is_compaction);
        if message.resets && !compacts {
            self.compaction()?;
            self.put(empty_summary(), false)?;
        }
        if stored.parts.is_empty() {
            return Ok(());
        }
        self.essence.add(&Message::new("", Role::User, read));
        self.put(stored, is_tail(native.as_ref()))
    }

    /// Puts a result to its call; returns it as the error when there is no such call.
    fn answer(&mut self, result: ToolResult, own: Option<Object>) -> Result<(), ToolResult> {
        let Some(draft) = &mut self.draft else {
            return Err(result);
        };
        let Some(place) = draft.open.remove(&result.call) else {
            return Err(result);
        };
        let at = draft.native.created.clamp(0, self.target.now.max(0));
        if let Some(part) = draft.native.parts.get_mut(place) {
            tool::answer_with(part, &result, own, at);
        }
        draft.answered = true;
        draft.results.insert(place, Part::new(Body::Result(result)));
        Ok(())
    }

    /// Writes what makes the client forget everything before.
    fn compaction(&mut self) -> Result<(), PlatformError> {
        let part = json!({ "type": "compaction", "auto": false });
        let native = Native {
            created: i64::MIN,
            info: object_of(json!({ "role": "user" })),
            parts: vec![object_of(part)],
            ..Native::default()
        };
        let told = Message::text("", Role::User, neutral::COMPACTION);
        self.essence.add(&told);
        self.put(native, false)
    }

    /// Copies the parts that the model is never told, up to the next neutral one.
    fn silent(
        &mut self,
        order: &mut impl Iterator<Item = Value>,
        parts: &mut Vec<Object>,
        agent: bool,
    ) {
        for part in order {
            match part {
                Value::Object(part) if shape::is_silent(&part, agent) => parts.push(part),
                Value::Object(_) => self
                    .report
                    .dropped("record beside the messages", "nobody would have seen it"),
                _ => return,
            }
        }
    }

    fn beside(&mut self, json: &Json) -> Result<(), PlatformError> {
        let Some(mut native) = Native::from_json(json) else {
            return Ok(());
        };
        native.clean(&mut self.report);
        let mut ignored = Report::default();
        if !neutral::messages(&native, neutral::Standing::default(), &mut ignored).is_empty() {
            self.report
                .dropped("record beside the messages", "nobody would have seen it");
            return Ok(());
        }
        self.flush()?;
        self.put(native, false)
    }

    fn flush(&mut self) -> Result<(), PlatformError> {
        match self.draft.take() {
            Some(mut draft) if !draft.native.parts.is_empty() => {
                self.remember(&mut draft);
                self.put(draft.native, draft.tail)
            }
            _ => Ok(()),
        }
    }

    /// Adds step by step what was said, then what was answered: the order it is read back in.
    fn remember(&mut self, draft: &mut Draft) {
        let (mut said, mut results) = (Vec::new(), Vec::new());
        for (place, part) in draft.native.parts.iter().enumerate() {
            if text(part, "type") == Some("step-start") {
                let agent = Message::new("", Role::Agent, std::mem::take(&mut said));
                self.essence.add(&agent);
                let user = Message::new("", Role::User, std::mem::take(&mut results));
                self.essence.add(&user);
            }
            said.extend(draft.said.remove(&place));
            results.extend(draft.results.remove(&place));
        }
        self.essence.add(&Message::new("", Role::Agent, said));
        self.essence.add(&Message::new("", Role::User, results));
    }

    /// Passes a message on; a compaction that kept turns waits until those are written.
    fn put(&mut self, mut native: Native, tail: bool) -> Result<(), PlatformError> {
        native.clean(&mut self.report);
        let keeps = |part: &Object| is_compaction(part) && part.contains_key("tail_start_id");
        if self.held.is_empty() && native.parts.iter().any(keeps) {
            self.held.push(native);
            return Ok(());
        }
        if self.held.len() == 1 && native.is_summary() {
            self.held.push(native);
            return Ok(());
        }
        if !tail {
            self.release()?;
        }
        self.put.message(native)
    }

    fn release(&mut self) -> Result<(), PlatformError> {
        for native in std::mem::take(&mut self.held) {
            self.put.message(native)?;
        }
        Ok(())
    }

    fn native(&self, message: &Message) -> Option<Object> {
        self.own.then(|| object(message.native.as_ref())).flatten()
    }
}

impl Writing for Write {
    fn artifact(&mut self, artifact: Artifact) -> Result<(), PlatformError> {
        let native = self.own.then(|| object(artifact.native.as_ref())).flatten();
        match native.filter(|native| text(native, "platform") == Some(ID)) {
            Some(native) if self.target.onto.is_none() => {
                self.put.child(&native, &artifact.parts, &mut self.report)
            }
            _ => {
                self.report
                    .dropped("attached file", "OpenCode has no place for it");
                Ok(())
            }
        }
    }

    fn message(&mut self, mut message: Message) -> Result<(), PlatformError> {
        let beside = std::mem::take(&mut message.beside);
        if self.own {
            self.say(message)?;
        } else {
            for message in self.summary.take(message) {
                self.say(message)?;
            }
        }
        for record in &beside {
            if self.own {
                self.beside(record)?;
            } else {
                self.report
                    .dropped("record beside the messages", "OpenCode has no place for it");
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, announce: Announce<'_>) -> Result<Written, PlatformError> {
        for message in self.summary.end() {
            self.say(message)?;
        }
        self.flush()?;
        self.release()?;
        let receipt = self
            .put
            .finish(&self.path, &self.target.project, announce)?;
        Ok(Written {
            receipt,
            report: self.report,
            essence: self.essence,
        })
    }
}

/// Checks whether a new step must begin to keep the client from joining texts or moving them.
fn needs_step(parts: &[Object], next: &Object) -> bool {
    let last = parts.last().and_then(|part| text(part, "type"));
    let next = text(next, "type");
    matches!(last, Some("text" | "tool")) && next == Some("text")
}

fn is_compaction(part: &Object) -> bool {
    text(part, "type") == Some("compaction")
}

fn is_tail(native: Option<&Object>) -> bool {
    native.is_some_and(|native| native.get("tail") == Some(&Value::Bool(true)))
}

fn order(native: Option<&Object>) -> std::vec::IntoIter<Value> {
    match native.and_then(|native| native.get("order")) {
        Some(Value::Array(order)) => order.clone().into_iter(),
        _ => Vec::new().into_iter(),
    }
}

fn empty_summary() -> Native {
    let info = json!({
        "role": "assistant", "summary": true, "finish": "stop", "mode": "compaction",
        "agent": "compaction", "providerID": "imported", "modelID": "unknown",
    });
    Native {
        created: i64::MIN,
        info: object_of(info),
        ..Native::default()
    }
}

fn object_of(value: Value) -> Object {
    match value {
        Value::Object(object) => object,
        _ => Object::new(),
    }
}
