//! Two texts beside each other, line by line.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use segue_door::{DiffLine, DiffSign};

/// Lines of each text that are compared; of longer ones all of the old goes and all of the new comes.
const COMPARED: usize = 1_000;

/// Compares two texts, and returns what makes the new one of the old one, with `around` lines
/// around every change. Unchanged lines further away become one line that says how many they are.
/// The texts are pieces of files, so the lines have no numbers.
pub(super) fn diff(old: &str, new: &str, around: usize) -> Vec<DiffLine> {
    let (old, new) = (lines(old), lines(new));
    let ops = if old.len() > COMPARED || new.len() > COMPARED {
        let (old_len, new_len) = (old.len(), new.len());
        vec![DiffOp::Replace {
            old_index: 0,
            old_len,
            new_index: 0,
            new_len,
        }]
    } else {
        capture_diff_slices(Algorithm::Myers, &old, &new)
    };
    let mut out = Vec::new();
    let last = ops.len().saturating_sub(1);
    for (at, op) in ops.iter().enumerate() {
        let was = old.get(op.old_range()).unwrap_or_default();
        if let DiffOp::Equal { len, .. } = *op {
            let before = if at == 0 { 0 } else { around.min(len) };
            let rest = len - before;
            let after = if at == last { 0 } else { around.min(rest) };
            let skipped = rest - after;
            out.extend(signed(DiffSign::Same, was.iter().take(before)));
            if skipped > 0 {
                out.push(skip(&skipped.to_string()));
            }
            out.extend(signed(DiffSign::Same, was.iter().skip(before + skipped)));
            continue;
        }
        let is = new.get(op.new_range()).unwrap_or_default();
        out.extend(signed(DiffSign::Removed, was.iter()));
        out.extend(signed(DiffSign::Added, is.iter()));
    }
    out
}

fn signed<'t>(
    sign: DiffSign,
    lines: impl Iterator<Item = &'t &'t str>,
) -> impl Iterator<Item = DiffLine> {
    lines.map(move |text| DiffLine {
        sign,
        text: (*text).to_owned(),
        old_line: None,
        new_line: None,
    })
}

/// Splits a text into its lines; a line break at the end is not followed by an empty line.
pub(super) fn lines(text: &str) -> Vec<&str> {
    if text.is_empty() {
        return Vec::new();
    }
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.split('\n').collect()
}

/// Makes a line that stands for those not shown, with their number if it is known.
pub(super) fn skip(count: &str) -> DiffLine {
    DiffLine {
        sign: DiffSign::Skipped,
        text: count.to_owned(),
        old_line: None,
        new_line: None,
    }
}
