//! What the receiver's own database says: which project a folder is, which model they use.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension};
use serde_json::{Value, json};

use super::native::{Object, inner, object, text};
use crate::platform::{Limits, PlatformError};

/// The project of everything outside a repository.
pub(super) const GLOBAL: &str = "global";

/// What a new session takes over from the sessions that are there.
#[derive(Debug)]
pub(super) struct Receiver {
    /// The project's id for the folder.
    pub(super) project: String,
    /// The root of the repository, or of the file system.
    pub(super) root: String,
    /// `{providerID, modelID}` of the last conversation; without it the client takes its default.
    pub(super) model: Option<Value>,
    pub(super) version: String,
}

/// The version whose rows we write, for a database without any session.
const KNOWN: &str = "1.18.33";

/// Looks up what the receiver's database says. Fails if the folder is inside a repository that
/// OpenCode does not know.
pub(super) fn look(connection: &Connection, folder: &Path) -> Result<Receiver, PlatformError> {
    let (project, root) = project(connection, folder)?;
    let version = connection
        .query_row(
            "SELECT version FROM session ORDER BY time_updated DESC LIMIT 1",
            [],
            |row| row.get(0),
        )
        .optional()?;
    Ok(Receiver {
        project,
        root,
        model: model(connection)?,
        version: version.unwrap_or_else(|| KNOWN.to_owned()),
    })
}

/// Finds the id of the project a folder belongs to, and its root.
///
/// The client derives ids from a repository's remote or first commit. It takes over sessions of the
/// global project when it starts in their folder; those need no id of ours.
fn project(connection: &Connection, folder: &Path) -> Result<(String, String), PlatformError> {
    let Some(root) = folder
        .ancestors()
        .find(|parent| parent.join(".git").exists())
    else {
        let top = folder.ancestors().last().unwrap_or(folder);
        return Ok((GLOBAL.to_owned(), top.to_string_lossy().into_owned()));
    };
    let shown = root.to_string_lossy().into_owned();
    let mut statement = connection.prepare(
        "SELECT id, worktree, sandboxes FROM project WHERE id <> ?1 ORDER BY time_updated DESC",
    )?;
    let mut rows = statement.query([GLOBAL])?;
    while let Some(row) = rows.next()? {
        let (id, worktree): (String, String) = (row.get(0)?, row.get(1)?);
        let sandboxes: String = row.get(2)?;
        let sandboxes: Vec<String> = serde_json::from_str(&sandboxes).unwrap_or_default();
        if worktree == shown || sandboxes.contains(&shown) {
            return Ok((id, shown));
        }
    }
    if root != folder {
        return Err(PlatformError::Refused(format!(
            "OpenCode has not been used in {shown} yet. Start it there once and import again, \
             or import into {shown} itself."
        )));
    }
    Ok((GLOBAL.to_owned(), shown))
}

/// Finds the model of the newest conversation.
fn model(connection: &Connection) -> Result<Option<Value>, PlatformError> {
    let mut statement = connection.prepare(
        "SELECT (SELECT substr(data, 1, 65536) FROM message WHERE session_id = s.id AND \
         data LIKE '%\"role\":\"user\"%' ORDER BY time_created DESC, id DESC LIMIT 1) \
         FROM session s WHERE s.parent_id IS NULL ORDER BY s.time_updated DESC LIMIT 20",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let data: Option<String> = row.get(0)?;
        let found = data
            .and_then(|data| object(&data, &Limits::default()).ok())
            .and_then(|info| inner(&info, "model").and_then(chosen));
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

fn chosen(model: &Object) -> Option<Value> {
    let (provider, model) = (text(model, "providerID")?, text(model, "modelID")?);
    Some(json!({ "providerID": provider, "modelID": model }))
}
