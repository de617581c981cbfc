//! Prose cut into sentences, and told from everything else people and agents write: code, diffs,
//! tables, quotes, logs.

/// A sentence and where it stands.
pub(super) struct Sentence<'t> {
    pub(super) text: &'t str,
    /// The number or letter of the point it begins.
    pub(super) point: Option<&'t str>,
    /// Stands in a list.
    pub(super) listed: bool,
}

/// Splits the prose of a text into sentences; code, tables, quotes, headings, diffs and logs are
/// skipped. A sentence ends with its line, or with a punctuation mark before a space.
pub(super) fn split<'t>(text: &'t str, sentences: &mut Vec<Sentence<'t>>) {
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

/// Splits a line into its list marker, which is empty for a dash, and the text after it.
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

/// Checks whether a line reads like something a person or a model says.
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
