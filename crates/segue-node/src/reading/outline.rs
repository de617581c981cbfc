//! A conversation at a glance: how much each message shows when all that can be folded is, and what
//! the person said. Bounded, so that it fits a frame however long the conversation is.

use segue_conversation::Message;
use segue_conversation::history::asked;
use segue_door::{PartKind, ReadOutline, ShownMessage, ShownRole, Turn};

use super::summary::one_line;

/// Messages that have a weight, and the most that one weighs: six digits and a comma each.
const WEIGHTS: usize = 100_000;
const HEAVY: u32 = 99_999;

/// Turns of one answer, and their bytes as JSON.
const TURNS: usize = 2_000;
const TURN_BYTES: usize = 320 << 10;

/// Turns that are remembered; of more than that every second one is let go.
const REMEMBERED: usize = 4 * TURNS;

/// Characters of a turn.
const MAX_TITLE_CHARS: usize = 120;

/// Characters that a line counts for at least, since it takes a line's room.
const LINE: usize = 40;

/// Characters that something folded counts for.
const FOLDED: u32 = 60;

/// One message of an outline.
pub(crate) struct OutlineEntry {
    weight: u32,
    turn: Option<String>,
}

impl OutlineEntry {
    /// Extracts what an outline needs of a message.
    pub(crate) fn of(message: &Message, shown: &ShownMessage) -> Self {
        let turn = (shown.role == ShownRole::User)
            .then(|| asked(message))
            .flatten();
        let parts = shown.parts.iter();
        let weight = parts.fold(0_u32, |sum, part| {
            sum.saturating_add(match part.kind {
                PartKind::Text if !shown.injected => weigh(&part.text),
                _ => FOLDED,
            })
        });
        Self {
            weight: weight.min(HEAVY),
            turn: turn.and_then(|text| one_line(&text, MAX_TITLE_CHARS)),
        }
    }
}

fn weigh(text: &str) -> u32 {
    let lines = text.lines().map(|line| line.chars().count().max(LINE));
    u32::try_from(lines.sum::<usize>()).unwrap_or(HEAVY)
}

/// An outline that grows message by message.
#[derive(Default)]
pub(crate) struct Outline {
    rows: u64,
    weights: Vec<u32>,
    turns: Vec<Turn>,
    thinned: bool,
}

impl Outline {
    /// Returns how many messages it has.
    pub(crate) fn len(&self) -> u64 {
        self.rows
    }

    /// Takes in the next message.
    pub(crate) fn add(&mut self, row: OutlineEntry) {
        self.rows += 1;
        if self.weights.len() < WEIGHTS {
            self.weights.push(row.weight);
        }
        let Some(text) = row.turn else { return };
        if self.turns.len() == REMEMBERED {
            self.turns = thinned(&self.turns, REMEMBERED / 2);
            self.thinned = true;
        }
        self.turns.push(Turn {
            number: self.rows,
            text,
        });
    }

    /// Returns as much of the outline as fits.
    pub(crate) fn told(&self) -> ReadOutline {
        let size = |turns: &[Turn]| serde_json::to_string(turns).map_or(0, |json| json.len());
        let mut turns = thinned(&self.turns, TURNS);
        while size(&turns) > TURN_BYTES {
            turns = thinned(&turns, turns.len() / 2);
        }
        let truncated = self.thinned
            || turns.len() < self.turns.len()
            || (self.weights.len() as u64) < self.rows;
        ReadOutline {
            total: self.rows,
            weights: self.weights.clone(),
            turns,
            truncated,
        }
    }
}

/// Picks at most `most` turns, evenly spread, the first among them.
fn thinned(turns: &[Turn], most: usize) -> Vec<Turn> {
    if turns.len() <= most {
        return turns.to_vec();
    }
    let pick = |at: usize| turns.get(at * turns.len() / most.max(1)).cloned();
    (0..most).filter_map(pick).collect()
}
