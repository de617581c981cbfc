//! What the app is asked to open from outside: an argument, a dropped file, a `segue:` link. All of
//! it may come from a stranger's web page, so it is read here strictly and leads to showing only.
//!
//! ```text
//! segue:invite/LETTERS, segue://invite/LETTERS   the place to use an invite, filled in
//! segue://handoff/ID                             that handoff
//! segue://open?file=%2Fhome%2F…%2Fx.a2a.json     review of that file
//! file:///home/…/x.a2a.json, a path              review of that file
//! ```

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use segue_door::{OpenRefused, OpenTarget, TicketText};

/// The longest link that is read, in bytes. Only a file's name makes one longer than an invite.
const LONGEST: usize = 8192;
const LONGEST_TICKET: usize = 2048;
const LONGEST_ID: usize = 64;

/// What to show of something that came from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opening {
    /// Show this file, which may not exist.
    File(PathBuf),
    /// Show something other than a file.
    Target(OpenTarget),
}

/// Reads an argument of the program; a path is relative to this folder.
pub fn argument(argument: &OsStr, folder: &Path) -> Opening {
    match argument.to_str() {
        Some(text) if has_scheme(text, "segue") => link(text),
        Some(text) if has_scheme(text, "file") => file_link(text),
        Some(text) if text.contains("://") => refused(OpenRefused::UnknownLink),
        _ => file(folder.join(argument)),
    }
}

/// Reads a link the system hands over.
pub fn link(text: &str) -> Opening {
    if text.len() > LONGEST || text.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return refused(OpenRefused::UnknownLink);
    }
    if has_scheme(text, "file") {
        return file_link(text);
    }
    if !has_scheme(text, "segue") {
        return refused(OpenRefused::UnknownLink);
    }
    let rest = text["segue:".len()..].trim_start_matches('/');
    let (place, rest) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    match place.to_ascii_lowercase().as_str() {
        "handoff" => handoff(rest),
        "invite" => invite(rest),
        "open" => open(rest),
        _ => refused(OpenRefused::UnknownLink),
    }
}

/// Opens a file by its path. Its name alone decides whether it can be shown.
pub fn file(path: PathBuf) -> Opening {
    let fits = path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("json"));
    // What goes on to the node is text.
    match path.to_str() {
        // A slash at the end would make it a folder.
        Some(text) if !fits || text.ends_with('/') || text.chars().any(char::is_control) => {
            refused(OpenRefused::OtherFile)
        }
        Some(_) if path.is_absolute() && !is_remote(&path) => Opening::File(path),
        _ => refused(OpenRefused::NoFile),
    }
}

fn handoff(rest: &str) -> Opening {
    let id = one_word(rest);
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if (4..=LONGEST_ID).contains(&id.len()) && id.chars().all(fits) {
        return Opening::Target(OpenTarget::Handoff { id: id.to_owned() });
    }
    refused(OpenRefused::HandoffLink)
}

fn invite(rest: &str) -> Opening {
    let letters = one_word(rest).to_ascii_lowercase();
    let fits = |c: char| matches!(c, 'a'..='z' | '2'..='7');
    if (32..=LONGEST_TICKET).contains(&letters.len()) && letters.chars().all(fits) {
        let ticket = TicketText(format!("segue:invite/{letters}"));
        return Opening::Target(OpenTarget::Join { ticket });
    }
    refused(OpenRefused::InviteLink)
}

fn open(rest: &str) -> Opening {
    let named = rest
        .trim_start_matches('/')
        .strip_prefix("?file=")
        .filter(|value| !value.contains(['&', '#', '?']));
    match named.and_then(decoded) {
        Some(path) if path.is_absolute() => file(path),
        _ => refused(OpenRefused::FileLink),
    }
}

fn file_link(text: &str) -> Opening {
    let rest = &text["file:".len()..];
    let path = match rest.strip_prefix("//") {
        // After the slashes comes a computer's name; only this one's counts.
        Some(rest) => rest.strip_prefix("localhost").unwrap_or(rest),
        None => rest,
    };
    // `file:///C:/x` on Windows.
    let path = if cfg!(windows) {
        path.trim_start_matches('/')
    } else {
        path
    };
    match decoded(path) {
        Some(path) if path.is_absolute() => file(path),
        _ => refused(OpenRefused::FileLink),
    }
}

/// Decodes a percent-encoded text; `None` when the result is not text.
fn decoded(text: &str) -> Option<PathBuf> {
    let text = percent_decode_str(text).decode_utf8().ok()?;
    (!text.chars().any(char::is_control)).then(|| PathBuf::from(text.as_ref()))
}

/// Takes the word out of `/WORD` or `/WORD/`, as some systems write it.
fn one_word(rest: &str) -> &str {
    let rest = rest.strip_prefix('/').unwrap_or_default();
    rest.strip_suffix('/').unwrap_or(rest)
}

/// Checks whether a path is on another computer: opening it would tell that computer who we are.
fn is_remote(path: &Path) -> bool {
    let text = path.to_string_lossy();
    text.starts_with(r"\\") || text.starts_with("//")
}

fn has_scheme(text: &str, scheme: &str) -> bool {
    text.as_bytes().get(scheme.len()) == Some(&b':')
        && text
            .get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

fn refused(why: OpenRefused) -> Opening {
    Opening::Target(OpenTarget::Refused { why })
}

#[cfg(test)]
#[path = "opening/tests.rs"]
mod tests;
