//! Which module of a crate names which: the top modules with all their children folded in.
//!
//! ```text
//! node/people.rs:  use crate::door::Reply;     node ──▶ door
//!                  use super::super::journal;  node ──▶ journal
//!                  crate::Failure              node ──▶ door, for lib.rs says `pub use door::Failure`
//! ```
//!
//! The root (`lib.rs`, `main.rs`) is no module here: it names all of them by its nature. A name that
//! the root brings in leads to the module that it comes from; one that the root defines itself leads
//! nowhere.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::mentions::{How, Mention};
use super::source::Declared;
use super::tree::{Module, Tree};

/// The top modules of a crate and the arrows between them.
#[derive(Default)]
pub struct Graph {
    /// How many lines each top module has, with its children.
    pub lines: BTreeMap<String, usize>,
    /// The first place that makes each arrow, by who names and who is named.
    pub arrows: BTreeMap<(String, String), Example>,
    /// What keeps the arrows from being known.
    pub unreadable: Vec<String>,
}

/// A place that makes an arrow.
pub struct Example {
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The name as it is written there.
    pub name: String,
}

impl Graph {
    /// Draws the graph of a crate.
    pub fn of(tree: &Tree) -> Self {
        let mut graph = Self::default();
        graph.count(tree);
        let brought = graph.brought_by_root(tree);
        for module in tree.shipped() {
            let sees_root = module.source.mentions.iter().any(|mention| {
                mention.how == How::Glob && resolve(module, mention) == Some(Vec::new())
            });
            for mention in &module.source.mentions {
                let named = match resolve(module, mention) {
                    Some(named) => named,
                    None if sees_root => mention.path.clone(),
                    None => continue,
                };
                let from = position(module, mention);
                graph.draw(from.first(), named.first(), &brought, module, mention);
            }
        }
        graph
    }

    fn count(&mut self, tree: &Tree) {
        for module in tree.shipped() {
            match module.path.first() {
                Some(top) => *self.lines.entry(top.clone()).or_default() += module.source.own_lines,
                None => self.lines.extend(
                    module
                        .source
                        .modules
                        .iter()
                        .filter(|written| written.path.len() == 1 && !written.for_tests)
                        .filter_map(written_out),
                ),
            }
        }
    }

    /// Returns the names that the root brings in, with the top module that each comes from.
    fn brought_by_root(&mut self, tree: &Tree) -> BTreeMap<String, String> {
        let mut brought = BTreeMap::new();
        for root in tree.shipped().filter(|module| module.path.is_empty()) {
            for mention in &root.source.mentions {
                if !root.source.inside(mention).is_empty() {
                    continue;
                }
                let from = resolve(root, mention).unwrap_or_else(|| mention.path.clone());
                let Some(top) = from.first().filter(|top| self.lines.contains_key(*top)) else {
                    continue;
                };
                match &mention.how {
                    How::Import(here) => {
                        brought.insert(here.clone(), top.clone());
                    }
                    How::Glob => self.unreadable.push(format!(
                        "{}:{}: write out what `{}::*` brings in, so that arrows can be told",
                        root.file.display(),
                        mention.line,
                        mention.path.join("::")
                    )),
                    _ => {}
                }
            }
        }
        brought
    }

    fn draw(
        &mut self,
        from: Option<&String>,
        named: Option<&String>,
        brought: &BTreeMap<String, String>,
        module: &Module,
        mention: &Mention,
    ) {
        let (Some(from), Some(named)) = (from, named) else {
            return;
        };
        let to = match self.lines.contains_key(named) {
            true => named,
            false => match brought.get(named) {
                Some(origin) => origin,
                None => return,
            },
        };
        if from != to {
            self.arrows
                .entry((from.clone(), to.clone()))
                .or_insert_with(|| Example {
                    file: module.file.clone(),
                    line: mention.line,
                    name: mention.path.join("::"),
                });
        }
    }
}

fn written_out(module: &Declared) -> Option<(String, usize)> {
    let lines = module.body?.lines();
    Some((module.path.first()?.clone(), lines.count()))
}

/// Returns the module that a mention is in, from the root down.
fn position(module: &Module, mention: &Mention) -> Vec<String> {
    [module.path.as_slice(), module.source.inside(mention)].concat()
}

/// Returns where a name leads from the root down, if it begins with `crate`, `self` or `super`.
fn resolve(module: &Module, mention: &Mention) -> Option<Vec<String>> {
    let mut here = position(module, mention);
    let mut rest = mention.path.as_slice();
    match rest.first()?.as_str() {
        "crate" => {
            here.clear();
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {}
        _ => return None,
    }
    while let [first, more @ ..] = rest
        && first == "super"
    {
        here.pop();
        rest = more;
    }
    here.extend_from_slice(rest);
    Some(here)
}
