//! The JSON files of versions before 1.2: `session/<project>/<id>.json`, `message/<session>/…`,
//! `part/<message>/…`. Read only; the program itself moves them into its database.

use std::collections::VecDeque;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::native::{Native, Object, inner, object, text};
use super::neutral::Standing;
use super::source::Met;
use crate::open;
use crate::platform::{Limits, PlatformError, Session};

/// The most entries of one folder that are looked at.
const MOST: usize = 1_000_000;

/// Lists every session of the tree by file name.
pub(super) fn find(root: &Path, platform: &'static str) -> Vec<Session> {
    let mut found = Vec::new();
    for project in entries(&root.join("session")) {
        for file in entries(&project) {
            let Some(id) = json_name(&file).filter(|id| id.starts_with("ses_")) else {
                continue;
            };
            let Ok(about) = file.symlink_metadata() else {
                continue;
            };
            let modified = about.modified().ok();
            let since = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
            found.push(Session {
                platform,
                id,
                path: file.clone(),
                bytes: about.len(),
                modified: since.map_or(0, |since| since.as_millis().try_into().unwrap_or(0)),
            });
        }
    }
    found
}

/// Reads what a session's own file says.
pub(super) fn info(path: &Path, limits: &Limits) -> Result<Object, PlatformError> {
    let read = read(path, limits.record_bytes).map_err(PlatformError::at(path))?;
    object(&read, limits).map_err(PlatformError::Damaged)
}

/// Lists the files of a session's messages, oldest first.
pub(super) fn messages(session: &Path) -> Vec<PathBuf> {
    let Some((root, id)) = root_of(session) else {
        return Vec::new();
    };
    let mut files = entries(&root.join("message").join(id));
    files.retain(|file| json_name(file).is_some_and(|id| id.starts_with("msg_")));
    files.sort();
    files
}

fn root_of(session: &Path) -> Option<(PathBuf, String)> {
    let root = session.parent()?.parent()?.parent()?;
    Some((root.to_owned(), json_name(session)?))
}

/// The messages of one session in the tree, in order.
pub(super) struct Files {
    root: PathBuf,
    files: VecDeque<PathBuf>,
    limits: Limits,
    /// How much was read so far.
    pub(super) bytes: u64,
}

impl Files {
    /// Begins with the first message.
    pub(super) fn new(session: &Path, limits: &Limits) -> Result<Self, PlatformError> {
        let (root, _) = root_of(session)
            .ok_or_else(|| PlatformError::NotFound(format!("{}", session.display())))?;
        let mut files: VecDeque<PathBuf> = messages(session).into();
        files.truncate(limits.records);
        Ok(Self {
            root,
            files,
            limits: *limits,
            bytes: 0,
        })
    }

    /// Reads the next message; `None` after the last.
    pub(super) fn next(&mut self) -> Option<Met> {
        let file = self.files.pop_front()?;
        Some(match self.one(&file) {
            Ok(native) => {
                let compacts = |part: &Object| text(part, "type") == Some("compaction");
                let standing = Standing {
                    resets: !native.is_agent() && native.parts.iter().any(compacts),
                    tail: false,
                };
                Met::Message(Box::new(native), standing)
            }
            Err(why) => Met::Damaged(why),
        })
    }

    fn one(&mut self, file: &Path) -> Result<Native, String> {
        let info = self.object(file)?;
        let id = json_name(file).unwrap_or_default();
        let mut names = entries(&self.root.join("part").join(&id));
        names.retain(|name| json_name(name).is_some());
        names.sort();
        let mut parts = Vec::new();
        let before = self.bytes;
        for name in names {
            parts.push(self.object(&name)?);
            if self.bytes - before > self.limits.record_bytes as u64 {
                return Err("it is too large".to_owned());
            }
        }
        let created = inner(&info, "time")
            .and_then(|time| time.get("created"))
            .and_then(Value::as_i64);
        Ok(Native {
            id,
            created: created.unwrap_or(0),
            info,
            parts,
        })
    }

    fn object(&mut self, file: &Path) -> Result<Object, String> {
        let read = read(file, self.limits.record_bytes).map_err(|error| error.to_string())?;
        self.bytes += read.len() as u64;
        object(&read, &self.limits)
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .take(MOST)
        .map(|entry| entry.path())
        .collect();
    found.sort();
    found
}

fn json_name(file: &Path) -> Option<String> {
    let name = file.file_name()?.to_str()?;
    name.strip_suffix(".json").map(str::to_owned)
}

fn read(path: &Path, most: usize) -> std::io::Result<String> {
    let file = open::plain_file(path)?;
    let mut text = String::new();
    file.take(most as u64 + 1).read_to_string(&mut text)?;
    if text.len() > most {
        return Err(std::io::Error::other("it is too large"));
    }
    Ok(text)
}
