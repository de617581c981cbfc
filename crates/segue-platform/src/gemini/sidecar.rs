//! What the client keeps beside a session: transcripts of subagents, and outputs of tools that
//! were too long for the conversation.
//!
//! ```text
//! chats/<id>/<subagent>.jsonl            ──▶ Artifact, one part for each live record
//! tool-outputs/session-<id>/<call>.txt   ──▶ Artifact, one text
//! ```

use std::collections::VecDeque;
use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};

use segue_conversation::file::Artifact;
use segue_conversation::json::{Object, Tape, Value};
use segue_conversation::{Body, Json, Part, Report};

use super::read::Read;
use super::{ID, clean, place};
use crate::delivery::{Delivery, Draft};
use crate::open;
use crate::platform::{Limits, PlatformError};

/// The most files looked at beside one session.
const MOST_FILES: usize = 10_000;

/// The files beside a session that are still to be read.
#[derive(Debug, Default)]
pub(super) struct Beside {
    files: VecDeque<(Sort, PathBuf)>,
    left: u64,
    limits: Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Subagent,
    Output,
}

impl Sort {
    fn name(self) -> &'static str {
        match self {
            Self::Subagent => "subagent",
            Self::Output => "tool-output",
        }
    }
}

impl Beside {
    /// Looks for the files of a session; none is opened.
    pub(super) fn new(session: &Path, id: &str, limits: &Limits) -> Self {
        let mut beside = Self {
            files: VecDeque::new(),
            left: limits.beside_bytes,
            limits: *limits,
        };
        let safe = place::safe_name(id);
        let Some(chats) = session.parent().filter(|_| !safe.is_empty()) else {
            return beside;
        };
        beside.add(Sort::Subagent, &chats.join(&safe), &["jsonl", "json"]);
        if let Some(project) = chats.parent() {
            let outputs = project.join("tool-outputs").join(format!("session-{safe}"));
            beside.add(Sort::Output, &outputs, &["txt"]);
        }
        beside
    }

    fn add(&mut self, sort: Sort, folder: &Path, endings: &[&str]) {
        let is_folder = std::fs::symlink_metadata(folder).is_ok_and(|about| about.is_dir());
        let Some(files) = std::fs::read_dir(folder).ok().filter(|_| is_folder) else {
            return;
        };
        let mut found: Vec<PathBuf> = files
            .flatten()
            .take(MOST_FILES)
            .map(|file| file.path())
            .filter(|path| {
                let ending = path.extension().and_then(|ending| ending.to_str());
                ending.is_some_and(|ending| endings.contains(&ending))
            })
            .collect();
        found.sort();
        self.files
            .extend(found.into_iter().map(|path| (sort, path)));
    }

    /// Reads the next artifact; `None` after the last. What is too large or cannot be read is left
    /// out and reported.
    pub(super) fn next(&mut self, report: &mut Report) -> Result<Option<Artifact>, PlatformError> {
        while let Some((sort, path)) = self.files.pop_front() {
            let what = match sort {
                Sort::Subagent => "subagent transcript",
                Sort::Output => "long tool output",
            };
            let bytes = std::fs::symlink_metadata(&path).map_or(0, |about| about.len());
            if bytes > self.left || bytes > self.limits.record_bytes as u64 / 2 {
                report.dropped(what, "it is larger than the limit");
                continue;
            }
            self.left -= bytes;
            let made = match sort {
                Sort::Subagent => subagent(&path, &self.limits, report),
                Sort::Output => output(&path),
            };
            match made {
                Ok(artifact) => {
                    report.kept(what);
                    return Ok(Some(artifact));
                }
                Err(_) => report.dropped(what, "it cannot be read"),
            }
        }
        Ok(None)
    }
}

fn subagent(path: &Path, limits: &Limits, report: &mut Report) -> Result<Artifact, PlatformError> {
    let (index, records, found) = Read::open(path, limits)?.records()?;
    report.merge(&found);
    let stem = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let id = index.facts.session_id.clone().unwrap_or(stem);
    let mut native = native(Sort::Subagent, &id);
    native.push_str(r#","facts":"#);
    native.push_str(index.facts.native().text());
    native.push('}');
    let parts = records.into_iter().map(|json| Part::new(Body::Other(json)));
    Ok(Artifact {
        id: format!("subagent-{id}"),
        name: Some(format!("{}.jsonl", place::safe_name(&id))),
        parts: parts.collect(),
        native: Json::parse(&native).ok(),
    })
}

fn output(path: &Path) -> Result<Artifact, PlatformError> {
    let mut bytes = Vec::new();
    let mut file = open::plain_file(path).map_err(PlatformError::at(path))?;
    file.read_to_end(&mut bytes)
        .map_err(PlatformError::at(path))?;
    let stem = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let mut native = native(Sort::Output, &stem);
    native.push('}');
    Ok(Artifact {
        id: format!("tool-output-{stem}"),
        name: Some(format!("{}.txt", place::safe_name(&stem))),
        parts: vec![Part::text(String::from_utf8_lossy(&bytes).into_owned())],
        native: Json::parse(&native).ok(),
    })
}

/// Writes the beginning of what an artifact says about itself; the caller closes it.
fn native(sort: Sort, id: &str) -> String {
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    object
        .string("id", id)
        .string("kind", sort.name())
        .string("platform", ID);
    out
}

/// Where artifacts go, and what their headers say.
pub(super) struct Target<'t> {
    /// The project's folder inside the client's.
    pub(super) project: &'t Path,
    pub(super) session_id: &'t str,
    /// The hash of the project's path.
    pub(super) hash: &'t str,
    pub(super) now: &'t str,
}

/// Writes the file an artifact becomes; `None` for one that has no place here.
pub(super) fn write(
    delivery: &mut Delivery,
    target: &Target<'_>,
    artifact: &Artifact,
) -> Result<Option<Draft>, PlatformError> {
    let mut tape = Tape::default();
    let native = artifact
        .native
        .as_ref()
        .and_then(|json| json.open(&mut tape).ok());
    let Some(native) = native.filter(|native| native.str_of("platform").as_deref() == Some(ID))
    else {
        return Ok(None);
    };
    let id = place::safe_name(&native.string_of("id").unwrap_or_default());
    if id.is_empty() || id.len() > 128 {
        return Ok(None);
    }
    let session = place::safe_name(target.session_id);
    match native.str_of("kind").as_deref() {
        Some("subagent") => {
            let path = target
                .project
                .join("chats")
                .join(session)
                .join(format!("{id}.jsonl"));
            let mut draft = delivery.create(&path)?;
            let at = || PlatformError::at(&path);
            draft
                .write_all(header(target, &id).as_bytes())
                .map_err(at())?;
            for part in &artifact.parts {
                if let Body::Other(json) = &part.body
                    && is_message(json)
                {
                    let json = clean::native(json, &mut Report::default());
                    draft.write_all(json.text().as_bytes()).map_err(at())?;
                    draft.write_all(b"\n").map_err(at())?;
                }
            }
            Ok(Some(draft))
        }
        Some("tool-output") => {
            let [
                Part {
                    body: Body::Text(text),
                    ..
                },
            ] = artifact.parts.as_slice()
            else {
                return Ok(None);
            };
            let folder = target
                .project
                .join("tool-outputs")
                .join(format!("session-{session}"));
            let path = folder.join(format!("{id}.txt"));
            let mut draft = delivery.create(&path)?;
            draft
                .write_all(text.as_bytes())
                .map_err(PlatformError::at(&path))?;
            Ok(Some(draft))
        }
        _ => Ok(None),
    }
}

fn header(target: &Target<'_>, id: &str) -> String {
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    object
        .string("sessionId", id)
        .string("projectHash", target.hash)
        .string("startTime", target.now)
        .string("lastUpdated", target.now)
        .string("kind", "subagent");
    object.end();
    out.push('\n');
    out
}

/// Checks whether a stored call is no longer to be made.
fn has_ended(call: Value<'_>) -> bool {
    let status = call.str_of("status");
    matches!(status.as_deref(), Some("success" | "error" | "cancelled"))
}

/// Checks whether a record is a message: only those are written again, no record that would change
/// others.
fn is_message(json: &Json) -> bool {
    let mut tape = Tape::default();
    json.open(&mut tape).is_ok_and(|value| {
        let kind = value.str_of("type");
        value.str_of("id").is_some()
            && matches!(
                kind.as_deref(),
                Some("user" | "gemini" | "info" | "error" | "warning")
            )
            && value.entries().all(|(name, _)| !name.starts_with('$'))
            && value
                .get("toolCalls")
                .is_none_or(|calls| calls.items().all(has_ended))
    })
}
