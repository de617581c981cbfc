//! Which files of a surface name the node: in the end only the program's first one, which hosts it.
//!
//! ```text
//! main.rs ─▶ segue_node (hosting)      every other file ─▶ segue_door, segue_link
//! ```

use super::ceilings;
use super::ratchet::Ceiling;
use super::rows::{Row, row_of};
use super::tree::{Crates, Module};

/// The node, as sources name it.
const NODE: &str = "segue_node";

/// Returns what is wrong with how many files of a surface name the node.
pub fn wrongs(crates: &Crates) -> Vec<String> {
    let files = naming(crates);
    let ceiling = Ceiling::of(
        "FILES_NAMING_NODE",
        ceilings::FILES_NAMING_NODE,
        &crates.package,
        "files besides the program's first that name segue_node",
    );
    let wrong = ceiling.judge(files.len());
    match ceiling.allows(files.len()) {
        true => wrong.into_iter().collect(),
        false => wrong
            .map(|wrong| format!("{wrong}\n  {}", files.join("\n  ")))
            .into_iter()
            .collect(),
    }
}

/// Returns the files of a surface that name the node and are not a program's first.
pub fn naming(crates: &Crates) -> Vec<String> {
    if row_of(&crates.package) != Some(Row::Surfaces) {
        return Vec::new();
    }
    crates
        .shipped()
        .into_iter()
        .filter(|module| !module.path.is_empty() && names_node(module))
        .map(|module| module.file.display().to_string())
        .collect()
}

fn names_node(module: &Module) -> bool {
    let mentions = &module.source.mentions;
    mentions
        .iter()
        .any(|mention| mention.path.first().is_some_and(|first| first == NODE))
}
