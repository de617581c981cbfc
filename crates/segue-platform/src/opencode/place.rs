//! Where OpenCode keeps its sessions: databases, and before those a tree of JSON files.

use std::path::{Path, PathBuf};

use crate::surroundings::AgentEnv;

/// Returns the folder of everything: the same rule on every system.
pub(super) fn data(place: &AgentEnv) -> PathBuf {
    place
        .folder("XDG_DATA_HOME")
        .unwrap_or_else(|| place.home.join(".local").join("share"))
        .join("opencode")
}

/// Returns the database the installed program writes to, whether it exists or not; `None` if it is
/// only in memory.
pub(super) fn main_database(place: &AgentEnv) -> Option<PathBuf> {
    match named(place) {
        Some(named) => named,
        None => {
            let main = data(place).join("opencode.db");
            if main.exists() {
                return Some(main);
            }
            // A program of another release channel is the only one here.
            Some(channels(&data(place)).into_iter().next().unwrap_or(main))
        }
    }
}

/// Lists every database there is: the one a variable names, or those of all release channels.
pub(super) fn databases(place: &AgentEnv) -> Vec<PathBuf> {
    if let Some(named) = named(place) {
        return named.into_iter().filter(|path| path.exists()).collect();
    }
    let folder = data(place);
    let main = folder.join("opencode.db");
    let mut found: Vec<PathBuf> = main.exists().then_some(main).into_iter().collect();
    found.extend(channels(&folder));
    found
}

/// Returns the root of the JSON tree of versions before 1.2.
pub(super) fn tree(place: &AgentEnv) -> PathBuf {
    data(place).join("storage")
}

/// Reads `OPENCODE_DB`, which may name nothing, a database in memory, or a path.
fn named(place: &AgentEnv) -> Option<Option<PathBuf>> {
    let value = place.var("OPENCODE_DB")?;
    if value == ":memory:" {
        return Some(None);
    }
    // A relative one is relative to the data folder; an absolute one replaces it.
    Some(Some(data(place).join(Path::new(value))))
}

fn channels(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.starts_with("opencode-") && name.ends_with(".db")
        })
        .map(|entry| entry.path())
        .take(32)
        .collect();
    found.sort();
    found
}
