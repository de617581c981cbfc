//! Patches as git writes them, file by file: what a person looks at before they apply one.
//!
//! ```text
//! diff --git ─▶ names, what becomes of the file ─▶ @@ from, to @@ ─▶ lines with a sign and numbers
//! ```
//!
//! A patch is somebody else's text: what does not look like one is left out, and nothing in it is
//! believed beyond being shown. A page holds whole files as far as they fit.

use segue_door::{DiffLine, DiffPage, DiffSign, EditKind, EditedFile};

use super::budget::cut_to_budget;
use super::lines::skip;

/// Files of one page, lines of a file, bytes of a page.
const FILES: usize = 100;
const LINES: usize = 2_000;
const BYTES: usize = 400 << 10;

const BEGIN: &str = "diff --git ";

/// Reads the files of a patch after the first `after`, as many as fit on a page.
pub(crate) fn unified(patch: &str, after: u64) -> DiffPage {
    let mut left = BYTES;
    let mut files: Vec<EditedFile> = Vec::new();
    let mut number = 0;
    for text in pieces(patch) {
        number += 1;
        if number <= after {
            continue;
        }
        if files.len() == FILES {
            return page(files, Some(number - 1));
        }
        let mut file = one(text);
        let whole = cut_to_budget(&mut file, LINES, &mut left);
        // What does not fit any more begins the next page; alone on a page it stays cut.
        if !whole && !files.is_empty() {
            return page(files, Some(number - 1));
        }
        files.push(file);
    }
    page(files, None)
}

fn page(files: Vec<EditedFile>, next: Option<u64>) -> DiffPage {
    DiffPage { files, next }
}

/// Splits a patch into the part of each file. Lines of a change begin with a sign, so nothing in a
/// file looks like the beginning of another.
fn pieces(patch: &str) -> impl Iterator<Item = &str> {
    let mut rest = match patch.strip_prefix(BEGIN) {
        Some(_) => patch,
        None => patch
            .find("\ndiff --git ")
            .map_or("", |at| &patch[at + 1..]),
    };
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find("\ndiff --git ").map_or(rest.len(), |at| at + 1);
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

fn one(text: &str) -> EditedFile {
    let mut lines = text.lines();
    let mut file = EditedFile {
        path: named(lines.next().unwrap_or_default()),
        kind: EditKind::Changed,
        lines: Vec::new(),
        cut: false,
    };
    let mut at = None;
    for line in lines {
        if let Some(hunk) = line.strip_prefix("@@ ") {
            at = numbers(hunk);
            // Lines before the first change are not shown either.
            if at.is_some_and(|(old, new)| old.max(new) > 1) || !file.lines.is_empty() {
                file.lines.push(skip(""));
            }
        } else if let Some((old, new)) = &mut at {
            file.lines.extend(changed(line, old, new));
        } else {
            header(&mut file, line);
        }
        if file.lines.len() > LINES {
            file.cut = true;
            break;
        }
    }
    file
}

/// Reads a line from before the first change of a file: its name, or what becomes of it.
fn header(file: &mut EditedFile, line: &str) {
    if line.starts_with("new file mode") {
        file.kind = EditKind::Created;
    } else if line.starts_with("deleted file mode") {
        file.kind = EditKind::Deleted;
    } else if line.starts_with("GIT binary patch") || line.starts_with("Binary files ") {
        file.kind = EditKind::Binary;
    } else if let Some(to) = line.strip_prefix("rename to ") {
        file.path = format!("{} → {}", file.path, to);
    } else if let Some(name) = line.strip_prefix("+++ ").or(line.strip_prefix("--- "))
        && let Some(name) = plain(name).filter(|name| name != "/dev/null")
    {
        file.path = beneath(&name);
    }
}

/// Extracts the name from `a/x b/x`: both are the same unless the file was renamed, and then the
/// first is meant.
fn named(begin: &str) -> String {
    let names = begin.strip_prefix(BEGIN).unwrap_or_default();
    if names.starts_with('"') {
        return plain(names).map_or_else(|| names.to_owned(), |name| beneath(&name));
    }
    let half = names.get(..names.len() / 2).unwrap_or(names);
    let same = names.get(names.len() / 2 + 1..).is_some_and(|other| {
        other.strip_prefix("b/") == half.strip_prefix("a/") && half.starts_with("a/")
    });
    if same {
        return beneath(half);
    }
    beneath(names.split_once(" b/").map_or(names, |(first, _)| first))
}

fn beneath(name: &str) -> String {
    let name = name.strip_prefix("a/").or(name.strip_prefix("b/"));
    name.map_or_else(String::new, str::to_owned)
}

/// Removes the quotes and escapes that git puts into unusual names. Returns `None` if they are
/// broken.
fn plain(name: &str) -> Option<String> {
    let Some(quoted) = name.strip_prefix('"') else {
        return Some(name.trim_end_matches('\t').to_owned());
    };
    let mut out = Vec::new();
    let mut bytes = quoted.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return Some(String::from_utf8_lossy(&out).into_owned()),
            b'\\' => out.push(escaped(&mut bytes)?),
            other => out.push(other),
        }
    }
    None
}

fn escaped(bytes: &mut impl Iterator<Item = u8>) -> Option<u8> {
    Some(match bytes.next()? {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'v' => 11,
        b'f' => 12,
        digit @ b'0'..=b'3' => {
            let mut value = digit - b'0';
            for _ in 0..2 {
                let next = bytes.next()?.checked_sub(b'0').filter(|next| *next < 8)?;
                value = value * 8 + next;
            }
            value
        }
        other => other,
    })
}

/// Reads where the lines of `-12,4 +12,5 @@ …` begin, old and new.
fn numbers(hunk: &str) -> Option<(u32, u32)> {
    let mut words = hunk.split(' ');
    let mut from = |sign: char| {
        let word = words.next()?.strip_prefix(sign)?;
        word.split(',').next()?.parse().ok()
    };
    Some((from('-')?, from('+')?))
}

fn changed(line: &str, old: &mut u32, new: &mut u32) -> Option<DiffLine> {
    let (sign, text) = match line.split_at_checked(1) {
        Some(("+", text)) => (DiffSign::Added, text),
        Some(("-", text)) => (DiffSign::Removed, text),
        Some((" ", text)) => (DiffSign::Same, text),
        _ => return None,
    };
    let count = |number: &mut u32, counts: bool| {
        let at = counts.then_some(*number);
        *number = number.saturating_add(u32::from(counts));
        at
    };
    Some(DiffLine {
        sign,
        text: text.to_owned(),
        old_line: count(old, sign != DiffSign::Added),
        new_line: count(new, sign != DiffSign::Removed),
    })
}
