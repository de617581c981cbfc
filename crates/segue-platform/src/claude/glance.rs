//! What a list shows of a session, without reading it.

use std::io::Read;

use memchr::memmem;
use segue_conversation::Report;
use segue_conversation::json::{Tape, Value};
use segue_conversation::{Body, times};

use super::blocks;
use crate::lines::Lines;
use crate::open;
use crate::peek::{Ends, title_of};
use crate::platform::{Glance, Limits, PlatformError, Session, State};

/// Reads what a list shows from both ends of the file.
pub fn glance(session: &Session, limits: &Limits) -> Result<Glance, PlatformError> {
    let ends = Ends::of(&session.path).map_err(PlatformError::at(&session.path))?;
    let mut tape = Tape::default();
    let mut found = Glance::default();
    let mut titles: [Option<String>; 5] = Default::default();
    for line in ends.lines() {
        let Ok(record) = tape.parse(line, &limits.json) else {
            continue;
        };
        take(record, &mut found, &mut titles);
    }
    found.title = titles.into_iter().flatten().next();
    Ok(found)
}

/// Takes over what a record says. The titles are in the order they win: given, generated, older,
/// first words, last words.
fn take(record: Value<'_>, found: &mut Glance, titles: &mut [Option<String>; 5]) {
    let [custom, ai, older, first, last] = titles;
    let newer = |place: &mut Option<String>, key: &str| {
        if let Some(text) = record.str_of(key).and_then(|text| title_of(&text)) {
            *place = Some(text);
        }
    };
    let mut spoken = false;
    match record.str_of("type").as_deref() {
        Some("custom-title") => newer(custom, "customTitle"),
        Some("ai-title") => newer(ai, "aiTitle"),
        Some("summary") => newer(older, "summary"),
        Some("last-prompt") => newer(last, "lastPrompt"),
        Some("user") => {
            spoken = true;
            if first.is_none() && !record.flag("isMeta") {
                *first = words(record);
            }
        }
        Some("assistant") => {
            spoken = true;
            let model = record
                .get("message")
                .and_then(|inner| inner.string_of("model"));
            if let Some(model) = model.filter(|model| model != "<synthetic>") {
                found.model = Some(model);
            }
        }
        _ => {}
    }
    if !spoken {
        return;
    }
    let set = |place: &mut Option<String>, key: &str| {
        if let Some(text) = record.string_of(key).filter(|text| !text.is_empty()) {
            *place = Some(text);
        }
    };
    if found.project.is_none() {
        set(&mut found.project, "cwd");
    }
    set(&mut found.version, "version");
    set(&mut found.branch, "gitBranch");
    if let Some(time) = record.str_of("timestamp").and_then(|at| times::normal(&at)) {
        found.started.get_or_insert_with(|| time.clone());
        found.updated = Some(time);
    }
}

fn words(record: Value<'_>) -> Option<String> {
    let content = record.get("message")?.get("content")?;
    blocks::parts(content, &mut Report::default())
        .into_iter()
        .find_map(|part| match part.body {
            // Not what the client wraps around its own commands.
            Body::Text(text) if !text.trim_start().starts_with('<') => title_of(&text),
            _ => None,
        })
}

/// Counts the records of the conversation by searching their bytes, without parsing them.
pub fn count(session: &Session, limits: &Limits) -> Result<(u64, State), PlatformError> {
    let at = || PlatformError::at(&session.path);
    let file = open::plain_file(&session.path).map_err(at())?;
    scan(file, limits).map_err(at())
}

fn scan(source: impl Read, limits: &Limits) -> std::io::Result<(u64, State)> {
    // As the client writes, and as other programs write JSON again.
    let needles = [
        r#""type":"user""#,
        r#""type":"assistant""#,
        r#""type": "user""#,
        r#""type": "assistant""#,
    ]
    .map(memmem::Finder::new);
    let asides = [r#""isSidechain":true"#, r#""isSidechain": true"#].map(memmem::Finder::new);
    let id = memmem::Finder::new(r#""uuid":"#);
    let (mut messages, mut damaged, mut live) = (0, 0, false);
    let mut lines = Lines::new(source, limits.record_bytes);
    while let Some(line) = lines.line()? {
        let bytes = line.bytes.trim_ascii();
        if bytes.is_empty() && !line.oversize {
            continue;
        }
        if !(bytes.starts_with(b"{") && bytes.ends_with(b"}")) {
            if line.ended || line.oversize {
                damaged += 1;
            } else {
                live = true;
            }
            continue;
        }
        let spoken = needles.iter().any(|needle| needle.find(bytes).is_some());
        let aside = || asides.iter().any(|needle| needle.find(bytes).is_some());
        if spoken && id.find(bytes).is_some() && !aside() {
            messages += 1;
        }
    }
    let state = match damaged {
        0 if live => State::Live,
        0 => State::Whole,
        _ => State::Partly {
            damaged,
            why: "some lines are cut off or too long".to_owned(),
        },
    };
    Ok((messages, state))
}
