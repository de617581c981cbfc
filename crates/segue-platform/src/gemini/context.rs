//! What the client tells the model by itself, in a record of the person: taken out piece by piece,
//! and what the person said beside it stays.
//!
//! ```text
//! [<session_context>…, <hook_context>…</hook_context> words, picture] ──▶ [words, picture]
//! ```

use segue_conversation::json::{Kind, Object, Value, escape_into};

/// How what the client tells the model by itself begins and ends.
const WRAPPERS: [(&str, &str); 2] = [
    ("<session_context>", "</session_context>"),
    ("<hook_context>", "</hook_context>"),
];

/// Why it stays behind.
pub(super) const WHY: &str = "it describes the sender's machine";

/// What is left of a text or of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Left {
    All,
    Words(String),
    /// Nothing: all of it was the client's.
    Nothing,
}

/// Returns what a person said in a text.
pub(super) fn left(text: &str) -> Left {
    let mut rest = trimmed(text);
    if !is_wrapped(rest) {
        return Left::All;
    }
    while let Some((_, end)) = WRAPPERS.iter().find(|(open, _)| rest.starts_with(open)) {
        // The last end there is: what stands inside may quote one.
        match rest.rfind(end).and_then(|at| rest.get(at + end.len()..)) {
            Some(after) => rest = trimmed(after),
            None => return Left::Nothing,
        }
    }
    match rest {
        "" => Left::Nothing,
        words => Left::Words(words.to_owned()),
    }
}

/// Returns what a person said in a piece of a content.
pub(super) fn left_of(piece: Value<'_>) -> Left {
    // A search of bytes first: most of what people say has no such word.
    if !piece.raw().contains("_context>") || piece.flag("thought") {
        return Left::All;
    }
    let text = match piece.kind() {
        Kind::String => piece.str(),
        _ => piece.str_of("text"),
    };
    text.map_or(Left::All, |text| left(&text))
}

/// Checks whether the client said all there is in a content.
pub(super) fn is_all(content: Value<'_>) -> bool {
    if !content.raw().contains("_context>") {
        return false;
    }
    if content.kind() != Kind::Array {
        return left_of(content) == Left::Nothing;
    }
    let mut found = false;
    content.items().all(|piece| {
        let private = left_of(piece) == Left::Nothing;
        found |= private;
        private || is_blank(piece)
    }) && found
}

fn is_blank(piece: Value<'_>) -> bool {
    let text = match piece.kind() {
        Kind::String => piece.str(),
        _ => piece.str_of("text"),
    };
    text.is_some_and(|text| trimmed(&text).is_empty())
}

/// Writes a content without what the client said, and returns how many pieces that affected.
pub(super) fn without(content: Value<'_>, out: &mut String) -> u64 {
    if content.kind() != Kind::Array {
        return u64::from(!piece_without(content, out));
    }
    let mut said = 0;
    let mut comma = "";
    out.push('[');
    for piece in content.items() {
        if left_of(piece) == Left::Nothing {
            said += 1;
            continue;
        }
        out.push_str(comma);
        comma = ",";
        said += u64::from(!piece_without(piece, out));
    }
    out.push(']');
    said
}

/// Writes what is left of a piece, and returns whether that is all of it.
fn piece_without(piece: Value<'_>, out: &mut String) -> bool {
    let words = match left_of(piece) {
        Left::All => {
            out.push_str(piece.raw());
            return true;
        }
        Left::Nothing => String::new(),
        Left::Words(words) => words,
    };
    match piece.kind() {
        Kind::String => escape_into(out, &words),
        _ => {
            let mut object = Object::begin(out);
            object.string("text", &words);
            object.end();
        }
    }
    false
}

/// Checks whether a text opens like what the client says by itself.
pub(super) fn is_wrapped(text: &str) -> bool {
    let text = trimmed(text);
    WRAPPERS.iter().any(|(open, _)| text.starts_with(open))
}

/// Removes leading space, as the client counts space.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_start_matches(|ch: char| ch.is_whitespace() || ch == '\u{feff}')
}
