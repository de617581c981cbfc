//! What a tool call does to files, as far as its input shows it: whole files, parts of files that are
//! replaced, patches. Bounded whatever the call holds.

use segue_conversation::json::Value;
use segue_door::{DiffLine, DiffSign, EditKind, EditedFile, ShownEdit};

use super::budget::cut_to_budget;
use super::input::{PATHS, any_text, plain_name, text};
use super::lines::{diff, lines, skip};
use super::patch;

/// Most files of one edit, and most lines of a file.
const FILES: usize = 20;
const LINES: usize = 400;

/// Lines around a change.
const AROUND: usize = 3;

/// Replacements in one call that are looked at.
const EDITS: usize = 200;

const OLD: &[&str] = &["old_string", "oldString", "old_str", "oldText", "old_text"];
const NEW: &[&str] = &["new_string", "newString", "new_str", "newText", "new_text"];
const CONTENT: &[&str] = &["content", "contents", "file_text", "text", "code_edit"];

/// Returns what a call does to files, with at most `bytes` bytes of lines. `None` if its input
/// shows nothing of the kind.
pub(super) fn edit(tool: &str, input: Value<'_>, bytes: usize) -> Option<ShownEdit> {
    let name = plain_name(tool);
    let files = match patch::in_call(&name, input) {
        Some(files) => files,
        None => vec![one(&name, input)?],
    };
    Some(bounded(files, bytes))
}

fn one(name: &str, input: Value<'_>) -> Option<EditedFile> {
    let is = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let path = text(input, PATHS)?.into_owned();
    let file = |kind, lines| {
        Some(EditedFile {
            path: path.clone(),
            kind,
            lines,
            cut: false,
        })
    };
    if is(&["delete", "remove"]) && is(&["file"]) {
        return file(EditKind::Deleted, Vec::new());
    }
    if !is(&["edit", "write", "replace", "create", "insert"]) {
        return None;
    }
    if let Some(source) = any_text(input, &["new_source"]) {
        let gone = input.str_of("edit_mode").as_deref() == Some("delete");
        let lines = if gone {
            Vec::new()
        } else {
            added(&source, None)
        };
        return file(EditKind::Changed, lines);
    }
    if let Some(edits) = input.get("edits").filter(Value::is_array) {
        return file(EditKind::Changed, replaced(edits));
    }
    if let Some(at) = input.get("insert_line").and_then(|at| at.integer()) {
        let new = any_text(input, &["insert_text", "new_str", "text"])?;
        return file(EditKind::Changed, added(&new, u32::try_from(at).ok()));
    }
    match (any_text(input, OLD), any_text(input, NEW)) {
        (Some(old), new) if !old.is_empty() => {
            let new = new.unwrap_or_default();
            let lines = diff(&old, &new, AROUND);
            file(EditKind::Changed, lines)
        }
        (_, Some(new)) => file(EditKind::Created, added(&new, Some(0))),
        (_, None) => {
            let content = any_text(input, CONTENT)?;
            file(EditKind::Created, added(&content, Some(0)))
        }
    }
}

/// Compares several replacements in one file, one after the other.
fn replaced(edits: Value<'_>) -> Vec<DiffLine> {
    let mut all = Vec::new();
    for edit in edits.items().take(EDITS) {
        let old = any_text(edit, OLD).unwrap_or_default();
        let new = any_text(edit, NEW).unwrap_or_default();
        let lines = diff(&old, &new, AROUND);
        if !all.is_empty() && !lines.is_empty() {
            all.push(skip(""));
        }
        all.extend(lines);
        // No more than that is shown.
        if all.len() > LINES {
            break;
        }
    }
    all
}

/// Makes new lines, the first of them numbered as the one after `after`.
fn added(new: &str, after: Option<u32>) -> Vec<DiffLine> {
    let line = |(index, text): (usize, &&str)| DiffLine {
        sign: DiffSign::Added,
        text: (*text).to_owned(),
        old_line: None,
        new_line: after.and_then(|after| after.checked_add(u32::try_from(index + 1).ok()?)),
    };
    lines(new).iter().enumerate().map(line).collect()
}

/// Cuts an edit to as much of it as fits.
fn bounded(files: Vec<EditedFile>, bytes: usize) -> ShownEdit {
    let mut left = bytes;
    let more = files.len() > FILES;
    let mut files: Vec<EditedFile> = files.into_iter().take(FILES).collect();
    for file in &mut files {
        cut_to_budget(file, LINES, &mut left);
    }
    if more && let Some(last) = files.last_mut() {
        last.cut = true;
    }
    ShownEdit { files }
}
