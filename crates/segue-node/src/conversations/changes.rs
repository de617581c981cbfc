//! What an import added, in the door's words.

use std::path::Path;

use segue_door::{ChangeKind, ChangeLine};
use segue_platform::Change;

use crate::plural::counted;

/// Most lines of one answer.
const LINES: usize = 1000;

/// Lists what would be added: the same as [`lines`], with the folders that have to be made first.
pub(super) fn planned(changes: &[Change]) -> Vec<ChangeLine> {
    let mut lines: Vec<ChangeLine> = Vec::new();
    for change in changes {
        let mut missing: Vec<&Path> = match change {
            Change::Folder { .. } => Vec::new(),
            other => other
                .path()
                .ancestors()
                .skip(1)
                .take_while(|folder| !folder.exists())
                .collect(),
        };
        missing.reverse();
        let folders = missing.into_iter().map(|folder| ChangeLine {
            what: ChangeKind::Folder,
            path: folder.to_string_lossy().into_owned(),
            bytes: None,
            detail: None,
        });
        for line in folders.chain([line(change)]) {
            if !lines.contains(&line) && lines.len() < LINES {
                lines.push(line);
            }
        }
    }
    lines
}

/// Lists what was added, in order.
pub(super) fn lines(changes: &[Change]) -> Vec<ChangeLine> {
    changes.iter().take(LINES).map(line).collect()
}

fn line(change: &Change) -> ChangeLine {
    let (what, bytes, detail) = match change {
        Change::Folder { .. } => (ChangeKind::Folder, None, None),
        Change::File { bytes, .. } => (ChangeKind::File, Some(*bytes), None),
        Change::Grown {
            bytes,
            bytes_before,
            ..
        } => (
            ChangeKind::Grown,
            Some(bytes.saturating_sub(*bytes_before)),
            None,
        ),
        Change::Line { line, .. } => (
            ChangeKind::Line,
            Some(line.len() as u64 + 1),
            Some(segue_conversation::truncate(line, 200)),
        ),
        Change::Member { key, .. } => (
            ChangeKind::Entry,
            None,
            Some(segue_conversation::truncate(key, 200)),
        ),
        Change::Rows { table, ids, .. } => {
            let rows = counted(ids.len() as u64, "row", "rows");
            (ChangeKind::Rows, None, Some(format!("{rows} in {table}")))
        }
    };
    ChangeLine {
        what,
        path: change.path().to_string_lossy().into_owned(),
        bytes,
        detail,
    }
}
