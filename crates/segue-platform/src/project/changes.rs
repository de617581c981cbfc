//! What is changed in a project and not committed, as one patch for someone who has the commit.
//!
//! ```text
//! the index, copied ──▶ what is staged ─┐
//! the folder ─────────▶ what differs ───┼──▶ names ──▶ a second index: HEAD, and these files as
//!                       what is new ────┘              they are now; objects in a temporary place
//!                                                          │
//!                                          HEAD against it ▼
//!                                                        patch
//! ```
//!
//! What counts is the folder as it is: staged or not makes no difference. The repository is only
//! read; whatever git writes goes to a temporary folder of ours.

use std::path::Path;

use super::git::{Git, NAMES};
use super::names::{Names, names};
use super::scratch::Scratch;

/// What is changed in a repository and not committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// For `git apply`, from the top of the repository. Empty when everything was left out.
    pub patch: Vec<u8>,
    /// The files in it.
    pub files: Vec<String>,
    /// What can't be in a patch: repositories inside this one, and files that a program changes
    /// on their way into git (such as Git LFS).
    pub left_out: Vec<String>,
    /// How many lines were added.
    pub insertions: u64,
    /// How many lines were removed.
    pub deletions: u64,
    /// Where the repository comes from, without credentials.
    pub remote: Option<String>,
    /// The branch it is on.
    pub branch: Option<String>,
    /// The commit the patch was made for; `None` when there is no commit yet.
    pub commit: Option<String>,
}

/// Why the changes can't be determined, or whether a patch fits.
#[derive(Debug, thiserror::Error)]
pub enum ChangesError {
    /// There is no git.
    #[error(
        "git is not installed, or not where programs are looked for. Install git, then try again."
    )]
    NoGit,
    /// The folder is in no repository that has files.
    #[error("the folder is not in a git repository")]
    NotARepository,
    /// The changes are larger than what may leave.
    #[error("the changes are {bytes} bytes, and at most {most} are taken along")]
    TooLarge {
        /// How much it would be.
        bytes: u64,
        /// How much it may be.
        most: u64,
    },
    /// It took too long.
    #[error("git took too long and was stopped")]
    TooSlow,
    /// Git refused, for the reason it gives.
    #[error("git says: {0}")]
    Git(String),
    /// A file or git itself could not be reached.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// Collects what is changed and not committed in the repository that a folder is in; `None` if
/// nothing is. Neither the patch nor what is new may have more than `most` bytes.
pub fn uncommitted(folder: &Path, most: u64) -> Result<Option<Changes>, ChangesError> {
    tell(Git::at(folder)?, most)
}

fn tell(mut git: Git, most: u64) -> Result<Option<Changes>, ChangesError> {
    let top = top(&git)?;
    git.move_to(top.clone());
    let scratch = Scratch::new(&mut git)?;
    let commit = head(&git)?;
    let tree = match &commit {
        Some(commit) => commit.clone(),
        None => text(git.line(&["hash-object", "-t", "tree", "--stdin"])?)?,
    };

    let Names {
        present,
        gone,
        left_out,
    } = names(&git, &top, &tree, most)?;
    scratch.second_index(&mut git);
    if commit.is_some() {
        git.line(&["read-tree", &tree])?;
    }
    let forget = ["update-index", "--force-remove", "-z", "--stdin"];
    let take = [
        "update-index",
        "--add",
        "--remove",
        "--replace",
        "-z",
        "--stdin",
    ];
    scratch.writing(&mut git);
    for (arguments, names) in [(&forget[..], gone), (&take, present)] {
        if !names.is_empty() {
            git.run(arguments, &names, NAMES)?.all()?;
        }
    }
    scratch.reading(&mut git);
    let patch = git.run(&diff(&tree, "--patch"), b"", most)?.all()?;
    if patch.is_empty() && left_out.is_empty() {
        return Ok(None);
    }
    let numbers = git.run(&diff(&tree, "--numstat"), b"", NAMES)?.all()?;
    let about = super::describe(&top);
    let mut changes = Changes {
        patch,
        files: Vec::new(),
        left_out,
        insertions: 0,
        deletions: 0,
        remote: about.remote,
        branch: about.branch,
        commit,
    };
    changes.count(&numbers);
    Ok(Some(changes))
}

impl Changes {
    /// Adds up `added <tab> removed <tab> name \0` for every file; a binary one has no numbers.
    fn count(&mut self, numbers: &[u8]) {
        for entry in numbers.split(|byte| *byte == 0) {
            let mut fields = entry.splitn(3, |byte| *byte == b'\t');
            let mut field = || fields.next().map(String::from_utf8_lossy);
            let (Some(added), Some(removed), Some(name)) = (field(), field(), field()) else {
                continue;
            };
            self.insertions += added.parse().unwrap_or(0);
            self.deletions += removed.parse().unwrap_or(0);
            self.files.push(name.into_owned());
        }
    }
}

/// Builds the arguments to compare HEAD, or nothing, with the second index, whatever anyone
/// configured.
fn diff<'a>(tree: &'a str, kind: &'a str) -> Vec<&'a str> {
    let mut arguments = vec!["diff-index", "--cached", kind];
    if kind == "--numstat" {
        arguments.push("-z");
    }
    arguments.extend([
        "--binary",
        "--full-index",
        "--no-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--no-color",
        "--no-relative",
        "--src-prefix=a/",
        "--dst-prefix=b/",
        "--unified=3",
        "--inter-hunk-context=0",
        "--diff-algorithm=default",
        "--submodule=short",
        "--ignore-submodules=dirty",
        "-O/dev/null",
        tree,
        "--",
    ]);
    arguments
}

/// Asks git for the folder that the repository's files are in.
pub(super) fn top(git: &Git) -> Result<std::path::PathBuf, ChangesError> {
    let said = git.run(&["rev-parse", "--show-toplevel"], b"", NAMES)?;
    if !said.well() {
        let none = ["not a git repository", "must be run in a work tree"];
        return Err(if none.iter().any(|none| said.complaint().contains(none)) {
            ChangesError::NotARepository
        } else {
            ChangesError::Git(said.complaint().to_owned())
        });
    }
    let mut out = said.all()?;
    if out.last() == Some(&b'\n') {
        out.pop();
    }
    super::git::path(&out).ok_or(ChangesError::NotARepository)
}

/// Asks git for the commit that the folder is at; `None` if there is none yet.
pub(super) fn head(git: &Git) -> Result<Option<String>, ChangesError> {
    let said = git.run(
        &["rev-parse", "--verify", "--quiet", "HEAD^{commit}"],
        b"",
        NAMES,
    )?;
    if !said.well() {
        return Ok(None);
    }
    let commit = text(said.all()?)?;
    Ok(super::hex(commit.trim()))
}

fn text(bytes: Vec<u8>) -> Result<String, ChangesError> {
    String::from_utf8(bytes).map_err(|_| ChangesError::Git("it named no commit".to_owned()))
}

#[cfg(test)]
mod tests;
