//! The workspace as cargo sees it: packages, what they depend on, where their programs begin.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, MetadataCommand, TargetKind};

/// A package of the workspace.
pub struct Package {
    /// The package's name, such as `segue-node`.
    pub name: String,
    /// What its manifest names.
    pub dependencies: Vec<Dependency>,
    /// The files that its library and its programs begin with (`lib.rs`, `main.rs`).
    pub roots: Vec<PathBuf>,
}

/// What a manifest names.
pub struct Dependency {
    /// The name of the package that is used, whatever it is called here.
    pub name: String,
    /// Whether only tests, examples and benchmarks use it.
    pub for_tests: bool,
}

/// Asks cargo for the packages of the workspace at this folder.
pub fn packages(root: &Path) -> Result<Vec<Package>> {
    let metadata = MetadataCommand::new()
        .current_dir(root)
        .other_options(["--locked".to_owned(), "--offline".to_owned()])
        .no_deps()
        .exec()
        .context("cargo metadata")?;
    Ok(metadata.packages.into_iter().map(package).collect())
}

fn package(found: cargo_metadata::Package) -> Package {
    let shipped = |kind: &TargetKind| {
        !matches!(
            kind,
            TargetKind::Test | TargetKind::Bench | TargetKind::Example | TargetKind::CustomBuild
        )
    };
    Package {
        name: found.name.to_string(),
        dependencies: found
            .dependencies
            .into_iter()
            .map(|used| Dependency {
                for_tests: used.kind == DependencyKind::Development,
                name: used.name,
            })
            .collect(),
        roots: found
            .targets
            .into_iter()
            .filter(|target| target.kind.iter().any(shipped))
            .map(|target| target.src_path.into_std_path_buf())
            .collect(),
    }
}

#[cfg(test)]
impl Package {
    /// Makes up a package for a test: dependencies with whether they are for tests, and roots.
    pub fn planted(name: &str, used: &[(&str, bool)], roots: &[PathBuf]) -> Self {
        Self {
            name: name.to_owned(),
            dependencies: used
                .iter()
                .map(|(name, for_tests)| Dependency {
                    name: (*name).to_owned(),
                    for_tests: *for_tests,
                })
                .collect(),
            roots: roots.to_vec(),
        }
    }
}
