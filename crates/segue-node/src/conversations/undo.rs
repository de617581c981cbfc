//! Taking an import back: exactly what it added, and only if nobody used it since.

use std::sync::PoisonError;

use segue_door::{CallerEnv, Code, Failure, Undone};
use segue_platform::{AgentEnv, Change, PlatformError};

use super::ledger::Entry;
use super::{Conversations, changes, export, failure, ledger};
use crate::journal::Happening;

/// Shorter beginnings are too easily mistyped.
const LEAST: usize = 4;

/// How many candidates a failure names.
const CANDIDATES: usize = 8;

/// Takes an import back.
pub(super) fn undo(
    here: &Conversations,
    name: &str,
    place: Option<CallerEnv>,
) -> Result<Undone, Failure> {
    let place = here.agents.place(place)?;
    let _one_at_a_time = here
        .importing
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let entry = find(here, name)?;
    let was_gone = is_gone(here, &place, &entry)?;
    if !was_gone {
        segue_platform::undo::undo(&entry.receipt).map_err(failure::platform)?;
    }
    let now = here.clock.now();
    ledger::undone(&here.database, &entry.id, now)?;
    let what = export::named(entry.title.as_deref());
    let how = if was_gone {
        "The session was gone already.".to_owned()
    } else {
        format!("Session {} in {} is gone.", entry.session, entry.project)
    };
    here.journal(
        Happening::new("import_undone", format!("Took back the import of {what}")).detail(how),
    );
    here.catalog.changed();
    let entry = Entry {
        undone: Some(now.as_millisecond()),
        ..entry
    };
    Ok(Undone {
        import: ledger::record(&entry),
        changes: if was_gone {
            Vec::new()
        } else {
            changes::lines(&removed(&entry.receipt.changes))
        },
        was_gone,
    })
}

/// Returns the changes that are gone now: a folder with something else in it stays.
fn removed(changes: &[Change]) -> Vec<Change> {
    let stays = |change: &&Change| !matches!(change, Change::Folder { path } if path.exists());
    changes.iter().filter(stays).cloned().collect()
}

/// Checks whether the session of an import is no longer there, for example because it was deleted
/// in its own agent.
pub(super) fn is_gone(
    here: &Conversations,
    place: &AgentEnv,
    entry: &Entry,
) -> Result<bool, Failure> {
    let platform = here.catalog.platform(&entry.platform)?;
    match platform.written(place, &entry.receipt) {
        Ok(_) => Ok(false),
        Err(PlatformError::NotFound(_)) => Ok(true),
        Err(PlatformError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
            Ok(true)
        }
        Err(error) => Err(failure::platform(error)),
    }
}

fn find(here: &Conversations, name: &str) -> Result<Entry, Failure> {
    let shown = segue_conversation::truncate(name, 80);
    if name.chars().count() < LEAST {
        return Err(
            Failure::invalid(format!("“{shown}” is too short for the name of an import."))
                .hint(format!("Type at least {LEAST} characters of it."))
                .hint("segue imports lists them."),
        );
    }
    let all = ledger::named(&here.database, name)?;
    let mut live: Vec<&Entry> = all.iter().filter(|entry| entry.undone.is_none()).collect();
    // A session that was continued has several imports: the last is taken back first.
    let of_session = |entry: &&Entry| {
        entry.session == name || format!("{}:{}", entry.platform, entry.session) == name
    };
    if live.iter().all(of_session) {
        live.truncate(1);
    }
    match live.as_slice() {
        [entry] => {
            let later = ledger::of_session(&here.database, &entry.platform, &entry.session)?;
            match later.first() {
                Some(last) if last.id != entry.id => Err(Failure::new(
                    Code::Refused,
                    "A later import continued this session. Take that one back first.",
                )
                .hint(format!("segue undo {}", last.id))),
                _ => Ok((*entry).clone()),
            }
        }
        [] if !all.is_empty() => Err(Failure::new(
            Code::Refused,
            "This import was taken back already.",
        )
        .hint("It can be imported again from its file.")),
        [] => Err(
            Failure::new(Code::NotFound, format!("There is no import “{shown}”."))
                .hint("segue imports lists them."),
        ),
        several => {
            let count = several.len();
            let failure = Failure::invalid(format!(
                "“{shown}” is the beginning of {count} imports. Type more of it."
            ));
            Err(several
                .iter()
                .take(CANDIDATES)
                .fold(failure, |failure, entry| {
                    let title = entry.title.as_deref().unwrap_or("untitled");
                    failure.hint(format!(
                        "{}  {}",
                        entry.id,
                        segue_conversation::truncate(title, 40)
                    ))
                }))
        }
    }
}
