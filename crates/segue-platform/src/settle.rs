//! What came of an import that was announced, when whoever made it ended before saying so.
//!
//! ```text
//! receipt ──▶ each change: there, not there, or used since
//!               ├─ nothing is missing ──▶ it was done
//!               └─ else what is there, and was not used, goes ──▶ it was not
//! ```

use std::io;
use std::path::Path;

use crate::delivery::Change;
use crate::drafts;
use crate::platform::{PlatformError, Receipt};
use crate::undo;

/// How a change stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum There {
    /// As it was announced.
    Yes,
    /// Not made.
    No,
    /// Made, and used since.
    Used,
    /// It comes and goes with the others.
    Either,
}

/// Whether an import that this owner announced was done. If only a part of it was, that part is taken
/// back.
pub fn settle(receipt: &Receipt, owner: &str) -> Result<bool, PlatformError> {
    let mut all = Vec::with_capacity(receipt.changes.len());
    for change in &receipt.changes {
        all.push((change, there(change)?));
    }
    let done = !all.iter().any(|(_, there)| *there == There::No);
    for (change, there) in all.iter().rev() {
        if !done
            && matches!(there, There::Yes | There::Either)
            && let Err(error) = undo::one(change)
        {
            // A line that was never written can't be taken out.
            tracing::debug!(path = %change.path().display(), %error, "nothing to take back");
        }
        if let Change::File { path, .. } | Change::Grown { path, .. } = change
            && let Some(folder) = path.parent()
        {
            drafts::remove(folder, owner);
        }
    }
    Ok(done)
}

fn there(change: &Change) -> Result<There, PlatformError> {
    match change {
        Change::File { path, bytes, hash } => file(path, (*bytes, hash), None),
        Change::Grown {
            path,
            bytes_before,
            hash_before,
            bytes,
            hash,
        } => file(path, (*bytes, hash), Some((*bytes_before, hash_before))),
        Change::Rows {
            path,
            table,
            ids,
            hash,
        } => match table.as_str() {
            // A project stays as long as a session uses it.
            "project" => Ok(There::Either),
            _ => match crate::opencode::rows_unchanged(path, table, ids, hash) {
                Ok(()) => Ok(There::Yes),
                Err(PlatformError::NotFound(_)) => Ok(There::No),
                Err(PlatformError::Changed(_)) => Ok(There::Used),
                Err(error) => Err(error),
            },
        },
        Change::Folder { .. } | Change::Line { .. } | Change::Member { .. } => Ok(There::Either),
    }
}

type State<'a> = (u64, &'a String);

fn file(path: &Path, after: State<'_>, before: Option<State<'_>>) -> Result<There, PlatformError> {
    match undo::hash_of(path) {
        Ok((bytes, hash)) if (bytes, &hash) == after => Ok(There::Yes),
        Ok((bytes, hash)) if Some((bytes, &hash)) == before => Ok(There::No),
        Ok(_) => Ok(There::Used),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(There::No),
        Err(error) => Err(PlatformError::at(path)(error)),
    }
}

#[cfg(test)]
mod tests;
