//! A row per message: enough to say what any choice would send, without reading again.

use crate::message::{Message, Role};

use super::row::{self, Row};
use super::{Brief, Choice, Cut, Figures, Strategy};

/// What a file costs beyond its messages: what it says about itself, its hash and its signature.
const FILE: u64 = 1_000;

/// How far back the last messages begin for the sake of not parting calls and results. A row of
/// them longer than that is cut, and results lose their place with their calls.
const BACK: usize = 64;

/// What a conversation is, from one pass over it.
#[derive(Debug, Default)]
pub struct Outline {
    pub(super) rows: Vec<Row>,
    /// The group of the model's last message.
    group: Option<String>,
    brief: Brief,
}

impl Outline {
    /// Notes the next message.
    pub fn see(&mut self, message: &Message) {
        self.rows.push(Row::of(message, self.group.as_deref()));
        if message.role == Role::Agent && self.group != message.group {
            self.group.clone_from(&message.group);
        }
        self.brief.see(message);
    }

    /// Returns how many messages there are.
    pub fn messages(&self) -> u64 {
        self.rows.len() as u64
    }

    /// Writes the brief as text.
    pub fn brief(&self) -> String {
        self.brief.text(self.messages())
    }

    /// Returns the last words of the person, or of the agent if the person said nothing. Long ones
    /// are shortened in the middle.
    pub fn last_words(&self) -> Option<&str> {
        self.brief.last_words()
    }

    /// Estimates how much a choice would send.
    pub fn figures(&self, choice: &Choice) -> Figures {
        let cut = self.cut(choice);
        let kept = self.rows.iter().enumerate();
        let mut sum = Figures {
            bytes: FILE,
            ..Figures::default()
        };
        let kept = kept.filter(|(at, row)| cut.keeps(*at) && !row.vanishes(choice));
        for (_, row) in kept {
            let one = row.figures(choice);
            sum.messages += one.messages;
            sum.bytes += one.bytes;
            sum.tokens += one.tokens;
        }
        if let Some(opening) = self.opening(choice, cut.start()) {
            let one = row::opening(&opening);
            sum.messages += 1;
            sum.bytes += one.bytes;
            sum.tokens += one.tokens;
        }
        sum
    }

    /// Works out what the second pass keeps for this choice.
    pub fn cut(&self, choice: &Choice) -> Cut {
        let last = |is: fn(&Row) -> bool| self.rows.iter().rposition(is);
        let last_asks = last(|row| row.asks).or_else(|| last(|row| row.told));
        let last_says = last(|row| row.says);
        let start = match choice.strategy {
            Strategy::LastK(k) => self.start(k as usize, last_asks),
            Strategy::Full => 0,
            Strategy::Summary | Strategy::Pointer => self.rows.len(),
        };
        let opening = self.opening(choice, start);
        Cut::new(*choice, start, last_asks, last_says, opening)
    }

    /// Writes the text that stands in for the messages that stay behind; `None` when there are none
    /// or nothing is said about them.
    fn opening(&self, choice: &Choice, start: usize) -> Option<String> {
        match choice.strategy {
            Strategy::Summary => Some(self.brief()),
            Strategy::LastK(_) if start > 0 => Some(format!(
                "[The last {} of {} messages of a conversation. The ones before them stayed with \
                 the sender.]\n",
                self.rows.len() - start,
                self.rows.len()
            )),
            _ => None,
        }
    }

    /// Finds where the last `k` messages begin: never after the person's last words, and not
    /// between calls and their results or between the pieces of one answer.
    fn start(&self, k: usize, last_asks: Option<usize>) -> usize {
        let start = self.rows.len().saturating_sub(k);
        let mut start = last_asks.map_or(start, |asks| start.min(asks));
        let furthest = start.saturating_sub(BACK);
        while start > furthest && self.rows.get(start).is_some_and(|row| row.follows) {
            start -= 1;
        }
        start
    }
}
