//! Keys that nobody outside this profile has.

use rusqlite::Result;

use crate::database::Database;

/// Returns a key for one purpose.
pub fn key_for(database: &Database, purpose: &str) -> Result<[u8; 32]> {
    let own: Vec<u8> = database.lock().query_row(
        "SELECT value FROM store_keys WHERE name = 'findings'",
        [],
        |row| row.get(0),
    )?;
    let own = blake3::hash(&own);
    Ok(*blake3::keyed_hash(own.as_bytes(), purpose.as_bytes()).as_bytes())
}
