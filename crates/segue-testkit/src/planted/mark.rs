//! Two marks that no text has, around what must not leave: they travel through every encoding, and
//! when the line is written they say where the hidden text came to stand, and go.
//!
//! ```text
//! API_KEY=⟦abc⟧ ──▶ {\"API_KEY\":\"⟦abc⟧\"} ──▶ JSON line with ⟦…⟧ ──take──▶ the line, [abc]
//! ```

use data_encoding::BASE64;

/// Before what must not leave.
pub const OPEN: char = '\u{E000}';
/// After what must not leave.
pub const CLOSE: char = '\u{E001}';

/// Puts marks around a text.
pub fn hide(text: impl AsRef<str>) -> String {
    format!("{OPEN}{}{CLOSE}", text.as_ref())
}

/// Removes the marks from a text. Returns it with what was between them, each once.
pub fn take(marked: &str) -> (String, Vec<String>) {
    let (mut plain, mut inside, mut spans) = (String::new(), None, Vec::<String>::new());
    for letter in marked.chars() {
        match letter {
            OPEN => inside = Some(String::new()),
            CLOSE => {
                if let Some(span) = inside.take().filter(|span| !spans.contains(span)) {
                    spans.push(span);
                }
            }
            letter => {
                plain.push(letter);
                if let Some(span) = &mut inside {
                    span.push(letter);
                }
            }
        }
    }
    (plain, spans)
}

/// Removes the marks from a text.
pub fn plain(marked: &str) -> String {
    take(marked).0
}

/// Encodes bytes that hold marks in base64, with marks around the letters that stand for hidden
/// bytes and nothing else.
pub fn base64(marked: &[u8]) -> String {
    let (open, close) = (OPEN.to_string(), CLOSE.to_string());
    let (mut bytes, mut spans, mut rest) = (Vec::with_capacity(marked.len()), Vec::new(), marked);
    while let Some(first) = rest.first() {
        if let Some(after) = rest.strip_prefix(open.as_bytes()) {
            spans.push((bytes.len(), bytes.len()));
            rest = after;
        } else if let Some(after) = rest.strip_prefix(close.as_bytes()) {
            if let Some(span) = spans.last_mut() {
                span.1 = bytes.len();
            }
            rest = after;
        } else {
            bytes.push(*first);
            rest = rest.get(1..).unwrap_or_default();
        }
    }
    let mut encoded = BASE64.encode(&bytes);
    for (from, to) in spans.into_iter().rev() {
        // Four letters are three bytes; those that also hold a neighbour's bits are left out.
        let whole = to == bytes.len();
        let (first, last) = (from.div_ceil(3) * 4, to / 3 * 4);
        let last = if whole { encoded.len() } else { last };
        if first < last {
            encoded.insert(last, CLOSE);
            encoded.insert(first, OPEN);
        }
    }
    encoded
}

/// Passes hidden letters through one function and all others through another; marks stay.
pub fn map(marked: &str, open: impl Fn(char) -> String, hidden: impl Fn(char) -> String) -> String {
    let mut inside = false;
    let each = |letter: char| match letter {
        OPEN | CLOSE => {
            inside = letter == OPEN;
            letter.to_string()
        }
        letter if inside => hidden(letter),
        letter => open(letter),
    };
    marked.chars().map(each).collect::<Vec<_>>().concat()
}
