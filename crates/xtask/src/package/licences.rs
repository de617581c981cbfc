//! The licences of everything that is compiled into the programs: who needs which, and each text
//! once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::shell;

/// Files that hold a licence begin with one of these.
const NAMES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];
/// No licence is longer.
const LONGEST: u64 = 256 * 1024;

/// Writes them all, packed.
pub fn write(file: &Path) -> Result<()> {
    let metadata = MetadataCommand::new()
        .current_dir(shell::root_path())
        .other_options(["--locked".to_owned(), "--offline".to_owned()])
        .exec()
        .context("cargo metadata")?;
    let used = used(&metadata)?;
    let mut text =
        String::from("Segue is built from the packages below. Each licence follows once.\n\n");
    let mut texts = BTreeMap::<String, Vec<String>>::new();
    let packages = metadata
        .packages
        .iter()
        .filter(|package| used.contains(&package.id));
    let mut count = 0;
    for package in packages.filter(|package| package.source.is_some()) {
        let licence = package.license.as_deref().unwrap_or("see its file");
        let name = format!("{} {}", package.name, package.version);
        text.push_str(&format!("{name}: {licence}\n"));
        for found in files(package)? {
            texts.entry(found).or_default().push(name.clone());
        }
        count += 1;
    }
    ensure!(count > 0 && !texts.is_empty(), "no licence was found");
    for (licence, packages) in &texts {
        text.push_str(&format!(
            "\n{}\n{}\n\n{licence}\n",
            "-".repeat(80),
            packages.join(", ")
        ));
    }
    let mut packed = GzEncoder::new(File::create(file)?, Compression::best());
    packed.write_all(text.as_bytes())?;
    packed.finish()?;
    println!("licences of {count} packages, {} texts", texts.len());
    Ok(())
}

/// Collects every package that the two programs are compiled from, without those that only tests or
/// builds use.
fn used(metadata: &Metadata) -> Result<BTreeSet<PackageId>> {
    let resolve = metadata
        .resolve
        .as_ref()
        .context("cargo metadata resolved nothing")?;
    let mut open: Vec<PackageId> = metadata
        .workspace_packages()
        .into_iter()
        .filter(|package| ["segue-desktop", "segue-cli"].contains(&package.name.as_str()))
        .map(|package| package.id.clone())
        .collect();
    let mut used = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !used.insert(id.clone()) {
            continue;
        }
        let node = resolve.nodes.iter().find(|node| node.id == id);
        for next in node.iter().flat_map(|node| &node.deps) {
            let normal = |kind: &cargo_metadata::DepKindInfo| kind.kind == DependencyKind::Normal;
            if next.dep_kinds.iter().any(normal) {
                open.push(next.pkg.clone());
            }
        }
    }
    Ok(used)
}

fn files(package: &Package) -> Result<Vec<String>> {
    let folder = package
        .manifest_path
        .parent()
        .context("a package has a folder")?;
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_ascii_lowercase();
        let about = entry.metadata()?;
        let fits = NAMES.iter().any(|start| name.starts_with(start));
        if fits && about.is_file() && about.len() < LONGEST {
            let text = String::from_utf8_lossy(&std::fs::read(entry.path())?).replace('\r', "");
            found.push(text.trim().to_owned());
        }
    }
    Ok(found)
}
