//! Who needs which file: written in the transaction that changes the owner.

use std::collections::HashSet;

use rusqlite::{Result, Transaction, params};

use crate::database::Database;

/// Makes these the files that an owner needs, with their sizes.
pub fn set<'a>(
    transaction: &Transaction<'_>,
    owner: &str,
    files: impl IntoIterator<Item = (&'a str, u64)>,
) -> Result<()> {
    transaction
        .prepare_cached("DELETE FROM store_blob_uses WHERE owner = ?1")?
        .execute([owner])?;
    let mut insert =
        transaction.prepare_cached("INSERT OR IGNORE INTO store_blob_uses VALUES (?1, ?2, ?3)")?;
    for (hash, bytes) in files {
        insert.execute(params![owner, hash, bytes.cast_signed()])?;
    }
    Ok(())
}

/// Returns every file that somebody needs.
pub fn all(database: &Database) -> Result<HashSet<String>> {
    let connection = database.lock();
    let mut statement = connection.prepare_cached("SELECT DISTINCT hash FROM store_blob_uses")?;
    let rows = statement.query_map([], |row| row.get(0))?;
    rows.collect()
}

/// Checks whether somebody needs this file.
pub fn is_used(database: &Database, hash: &str) -> Result<bool> {
    database
        .lock()
        .prepare_cached("SELECT 1 FROM store_blob_uses WHERE hash = ?1")?
        .exists([hash])
}
