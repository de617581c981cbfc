//! The database: opened without following links, and its tables checked before anything is added.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::open;
use crate::platform::PlatformError;

/// How long to wait for another program's lock.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens the database for reading only.
pub(super) fn read(path: &Path) -> Result<Connection, PlatformError> {
    connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// Opens the database for adding or deleting rows.
pub(super) fn write(path: &Path) -> Result<Connection, PlatformError> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

fn connect(path: &Path, how: OpenFlags) -> Result<Connection, PlatformError> {
    let at = || PlatformError::at(path);
    drop(open::plain_file(path).map_err(at())?);
    // SQLite refuses a link anywhere in the path; folders above may well be links.
    let folder = path.parent().unwrap_or(Path::new("/"));
    let real = folder.canonicalize().map_err(at())?;
    let name = path.file_name().unwrap_or_default();
    let flags = how | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(real.join(name), flags)?;
    connection.busy_timeout(PATIENCE)?;
    // Triggers, views and odd functions of a file somebody prepared do nothing.
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// Lists the columns of a table, each with whether it must be given.
pub(super) fn columns(
    connection: &Connection,
    table: &str,
) -> Result<BTreeMap<String, bool>, PlatformError> {
    let mut found = BTreeMap::new();
    connection.pragma(None, "table_info", table, |row| {
        let name: String = row.get("name")?;
        let not_null: bool = row.get("notnull")?;
        let default: rusqlite::types::Value = row.get("dflt_value")?;
        let needed = not_null && default == rusqlite::types::Value::Null;
        found.insert(name, needed);
        Ok(())
    })?;
    Ok(found)
}

/// The columns we fill in, per table.
const FILLED: [(&str, &[&str]); 4] = [
    (
        "session",
        &[
            "id",
            "project_id",
            "parent_id",
            "slug",
            "directory",
            "title",
            "version",
            "time_created",
            "time_updated",
        ],
    ),
    (
        "message",
        &["id", "session_id", "time_created", "time_updated", "data"],
    ),
    (
        "part",
        &[
            "id",
            "message_id",
            "session_id",
            "time_created",
            "time_updated",
            "data",
        ],
    ),
    (
        "project",
        &[
            "id",
            "worktree",
            "time_created",
            "time_updated",
            "sandboxes",
        ],
    ),
];

/// Fails if the tables of the database are not those we know how to fill.
pub(super) fn check_schema(connection: &Connection) -> Result<(), PlatformError> {
    for (table, filled) in FILLED {
        let columns = columns(connection, table)?;
        let missing = filled.iter().find(|name| !columns.contains_key(**name));
        let unknown = columns
            .iter()
            .find(|(name, needed)| **needed && !filled.contains(&name.as_str()));
        let wrong = match (missing, unknown) {
            (Some(missing), _) => format!("{table} has no {missing}"),
            (None, Some((unknown, _))) => format!("{table} also needs {unknown}"),
            (None, None) => continue,
        };
        return Err(PlatformError::Refused(format!(
            "This version of OpenCode stores sessions in a way Segue does not know ({wrong}). \
             Update Segue, or import into another agent."
        )));
    }
    Ok(())
}
