//! How often the desktop is told, and in which words: at most one notification in five seconds,
//! however much arrives. It names who and what, never what was said in a conversation.

use std::time::{Duration, Instant};

use segue_door::{Direction, Handoff};

use crate::i18n::Words;

/// The least time between two notifications.
pub const PAUSE: Duration = Duration::from_secs(5);
/// How many names are remembered; those beyond are not counted.
const NAMES: usize = 100;
/// The longest name and title that are shown, in characters.
const NAME: usize = 40;
const TITLE: usize = 80;

/// What a notification says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// What happened, in one line.
    pub summary: String,
    /// How long the conversation is; empty when there are several.
    pub body: String,
    /// The handoff to show on a click; `None` for the inbox, when there are several.
    pub handoff: Option<String>,
}

/// As much of a handoff as may be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    id: String,
    who: String,
    title: Option<String>,
    messages: u64,
}

impl Arrival {
    /// Takes as much of a handoff as may be told; `None` unless it comes from someone verified.
    pub fn of(handoff: &Handoff) -> Option<Self> {
        let told = handoff.direction == Direction::Received && handoff.person.verified;
        told.then(|| Self {
            id: handoff.id.clone(),
            who: plain(&handoff.person.name, NAME),
            title: handoff.title.as_deref().map(|title| plain(title, TITLE)),
            messages: handoff.messages,
        })
    }
}

/// The arrivals that were not told yet.
#[derive(Debug, Default)]
pub struct Gather {
    told: Option<Instant>,
    count: usize,
    names: Vec<String>,
    first: Option<Arrival>,
}

impl Gather {
    /// Adds something that arrived.
    pub fn arrived(&mut self, arrival: Arrival) {
        self.count += 1;
        if !self.names.contains(&arrival.who) && self.names.len() < NAMES {
            self.names.push(arrival.who.clone());
        }
        self.first.get_or_insert(arrival);
    }

    /// Returns when the next notification may be shown; `None` when there is nothing to say.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        let free = self.told.map_or(now, |told| told + PAUSE);
        (self.count > 0).then(|| free.max(now))
    }

    /// Takes what there is to say now; `None` before it is due.
    pub fn take(&mut self, now: Instant, words: Words) -> Option<Notification> {
        if self.due(now)? > now {
            return None;
        }
        self.told = Some(now);
        let count = std::mem::take(&mut self.count);
        let names = std::mem::take(&mut self.names);
        let first = self.first.take()?;
        let who = names.first().cloned().unwrap_or_default();
        if count > 1 {
            let summary = words.handed_several(&who, names.len() - 1, count);
            let body = String::new();
            let handoff = None;
            return Some(Notification {
                summary,
                body,
                handoff,
            });
        }
        let title = first.title.filter(|title| !title.is_empty());
        Some(Notification {
            summary: words.handed(&who, title.as_deref()),
            body: words.messages(first.messages),
            handoff: Some(first.id),
        })
    }

    /// Forgets what arrived, which the person knows by looking at the window.
    pub fn forget(&mut self) {
        self.count = 0;
        self.names.clear();
        self.first = None;
    }
}

/// Puts text from outside into one line, without anything invisible and cut to a length.
fn plain(text: &str, longest: usize) -> String {
    let seen = |c: &char| !c.is_control() && !is_hidden(*c);
    let spaced: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(seen)
        .collect();
    let words: Vec<&str> = spaced.split(' ').filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    if line.chars().count() <= longest {
        return line;
    }
    let cut: String = line.chars().take(longest - 1).collect();
    format!("{}…", cut.trim_end())
}

/// Checks whether a character is invisible and changes how others are shown.
fn is_hidden(c: char) -> bool {
    matches!(
        u32::from(c),
        0xad | 0x61c | 0x180e | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f
            | 0xfe00..=0xfe0f | 0xfeff | 0xfff9..=0xfffb | 0xe0000..=0xe01ef
    )
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
