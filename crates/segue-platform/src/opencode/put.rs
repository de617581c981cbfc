//! Stored messages get their ids, their place in time and the receiver's own values.

use std::collections::HashMap;
use std::path::Path;

use segue_conversation::{Body, Head, Json, Part, Report, times};
use serde_json::{Value, json};

use super::ID;
use super::ids::{self, Rising};
use super::native::{Native, Object, inner, text};
use super::receiver::Receiver;
use super::rows::{SessionRow, Shared, Stage};
use super::shape::{self, Spot};
use crate::delivery::Change;
use crate::platform::{Announce, ImportReceipt, PlatformError, Target};

/// The messages of one session and of its subagents, on their way into the database.
pub(super) struct Put {
    stage: Stage,
    receiver: Receiver,
    directory: String,
    now: i64,
    onto: Option<ImportReceipt>,
    /// The session, then those of its subagents.
    sessions: Vec<SessionRow>,
    main: Course,
    child: Option<Course>,
    /// The sender's sessions by id, with their ids here.
    names: HashMap<String, String>,
}

/// How far the writing of one session has come.
struct Course {
    session: String,
    ids: Rising,
    time: i64,
    /// The sender's messages by id, with their ids here.
    names: HashMap<String, String>,
    /// The last message of the person.
    asked: String,
    last: String,
    added: Vec<String>,
    /// Parts the client would act on if the session ended here.
    pending: Vec<(String, String)>,
    first: Option<i64>,
}

impl Course {
    fn new(session: String) -> Self {
        Self {
            session,
            ids: Rising::default(),
            time: 0,
            names: HashMap::new(),
            asked: String::new(),
            last: String::new(),
            added: Vec::new(),
            pending: Vec::new(),
            first: None,
        }
    }
}

impl Put {
    /// Begins a session, or continues one.
    pub(super) fn new(
        stage: Stage,
        receiver: Receiver,
        target: &Target,
        title: Option<String>,
        native: Option<&Object>,
        head: &Head,
    ) -> Result<Self, PlatformError> {
        let id = match &target.onto {
            Some(receipt) => receipt.session_id.clone(),
            None => ids::session(target.now, 0),
        };
        let mut main = Course::new(id.clone());
        let tail = target
            .onto
            .as_ref()
            .and_then(|receipt| receipt.tail.as_ref());
        if let Some(Value::Object(tail)) = tail.map(Json::to_serde) {
            main.time = tail.get("time").and_then(Value::as_i64).unwrap_or(0);
            main.asked = text(&tail, "asked").unwrap_or_default().to_owned();
            main.last = text(&tail, "last").unwrap_or_default().to_owned();
            main.ids = Rising::after(&main.last);
        }
        let stand_in = || {
            let at = times::from_millis(target.now).unwrap_or_default();
            format!("New session - {at}")
        };
        let title = title.filter(|title| !title.trim().is_empty());
        let created = native
            .and_then(|native| native.get("time_created"))
            .and_then(Value::as_i64);
        let row = SessionRow {
            id: id.clone(),
            parent: None,
            slug: ids::slug(),
            title: title.unwrap_or_else(stand_in),
            created: created.unwrap_or(i64::MAX),
            more: shape::session(native),
        };
        let mut names = HashMap::new();
        if let Some(old) = &head.source.session_id {
            names.insert(old.clone(), id);
        }
        Ok(Self {
            stage,
            receiver,
            directory: target.project.to_string_lossy().into_owned(),
            now: target.now,
            onto: target.onto.clone(),
            sessions: vec![row],
            main,
            child: None,
            names,
        })
    }

    /// Checks whether an answer is by the model the receiver used last.
    pub(super) fn is_same_model(&self, info: &Object) -> bool {
        let model = self.receiver.model.as_ref();
        ["providerID", "modelID"]
            .iter()
            .all(|key| model.and_then(|model| model.get(key)) == info.get(*key))
    }

    /// Writes a message of the session itself.
    pub(super) fn message(&mut self, native: Native) -> Result<(), PlatformError> {
        let mut course = std::mem::replace(&mut self.main, Course::new(String::new()));
        let done = self.one(&mut course, native);
        self.main = course;
        done
    }

    /// Writes a piece of a subagent's session.
    pub(super) fn child(
        &mut self,
        about: &Object,
        parts: &[Part],
        report: &mut Report,
    ) -> Result<(), PlatformError> {
        let Some(old) = text(about, "child") else {
            return Ok(());
        };
        let begun = self.names.get(old).cloned();
        if self.child.as_ref().map(|course| &course.session) != begun.as_ref() || begun.is_none() {
            self.end_child()?;
            let nth = self.sessions.len() as u64;
            let id = begun.unwrap_or_else(|| ids::session(self.now, nth));
            let parent = text(about, "parent").and_then(|parent| self.names.get(parent));
            let parent = parent.unwrap_or(&self.main.session).clone();
            let native = inner(about, "session");
            let created = native
                .and_then(|native| native.get("time_created"))
                .and_then(Value::as_i64);
            if !self.sessions.iter().any(|row| row.id == id) {
                self.sessions.push(SessionRow {
                    id: id.clone(),
                    parent: Some(parent),
                    slug: ids::slug(),
                    title: text(about, "title").unwrap_or("Subagent").to_owned(),
                    created: created.unwrap_or(self.now),
                    more: shape::session(native),
                });
                report.kept("subagent transcript");
            }
            self.names.insert(old.to_owned(), id.clone());
            self.child = Some(Course::new(id));
        }
        let Some(mut course) = self.child.take() else {
            return Ok(());
        };
        for part in parts {
            let Body::Other(json) = &part.body else {
                continue;
            };
            if let Some(mut native) = Native::from_json(json) {
                native.clean(report);
                self.one(&mut course, native)?;
            }
        }
        self.child = Some(course);
        Ok(())
    }

    fn one(&mut self, course: &mut Course, mut native: Native) -> Result<(), PlatformError> {
        let created = native.created.min(self.now).max(course.time);
        let created = if course.first.is_none() && native.created == i64::MIN && course.time == 0 {
            self.now
        } else {
            created
        };
        course.time = created;
        course.first.get_or_insert(created);
        let id = course.ids.next("msg", created);
        let agent = native.is_agent();
        if !agent {
            course.asked.clone_from(&id);
        }
        let parent = text(&native.info, "parentID").and_then(|old| course.names.get(old));
        let parent = parent.unwrap_or(&course.asked);
        let parent = if parent.is_empty() {
            id.clone()
        } else {
            parent.clone()
        };
        let spot = Spot {
            created,
            now: self.now,
            directory: &self.directory,
            receiver: &self.receiver,
            parent: &parent,
        };
        shape::message(&mut native, &spot);
        let data = Value::Object(std::mem::take(&mut native.info));
        if agent && data.get("finish").is_some() {
            course.pending.clear();
        }
        self.stage
            .message(&id, &course.session, created, &data.to_string())?;
        let mut parts = Rising::after(&id);
        for mut part in std::mem::take(&mut native.parts) {
            let part_id = parts.next("prt", created);
            self.rename(&mut part, course, &id, &mut parts, created);
            let stands_for = match text(&part, "type") {
                Some("compaction") => Some(super::neutral::COMPACTION),
                Some("subtask") => Some(super::neutral::SUBTASK),
                _ => None,
            };
            if let Some(words) = stands_for {
                course.pending.push((part_id.clone(), words.to_owned()));
            }
            let data = Value::Object(part).to_string();
            self.stage
                .part(&part_id, &id, &course.session, created, &data)?;
        }
        course.added.push(id.clone());
        if !native.id.is_empty() {
            course.names.insert(native.id, id.clone());
        }
        course.last = id;
        Ok(())
    }

    /// Replaces the ids inside a part by those used here; an id that is unknown here is removed.
    fn rename(&self, part: &mut Object, course: &Course, message: &str, ids: &mut Rising, at: i64) {
        if let Some(old) = text(part, "tail_start_id") {
            match course.names.get(old).cloned() {
                Some(new) => part.insert("tail_start_id".to_owned(), new.into()),
                None => part.remove("tail_start_id"),
            };
        }
        let Some(Value::Object(state)) = part.get_mut("state") else {
            return;
        };
        if let Some(Value::Object(metadata)) = state.get_mut("metadata")
            && let Some(old) = text(metadata, "sessionId")
        {
            match self.names.get(old).cloned() {
                Some(new) => metadata.insert("sessionId".to_owned(), new.into()),
                None => metadata.remove("sessionId"),
            };
        }
        if let Some(Value::Array(attached)) = state.get_mut("attachments") {
            for file in attached.iter_mut().filter_map(Value::as_object_mut) {
                file.insert("id".to_owned(), ids.next("prt", at).into());
                file.insert("sessionID".to_owned(), course.session.clone().into());
                file.insert("messageID".to_owned(), message.into());
            }
        }
    }

    fn end_child(&mut self) -> Result<(), PlatformError> {
        match self.child.take() {
            Some(course) => self.settle(&course),
            None => Ok(()),
        }
    }

    /// Turns into words whatever the client would act on by itself at the end of a session.
    fn settle(&self, course: &Course) -> Result<(), PlatformError> {
        for (part, words) in &course.pending {
            let data = json!({ "type": "text", "text": words, "synthetic": true });
            self.stage.replace_part(part, &data.to_string())?;
        }
        Ok(())
    }

    /// Puts all rows in place, and returns the session's id, what was added, and what continuing
    /// needs.
    pub(super) fn finish(
        mut self,
        path: &Path,
        project: &Path,
        announce: Announce<'_>,
    ) -> Result<ImportReceipt, PlatformError> {
        self.end_child()?;
        self.settle(&self.main)?;
        let session = self.main.session.clone();
        let tail = json!({
            "asked": self.main.asked, "last": self.main.last, "time": self.main.time,
        });
        let first = self.main.first.unwrap_or(self.now);
        if let Some(row) = self.sessions.first_mut() {
            row.created = row.created.min(first);
        }
        let shared = Shared {
            project: &self.receiver.project,
            directory: &self.directory,
            version: &self.receiver.version,
            now: self.now,
        };
        let receipt = |changes: Vec<Change>| ImportReceipt {
            platform: ID.to_owned(),
            session_id: session.clone(),
            project: project.to_owned(),
            changes,
            tail: Json::from_serde(&tail).ok(),
        };
        let told = |all: &[Change]| announce(&receipt(all.to_vec()));
        let changes = match &self.onto {
            None => self
                .stage
                .finish(path, &shared, &self.sessions, None, told)?,
            Some(receipt) => {
                let onto = (
                    session.as_str(),
                    self.main.added,
                    receipt.changes.as_slice(),
                );
                self.stage.finish(path, &shared, &[], Some(onto), told)?
            }
        };
        Ok(receipt(changes))
    }
}
