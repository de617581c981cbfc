//! How long files and crates are, test code not counted.
//!
//! ```text
//! git ls-files ─▶ .rs: lines that are not test code    ─▶ 500 is said, 800 fails
//!                 .ts, .svelte: all lines of it
//! Crates ─▶ lines of every file that ships             ─▶ 9,000, or the ceiling of its own
//! ```

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::ceilings;
use super::ratchet::{Ceiling, rounded_up};
use super::source::Sources;
use super::tree::Crates;
use crate::shell;

/// A file longer than this is pointed out.
const LONG_FILE: usize = 500;

/// A file longer than this fails.
const LONGEST_FILE: usize = 800;

/// A crate longer than this fails, unless the tables name it.
const LONGEST_CRATE: usize = 9_000;

/// Returns which files of a repository are too long, and points out those that are long.
pub fn wrong_files(root: &Path, all: &[Crates], sources: &mut Sources) -> Result<Vec<String>> {
    let listed = shell::read(shell::command("git").args([
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "*.rs",
        "*.ts",
        "*.svelte",
    ]))
    .context("git ls-files")?;
    let for_tests: BTreeSet<PathBuf> = all
        .iter()
        .flat_map(Crates::only_for_tests)
        .map(Path::to_owned)
        .collect();
    let mut wrongs = Vec::new();
    for file in listed.lines().filter(|file| !is_test(file)) {
        let path = root.join(file);
        if for_tests.contains(&path) || !path.is_file() {
            continue;
        }
        let lines = own_lines(&path, sources)?;
        if lines > LONGEST_FILE {
            wrongs.push(format!("{file} has {lines} lines: split it"));
        } else if lines > LONG_FILE {
            eprintln!(
                "{file} has {lines} lines: would a newcomer find its ideas sooner as several?"
            );
        }
    }
    Ok(wrongs)
}

/// Counts the lines of a file, without test code if it is Rust.
pub fn own_lines(path: &Path, sources: &mut Sources) -> Result<usize> {
    if path.extension().is_some_and(|extension| extension == "rs") {
        return Ok(sources.read(path)?.own_lines);
    }
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(text.lines().count())
}

fn is_test(file: &str) -> bool {
    ["tests/", "/tests.rs", ".test.", ".spec.", "/bindings/"]
        .iter()
        .any(|part| file.contains(part))
}

/// Returns what is wrong with the length of a crate.
pub fn wrong_crate(crates: &Crates) -> Option<String> {
    judge_crate(&crates.package, crates.lines(), ceilings::LONG_CRATES)
}

fn judge_crate(package: &str, lines: usize, named: &[(&str, usize)]) -> Option<String> {
    if named.iter().any(|(name, _)| *name == package) {
        if lines <= LONGEST_CRATE {
            return Some(format!(
                "{package} has {lines} lines now: take its line out of LONG_CRATES"
            ));
        }
        return Ceiling::of("LONG_CRATES", named, package, "lines").judge(rounded_up(lines));
    }
    (lines > LONGEST_CRATE).then(|| {
        format!(
            "{package} has {lines} lines, more than {LONGEST_CRATE}: it holds more than one idea"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_may_be_long_only_where_a_table_names_it() {
        assert_eq!(judge_crate("small", 9_000, &[]), None);
        assert!(judge_crate("grown", 9_001, &[]).is_some());
        assert_eq!(judge_crate("large", 12_345, &[("large", 12_500)]), None);
        assert!(judge_crate("large", 12_501, &[("large", 12_500)]).is_some());
    }

    #[test]
    fn the_ceiling_of_a_crate_that_shrank_is_lowered() {
        let wrong = judge_crate("large", 11_900, &[("large", 12_500)]);
        assert!(wrong.is_some_and(|text| text.contains("lower the ceiling to 12000")));
        let wrong = judge_crate("large", 8_000, &[("large", 12_500)]);
        assert!(wrong.is_some_and(|text| text.contains("take its line out")));
    }

    #[test]
    fn tests_are_known_by_where_they_are() {
        assert!(is_test("tests/lan/main.rs"));
        assert!(is_test("crates/a/src/b/tests.rs"));
        assert!(is_test("ui/src/b.test.ts"));
        assert!(!is_test("crates/a/src/contests.rs"));
    }
}
