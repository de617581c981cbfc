//! Durable state: one SQLite database per profile, write-ahead log, numbered migrations.
//!
//! Only the host opens it. Calls block for as long as a small local write takes; what reads much
//! runs beside the node's loop.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, ErrorCode, OpenFlags};
use rusqlite_migration::{M, Migrations};

use segue_door::{Code, Failure, Retry};
use segue_link::private;

/// Each entry is applied once, in order, and never edited after a release.
const MIGRATIONS: &[M<'static>] = &[
    M::up(
        "CREATE TABLE journal (
        id     INTEGER PRIMARY KEY AUTOINCREMENT,
        at_ms  INTEGER NOT NULL,
        kind   TEXT NOT NULL,
        title  TEXT NOT NULL,
        detail TEXT
     ) STRICT;",
    ),
    M::up(
        "CREATE TABLE imports (
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
        undone_ms     INTEGER
     ) STRICT;
     CREATE INDEX imports_by_content ON imports (content_hash);
     CREATE INDEX imports_by_context ON imports (context);
     CREATE INDEX imports_by_session ON imports (session);",
    ),
    M::up(
        "CREATE TABLE keys (
        name  TEXT PRIMARY KEY,
        value BLOB NOT NULL
     ) STRICT;
     INSERT INTO keys VALUES ('findings', randomblob(32));",
    ),
    M::up(
        "CREATE TABLE people (
        device        TEXT PRIMARY KEY,
        name          TEXT NOT NULL,
        nickname      TEXT,
        platforms     TEXT NOT NULL,
        state         TEXT NOT NULL CHECK (state IN ('waiting', 'verified', 'blocked')),
        was_verified  INTEGER NOT NULL,
        how           TEXT CHECK (how IN ('invite', 'code')),
        since_ms      INTEGER NOT NULL,
        last_seen_ms  INTEGER,
        addresses     TEXT NOT NULL,
        knows_you     INTEGER,
        warning       TEXT
     ) STRICT;
     CREATE TABLE invites (
        mark       TEXT PRIMARY KEY,
        id         TEXT NOT NULL UNIQUE,
        created_ms INTEGER NOT NULL,
        expires_ms INTEGER NOT NULL,
        used_by    TEXT,
        used_ms    INTEGER,
        revoked_ms INTEGER
     ) STRICT;
     CREATE INDEX invites_by_user ON invites (used_by);",
    ),
    M::up(
        "CREATE TABLE handoffs (
        id           TEXT PRIMARY KEY,
        way          TEXT NOT NULL CHECK (way IN ('out', 'in')),
        device       TEXT NOT NULL,
        conversation TEXT NOT NULL,
        created_ms   INTEGER NOT NULL,
        changed_ms   INTEGER NOT NULL,
        ended_ms     INTEGER,
        body         TEXT NOT NULL
     ) STRICT;
     CREATE INDEX handoffs_open ON handoffs (ended_ms, way);
     CREATE INDEX handoffs_by_conversation ON handoffs (conversation);
     CREATE TABLE blob_uses (
        handoff TEXT NOT NULL,
        hash    TEXT NOT NULL,
        bytes   INTEGER NOT NULL,
        PRIMARY KEY (handoff, hash)
     ) STRICT;
     CREATE INDEX blob_uses_by_hash ON blob_uses (hash);
     CREATE TABLE words (
        id      TEXT PRIMARY KEY,
        handoff TEXT NOT NULL,
        device  TEXT NOT NULL,
        mine    INTEGER NOT NULL,
        at_ms   INTEGER NOT NULL,
        saying  TEXT NOT NULL,
        told_ms INTEGER
     ) STRICT;
     CREATE INDEX words_by_handoff ON words (handoff);
     CREATE INDEX words_untold ON words (device) WHERE mine = 1 AND told_ms IS NULL;
     CREATE TABLE ledger_queue (
        id           TEXT PRIMARY KEY,
        conversation TEXT NOT NULL,
        record       TEXT NOT NULL
     ) STRICT;
     CREATE TABLE ledgers (
        conversation TEXT PRIMARY KEY,
        changed_ms   INTEGER NOT NULL,
        title        TEXT,
        chain        BLOB NOT NULL,
        records      INTEGER NOT NULL,
        participants TEXT,
        checked      BLOB,
        attempts     TEXT,
        problem      TEXT
     ) STRICT;
     CREATE TABLE ledger_peers (
        conversation TEXT NOT NULL,
        device       TEXT NOT NULL,
        records      INTEGER NOT NULL,
        PRIMARY KEY (conversation, device)
     ) STRICT;
     CREATE TABLE auto_imports (
        id         TEXT PRIMARY KEY,
        device     TEXT NOT NULL,
        platform   TEXT NOT NULL,
        folder     TEXT NOT NULL,
        place      TEXT,
        created_ms INTEGER NOT NULL,
        imported   INTEGER NOT NULL,
        stopped    TEXT,
        revoked_ms INTEGER
     ) STRICT;",
    ),
    M::up("ALTER TABLE imports ADD COLUMN done INTEGER NOT NULL DEFAULT 1;"),
];

/// The database of a profile.
#[derive(Clone)]
pub(crate) struct Storage {
    connection: Arc<Mutex<Connection>>,
    path: PathBuf,
}

impl Storage {
    /// A few letters that stand for this profile, and say nothing about where it is.
    pub(crate) fn mark(&self) -> String {
        let whole = blake3::hash(self.path.as_os_str().as_encoded_bytes());
        whole.to_hex().chars().take(8).collect()
    }

    /// Opens the database, making it and bringing it up to date as needed.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        // The log and index files beside it take their permissions from the database file.
        private::open_options()
            .append(true)
            .open(path)
            .map_err(|error| cannot_make(&error))?;
        let mut connection = Connection::open(path).map_err(|error| unusable(&error))?;
        let prepare = |connection: &Connection| {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.busy_timeout(std::time::Duration::from_secs(5))
        };
        prepare(&connection).map_err(|error| unusable(&error))?;
        Migrations::from_slice(MIGRATIONS)
            .to_latest(&mut connection)
            .map_err(migration)?;
        let connection = Arc::new(Mutex::new(connection));
        Ok(Self {
            connection,
            path: path.to_path_buf(),
        })
    }

    /// The connection, for one statement or transaction.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Connection> {
        // A panic while the connection was held rolled its transaction back.
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// What SQLite says about the health of the file; "ok" is good.
    pub(crate) fn quick_check(&self) -> rusqlite::Result<String> {
        // On a connection of its own, so that nothing waits for it.
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Connection::open_with_flags(&self.path, flags)?.query_row(
            "PRAGMA quick_check(1)",
            [],
            |row| row.get(0),
        )
    }
}

/// A key for one purpose, that nobody outside this profile has.
pub(crate) fn key_of(storage: &Storage, purpose: &str) -> Result<[u8; 32], Failure> {
    let own: Vec<u8> = storage
        .lock()
        .query_row(
            "SELECT value FROM keys WHERE name = 'findings'",
            [],
            |row| row.get(0),
        )
        .map_err(|error| failed(&error))?;
    let own = blake3::hash(&own);
    Ok(*blake3::keyed_hash(own.as_bytes(), purpose.as_bytes()).as_bytes())
}

/// A statement that failed, in words.
pub(crate) fn failed(error: &rusqlite::Error) -> Failure {
    tracing::error!(%error, "database");
    Failure::new(
        Code::Storage,
        format!("The database of this profile did not take that: {error}."),
    )
    .hint("Look at the free space on the disk of the profile folder.")
    .retry(Retry::Unknown)
}

fn cannot_make(error: &std::io::Error) -> Failure {
    Failure::new(
        Code::Storage,
        format!("The database of this profile can't be opened: {error}."),
    )
    .hint("Look at the permissions of the profile folder and at the free space on its disk.")
}

fn unusable(error: &rusqlite::Error) -> Failure {
    let words =
        format!("The database of this profile can't be opened: {error}. It was left as it is.");
    let failure = Failure::new(Code::Storage, words);
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => failure.hint(
            "Copy segue.db to a safe place, then move it out of the profile folder to start afresh.",
        ),
        _ => failure
            .hint("Look at the permissions of the profile folder and at the free space on its disk."),
    }
}

fn migration(error: rusqlite_migration::Error) -> Failure {
    match error {
        rusqlite_migration::Error::MigrationDefinition(_) => Failure::new(
            Code::Storage,
            "This profile was used by a newer version of Segue. It was left as it is.",
        )
        .hint("Update Segue, or name another profile with --profile."),
        rusqlite_migration::Error::RusqliteError { err, .. } => unusable(&err),
        error => Failure::new(
            Code::Storage,
            format!("The database of this profile can't be brought up to date: {error}."),
        )
        .hint("Copy segue.db to a safe place before anything else."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_are_valid() {
        Migrations::from_slice(MIGRATIONS).validate().unwrap();
    }

    #[test]
    fn a_newer_database_is_refused_and_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("segue.db");
        drop(Storage::open(&path).unwrap());
        Connection::open(&path)
            .unwrap()
            .pragma_update(None, "user_version", 99)
            .unwrap();
        let failure = Storage::open(&path).err().unwrap();
        assert!(
            failure.message.contains("newer version"),
            "{}",
            failure.message
        );
        let version: i64 = Connection::open(&path)
            .unwrap()
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .unwrap();
        assert_eq!(version, 99);
    }

    #[test]
    fn a_file_that_is_no_database_is_refused_and_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("segue.db");
        let text = "not a database ".repeat(100);
        std::fs::write(&path, &text).unwrap();
        let failure = Storage::open(&path).err().unwrap();
        assert_eq!(failure.code, Code::Storage);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[cfg(unix)]
    #[test]
    fn the_database_and_its_companions_are_for_this_user_only() {
        let folder = tempfile::tempdir().unwrap();
        let _storage = Storage::open(&folder.path().join("segue.db")).unwrap();
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let path = file.unwrap().path();
            assert_eq!(private::exposed(&path).unwrap(), None, "{}", path.display());
        }
    }
}
