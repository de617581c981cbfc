//! The shape of the workspace: arrows point down, pure crates stay pure, files stay readable.
//!
//! One table says which layer each crate is in. A crate that is not in it, an arrow to the same or
//! a higher layer, a runtime in a pure crate, or libp2p outside its crate is an error.

use std::path::Path;

use anyhow::{Context, Result, bail};
use cargo_metadata::{DependencyKind, MetadataCommand, Package};

use crate::shell;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Layer {
    Pure,
    Effects,
    Application,
    Surface,
    Support,
}

/// Every crate there is or will be, from the bottom up.
const CRATES: &[(&str, Layer)] = &[
    ("segue-conversation", Layer::Pure),
    ("segue-redact", Layer::Pure),
    ("segue-contract", Layer::Pure),
    ("segue-handoff", Layer::Pure),
    ("segue-route", Layer::Pure),
    ("segue-workflow", Layer::Pure),
    ("segue-ledger", Layer::Pure),
    ("segue-platform", Layer::Effects),
    ("segue-network", Layer::Effects),
    ("segue-node", Layer::Application),
    ("segue-cli", Layer::Surface),
    ("segue-mcp", Layer::Surface),
    ("segue-a2a", Layer::Surface),
    ("segue-desktop", Layer::Surface),
    ("segue-testkit", Layer::Support),
    ("segue-journeys", Layer::Support),
    ("xtask", Layer::Support),
];

/// What a pure crate must not use.
const IMPURE: &[&str] = &[
    "tokio",
    "libp2p",
    "rusqlite",
    "tempfile",
    "notify",
    "keyring-core",
    "tauri",
];

/// Lines in a file, tests not counted: more than the first is said, more than the second fails.
const LONG: (usize, usize) = (500, 800);

/// Checks everything and prints what is wrong.
pub fn check() -> Result<()> {
    let metadata = MetadataCommand::new()
        .current_dir(shell::root_path())
        .other_options(["--locked".to_owned(), "--offline".to_owned()])
        .no_deps()
        .exec()
        .context("cargo metadata")?;
    let mut wrongs: Vec<String> = metadata.packages.iter().flat_map(wrong_arrows).collect();
    wrongs.extend(long_files(&shell::root_path())?);
    if wrongs.is_empty() {
        return Ok(());
    }
    bail!("{}", wrongs.join("\n"))
}

fn layer(name: &str) -> Option<Layer> {
    CRATES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, layer)| *layer)
}

fn wrong_arrows(package: &Package) -> Vec<String> {
    let arrows = package.dependencies.iter().map(|dependency| {
        (
            dependency.name.as_str(),
            dependency.kind == DependencyKind::Development,
        )
    });
    judge(package.name.as_str(), arrows)
}

/// What is wrong with a crate that has these dependencies (name, only for its tests).
fn judge<'a>(name: &str, arrows: impl Iterator<Item = (&'a str, bool)>) -> Vec<String> {
    let Some(from) = layer(name) else {
        return vec![format!(
            "{name} is in no layer: add it to the table in xtask"
        )];
    };
    let mut wrongs = Vec::new();
    for (to, for_tests) in arrows {
        match layer(to) {
            // Tests may use the test kit, and the test kit what it tests.
            Some(Layer::Support) if for_tests || from == Layer::Support => {}
            Some(_) if from == Layer::Support => {}
            Some(target) if target > from || (target == from && from != Layer::Pure) => {
                wrongs.push(format!("{name} ({from:?}) must not use {to} ({target:?})"));
            }
            _ => {}
        }
        if from == Layer::Pure && !for_tests && IMPURE.contains(&to) {
            wrongs.push(format!("{name} is pure and must not use {to}"));
        }
        // The hostile device of the test kit speaks it as strangers would.
        if to.starts_with("libp2p") && name != "segue-network" && name != "segue-testkit" {
            wrongs.push(format!("only segue-network names libp2p, not {name}"));
        }
    }
    wrongs
}

fn long_files(root: &Path) -> Result<Vec<String>> {
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
    let mut wrongs = Vec::new();
    for file in listed.lines().filter(|file| !is_test(file)) {
        let Ok(text) = std::fs::read_to_string(root.join(file)) else {
            continue;
        };
        let own = text
            .split("#[cfg(test)]")
            .next()
            .unwrap_or_default()
            .lines()
            .count();
        if own > LONG.1 {
            wrongs.push(format!("{file} has {own} lines: split it"));
        } else if own > LONG.0 {
            eprintln!("{file} has {own} lines: would a newcomer find its ideas sooner as several?");
        }
    }
    Ok(wrongs)
}

fn is_test(file: &str) -> bool {
    ["/tests/", "tests.rs", ".test.", ".spec.", "/bindings/"]
        .iter()
        .any(|part| file.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrongs(name: &str, to: &[(&'static str, bool)]) -> usize {
        judge(name, to.iter().copied()).len()
    }

    #[test]
    fn arrows_point_down() {
        assert_eq!(
            wrongs("segue-cli", &[("segue-node", false), ("serde", false)]),
            0
        );
        assert_eq!(
            wrongs(
                "segue-node",
                &[("segue-network", false), ("segue-redact", false)]
            ),
            0
        );
        assert_eq!(wrongs("segue-network", &[("segue-node", false)]), 1);
        assert_eq!(wrongs("segue-redact", &[("segue-platform", false)]), 1);
        assert_eq!(wrongs("segue-node", &[("segue-cli", false)]), 1);
        assert_eq!(
            wrongs("segue-network", &[("segue-platform", false)]),
            1,
            "effects are siblings"
        );
        assert_eq!(wrongs("segue-handoff", &[("segue-conversation", false)]), 0);
    }

    #[test]
    fn the_test_kit_is_for_tests_only() {
        assert_eq!(wrongs("segue-cli", &[("segue-testkit", true)]), 0);
        assert_eq!(wrongs("segue-cli", &[("segue-testkit", false)]), 1);
        assert_eq!(wrongs("segue-testkit", &[("segue-node", false)]), 0);
    }

    #[test]
    fn pure_means_no_runtime_and_one_crate_names_libp2p() {
        assert_eq!(wrongs("segue-redact", &[("tokio", false)]), 1);
        assert_eq!(wrongs("segue-redact", &[("tempfile", true)]), 0);
        assert_eq!(wrongs("segue-node", &[("libp2p-identity", false)]), 1);
        assert_eq!(wrongs("segue-network", &[("libp2p", false)]), 0);
        assert_eq!(wrongs("segue-mystery", &[]), 1);
    }
}
