//! Sentences that say what was decided, what was rejected, and what is still asked.

use crate::shown;

/// A sentence worth telling.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Something was settled.
    Decided(String),
    /// Something was turned down.
    Rejected(String),
    /// Something is asked.
    Asked(String),
}

/// How turning something down sounds. Looked for before deciding: "decided against" is both.
const REJECTS: &[&str] = &[
    "abandoned",
    "decided against",
    "decided not to",
    "did not work",
    "didn't work",
    "discarded",
    "do not use",
    "does not work",
    "doesn't work",
    "don't use",
    "dropped the idea",
    "instead of",
    "is not an option",
    "isn't an option",
    "not going to use",
    "rather than",
    "reject",
    "revert",
    "ruled out",
    "turned out to be wrong",
    "we can't use",
    "we cannot use",
    "won't use",
    "won't work",
];

/// How settling something sounds.
const DECIDES: &[&str] = &[
    "agreed",
    "decided",
    "decision:",
    "from now on",
    "go with",
    "going with",
    "i chose",
    "i'll use",
    "let's keep",
    "let's use",
    "settled on",
    "the approach is",
    "the plan is",
    "we chose",
    "we keep",
    "we will use",
    "we'll keep",
    "we'll use",
    "must be",
    "must not",
];

/// How a reason sounds, when it follows in a sentence of its own.
const REASONS: &[&str] = &[
    "because",
    "since",
    "it would",
    "that would",
    "this would",
    "the reason",
];

/// How a reason sounds inside a sentence.
const HAS_REASON: &[&str] = &["because", "since ", "due to", "so that", " as it", ": "];

const LENGTH: usize = 300;

/// The sentences of a text that are worth telling, in order.
pub(super) fn found(text: &str) -> Vec<Found> {
    let sentences = split(text);
    let mut found = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        let low = sentence.to_lowercase();
        let says = |cues: &[&str]| cues.iter().any(|cue| low.contains(cue));
        if sentence.ends_with('?') {
            found.push(Found::Asked(shown(sentence, LENGTH)));
        } else if says(REJECTS) {
            let mut line = (*sentence).to_owned();
            let reason = sentences.get(at + 1).filter(|next| {
                let next = next.to_lowercase();
                !says(HAS_REASON) && REASONS.iter().any(|start| next.starts_with(start))
            });
            if let Some(reason) = reason {
                line.push(' ');
                line.push_str(reason);
            }
            found.push(Found::Rejected(shown(&line, LENGTH)));
        } else if says(DECIDES) {
            found.push(Found::Decided(shown(sentence, LENGTH)));
        }
    }
    found
}

/// Prose only: no code, tables, quotes or headings. A sentence ends with its line, or with a mark
/// before a space.
fn split(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
            continue;
        }
        if code || line.starts_with("    ") || line.starts_with(['|', '>', '#', '<', '\t']) {
            continue;
        }
        let line = line.trim().trim_start_matches(['-', '*', '•', ' ']);
        let mut from = 0;
        for (at, mark) in line.match_indices(['.', '!', '?']) {
            let end = at + mark.len();
            let last = line
                .get(end..)
                .is_none_or(|rest| rest.is_empty() || rest.starts_with(' '));
            if last {
                push(&mut sentences, line.get(from..end));
                from = end;
            }
        }
        push(&mut sentences, line.get(from..));
    }
    sentences
}

fn push<'t>(sentences: &mut Vec<&'t str>, sentence: Option<&'t str>) {
    let sentence = sentence.unwrap_or_default().trim();
    // A word or two decide nothing, and a wall of text is no sentence.
    if (12..2_000).contains(&sentence.len()) {
        sentences.push(sentence);
    }
}

/// The latest lines, each once.
#[derive(Debug, Default)]
pub(super) struct Latest {
    lines: Vec<String>,
}

/// Older ones give way.
const MOST: usize = 16;

impl Latest {
    pub(super) fn add(&mut self, line: String) {
        let same = |known: &String| known.eq_ignore_ascii_case(&line);
        self.lines.retain(|known| !same(known));
        if self.lines.len() >= MOST {
            self.lines.remove(0);
        }
        self.lines.push(line);
    }

    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_settled_and_what_was_not_are_told_apart() {
        let text = "We decided to keep SQLite. We ruled out Redis. Because it needs a server.\n\
                    ```\nlet decided = true; // we'll use this\n```\n\
                    Shall the cache be cleared on start?\nNothing here at all to tell.";
        assert_eq!(
            found(text),
            [
                Found::Decided("We decided to keep SQLite.".into()),
                Found::Rejected("We ruled out Redis. Because it needs a server.".into()),
                Found::Asked("Shall the cache be cleared on start?".into()),
            ]
        );
    }

    #[test]
    fn a_version_number_or_a_path_ends_no_sentence() {
        let text = "Let's use version 2.1.3 of src/main.rs from now on. Fine.";
        assert_eq!(
            found(text),
            [Found::Decided(
                "Let's use version 2.1.3 of src/main.rs from now on.".into()
            )]
        );
    }

    #[test]
    fn the_latest_lines_stay_and_none_twice() {
        let mut latest = Latest::default();
        for number in 0..40 {
            latest.add(format!("line {}", number % 20));
        }
        assert_eq!(latest.lines().len(), MOST);
        assert_eq!(latest.lines().last().map(String::as_str), Some("line 19"));
    }
}
