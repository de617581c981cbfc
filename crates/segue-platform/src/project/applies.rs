//! Whether a patch from someone else fits a folder here. Nothing is changed.

use std::path::Path;

use super::changes::{ChangesError, head, top};
use super::git::{Git, NAMES};
use super::hex;

/// How a patch fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applies {
    /// Whether all of it applies to the files as they are now.
    pub clean: bool,
    /// Why not, in git's words.
    pub why: Option<String>,
    /// Whether the commit it was made for is in this clone.
    pub commit_known: bool,
    /// Whether the folder is at that commit.
    pub at_commit: bool,
}

/// Tries a patch that was made for a commit on the repository that a folder is in.
pub fn applies(folder: &Path, patch: &[u8], commit: Option<&str>) -> Result<Applies, ChangesError> {
    let mut git = Git::at(folder)?;
    git.move_to(top(&git)?);
    let commit = commit.and_then(hex);
    let at = head(&git)?;
    let commit_known = match &commit {
        Some(commit) => {
            let named = format!("{commit}^{{commit}}");
            git.run(&["cat-file", "-e", &named], b"", NAMES)?.well()
        }
        None => false,
    };
    let check = [
        "apply",
        "--check",
        "--whitespace=nowarn",
        "--no-ignore-whitespace",
        "-",
    ];
    let why = match patch {
        [] => None,
        patch => {
            let said = git.run(&check, patch, NAMES)?;
            (!said.well()).then(|| said.complaint().to_owned())
        }
    };
    Ok(Applies {
        clean: why.is_none(),
        why,
        commit_known,
        at_commit: commit.is_some() && commit == at,
    })
}
