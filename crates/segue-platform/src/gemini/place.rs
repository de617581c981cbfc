//! Where Gemini CLI keeps things, and how it names them.
//!
//! ```text
//! $GEMINI_CLI_HOME or ~ / .gemini / projects.json                   project path ──▶ slug
//!                                 / tmp / <slug> / .project_root    the project path again
//!                                              / chats / session-<minute>-<8 of id>.jsonl
//!                                              / chats / <id> / <subagent>.jsonl
//!                                              / tool-outputs / session-<id> / *.txt
//! ```
//!
//! Older versions used the SHA-256 of the project path instead of a slug, and `.json`.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::platform::PlatformError;
use crate::surroundings::{AgentEnv, Os};

/// The file that says which project a folder of sessions belongs to.
pub(super) const MARKER: &str = ".project_root";
/// The list of projects.
pub(super) const REGISTRY: &str = "projects.json";
/// The folders that have one folder per slug.
pub(super) const BASES: [&str; 2] = ["tmp", "history"];

/// Returns the client's own folder.
pub(super) fn folder(place: &AgentEnv) -> PathBuf {
    place
        .folder("GEMINI_CLI_HOME")
        .unwrap_or_else(|| place.home.clone())
        .join(".gemini")
}

/// Returns a project's path as the client writes it into its list. Fails if the path is not
/// Unicode.
pub(super) fn project_key(project: &Path, os: Os) -> Result<String, PlatformError> {
    let text = plain_path(project)?;
    Ok(normal(text, os))
}

/// Normalises a path: two spellings of one project compare equal after this.
pub(super) fn normal(path: &str, os: Os) -> String {
    let path = path.trim();
    let ends: &[char] = match os {
        Os::Windows => &['/', '\\'],
        _ => &['/'],
    };
    let short = path.trim_end_matches(ends);
    let path = if short.is_empty() || short.ends_with(':') {
        path
    } else {
        short
    };
    match os {
        Os::Windows => path.to_lowercase(),
        _ => path.to_owned(),
    }
}

/// Returns the hash by which the client names the project in a session, and older versions named
/// its folder.
pub(super) fn project_hash(project: &Path) -> Result<String, PlatformError> {
    Ok(hash_of(plain_path(project)?))
}

pub(super) fn hash_of(path: &str) -> String {
    let digest = Sha256::digest(path.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn plain_path(project: &Path) -> Result<&str, PlatformError> {
    project.to_str().ok_or_else(|| {
        PlatformError::Refused(format!(
            "Gemini CLI cannot name the folder {}: its path is not plain text.",
            project.display()
        ))
    })
}

/// Returns the slug a project gets if nobody has it yet.
pub(super) fn slug(key: &str, os: Os) -> String {
    let name = match os {
        Os::Windows => key.rsplit(['/', '\\']).next(),
        _ => key.rsplit('/').next(),
    };
    let mut slug = String::new();
    for ch in name.unwrap_or_default().to_lowercase().chars() {
        if ch.is_ascii_lowercase() || ch.is_ascii_digit() {
            slug.push(ch);
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_matches('-');
    if slug.is_empty() { "project" } else { slug }.to_owned()
}

/// Checks whether a text from the list is a slug and not a path.
pub(super) fn is_slug(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 255
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Checks whether a folder is named by the hash of its project.
pub(super) fn is_hash(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the part of the id that a session's file name tells; `None` for any other file.
pub(super) fn short_id(file: &str) -> Option<&str> {
    let stem = file
        .strip_suffix(".jsonl")
        .or_else(|| file.strip_suffix(".json"))?;
    let rest = stem.strip_prefix("session-")?;
    let short = rest.rsplit('-').next().unwrap_or(rest);
    (!short.is_empty()).then_some(short)
}

/// Returns the name of a new session's file: its time to the minute and the beginning of its id.
pub(super) fn file_name(time: &str, id: &str) -> String {
    let minute = time.get(..16).unwrap_or(time).replace(':', "-");
    format!("session-{minute}-{}.jsonl", id.get(..8).unwrap_or(id))
}

/// Converts a text the way the client does to make it part of a file name.
pub(super) fn safe_name(text: &str) -> String {
    text.chars()
        .map(|ch| match ch {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => ch,
            _ => '_',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_those_of_the_client() {
        for (key, os, expected) in [
            ("/home/me/My App_v1.2", Os::Linux, "my-app-v1-2"),
            ("/home/me/été", Os::MacOs, "t"),
            ("/home/me/--x--", Os::Linux, "x"),
            ("/", Os::Linux, "project"),
            ("/home/me/日本", Os::Linux, "project"),
            (r"c:\users\me\app", Os::Windows, "app"),
            (r"/home/me/a\b", Os::Linux, "a-b"),
        ] {
            assert_eq!(slug(key, os), expected, "{key}");
        }
    }

    #[test]
    fn only_windows_forgets_the_case_of_a_path() {
        assert_eq!(normal(r"C:\Me\App\", Os::Windows), r"c:\me\app");
        assert_eq!(normal("/Me/App/\n", Os::MacOs), "/Me/App");
        assert_eq!(normal("/", Os::Linux), "/");
        assert_eq!(normal(r"C:\", Os::Windows), r"c:\");
    }

    #[test]
    fn file_names_tell_the_beginning_of_the_id() {
        let name = file_name(
            "2026-11-16T02:45:24.499Z",
            "3f46f099-eeda-4f38-9130-a9be65050892",
        );
        assert_eq!(name, "session-2026-11-16T02-45-3f46f099.jsonl");
        assert_eq!(short_id(&name), Some("3f46f099"));
        assert_eq!(short_id("session-x-abcdef01.json"), Some("abcdef01"));
        assert_eq!(short_id("logs.json"), None);
        assert_eq!(short_id("session-.json"), None);
    }

    #[test]
    fn the_hash_of_a_project_is_sha_256_of_its_path() {
        assert_eq!(
            hash_of("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn only_slugs_are_slugs() {
        assert!(is_slug("my-app-1"));
        for bad in ["", "..", "a/b", "A", "a.b", "a\\b"] {
            assert!(!is_slug(bad), "{bad}");
        }
    }
}
