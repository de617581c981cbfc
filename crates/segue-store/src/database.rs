//! One SQLite database per profile: write-ahead log, one writer, every table in one migration.
//!
//! Only the host opens it. Calls block for as long as a small local write takes; what reads much runs
//! in the background.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction};
use rusqlite_migration::{M, Migrations};

use crate::error::StoreError;
use crate::scope::Holder;
use crate::tables::Tables;

/// The mark in the header of every database with this layout: "Sgu1".
const APPLICATION_ID: i32 = 0x5367_7531;

/// How long a statement waits for a reader of another connection.
const BUSY_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(5);

/// What has to be on the disk before a write counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Survives the end of the process. A power cut may lose the last writes, never half of one.
    Process,
    /// Survives a power cut too: for what somebody else is told has happened.
    PowerCut,
}

/// The database of a profile, as one service sees it.
#[derive(Clone)]
pub struct Database {
    shared: Arc<Shared>,
    prefix: &'static str,
}

struct Shared {
    connection: Mutex<Connection>,
    holder: Holder,
    path: PathBuf,
}

/// The connection, for one statement or transaction of one service.
pub struct Locked<'a>(MutexGuard<'a, Connection>);

impl Deref for Locked<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.0
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.0
    }
}

impl Database {
    /// Opens the database, and creates it and its tables if need be.
    pub fn open(path: &Path, services: &[Tables]) -> Result<Self, StoreError> {
        // The log and index files beside it take their permissions from the database file.
        segue_private::open_options()
            .append(true)
            .open(path)
            .map_err(StoreError::at(path))?;
        let mut connection = Connection::open(path).map_err(unusable)?;
        prepare(&connection).map_err(unusable)?;
        claim(&connection)?;
        let mut all = Tables::STORE.sql.to_owned();
        for service in services {
            all.push('\n');
            all.push_str(service.sql);
        }
        // One entry a release; those of a release are never edited.
        Migrations::new(vec![M::up(&all)])
            .to_latest(&mut connection)
            .map_err(migration)?;
        let holder = Holder::watch(&connection).map_err(unusable)?;
        Ok(Self {
            shared: Arc::new(Shared {
                connection: Mutex::new(connection),
                holder,
                path: path.to_path_buf(),
            }),
            prefix: Tables::STORE.prefix,
        })
    }

    /// Returns the database as the service with these tables sees it.
    pub fn of(&self, service: &Tables) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            prefix: service.prefix,
        }
    }

    /// Locks the connection, for one statement or transaction.
    pub fn lock(&self) -> Locked<'_> {
        // A panic while the connection was held rolled its transaction back.
        let connection = self
            .shared
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        self.shared.holder.set(self.prefix);
        Locked(connection)
    }

    /// Writes everything that belongs to one change, all or nothing.
    pub fn write<T>(
        &self,
        durability: Durability,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let mut connection = self.lock();
        let lasting = durability == Durability::PowerCut;
        if lasting {
            connection.pragma_update(None, "synchronous", "FULL")?;
        }
        let written = (|| {
            let transaction = connection.transaction()?;
            let value = change(&transaction)?;
            transaction.commit()?;
            Ok(value)
        })();
        if lasting && let Err(error) = connection.pragma_update(None, "synchronous", "NORMAL") {
            tracing::warn!(%error, "later writes wait for the disk, too");
        }
        written
    }

    /// Returns a few letters that identify this profile without revealing where it is.
    pub fn mark(&self) -> String {
        let whole = blake3::hash(self.shared.path.as_os_str().as_encoded_bytes());
        whole.to_hex().chars().take(8).collect()
    }

    /// Asks SQLite about the health of the file; "ok" is good.
    pub fn quick_check(&self) -> rusqlite::Result<String> {
        // On a connection of its own, so that nothing waits for it.
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Connection::open_with_flags(&self.shared.path, flags)?.query_row(
            "PRAGMA quick_check(1)",
            [],
            |row| row.get(0),
        )
    }
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.busy_timeout(BUSY_TIMEOUT)
}

/// Marks an empty database as ours. Fails for one that another program or an older layout made.
fn claim(connection: &Connection) -> Result<(), StoreError> {
    let number = |pragma: &str| -> Result<i32, StoreError> {
        connection
            .pragma_query_value(None, pragma, |row| row.get(0))
            .map_err(unusable)
    };
    if number("application_id")? == APPLICATION_ID {
        return Ok(());
    }
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(unusable)?;
    if tables > 0 || number("user_version")? != 0 {
        return Err(StoreError::OtherMake);
    }
    connection
        .pragma_update(None, "application_id", APPLICATION_ID)
        .map_err(unusable)
}

fn unusable(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => StoreError::Damaged(error),
        _ => StoreError::Unusable(error),
    }
}

fn migration(error: rusqlite_migration::Error) -> StoreError {
    match error {
        rusqlite_migration::Error::MigrationDefinition(_) => StoreError::Newer,
        rusqlite_migration::Error::RusqliteError { err, .. } => unusable(err),
        error => StoreError::Migration(error.to_string()),
    }
}

#[cfg(test)]
mod tests;
