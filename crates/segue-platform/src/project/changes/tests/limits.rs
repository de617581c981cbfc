//! What is too large, too slow, or not there.

use std::time::Duration;

use super::super::super::git::Git;
use super::{ChangesError, MOST, Repository, applies, git, git_is_there, uncommitted};

#[test]
fn too_much_is_refused_with_its_size() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    it.write("large.bin", vec![0; 300_000]);
    match uncommitted(&it.top, 200_000) {
        Err(ChangesError::TooLarge { bytes, most }) => {
            assert_eq!((bytes, most), (300_000, 200_000));
        }
        other => panic!("{other:?}"),
    }
    it.remove("large.bin");
    // A patch that is larger than the file it makes.
    it.write("dir/b.txt", "another line\n".repeat(1000));
    match uncommitted(&it.top, 5_000) {
        Err(ChangesError::TooLarge { bytes, most }) => {
            assert_eq!(most, 5_000);
            let whole = uncommitted(&it.top, MOST).unwrap().unwrap();
            assert_eq!(bytes, whole.patch.len() as u64);
            let just = uncommitted(&it.top, bytes).unwrap();
            assert_eq!(just, Some(whole));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_small_change_of_a_large_file_is_small() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    let mut lines = "a line of a large file\n".repeat(20_000);
    it.write("large.txt", &lines);
    it.commit();
    lines.push_str("one more\n");
    it.write("large.txt", &lines);
    let changes = uncommitted(&it.top, 5_000).unwrap().unwrap();
    assert_eq!(changes.insertions, 1);
}

#[test]
fn no_repository_is_told() {
    if !git_is_there() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let none = uncommitted(folder.path(), MOST);
    assert!(
        matches!(none, Err(ChangesError::NotARepository)),
        "{none:?}"
    );
    let none = applies(folder.path(), b"", None);
    assert!(
        matches!(none, Err(ChangesError::NotARepository)),
        "{none:?}"
    );
    let bare = folder.path().join("bare.git");
    git(folder.path(), &["init", "-q", "--bare", "bare.git"]);
    let none = uncommitted(&bare, MOST);
    assert!(
        matches!(none, Err(ChangesError::NotARepository)),
        "{none:?}"
    );
    let none = uncommitted(&folder.path().join("nowhere"), MOST);
    assert!(matches!(none, Err(ChangesError::Io(_))), "{none:?}");
}

#[test]
fn without_git_it_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let none = Git::with(
        "segue-no-such-git".into(),
        folder.path(),
        Duration::from_secs(30),
    );
    let told = none.err().unwrap();
    assert!(matches!(told, ChangesError::NoGit));
    assert!(told.to_string().contains("Install git"));
}

#[cfg(unix)]
#[test]
fn a_git_that_hangs_is_stopped_with_its_children() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("git");
    // The second one holds the output open.
    let script = "#!/bin/sh\nsleep 600 &\necho $! > child\nwait\n";
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let hung = Git::with(program.into(), folder.path(), Duration::from_secs(1));
    assert!(matches!(hung.err(), Some(ChangesError::TooSlow)));
    #[cfg(target_os = "linux")]
    {
        let child = std::fs::read_to_string(folder.path().join("child")).unwrap();
        let about = format!("/proc/{}/stat", child.trim());
        // It dies when the system gets round to it; if it never did, this would not end.
        while std::fs::read_to_string(&about).is_ok_and(|about| !about.contains(") Z ")) {
            std::thread::yield_now();
        }
    }
}

#[test]
fn a_patch_that_does_not_fit_is_told_with_gits_reason() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    it.write("a.txt", "changed\n");
    let changes = uncommitted(&it.top, MOST).unwrap().unwrap();
    let clone = it.clone_of();
    std::fs::write(clone.join("a.txt"), "something else\n").unwrap();
    let fits = applies(
        &clone.join("dir"),
        &changes.patch,
        changes.commit.as_deref(),
    )
    .unwrap();
    assert!(!fits.clean && fits.commit_known && fits.at_commit);
    assert!(fits.why.unwrap().contains("a.txt"));

    let other = "0123456789abcdef0123456789abcdef01234567";
    for commit in [Some(other), Some("HEAD"), Some("--help"), None] {
        let fits = applies(&clone, b"", commit).unwrap();
        assert!(fits.clean && !fits.commit_known && !fits.at_commit);
    }
    for patch in [
        &b"no patch at all"[..],
        b"diff --git a/../out b/../out\nnew file mode 100644\n--- /dev/null\n+++ b/../out\n@@ -0,0 +1 @@\n+x\n",
        b"diff --git a/.git/hooks/x b/.git/hooks/x\nnew file mode 100755\n--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+x\n",
    ] {
        assert!(!applies(&clone, patch, None).unwrap().clean);
    }
}
