//! How many messages a session has, by a scan of its bytes: only compactions are looked into.

use segue_conversation::json::Tape;
use segue_conversation::{Report, json::Value};

use crate::platform::{Limits, PlatformError, Session, State};

use super::compaction::{self, Recent};
use super::rollback::Plan;
use super::stream::{self, Met, Walk};

/// How much of a line is looked at to tell what it is.
const HEAD: usize = 700;

pub(super) fn count(session: &Session, limits: &Limits) -> Result<(u64, State), PlatformError> {
    let (segments, missing) = stream::segments(session, limits)?;
    let plan = Plan::make(&segments, limits)?;
    let mut walk = Walk::new(segments, limits);
    let mut tape = Tape::default();
    let mut messages = 0;
    let mut damaged = u64::from(missing.is_some());
    let mut why = missing.map(str::to_owned);
    let mut live = false;
    while let Some(met) = walk.next()? {
        if met.index as usize >= limits.records {
            damaged += 1;
            why.get_or_insert_with(|| "there are more records than can be taken".to_owned());
            break;
        }
        match look(&met) {
            Line::Blank => {}
            Line::Live => live = true,
            Line::Damaged(reason) => {
                damaged += 1;
                why.get_or_insert_with(|| reason.to_owned());
            }
            _ if plan.is_gone(met.index) => {}
            Line::Message => messages += 1,
            Line::Compaction => {
                if let Ok(line) = tape.parse(met.bytes, &limits.json) {
                    messages += left_by(line);
                }
            }
            Line::Other => {}
        }
    }
    let state = match why {
        Some(why) => State::Partly { damaged, why },
        None if live => State::Live,
        None => State::Whole,
    };
    Ok((messages, state))
}

/// Counts the messages a compaction leaves to read; the person's latest words are not followed
/// here.
fn left_by(line: Value<'_>) -> u64 {
    let taken = line.get("payload").and_then(|payload| {
        compaction::take(payload, 0, &Recent::default(), &mut Report::default())
    });
    taken.map_or(0, |taken| taken.messages.len() as u64)
}

enum Line {
    Blank,
    Live,
    Damaged(&'static str),
    Message,
    Compaction,
    Other,
}

fn look(met: &Met<'_>) -> Line {
    if met.oversize {
        return Line::Damaged("a record is larger than can be taken");
    }
    let bytes = met.bytes.trim_ascii();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return Line::Blank;
    };
    if *first != b'{' || *last != b'}' {
        return if met.ended {
            Line::Damaged("a record is cut off or not what it should be")
        } else {
            Line::Live
        };
    }
    let head = bytes.get(..bytes.len().min(HEAD)).unwrap_or_default();
    let has = |text: &str| memchr::memmem::find(head, text.as_bytes()).is_some();
    let is = |key: &str, value: &str| {
        has(&format!("\"{key}\":\"{value}\"")) || has(&format!("\"{key}\": \"{value}\""))
    };
    if is("type", "compacted") {
        Line::Compaction
    } else if is("type", "response_item") {
        if is("type", "reasoning") {
            return readable_reasoning(bytes);
        }
        if is("role", "developer") || is("role", "system") || is("type", "compaction") {
            return Line::Other;
        }
        let text = opening(head);
        let private = is("role", "user")
            && text
                .is_some_and(|text| super::context::voice(&text) == super::context::Voice::Private);
        if private { Line::Other } else { Line::Message }
    } else if is("type", super::read::REASONING)
        || is("type", "inter_agent_communication")
        || is(super::read::MARK, "reasoning")
    {
        Line::Message
    } else {
        Line::Other
    }
}

/// Classifies reasoning: it is a message only when some of it is readable.
fn readable_reasoning(bytes: &[u8]) -> Line {
    let has = |text: &[u8]| memchr::memmem::find(bytes, text).is_some();
    if has(b"\"summary_text\"") || has(b"\"reasoning_text\"") || has(b"\"text\"") {
        Line::Message
    } else {
        Line::Other
    }
}

/// Returns how the first text of a record opens.
fn opening(head: &[u8]) -> Option<String> {
    let at = memchr::memmem::find(head, b"\"text\"")? + 6;
    let rest = head.get(at..)?;
    let quote = memchr::memchr(b'"', rest)? + 1;
    let rest = rest.get(quote..)?;
    let text = rest.get(..rest.len().min(80))?;
    Some(String::from_utf8_lossy(text).replace("\\n", "\n"))
}
