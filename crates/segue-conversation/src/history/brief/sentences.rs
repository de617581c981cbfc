//! Sentences that say what was decided, what was rejected, and what is still asked.

use super::clip;
use super::cues::{self, Sense};

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

struct Sentence<'t> {
    text: &'t str,
    /// The number or letter of the point it begins.
    point: Option<&'t str>,
    /// Stands in a list.
    listed: bool,
}

/// What a text says.
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

/// A line without emphasis.
fn plain(text: &str) -> String {
    clip::line(&text.replace("**", ""), LENGTH)
}

/// Small letters and plain apostrophes, without emphasis.
pub(super) fn lowered(text: &str) -> String {
    let mut low = text.to_lowercase();
    if low.contains(['’', '*', '`']) {
        low = low.replace('’', "'").replace(['*', '`'], "");
    }
    low
}

/// Prose only: no code, tables, quotes, headings, diffs or logs. A sentence ends with its line, or
/// with a mark before a space.
fn split<'t>(text: &'t str, sentences: &mut Vec<Sentence<'t>>) {
    let mut code = false;
    for line in text.lines() {
        let start = line.trim_start();
        if start.starts_with("```") || start.starts_with("~~~") {
            code = !code;
            continue;
        }
        if code || !is_prose(line) {
            continue;
        }
        let (point, line) = point(start);
        let listed = point.is_some();
        let mut number = point.filter(|point| !point.is_empty());
        let mut from = 0;
        for (at, mark) in line.match_indices(['.', '!', '?', '。', '！', '？']) {
            let end = at + mark.len();
            let rest = line.get(end..).unwrap_or_default();
            if mark.len() > 1 || rest.is_empty() || rest.starts_with(' ') {
                push(sentences, line.get(from..end), listed, &mut number);
                from = end;
            }
        }
        push(sentences, line.get(from..), listed, &mut number);
    }
}

fn push<'t>(
    sentences: &mut Vec<Sentence<'t>>,
    text: Option<&'t str>,
    listed: bool,
    number: &mut Option<&'t str>,
) {
    let text = text.unwrap_or_default().trim().trim_matches('*').trim();
    // A word or two decide nothing, and a wall of text is no sentence.
    let most = 2_000;
    if (6..most).contains(&text.len()) || (number.is_some() && (1..most).contains(&text.len())) {
        let point = number.take();
        sentences.push(Sentence {
            text,
            point,
            listed,
        });
    }
}

/// The mark of a list's point, empty for a dash, and the line after it.
fn point(line: &str) -> (Option<&str>, &str) {
    for mark in ["- ", "* ", "• ", "+ "] {
        if let Some(rest) = line.strip_prefix(mark) {
            let (inner, rest) = point_of(rest.trim_start());
            return (Some(inner.unwrap_or_default()), rest);
        }
    }
    point_of(line)
}

fn point_of(line: &str) -> (Option<&str>, &str) {
    let bare = line.trim_start_matches(['*', '(']);
    let bare = ["Option ", "option "]
        .iter()
        .find_map(|word| bare.strip_prefix(word))
        .unwrap_or(bare);
    let end = bare
        .find(['.', ')', ':'])
        .filter(|end| (1..=2).contains(end));
    let Some((number, rest)) = end.and_then(|end| bare.split_at_checked(end)) else {
        return (None, line);
    };
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_alphabetic());
    let rest = rest.get(1..).unwrap_or_default();
    match (is_number || is_letter) && rest.starts_with([' ', '*']) {
        true => (Some(number), rest.trim_start_matches(['*', ' '])),
        false => (None, line),
    }
}

/// Whether a line reads like something a person or a model says.
fn is_prose(line: &str) -> bool {
    let start = line.trim_start();
    let indent = line.len() - start.len();
    // A diff, a table, a quote, a heading, markup, a prompt.
    if start.starts_with(['|', '>', '#', '<', '+', '@', '$', '{', '}', '\t'])
        || (start.starts_with('-') && !start.starts_with("- "))
        || start.starts_with("+++ ")
        || start.starts_with("--- ")
        || start.starts_with("diff --git")
    {
        return false;
    }
    // Code is indented; so are the points of a list inside another.
    if indent >= 4 && !start.starts_with(['-', '*', '•']) {
        return false;
    }
    // Frames of a stack, lines of a log.
    let log = [
        "at ",
        "File \"",
        "Traceback",
        "Caused by",
        "thread '",
        "error",
        "warning",
        "ERROR",
    ];
    if log.iter().any(|word| start.starts_with(word)) {
        return false;
    }
    let head = start.get(..start.floor_char_boundary(160)).unwrap_or(start);
    let signs = head.bytes().filter(|byte| {
        byte.is_ascii_digit()
            || matches!(
                byte,
                b'{' | b'}' | b'=' | b';' | b'[' | b']' | b'/' | b':' | b'_'
            )
    });
    signs.count() * 4 <= head.len()
}

#[cfg(test)]
mod tests;
