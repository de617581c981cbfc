//! What was imported: one line each, kept for saying so, going on, and taking back.

use jiff::Timestamp;
use segue_door::{Code, Failure, ImportList, ImportRecord};
use segue_platform::ImportReceipt;
use segue_store::sql::{self, OptionalExtension, Row, params};

use crate::storage::failed;
use segue_store::{Database, Tables};

/// What is kept about imports.
pub(crate) const TABLES: Tables = Tables {
    prefix: "exchange_",
    sql: "CREATE TABLE exchange_imports (
    id            TEXT PRIMARY KEY,
    at_ms         INTEGER NOT NULL,
    content_hash  TEXT NOT NULL,
    history_hash  TEXT NOT NULL,
    history_count INTEGER NOT NULL,
    messages      INTEGER NOT NULL,
    context       TEXT,
    platform      TEXT NOT NULL,
    session       TEXT NOT NULL,
    project       TEXT NOT NULL,
    title         TEXT,
    sender        TEXT,
    receipt       TEXT NOT NULL,
    undone_ms     INTEGER,
    done          INTEGER NOT NULL
) STRICT;
CREATE INDEX exchange_imports_by_content ON exchange_imports (content_hash);
CREATE INDEX exchange_imports_by_context ON exchange_imports (context);
CREATE INDEX exchange_imports_by_session ON exchange_imports (session);",
};

/// Most imports one answer lists.
const LISTED: u32 = 500;

/// An import, as the ledger keeps it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) at: i64,
    pub(super) content_hash: String,
    /// The hash of all messages of the file, and how many it covers.
    pub(super) history_hash: String,
    pub(super) history_count: u64,
    /// How many messages of the file were taken.
    pub(super) messages: u64,
    /// The id of the conversation, if the file has one.
    pub(super) context: Option<String>,
    pub(super) platform: String,
    pub(super) session: String,
    pub(super) project: String,
    pub(super) title: Option<String>,
    pub(super) sender: Option<String>,
    pub(super) receipt: ImportReceipt,
    pub(super) undone: Option<i64>,
}

const COLUMNS: &str = "id, at_ms, content_hash, history_hash, history_count, messages, context, \
     platform, session, project, title, sender, receipt, undone_ms";

/// Writes a line for what is about to be imported. It counts once it is [`done`].
pub(super) fn announce(database: &Database, entry: &Entry) -> Result<(), Failure> {
    let receipt = serde_json::to_string(&entry.receipt)
        .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
    database
        .lock()
        .execute(
            &format!(
                "INSERT INTO exchange_imports ({COLUMNS}, done)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, 0)"
            ),
            params![
                entry.id,
                entry.at,
                entry.content_hash,
                entry.history_hash,
                entry.history_count.cast_signed(),
                entry.messages.cast_signed(),
                entry.context,
                entry.platform,
                entry.session,
                entry.project,
                entry.title,
                entry.sender,
                receipt,
                entry.undone,
            ],
        )
        .map_err(|error| failed(&error))?;
    Ok(())
}

/// Notes that what was announced is there.
pub(super) fn done(database: &Database, id: &str) -> Result<(), Failure> {
    database
        .lock()
        .execute("UPDATE exchange_imports SET done = 1 WHERE id = ?1", [id])
        .map_err(|error| failed(&error))?;
    Ok(())
}

/// Returns the imports that were announced and neither done nor taken back: the node that made them
/// ended in between.
pub(super) fn cut_off(database: &Database) -> Result<Vec<Entry>, Failure> {
    rows(
        database,
        "done = 0 AND undone_ms IS NULL AND ?1 = ?2",
        ["", ""],
    )
}

/// Marks an import as taken back.
pub(super) fn undone(database: &Database, id: &str, at: Timestamp) -> Result<(), Failure> {
    database
        .lock()
        .execute(
            "UPDATE exchange_imports SET undone_ms = ?2 WHERE id = ?1",
            params![id, at.as_millisecond()],
        )
        .map_err(|error| failed(&error))?;
    Ok(())
}

/// Returns the imports of this content into a platform that were not taken back, newest first.
pub(super) fn of_content(
    database: &Database,
    content_hash: &str,
    platform: &str,
) -> Result<Vec<Entry>, Failure> {
    select(
        database,
        "content_hash = ?1 AND platform = ?2 AND undone_ms IS NULL",
        [content_hash, platform],
    )
}

/// Returns the imports of this conversation into a platform that were not taken back, newest first.
pub(super) fn of_context(
    database: &Database,
    context: &str,
    platform: &str,
) -> Result<Vec<Entry>, Failure> {
    select(
        database,
        "context = ?1 AND platform = ?2 AND undone_ms IS NULL",
        [context, platform],
    )
}

/// Returns the imports that made or continued a session and were not taken back, newest first.
pub(super) fn of_session(
    database: &Database,
    platform: &str,
    session: &str,
) -> Result<Vec<Entry>, Failure> {
    select(
        database,
        "platform = ?1 AND session = ?2 AND undone_ms IS NULL",
        [platform, session],
    )
}

/// A session that an import made.
pub(super) struct ImportedSession {
    /// The whole id, even if the agent lists the session by a beginning of it.
    pub(super) session: String,
    /// The conversation it belongs to.
    pub(super) context: Option<String>,
}

/// Fewest letters of an id that an agent lists its sessions by.
const SHORT: usize = 8;

/// Finds the import that made a session. The id may be a beginning of the whole one, since some
/// agents list their sessions like that.
pub(super) fn made(
    database: &Database,
    platform: &str,
    session: &str,
) -> Result<Option<ImportedSession>, Failure> {
    let begins = session.len() >= SHORT;
    database
        .lock()
        .query_row(
            "SELECT session, context FROM exchange_imports
             WHERE platform = ?1 AND undone_ms IS NULL AND done
             AND (session = ?2 OR (?3 AND substr(session, 1, length(?2)) = ?2))
             ORDER BY session = ?2 DESC, rowid DESC LIMIT 1",
            params![platform, session, begins],
            |row| {
                Ok(ImportedSession {
                    session: row.get(0)?,
                    context: row.get(1)?,
                })
            },
        )
        .optional()
        .map_err(|error| failed(&error))
}

/// Returns the sessions that imports made, oldest first: agent, id, and who sent it as far as the
/// file says.
pub(super) fn sessions(
    database: &Database,
) -> Result<Vec<(String, String, Option<String>)>, Failure> {
    let read = || -> sql::Result<Vec<(String, String, Option<String>)>> {
        let connection = database.lock();
        let mut statement = connection.prepare_cached(
            "SELECT platform, session, sender FROM exchange_imports
             WHERE undone_ms IS NULL AND done ORDER BY rowid",
        )?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.collect()
    };
    read().map_err(|error| failed(&error))
}

/// Returns the imports whose id begins like this, or whose session has this id, newest first.
pub(super) fn named(database: &Database, name: &str) -> Result<Vec<Entry>, Failure> {
    select(
        database,
        "substr(id, 1, length(?1)) = ?1 OR session = ?1 OR platform || ':' || session = ?2",
        [name, name],
    )
}

/// Lists all imports, newest first.
pub(super) fn list(database: &Database) -> Result<ImportList, Failure> {
    let entries = select(database, "?1 = ?2", ["", ""])?;
    Ok(ImportList {
        imports: entries.iter().map(record).collect(),
    })
}

/// Converts an import for the door.
pub(super) fn record(entry: &Entry) -> ImportRecord {
    let time = |at| segue_conversation::times::from_millis(at).unwrap_or_default();
    let cut = |text: &Option<String>| {
        text.as_deref()
            .map(|text| segue_conversation::truncate(text, 200))
    };
    ImportRecord {
        id: entry.id.clone(),
        at: time(entry.at),
        platform: entry.platform.clone(),
        session: entry.session.clone(),
        project: entry.project.clone(),
        title: cut(&entry.title),
        from: cut(&entry.sender),
        messages: entry.messages,
        undone: entry.undone.map(time),
    }
}

fn select(database: &Database, which: &str, values: [&str; 2]) -> Result<Vec<Entry>, Failure> {
    rows(database, &format!("done AND ({which})"), values)
}

fn rows(database: &Database, which: &str, values: [&str; 2]) -> Result<Vec<Entry>, Failure> {
    let read = || -> sql::Result<Vec<Entry>> {
        let connection = database.lock();
        let mut statement = connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM exchange_imports WHERE {which} ORDER BY rowid DESC LIMIT {LISTED}"
        ))?;
        let rows = statement.query_map(values, entry)?;
        rows.collect()
    };
    read().map_err(|error| failed(&error))
}

fn entry(row: &Row<'_>) -> sql::Result<Entry> {
    let receipt: String = row.get(12)?;
    let receipt = serde_json::from_str(&receipt).map_err(|error| {
        sql::Error::FromSqlConversionFailure(12, sql::Type::Text, Box::new(error))
    })?;
    Ok(Entry {
        id: row.get(0)?,
        at: row.get(1)?,
        content_hash: row.get(2)?,
        history_hash: row.get(3)?,
        history_count: row.get::<_, i64>(4)?.cast_unsigned(),
        messages: row.get::<_, i64>(5)?.cast_unsigned(),
        context: row.get(6)?,
        platform: row.get(7)?,
        session: row.get(8)?,
        project: row.get(9)?,
        title: row.get(10)?,
        sender: row.get(11)?,
        receipt,
        undone: row.get(13)?,
    })
}
