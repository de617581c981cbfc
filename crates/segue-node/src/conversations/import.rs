//! A file into an agent's own database: once, in the right folder, with a line in the ledger.
//!
//! ```text
//! file ──checked──▶ same content imported before? ── yes, and it is there ──▶ already imported
//!                        │ no
//!                        ▼
//!        an earlier state of the same conversation imported before? ── no ──▶ a new session
//!                        │ yes: its history is how this one begins
//!                        ▼
//!        session as the import left it? ── no, it was used ──▶ a new session, and says so
//!                        │ yes
//!                        ▼
//!        only the new messages are added to it
//! ```

use std::path::Path;
use std::sync::PoisonError;

use segue_conversation::file::{Limits as FileLimits, SealState};
use segue_door::{Approval, AttachedDiff, CallerEnv, Failure, ImportOutcome, Imported, ProjectBy};
use segue_platform::{
    AgentEnv, Closing, ImportReceipt, ImportRequest, Limits, Platform, Spoken, Target,
};
use uuid::Uuid;

use super::file::{self, Source};
use super::ledger::Entry;
use super::work::Progress;
use super::{
    Conversations, changes, diff, earlier_imports, envelope, export, failure, ledger, project,
};
use crate::journal::Happening;
use crate::plural::counted;
use segue_store::crash;

/// Which file to import, where to, and how.
pub(crate) struct Import {
    /// The approval of this import.
    pub(crate) approval: Approval,
    pub(crate) path: String,
    pub(crate) to: String,
    pub(crate) project: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) map_paths: bool,
    pub(crate) dry_run: bool,
    pub(crate) again: bool,
    /// What was asked and answered about it.
    pub(crate) talk: Vec<Spoken>,
}

/// Imports a file, or says why there is nothing to do.
pub(super) fn import(
    here: &Conversations,
    import: &Import,
    place: Option<CallerEnv>,
    progress: &Progress,
) -> Result<Imported, Failure> {
    let near = place.as_ref().and_then(|place| place.folder.clone());
    let place = here.agents.place(place)?;
    let platform = here.catalog.platform(&import.to)?;
    here.agents.may_write(platform)?;
    let source = Source::open(&import.path, progress)?;
    progress.at(0, source.bytes.saturating_mul(2));
    let _one_at_a_time = here
        .importing
        .lock()
        .unwrap_or_else(PoisonError::into_inner);

    let detected = platform.detect(&place);
    let stopped = |error| {
        progress
            .go_on()
            .err()
            .unwrap_or_else(|| failure::platform_in(&detected.folder, error))
    };
    let read = || source.boxed();
    let (opened, sender) = file::checked(&source, "", progress)?;
    let from = sender.name;

    let mut notes = Vec::new();
    if !import.again
        && let Some(entry) =
            earlier_imports::already(here, &place, platform, import, &opened, &mut notes)?
    {
        return Ok(already_imported(here, platform, &place, &entry));
    }
    let (folder, project_by) = project::choose(
        here,
        &place,
        near.as_deref(),
        import.project.as_deref(),
        &opened.head,
    )?;
    let earlier = if import.again {
        None
    } else {
        earlier_imports::earlier(
            here, &place, platform, &source, &opened, &folder, &mut notes,
        )?
    };
    if opened.checked.seal == SealState::Unsigned {
        notes.push(
            "The file is not signed: anyone may have written it, whatever it says about itself."
                .to_owned(),
        );
    }
    notes.extend(file::what_is_missing(&opened.head));
    if opened.artifacts > 0 {
        let input = source.read().map_err(stopped)?;
        let attached = diff::find(input, opened.artifacts)?;
        notes.extend(attached.map(|(about, _)| left_aside(&about)));
    }
    if detected.program.is_none() && !detected.used {
        notes.push(format!(
            "{} was not found on this computer. It will list the session once it is installed.",
            platform.name()
        ));
    }

    let told = envelope::told(&opened.head);
    let said = told != envelope::TaskText::default() || !import.talk.is_empty();
    let closing = said.then(|| Closing {
        from: from.clone(),
        task: told.task,
        note: told.note,
        talk: import.talk.clone(),
    });
    let title = import.title.clone().or(opened.head.title.clone());
    let skip = earlier.as_ref().map_or(0, |entry| entry.messages);
    let which = (opened.content_hash.clone(), platform.id(), folder.clone());
    let now = here.clock.now().as_millisecond();
    let plan = match import.dry_run {
        true => here.plans.announce(which, now),
        false => here.plans.take(&which, now),
    };
    let target = Target {
        id: plan.id,
        title: title.clone(),
        dry_run: import.dry_run,
        onto: earlier.as_ref().map(|entry| entry.receipt.clone()),
        map_paths: import.map_paths,
        owner: here.database.mark(),
        ..Target::new(folder.clone(), plan.at)
    };
    let id = Uuid::new_v4().to_string();
    let entry_of = |receipt: &ImportReceipt| Entry {
        id: id.clone(),
        at: here.clock.now().as_millisecond(),
        content_hash: opened.content_hash.clone(),
        history_hash: opened.history.hash(),
        history_count: opened.history.count(),
        messages: opened.messages,
        context: opened.context.clone(),
        platform: platform.id().to_owned(),
        session: receipt.session_id.clone(),
        project: folder.to_string_lossy().into_owned(),
        title: title.clone(),
        sender: from.clone(),
        receipt: receipt.clone(),
        undone: None,
    };
    // An import without a line could never be taken back, so it has one before it is there.
    let announce = |receipt: &ImportReceipt| {
        crash::point("before an import is announced");
        let added = ledger::announce(&here.database, &entry_of(receipt));
        added.map_err(|failure| failure.message)?;
        crash::point("after an import was announced");
        Ok(())
    };
    tracing::info!(approved = ?import.approval.by(), platform = platform.id(), "an import begins");
    let outcome = segue_platform::import::import(ImportRequest {
        platform,
        place: &place,
        target,
        file: &read,
        closing,
        skip,
        file_limits: FileLimits::default(),
        limits: Limits::default(),
        progress: &|_| {},
        announce: &announce,
    });
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            // What did not read back the same was taken back.
            if let Err(failure) = ledger::undone(&here.database, &id, here.clock.now()) {
                tracing::error!(%failure, "an import that came to nothing is still listed");
            }
            return Err(stopped(error));
        }
    };
    let entry = entry_of(&outcome.written.receipt);
    let kind = match (import.dry_run, earlier.is_some()) {
        (true, _) => ImportOutcome::Planned,
        (false, true) => ImportOutcome::Continued,
        (false, false) => ImportOutcome::Imported,
    };
    if !import.dry_run {
        crash::point("before an import is done");
        if let Err(failure) = ledger::done(&here.database, &entry.id) {
            segue_platform::undo::undo(&entry.receipt).map_err(stopped)?;
            return Err(failure);
        }
        remember(here, &entry);
    }
    Ok(Imported {
        outcome: kind,
        import: (!import.dry_run).then(|| entry.id.clone()),
        platform: entry.platform.clone(),
        session: entry.session.clone(),
        project: entry.project.clone(),
        project_by,
        title,
        from,
        messages: entry.messages.saturating_sub(skip),
        changes: if import.dry_run {
            changes::planned(&entry.receipt.changes)
        } else {
            changes::lines(&entry.receipt.changes)
        },
        resume: here.resume(platform, &entry.session, Path::new(&entry.project), &place),
        report: file::report(&outcome.written.report),
        notes,
    })
}

/// Notes that changes came along and were not applied, since that is up to the person.
fn left_aside(about: &AttachedDiff) -> String {
    format!(
        "The sender attached changes to {} of the project. They are not part of the session and \
         were not applied: segue inspect shows what they are, and segue download HANDOFF --diff \
         writes those of a handoff into a file.",
        counted(about.files, "file", "files")
    )
}

/// Writes an import into the journal and notifies everyone of it.
pub(super) fn remember(here: &Conversations, entry: &Entry) {
    let what = export::named(entry.title.as_deref());
    let from = entry
        .sender
        .as_deref()
        .map(|name| format!(" from {name}"))
        .unwrap_or_default();
    here.journal(
        Happening::new("imported", format!("Imported {what}{from}")).detail(format!(
            "{} as session {} in {}.",
            counted(entry.messages, "message", "messages"),
            entry.session,
            entry.project
        )),
    );
    here.catalog.changed();
}

fn already_imported(
    here: &Conversations,
    platform: &dyn Platform,
    place: &AgentEnv,
    entry: &Entry,
) -> Imported {
    Imported {
        outcome: ImportOutcome::AlreadyImported,
        import: Some(entry.id.clone()),
        platform: entry.platform.clone(),
        session: entry.session.clone(),
        project: entry.project.clone(),
        project_by: ProjectBy::Given,
        title: entry.title.clone(),
        from: entry.sender.clone(),
        messages: 0,
        changes: Vec::new(),
        resume: here.resume(platform, &entry.session, Path::new(&entry.project), place),
        report: Vec::new(),
        notes: Vec::new(),
    }
}
