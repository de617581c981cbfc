//! Configurations and repositories that make git do something else.

use std::fs;

#[cfg(unix)]
use super::super::super::git::Git;
use super::{Repository, arrives, git, git_is_there, told};

#[test]
fn what_someone_configured_does_not_change_the_patch() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    it.write("a.txt", "one\n2\nthree\n");
    git(&it.top, &["mv", "dir/b.txt", "moved.txt"]);
    it.write("new.txt", "new\n");
    let plain = told(&it.top, &it).unwrap();
    for (key, value) in [
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("diff.renames", "copies"),
        ("diff.context", "0"),
        ("diff.interHunkContext", "9"),
        ("diff.external", "false"),
        ("diff.orderFile", "no-such-file"),
        ("diff.algorithm", "patience"),
        ("diff.relative", "true"),
        ("diff.submodule", "log"),
        ("diff.wordRegex", "."),
        ("color.ui", "always"),
        ("core.pager", "false"),
        ("core.abbrev", "5"),
        ("core.quotePath", "false"),
        ("status.showUntrackedFiles", "no"),
        ("core.splitIndex", "true"),
        ("core.untrackedCache", "true"),
    ] {
        git(&it.top, &["config", key, value]);
        assert_eq!(told(&it.top, &it).as_ref(), Some(&plain), "{key}");
    }
    arrives(&it);
}

#[cfg(unix)]
#[test]
fn nothing_that_a_repository_names_is_run() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    let ran = it.home.path().join("ran");
    let program = it.home.path().join("program.sh");
    let script = format!("#!/bin/sh\necho \"$0 $@\" >> '{}'\ncat\n", ran.display());
    fs::write(&program, script).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&program, mode).unwrap();
    let program = program.to_str().unwrap();
    it.write(
        ".gitattributes",
        "*.txt diff=odd\n*.odd filter=odd\n*.bin diff=odd merge=odd\n",
    );
    it.write("kept.odd", "one\n");
    it.commit();
    let hooks = it.path(".git/hooks");
    for hook in ["post-index-change", "pre-commit", "fsmonitor-watchman"] {
        fs::copy(program, hooks.join(hook)).unwrap();
    }
    for key in [
        "core.fsmonitor",
        "diff.external",
        "diff.odd.textconv",
        "diff.odd.command",
        "filter.odd.clean",
        "filter.odd.smudge",
        "filter.odd.process",
        "core.pager",
        "core.sshCommand",
        "credential.helper",
        "core.alternateRefsCommand",
    ] {
        git(&it.top, &["config", key, program]);
    }
    git(&it.top, &["config", "filter.odd.required", "true"]);
    it.write("a.txt", "changed\n");
    it.write("picture.bin", b"\x00 changed");
    it.write("kept.odd", "two\n");
    it.write("new.odd", "three\n");
    // The test's own git would run them too.
    drop(fs::remove_file(&ran));
    let changes = told(&it.top, &it).unwrap();
    assert!(!ran.exists(), "{:?}", fs::read_to_string(&ran));
    assert_eq!(changes.files, ["a.txt", "picture.bin"]);
    assert_eq!(changes.left_out, ["kept.odd", "new.odd"]);
    let fits = super::applies(&it.top, &changes.patch, None).unwrap();
    assert!(!fits.clean, "it is there already");
    assert!(!ran.exists(), "{:?}", fs::read_to_string(&ran));
}

#[test]
fn a_staged_change_of_a_filtered_file_is_left_out_too() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    it.write(".gitattributes", "*.odd filter=odd\n");
    it.write("kept.odd", "one\n");
    it.commit();
    it.write("kept.odd", "two\n");
    git(&it.top, &["add", "kept.odd"]);
    // A filter that nobody has here is none.
    assert_eq!(arrives(&it).left_out, [""; 0]);
    git(&it.top, &["config", "filter.odd.clean", "cat"]);
    let changes = told(&it.top, &it).unwrap();
    assert_eq!(changes.left_out, ["kept.odd"]);
    assert_eq!(changes.patch, b"");
    let fits = super::applies(&it.top, &changes.patch, None).unwrap();
    assert!(fits.clean, "nothing fits everywhere");
}

#[test]
fn line_ends_are_what_git_makes_of_them() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    it.write(".gitattributes", "*.txt text eol=crlf\n");
    it.write("crlf.txt", "one\r\ntwo\r\n");
    it.commit();
    assert_eq!(told(&it.top, &it), None);
    it.write("crlf.txt", "one\r\ntwo\r\nthree\r\n");
    git(&it.top, &["config", "core.autocrlf", "true"]);
    it.write("other.md", "a\r\nb\r\n");
    let changes = told(&it.top, &it).unwrap();
    assert_eq!((changes.insertions, changes.deletions), (3, 0));
    assert!(!changes.patch.contains(&b'\r'), "as it is in git");
    arrives(&it);
}

#[test]
fn ignored_files_of_this_repository_alone_stay_here() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    it.write(".git/info/exclude", "private.txt\n");
    let excludes = it.home.path().join("my ignores");
    fs::write(&excludes, "*.mine\n").unwrap();
    let excludes = excludes.to_str().unwrap();
    git(&it.top, &["config", "core.excludesFile", excludes]);
    it.write("private.txt", "x");
    it.write("notes.mine", "x");
    it.write("a.txt", "changed\n");
    assert_eq!(told(&it.top, &it).unwrap().files, ["a.txt"]);
}

#[cfg(unix)]
#[test]
fn of_the_persons_configuration_only_what_says_what_a_file_is_counts() {
    use std::os::unix::fs::PermissionsExt;

    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    let home = it.home.path();
    fs::write(home.join("ignores"), "*.mine\n").unwrap();
    let configuration = format!(
        "[core]\nautocrlf = true\nexcludesFile = {0}/ignores\nfsmonitor = {0}/nothing\n\
         [diff]\nnoprefix = true\nexternal = false\n\
         [filter \"large\"]\nclean = false\nrequired = true\n",
        home.display()
    );
    fs::write(home.join("config"), configuration).unwrap();
    // As if the person had it: used unless another one is asked for.
    let program = home.join("git");
    let script = format!(
        "#!/bin/sh\nGIT_CONFIG_GLOBAL=\"${{GIT_CONFIG_GLOBAL-{}/config}}\" exec git \"$@\"\n",
        home.display()
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    it.write("notes.mine", "x\n");
    it.write("windows.txt", "a\r\nb\r\n");
    it.write("big.dat", "x\n");
    it.write(".gitattributes", "*.dat filter=large\n");
    let patience = std::time::Duration::from_secs(30);
    let git = Git::with(program.into(), &it.top, patience).unwrap();
    let changes = super::super::tell(git, super::MOST).unwrap().unwrap();
    assert_eq!(changes.files, [".gitattributes", "windows.txt"]);
    assert_eq!(changes.left_out, ["big.dat"]);
    let patch = String::from_utf8(changes.patch).unwrap();
    assert!(patch.contains("diff --git a/windows.txt b/windows.txt\n"));
    assert!(!patch.contains('\r'));
}

#[test]
fn repositories_inside_are_named_and_left_alone() {
    if !git_is_there() {
        return;
    }
    let (it, other) = (Repository::new(), Repository::new());
    let from = other.top.to_str().unwrap();
    git(&it.top, &["submodule", "--quiet", "add", from, "module"]);
    it.commit();
    it.write("module/a.txt", "dirty\n");
    it.write("module/untracked", "x\n");
    assert_eq!(told(&it.top, &it), None, "what is dirty inside is not ours");

    it.write("a.txt", "changed\n");
    git(&it.top, &["init", "-q", "inner"]);
    it.write("inner/file", "x\n");
    let changes = told(&it.top, &it).unwrap();
    assert_eq!(changes.files, ["a.txt"]);
    assert_eq!(changes.left_out, ["inner/"]);

    // Another commit inside is a change of ours.
    git(&it.path("module"), &["commit", "-q", "-a", "-m", "more"]);
    let changes = told(&it.top, &it).unwrap();
    assert_eq!(changes.files, ["a.txt", "module"]);
    let fits = super::applies(&it.clone_of(), &changes.patch, None).unwrap();
    assert!(fits.clean, "{fits:?}");
}

#[test]
fn a_repository_with_longer_hashes_is_one_too() {
    if !git_is_there() {
        return;
    }
    let it = Repository::empty();
    fs::remove_dir_all(it.path(".git")).unwrap();
    let init = ["init", "-q", "-b", "main", "--object-format=sha256"];
    git(&it.top, &init);
    it.write("a.txt", "one\n");
    it.commit();
    it.write("a.txt", "two\n");
    it.write("new.bin", b"\x00new");
    assert_eq!(arrives(&it).commit.unwrap().len(), 64);
}

#[test]
fn files_left_out_of_a_sparse_checkout_are_not_deleted() {
    if !git_is_there() {
        return;
    }
    let it = Repository::new();
    git(&it.top, &["sparse-checkout", "set", "other"]);
    assert!(!it.path("dir/b.txt").exists());
    assert_eq!(told(&it.top, &it), None);
    it.write("a.txt", "changed\n");
    assert_eq!(arrives(&it).files, ["a.txt"]);
}
