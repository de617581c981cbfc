//! Cycles of modules: those that cannot be understood, moved or tested without each other.
//!
//! ```text
//! Graph ─▶ who reaches whom ─▶ groups that reach each other ─▶ compared with ceilings::CYCLES
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::ceilings;
use super::graph::Graph;
use super::ratchet::{Ceiling, rounded_up};
use super::tree::Crates;

/// Top modules that name each other, directly or around a corner.
pub struct Cycle {
    /// Sorted by name.
    pub modules: Vec<String>,
    /// How many lines they have together.
    pub lines: usize,
    /// Each arrow between two of them with a place that makes it.
    pub arrows: Vec<String>,
}

/// Returns the cycles of a graph, the largest first.
pub fn cycles(graph: &Graph) -> Vec<Cycle> {
    let reached: BTreeMap<&String, BTreeSet<&String>> = graph
        .lines
        .keys()
        .map(|module| (module, reach(graph, module)))
        .collect();
    let groups: BTreeSet<Vec<&String>> = reached
        .iter()
        .map(|(module, from_here)| {
            let back = |other: &&&String| reached[**other].contains(module);
            from_here.iter().filter(back).copied().collect()
        })
        .filter(|group: &Vec<&String>| group.len() > 1)
        .collect();
    let mut cycles: Vec<Cycle> = groups.iter().map(|group| cycle(graph, group)).collect();
    cycles.sort_by_key(|cycle| std::cmp::Reverse((cycle.modules.len(), cycle.lines)));
    cycles
}

fn reach<'a>(graph: &'a Graph, start: &'a String) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(module) = open.pop() {
        for (from, to) in graph.arrows.keys() {
            if from == module && reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}

fn cycle(graph: &Graph, group: &[&String]) -> Cycle {
    let arrows = graph
        .arrows
        .iter()
        .filter(|((from, to), _)| group.contains(&from) && group.contains(&to))
        .map(|((from, to), example)| {
            let (file, line) = (example.file.display(), example.line);
            format!("  {from} -> {to}  {file}:{line}  {}", example.name)
        })
        .collect();
    Cycle {
        modules: group.iter().map(|module| (*module).clone()).collect(),
        lines: group.iter().map(|module| graph.lines[*module]).sum(),
        arrows,
    }
}

/// Returns the cycles of a package, the largest first, and what kept some from being seen.
pub fn of_package(crates: &Crates) -> (Vec<Cycle>, Vec<String>) {
    let graphs: Vec<Graph> = crates.trees.iter().map(Graph::of).collect();
    let mut found: Vec<Cycle> = graphs.iter().flat_map(cycles).collect();
    found.sort_by_key(|cycle| std::cmp::Reverse((cycle.modules.len(), cycle.lines)));
    let unreadable = graphs
        .into_iter()
        .flat_map(|graph| graph.unreadable)
        .collect();
    (found, unreadable)
}

/// Returns what is wrong with the cycles of a package, which may only shrink.
pub fn wrongs(crates: &Crates) -> Vec<String> {
    let allowed: Vec<(usize, usize)> = ceilings::CYCLES
        .iter()
        .filter(|(package, ..)| *package == crates.package)
        .map(|(_, modules, lines)| (*modules, *lines))
        .collect();
    let (found, unreadable) = of_package(crates);
    let mut wrongs = unreadable;
    wrongs.extend(judge(&crates.package, &found, &allowed));
    wrongs
}

/// Compares the cycles of a package with those that its table allows, both the largest first.
pub fn judge(package: &str, found: &[Cycle], allowed: &[(usize, usize)]) -> Vec<String> {
    let mut wrongs = Vec::new();
    for (index, cycle) in found.iter().enumerate() {
        let (count, lines) = (cycle.modules.len(), rounded_up(cycle.lines));
        let (modules_allowed, lines_allowed) = allowed.get(index).copied().unwrap_or((1, 0));
        let name = format!("the cycle of modules in {package}");
        let grown = count > modules_allowed || lines > lines_allowed;
        if grown {
            wrongs.push(format!(
                "{package} has a cycle of {count} modules and {} lines; {modules_allowed} and \
                 {lines_allowed} are allowed: {{{}}}\n{}",
                cycle.lines,
                cycle.modules.join(", "),
                cycle.arrows.join("\n")
            ));
            continue;
        }
        let modules = Ceiling::new("CYCLES", &format!("{name} (modules)"), modules_allowed);
        let lines_held = Ceiling::new("CYCLES", &format!("{name} (lines)"), lines_allowed);
        wrongs.extend(modules.judge(count));
        wrongs.extend(lines_held.judge(lines));
    }
    for (modules, lines) in allowed.iter().skip(found.len()) {
        wrongs.push(format!(
            "a cycle of {modules} modules and {lines} lines in {package} is gone: take its line out \
             of CYCLES"
        ));
    }
    wrongs
}
