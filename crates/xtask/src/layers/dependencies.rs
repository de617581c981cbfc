//! What a crate's manifest may name: crates of ours by their rows, and heavy ones by their owners.
//!
//! ```text
//! cargo metadata ─▶ Package { dependencies } ─┬─ one of ours: rows::may_use
//!                                             └─ one of others: kept out of pure crates, or owned
//! ```

use super::ceilings;
use super::rows::{Row, may_use, row_of};
use super::workspace::{Dependency, Package};

/// Brings a runtime, a disk, a keyring or a window: never into a pure crate.
const IMPURE: &[&str] = &[
    "tokio", "libp2p", "rusqlite", "tempfile", "notify", "keyring", "tauri",
];

/// Names what only these crates may use; support crates speak it as strangers would.
const OWNED: &[(&str, &[&str])] = &[
    ("libp2p", &["segue-network", "segue-testkit"]),
    (
        "rusqlite",
        // Some agents keep their sessions in SQLite: segue-platform reads those.
        &["segue-store", "segue-platform", "segue-journeys"],
    ),
];

/// Returns what is wrong with the manifests, and which exceptions nobody needs any more.
pub fn wrongs(packages: &[Package]) -> Vec<String> {
    let mut wrongs: Vec<String> = packages.iter().flat_map(wrong_dependencies).collect();
    wrongs.extend(unneeded(packages, ceilings::USES_UNTIL_MOVED));
    wrongs
}

fn unneeded(packages: &[Package], exceptions: &[(&str, &str, &str)]) -> Vec<String> {
    let uses = |package: &str, library: &str| {
        packages
            .iter()
            .filter(|known| known.name == package)
            .flat_map(|known| &known.dependencies)
            .any(|used| is_of(&used.name, library))
    };
    exceptions
        .iter()
        .filter(|(package, library, _)| !uses(package, library))
        .map(|(package, library, _)| {
            format!("{package} does not use {library}: take the line out of USES_UNTIL_MOVED")
        })
        .collect()
}

fn wrong_dependencies(package: &Package) -> Vec<String> {
    let Some(row) = row_of(&package.name) else {
        return vec![format!(
            "{} stands in no row: add it to the table in xtask's layers/rows.rs",
            package.name
        )];
    };
    package
        .dependencies
        .iter()
        .flat_map(|used| {
            wrong_row(&package.name, row, used)
                .into_iter()
                .chain(wrong_library(&package.name, row, used))
        })
        .collect()
}

fn wrong_row(package: &str, row: Row, used: &Dependency) -> Option<String> {
    let target = row_of(&used.name)?;
    if target == Row::Support && (used.for_tests || row == Row::Support) {
        return None;
    }
    (!may_use((package, row), (&used.name, target))).then(|| {
        format!(
            "{package} ({row:?}) must not use {} ({target:?})",
            used.name
        )
    })
}

fn wrong_library(package: &str, row: Row, used: &Dependency) -> Vec<String> {
    let mut wrongs = Vec::new();
    if row == Row::Pure && !used.for_tests && IMPURE.iter().any(|heavy| is_of(&used.name, heavy)) {
        wrongs.push(format!("{package} is pure and must not use {}", used.name));
    }
    for (library, owners) in OWNED {
        let excepted = ceilings::USES_UNTIL_MOVED
            .iter()
            .any(|(known, of, _)| *known == package && of == library);
        if is_of(&used.name, library) && !owners.contains(&package) && !excepted {
            wrongs.push(format!(
                "only {} may use {}, not {package}",
                owners.join(", "),
                used.name
            ));
        }
    }
    wrongs
}

/// Checks whether a package is this library or a part of its family (`tokio`, `tokio-util`).
fn is_of(package: &str, library: &str) -> bool {
    package
        .strip_prefix(library)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(package: &str, used: &[(&str, bool)]) -> Vec<String> {
        wrong_dependencies(&Package::planted(package, used, &[]))
    }

    #[test]
    fn a_planted_upward_arrow_is_found() {
        assert_eq!(
            found("segue-network", &[("segue-node", false)]),
            ["segue-network (Effects) must not use segue-node (Application)"]
        );
        assert_eq!(found("segue-cli", &[("segue-node", false)]).len(), 0);
    }

    #[test]
    fn a_planted_sibling_arrow_is_found() {
        assert_eq!(
            found("segue-library", &[("segue-exchange", false)]),
            ["segue-library (Services) must not use segue-exchange (Services)"]
        );
        assert_eq!(
            found("segue-network", &[("segue-platform", false)]).len(),
            1
        );
    }

    #[test]
    fn the_protocol_uses_only_pure_crates() {
        assert_eq!(found("segue-door", &[("segue-handoff", false)]).len(), 0);
        assert_eq!(found("segue-door", &[("segue-store", false)]).len(), 1);
        assert_eq!(found("segue-link", &[("rusqlite", false)]).len(), 1);
        assert_eq!(found("segue-link", &[("tokio", false)]).len(), 0);
    }

    #[test]
    fn the_test_kit_is_for_tests_only() {
        assert_eq!(found("segue-cli", &[("segue-testkit", true)]).len(), 0);
        assert_eq!(found("segue-cli", &[("segue-testkit", false)]).len(), 1);
        assert_eq!(found("segue-testkit", &[("segue-node", false)]).len(), 0);
    }

    #[test]
    fn a_pure_crate_has_no_runtime_and_libp2p_one_owner() {
        assert_eq!(found("segue-redact", &[("tokio-util", false)]).len(), 1);
        assert_eq!(found("segue-redact", &[("keyring-core", false)]).len(), 1);
        assert_eq!(found("segue-redact", &[("tempfile", true)]).len(), 0);
        assert_eq!(found("segue-node", &[("libp2p-identity", false)]).len(), 1);
        assert_eq!(found("segue-network", &[("libp2p", false)]).len(), 0);
        assert_eq!(found("segue-mystery", &[]).len(), 1, "it stands in no row");
    }

    #[test]
    fn an_exception_that_nobody_needs_is_taken_out() {
        let exceptions = [("segue-node", "rusqlite", "it moves")];
        let with = [Package::planted("segue-node", &[("rusqlite", false)], &[])];
        assert_eq!(unneeded(&with, &exceptions).len(), 0);
        let without = [Package::planted("segue-node", &[], &[])];
        assert_eq!(unneeded(&without, &exceptions).len(), 1);
    }
}
