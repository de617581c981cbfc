//! Where Codex keeps its files, how it names them, and whether it is installed.
//!
//! `<root>/sessions/YYYY/MM/DD/rollout-YYYY-MM-DDThh-mm-ss-<thread>[_<rollout>].jsonl[.zst]`; the
//! dated folders may be wrong or missing, the name may not. Archived ones are in
//! `archived_sessions`.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::delivery::Change;
use crate::detect;
use crate::platform::{Detected, ImportReceipt, PlatformError, Session};
use crate::surroundings::AgentEnv;

use super::ID;

/// How many folders deep is looked, and how many files altogether.
const DEEPEST: usize = 5;
const MOST_FILES: usize = 1_000_000;

/// Returns the folder that holds everything of Codex.
pub(super) fn root(place: &AgentEnv) -> PathBuf {
    place
        .folder("CODEX_HOME")
        .unwrap_or_else(|| place.home.join(".codex"))
}

/// Finds the root a session file belongs to from the file's own path.
pub(super) fn root_of(file: &Path) -> Option<&Path> {
    file.ancestors()
        .find(|folder| {
            folder
                .file_name()
                .is_some_and(|name| name == "sessions" || name == "archived_sessions")
        })
        .and_then(Path::parent)
}

/// What a file name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// The id of the conversation.
    pub(super) thread: String,
    /// The id of this file of it; differs from the thread's after a revert.
    pub(super) rollout: String,
    /// The local time in the name; sorts as text.
    pub(super) time: String,
    /// Whether it is compressed.
    pub(super) packed: bool,
}

/// Takes a file name apart; `None` if it is not one of Codex's.
pub(super) fn name(file: &OsStr) -> Option<Name> {
    let core = file.to_str()?.strip_prefix("rollout-")?;
    let (core, packed) = match core.strip_suffix(".jsonl.zst") {
        Some(core) => (core, true),
        None => (core.strip_suffix(".jsonl")?, false),
    };
    let time = core.get(..19)?;
    let ids = core.get(19..)?.strip_prefix('-')?;
    let (thread, rollout) = ids.split_once('_').unwrap_or((ids, ids));
    let known = |id: &str| id.len() == 36 && uuid::Uuid::try_parse(id).is_ok();
    (known(thread) && known(rollout)).then(|| Name {
        thread: thread.to_owned(),
        rollout: rollout.to_owned(),
        time: time.to_owned(),
        packed,
    })
}

/// Lists every session under a root; of several files of one thread only the newest.
pub(super) fn find(root: &Path) -> Result<Vec<Session>, PlatformError> {
    let mut newest: HashMap<String, ((String, bool), Session)> = HashMap::new();
    walk(root, &mut |file, name| {
        let Ok(about) = file.metadata() else { return };
        let session = Session {
            platform: ID,
            id: name.thread.clone(),
            path: file.path(),
            bytes: about.len(),
            modified: crate::modified(&about),
        };
        // While a file is being packed both forms exist: the plain one is the newer.
        let rank = (name.time, !name.packed);
        match newest.entry(name.thread) {
            std::collections::hash_map::Entry::Vacant(empty) => {
                empty.insert((rank, session));
            }
            std::collections::hash_map::Entry::Occupied(mut held) => {
                if held.get().0 < rank {
                    held.insert((rank, session));
                }
            }
        }
    })?;
    Ok(newest.into_values().map(|(_, session)| session).collect())
}

/// Finds the file with this rollout id, plain before packed.
pub(super) fn rollout(root: &Path, id: &str) -> Result<Option<PathBuf>, PlatformError> {
    let mut found: Option<(bool, PathBuf)> = None;
    walk(root, &mut |file, name| {
        if name.rollout == id && found.as_ref().is_none_or(|(packed, _)| *packed) {
            found = Some((name.packed, file.path()));
        }
    })?;
    Ok(found.map(|(_, path)| path))
}

/// Visits all session files, up to the limits. Links are not followed.
fn walk(root: &Path, found: &mut dyn FnMut(&std::fs::DirEntry, Name)) -> Result<(), PlatformError> {
    let mut left = MOST_FILES;
    let mut folders: Vec<(PathBuf, usize)> = ["archived_sessions", "sessions"]
        .map(|name| (root.join(name), 0))
        .to_vec();
    while let Some((folder, depth)) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if depth == 0 && error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) if depth == 0 => return Err(PlatformError::at(&folder)(error)),
            // One folder that cannot be read hides only itself.
            Err(_) => continue,
        };
        for entry in entries.flatten() {
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() && depth < DEEPEST {
                folders.push((entry.path(), depth + 1));
            } else if kind.is_file()
                && let Some(name) = name(&entry.file_name())
            {
                if left == 0 {
                    return Ok(());
                }
                left -= 1;
                found(&entry, name);
            }
        }
    }
    Ok(())
}

/// Finds where the session of a receipt is now: as written, packed since, or archived.
pub(super) fn written(place: &AgentEnv, receipt: &ImportReceipt) -> Result<Session, PlatformError> {
    let made = receipt
        .changes
        .iter()
        .rev()
        .find_map(|change| match change {
            Change::File { path, .. } | Change::Grown { path, .. } => Some(path.clone()),
            _ => None,
        });
    if let Some(path) = made
        && let Ok(about) = path.symlink_metadata()
        && about.is_file()
    {
        return Ok(Session {
            platform: ID,
            id: receipt.session_id.clone(),
            bytes: about.len(),
            modified: crate::modified(&about),
            path,
        });
    }
    find(&root(place))?
        .into_iter()
        .find(|session| session.id == receipt.session_id)
        .ok_or_else(|| PlatformError::NotFound("The session is no longer there.".to_owned()))
}

/// Detects whether Codex is installed; nothing is run.
pub(super) fn detect(place: &AgentEnv) -> Detected {
    detect::program(place, "codex", "@openai/codex", root(place))
}
