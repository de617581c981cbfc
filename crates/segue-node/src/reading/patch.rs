//! The patches that agents write: `*** Begin Patch`, a file after the other, changed lines with a sign.
//! Such a patch has no line numbers; what stands after `@@` only says where to look.

use segue_conversation::json::Value;
use segue_door::{DiffLine, DiffSign, EditKind, EditedFile};

use super::input::{command, text};
use super::lines::skip;

const BEGIN: &str = "*** Begin Patch";

/// Files of one patch.
const FILES: usize = 200;

/// Lines that are looked at of one patch.
const LINES: usize = 50_000;

/// Returns the files of the patch that a call applies, if it applies one.
pub(super) fn in_call(name: &str, input: Value<'_>) -> Option<Vec<EditedFile>> {
    if name.contains("patch") {
        let members = ["input", "patchText", "patch", "patch_text", "diff"];
        return patch(&text(input, &members)?);
    }
    let shell = ["shell", "bash", "exec", "command", "terminal"];
    if !shell.iter().any(|word| name.contains(word)) {
        return None;
    }
    let command = command(input)?;
    let begins = command.trim_start();
    let applies = begins.starts_with("apply_patch") || begins.contains("\napply_patch");
    let applies = applies || (begins.starts_with("cd ") && begins.contains("apply_patch"));
    if applies { patch(&command) } else { None }
}

/// Reads the files of a patch, wherever in the text it begins.
pub(super) fn patch(text: &str) -> Option<Vec<EditedFile>> {
    let (_, patch) = text.split_once(BEGIN)?;
    let mut files: Vec<EditedFile> = Vec::new();
    for line in patch.lines().skip(1).take(LINES) {
        if let Some(order) = line.strip_prefix("*** ") {
            if order.starts_with("End Patch") || files.len() == FILES {
                break;
            }
            if let Some(to) = order.strip_prefix("Move to: ") {
                if let Some(file) = files.last_mut() {
                    file.path = format!("{} → {}", file.path, to.trim());
                }
                continue;
            }
            files.extend(file(order));
        } else if let Some(file) = files.last_mut() {
            body(file, line);
        }
    }
    (!files.is_empty()).then_some(files)
}

fn file(order: &str) -> Option<EditedFile> {
    let kinds = [
        ("Add File: ", EditKind::Created),
        ("Update File: ", EditKind::Changed),
        ("Delete File: ", EditKind::Deleted),
    ];
    kinds.into_iter().find_map(|(begin, kind)| {
        Some(EditedFile {
            path: order.strip_prefix(begin)?.trim().to_owned(),
            kind,
            lines: Vec::new(),
            cut: false,
        })
    })
}

fn body(file: &mut EditedFile, line: &str) {
    if line.starts_with("@@") {
        if !file.lines.is_empty() {
            file.lines.push(skip(""));
        }
        return;
    }
    let (sign, text) = match line.split_at_checked(1) {
        Some(("+", text)) => (DiffSign::Added, text),
        Some(("-", text)) => (DiffSign::Removed, text),
        Some((" ", text)) => (DiffSign::Same, text),
        // Models leave out the space of an empty line.
        None => (DiffSign::Same, ""),
        Some(_) => return,
    };
    let count = file.lines.len();
    file.lines.push(DiffLine {
        sign,
        text: text.to_owned(),
        old_line: None,
        new_line: match file.kind {
            EditKind::Created => u32::try_from(count + 1).ok(),
            _ => None,
        },
    });
}
