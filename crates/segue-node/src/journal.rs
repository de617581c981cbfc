//! The journal: what happened on this node, for a person to look back on.

use jiff::Timestamp;
use rusqlite::{Row, params};
use segue_door::{Failure, JournalEntry, JournalPage};

use crate::storage::{Storage, failed};

/// Older entries are dropped beyond this many.
const KEEP: i64 = 10_000;

/// Most entries one page can have.
const PAGE: u32 = 500;

/// Something worth a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Happening {
    pub kind: &'static str,
    pub title: String,
    pub detail: Option<String>,
}

impl Happening {
    pub(crate) fn new(kind: &'static str, title: impl Into<String>) -> Self {
        Self {
            kind,
            title: title.into(),
            detail: None,
        }
    }

    pub(crate) fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }
}

/// A number with its word.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Writes a line and returns it with its number.
pub(crate) fn add(
    storage: &Storage,
    at: Timestamp,
    what: Happening,
) -> Result<JournalEntry, Failure> {
    let connection = storage.lock();
    let at_ms = at.as_millisecond();
    connection
        .execute(
            "INSERT INTO journal (at_ms, kind, title, detail) VALUES (?1, ?2, ?3, ?4)",
            params![at_ms, what.kind, what.title, what.detail],
        )
        .map_err(|error| failed(&error))?;
    let id = connection.last_insert_rowid();
    connection
        .execute("DELETE FROM journal WHERE id <= ?1", params![id - KEEP])
        .map_err(|error| failed(&error))?;
    let at = Timestamp::from_millisecond(at_ms).unwrap_or(at);
    Ok(JournalEntry {
        id,
        at,
        kind: what.kind.to_owned(),
        title: what.title,
        detail: what.detail,
    })
}

/// Lines older than `before`, newest first.
pub(crate) fn page(
    storage: &Storage,
    before: Option<i64>,
    limit: u32,
) -> Result<JournalPage, Failure> {
    let read = || -> rusqlite::Result<JournalPage> {
        let connection = storage.lock();
        let total = connection.query_row("SELECT count(*) FROM journal", [], |row| row.get(0))?;
        let entries = connection
            .prepare_cached(
                "SELECT id, at_ms, kind, title, detail FROM journal
                 WHERE id < ?1 ORDER BY id DESC LIMIT ?2",
            )?
            .query_map(params![before.unwrap_or(i64::MAX), limit.min(PAGE)], entry)?
            .collect::<rusqlite::Result<_>>()?;
        Ok(JournalPage { entries, total })
    };
    read().map_err(|error| failed(&error))
}

fn entry(row: &Row<'_>) -> rusqlite::Result<JournalEntry> {
    Ok(JournalEntry {
        id: row.get(0)?,
        at: Timestamp::from_millisecond(row.get(1)?).unwrap_or(Timestamp::UNIX_EPOCH),
        kind: row.get(2)?,
        title: row.get(3)?,
        detail: row.get(4)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_go_back_in_time_without_gaps() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(&folder.path().join("segue.db")).unwrap();
        for number in 0..25 {
            let what = Happening::new("test", format!("line {number}"));
            add(&storage, Timestamp::now(), what).unwrap();
        }
        let mut seen = Vec::new();
        let mut before = None;
        loop {
            let page = page(&storage, before, 10).unwrap();
            assert_eq!(page.total, 25);
            let Some(last) = page.entries.last() else {
                break;
            };
            before = Some(last.id);
            seen.extend(page.entries.into_iter().map(|entry| entry.title));
        }
        let expected: Vec<_> = (0..25)
            .rev()
            .map(|number| format!("line {number}"))
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn the_oldest_go_when_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(&folder.path().join("segue.db")).unwrap();
        storage
            .lock()
            .execute(
                "INSERT INTO journal (id, at_ms, kind, title) VALUES (1, 0, 'test', 'first'),
                 (?1, 0, 'test', 'last')",
                params![KEEP],
            )
            .unwrap();
        add(
            &storage,
            Timestamp::now(),
            Happening::new("test", "one more"),
        )
        .unwrap();
        let titles: Vec<_> = page(&storage, None, 10)
            .unwrap()
            .entries
            .into_iter()
            .map(|entry| entry.title)
            .collect();
        assert_eq!(titles, ["one more", "last"]);
    }
}
