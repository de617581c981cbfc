//! How often the desktop is told, and in which words: at most one notification in five seconds,
//! however much arrives. It names who and what, never what was said in a conversation.

use std::time::{Duration, Instant};

use segue_door::{Direction, Handoff};

use crate::i18n::Words;

/// The least time between two notifications.
pub const PAUSE: Duration = Duration::from_secs(5);
/// Names beyond this many are counted as one.
const NAMES: usize = 100;
/// So much of a name or a title is shown.
const NAME: usize = 40;
const TITLE: usize = 80;

/// What a notification says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// One line.
    pub summary: String,
    /// A little more.
    pub body: String,
    /// The handoff to show on a click; the inbox when there are several.
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
    /// What is told of a handoff: nothing when it comes from someone who is not verified.
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

/// What arrived and was not told yet.
#[derive(Debug, Default)]
pub struct Gather {
    told: Option<Instant>,
    count: usize,
    names: Vec<String>,
    first: Option<Arrival>,
}

impl Gather {
    /// Something arrived.
    pub fn arrived(&mut self, arrival: Arrival) {
        self.count += 1;
        if !self.names.contains(&arrival.who) && self.names.len() < NAMES {
            self.names.push(arrival.who.clone());
        }
        self.first.get_or_insert(arrival);
    }

    /// When the next notification may be shown; none when there is nothing to say.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        let free = self.told.map_or(now, |told| told + PAUSE);
        (self.count > 0).then(|| free.max(now))
    }

    /// What to say now; nothing before it is due.
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

    /// What arrived is known: the person looks at the window.
    pub fn forget(&mut self) {
        self.count = 0;
        self.names.clear();
        self.first = None;
    }
}

/// Text from outside in one line: nothing that can't be seen, not too long.
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

/// Characters that change how others are shown and are not seen themselves.
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
