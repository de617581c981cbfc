//! Finding sessions by their names, and what the ends of a file tell about one.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use segue_conversation::json::{JsonLimits, Tape, Value};
use segue_conversation::{Report, times};

use super::facts::Facts;
use super::place::{self, MARKER};
use super::record::{Kind, Record, opening};
use super::registry::{self, Registry};
use super::{ID, read};
use crate::peek::{Ends, title_of};
use crate::platform::{Glance, PlatformError, Session};
use crate::surroundings::Os;

/// Lists the sessions of every project by their names.
pub(super) fn sessions(folder: &Path) -> Result<Vec<Session>, PlatformError> {
    let tmp = folder.join("tmp");
    let mut found: HashMap<(String, String), Session> = HashMap::new();
    for project in folders(&tmp)? {
        let name = project
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let chats = project.join("chats");
        // The folder itself, not what a link points to.
        let is_folder = std::fs::symlink_metadata(&chats).is_ok_and(|about| about.is_dir());
        let Some(files) = std::fs::read_dir(&chats).ok().filter(|_| is_folder) else {
            continue;
        };
        for file in files.flatten() {
            let Some(session) = session(&file) else {
                continue;
            };
            // The client goes on in another file under the same id; the newest is the session.
            let place = (name.clone(), session.id.clone());
            match found.get(&place) {
                Some(known) if newness(known) >= newness(&session) => {}
                _ => {
                    found.insert(place, session);
                }
            }
        }
    }
    // Folders named by a hash are copied to slugs, and stay behind.
    let by_slug: HashSet<String> = found
        .keys()
        .filter(|(folder, _)| !place::is_hash(folder))
        .map(|(_, id)| id.clone())
        .collect();
    found.retain(|(folder, id), _| !place::is_hash(folder) || !by_slug.contains(id));
    let mut sessions: Vec<Session> = found.into_values().collect();
    sessions.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(sessions)
}

fn newness(session: &Session) -> (i64, &Path) {
    (session.modified, &session.path)
}

fn folders(tmp: &Path) -> Result<Vec<PathBuf>, PlatformError> {
    match std::fs::read_dir(tmp) {
        Ok(entries) => Ok(entries
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .map(|entry| entry.path())
            .collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(PlatformError::at(tmp)(error)),
    }
}

fn session(file: &std::fs::DirEntry) -> Option<Session> {
    let name = file.file_name();
    let id = place::short_id(name.to_str()?)?.to_owned();
    let about = file.metadata().ok().filter(|about| about.is_file())?;
    Some(Session {
        platform: ID,
        id,
        path: file.path(),
        bytes: about.len(),
        modified: millis(&about),
    })
}

pub(super) fn millis(about: &std::fs::Metadata) -> i64 {
    about
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .map_or(0, |since| {
            i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
        })
}

/// Finds the project a session belongs to, by the marker beside it or by the client's list.
pub(super) fn project_of(session: &Path) -> Option<String> {
    let folder = session.parent()?.parent()?;
    if let Ok(text) = registry::small(&folder.join(MARKER)) {
        let path = text.trim();
        return (!path.is_empty() && path.len() < 8192).then(|| path.to_owned());
    }
    let name = folder.file_name()?.to_str()?;
    Registry::load(folder.parent()?.parent()?, Os::here()).project_of(name)
}

/// Reads what both ends of a session tell.
pub(super) fn glance(session: &Session) -> Result<Glance, PlatformError> {
    let path = &session.path;
    let ends = Ends::of(path).map_err(PlatformError::at(path))?;
    let mut seen = Seen::default();
    if read::is_one_object(path) && ends.tail.is_empty() {
        seen.text(&ends.head);
    }
    if seen.facts.session_id.is_none() {
        ends.lines().for_each(|line| seen.text(line));
    }
    let title = seen.facts.summary.filter(|title| !title.trim().is_empty());
    Ok(Glance {
        title: title.or(seen.first),
        project: project_of(path),
        branch: None,
        model: seen.model,
        started: seen.facts.started.as_deref().and_then(times::normal),
        updated: seen
            .facts
            .updated
            .as_deref()
            .and_then(times::normal)
            .or(seen.last),
        version: None,
    })
}

/// What was met in the records so far.
#[derive(Default)]
struct Seen {
    facts: Facts,
    first: Option<String>,
    model: Option<String>,
    last: Option<String>,
    tape: Tape,
}

impl Seen {
    fn text(&mut self, line: &[u8]) {
        let mut tape = std::mem::take(&mut self.tape);
        if let Ok(value) = tape.parse(line, &JsonLimits::default())
            && value.is_object()
        {
            self.record(value);
        }
        self.tape = tape;
    }

    fn record(&mut self, value: Value<'_>) {
        match Record::of(value) {
            Record::Said(record) => self.said(record),
            Record::Set(facts) | Record::Header(facts) => {
                self.facts.take(facts, &mut Report::default());
                let list = facts.get("messages");
                for record in list.into_iter().flat_map(|list| list.items()) {
                    self.said(record);
                }
            }
            Record::Rewind(_) | Record::Unknown => {}
        }
    }

    fn said(&mut self, record: Value<'_>) {
        if let Some(model) = record.string_of("model") {
            self.model = Some(model);
        }
        if let Some(time) = record
            .str_of("timestamp")
            .and_then(|text| times::normal(&text))
        {
            self.last = Some(time);
        }
        if self.first.is_none() && Kind::of(record) == Kind::User {
            let words = record.get("content").and_then(opening);
            self.first = words.as_deref().and_then(title_of);
        }
    }
}
