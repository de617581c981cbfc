//! The journal: what happened on this node, for a person to look back on.

use rusqlite::{Result, Row, params};

use crate::database::Database;

/// How many entries are kept; older ones are dropped.
const MAX_ENTRIES: i64 = 10_000;

/// The most entries of one page.
const MAX_PAGE: u32 = 500;

/// Something worth a line in the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happening {
    /// What happened, for programs.
    pub kind: &'static str,
    /// What happened, in one line for people.
    pub title: String,
    pub detail: Option<String>,
}

impl Happening {
    /// Creates a line without details.
    pub fn new(kind: &'static str, title: impl Into<String>) -> Self {
        Self {
            kind,
            title: title.into(),
            detail: None,
        }
    }

    /// Adds details.
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }
}

/// A line of the journal that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Counts up with every line.
    pub id: i64,
    /// In milliseconds since 1970.
    pub at_ms: i64,
    /// What happened, for programs.
    pub kind: String,
    /// What happened, in one line for people.
    pub title: String,
    pub detail: Option<String>,
}

/// Some lines of the journal, and how many there are in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The lines, newest first.
    pub entries: Vec<Entry>,
    /// How many lines there are in all.
    pub total: i64,
}

/// Writes a line and returns it with its number.
pub fn add(database: &Database, at_ms: i64, what: Happening) -> Result<Entry> {
    let connection = database.lock();
    connection.execute(
        "INSERT INTO store_journal (at_ms, kind, title, detail) VALUES (?1, ?2, ?3, ?4)",
        params![at_ms, what.kind, what.title, what.detail],
    )?;
    let id = connection.last_insert_rowid();
    connection.execute(
        "DELETE FROM store_journal WHERE id <= ?1",
        params![id - MAX_ENTRIES],
    )?;
    Ok(Entry {
        id,
        at_ms,
        kind: what.kind.to_owned(),
        title: what.title,
        detail: what.detail,
    })
}

/// Returns lines older than `before`, newest first.
pub fn page(database: &Database, before: Option<i64>, limit: u32) -> Result<Page> {
    let connection = database.lock();
    let total = connection.query_row("SELECT count(*) FROM store_journal", [], |row| row.get(0))?;
    let entries = connection
        .prepare_cached(
            "SELECT id, at_ms, kind, title, detail FROM store_journal
             WHERE id < ?1 ORDER BY id DESC LIMIT ?2",
        )?
        .query_map(
            params![before.unwrap_or(i64::MAX), limit.min(MAX_PAGE)],
            entry,
        )?
        .collect::<Result<_>>()?;
    Ok(Page { entries, total })
}

fn entry(row: &Row<'_>) -> Result<Entry> {
    Ok(Entry {
        id: row.get(0)?,
        at_ms: row.get(1)?,
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
        let database = Database::open(&folder.path().join("segue.db"), &[]).unwrap();
        for number in 0..25 {
            let what = Happening::new("test", format!("line {number}"));
            add(&database, 0, what).unwrap();
        }
        let mut seen = Vec::new();
        let mut before = None;
        loop {
            let page = page(&database, before, 10).unwrap();
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
        let database = Database::open(&folder.path().join("segue.db"), &[]).unwrap();
        database
            .lock()
            .execute(
                "INSERT INTO store_journal (id, at_ms, kind, title) VALUES (1, 0, 'test', 'first'),
                 (?1, 0, 'test', 'last')",
                params![MAX_ENTRIES],
            )
            .unwrap();
        add(&database, 0, Happening::new("test", "one more")).unwrap();
        let titles: Vec<_> = page(&database, None, 10)
            .unwrap()
            .entries
            .into_iter()
            .map(|entry| entry.title)
            .collect();
        assert_eq!(titles, ["one more", "last"]);
    }
}
