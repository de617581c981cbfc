//! Which files of a repository are not as in its commit.

use std::collections::BTreeSet;
use std::path::Path;

use super::changes::ChangesError;
use super::git::{self, Git, NAMES};

/// The mode by which the index marks a repository inside this one.
const REPOSITORY: &[u8] = b"160000";

/// Names, each with a zero byte after it, as git takes them.
#[derive(Default)]
pub(super) struct Names {
    /// To be taken as they are now.
    pub(super) present: Vec<u8>,
    /// Not there any more.
    pub(super) gone: Vec<u8>,
    /// Not for a patch, but to be reported.
    pub(super) left_out: Vec<String>,
}

/// Looks at the index and the folder. New files may not have more than `most` bytes.
pub(super) fn names(git: &Git, top: &Path, tree: &str, most: u64) -> Result<Names, ChangesError> {
    let staged = [
        "diff-index",
        "--cached",
        "--raw",
        "-z",
        "--no-renames",
        "--ignore-submodules=dirty",
        tree,
        "--",
    ];
    let differ = [
        "diff-files",
        "--name-only",
        "-z",
        "--no-renames",
        "--ignore-submodules=dirty",
    ];
    let new = ["ls-files", "--others", "--exclude-standard", "-z"];
    let staged = git.run(&staged, b"", NAMES)?.all()?;
    let differ = git.run(&differ, b"", NAMES)?.all()?;
    let new = git.run(&new, b"", NAMES)?.all()?;

    let new: BTreeSet<&[u8]> = split(&new).collect();
    small_enough(top, &new, most)?;
    let mut all: BTreeSet<&[u8]> = split(&differ).chain(new.iter().copied()).collect();
    let (mut unstaged, mut repositories) = (BTreeSet::new(), BTreeSet::new());
    let mut fields = split(&staged);
    // `:mode mode hash hash status`, then the name.
    while let (Some(about), Some(name)) = (fields.next(), fields.next()) {
        let mut words = about.split(|byte| *byte == b' ');
        if words.nth(1) == Some(REPOSITORY) {
            repositories.insert(name);
        }
        if about.ends_with(b"D") && !new.contains(name) {
            unstaged.insert(name);
        }
        all.insert(name);
    }
    let filtered = filtered(git, &all)?;

    let mut names = Names::default();
    for name in all {
        let there = there(top, name);
        let to = if filtered.contains(name)
            || name.ends_with(b"/")
            || (repositories.contains(name) && there != There::Repository)
        {
            names
                .left_out
                .push(String::from_utf8_lossy(name).into_owned());
            continue;
        } else if unstaged.contains(name) || there == There::Nothing {
            &mut names.gone
        } else {
            &mut names.present
        };
        to.extend_from_slice(name);
        to.push(0);
    }
    Ok(names)
}

fn split(names: &[u8]) -> impl Iterator<Item = &[u8]> {
    names
        .split(|byte| *byte == 0)
        .filter(|name| !name.is_empty())
}

/// Fails if new files have more than `most` bytes: all of their content would be in the patch.
fn small_enough(top: &Path, new: &BTreeSet<&[u8]>, most: u64) -> Result<(), ChangesError> {
    let sizes = new.iter().filter_map(|name| {
        let about = top.join(git::path(name)?).symlink_metadata().ok()?;
        about.is_file().then_some(about.len())
    });
    let bytes = sizes.fold(0_u64, u64::saturating_add);
    if bytes > most {
        return Err(ChangesError::TooLarge { bytes, most });
    }
    Ok(())
}

/// Finds the files that a program changes on their way into git.
fn filtered<'n>(git: &Git, all: &BTreeSet<&'n [u8]>) -> Result<BTreeSet<&'n [u8]>, ChangesError> {
    let mut input = Vec::new();
    for name in all {
        input.extend_from_slice(name);
        input.push(0);
    }
    let attributes = ["check-attr", "-z", "--stdin", "filter"];
    let out = git.run(&attributes, &input, 2 * NAMES)?.all()?;
    let mut fields = split(&out);
    let mut found = BTreeSet::new();
    while let (Some(name), Some(_), Some(value)) = (fields.next(), fields.next(), fields.next()) {
        if git.filters(value) {
            found.extend(all.get(name).copied());
        }
    }
    Ok(found)
}

#[derive(PartialEq)]
enum There {
    Nothing,
    Thing,
    Repository,
}

/// Looks at what is in the folder under a name. What lies behind a link is not in the repository.
fn there(top: &Path, name: &[u8]) -> There {
    let Some(name) = git::path(name) else {
        return There::Nothing;
    };
    let linked = name
        .ancestors()
        .skip(1)
        .any(|parent| !parent.as_os_str().is_empty() && top.join(parent).is_symlink());
    let path = top.join(name);
    match path.symlink_metadata() {
        Ok(about) if !linked && !about.is_dir() => There::Thing,
        Ok(_) if !linked && path.join(".git").exists() => There::Repository,
        _ => There::Nothing,
    }
}
