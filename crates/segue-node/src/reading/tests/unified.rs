//! Patches as git writes them.

use proptest::prelude::*;
use segue_door::{DiffSign, EditKind};

use super::super::unified::unified;

const PATCH: &str = "\
diff --git a/src/login.rs b/src/login.rs
index 83db48f..bf269f4 100644
--- a/src/login.rs
+++ b/src/login.rs
@@ -10,3 +10,3 @@ fn login() {
 let user = ask();
--- a removed line that looks like a name
+++ an added one
 done();
\\ No newline at end of file
diff --git a/new file.txt b/new file.txt
new file mode 100644
index 0000000..ce01362
--- /dev/null
+++ b/new file.txt\t
@@ -0,0 +1 @@
+hello
diff --git \"a/\\303\\244.txt\" \"b/\\303\\244.txt\"
deleted file mode 100644
--- \"a/\\303\\244.txt\"
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/logo.png b/logo.png
index 1..2 100644
GIT binary patch
literal 5
McmZQzU|?X7Q-2$N
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
";

#[test]
fn every_kind_of_change_is_shown() {
    let page = unified(PATCH, 0);
    let files: Vec<_> = page
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.kind, file.lines.len()))
        .collect();
    assert_eq!(
        files,
        [
            ("src/login.rs", EditKind::Changed, 5),
            ("new file.txt", EditKind::Created, 1),
            ("ä.txt", EditKind::Deleted, 1),
            ("logo.png", EditKind::Binary, 0),
            ("run.sh", EditKind::Changed, 0),
        ]
    );
    assert_eq!(page.next, None);
    let lines: Vec<_> = page.files[0]
        .lines
        .iter()
        .map(|line| (line.sign, line.text.as_str(), line.old_line, line.new_line))
        .collect();
    assert_eq!(
        lines,
        [
            (DiffSign::Skipped, "", None, None),
            (DiffSign::Same, "let user = ask();", Some(10), Some(10)),
            (
                DiffSign::Removed,
                "-- a removed line that looks like a name",
                Some(11),
                None
            ),
            (DiffSign::Added, "++ an added one", None, Some(11)),
            (DiffSign::Same, "done();", Some(12), Some(12)),
        ]
    );
}

#[test]
fn a_name_with_b_in_it_and_a_renamed_file() {
    let text = "diff --git a/x b/y b/x b/y\nold mode 1\ndiff --git a/one b/two\nrename from one\nrename to two\n";
    let page = unified(text, 0);
    let paths: Vec<_> = page.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["x b/y", "one → two"]);
}

#[test]
fn many_files_come_page_by_page_and_each_once() {
    let mut patch = String::from("whatever stands before\n");
    for number in 0..250 {
        let lines = format!("+{}\n", "x".repeat(200)).repeat(50);
        patch += &format!(
            "diff --git a/{number} b/{number}\n--- a/{number}\n+++ b/{number}\n@@ -0,0 +1,50 @@\n{lines}"
        );
    }
    let (mut paths, mut after, mut pages) = (Vec::new(), 0, 0);
    loop {
        let page = unified(&patch, after);
        assert!(serde_json::to_string(&page).unwrap().len() < 900 << 10);
        pages += 1;
        for file in page.files {
            assert!(!file.cut && file.lines.len() == 50, "{}", file.path);
            paths.push(file.path);
        }
        let Some(next) = page.next else { break };
        assert!(next > after);
        after = next;
    }
    let all: Vec<_> = (0..250).map(|number| number.to_string()).collect();
    assert_eq!(paths, all);
    assert!(pages > 3);
}

#[test]
fn what_is_too_much_is_cut_and_says_so() {
    let body = format!("+{}\n", "y".repeat(10_000)).repeat(30_000);
    let patch = format!("diff --git a/x b/x\n@@ -0,0 +1,30000 @@\n{body}diff --git a/z b/z\n");
    let page = unified(&patch, 0);
    assert!(page.files[0].cut);
    assert!(serde_json::to_string(&page).unwrap().len() < 900 << 10);
    let rest = page.next.map(|next| unified(&patch, next));
    let files = page.files.len() + rest.map_or(0, |rest| rest.files.len());
    assert_eq!(files, 2);
}

proptest! {
    #[test]
    fn any_text_is_read_without_trouble(
        text in "((diff --git |@@ -|\\+\\+\\+ |--- |rename to |[ +-])?[ -~äé\"\\\\]{0,20}\n){0,40}",
        after in 0_u64..5,
    ) {
        let page = unified(&text, after);
        prop_assert!(page.next.is_none_or(|next| next > after));
    }
}
