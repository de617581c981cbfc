//! Handoffs as the door shows them.

use std::path::Path;

use segue_door::{
    Direction, Failure, FullCopy, Handoff, HandoffDetail, HandoffList, HandoffMoment,
    HandoffPerson, HandoffProgress, Inspected, RemoteCopy, Reply,
};
use segue_handoff::Body;
use segue_handoff::sender::Sender;
use segue_platform::Spoken;
use uuid::Uuid;

use super::super::state::State;
use super::super::{Answer, Background, Finished};
use super::mailbox::Job;
use super::{news, reply};
use crate::conversations::{Progress, run_blocking, warnings};
use crate::handoffs::{HandoffRow, Kept, StoredCopy};

/// How many messages of the talk about a handoff go into a session.
const SYNC: usize = 20;

impl State {
    /// Describes a handoff as lists show it.
    pub(super) fn handoff_view(&self, row: &HandoffRow) -> Handoff {
        let person = self.other(&row.device, &row.name);
        let asks = row.sender().is_some_and(Sender::is_asked);
        let question = asks.then(|| self.last_question(row.id)).flatten();
        let (receipt, says) = news::standing(row, &person.name, question.as_deref());
        let facts = &row.facts;
        let id = row.id.to_string();
        let time = |at: i64| segue_conversation::times::from_millis(at).unwrap_or_default();
        let waits = row.waits.clone().filter(|_| row.end().is_none());
        Handoff {
            short: id.chars().take(8).collect(),
            id,
            direction: row.direction(),
            title: facts.title.clone(),
            conversation: facts.conversation.clone(),
            messages: facts.messages,
            hash: row.hash.clone(),
            bytes: row.bytes,
            platform: facts.platform.clone(),
            history: facts.history.clone(),
            status: facts
                .envelope_text(&["status"])
                .unwrap_or_else(|| "success".to_owned()),
            task: facts.envelope_text(&["action_required", "task"]),
            priority: facts.envelope_text(&["action_required", "priority"]),
            state: row.state().name().to_owned(),
            receipt: receipt.name().to_owned(),
            says,
            waits: self.distrust(row).filter(|_| row.end().is_none()).or(waits),
            progress: self
                .mailbox
                .progress(row.id)
                .map(|(done, total)| HandoffProgress { done, total }),
            undo_until: row
                .receiver()
                .and_then(|machine| machine.dismissing())
                .map(time),
            question,
            options: facts.options(),
            refers_to: facts.refers_to.map(|id| id.to_string()),
            full_copy: facts.full_copy.as_ref().map(|full_copy| FullCopy {
                bytes: full_copy.bytes,
                messages: full_copy.messages,
                state: self.rest_state(row),
            }),
            travelled: row.travelled,
            saved: row.saved,
            import: row.import.clone(),
            created: time(row.created),
            changed: time(row.changed),
            expires: time(row.expires),
            person,
        }
    }

    fn rest_state(&self, row: &HandoffRow) -> RemoteCopy {
        if row.direction() == Direction::Sent {
            return if row.gives_on(self.now()) {
                RemoteCopy::Available
            } else {
                RemoteCopy::Expired
            };
        }
        match row.full_copy {
            StoredCopy::Local => RemoteCopy::Local,
            _ if self.mailbox.is_busy(&Job::Fetch(row.id)) => RemoteCopy::Fetching,
            StoredCopy::Available if self.now() >= row.expires => RemoteCopy::Expired,
            StoredCopy::Available => RemoteCopy::Available,
            StoredCopy::Expired => RemoteCopy::Expired,
        }
    }

    /// Describes the person on the other side, by their present name and standing.
    pub(super) fn other(&self, device: &segue_network::DeviceId, name: &str) -> HandoffPerson {
        let view = self.view();
        HandoffPerson {
            name: self.name_for(device, name),
            device_id: device.to_string(),
            short: device.short(),
            verified: self.contacts.is_verified(device),
            here: view.is_some_and(|view| view.find(device).is_some()),
        }
    }

    fn last_question(&self, id: Uuid) -> Option<String> {
        let asked = self.mailbox.messages.last_question(id).ok().flatten()?;
        Some(segue_conversation::truncate(&asked, 500))
    }

    /// Returns what was asked about a handoff and what was answered, for the agent that goes on
    /// with it.
    pub(super) fn questions_and_answers(&self, id: Uuid) -> Vec<Spoken> {
        let messages = self.mailbox.messages.of(id).unwrap_or_default();
        let spoken = |kept: &Kept| {
            let moment = moment(kept);
            let said = matches!(moment.what.as_str(), "asked" | "answered");
            let text = moment.text.filter(|text| said && !text.is_empty())?;
            Some(Spoken {
                by_them: moment.what == "answered",
                text,
            })
        };
        let mut talk: Vec<Spoken> = messages.iter().filter_map(spoken).collect();
        talk.drain(..talk.len().saturating_sub(SYNC));
        talk
    }

    fn story(&self, row: &HandoffRow) -> Result<Vec<HandoffMoment>, Failure> {
        let messages = self.mailbox.messages.of(row.id)?;
        Ok(messages.iter().map(moment).collect())
    }
}

/// Lists the handoffs in one direction, newest first.
pub(super) fn list(state: &State, direction: Direction, all: bool) -> Result<HandoffList, Failure> {
    let rows = state.mailbox.rows.list(direction, all)?;
    let handoffs = rows.iter().map(|row| state.handoff_view(row)).collect();
    Ok(HandoffList {
        handoffs,
        ended: if all {
            0
        } else {
            state.mailbox.rows.ended(direction)?
        },
        network: state.network_control.network().is_some(),
    })
}

/// Notes that the person looks at a handoff, which its sender is told. A handoff that can't be used
/// any more may be looked at all the same.
pub(super) fn opened(state: &mut State, name: &str) -> Result<(), Failure> {
    let row = state.mailbox.named(name)?;
    let usable = row.receiver().map(|machine| machine.may_use().is_ok());
    if usable == Some(true) {
        let opened = state.received_on(row, segue_handoff::receiver::Event::Open, None);
        if let Err(failure) = opened {
            tracing::warn!(%failure, "that a handoff was looked at is not noted");
        }
    }
    Ok(())
}

/// Answers with everything about one handoff.
pub(super) fn show(
    state: &mut State,
    background: &mut Background,
    name: &str,
    name_reply: fn(HandoffDetail) -> Reply,
    mut answer: Answer,
) {
    let row = match state.mailbox.named(name) {
        Ok(row) => row,
        Err(failure) => return reply(answer, Err(failure)),
    };
    let (here, you) = (state.conversations.clone(), state.signer());
    let path = state.mailbox.blobs.path(row.file());
    let about = Some(row.id.to_string());
    background.spawn(async move {
        let conversations = here.clone();
        let work = move |progress: &Progress| -> Result<Option<Inspected>, Failure> {
            if !path.is_file() {
                return Ok(None);
            }
            let mut found = conversations.inspected(&path.to_string_lossy(), &you, progress)?;
            // Where it lies is nobody's business.
            found.file = file_name(&path);
            Ok(Some(found))
        };
        let found = run_blocking(here, about, &mut answer, work).await;
        Some(Finished::then(move |state: &mut State| {
            let detail = found.and_then(|found| state.detail(row.id, found));
            reply(answer, detail.map(name_reply));
        }))
    });
}

impl State {
    fn detail(&mut self, id: Uuid, file: Option<Inspected>) -> Result<HandoffDetail, Failure> {
        let row = self
            .mailbox
            .row(id)?
            .ok_or_else(|| Failure::new(segue_door::Code::NotFound, "It is gone meanwhile."))?;
        let of_file = file.as_ref().and_then(|file| file.envelope.clone());
        let envelope = of_file.or_else(|| row.facts.envelope.clone());
        let diagnostics = envelope.as_ref().map(warnings).unwrap_or_default();
        Ok(HandoffDetail {
            handoff: self.handoff_view(&row),
            envelope,
            diagnostics,
            story: self.story(&row)?,
            file: file.map(Box::new),
            resume: self.resume_of(&row),
        })
    }

    /// Returns how to go on with what was imported.
    fn resume_of(&self, row: &HandoffRow) -> Option<String> {
        let import = row.import.as_deref()?;
        self.conversations.resume_of(import)
    }
}

impl HandoffRow {
    /// Returns the hash of the file to look at: what a pointer points to, once that is here.
    pub(super) fn file(&self) -> &str {
        match (&self.facts.full_copy, self.full_copy, self.direction()) {
            (Some(full_copy), StoredCopy::Local, _) | (Some(full_copy), _, Direction::Sent) => {
                &full_copy.hash
            }
            _ => &self.hash,
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn moment(message: &Kept) -> HandoffMoment {
    let (what, text) = match &message.saying.said {
        Body::Delivered => ("delivered", None),
        Body::Opened => ("opened", None),
        Body::Downloaded => ("downloaded", None),
        Body::Imported { platform } => ("imported", Some(platform.clone())),
        Body::ImportUndone => ("import-undone", None),
        Body::Dismissed { reason } => ("dismissed", reason.clone()),
        Body::Failed { why } => ("failed", Some(why.clone())),
        Body::Withdrawn { .. } => ("withdrawn", None),
        Body::Asked { text, .. } => ("asked", Some(text.clone())),
        Body::Chose { option, text } => {
            let both: Vec<&str> = [option, text]
                .into_iter()
                .filter_map(|text| text.as_deref())
                .collect();
            ("chose", (!both.is_empty()).then(|| both.join(": ")))
        }
        Body::Reopened { was } => ("reopened", Some(was.to_string())),
        Body::Answered { text, .. } => ("answered", Some(text.clone())),
        Body::Cancel { .. } => ("cancel", None),
    };
    HandoffMoment {
        at: segue_conversation::times::from_millis(message.at).unwrap_or_default(),
        by_you: message.mine,
        what: what.to_owned(),
        text: text.map(|text| segue_conversation::truncate(&text, 10_000)),
        told: !message.mine || message.told.is_some(),
    }
}
