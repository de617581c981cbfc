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
use crate::platform::{ImportReceipt, PlatformError};
use crate::undo;

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum There {
    /// As it was announced.
    Yes,
    No,
    /// Made, and used since.
    Used,
    /// It comes and goes with the others.
    Either,
}

/// Finds out whether an import that this owner announced was done. If only a part of it was, that
/// part is undone; drafts of this owner are removed.
pub fn settle(receipt: &ImportReceipt, owner: &str) -> Result<bool, PlatformError> {
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
        Change::File { path, bytes, hash } => file(path, *bytes, hash, There::Used),
        // A file that went on without what was added never had it.
        Change::Grown {
            path, bytes, hash, ..
        } => file(path, *bytes, hash, There::No),
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

/// Finds out what became of a file that should begin with `bytes` bytes of this hash; `other` is
/// the answer for one that begins differently.
fn file(path: &Path, bytes: u64, hash: &str, other: There) -> Result<There, PlatformError> {
    match undo::begins(path, bytes) {
        Ok((found, whole)) if found == (bytes, hash.to_owned()) => Ok(match whole {
            true => There::Yes,
            false => There::Used,
        }),
        Ok(_) => Ok(other),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(There::No),
        Err(error) => Err(PlatformError::at(path)(error)),
    }
}

#[cfg(test)]
mod tests;
