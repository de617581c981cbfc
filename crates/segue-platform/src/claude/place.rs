//! Where Claude Code keeps its sessions.

use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::ID;
use crate::platform::{ImportReceipt, PlatformError, Session};
use crate::surroundings::AgentEnv;

/// Folder names longer than this are cut and get a hash.
const LONGEST: usize = 200;

/// Returns the folder of all projects.
pub fn projects(place: &AgentEnv) -> PathBuf {
    place
        .folder("CLAUDE_CONFIG_DIR")
        .unwrap_or_else(|| place.home.join(".claude"))
        .join("projects")
}

/// Returns the name of a project's folder: every UTF-16 unit but letters and digits becomes a dash.
pub fn folder_name(project: &str) -> String {
    let name: String = project
        .encode_utf16()
        .map(|unit| match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() => char::from(byte),
            _ => '-',
        })
        .collect();
    if name.len() <= LONGEST {
        return name;
    }
    let hash = project.encode_utf16().fold(0_i32, |hash, unit| {
        hash.wrapping_mul(31).wrapping_add(i32::from(unit))
    });
    let cut = name.get(..LONGEST).unwrap_or_default();
    format!("{cut}-{}", base36(hash.unsigned_abs()))
}

fn base36(mut number: u32) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit(number % 36, 36).unwrap_or('0'));
        number /= 36;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

/// Lists every session by what the file system says; none is opened.
pub fn find(projects: &Path) -> Result<Vec<Session>, PlatformError> {
    let mut found = Vec::new();
    let folders = match std::fs::read_dir(projects) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(found),
        other => other.map_err(PlatformError::at(projects))?,
    };
    for folder in folders.flatten() {
        if !folder.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let Ok(files) = std::fs::read_dir(folder.path()) else {
            continue;
        };
        found.extend(files.flatten().filter_map(|file| session(&file)));
    }
    Ok(found)
}

fn session(file: &std::fs::DirEntry) -> Option<Session> {
    let name = file.file_name();
    let id = name.to_str()?.strip_suffix(".jsonl")?;
    Uuid::parse_str(id).ok()?;
    // The entry itself, not what a link points to.
    let about = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    Some(Session {
        platform: ID,
        id: id.to_owned(),
        path: file.path(),
        bytes: about.len(),
        modified: crate::modified(&about),
    })
}

/// Returns the session that a receipt is about, as it is now.
pub fn written(place: &AgentEnv, receipt: &ImportReceipt) -> Result<Session, PlatformError> {
    let folder = folder_name(&receipt.project.to_string_lossy());
    let path = projects(place)
        .join(folder)
        .join(format!("{}.jsonl", receipt.session_id));
    let about = std::fs::symlink_metadata(&path).map_err(PlatformError::at(&path))?;
    Ok(Session {
        platform: ID,
        id: receipt.session_id.clone(),
        bytes: about.len(),
        modified: crate::modified(&about),
        path,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surroundings::Os;

    #[test]
    fn folders_are_named_as_the_client_names_them_on_every_system() {
        for (path, name) in [
            ("/home/me/My App_v1.2/été", "-home-me-My-App-v1-2--t-"),
            (r"C:\Users\me", "C--Users-me"),
            (r"D:\folder", "D--folder"),
            ("/tmp/😀", "-tmp---"),
            ("/Users/me/a.b", "-Users-me-a-b"),
        ] {
            assert_eq!(folder_name(path), name);
        }
    }

    #[test]
    fn a_long_name_is_cut_and_told_apart_by_a_hash() {
        let one = folder_name(&format!("/{}", "a".repeat(300)));
        let other = folder_name(&format!("/{}b", "a".repeat(300)));
        assert_eq!(one.get(..201), other.get(..201));
        assert_ne!(one, other);
        assert!(one.len() < 210 && one.starts_with("-aaa"));
    }

    #[test]
    fn the_root_is_the_variable_or_the_home_folder() {
        let mut place = AgentEnv::new("/home/me");
        for os in [Os::Linux, Os::MacOs, Os::Windows] {
            place.os = os;
            assert_eq!(projects(&place), Path::new("/home/me/.claude/projects"));
        }
        place
            .vars
            .insert("CLAUDE_CONFIG_DIR".into(), "/elsewhere".into());
        assert_eq!(projects(&place), Path::new("/elsewhere/projects"));
    }
}
