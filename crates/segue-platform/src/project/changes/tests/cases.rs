//! Every kind of change arrives.

use std::fs;

use super::{Repository, arrives, git, git_is_there, told};

type Case = (&'static str, fn(&Repository));

const CASES: &[Case] = &[
    ("changed", |it| it.write("a.txt", "one\n2\nthree\n")),
    ("changed in two places", |it| {
        let lines: Vec<String> = (0..100).map(|n| format!("line {n}\n")).collect();
        it.write("dir/b.txt", lines.concat());
    }),
    ("the end of the last line", |it| {
        it.write("dir/sub/c.txt", "no newline at the end\n");
    }),
    ("staged", |it| {
        it.write("a.txt", "staged\n");
        git(&it.top, &["add", "a.txt"]);
    }),
    ("staged and changed again", |it| {
        it.write("a.txt", "staged\n");
        git(&it.top, &["add", "a.txt"]);
        it.write("a.txt", "and changed\n");
    }),
    ("staged as new and gone again", |it| {
        it.write("new.txt", "new\n");
        it.write("other.txt", "other\n");
        git(&it.top, &["add", "new.txt"]);
        it.remove("new.txt");
    }),
    ("deleted", |it| it.remove("gone.txt")),
    ("deleted and staged", |it| {
        git(&it.top, &["rm", "-q", "gone.txt", "picture.bin"]);
    }),
    ("a whole folder deleted", |it| {
        fs::remove_dir_all(it.path("dir")).unwrap();
    }),
    ("out of the index, still there", |it| {
        git(&it.top, &["rm", "-q", "--cached", "a.txt"]);
        it.write("a.txt", "still there\n");
    }),
    ("out of the index and ignored", |it| {
        git(&it.top, &["rm", "-q", "--cached", "a.txt"]);
        it.write(".gitignore", "a.txt\n");
    }),
    ("new, in a new folder", |it| {
        it.write("new/deep/er.txt", "new\n");
    }),
    ("new and empty", |it| it.write("nothing", "")),
    ("new, to be added", |it| {
        it.write("later.txt", "later\n");
        git(&it.top, &["add", "-N", "later.txt"]);
    }),
    ("renamed", |it| {
        git(&it.top, &["mv", "dir/b.txt", "moved.txt"]);
    }),
    ("binary", |it| {
        it.write("picture.bin", b"\x00\x02\xFF\xFE other \x00");
        it.write("new.bin", [0, 159, 146, 150].repeat(5000));
    }),
    ("text becomes binary", |it| {
        it.write("a.txt", b"one\n\x00\n")
    }),
    ("not UTF-8 inside", |it| it.write("a.txt", b"\xE9t\xE9\n")),
    ("line ends of Windows", |it| {
        it.write("a.txt", "one\r\ntwo\r\nthree\r\n");
    }),
    ("spaces, quotes, umlauts", |it| {
        it.write("with space.txt", "changed\n");
        it.write("näme \"quoted\" \\ back.txt", "x\n");
        it.write(" leading", "x\n");
        it.write("-dash", "x\n");
        it.write(":(exclude)odd", "x\n");
        it.write("star*[a]", "x\n");
    }),
    ("a file becomes a folder", |it| {
        it.remove("a.txt");
        it.write("a.txt/inside", "x\n");
    }),
    ("a folder becomes a file", |it| {
        fs::remove_dir_all(it.path("dir")).unwrap();
        it.write("dir", "x\n");
    }),
    ("a conflict in the middle", |it| {
        git(&it.top, &["checkout", "-q", "-b", "side"]);
        it.write("a.txt", "side\n");
        it.commit();
        git(&it.top, &["checkout", "-q", "main"]);
        it.write("a.txt", "main\n");
        it.commit();
        let merged = super::try_git(&it.top, &["merge", "side"], b"");
        assert!(merged.is_err(), "a conflict");
    }),
    ("at no branch", |it| {
        git(&it.top, &["checkout", "-q", "--detach"]);
        it.write("a.txt", "changed\n");
    }),
    ("many", |it| {
        for n in 0..300 {
            it.write(&format!("many/{n}.txt"), format!("{n}\n"));
        }
    }),
];

#[cfg(unix)]
const UNIX: &[Case] = &[
    ("a line break in a name", |it| it.write("new\nline", "x\n")),
    ("a link elsewhere", |it| {
        it.remove("link");
        std::os::unix::fs::symlink("../else\nwhere", it.path("link")).unwrap();
    }),
    ("a file becomes a link", |it| {
        it.remove("a.txt");
        std::os::unix::fs::symlink("run.sh", it.path("a.txt")).unwrap();
    }),
    ("a folder becomes a link", |it| {
        fs::rename(it.path("dir"), it.path("real")).unwrap();
        std::os::unix::fs::symlink("real", it.path("dir")).unwrap();
    }),
    ("what may be run", |it| {
        it.mode("run.sh", 0o644);
        it.mode("a.txt", 0o755);
    }),
];

#[cfg(target_os = "linux")]
const LINUX: &[Case] = &[("a name that is not UTF-8", |it| {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"caf\xE9.txt");
    fs::write(it.top.join(name), "x\n").unwrap();
})];

fn all_arrive(cases: &[Case]) {
    if !git_is_there() {
        return;
    }
    for (name, change) in cases {
        println!("{name}");
        let repository = Repository::new();
        change(&repository);
        let changes = arrives(&repository);
        assert_eq!(changes.left_out, [""; 0], "{name}");
        assert!(!changes.files.is_empty(), "{name}");
        assert!(changes.patch.starts_with(b"diff --git "), "{name}");
    }
}

#[test]
fn every_kind_of_change_arrives() {
    all_arrive(CASES);
    #[cfg(unix)]
    all_arrive(UNIX);
    #[cfg(target_os = "linux")]
    all_arrive(LINUX);
}

#[test]
fn what_it_is_about_is_told() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    it.write("a.txt", "one\n2\n3\n4\n");
    it.write("new.txt", "x\ny\n");
    it.write("picture.bin", b"\x00");
    it.write("ignored/secret", "x");
    it.write("some.log", "x");
    let changes = arrives(&it);
    assert_eq!(changes.files, ["a.txt", "new.txt", "picture.bin"]);
    assert_eq!((changes.insertions, changes.deletions), (5, 2));
    let remote = "https://example.org/team/app.git";
    assert_eq!(changes.remote.as_deref(), Some(remote));
    assert_eq!(changes.branch.as_deref(), Some("main"));
    let commit = git(&it.top, &["rev-parse", "HEAD"]);
    assert_eq!(changes.commit, Some(commit));
}

#[test]
fn without_changes_there_is_nothing_to_tell() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    assert_eq!(told(&it.top, &it), None);
    // Touched, ignored, or written again as it was.
    it.write("a.txt", "one\ntwo\nthree\n");
    it.write("some.log", "x");
    assert_eq!(told(&it.top, &it), None);
    assert_eq!(told(&Repository::empty().top, &it), None);
}

#[test]
fn before_the_first_commit_everything_is_new() {
    if !git_is_there() {
        return;
    }
    let it = Repository::empty();
    it.write("a.txt", "one\n");
    it.write("staged.txt", "two\n");
    git(&it.top, &["add", "staged.txt"]);
    let changes = arrives(&it);
    assert_eq!(changes.commit, None);
    assert_eq!(changes.files, ["a.txt", "staged.txt"]);
}

#[test]
fn a_folder_below_and_a_second_work_tree_are_the_same_repository() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    it.write("a.txt", "changed\n");
    let whole = told(&it.top, &it).unwrap();
    assert_eq!(told(&it.path("dir/sub"), &it), Some(whole));

    let second = it.home.path().join("second tree");
    let to = second.to_str().unwrap();
    git(&it.top, &["worktree", "add", "-q", "-b", "second", to]);
    fs::write(second.join("gone.txt"), "changed there\n").unwrap();
    let changes = told(&second, &it).unwrap();
    assert_eq!(changes.files, ["gone.txt"]);
    assert_eq!(changes.branch.as_deref(), Some("second"));
}
