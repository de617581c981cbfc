//! The planted sessions on disk, twice: as they are, and flat for those that don't read JSON.
//!
//! Flat means one text file for each line of a session with every string of the record in it,
//! unescaped, one below the other, strings of JSON within JSON too. So nobody misses a secret because of
//! escapes alone.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use segue_testkit::planted::{self, Part};
use serde_json::Value;

use super::scanner::{Flag, Look};

/// What everybody looks at.
pub struct Corpus {
    /// The sessions, and the truth about them.
    pub planted: planted::Corpus,
    /// A folder with `<session>.jsonl`.
    pub raw: PathBuf,
    /// A folder with `<session>/<line>.txt`.
    pub flat: PathBuf,
}

/// A line of a session.
pub type Place = (String, usize);

impl Corpus {
    /// Writes sessions both ways below a folder.
    pub fn lay(planted: planted::Corpus, folder: &Path) -> Result<Self> {
        let (raw, flat) = (folder.join("raw"), folder.join("flat"));
        planted.write(&raw).context("can't write the sessions")?;
        for session in &planted.sessions {
            let folder = flat.join(&session.name);
            std::fs::create_dir_all(&folder)?;
            for (at, line) in session.lines.iter().enumerate() {
                std::fs::write(folder.join(format!("{}.txt", at + 1)), flatten(line))?;
            }
        }
        Ok(Self { planted, raw, flat })
    }

    /// Describes the corpus in one line.
    pub fn describe(&self, part: Part) -> String {
        let kinds: HashSet<_> = self
            .planted
            .secrets
            .iter()
            .map(|secret| secret.kind)
            .collect();
        let lines: usize = self
            .planted
            .sessions
            .iter()
            .map(|session| session.lines.len())
            .sum();
        let which = match part {
            Part::Open => "open kinds only",
            Part::HeldOut => "kept-back kinds only",
            Part::All => "all kinds",
        };
        format!(
            "{which}: {} secrets of {} kinds, {} near-misses, in {} sessions of {lines} lines",
            self.planted.secrets.len(),
            kinds.len(),
            self.planted.near_misses.len(),
            self.planted.sessions.len(),
        )
    }

    /// Returns the lines that contain a secret.
    pub fn secret_places(&self) -> HashSet<Place> {
        let place = |secret: &planted::Secret| (secret.session.clone(), secret.line);
        self.planted.secrets.iter().map(place).collect()
    }

    /// Keeps the better of two looks at each line: a secret counts if either look found it, a false
    /// alarm only if both raised it.
    pub fn better(&self, flags: &[Flag]) -> Vec<Flag> {
        let secrets = self.secret_places();
        let (raw, flat) = (places(flags, Look::Raw), places(flags, Look::Flat));
        let counts = |flag: &&Flag| {
            let place = flag.place();
            flag.look == Look::Own
                || secrets.contains(&place)
                || (raw.contains(&place) && flat.contains(&place))
        };
        flags.iter().filter(counts).cloned().collect()
    }
}

/// Returns the lines that were flagged in one look.
pub fn places(flags: &[Flag], look: Look) -> HashSet<Place> {
    flags
        .iter()
        .filter(|flag| flag.look == look)
        .map(Flag::place)
        .collect()
}

/// Returns the line that a flat file was made from, given its path below the folder.
pub fn flat_place(path: &str) -> Option<Place> {
    let (session, file) = path.trim_start_matches("./").split_once(['/', '\\'])?;
    Some((session.to_owned(), file.strip_suffix(".txt")?.parse().ok()?))
}

/// Returns the session that a raw file contains, given its path below the folder.
pub fn raw_session(path: &str) -> Option<String> {
    Some(
        path.trim_start_matches("./")
            .strip_suffix(".jsonl")?
            .to_owned(),
    )
}

/// Joins every string of a record, unescaped, each once and on a line of its own.
fn flatten(line: &str) -> String {
    let mut texts = Vec::new();
    if let Ok(record) = serde_json::from_str(line) {
        gather(&record, &mut texts);
    }
    texts.join("\n") + "\n"
}

fn gather(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            if !texts.contains(text) {
                texts.push(text.clone());
            }
            if let Ok(inner @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text) {
                gather(&inner, texts);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, texts)),
        Value::Object(fields) => fields.values().for_each(|value| gather(value, texts)),
        _ => {}
    }
}
