//! Which records a `thread_rolled_back` took out of the conversation.
//!
//! A rollback comes after what it takes back, so a file that has one is gone through twice. Files
//! without one, nearly all, are only searched for its name.

use std::ops::Range;

use segue_conversation::json::Tape;

use crate::platform::{Limits, PlatformError};

use super::context;
use super::stream::{Segment, Walk};

/// The name of the event.
const NAME: &[u8] = b"thread_rolled_back";

/// Ranges of line numbers that are no longer part of the conversation, in order, apart.
#[derive(Debug, Default)]
pub(super) struct Plan {
    gone: Vec<Range<u64>>,
}

impl Plan {
    /// Looks through the files of a conversation.
    pub(super) fn make(segments: &[Segment], limits: &Limits) -> Result<Self, PlatformError> {
        if !mentions(segments, limits)? {
            return Ok(Self::default());
        }
        let mut plan = Self::default();
        let mut walk = Walk::new(segments.to_vec(), limits);
        let mut tape = Tape::default();
        // Line numbers of what the model reads, and whether each begins a turn.
        let mut items: Vec<(u64, bool)> = Vec::new();
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
                    items.push((met.index, context::begins_turn(item)));
                }
                (Some("inter_agent_communication"), _) => items.push((met.index, true)),
                (Some("compacted"), _) => items.push((met.index, false)),
                (Some("event_msg"), Some(event)) => {
                    if event.str_of("type").as_deref() == Some("thread_rolled_back") {
                        let turns = event.get("num_turns").and_then(|n| n.integer());
                        plan.roll_back(&mut items, turns.unwrap_or(0), met.index);
                    }
                }
                _ => {}
            }
        }
        Ok(plan)
    }

    fn roll_back(&mut self, items: &mut Vec<(u64, bool)>, turns: i64, at: u64) {
        let Ok(turns @ 1..) = usize::try_from(turns) else {
            return;
        };
        let begins: Vec<usize> = (0..items.len())
            .rev()
            .filter(|index| items.get(*index).is_some_and(|(_, begins)| *begins))
            .take(turns)
            .collect();
        let Some(cut) = begins.last().copied() else {
            return;
        };
        let Some((from, _)) = items.get(cut).copied() else {
            return;
        };
        items.truncate(cut);
        // What an earlier rollback took stays gone; a wider one swallows it.
        self.gone.retain(|range| range.start < from);
        self.gone.push(from..at);
    }

    /// Whether a line was rolled back.
    pub(super) fn is_gone(&self, index: u64) -> bool {
        let after = self.gone.partition_point(|range| range.start <= index);
        after > 0
            && self
                .gone
                .get(after - 1)
                .is_some_and(|range| range.contains(&index))
    }

    /// Whether nothing was.
    pub(super) fn is_empty(&self) -> bool {
        self.gone.is_empty()
    }
}

/// Whether the name of the event stands anywhere.
pub(super) fn mentions(segments: &[Segment], limits: &Limits) -> Result<bool, PlatformError> {
    let finder = memchr::memmem::Finder::new(NAME);
    let mut walk = Walk::new(segments.to_vec(), limits);
    while let Some(met) = walk.next()? {
        if finder.find(met.bytes).is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
