//! Documents that name files: what they name must be there.
//!
//! ```text
//! CONTRIBUTING.md, AGENTS.md ── `paths` ──▶ a tracked file or folder, or the end of one
//! every *.md ───────────────── [](links) ─▶ a tracked file or folder
//! ```

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};

use crate::shell;

/// Documents whose quoted paths are recipes.
const RECIPES: &[&str] = &["CONTRIBUTING.md", "AGENTS.md"];

/// What tools make; git does not know it.
const MADE: &[&str] = &["target", "ui/dist", "screenshots"];

/// Checks every document.
pub fn check() -> Result<()> {
    let listed = shell::read(shell::command("git").args(["ls-files"])).context("git ls-files")?;
    let tracked: BTreeSet<&str> = listed.lines().collect();
    let mut missing = Vec::new();
    for document in tracked.iter().filter(|file| file.ends_with(".md")) {
        let text = std::fs::read_to_string(shell::root_path().join(document))?;
        let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
        let linked = links(&text).into_iter().map(|link| joined(folder, link));
        let recipes = RECIPES.contains(document).then(|| quoted_paths(&text));
        let quoted = recipes.into_iter().flatten().map(str::to_owned);
        let gone = linked
            .chain(quoted)
            .filter(|path| !is_there(&tracked, path));
        missing.extend(gone.map(|path| format!("{document} names {path}, which is not there")));
    }
    if missing.is_empty() {
        return Ok(());
    }
    bail!("{}", missing.join("\n"))
}

/// Returns the files that links lead to; links to elsewhere and within a page are not ours.
fn links(text: &str) -> Vec<&str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .filter_map(|(link, _)| link.split('#').next())
        .filter(|link| !link.is_empty() && !link.contains("://") && !link.contains(' '))
        .collect()
}

/// Finds the texts in backticks that look like paths.
fn quoted_paths(text: &str) -> Vec<&str> {
    let endings = [".rs", ".ts", ".md", ".toml", ".json", ".svg"];
    let plain = |path: &&str| {
        let odd = |c: char| c.is_whitespace() || "*<>(){}=:…~\"".contains(c);
        !path.is_empty() && !path.contains(odd) && !path.starts_with('/')
    };
    text.split('`')
        .skip(1)
        .step_by(2)
        .filter(plain)
        .filter(|path| path.contains('/') || endings.iter().any(|ending| path.ends_with(ending)))
        .filter(|path| !MADE.iter().any(|made| path.starts_with(made)))
        .collect()
}

/// Returns where a link of a document in this folder leads.
fn joined(folder: &str, link: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Checks whether a tracked file has this path, is in this folder, or ends like this.
fn is_there(tracked: &BTreeSet<&str>, path: &str) -> bool {
    let path = path.trim_end_matches('/');
    let (inside, ending) = (format!("{path}/"), format!("/{path}"));
    let within = format!("/{path}/");
    tracked.iter().any(|file| {
        *file == path
            || file.starts_with(&inside)
            || file.ends_with(&ending)
            || file.contains(&within)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_documents_name_is_there() {
        check().unwrap();
    }

    #[test]
    fn a_path_that_is_gone_is_found() {
        let tracked = BTreeSet::from(["crates/a/src/one.rs", "docs/cli.md"]);
        for there in [
            "docs/cli.md",
            "docs/",
            "one.rs",
            "src/one.rs",
            "crates/a/src",
        ] {
            assert!(is_there(&tracked, there), "{there}");
        }
        for gone in ["two.rs", "ne.rs", "docs/cl", "a/one.rs"] {
            assert!(!is_there(&tracked, gone), "{gone}");
        }
    }

    #[test]
    fn paths_and_links_are_told_from_other_words() {
        let text = "See [this](docs/cli.md#x), [that](https://example.org/a), `src/one.rs`, `World`, \
                    `SEGUE_CRASH_AT=7`, `~/.cache/x`, `planted/held_out*.rs`, `one.toml`, `target/xtask`.";
        assert_eq!(links(text), ["docs/cli.md"]);
        assert_eq!(quoted_paths(text), ["src/one.rs", "one.toml"]);
        assert_eq!(joined("docs", "../README.md"), "README.md");
    }
}
