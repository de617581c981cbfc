//! The file of the index: its tables, and making it anew when it can't be used.

use std::path::{Path, PathBuf};

use segue_door::Failure;
use segue_platform::{Glance, Session};
use segue_private as private;
use segue_store::sql::{Connection, OpenFlags, Row as SqlRow};

use super::{Platforms, SessionRow};
use crate::storage::failed;

/// Raised with every change of the tables: another number means that the index is made anew.
const VERSION: i64 = 5;

const TABLES: &str = "
    CREATE TABLE scope (
        id       INTEGER PRIMARY KEY,
        platform TEXT NOT NULL,
        folder   TEXT NOT NULL,
        UNIQUE (platform, folder)
    ) STRICT;
    CREATE TABLE session (
        id       INTEGER PRIMARY KEY,
        key      BLOB NOT NULL UNIQUE,
        scope    INTEGER NOT NULL,
        platform TEXT NOT NULL,
        path     TEXT NOT NULL,
        session  TEXT NOT NULL,
        bytes    INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        stage    INTEGER NOT NULL DEFAULT 0,
        title TEXT, project TEXT, branch TEXT, model TEXT,
        started TEXT, updated TEXT, version TEXT,
        messages INTEGER,
        state    TEXT
    ) STRICT;
    CREATE INDEX by_time ON session (modified DESC, id DESC);
    CREATE INDEX by_session ON session (session);
    CREATE INDEX to_do ON session (stage, modified DESC) WHERE stage < 3;
    CREATE VIRTUAL TABLE words USING fts5 (
        title, text, content = '', contentless_delete = 1, detail = none, prefix = '1 2',
        tokenize = \"unicode61 remove_diacritics 2 categories 'L* N* Co M*'\"
    );
    CREATE TABLE said (id INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT;
";

/// The columns of a [`SessionRow`], in the order [`row`] reads them.
pub(super) const COLUMNS: &str = "session.id, platform, path, session, bytes, modified, stage, \
     title, project, branch, model, started, updated, version, messages, state";

/// Opens a connection for writing and one for reading. An index that can't be used is removed and
/// made anew.
pub(super) fn open(path: &Path) -> Result<(Connection, Connection), Failure> {
    match connect(path) {
        Ok(pair) => Ok(pair),
        Err(error) => {
            // Nothing in it is lost that can't be found again.
            tracing::warn!(%error, "the index of conversations is made anew");
            for ending in ["", "-wal", "-shm"] {
                let mut name = path.as_os_str().to_owned();
                name.push(ending);
                std::fs::remove_file(PathBuf::from(name)).ok();
            }
            connect(path).map_err(|error| failed(&error))
        }
    }
}

fn connect(path: &Path) -> segue_store::sql::Result<(Connection, Connection)> {
    // The log and index files beside it take their permissions from the database file.
    private::open_options().append(true).open(path).ok();
    let mut writer = Connection::open(path)?;
    prepare(&writer)?;
    let version: i64 = writer.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    match version {
        VERSION => {}
        0 => {
            let making = writer.transaction()?;
            making.execute_batch(TABLES)?;
            making.pragma_update(None, "user_version", VERSION)?;
            making.commit()?;
        }
        _ => return Err(segue_store::sql::Error::InvalidQuery),
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let reader = Connection::open_with_flags(path, flags)?;
    reader.busy_timeout(std::time::Duration::from_secs(5))?;
    reader.pragma_update(None, "mmap_size", 256 << 20)?;
    reader.query_row("SELECT count(*) FROM scope", [], |_| Ok(()))?;
    Ok((writer, reader))
}

fn prepare(connection: &Connection) -> segue_store::sql::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    // Room for the rows of thousands of new sessions before any of them has to be written out.
    connection.pragma_update(None, "cache_size", -8000)?;
    // Fewer, larger moves into the main file: each of them waits for the disk.
    connection.pragma_update(None, "wal_autocheckpoint", 8000)?;
    connection.set_prepared_statement_cache_capacity(32);
    connection.busy_timeout(std::time::Duration::from_secs(5))
}

/// Computes the 16 bytes that tell one session from all others.
pub(super) fn key(platform: &str, path: &str, session: &str) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    for piece in [platform, path, session] {
        hasher.update(&(piece.len() as u64).to_le_bytes());
        hasher.update(piece.as_bytes());
    }
    let mut key = [0; 16];
    hasher.finalize_xof().fill(&mut key);
    key
}

/// Reads a row of [`COLUMNS`]. Returns `None` for a platform that this program no longer has.
pub(super) fn row(
    sql: &SqlRow<'_>,
    platforms: Platforms,
) -> segue_store::sql::Result<Option<SessionRow>> {
    let named: String = sql.get(1)?;
    let Some(platform) = platforms.iter().find(|known| known.id() == named) else {
        return Ok(None);
    };
    let state: Option<String> = sql.get(15)?;
    Ok(Some(SessionRow {
        id: sql.get(0)?,
        session: Session {
            platform: platform.id(),
            path: PathBuf::from(sql.get::<_, String>(2)?),
            id: sql.get(3)?,
            bytes: sql.get::<_, i64>(4)?.cast_unsigned(),
            modified: sql.get(5)?,
        },
        stage: sql.get(6)?,
        glance: Glance {
            title: sql.get(7)?,
            project: sql.get(8)?,
            branch: sql.get(9)?,
            model: sql.get(10)?,
            started: sql.get(11)?,
            updated: sql.get(12)?,
            version: sql.get(13)?,
        },
        messages: sql.get::<_, Option<i64>>(14)?.map(i64::cast_unsigned),
        state: state.and_then(|text| serde_json::from_str(&text).ok()),
    }))
}
