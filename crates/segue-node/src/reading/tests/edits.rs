//! What calls do to files, and that the lines that are shown lead from the old text to the new one.

use proptest::prelude::*;
use segue_door::{DiffLine, DiffSign, EditKind, EditedFile};
use serde_json::{Value, json};

use super::super::lines::{diff, lines};
use super::super::{PIECE, shown};
use super::*;

fn edit(tool: &str, input: &Value) -> Vec<EditedFile> {
    let message = shown(&call("1", tool, input), 1, PIECE);
    let part = message.parts.into_iter().next().unwrap();
    part.edit.map_or_else(Vec::new, |edit| edit.files)
}

fn drawn(lines: &[DiffLine]) -> String {
    let sign = |line: &DiffLine| match line.sign {
        DiffSign::Same => ' ',
        DiffSign::Added => '+',
        DiffSign::Removed => '-',
        DiffSign::Skipped => '~',
    };
    let lines = lines
        .iter()
        .map(|line| format!("{}{}", sign(line), line.text));
    lines.collect::<Vec<_>>().join("|")
}

#[test]
fn edits_of_every_platform_are_shown_line_by_line() {
    use EditKind::{Changed, Created, Deleted};
    let (old, new) = ("a\nb\nc", "a\nB\nc\nd");
    let changed = " a|-b|+B| c|+d";
    let patch = "*** Begin Patch\n*** Update File: a.rs\n*** Move to: b.rs\n@@ fn x\n a\n-b\n+B\n@@\n\n-c\n*** Add File: n.rs\n+x\n+y\n*** Delete File: d.rs\n*** End Patch\n*** Add File: no.rs";
    let patched = vec![
        ("a.rs → b.rs", Changed, " a|-b|+B|~| |-c"),
        ("n.rs", Created, "+x|+y"),
        ("d.rs", Deleted, ""),
    ];
    let one = |kind, lines| vec![("f", kind, lines)];
    for (tool, input, files) in [
        (
            "Edit",
            json!({"file_path": "f", "old_string": old, "new_string": new}),
            one(Changed, changed),
        ),
        (
            "Edit",
            json!({"file_path": "f", "old_string": "", "new_string": "x\ny\n"}),
            one(Created, "+x|+y"),
        ),
        (
            "Edit",
            json!({"file_path": "f", "old_string": "x", "new_string": ""}),
            one(Changed, "-x"),
        ),
        (
            "MultiEdit",
            json!({"file_path": "f", "edits": [{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": "d"}]}),
            one(Changed, "-a|+b|~|-c|+d"),
        ),
        (
            "Write",
            json!({"file_path": "f", "content": "x\n\ny\n"}),
            one(Created, "+x|+|+y"),
        ),
        (
            "Write",
            json!({"file_path": "f", "content": ""}),
            one(Created, ""),
        ),
        (
            "NotebookEdit",
            json!({"notebook_path": "f", "new_source": "x", "cell_id": "1"}),
            one(Changed, "+x"),
        ),
        (
            "NotebookEdit",
            json!({"notebook_path": "f", "new_source": "", "edit_mode": "delete"}),
            one(Changed, ""),
        ),
        (
            "str_replace_based_edit_tool",
            json!({"command": "str_replace", "path": "f", "old_str": old, "new_str": new}),
            one(Changed, changed),
        ),
        (
            "str_replace_based_edit_tool",
            json!({"command": "create", "path": "f", "file_text": "x"}),
            one(Created, "+x"),
        ),
        (
            "str_replace_editor",
            json!({"command": "insert", "path": "f", "insert_line": 4, "new_str": "x"}),
            one(Changed, "+x"),
        ),
        (
            "write_file",
            json!({"file_path": "f", "content": "x"}),
            one(Created, "+x"),
        ),
        (
            "replace",
            json!({"file_path": "f", "old_string": old, "new_string": new}),
            one(Changed, changed),
        ),
        (
            "edit",
            json!({"filePath": "f", "oldString": old, "newString": new}),
            one(Changed, changed),
        ),
        (
            "write",
            json!({"filePath": "f", "content": "x"}),
            one(Created, "+x"),
        ),
        ("delete_file", json!({"target_file": "f"}), one(Deleted, "")),
        (
            "mcp__disk__edit_file",
            json!({"path": "f", "edits": [{"oldText": "a", "newText": "b"}]}),
            one(Changed, "-a|+b"),
        ),
        ("apply_patch", json!({"input": patch}), patched.clone()),
        ("patch", json!({"patchText": patch}), patched.clone()),
        ("apply_patch", json!({"patchText": patch}), patched.clone()),
        (
            "shell",
            json!({"command": ["apply_patch", patch]}),
            patched.clone(),
        ),
        (
            "exec_command",
            json!({"cmd": format!("cd /w && apply_patch <<'EOF'\n{patch}\nEOF")}),
            patched,
        ),
    ] {
        let files: Vec<_> = files
            .into_iter()
            .map(|(path, kind, lines)| (path.to_owned(), kind, lines.to_owned()))
            .collect();
        let shown: Vec<_> = edit(tool, &input)
            .into_iter()
            .map(|file| (file.path, file.kind, drawn(&file.lines)))
            .collect();
        assert_eq!(shown, files, "{tool} {input}");
    }
    for (tool, input) in [
        ("Read", json!({"file_path": "f"})),
        (
            "Bash",
            json!({"command": "echo '*** Begin Patch\n*** Add File: x'"}),
        ),
        ("TodoWrite", json!({"todos": []})),
        ("write_stdin", json!({"chars": "x"})),
        (
            "str_replace_based_edit_tool",
            json!({"command": "view", "path": "f"}),
        ),
        ("apply_patch", json!({"input": "nothing of the kind"})),
        ("Edit", json!({"file_path": 5, "old_string": ["a"]})),
    ] {
        assert_eq!(edit(tool, &input), Vec::new(), "{tool} {input}");
    }
}

#[test]
fn lines_of_a_whole_file_have_numbers() {
    let files = edit("Write", &json!({"file_path": "f", "content": "x\ny"}));
    let numbers: Vec<_> = files[0].lines.iter().map(|line| line.new_line).collect();
    assert_eq!(numbers, [Some(1), Some(2)]);
    let input = json!({"command": "insert", "path": "f", "insert_line": 4, "insert_text": "x"});
    let files = edit("str_replace_based_edit_tool", &input);
    assert_eq!(files[0].lines[0].new_line, Some(5));
}

#[test]
fn far_lines_are_counted_and_not_shown() {
    let old: Vec<String> = (0..30).map(|number| number.to_string()).collect();
    let mut new = old.clone();
    new[10] = "ten".to_owned();
    new[25] = "more".to_owned();
    let lines = diff(&old.join("\n"), &new.join("\n"), 3);
    let drawn = drawn(&lines);
    assert_eq!(
        drawn,
        "~7| 7| 8| 9|-10|+ten| 11| 12| 13|~8| 22| 23| 24|-25|+more| 26| 27| 28|~1"
    );
}

#[test]
fn a_large_edit_is_cut_and_says_so() {
    let input = json!({"file_path": "f", "content": "x\n".repeat(1_000)});
    let files = edit("Write", &input);
    assert_eq!((files[0].lines.len(), files[0].cut), (400, true));
    let input = json!({"file_path": "f", "content": "x".repeat(1_000)});
    let files = edit("Write", &input);
    assert_eq!(
        files[0].lines[0].text.chars().count(),
        301,
        "and a sign that there is more"
    );
    assert!(files[0].cut);
    let patch: String = (0..50)
        .map(|at| format!("*** Add File: {at}\n+x\n"))
        .collect();
    let files = edit(
        "apply_patch",
        &json!({"input": format!("*** Begin Patch\n{patch}")}),
    );
    assert_eq!(
        (files.len(), files.last().map(|file| file.cut)),
        (20, Some(true))
    );
    // Long lines together: all of an edit has a bound as well.
    let patch: String = (0..20)
        .map(|at| {
            format!(
                "*** Add File: {at}\n{}",
                format!("+{}\n", "é".repeat(290)).repeat(390)
            )
        })
        .collect();
    let files = edit(
        "apply_patch",
        &json!({"input": format!("*** Begin Patch\n{patch}")}),
    );
    let bytes: usize = files
        .iter()
        .flat_map(|file| &file.lines)
        .map(|line| line.text.len())
        .sum();
    assert!(files.len() == 20 && files.iter().all(|file| file.cut) && bytes <= 4 * PIECE);
    let (old, new) = ("a\n".repeat(3_000), "b\n".repeat(3_000));
    let input = json!({"file_path": "f", "old_string": old, "new_string": new});
    assert!(edit("Edit", &input)[0].cut);
}

proptest! {
    #[test]
    fn what_is_shown_makes_the_new_text_of_the_old(
        old in "([abc]{0,2}\n){0,25}[abc]?",
        new in "([abc]{0,2}\n){0,25}[abc]?",
        around in 0_usize..5,
    ) {
        let (was, is) = (lines(&old), lines(&new));
        let mut rest = was.iter();
        let mut made = Vec::new();
        for line in diff(&old, &new, around) {
            match line.sign {
                DiffSign::Same => {
                    prop_assert_eq!(rest.next(), Some(&line.text.as_str()));
                    made.push(line.text);
                }
                DiffSign::Removed => {
                    prop_assert_eq!(rest.next(), Some(&line.text.as_str()));
                }
                DiffSign::Added => made.push(line.text),
                DiffSign::Skipped => {
                    let count: usize = line.text.parse().unwrap();
                    let skipped: Vec<String> =
                        rest.by_ref().take(count).map(|line| (*line).to_owned()).collect();
                    prop_assert_eq!(skipped.len(), count);
                    made.extend(skipped);
                }
            }
        }
        prop_assert_eq!(rest.next(), None);
        prop_assert_eq!(made, is);
    }
}
