//! Records that name the sender's thread and folder, with the receiver's instead.

use std::path::Path;

use segue_conversation::json::{Copied, Tape};
use segue_conversation::{Head, Json};

use crate::paths::replace_folder;

/// The thread and folder that the sender's records name.
#[derive(Debug)]
pub(super) struct Theirs {
    thread: Option<String>,
    folder: Option<String>,
}

impl Theirs {
    pub(super) fn new(head: &Head) -> Self {
        let project = head.project.as_ref();
        Self {
            // Only a whole UUID is safe to look for in any text.
            thread: head.source.session_id.clone().filter(|id| id.len() == 36),
            folder: project.and_then(|project| project.path.clone()),
        }
    }

    /// Rewrites a record with the receiver's thread, and the receiver's folder where a command ran.
    pub(super) fn to_ours(&self, line: Json, id: &str, project: &Path) -> Json {
        let line = match &self.thread {
            Some(theirs) if line.text().contains(theirs.as_str()) => {
                Json::parse(&line.text().replace(theirs.as_str(), id)).unwrap_or(line)
            }
            _ => line,
        };
        let (Some(folder), true) = (&self.folder, line.text().contains("\"cwd\"")) else {
            return line;
        };
        let mut tape = Tape::default();
        let mut out = String::with_capacity(line.text().len());
        if let Ok(value) = line.open(&mut tape) {
            value.copy(&mut out, &mut |name, member| match member.str() {
                Some(theirs) if name == Some("cwd") => {
                    Copied::Text(rebased(&theirs, folder, project))
                }
                _ => Copied::Inside,
            });
        }
        Json::parse(&out).unwrap_or(line)
    }
}

/// Maps a folder of the sender's, given as a path or an address, to ours.
fn rebased(folder: &str, from: &str, to: &Path) -> String {
    let (scheme, plain) = match folder.strip_prefix("file://") {
        Some(plain) => ("file://", plain),
        None => ("", folder),
    };
    let mapped = replace_folder(plain, from, &to.to_string_lossy());
    format!("{scheme}{mapped}")
}
