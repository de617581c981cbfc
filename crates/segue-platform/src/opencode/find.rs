//! The list: which sessions there are, and what a row of a list shows.

use std::collections::HashSet;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row, params};
use segue_conversation::times;
use serde_json::Value;

use super::native::{Object, inner, is_live, object, text};
use super::{ID, database, place, tree};
use crate::platform::{Glance, Limits, PlatformError, Session, State};
use crate::surroundings::AgentEnv;

/// Lists every session a person would see in the program's own list, which leaves out those of
/// subagents.
pub(super) fn find(place: &AgentEnv) -> Result<Vec<Session>, PlatformError> {
    let mut found = Vec::new();
    for path in place::databases(place) {
        let connection = database::read(&path)?;
        if !database::columns(&connection, "session")?.contains_key("time_updated") {
            continue;
        }
        let mut statement = connection.prepare(
            "SELECT s.id, s.time_updated, \
             coalesce((SELECT sum(octet_length(data)) FROM part WHERE session_id = s.id), 0) \
             FROM session s WHERE s.parent_id IS NULL ORDER BY s.time_updated DESC",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            found.push(session(&path, row)?);
        }
    }
    let known: HashSet<String> = found.iter().map(|session| session.id.clone()).collect();
    let older = tree::find(&place::tree(place), ID);
    found.extend(older.into_iter().filter(|session| {
        !known.contains(&session.id)
            && tree::info(&session.path, &Limits::default())
                .is_ok_and(|info| info.get("parentID").is_none_or(Value::is_null))
    }));
    Ok(found)
}

fn session(path: &Path, row: &Row<'_>) -> Result<Session, rusqlite::Error> {
    Ok(Session {
        platform: ID,
        id: row.get(0)?,
        path: path.to_owned(),
        modified: row.get(1)?,
        bytes: row.get::<_, i64>(2)?.try_into().unwrap_or(0),
    })
}

/// Finds a session by its id.
pub(super) fn by_id(path: &Path, id: &str) -> Result<Option<Session>, PlatformError> {
    let connection = database::read(path)?;
    let found = connection
        .query_row(
            "SELECT id, time_updated, coalesce((SELECT sum(octet_length(data)) FROM part \
             WHERE session_id = ?1), 0) FROM session WHERE id = ?1",
            [id],
            |row| session(path, row),
        )
        .optional()?;
    Ok(found)
}

/// Checks whether a session is in the old tree and not in a database.
pub(super) fn is_file(session: &Session) -> bool {
    session
        .path
        .extension()
        .is_some_and(|ending| ending == "json")
}

/// Reads what a row of a list shows.
pub(super) fn glance(session: &Session, limits: &Limits) -> Result<Glance, PlatformError> {
    if is_file(session) {
        return glance_file(session, limits);
    }
    let connection = database::read(&session.path)?;
    connection
        .query_row(
            "SELECT substr(title, 1, 2000), substr(directory, 1, 8000), substr(version, 1, 100), \
             time_created, time_updated, (SELECT CASE WHEN octet_length(data) < 65536 THEN data END \
             FROM message WHERE session_id = ?1 ORDER BY time_created DESC, id DESC LIMIT 1) \
             FROM session WHERE id = ?1",
            [&session.id],
            |row| {
                let last: Option<String> = row.get(5)?;
                let last = last.and_then(|data| object(&data, limits).ok());
                Ok(Glance {
                    title: row.get(0)?,
                    project: row.get(1)?,
                    branch: None,
                    model: last.as_ref().and_then(model),
                    started: times::from_millis(row.get(3)?),
                    updated: times::from_millis(row.get(4)?),
                    version: row.get(2)?,
                })
            },
        )
        .optional()?
        .ok_or_else(|| gone(&session.id))
}

fn glance_file(session: &Session, limits: &Limits) -> Result<Glance, PlatformError> {
    let info = tree::info(&session.path, limits)?;
    let time = |key: &str| {
        let millis = inner(&info, "time")?.get(key)?.as_i64()?;
        times::from_millis(millis)
    };
    let own = |key: &str| text(&info, key).map(str::to_owned);
    Ok(Glance {
        title: own("title"),
        project: own("directory"),
        branch: None,
        model: None,
        started: time("created"),
        updated: time("updated"),
        version: own("version"),
    })
}

fn model(info: &Object) -> Option<String> {
    let of_person = || text(inner(info, "model")?, "modelID");
    text(info, "modelID").or_else(of_person).map(str::to_owned)
}

/// Counts the messages, and tells whether the last one is still being written.
pub(super) fn count(session: &Session, limits: &Limits) -> Result<(u64, State), PlatformError> {
    if is_file(session) {
        return Ok((tree::messages(&session.path).len() as u64, State::Whole));
    }
    let connection = database::read(&session.path)?;
    let (count, last) = connection.query_row(
        "SELECT count(*), (SELECT CASE WHEN octet_length(data) < 65536 THEN data END FROM message \
         WHERE session_id = ?1 ORDER BY time_created DESC, id DESC LIMIT 1) \
         FROM message WHERE session_id = ?1",
        params![session.id],
        |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Option<String>>(1)?)),
    )?;
    let live = last
        .and_then(|data| object(&data, limits).ok())
        .is_some_and(|info| is_live(&info));
    let state = if live { State::Live } else { State::Whole };
    Ok((count.try_into().unwrap_or(0), state))
}

/// Reads the row of a session as the database has it; columns differ between versions.
pub(super) fn row(connection: &Connection, id: &str) -> Result<Object, PlatformError> {
    let mut statement = connection.prepare("SELECT * FROM session WHERE id = ?1")?;
    let names: Vec<String> = statement
        .column_names()
        .into_iter()
        .map(str::to_owned)
        .collect();
    let found = statement
        .query_row([id], |row| {
            let mut object = Object::new();
            for (index, name) in names.iter().enumerate() {
                let value = match row.get_ref(index)? {
                    rusqlite::types::ValueRef::Integer(number) => number.into(),
                    rusqlite::types::ValueRef::Real(number) => number.into(),
                    rusqlite::types::ValueRef::Text(text) => {
                        String::from_utf8_lossy(text).into_owned().into()
                    }
                    _ => Value::Null,
                };
                object.insert(name.clone(), value);
            }
            Ok(object)
        })
        .optional()?;
    found.ok_or_else(|| gone(id))
}

/// Creates the error for a session that is no longer there.
pub(super) fn gone(id: &str) -> PlatformError {
    PlatformError::NotFound(format!("OpenCode has no session {id} any more."))
}
