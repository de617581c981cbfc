//! The journal as the door shows it.

use jiff::Timestamp;
use segue_door::{Failure, JournalEntry, JournalPage};
use segue_store::Database;
use segue_store::journal::{self, Entry};

use crate::storage::failed;

pub(crate) use segue_store::journal::Happening;

/// Writes a line and returns it with its number.
pub(crate) fn add(
    database: &Database,
    at: Timestamp,
    what: Happening,
) -> Result<JournalEntry, Failure> {
    journal::add(database, at.as_millisecond(), what)
        .map(entry)
        .map_err(|error| failed(&error))
}

/// Returns lines older than `before`, newest first.
pub(crate) fn page(
    database: &Database,
    before: Option<i64>,
    limit: u32,
) -> Result<JournalPage, Failure> {
    let page = journal::page(database, before, limit).map_err(|error| failed(&error))?;
    Ok(JournalPage {
        entries: page.entries.into_iter().map(entry).collect(),
        total: page.total,
    })
}

fn entry(entry: Entry) -> JournalEntry {
    JournalEntry {
        id: entry.id,
        at: Timestamp::from_millisecond(entry.at_ms).unwrap_or(Timestamp::UNIX_EPOCH),
        kind: entry.kind,
        title: entry.title,
        detail: entry.detail,
    }
}
