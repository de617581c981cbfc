//! What a list shows of a session, from the first and the last kilobytes of its file.

use std::io::{Read, Seek, SeekFrom};

use segue_conversation::json::{Tape, Value};
use segue_conversation::times;

use crate::open;
use crate::platform::{Glance, Limits, PlatformError, Session};

use super::context::{Voice, voice};
use super::{stream, titles};

/// How many bytes are looked at, at each end.
const PIECE: u64 = 64 << 10;

/// The most characters of a title made from the first words.
const LETTERS: usize = 80;

pub(super) fn glance(session: &Session, limits: &Limits) -> Result<Glance, PlatformError> {
    let at = || PlatformError::at(&session.path);
    let mut head = Vec::new();
    stream::plain_text(&session.path)?
        .take(PIECE)
        .read_to_end(&mut head)
        .map_err(at())?;
    let mut found = Glance::default();
    let mut tape = Tape::default();
    let mut words = None;
    for line in head.split(|byte| *byte == b'\n') {
        match tape.parse(line, &limits.json) {
            Ok(value) => look(value, &mut found, &mut words),
            // A first line that is longer than what is looked at.
            Err(_) if found.started.is_none() && line.starts_with(b"{") => torn(line, &mut found),
            Err(_) => {}
        }
    }
    // The end of a packed file cannot be reached without unpacking all of it.
    if !stream::is_packed(&session.path) && session.bytes > PIECE {
        let mut file = open::plain_file(&session.path).map_err(at())?;
        let from = session.bytes.saturating_sub(PIECE);
        file.seek(SeekFrom::Start(from)).map_err(at())?;
        let mut tail = Vec::new();
        file.take(PIECE).read_to_end(&mut tail).map_err(at())?;
        for line in tail.split(|byte| *byte == b'\n').skip(1) {
            if let Ok(value) = tape.parse(line, &limits.json) {
                look(value, &mut found, &mut words);
            }
        }
    } else if stream::is_packed(&session.path) {
        found.updated = times::from_millis(session.modified);
    }
    found.title = titles::of(session).or(words);
    Ok(found)
}

fn look(line: Value<'_>, found: &mut Glance, words: &mut Option<String>) {
    if let Some(at) = line.str_of("timestamp").and_then(|at| times::normal(&at)) {
        found.started.get_or_insert_with(|| at.clone());
        found.updated = Some(at);
    }
    let Some(payload) = line.get("payload") else {
        return;
    };
    match line.str_of("type").as_deref() {
        Some("session_meta") if found.project.is_none() => {
            found.project = payload.string_of("cwd");
            found.version = payload.string_of("cli_version");
            found.branch = payload.get("git").and_then(|git| git.string_of("branch"));
            if let Some(at) = payload.str_of("timestamp") {
                found.started = times::normal(&at).or(found.started.take());
            }
        }
        Some("turn_context") => {
            found.model = payload.string_of("model").or(found.model.take());
        }
        Some("event_msg") if words.is_none() => {
            *words = said(payload).and_then(|text| title(&text));
        }
        Some("response_item")
            if words.is_none() && payload.str_of("role").as_deref() == Some("user") =>
        {
            let first = payload.get("content").and_then(|list| list.items().next());
            let text = first.and_then(|piece| piece.string_of("text"));
            *words = text
                .filter(|text| voice(text) == Voice::Person)
                .and_then(|text| title(&text));
        }
        _ => {}
    }
}

/// Returns what the person said, if an event tells.
fn said(event: Value<'_>) -> Option<String> {
    match event.str_of("type").as_deref()? {
        "user_message" => event.string_of("message"),
        "item_completed" => {
            let item = event.get("item")?;
            if item.str_of("type").as_deref() != Some("UserMessage") {
                return None;
            }
            item.get("content")?.items().next()?.string_of("text")
        }
        _ => None,
    }
}

/// Makes a title from the first words.
pub(super) fn title(text: &str) -> Option<String> {
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && voice(line) == Voice::Person)?;
    let line = titles::clean(line);
    (!line.is_empty()).then(|| segue_conversation::truncate(&line, LETTERS))
}

/// Reads what it can from the beginning of a line that is cut off.
fn torn(line: &[u8], found: &mut Glance) {
    let text = String::from_utf8_lossy(line);
    let member = |key: &str| {
        let from = text.find(&format!("\"{key}\""))? + key.len() + 2;
        let rest = text.get(from..)?.trim_start().strip_prefix(':')?;
        let rest = rest.trim_start();
        let end = rest
            .char_indices()
            .skip(1)
            .scan(false, |escaped, (at, c)| {
                let ends = c == '"' && !*escaped;
                *escaped = c == '\\' && !*escaped;
                Some((at, ends))
            })
            .find_map(|(at, ends)| ends.then_some(at))?;
        serde_json::from_str::<String>(rest.get(..=end)?).ok()
    };
    found.started = member("timestamp").and_then(|at| times::normal(&at));
    found.updated = found.started.clone();
    found.project = member("cwd");
    found.version = member("cli_version");
}
