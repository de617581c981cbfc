//! Writing a session that the client lists and resumes.
//!
//! ```text
//! Message ──prepare──▶ user   ──▶ record
//!                      agent  ──▶ Pending ◀── its answers ──▶ one gemini record
//!                      resets ──▶ {"$set":{"messages":[record]}}: the model reads from here on
//! finish ──▶ slug claimed under the client's lock ──▶ files in place
//! ```

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use segue_conversation::file::Artifact;
use segue_conversation::json::{Object, Tape};
use segue_conversation::times::{self, Clock};
use segue_conversation::{Body, Head, Json, Message, Part, Report, Role};
use uuid::Uuid;

use super::claim::Claim;
use super::encode::Line;
use super::pending::{Answers, Pending};
use super::{ID, clean, continue_session, place, prepare, sidecar, skipped_records};
use crate::delivery::{Change, Delivery, Draft};
use crate::essence::Essence;
use crate::platform::{Announce, ImportReceipt, PlatformError, Target, Writing, Written};
use crate::surroundings::AgentEnv;

/// A session being written.
pub(super) struct Write {
    // Drafts go before the folders they are in.
    draft: Draft,
    others: Vec<Draft>,
    delivery: Delivery,
    claim: Option<Claim>,
    /// The session's file, for errors.
    path: PathBuf,
    /// The project's folder inside the client's.
    project: PathBuf,
    target: Target,
    session_id: String,
    hash: String,
    now: String,
    /// What is still to be written first; `None` when continuing a session.
    header: Option<Header>,
    /// Whether the conversation was this client's.
    same: bool,
    pending: Option<Pending>,
    names: HashMap<String, String>,
    clock: Clock,
    said: bool,
    reset_next: bool,
    taken: Vec<String>,
    report: Report,
    essence: Essence,
}

/// The first line and what follows it.
struct Header {
    title: Option<String>,
    native: Option<Json>,
}

impl Write {
    /// Begins a session, or continues one.
    pub(super) fn begin(
        place: &AgentEnv,
        target: Target,
        head: &Head,
    ) -> Result<Self, PlatformError> {
        let folder = place::folder(place);
        let now = times::from_millis(target.now).unwrap_or_default();
        let hash = place::project_hash(&target.project)?;
        let same = head.source.platform == ID;
        let title = target.title.as_deref().or(head.title.as_deref());
        let title = title.and_then(prepare::title);
        let (delivery, draft, claim, path, session_id, header, taken);
        if let Some(receipt) = &target.onto {
            let earlier = continue_session::find(receipt)?;
            (delivery, draft) = earlier.grow(target.dry_run, &target.owner)?;
            (path, session_id) = (earlier.path, receipt.session_id.clone());
            (claim, header, taken) = (None, None, earlier.taken);
        } else {
            let found = Claim::look(&folder, &target.project, place.os)?;
            session_id = target.id.to_string();
            let relative = Path::new("tmp")
                .join(found.slug())
                .join("chats")
                .join(place::file_name(&now, &session_id));
            let mut new = Delivery::new(&folder, target.dry_run, &target.owner)?;
            draft = new.create(&relative)?;
            delivery = new;
            path = folder.join(relative);
            claim = Some(found);
            header = Some(Header {
                title,
                native: head
                    .native
                    .as_ref()
                    .filter(|_| same)
                    .map(|native| clean::native(native, &mut Report::default())),
            });
            taken = Vec::new();
        }
        let project = path
            .parent()
            .and_then(Path::parent)
            .and_then(|project| project.strip_prefix(&folder).ok())
            .map(Path::to_owned)
            .unwrap_or_default();
        let now_millis = target.now;
        Ok(Self {
            essence: target.seed.clone(),
            said: header.is_none(),
            delivery,
            draft,
            others: Vec::new(),
            claim,
            path,
            project,
            target,
            session_id,
            hash,
            now,
            header,
            same,
            pending: None,
            names: HashMap::new(),
            clock: Clock::new(now_millis),
            reset_next: false,
            taken,
            report: Report::default(),
        })
    }

    fn line(&mut self, text: &str) -> Result<(), PlatformError> {
        self.draft
            .write_all(text.as_bytes())
            .and_then(|()| self.draft.write_all(b"\n"))
            .map_err(PlatformError::at(&self.path))
    }

    /// Writes the first line, once there is a title for it.
    fn begin_file(&mut self, words: Option<&str>) -> Result<(), PlatformError> {
        let Some(header) = self.header.take() else {
            return Ok(());
        };
        let title = header
            .title
            .or_else(|| words.and_then(prepare::title))
            .unwrap_or_else(|| "Imported conversation".to_owned());
        let mut tape = Tape::default();
        let native = header
            .native
            .as_ref()
            .and_then(|json| json.open(&mut tape).ok());
        let facts = native.and_then(|native| native.get("facts"));
        let started = facts
            .and_then(|facts| facts.str_of("startTime"))
            .and_then(|text| times::normal(&text));
        let mut out = String::new();
        let mut object = Object::begin(&mut out);
        object
            .string("sessionId", &self.session_id)
            .string("projectHash", &self.hash)
            .string("startTime", started.as_deref().unwrap_or(&self.now))
            // The client deletes what was last changed a month ago.
            .string("lastUpdated", &self.now)
            .string("kind", "main")
            // Without a title the client asks a model for one.
            .string("summary", &title);
        const OWN: [&str; 10] = [
            "sessionId",
            "projectHash",
            "startTime",
            "lastUpdated",
            "kind",
            "summary",
            "messages",
            "directories",
            "memoryScratchpad",
            "id",
        ];
        for (name, fact) in facts.into_iter().flat_map(|facts| facts.entries()) {
            if !OWN.contains(&name.as_ref()) && !name.starts_with('$') {
                object.raw(&name, fact.raw());
            }
        }
        object.end();
        let first: Vec<Json> = native
            .and_then(|native| native.get("beside"))
            .into_iter()
            .flat_map(|list| list.items())
            .map(Json::of)
            .collect();
        self.line(&out)?;
        self.beside(&first)
    }

    fn beside(&mut self, records: &[Json]) -> Result<(), PlatformError> {
        for record in records {
            match skipped_records::lines_of(record) {
                Some(lines) => {
                    for line in lines {
                        self.line(&line)?;
                    }
                    self.report.kept("record beside a message");
                }
                None => self
                    .report
                    .dropped("record beside a message", "Gemini CLI would not take it"),
            }
        }
        Ok(())
    }

    fn time(&mut self, at: Option<&str>, own: bool) -> String {
        if let Some(at) = at.filter(|_| own).and_then(times::normal) {
            return at;
        }
        times::from_millis(self.clock.next(at)).unwrap_or_else(|| self.now.clone())
    }

    /// Writes one record; one that resets replaces everything before it for the model.
    fn record(&mut self, text: &str, resets: bool) -> Result<(), PlatformError> {
        let resets = std::mem::take(&mut self.reset_next) || resets;
        if resets && std::mem::replace(&mut self.said, true) {
            self.line(&format!(r#"{{"$set":{{"messages":[{text}]}}}}"#))
        } else {
            self.said = true;
            self.line(text)
        }
    }

    fn user(&mut self, message: Message) -> Result<(), PlatformError> {
        if message.parts.is_empty() {
            self.reset_next |= message.resets;
            return self.beside(&message.beside);
        }
        let words = message.plain_text();
        self.begin_file(Some(&words))?;
        let at = self.time(message.at.as_deref(), message.native.is_some());
        let text = Line {
            id: &Uuid::new_v4().to_string(),
            at: &at,
            role: Role::User,
            parts: &message.parts,
            answers: &Answers::new(),
            names: &self.names,
            model: None,
            native: message.native.as_ref(),
        }
        .text();
        self.record(&text, message.resets)?;
        self.essence.add(&message);
        self.beside(&message.beside)
    }

    fn flush(&mut self) -> Result<(), PlatformError> {
        let Some(pending) = self.pending.take() else {
            return Ok(());
        };
        self.names = pending.names();
        if pending.parts.is_empty() {
            self.reset_next |= pending.resets;
        } else {
            self.begin_file(None)?;
            let at = self.time(pending.at.as_deref(), pending.native.is_some());
            let text = Line {
                id: &Uuid::new_v4().to_string(),
                at: &at,
                role: Role::Agent,
                parts: &pending.parts,
                answers: &pending.answers,
                names: &self.names,
                model: pending.model.as_deref(),
                native: pending.native.as_ref(),
            }
            .text();
            self.record(&text, pending.resets)?;
            let answers = pending.in_order();
            self.essence
                .add(&Message::new("", Role::Agent, pending.parts));
            self.essence.add(&Message::new("", Role::User, answers));
        }
        self.beside(&pending.beside)?;
        for message in pending.after {
            self.user(message)?;
        }
        Ok(())
    }

    /// Moves answers to the calls they belong to; what is left is the person's.
    fn answers(&mut self, message: &mut Message) {
        let Some(pending) = &mut self.pending else {
            return;
        };
        let mut rest = Vec::new();
        for part in message.parts.drain(..) {
            match &part.body {
                Body::Result(result)
                    if pending.called(&result.call)
                        && !pending.answers.contains_key(&result.call) =>
                {
                    pending.answers.insert(result.call.clone(), part);
                }
                _ => rest.push(part),
            }
        }
        message.parts = rest;
    }

    fn hear(&mut self, mut message: Message) -> Result<(), PlatformError> {
        let recorded = message.native.is_some() && !is_derived(&message);
        if recorded {
            // It has a record of its own, as the client wrote it.
            self.flush()?;
            return self.user(message);
        }
        let derived = is_derived(&message);
        self.answers(&mut message);
        // What nobody asked for is words.
        for part in &mut message.parts {
            if let Body::Result(result) = &part.body {
                let words = format!("[Result of a tool call]\n{}", result.plain_text());
                *part = Part::text(words);
                self.report
                    .changed("tool result", "it has no call; it is text now");
            }
        }
        if derived {
            message.native = None;
        }
        match &mut self.pending {
            Some(pending) if message.parts.is_empty() => {
                pending.beside.append(&mut message.beside);
                self.reset_next |= message.resets;
            }
            Some(pending) => pending.after.push(message),
            None => return self.user(message),
        }
        match self.pending.as_ref().is_some_and(Pending::is_answered) {
            // More of the same answer may come, if there was nothing to answer.
            true => self.flush(),
            false => Ok(()),
        }
    }
}

fn is_derived(message: &Message) -> bool {
    message
        .native
        .as_ref()
        .is_some_and(|native| native.text().starts_with(r#"{"derived":"#))
}

impl Writing for Write {
    fn artifact(&mut self, artifact: Artifact) -> Result<(), PlatformError> {
        if self.taken.contains(&artifact.id) {
            return Ok(());
        }
        let target = sidecar::Target {
            project: &self.project,
            session_id: &self.session_id,
            hash: &self.hash,
            now: &self.now,
        };
        let draft = match self.same {
            true => sidecar::write(&mut self.delivery, &target, &artifact)?,
            false => None,
        };
        match draft {
            Some(draft) => {
                self.report.kept("artifact");
                self.others.push(draft);
                self.taken.push(artifact.id);
            }
            None => self
                .report
                .dropped("artifact", "Gemini CLI has no place for it"),
        }
        Ok(())
    }

    fn message(&mut self, message: Message) -> Result<(), PlatformError> {
        let message = match self.same && message.native.is_some() {
            true => prepare::own(message, &mut self.report),
            false => prepare::foreign(message, &mut self.report),
        };
        if message.role == Role::User {
            return self.hear(message);
        }
        match &mut self.pending {
            Some(pending) if pending.goes_on(&message) => pending.add(message),
            _ => {
                self.flush()?;
                self.pending = Some(Pending::new(message));
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, announce: Announce<'_>) -> Result<Written, PlatformError> {
        self.flush()?;
        self.begin_file(None)?;
        if self.target.onto.is_some() {
            let line = format!(r#"{{"$set":{{"lastUpdated":"{}"}}}}"#, self.now);
            self.line(&line)?;
        }
        let claimed = match &self.claim {
            Some(claim) => claim.make(self.target.dry_run, &self.target.owner)?,
            None => Vec::new(),
        };
        let Self {
            delivery,
            draft,
            mut others,
            ..
        } = *self;
        others.push(draft);
        let receipt = |added: Vec<Change>| {
            // Undone from the end: files, then the claim, then the folders it stands in.
            let (mut changes, files): (Vec<Change>, Vec<Change>) = added
                .into_iter()
                .partition(|change| matches!(change, Change::Folder { .. }));
            changes.extend(claimed.clone());
            changes.extend(files);
            ImportReceipt {
                platform: ID.to_owned(),
                session_id: self.session_id.clone(),
                project: self.target.project.clone(),
                changes,
                tail: continue_session::tail(&self.path, &self.taken),
            }
        };
        let added = delivery
            .commit(others, |all| announce(&receipt(all.to_vec())))
            .inspect_err(|_| Claim::take_back(&claimed))?;
        Ok(Written {
            receipt: receipt(added),
            report: self.report,
            essence: self.essence,
        })
    }
}
