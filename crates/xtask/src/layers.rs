//! The shape of the workspace: arrows point down, modules make no cycles, pure code reads no clock,
//! files and crates stay readable.
//!
//! ```text
//! cargo metadata ─▶ workspace ─┬─▶ dependencies (rows)          which crate may use which
//!                              └─▶ tree ─▶ source ─┬─ graph ─▶ cycles    modules that need each other
//!                                    (test_code,   ├─ effects            clock and files
//!                                     mentions)    ├─ node_names         surfaces that know the node
//!                                                  ├─ doc_comments       a verb first
//!                                                  └─ length             of files and crates
//! every figure ─▶ ratchet ◀─ ceilings                           what may only shrink
//! ```

mod ceilings;
mod cycles;
mod dependencies;
mod doc_comments;
mod effects;
mod graph;
mod length;
mod mentions;
mod node_names;
mod ratchet;
mod rows;
mod source;
mod test_code;
#[cfg(test)]
mod tests;
mod tree;
mod workspace;

use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;

use crate::shell;
use source::Sources;
use tree::Crates;

/// How to check the layers.
#[derive(Args)]
pub struct Options {
    /// Print what was measured, crate by crate, and judge nothing.
    #[arg(long)]
    figures: bool,
}

/// Checks everything, or prints the figures.
pub fn run(options: &Options) -> Result<()> {
    match options.figures {
        true => print_figures(&shell::root_path()),
        false => check(),
    }
}

/// Checks everything and fails with what is wrong.
pub fn check() -> Result<()> {
    let root = shell::root_path();
    let wrongs = wrongs(&root)?;
    if wrongs.is_empty() {
        return Ok(());
    }
    let root = format!("{}/", root.display());
    bail!("{}", wrongs.join("\n").replace(&root, ""))
}

fn wrongs(root: &Path) -> Result<Vec<String>> {
    let packages = workspace::packages(root)?;
    let mut sources = Sources::default();
    let all = read_all(&packages, &mut sources)?;
    let mut wrongs = dependencies::wrongs(&packages);
    for crates in &all {
        wrongs.extend(cycles::wrongs(crates));
        wrongs.extend(effects::wrongs(crates));
        wrongs.extend(node_names::wrongs(crates));
        wrongs.extend(doc_comments::wrongs(crates));
        wrongs.extend(length::wrong_crate(crates));
    }
    wrongs.extend(lines_of_nobody(&packages));
    wrongs.extend(length::wrong_files(root, &all, &mut sources)?);
    Ok(wrongs)
}

/// Returns the lines of the tables whose package is not there.
fn lines_of_nobody(packages: &[workspace::Package]) -> Vec<String> {
    let tables = [
        ceilings::LONG_CRATES,
        ceilings::CLOCK_READS,
        ceilings::FILE_READS,
        ceilings::FILES_NAMING_NODE,
        ceilings::DOC_COMMENTS,
    ];
    tables
        .into_iter()
        .flatten()
        .map(|(name, _)| *name)
        .chain(ceilings::CYCLES.iter().map(|(name, ..)| *name))
        .filter(|name| packages.iter().all(|package| package.name != *name))
        .map(|name| format!("there is no {name}: take its line out of layers/ceilings.rs"))
        .collect()
}

fn read_all(packages: &[workspace::Package], sources: &mut Sources) -> Result<Vec<Crates>> {
    packages
        .iter()
        .map(|package| Crates::read(package, sources))
        .collect()
}

fn print_figures(root: &Path) -> Result<()> {
    let packages = workspace::packages(root)?;
    for crates in read_all(&packages, &mut Sources::default())? {
        println!(
            "{}: {} lines, {} reads of the clock, {} uses of files, {} files name the node, {} doc comments",
            crates.package,
            crates.lines(),
            effects::clock_reads(&crates).len(),
            effects::file_reads(&crates).len(),
            node_names::naming(&crates).len(),
            doc_comments::faults_of(&crates).len()
        );
        for cycle in cycles::of_package(&crates).0 {
            println!(
                "  cycle of {} modules, {} lines: {}",
                cycle.modules.len(),
                cycle.lines,
                cycle.modules.join(", ")
            );
        }
    }
    Ok(())
}
