//! A file into an agent's own storage: once, in the right folder, with a line in the ledger.
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

use jiff::Timestamp;
use segue_conversation::file::{Limits as FileLimits, Opened, Reader};
use segue_platform::essence::Essence;
use segue_platform::{Closing, ImportRequest, Limits, Platform, Surroundings, Target};
use uuid::Uuid;

use super::file::{self, Source};
use super::ledger::Entry;
use super::work::Progress;
use super::{Conversations, changes, export, failure, ledger, project, undo};
use crate::door::{Code, Failure, ImportOutcome, Imported, Place, ProjectBy};
use crate::journal::Happening;
use crate::surroundings;

/// How many earlier imports of a conversation are looked at.
const EARLIER: usize = 20;

/// What to import.
pub(crate) struct Import {
    pub(crate) path: String,
    pub(crate) to: String,
    pub(crate) project: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) map_paths: bool,
    pub(crate) dry_run: bool,
    pub(crate) again: bool,
}

/// Imports a file, or says why there is nothing to do.
pub(super) fn import(
    here: &Conversations,
    import: &Import,
    place: Option<Place>,
    progress: &Progress,
) -> Result<Imported, Failure> {
    let near = place.as_ref().and_then(|place| place.folder.clone());
    let place = surroundings::of(place)?;
    let platform = here.catalog.platform(&import.to)?;
    let source = Source::open(&import.path, progress)?;
    progress.at(0, source.bytes.saturating_mul(2));
    let _one_at_a_time = here
        .importing
        .lock()
        .unwrap_or_else(PoisonError::into_inner);

    let stopped = |error| {
        progress
            .go_on()
            .err()
            .unwrap_or_else(|| failure::platform(error))
    };
    let read = || source.boxed();
    let opened = segue_platform::import::checked(&read, FileLimits::default()).map_err(stopped)?;
    let sender = file::sender(&opened, "");
    if let Some(why) = file::refusal(&sender) {
        return Err(Failure::new(Code::Refused, why)
            .hint("Ask the sender for the file again.")
            .hint("segue inspect shows what the file says."));
    }
    if opened.messages == 0 {
        return Err(Failure::new(
            Code::Unreadable,
            "The file has no messages to import.",
        ));
    }
    let from = sender.name;

    if !import.again
        && let Some(entry) = already(here, &place, import, &opened)?
    {
        return Ok(already_imported(platform, &entry));
    }
    let (folder, project_by) = project::choose(
        here,
        &place,
        near.as_deref(),
        import.project.as_deref(),
        &opened.head,
    )?;
    let mut notes = Vec::new();
    let earlier = if import.again {
        None
    } else {
        earlier(
            here, &place, platform, &source, &opened, &folder, &mut notes,
        )?
    };
    let detected = platform.detect(&place);
    if detected.program.is_none() && !detected.used {
        notes.push(format!(
            "{} was not found on this computer. It will list the session once it is installed.",
            platform.name()
        ));
    }

    let (task, note) = file::envelope(&opened);
    let closing = (task.is_some() || note.is_some()).then(|| Closing {
        from: from.clone(),
        task,
        note,
    });
    let title = import.title.clone().or(opened.head.title.clone());
    let skip = earlier.as_ref().map_or(0, |entry| entry.messages);
    let target = Target {
        project: folder.clone(),
        title: title.clone(),
        now: Timestamp::now().as_millisecond(),
        dry_run: import.dry_run,
        onto: earlier.as_ref().map(|entry| entry.receipt.clone()),
        map_paths: import.map_paths,
        last_answer: None,
        seed: Essence::default(),
    };
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
    })
    .map_err(stopped)?;

    let receipt = outcome.written.receipt;
    let entry = Entry {
        id: Uuid::new_v4().to_string(),
        at: Timestamp::now().as_millisecond(),
        content_hash: outcome.opened.content_hash.clone(),
        history_hash: outcome.opened.history.hash(),
        history_count: outcome.opened.history.count(),
        messages: outcome.opened.messages,
        context: outcome.opened.context.clone(),
        platform: platform.id().to_owned(),
        session: receipt.session_id.clone(),
        project: folder.to_string_lossy().into_owned(),
        title: title.clone(),
        sender: from.clone(),
        receipt,
        undone: None,
    };
    let kind = match (import.dry_run, earlier.is_some()) {
        (true, _) => ImportOutcome::Planned,
        (false, true) => ImportOutcome::Continued,
        (false, false) => ImportOutcome::Imported,
    };
    if !import.dry_run {
        remember(here, &entry)?;
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
        resume: changes::resume(&outcome.resume),
        report: file::report(&outcome.written.report),
        notes,
    })
}

/// Writes the line; an import without one could never be taken back, so it goes again.
fn remember(here: &Conversations, entry: &Entry) -> Result<(), Failure> {
    if let Err(failure) = ledger::add(&here.storage, entry) {
        return Err(match segue_platform::undo::undo(&entry.receipt) {
            Ok(()) => failure.hint("The import was taken back."),
            Err(error) => failure.hint(format!("The session it made is still there: {error}")),
        });
    }
    let what = export::named(entry.title.as_deref());
    let from = entry
        .sender
        .as_deref()
        .map(|name| format!(" from {name}"))
        .unwrap_or_default();
    here.journal(
        Happening::new("imported", format!("Imported {what}{from}")).detail(format!(
            "{} messages as session {} in {}.",
            entry.messages, entry.session, entry.project
        )),
    );
    here.catalog.changed();
    Ok(())
}

/// The import of the same content that is still there. One whose session is gone is forgotten.
fn already(
    here: &Conversations,
    place: &Surroundings,
    import: &Import,
    opened: &Opened,
) -> Result<Option<Entry>, Failure> {
    let wanted = import
        .project
        .as_deref()
        .and_then(|folder| Path::new(folder).canonicalize().ok());
    for entry in ledger::of_content(&here.storage, &opened.content_hash, &import.to)? {
        if wanted
            .as_deref()
            .is_some_and(|wanted| wanted != Path::new(&entry.project))
        {
            continue;
        }
        if !undo::is_gone(here, place, &entry)? {
            return Ok(Some(entry));
        }
        if !import.dry_run {
            ledger::undone(&here.storage, &entry.id, Timestamp::now())?;
        }
    }
    Ok(None)
}

fn already_imported(platform: &dyn Platform, entry: &Entry) -> Imported {
    let resume = platform.resume(&entry.session, Path::new(&entry.project));
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
        resume: changes::resume(&resume),
        report: Vec::new(),
        notes: Vec::new(),
    }
}

/// The import this file goes on from, if its session is as that import left it.
fn earlier(
    here: &Conversations,
    place: &Surroundings,
    platform: &dyn Platform,
    source: &Source,
    opened: &Opened,
    folder: &Path,
    notes: &mut Vec<String>,
) -> Result<Option<Entry>, Failure> {
    let Some(context) = &opened.context else {
        return Ok(None);
    };
    let mut before: Vec<Entry> = ledger::of_context(&here.storage, context, platform.id())?
        .into_iter()
        .filter(|entry| Path::new(&entry.project) == folder)
        .filter(|entry| entry.history_count < opened.history.count())
        .take(EARLIER)
        .collect();
    if before.is_empty() {
        return Ok(None);
    }
    let counts: Vec<u64> = before.iter().map(|entry| entry.history_count).collect();
    let hashes = hashes_at(source, &counts)?;
    before.retain(|entry| {
        hashes.iter().any(|(count, taken, hash)| {
            (*count, *taken, hash) == (entry.history_count, entry.messages, &entry.history_hash)
        })
    });
    before.sort_by_key(|entry| std::cmp::Reverse(entry.history_count));
    for entry in before {
        let last = ledger::of_session(&here.storage, &entry.platform, &entry.session)?;
        let is_last = last.first().is_some_and(|last| last.id == entry.id);
        if !is_last || undo::is_gone(here, place, &entry)? {
            continue;
        }
        if segue_platform::undo::is_untouched(&entry.receipt) {
            return Ok(Some(entry));
        }
        notes.push(format!(
            "An earlier state of this conversation is in session {}, which was used since. \
             It is left as it is, and this is a new session.",
            entry.session
        ));
        return Ok(None);
    }
    Ok(None)
}

/// The hash of the file's history after each of these counts, with how many messages were taken.
fn hashes_at(source: &Source, counts: &[u64]) -> Result<Vec<(u64, u64, String)>, Failure> {
    let input = source.read().map_err(failure::platform)?;
    let mut reader = Reader::new(input, FileLimits::default());
    let most = counts.iter().copied().max().unwrap_or(0);
    let (mut found, mut taken) = (Vec::new(), 0);
    while reader.history().count() < most {
        match reader.item().map_err(|error| failure::file(&error))? {
            Some(segue_conversation::file::Item::Message(_)) => taken += 1,
            Some(segue_conversation::file::Item::Artifact(_)) => continue,
            None => break,
        }
        let history = reader.history();
        if counts.contains(&history.count()) {
            found.push((history.count(), taken, history.hash()));
        }
    }
    Ok(found)
}
