//! Rows going in, all at once, and out again.
//!
//! ```text
//! rows ──▶ temporary tables (nobody is kept waiting) ──finish──▶ BEGIN IMMEDIATE, copy, COMMIT
//! ```
//!
//! One hash covers a session with everything in it, so a message the client added since is seen as
//! well as one that changed. The client may move a session to another project by itself, and going
//! on changes when it was last used: neither counts.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior, params, params_from_iter};

use super::native::text;
use super::{database, find};
use crate::delivery::Change;
use crate::platform::PlatformError;

/// A row of the `session` table, as far as we fill it in.
#[derive(Clone, Debug)]
pub(super) struct SessionRow {
    pub(super) id: String,
    pub(super) parent: Option<String>,
    pub(super) slug: String,
    pub(super) title: String,
    pub(super) created: i64,
    /// Other columns by name.
    pub(super) more: super::native::Object,
}

/// What all rows of one import share.
#[derive(Clone, Debug)]
pub(super) struct Shared<'s> {
    pub(super) project: &'s str,
    pub(super) directory: &'s str,
    pub(super) version: &'s str,
    pub(super) now: i64,
}

/// Rows on their way into the database.
pub(super) struct Stage {
    connection: Connection,
    dry_run: bool,
}

impl Stage {
    /// Creates the temporary tables, except in a dry run.
    pub(super) fn new(connection: Connection, dry_run: bool) -> Result<Self, PlatformError> {
        if !dry_run {
            connection.execute_batch(
                "CREATE TEMP TABLE new_message(id, session_id, time, data);
                 CREATE TEMP TABLE new_part(id, message_id, session_id, time, data);",
            )?;
        }
        Ok(Self {
            connection,
            dry_run,
        })
    }

    /// Adds a message to the temporary tables.
    pub(super) fn message(
        &self,
        id: &str,
        session: &str,
        time: i64,
        data: &str,
    ) -> Result<(), PlatformError> {
        if !self.dry_run {
            self.connection
                .prepare_cached("INSERT INTO temp.new_message VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![id, session, time, data])?;
        }
        Ok(())
    }

    /// Adds a part to the temporary tables.
    pub(super) fn part(
        &self,
        id: &str,
        message: &str,
        session: &str,
        time: i64,
        data: &str,
    ) -> Result<(), PlatformError> {
        if !self.dry_run {
            self.connection
                .prepare_cached("INSERT INTO temp.new_part VALUES (?1, ?2, ?3, ?4, ?5)")?
                .execute(params![id, message, session, time, data])?;
        }
        Ok(())
    }

    /// Replaces the data of a part that was added.
    pub(super) fn replace_part(&self, id: &str, data: &str) -> Result<(), PlatformError> {
        if !self.dry_run {
            self.connection.execute(
                "UPDATE temp.new_part SET data = ?2 WHERE id = ?1",
                params![id, data],
            )?;
        }
        Ok(())
    }

    /// Puts everything in place as one transaction, and returns what was added. Before it commits,
    /// `announce` gets what will have been added; if it fails, nothing is.
    ///
    /// `sessions` are new; with none of them, `onto` is the session that is continued.
    pub(super) fn finish(
        mut self,
        path: &Path,
        shared: &Shared<'_>,
        sessions: &[SessionRow],
        onto: Option<(&str, Vec<String>, &[Change])>,
        announce: impl FnOnce(&[Change]) -> Result<(), PlatformError>,
    ) -> Result<Vec<Change>, PlatformError> {
        let ids: Vec<String> = sessions.iter().map(|row| row.id.clone()).collect();
        if self.dry_run {
            return Ok(vec![match onto {
                None => change(path, "session", ids, String::new()),
                Some((_, added, _)) => change(path, "message", added, String::new()),
            }]);
        }
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut changes = Vec::new();
        if let Some((_, _, before)) = &onto {
            for change in *before {
                unchanged(&transaction, change)?;
            }
        } else {
            let made = transaction.execute(
                "INSERT OR IGNORE INTO project (id, worktree, time_created, time_updated, sandboxes) \
                 VALUES ('global', '/', ?1, ?1, '[]')",
                [shared.now],
            )?;
            if made > 0 {
                let ids = vec![super::receiver::GLOBAL.to_owned()];
                changes.push(change(path, "project", ids, String::new()));
            }
        }
        for row in sessions {
            insert_session(&transaction, shared, row)?;
        }
        transaction.execute_batch(
            "INSERT INTO message (id, session_id, time_created, time_updated, data) \
             SELECT id, session_id, time, time, data FROM temp.new_message;
             INSERT INTO part (id, message_id, session_id, time_created, time_updated, data) \
             SELECT id, message_id, session_id, time, time, data FROM temp.new_part;",
        )?;
        changes.push(match onto {
            None => {
                let hash = digest(&transaction, &ids)?;
                change(path, "session", ids, hash)
            }
            Some((session, added, _)) => {
                transaction.execute(
                    "UPDATE session SET time_updated = max(time_updated, ?2) WHERE id = ?1",
                    params![session, shared.now],
                )?;
                let hash = digest(&transaction, &[session.to_owned()])?;
                change(path, "message", added, hash)
            }
        });
        announce(&changes)?;
        transaction.commit()?;
        Ok(changes)
    }
}

fn change(path: &Path, table: &str, ids: Vec<String>, hash: String) -> Change {
    Change::Rows {
        path: path.to_owned(),
        table: table.to_owned(),
        ids,
        hash,
    }
}

fn insert_session(
    connection: &Connection,
    shared: &Shared<'_>,
    row: &SessionRow,
) -> Result<(), PlatformError> {
    connection.execute(
        "INSERT INTO session (id, project_id, parent_id, slug, directory, title, version, \
         time_created, time_updated) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            row.id,
            shared.project,
            row.parent,
            row.slug,
            shared.directory,
            row.title,
            shared.version,
            row.created.min(shared.now),
            shared.now,
        ],
    )?;
    let columns = database::columns(connection, "session")?;
    for (name, value) in &row.more {
        // The name is one of the table's own, not the sender's word.
        let Some((name, _)) = columns.get_key_value(name) else {
            continue;
        };
        let sql = format!("UPDATE session SET \"{name}\" = ?2 WHERE id = ?1");
        match value {
            serde_json::Value::String(text) => connection.execute(&sql, params![row.id, text])?,
            serde_json::Value::Number(number) => match number.as_i64() {
                Some(whole) => connection.execute(&sql, params![row.id, whole])?,
                None => connection.execute(&sql, params![row.id, number.as_f64()])?,
            },
            _ => 0,
        };
    }
    Ok(())
}

/// Hashes sessions and everything in them with BLAKE3.
fn digest(connection: &Connection, sessions: &[String]) -> Result<String, PlatformError> {
    let mut hasher = blake3::Hasher::new();
    let mut put = |piece: &[u8]| {
        hasher.update(&(piece.len() as u64).to_le_bytes());
        hasher.update(piece);
    };
    for id in sessions {
        let row = find::row(connection, id)?;
        for key in [
            "id",
            "parent_id",
            "slug",
            "directory",
            "title",
            "agent",
            "model",
            "revert",
        ] {
            put(text(&row, key).unwrap_or_default().as_bytes());
        }
        for sql in [
            "SELECT id, data FROM message WHERE session_id = ?1 ORDER BY id",
            "SELECT id, data FROM part WHERE session_id = ?1 ORDER BY id",
        ] {
            let mut statement = connection.prepare(sql)?;
            let mut rows = statement.query([id])?;
            while let Some(row) = rows.next()? {
                for column in 0..2 {
                    let value = row.get_ref(column)?;
                    put(value.as_bytes_or_null().ok().flatten().unwrap_or_default());
                }
            }
        }
    }
    Ok(hasher.finalize().to_hex().to_string())
}

/// Fails if rows are no longer as they were written.
pub(crate) fn rows_unchanged(
    path: &Path,
    table: &str,
    ids: &[String],
    hash: &str,
) -> Result<(), PlatformError> {
    let connection = database::read(path)?;
    check(&connection, table, ids, hash)
}

fn unchanged(connection: &Connection, change: &Change) -> Result<(), PlatformError> {
    match change {
        Change::Rows {
            table, ids, hash, ..
        } => check(connection, table, ids, hash),
        _ => Ok(()),
    }
}

fn check(
    connection: &Connection,
    table: &str,
    ids: &[String],
    hash: &str,
) -> Result<(), PlatformError> {
    let sessions: Vec<String> = match table {
        "session" => ids.to_vec(),
        "message" => {
            let Some(first) = ids.first() else {
                return Ok(());
            };
            let sql = "SELECT session_id FROM message WHERE id = ?1";
            let found = connection.query_row(sql, [first], |row| row.get(0));
            match found {
                Ok(session) => vec![session],
                Err(rusqlite::Error::QueryReturnedNoRows) => return Err(gone()),
                Err(error) => return Err(error.into()),
            }
        }
        // A project that others use by now simply stays.
        _ => return Ok(()),
    };
    for id in &sessions {
        // Children the client made since belong to a session that was used.
        let made: i64 = connection.query_row(
            "SELECT count(*) FROM session WHERE parent_id = ?1",
            [id],
            |row| row.get(0),
        )?;
        let ours = match table {
            "session" => {
                let mut ours = 0;
                for other in &sessions {
                    let row = find::row(connection, other)?;
                    ours += i64::from(text(&row, "parent_id") == Some(id));
                }
                ours
            }
            _ => made,
        };
        if made != ours {
            return Err(used());
        }
    }
    if digest(connection, &sessions)? == hash {
        Ok(())
    } else {
        Err(used())
    }
}

fn used() -> PlatformError {
    PlatformError::Changed(
        "The session was used since it was imported, so it is left as it is. \
         Delete it in OpenCode if you no longer want it."
            .to_owned(),
    )
}

fn gone() -> PlatformError {
    PlatformError::NotFound("The imported messages are no longer there.".to_owned())
}

/// Deletes rows by id, and what belongs to them.
pub(crate) fn delete_rows(path: &Path, table: &str, ids: &[String]) -> Result<(), PlatformError> {
    let mut connection = database::write(path)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let statements: &[&str] = match table {
        "session" => &[
            "DELETE FROM part WHERE session_id IN",
            "DELETE FROM message WHERE session_id IN",
            "DELETE FROM session WHERE id IN",
        ],
        "message" => &[
            "DELETE FROM part WHERE message_id IN",
            "DELETE FROM message WHERE id IN",
        ],
        // Only if nothing came to use it: deleting it would take sessions along.
        "project" => &[
            "DELETE FROM project WHERE id NOT IN (SELECT project_id FROM session) \
                        AND id IN",
        ],
        other => {
            return Err(PlatformError::Refused(format!(
                "The receipt names rows of {other}, which no import adds."
            )));
        }
    };
    for some in ids.chunks(500) {
        let places = vec!["?"; some.len()].join(",");
        for statement in statements {
            let sql = format!("{statement} ({places})");
            transaction.execute(&sql, params_from_iter(some))?;
        }
    }
    transaction.commit()?;
    Ok(())
}
