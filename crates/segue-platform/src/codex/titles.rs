//! The names people gave their sessions: lines of `session_index.jsonl`, the last one wins.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use segue_conversation::json::{JsonLimits, Object, Tape};

use crate::lines::Lines;
use crate::open;
use crate::platform::Session;

use super::places;

pub(super) const INDEX: &str = "session_index.jsonl";

/// How many bytes of the list are read, from its end, and how long one line of it may be.
const MOST_BYTES: u64 = 16 << 20;
const LONGEST: usize = 64 << 10;

/// The most characters of a name.
const LETTERS: usize = 200;

type Names = Arc<HashMap<String, String>>;

/// A list as it was read.
struct TitleList {
    path: PathBuf,
    changed: Option<SystemTime>,
    length: u64,
    names: Names,
}

/// The list read last, kept to avoid reading it once per session.
static LATEST: Mutex<Option<TitleList>> = Mutex::new(None);

/// Returns the name of a session, if it was given one.
pub(super) fn of(session: &Session) -> Option<String> {
    let path = places::root_of(&session.path)?.join(INDEX);
    names(&path).ok()?.get(&session.id).cloned()
}

fn names(path: &Path) -> io::Result<Names> {
    let mut file = open::plain_file(path)?;
    let about = file.metadata()?;
    let (changed, length) = (about.modified().ok(), about.len());
    let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = latest.as_ref()
        && (known.path.as_path(), known.changed, known.length) == (path, changed, length)
    {
        return Ok(known.names.clone());
    }
    file.seek(SeekFrom::Start(length.saturating_sub(MOST_BYTES)))?;
    let mut lines = Lines::new(file.take(MOST_BYTES), LONGEST);
    let mut tape = Tape::default();
    let mut found = HashMap::new();
    while let Some(line) = lines.line()? {
        let Ok(entry) = tape.parse(line.bytes, &JsonLimits::default()) else {
            continue;
        };
        if let (Some(id), Some(name)) = (entry.string_of("id"), entry.str_of("thread_name")) {
            found.insert(id, clean(&name));
        }
    }
    let names = Arc::new(found);
    *latest = Some(TitleList {
        path: path.to_owned(),
        changed,
        length,
        names: names.clone(),
    });
    Ok(names)
}

/// Puts a name on one line, cut to a length people can read.
pub(super) fn clean(name: &str) -> String {
    let words: Vec<&str> = name
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    segue_conversation::truncate(&words.join(" "), LETTERS)
}

/// Writes the line that names a session.
pub(super) fn line(id: &str, name: &str, at: &str) -> String {
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    object
        .string("id", id)
        .string("thread_name", name)
        .string("updated_at", at);
    object.end();
    text
}

/// Appends a line to the list, which other programs may write at the same time.
pub(super) fn append(path: &Path, line: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
    }
    let mut file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    let torn = !ends_a_line(path)?;
    let whole = format!("{}{line}\n", if torn { "\n" } else { "" });
    file.write_all(whole.as_bytes())?;
    file.sync_all()
}

fn ends_a_line(path: &Path) -> io::Result<bool> {
    let mut file = open::plain_file(path)?;
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}
