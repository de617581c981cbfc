//! What a person does with what was handed to them: download, import, dismiss, and take that back.

use segue_door::{
    Caller, CallerEnv, Code, DownloadWhat, Downloaded, Failure, HandoffUndone, ImportOutcome,
    Imported, Method, Reply, Retry, ask,
};
use segue_handoff::End;
use segue_handoff::receiver::{self, Receiver};
use segue_ledger::{RecordId, Version};
use uuid::Uuid;

use super::super::state::State;
use super::super::{Answer, Background, Finished};
use super::changes::stamp;
use super::mailbox::Job;
use super::reply;
use super::send::platform_id;
use crate::approvals;
use crate::conversations::{Import, Output, Progress, file_name, path_text, run_blocking};
use crate::handoffs::{HandoffRow, Machine, Written};
use crate::ledgers::{Queued, QueuedEntry};

impl State {
    /// Returns the path of a handoff's file. Fails when it may not be looked at.
    pub(in super::super) fn file_of(&self, name: &str) -> Result<std::path::PathBuf, Failure> {
        let row = self.mailbox.named(name)?;
        self.ensure_readable(&row)?;
        Ok(self.mailbox.blobs.path(row.file()))
    }

    /// Checks whether the file of a handoff may be looked at. The failure says why not.
    pub(super) fn ensure_readable(&self, row: &HandoffRow) -> Result<(), Failure> {
        let here = self.mailbox.blobs.has(row.file());
        if row.receiver().is_some()
            && matches!(row.end(), Some(End::Withdrawn { .. } | End::Failed { .. }))
        {
            let how = super::news::ended(row);
            return Err(Failure::new(
                Code::Refused,
                format!("This handoff has ended: {how}."),
            ));
        }
        match row.receiver() {
            Some(machine) if machine.end().is_none() && machine.auth().is_some() => {
                Err(Failure::new(
                    Code::Refused,
                    format!("{} has to be verified again first.", row.name),
                )
                .hint("segue people shows why; segue pair or segue invite verifies them."))
            }
            _ if here => Ok(()),
            _ => Err(Failure::new(Code::NotFound, "The file is not here.")
                .hint("segue inbox --all shows what became of it.")),
        }
    }
}

/// Writes the file of a handoff, or the changes that came with it.
pub(super) fn download(
    state: &mut State,
    background: &mut Background,
    caller: &Caller,
    asked: ask::DownloadHandoff,
    mut answer: Answer,
) {
    let ask::DownloadHandoff {
        handoff,
        what,
        output,
        force,
    } = asked;
    let row = match state.mailbox.named(&handoff) {
        Ok(row) => row,
        Err(failure) => return reply(answer, Err(failure)),
    };
    if let Err(failure) = state.ensure_readable(&row) {
        return reply(answer, Err(failure));
    }
    let wanted = Output::new(output, force, caller);
    let here = state.conversations.clone();
    let path = state.mailbox.blobs.path(row.file());
    let to = (state.own_name(), state.signer().device_id);
    let id = row.id;
    background.spawn(async move {
        let conversations = here.clone();
        let short: String = id.to_string().chars().take(8).collect();
        let work = move |_: &Progress| -> Result<Downloaded, Failure> {
            let name = file_name(row.facts.title.as_deref(), &short);
            let (name, notes) = match what {
                DownloadWhat::Conversation => (name, Vec::new()),
                DownloadWhat::Diff => (name.replace(".a2a.json", ".patch"), Vec::new()),
            };
            let (file, bytes) = conversations.download(&wanted, &name, |out| match what {
                DownloadWhat::Conversation => {
                    crate::conversations::delivered(&path, &row_delivery(&row, &to), out)
                }
                DownloadWhat::Diff => crate::conversations::patch_of(&path, out),
            })?;
            Ok(Downloaded {
                handoff: row.id.to_string(),
                file: file.to_string_lossy().into_owned(),
                handle: conversations.handles.of(&file),
                bytes,
                notes,
            })
        };
        let done = run_blocking(here, Some(id.to_string()), &mut answer, work).await;
        Some(Finished::then(move |state: &mut State| {
            if done.is_ok() {
                state.record_receipt(id, receiver::Event::Downloaded);
            }
            reply(answer, done.map(ask::DownloadHandoff::reply));
        }))
    });
}

/// Builds the part of the delivery that belongs to this recipient alone.
fn row_delivery(row: &HandoffRow, to: &(String, String)) -> serde_json::Value {
    serde_json::json!({
        "handoff_id": row.id.to_string(),
        "to_agent": to.0,
        "to_device": to.1,
        "from_device": row.device.to_string(),
        "version": row.facts.version.to_string(),
        "handed_over_at": segue_conversation::times::from_millis(row.created),
        "refers_to": row.facts.refers_to.map(|id| id.to_string()),
    })
}

/// Makes a session of a handoff.
pub(super) fn import(
    state: &mut State,
    background: &mut Background,
    caller: Caller,
    asked: ask::ImportHandoff,
    mut answer: Answer,
) {
    let ask::ImportHandoff {
        handoff,
        to,
        project,
        title,
        map_paths,
        dry_run,
        again,
    } = asked;
    let approved =
        path_text(project).and_then(|project| Ok((project, approvals::of_call(&caller)?)));
    let (project, approval) = match approved {
        Ok(approved) => approved,
        Err(failure) => return reply(answer, Err(failure)),
    };
    let place = caller.env;
    let row = state.mailbox.named(&handoff).and_then(|row| {
        let usable = row.receiver().map(Receiver::may_use);
        match usable {
            None => Err(Failure::new(
                Code::Refused,
                "You handed this over; it was not handed to you.",
            )),
            Some(Err(why)) => {
                // The words for it are those of the machine.
                state
                    .received_on(row, receiver::Event::Open, None)
                    .and(Err(Failure::new(Code::Refused, why.to_string())))
            }
            Some(Ok(())) => state.ensure_readable(&row).map(|()| row),
        }
    });
    let row = match row {
        Ok(row) => row,
        Err(failure) => return reply(answer, Err(failure)),
    };
    let wanted = Import {
        approval,
        path: state
            .mailbox
            .blobs
            .path(row.file())
            .to_string_lossy()
            .into_owned(),
        to,
        project,
        title,
        map_paths,
        dry_run,
        again,
        talk: state.questions_and_answers(row.id),
    };
    let here = state.conversations.clone();
    let id = row.id;
    let Some(held) = state.mailbox.hold(Job::Import(id)) else {
        let failure = Failure::new(Code::Busy, "It is being imported already.")
            .hint("Try again in a moment.")
            .retry(Retry::Safe);
        return reply(answer, Err(failure));
    };
    background.spawn(async move {
        let conversations = here.clone();
        let work = move |progress: &Progress| conversations.imported(&wanted, place, progress);
        let done = run_blocking(here, Some(id.to_string()), &mut answer, work).await;
        Some(Finished::then(move |state: &mut State| {
            drop(held);
            state.mailbox.wake_one(id);
            let done = done.and_then(|done| state.imported(id, done));
            reply(
                answer,
                done.map(|done| Reply::ImportHandoff(Box::new(done))),
            );
        }))
    });
}

impl State {
    /// Notes that a session was made of a handoff, now or before a crash, in the row and the
    /// ledger, and tells the sender.
    pub(super) fn imported(&mut self, id: Uuid, done: Imported) -> Result<Imported, Failure> {
        if done.outcome == ImportOutcome::Planned {
            return Ok(done);
        }
        let Some(mut row) = self.mailbox.row(id)? else {
            return Ok(done);
        };
        row.import = done.import.clone();
        row.source = Some((done.platform.clone(), done.session.clone()));
        let fresh = row
            .receiver()
            .is_some_and(|machine| machine.imported().is_none());
        let version = Version {
            parents: vec![RecordId(row.facts.version)],
            platform: platform_id(&done.platform),
            session_id: Some(segue_conversation::truncate(&done.session, 200)),
            message_count: row.facts.messages,
            created_at: stamp(self.now()),
            content_hash: row.facts.content_hash.clone(),
        };
        let conversation = row.facts.conversation.clone();
        let platform = done.platform.clone();
        let queued = Queued::new(&self.own_name(), QueuedEntry::Version(version));
        let records = match fresh {
            true => vec![queued.row()],
            false => Vec::new(),
        };
        let event = receiver::Event::Imported { platform };
        let row = self.received_with(row, event, None, records)?;
        if let Some(title) = &row.facts.title {
            self.mailbox.ledgers.title(&conversation, title)?;
        }
        Ok(done)
    }

    /// Gives a conversation without a name here the title that its file has.
    pub(super) fn call_conversation(&self, row: &HandoffRow) {
        let ledgers = &self.mailbox.ledgers;
        let (conversation, title) = (&row.facts.conversation, &row.facts.title);
        let called = ledgers
            .about(conversation)
            .is_ok_and(|about| about.title.is_some());
        if let (false, Some(title)) = (called, title)
            && let Err(failure) = ledgers.title(conversation, title)
        {
            tracing::warn!(%failure, "what a conversation is called was not kept");
        }
    }

    /// Notes that an import was undone in every handoff it was made of, and tells their senders.
    pub(in super::super) fn import_undone(&mut self, import: &str) {
        let rows = self.mailbox.rows.of_import(import).unwrap_or_default();
        for mut row in rows {
            row.import = None;
            if let Err(failure) = self.received_on(row, receiver::Event::ImportUndone, None) {
                tracing::info!(%failure, "that an import was undone is not told");
            }
        }
    }

    /// Records something the person did that only has to be told.
    pub(super) fn record_receipt(&mut self, id: Uuid, event: receiver::Event) {
        if let Ok(Some(row)) = self.mailbox.row(id)
            && row.receiver().is_some()
            && let Err(failure) = self.received_on(row, event, None)
        {
            tracing::info!(%failure, "what was done is not told");
        }
    }
}

/// Dismisses a handoff.
pub(super) fn dismiss(
    state: &mut State,
    name: &str,
    reason: Option<String>,
) -> Result<Reply, Failure> {
    let row = state.mailbox.named(name)?;
    let reason = reason
        .map(|reason| reason.trim().to_owned())
        .filter(|reason| !reason.is_empty());
    if reason
        .as_deref()
        .is_some_and(|reason| reason.chars().count() > segue_handoff::peer_message::REASON)
    {
        return Err(Failure::invalid(format!(
            "A reason has at most {} characters.",
            segue_handoff::peer_message::REASON
        )));
    }
    let now = state.now();
    // What is not told by its program's end is told by the next one.
    state.network().ok();
    let row = state.received_on(row, receiver::Event::Dismiss { reason, now }, None)?;
    Ok(Reply::DismissHandoff(Box::new(state.handoff_view(&row))))
}

/// Takes back an import, whatever it was made of.
pub(super) fn undo_import(
    state: &mut State,
    background: &mut Background,
    import: String,
    place: Option<CallerEnv>,
    mut answer: Answer,
) {
    let here = state.conversations.clone();
    background.spawn(async move {
        let conversations = here.clone();
        let work = move |_: &Progress| conversations.undone(&import, place);
        let done = run_blocking(here, None, &mut answer, work).await;
        Some(Finished::then(move |state: &mut State| {
            if let Ok(undone) = &done {
                state.import_undone(&undone.import.id);
            }
            let done = done.map(|done| Reply::UndoImport(Box::new(done)));
            reply(answer, done);
        }))
    });
}

/// Takes back a dismissal or an import.
pub(super) fn undo(
    state: &mut State,
    background: &mut Background,
    name: &str,
    place: Option<CallerEnv>,
    mut answer: Answer,
) {
    let row = match state.mailbox.named(name) {
        Ok(row) => row,
        Err(failure) => return reply(answer, Err(failure)),
    };
    let Some(machine) = row.receiver() else {
        return reply(
            answer,
            Err(Failure::new(
                Code::Refused,
                "You handed this over. To take it back: segue cancel.",
            )),
        );
    };
    state.network().ok();
    if machine.dismissing().is_some() {
        let restored = state.received_on(row, receiver::Event::Restore, None);
        let done = restored.map(|row| undone(state, &row, None));
        return reply(answer, done);
    }
    if matches!(machine.end(), Some(segue_handoff::End::Dismissed { .. })) {
        let reopened = state.reopen(&row);
        let done = reopened.map(|row| undone(state, &row, None));
        return reply(answer, done);
    }
    let Some(import) = row.import.clone().filter(|_| machine.imported().is_some()) else {
        return reply(
            answer,
            Err(Failure::new(
                Code::Refused,
                "There is nothing to take back: it was neither dismissed nor imported.",
            )),
        );
    };
    let here = state.conversations.clone();
    background.spawn(async move {
        let conversations = here.clone();
        let work = move |_: &Progress| conversations.undone(&import, place);
        let done = run_blocking(here, None, &mut answer, work).await;
        Some(Finished::then(move |state: &mut State| {
            let done = done.and_then(|import| {
                state.import_undone(&import.import.id);
                let row = state.mailbox.row(row.id)?.unwrap_or(row);
                Ok(undone(state, &row, Some(import)))
            });
            reply(answer, done);
        }))
    });
}

fn undone(state: &State, row: &HandoffRow, import: Option<segue_door::Undone>) -> Reply {
    Reply::UndoHandoff(Box::new(HandoffUndone {
        handoff: state.handoff_view(row),
        import,
    }))
}

impl State {
    /// Brings back what was dismissed, as a new task that refers to the old one.
    fn reopen(&mut self, old: &HandoffRow) -> Result<HandoffRow, Failure> {
        if let Some(why) = self.distrust(old) {
            return Err(Failure::new(Code::Refused, why)
                .hint("Verify them again first: segue pair, or segue invite."));
        }
        if !self.mailbox.blobs.has(&old.hash) {
            return Err(Failure::new(
                Code::NotFound,
                "The file of this handoff is not kept any more.",
            )
            .hint(format!("Ask {} to hand it over again.", old.name)));
        }
        let brought = self.mailbox.rows.of_conversation(&old.facts.conversation)?;
        if let Some(row) = brought
            .iter()
            .find(|row| row.facts.refers_to == Some(old.id))
        {
            return Err(Failure::new(
                Code::Refused,
                format!("It was brought back already, as {}.", row.id),
            ));
        }
        let (machine, effects) = Receiver::reopened(old.id);
        let mut row = HandoffRow {
            id: Uuid::new_v4(),
            created: self.now(),
            changed: self.now(),
            machine: Machine::Received(machine),
            import: None,
            ended: None,
            auto_done: true,
            ..old.clone()
        };
        row.facts.refers_to = Some(old.id);
        row.facts.delta = None;
        let mut written = Written::default();
        for effect in effects {
            match effect {
                receiver::Effect::Say(said) => written.say.push(segue_handoff::HandoffMessage {
                    handoff: row.id,
                    at: self.now(),
                    said,
                }),
                receiver::Effect::Record(receipt, reason) => {
                    written.records.push(self.receipt(&row, receipt, reason));
                }
                _ => {}
            }
        }
        self.mailbox.keep(&[(row.clone(), written)])?;
        self.tell_handoff(&row);
        Ok(row)
    }
}
