//! Where the summary of another agent's compaction goes: OpenCode has it as the model's answer to
//! the compaction, and turns that were kept stand after it.
//!
//! ```text
//! theirs   │ older │ kept turns, summary (told to the model) │ newer
//! here     │ older │ compaction, summary (by the model) │ kept turns │ newer
//! ```
//!
//! Nothing marks a summary but its place: it is the first thing the model is told after the reset
//! that nobody had said before.

use std::collections::HashSet;

use segue_conversation::{Body, Message, Role};

use super::neutral::COMPACTION;

/// How many turns may come between a reset and its summary, and how many bytes of words they may
/// have: they are held until it comes.
const MOST_KEPT: usize = 256;
const MOST_BYTES: usize = 1 << 20;

/// A follower of a conversation that finds its summaries.
#[derive(Debug, Default)]
pub(super) struct Summary {
    /// Hashes of what the person said.
    said: HashSet<[u8; 32]>,
    /// The messages since a reset whose summary has not come yet.
    held: Option<Vec<Message>>,
}

impl Summary {
    /// Takes the next message, and returns what can be written by now, in order.
    pub(super) fn take(&mut self, mut message: Message) -> Vec<Message> {
        let mut ready = Vec::new();
        if message.resets {
            ready = self.end();
            // An answer of the model is the summary itself.
            self.held = (message.role == Role::User).then(Vec::new);
        }
        let Some(mut held) = self.held.take() else {
            self.note(&message);
            ready.push(message);
            return ready;
        };
        let words = words(&message);
        let asked = matches!(held.as_slice(), [one] if self::words(one) == COMPACTION);
        let is_summary = is_words(&message)
            && !words.trim().is_empty()
            && match message.role {
                Role::Agent => asked,
                Role::User => !asked && words != COMPACTION && !self.said.contains(&hash(&words)),
            };
        if is_summary {
            message.role = Role::Agent;
            message.resets = true;
            ready.push(message);
            if !asked {
                ready.extend(held.into_iter().map(|mut turn| {
                    turn.resets = false;
                    turn
                }));
            }
        } else if message.role == Role::User
            && is_words(&message)
            && !asked
            && held.len() < MOST_KEPT
            && held.iter().map(size).sum::<usize>() + size(&message) <= MOST_BYTES
        {
            held.push(message);
            self.held = Some(held);
        } else {
            self.held = Some(held);
            ready.extend(self.end());
            self.note(&message);
            ready.push(message);
        }
        ready
    }

    /// Returns what is still held when no summary comes any more.
    pub(super) fn end(&mut self) -> Vec<Message> {
        self.held.take().unwrap_or_default()
    }

    fn note(&mut self, message: &Message) {
        if message.role == Role::User {
            self.said.insert(hash(&words(message)));
        }
    }
}

fn is_words(message: &Message) -> bool {
    let mut parts = message.parts.iter();
    !message.parts.is_empty() && parts.all(|part| matches!(part.body, Body::Text(_)))
}

fn words(message: &Message) -> String {
    let texts = message.parts.iter().filter_map(|part| match &part.body {
        Body::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn size(message: &Message) -> usize {
    message
        .parts
        .iter()
        .map(|part| match &part.body {
            Body::Text(text) => text.len(),
            _ => 0,
        })
        .sum()
}

fn hash(words: &str) -> [u8; 32] {
    *blake3::hash(words.as_bytes()).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_held_while_a_summary_is_awaited_and_nothing_is_lost() {
        let mut summary = Summary::default();
        let large = |id: &str| Message::text(id, Role::User, "x".repeat(MOST_BYTES / 2 + 1));
        let mut out = summary.take(large("said"));
        let mut reset = large("reset");
        reset.resets = true;
        out.extend(summary.take(reset));
        // Said before, so it is a turn that was kept and no summary: held, but not without end.
        for id in ["one", "two", "three"] {
            out.extend(summary.take(large(id)));
            let held: usize = summary.held.iter().flatten().map(size).sum();
            assert!(held <= MOST_BYTES);
        }
        out.extend(summary.end());
        let ids: Vec<&str> = out.iter().map(|message| message.id.as_str()).collect();
        assert_eq!(ids, ["said", "reset", "one", "two", "three"]);
    }
}
