//! Which records a `thread_rolled_back` took out of the conversation.
//!
//! A rollback comes after what it takes back, so a file that has one is gone through twice. Files
//! without one, nearly all, are only searched for its name.

use std::ops::Range;

use segue_conversation::json::Tape;

use crate::platform::{Limits, PlatformError};

use super::context::{self, Place};
use super::stream::{Segment, Walk};

/// The name of the rollback event.
const NAME: &[u8] = b"thread_rolled_back";

/// Ranges of line numbers that are no longer part of the conversation, in order, not overlapping.
#[derive(Debug, Default)]
pub(super) struct Plan {
    gone: Vec<Range<u64>>,
}

impl Plan {
    /// Looks through the files of a conversation for rollbacks.
    pub(super) fn make(segments: &[Segment], limits: &Limits) -> Result<Self, PlatformError> {
        if !mentions(segments, limits)? {
            return Ok(Self::default());
        }
        let mut plan = Self::default();
        let mut walk = Walk::new(segments.to_vec(), limits);
        let mut tape = Tape::default();
        // Line numbers of what the model reads, and what each is to a rollback.
        let mut items: Vec<(u64, Place)> = Vec::new();
        while let Some(met) = walk.next()? {
            if met.index as usize >= limits.records {
                break;
            }
            let Ok(line) = tape.parse(met.bytes, &limits.json) else {
                continue;
            };
            let payload = line.get("payload");
            match (line.str_of("type").as_deref(), payload) {
                (Some("response_item"), Some(item)) => {
                    items.push((met.index, context::place(item)));
                }
                (Some("inter_agent_communication"), _) => items.push((met.index, Place::Begins)),
                (Some("compacted"), _) => items.push((met.index, Place::Within)),
                (Some("event_msg"), Some(event))
                    if event.str_of("type").as_deref() == Some("thread_rolled_back") =>
                {
                    let turns = event.get("num_turns").and_then(|n| n.integer());
                    plan.roll_back(&mut items, turns.unwrap_or(0), met.index);
                }
                _ => {}
            }
        }
        Ok(plan)
    }

    fn roll_back(&mut self, items: &mut Vec<(u64, Place)>, turns: i64, at: u64) {
        let Ok(turns @ 1..) = usize::try_from(turns) else {
            return;
        };
        let is = |index: usize, place: Place| {
            let found = items.get(index);
            found.is_some_and(|(_, found)| *found == place)
        };
        let begins = |index: &usize| is(*index, Place::Begins);
        let last_ones = (0..items.len()).rev().filter(begins).take(turns);
        let Some(mut cut) = last_ones.last() else {
            return;
        };
        // What Codex told the model just before the turn goes with it, but not what opens the
        // conversation.
        let first = (0..items.len()).find(begins).unwrap_or(cut);
        while cut > first && is(cut - 1, Place::Context) {
            cut -= 1;
        }
        let Some((from, _)) = items.get(cut).copied() else {
            return;
        };
        items.truncate(cut);
        // What an earlier rollback took stays gone; a wider one swallows it.
        self.gone.retain(|range| range.start < from);
        self.gone.push(from..at);
    }

    /// Checks whether a line was rolled back.
    pub(super) fn is_gone(&self, index: u64) -> bool {
        let after = self.gone.partition_point(|range| range.start <= index);
        after > 0
            && self
                .gone
                .get(after - 1)
                .is_some_and(|range| range.contains(&index))
    }
}

/// Checks whether the name of the event occurs anywhere.
fn mentions(segments: &[Segment], limits: &Limits) -> Result<bool, PlatformError> {
    let finder = memchr::memmem::Finder::new(NAME);
    let mut walk = Walk::new(segments.to_vec(), limits);
    while let Some(met) = walk.next()? {
        if finder.find(met.bytes).is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
