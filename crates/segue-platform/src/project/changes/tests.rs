//! With the real git, in temporary folders.

mod cases;
mod limits;
mod surprises;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use tempfile::TempDir;

use super::{Changes, ChangesError, uncommitted};
use crate::project::{Applies, applies};

const MOST: u64 = 10 << 20;

/// Whether there is a git to test with; says so when not.
fn git_is_there() -> bool {
    let there = Command::new("git").arg("--version").output().is_ok();
    if !there {
        println!("skipped: git is not installed");
    }
    there
}

/// Runs git as a person would, with no configuration of this computer.
fn try_git(folder: &Path, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let mut child = Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=Sam", "-c", "user.email=sam@work.test"])
        .args(["-c", "protocol.file.allow=always"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let out = child.wait_with_output().unwrap();
    match out.status.success() {
        true => Ok(out.stdout),
        false => Err(String::from_utf8_lossy(&out.stderr).into_owned()),
    }
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let out = try_git(folder, arguments, b"").unwrap_or_else(|why| panic!("{arguments:?}: {why}"));
    String::from_utf8(out).unwrap().trim().to_owned()
}

/// A repository with a bit of everything in it, committed.
struct Repository {
    home: TempDir,
    top: PathBuf,
}

impl Repository {
    /// Without a commit.
    fn empty() -> Self {
        let home = tempfile::tempdir().unwrap();
        let top = home.path().canonicalize().unwrap().join("app");
        fs::create_dir(&top).unwrap();
        git(&top, &["init", "-q", "-b", "main"]);
        Self { home, top }
    }

    fn new() -> Self {
        let it = Self::empty();
        it.write("a.txt", "one\ntwo\nthree\n");
        it.write("dir/b.txt", "a line\n".repeat(100));
        it.write("dir/sub/c.txt", "no newline at the end");
        it.write("picture.bin", b"\x00\x01\xFF\xFE binary \x00");
        it.write("with space.txt", "space\n");
        it.write("gone.txt", "will be gone\n");
        it.write(".gitignore", "ignored/\n*.log\n");
        it.write("empty", "");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("a.txt", it.top.join("link")).unwrap();
            it.write("run.sh", "#!/bin/sh\n");
            it.mode("run.sh", 0o755);
        }
        it.commit();
        let remote = "https://sam:secret@example.org/team/app.git";
        git(&it.top, &["remote", "add", "origin", remote]);
        it
    }

    fn commit(&self) {
        git(&self.top, &["add", "-A"]);
        git(&self.top, &["commit", "-q", "-m", "a commit"]);
    }

    fn path(&self, name: &str) -> PathBuf {
        self.top.join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    #[cfg(unix)]
    fn mode(&self, name: &str, mode: u32) {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    /// A clone of someone else, at the same commit.
    fn clone_of(&self) -> PathBuf {
        let clone = self.home.path().join("clone");
        let (from, to) = (self.top.to_str().unwrap(), clone.to_str().unwrap());
        if try_git(&self.top, &["rev-parse", "--verify", "HEAD"], b"").is_ok() {
            git(&self.top, &["clone", "-q", "--no-local", from, to]);
        } else {
            git(self.home.path(), &["init", "-q", to]);
        }
        clone
    }
}

/// Everything below a folder: contents, links and times, git's own files too.
fn everything(folder: &Path) -> Vec<(PathBuf, Vec<u8>, SystemTime)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let (path, about) = (entry.path(), entry.metadata().unwrap());
            let content = if about.is_dir() {
                folders.push(path.clone());
                Vec::new()
            } else if about.is_symlink() {
                let target = fs::read_link(&path).unwrap();
                target.into_os_string().into_encoded_bytes()
            } else {
                fs::read(&path).unwrap()
            };
            found.push((path, content, about.modified().unwrap()));
        }
    }
    found.sort();
    found
}

/// The whole of what git would commit.
fn tree(folder: &Path) -> String {
    git(folder, &["add", "-A"]);
    git(folder, &["write-tree"])
}

/// What changed, told without changing anything.
fn told(folder: &Path, repository: &Repository) -> Option<Changes> {
    let before = everything(&repository.top);
    let changes = uncommitted(folder, MOST).unwrap();
    let after = everything(&repository.top);
    for (was, is) in before.iter().zip(&after) {
        assert!(was == is, "it is only read: {}", is.0.display());
    }
    assert_eq!(before.len(), after.len(), "nothing is added");
    changes
}

/// The patch makes of a clone what is here.
fn arrives(repository: &Repository) -> Changes {
    let changes = told(&repository.top, repository).expect("something changed");
    let clone = repository.clone_of();
    let before = everything(&clone);
    let fits = applies(&clone, &changes.patch, changes.commit.as_deref()).unwrap();
    let known = changes.commit.is_some();
    let expected = Applies {
        clean: true,
        why: None,
        commit_known: known,
        at_commit: known,
    };
    assert_eq!(fits, expected);
    assert!(everything(&clone) == before, "it is only looked at");
    try_git(&clone, &["apply"], &changes.patch).unwrap();
    assert_eq!(tree(&clone), tree(&repository.top));
    changes
}
