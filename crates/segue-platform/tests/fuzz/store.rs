//! OpenCode's database, made and filled by hand, and told row by row.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use serde_json::Value;

const SCHEMA: &str = include_str!("../opencode.sql");

pub fn path(home: &Path) -> PathBuf {
    home.join(".local/share/opencode/opencode.db")
}

pub fn open(home: &Path) -> Connection {
    Connection::open(path(home)).unwrap()
}

pub fn make(home: &Path) {
    std::fs::create_dir_all(path(home).parent().unwrap()).unwrap();
    let db = open(home);
    db.pragma_update(None, "synchronous", false).unwrap();
    db.execute_batch(SCHEMA).unwrap();
}

/// Puts what OpenCode's own import takes into its rows.
pub fn fill(home: &Path, transfer: &Value) {
    let db = open(home);
    db.execute_batch("BEGIN").unwrap();
    let info = &transfer["info"];
    let session = info["id"].as_str().unwrap();
    db.execute(
        "INSERT INTO session (id, project_id, slug, directory, title, version, permission, \
         time_created, time_updated) VALUES (?1, 'global', 'calm-otter', ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            session,
            info["directory"].as_str(),
            info["title"].as_str(),
            info["version"].as_str(),
            info["permission"].to_string(),
            info["time"]["created"].as_i64(),
            info["time"]["updated"].as_i64()
        ],
    )
    .unwrap();
    let without = |value: &Value| {
        let mut value = value.clone();
        for key in ["id", "sessionID", "messageID"] {
            value.as_object_mut().unwrap().remove(key);
        }
        value.to_string()
    };
    for message in transfer["messages"].as_array().unwrap() {
        let (info, id) = (&message["info"], message["info"]["id"].as_str());
        let at = info["time"]["created"].as_i64();
        db.execute(
            "INSERT INTO message VALUES (?1, ?2, ?3, ?3, ?4)",
            params![id, session, at, without(info)],
        )
        .unwrap();
        for part in message["parts"].as_array().unwrap() {
            db.execute(
                "INSERT INTO part VALUES (?1, ?2, ?3, ?4, ?4, ?5)",
                params![part["id"].as_str(), id, session, at, without(part)],
            )
            .unwrap();
        }
    }
    db.execute_batch("COMMIT").unwrap();
}

/// Every row of every table as text.
pub fn dump(home: &Path) -> Vec<String> {
    let mut found = Vec::new();
    if !path(home)
        .symlink_metadata()
        .is_ok_and(|about| about.is_file())
    {
        return found;
    }
    let db = open(home);
    for table in ["project", "session", "message", "part"] {
        let Ok(mut rows) = db.prepare(&format!("SELECT * FROM {table} ORDER BY id")) else {
            continue;
        };
        let width = rows.column_count();
        let mut rows = rows.query([]).unwrap();
        while let Ok(Some(row)) = rows.next() {
            let cells: Vec<String> = (0..width).map(|n| told(row.get_ref(n).unwrap())).collect();
            found.push(format!("{table}: {}", cells.join("|")));
        }
    }
    found
}

fn told(cell: rusqlite::types::ValueRef<'_>) -> String {
    match cell {
        rusqlite::types::ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        other => format!("{other:?}"),
    }
}

/// The stored texts of a table, by id.
pub fn texts(home: &Path, table: &str) -> Vec<(String, String)> {
    let db = open(home);
    let mut rows = db
        .prepare(&format!("SELECT id, data FROM {table} ORDER BY id"))
        .unwrap();
    let rows = rows
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    rows.filter_map(Result::ok).collect()
}
