//! What is kept beside a session file: subagent transcripts and outputs too large for a line.
//!
//! Each file becomes one or more artifacts of about a megabyte, so that neither side ever holds a
//! whole one: records of a transcript as data parts, anything else as text. What is said about a
//! subagent is one small object and obeys the same rules as a record.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use segue_conversation::file::Artifact;
use segue_conversation::json::{Object, Tape};
use segue_conversation::{Body, Data, File as FilePart, Json, Part, Report};

use super::record::{self, Kind};
use super::{ID, read};
use crate::lines::Lines;
use crate::open;
use crate::platform::{Limits, PlatformError};

/// The folders whose files travel.
pub const FOLDERS: &[&str] = &["subagents", "tool-results"];

const PIECE: usize = 1 << 20;
const MOST_FILES: usize = 10_000;
const DEEPEST: usize = 4;

/// The files beside a session, read one piece at a time.
pub struct Beside {
    files: Vec<(PathBuf, String)>,
    current: Option<Current>,
    limits: Limits,
    left: u64,
}

struct Current {
    path: PathBuf,
    name: String,
    piece: u64,
    source: Source,
}

enum Source {
    Records {
        lines: Lines<File>,
        /// Records that do not travel, and what to link to instead.
        gone: HashMap<String, Option<String>>,
    },
    /// What is said about a subagent.
    About(Option<File>),
    Text {
        file: File,
        /// The beginning of a character that the last piece cut.
        rest: Vec<u8>,
    },
}

impl Beside {
    /// Lists the files beside the session at this path; none is opened yet.
    pub fn of(session: &Path, limits: &Limits) -> Self {
        let folder = read::folder_of(session);
        let mut files = Vec::new();
        // A link to a folder is not followed either.
        let is_folder =
            |path: &Path| std::fs::symlink_metadata(path).is_ok_and(|about| about.is_dir());
        let there = |name: &&&str| is_folder(&folder) && is_folder(&folder.join(name));
        for name in FOLDERS.iter().filter(there) {
            collect(&folder.join(name), name, 0, &mut files);
        }
        files.sort();
        files.reverse();
        Self {
            files,
            current: None,
            limits: *limits,
            left: limits.beside_bytes,
        }
    }

    /// Reads the next piece; `None` after the last.
    pub fn next(&mut self, report: &mut Report) -> Result<Option<Artifact>, PlatformError> {
        loop {
            let Some(current) = &mut self.current else {
                let Some((path, name)) = self.files.pop() else {
                    return Ok(None);
                };
                match start(&path, &name, &self.limits) {
                    Ok(current) if self.left > 0 => self.current = Some(current),
                    Ok(_) => report.dropped(kind_of(&name), "there is more than the limit beside"),
                    Err(_) => report.dropped(kind_of(&name), "it could not be opened"),
                }
                continue;
            };
            let parts = current.parts(&self.limits, report)?;
            if parts.is_empty() && (current.piece > 0 || current.is_about()) {
                self.current = None;
                continue;
            }
            let size: usize = parts.iter().map(size).sum();
            self.left = self.left.saturating_sub(size as u64);
            if current.piece == 0 {
                report.kept(kind_of(&current.name));
            }
            let artifact = current.artifact(parts);
            current.piece += 1;
            return Ok(Some(artifact));
        }
    }
}

impl Current {
    fn parts(&mut self, limits: &Limits, report: &mut Report) -> Result<Vec<Part>, PlatformError> {
        let at = PlatformError::at(&self.path);
        match &mut self.source {
            Source::Records { lines, gone } => records(lines, gone, limits, report).map_err(at),
            Source::About(file) => match file.take() {
                Some(file) => about(file, limits, report).map_err(at),
                None => Ok(Vec::new()),
            },
            Source::Text { file, rest } => text(file, rest).map_err(at),
        }
    }

    fn is_about(&self) -> bool {
        matches!(self.source, Source::About(_))
    }

    fn artifact(&self, parts: Vec<Part>) -> Artifact {
        let mut native = String::new();
        let mut object = Object::begin(&mut native);
        object.string("file", &self.name);
        object.raw("piece", &self.piece.to_string());
        object.string("platform", ID);
        object.end();
        Artifact {
            id: format!("{}#{}", self.name, self.piece),
            name: Some(self.name.clone()),
            parts,
            native: Json::parse(&native).ok(),
        }
    }
}

/// Returns what a file is called in reports.
pub fn kind_of(name: &str) -> &'static str {
    if is_about(name) {
        "note about a subagent"
    } else if name.starts_with("subagents/") {
        "subagent transcript"
    } else {
        "large tool output"
    }
}

fn size(part: &Part) -> usize {
    match &part.body {
        Body::Text(text) => text.len(),
        Body::Other(json) => json.text().len(),
        _ => 0,
    }
}

fn start(path: &Path, name: &str, limits: &Limits) -> std::io::Result<Current> {
    let file = open::plain_file(path)?;
    let records = Path::new(name)
        .extension()
        .is_some_and(|ending| ending == "jsonl");
    Ok(Current {
        path: path.to_owned(),
        name: name.to_owned(),
        piece: 0,
        source: if is_about(name) {
            Source::About(Some(file))
        } else if records {
            Source::Records {
                lines: Lines::new(file, limits.record_bytes),
                gone: HashMap::new(),
            }
        } else {
            Source::Text {
                file,
                rest: Vec::new(),
            }
        },
    })
}

fn records(
    lines: &mut Lines<File>,
    gone: &mut HashMap<String, Option<String>>,
    limits: &Limits,
    report: &mut Report,
) -> std::io::Result<Vec<Part>> {
    let mut tape = Tape::default();
    let mut parts = Vec::new();
    let mut size = 0;
    while size < PIECE {
        let Some(line) = lines.line()? else { break };
        let Ok(record) = tape.parse(line.bytes, &limits.json) else {
            if !line.bytes.is_empty() || line.oversize {
                report.dropped("damaged record", "it could not be read");
            }
            continue;
        };
        let parent = record.string_of("parentUuid");
        let parent = match parent.as_ref().and_then(|parent| gone.get(parent)) {
            Some(instead) => instead.clone(),
            None => parent,
        };
        if record::kind(record) == Kind::Private {
            let name = record::private_name(record);
            report.dropped(name, "it is the sender's own and never travels");
            if let Some(id) = record.string_of("uuid") {
                gone.insert(id, parent);
            }
            continue;
        }
        let carried = record::carried(record, parent.as_deref());
        size += carried.text().len();
        parts.push(Part::new(Body::Other(carried)));
    }
    Ok(parts)
}

/// Checks whether a file is a note about a subagent.
pub fn is_about(name: &str) -> bool {
    name.starts_with("subagents/") && name.ends_with(".json")
}

fn about(file: File, limits: &Limits, report: &mut Report) -> std::io::Result<Vec<Part>> {
    let mut bytes = Vec::new();
    file.take(PIECE as u64 + 1).read_to_end(&mut bytes)?;
    let text = String::from_utf8(bytes).ok();
    let clean = text.and_then(|text| without_private(text, limits));
    if clean.is_none() {
        report.dropped("note about a subagent", "it could not be read");
    }
    Ok(clean.map(Part::text).into_iter().collect())
}

/// Removes private fields from a note about a subagent, and leaves it as it was when it has none.
/// `None` if it is too large or cannot be read.
pub fn without_private(text: String, limits: &Limits) -> Option<String> {
    let mut tape = Tape::default();
    let fits = text.len() <= PIECE;
    let value = fits.then(|| tape.parse(text.as_bytes(), &limits.json).ok())??;
    let json = Json::of(value);
    let clean = record::cleaned(&json);
    Some(match clean == json {
        true => text,
        false => clean.text().to_owned(),
    })
}

fn text(file: &mut File, rest: &mut Vec<u8>) -> std::io::Result<Vec<Part>> {
    let mut bytes = std::mem::take(rest);
    let before = bytes.len();
    file.by_ref()
        .take((PIECE - before) as u64)
        .read_to_end(&mut bytes)?;
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let at_end = bytes.len() < PIECE;
    let body = match String::from_utf8(bytes) {
        Ok(text) => Body::Text(text),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let cut = error.utf8_error().error_len().is_none() && !at_end && valid > 0;
            let mut bytes = error.into_bytes();
            if cut {
                *rest = bytes.split_off(valid);
                Body::Text(String::from_utf8_lossy(&bytes).into_owned())
            } else {
                Body::File(FilePart {
                    media_type: Some("application/octet-stream".to_owned()),
                    name: None,
                    data: Data::Base64(data_encoding::BASE64.encode(&bytes)),
                })
            }
        }
    };
    Ok(vec![Part::new(body)])
}

fn collect(folder: &Path, name: &str, depth: usize, files: &mut Vec<(PathBuf, String)>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let (Ok(kind), Some(own)) = (
            entry.file_type(),
            entry.file_name().to_str().map(str::to_owned),
        ) else {
            continue;
        };
        let name = format!("{name}/{own}");
        if kind.is_dir() && depth < DEEPEST {
            collect(&entry.path(), &name, depth + 1, files);
        } else if kind.is_file() && files.len() < MOST_FILES && is_safe_name(&name) {
            files.push((entry.path(), name));
        }
    }
}

/// Checks whether a name from a file may be used under a session's folder: only into the folders
/// that travel, only plain names, a few levels deep.
pub fn is_safe_name(name: &str) -> bool {
    let pieces: Vec<&str> = name.split('/').collect();
    let plain = |piece: &&str| {
        !piece.is_empty()
            && piece.len() <= 128
            && !piece.starts_with('.')
            && !piece.ends_with('.')
            && piece
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
            && !is_device(piece)
    };
    pieces.len() >= 2
        && pieces.len() <= DEEPEST + 2
        && pieces.first().is_some_and(|first| FOLDERS.contains(first))
        && pieces.iter().all(plain)
        && matches!(
            Path::new(name)
                .extension()
                .and_then(|ending| ending.to_str()),
            Some("jsonl" | "json" | "txt" | "md" | "log")
        )
}

/// Checks for names that Windows gives to devices, with any ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || (stem.len() == 4
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.ends_with(|c: char| c.is_ascii_digit()))
}
