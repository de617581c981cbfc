//! As much of a change as can be shown: so many lines, so many characters of each, so many bytes.

use segue_door::EditedFile;

/// Characters of a line and of a path.
const WIDTH: usize = 300;
/// What goes around a line counts as well.
const AROUND: usize = 60;

/// Cuts the change of one file to at most `lines` lines, and takes their bytes off what is left.
/// Returns whether there were enough.
pub(super) fn cut_to_budget(file: &mut EditedFile, lines: usize, left: &mut usize) -> bool {
    file.path = segue_conversation::truncate(&file.path, WIDTH);
    let count = file.lines.len();
    let mut kept = 0;
    for line in file.lines.iter_mut().take(lines) {
        if line.text.chars().count() > WIDTH {
            line.text = segue_conversation::truncate(&line.text, WIDTH);
            file.cut = true;
        }
        let cost = line.text.len() + AROUND;
        if cost > *left {
            break;
        }
        *left -= cost;
        kept += 1;
    }
    file.lines.truncate(kept);
    file.cut |= kept < count;
    kept == count.min(lines)
}
