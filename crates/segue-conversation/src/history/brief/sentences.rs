//! Sentences that say what was decided, what was rejected, and what is still asked.

use super::clip;
use super::cues::{self, Sense};
use super::prose::{Sentence, split};

/// What a text says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// What was settled or turned down, in order, with its reason where one follows.
    pub(super) told: Vec<(Sense, String)>,
    /// It begins with a "no" to what was said before.
    pub(super) opposes: bool,
    /// What is asked near the end.
    pub(super) asked: Vec<String>,
    /// The points of its list, when it asks something: what there is to choose from.
    pub(super) options: Vec<(String, String)>,
}

/// How a reason sounds, when it follows in a sentence of its own.
const REASONS: &[&str] = &[
    "because",
    "since ",
    "it would",
    "that would",
    "this would",
    "otherwise",
    "the reason",
    "it needs",
    "it turned out",
    "weil ",
    "denn ",
    "sonst ",
    "parce que",
    "porque",
    "потому",
    "иначе",
    "因为",
    "否则",
    "なぜなら",
];

/// How a "no" to what was said just before sounds.
const OPPOSES: &[&str] = &[
    "no,",
    "no.",
    "no!",
    "nope",
    "don't do that",
    "do not do that",
    "not like that",
    "undo that",
    "revert that",
    "nein,",
    "nein.",
    "non,",
    "não,",
    "нет,",
];

const LENGTH: usize = 300;
/// Longer texts are pasted things or files; what is said stands at their ends.
const LOOKED_AT: usize = 8_000;
const EACH: usize = 12;
/// A question counts as still asked when so few sentences follow it.
const NEAR_END: usize = 4;

/// Finds what a text decides, rejects and asks. Only the beginning and the end of a long text are
/// read.
pub(super) fn found(text: &str, person: bool) -> Found {
    let mut sentences = Vec::new();
    if text.len() <= LOOKED_AT {
        split(text, &mut sentences);
    } else {
        let head = text.floor_char_boundary(LOOKED_AT / 2);
        let tail = text.ceil_char_boundary(text.len() - LOOKED_AT / 2);
        split(text.get(..head).unwrap_or_default(), &mut sentences);
        split(text.get(tail..).unwrap_or_default(), &mut sentences);
    }
    let asks = |sentence: &Sentence<'_>| sentence.text.ends_with(['?', '？']);
    let mut found = Found::default();
    let last = sentences.len().saturating_sub(NEAR_END);
    let open = |(at, sentence): &(usize, &Sentence<'_>)| {
        asks(sentence) && (*at >= last || sentence.listed)
    };
    for (_, sentence) in sentences.iter().enumerate().filter(open).take(EACH) {
        found.asked.push(plain(sentence.text));
    }
    let chooses = !person && !found.asked.is_empty();
    for (at, sentence) in sentences.iter().enumerate() {
        if chooses && sentence.listed {
            if let Some(point) = sentence.point.filter(|_| found.options.len() < EACH) {
                let text = plain(sentence.text);
                found.options.push((point.to_lowercase(), text));
            }
            // Of what there is to choose from, nothing is settled.
            continue;
        }
        if asks(sentence) || found.told.len() >= EACH {
            continue;
        }
        let low = lowered(sentence.text);
        if let Some(sense) = cues::sense(&low, person) {
            let mut line = sentence.text.to_owned();
            let next = sentences.get(at + 1).filter(|next| !asks(next));
            let reason = next.filter(|next| {
                let next = lowered(next.text);
                // "No, not that." says little without what follows.
                (person && line.len() < 40) || REASONS.iter().any(|start| next.starts_with(start))
            });
            if let Some(reason) = reason {
                line.push(' ');
                line.push_str(reason.text);
            }
            let line = plain(&line);
            found.opposes |= at == 0 && OPPOSES.iter().any(|no| low.starts_with(no));
            let told = found.told.last();
            // The sentence that was taken along as a reason is not told again.
            if !told.is_some_and(|(_, told)| told.contains(&plain(sentence.text))) {
                found.told.push((sense, line));
            }
        }
    }
    found
}

/// Removes emphasis and shortens a text to one line.
fn plain(text: &str) -> String {
    clip::line(&text.replace("**", ""), LENGTH)
}

/// Lowercases a text, with plain apostrophes and without emphasis.
pub(super) fn lowered(text: &str) -> String {
    let mut low = text.to_lowercase();
    if low.contains(['’', '*', '`']) {
        low = low.replace('’', "'").replace(['*', '`'], "");
    }
    low
}

#[cfg(test)]
mod tests;
