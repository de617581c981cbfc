//! Reads of the clock and of files, where none may be.
//!
//! ```text
//! mention `sleep(…)` ─▶ as the file's `use` has it: tokio::time::sleep ─▶ a read of the clock?
//!                                                                     └─▶ a touch of files?
//! ```
//!
//! Clippy's `disallowed-methods` cannot do this: `clippy.toml` holds for the whole workspace, and
//! these rules differ by crate and spare test code.

use std::collections::HashMap;

use super::ceilings;
use super::mentions::{How, Mention};
use super::ratchet::Ceiling;
use super::rows::{Row, row_of};
use super::source::Source;
use super::tree::{Crates, Module};

/// Types whose `now` reads the clock.
const CLOCKS: &[&str] = &["SystemTime", "Instant", "Timestamp", "Zoned"];

/// What waits by the clock in `tokio::time`.
const WAITS: &[&str] = &[
    "sleep",
    "sleep_until",
    "timeout",
    "timeout_at",
    "interval",
    "interval_at",
];

/// Returns what is wrong with a package's reads of the clock and of files.
pub fn wrongs(crates: &Crates) -> Vec<String> {
    let clock = Ceiling::of(
        "CLOCK_READS",
        ceilings::CLOCK_READS,
        &crates.package,
        "reads of the clock",
    );
    let files = Ceiling::of(
        "FILE_READS",
        ceilings::FILE_READS,
        &crates.package,
        "uses of files",
    );
    [(clock, clock_reads(crates)), (files, file_reads(crates))]
        .into_iter()
        .filter_map(|(ceiling, places)| {
            let wrong = ceiling.judge(places.len())?;
            Some(match ceiling.allows(places.len()) {
                true => wrong,
                false => format!("{wrong}\n  {}", places.join("\n  ")),
            })
        })
        .collect()
}

/// Returns the places that read the clock, or wait by it, though they may not.
pub fn clock_reads(crates: &Crates) -> Vec<String> {
    let is_meant: fn(&[String], &How) -> bool = match row_of(&crates.package) {
        Some(Row::Support | Row::Ground) | None => return Vec::new(),
        // What holds a state is handed its clock.
        Some(Row::Services | Row::Application) => {
            |path, how| reads_clock(path, how) || names_clock_of_process(path)
        }
        Some(Row::Pure | Row::Effects | Row::Protocol | Row::Surfaces) => reads_clock,
    };
    crates
        .shipped()
        .into_iter()
        .flat_map(|module| places(module, is_meant))
        .collect()
}

/// Returns the places that touch files in a crate that has no business with them.
pub fn file_reads(crates: &Crates) -> Vec<String> {
    if crates.package != "segue-door" && row_of(&crates.package) != Some(Row::Pure) {
        return Vec::new();
    }
    crates
        .shipped()
        .into_iter()
        .flat_map(|module| places(module, touches_files))
        .collect()
}

fn places(module: &Module, is_meant: fn(&[String], &How) -> bool) -> Vec<String> {
    let imports = imports(&module.source);
    module
        .source
        .mentions
        .iter()
        .filter(|mention| is_meant(&in_full(mention, &imports), &mention.how))
        .map(|mention| {
            let (file, line) = (module.file.display(), mention.line);
            format!("{file}:{line}: {}", mention.path.join("::"))
        })
        .collect()
}

fn imports(source: &Source) -> HashMap<&str, &[String]> {
    source
        .mentions
        .iter()
        .filter_map(|mention| match &mention.how {
            How::Import(here) => Some((here.as_str(), mention.path.as_slice())),
            _ => None,
        })
        .collect()
}

/// Returns a name with what the file's `use` put before it.
fn in_full(mention: &Mention, imports: &HashMap<&str, &[String]>) -> Vec<String> {
    let mut path = mention.path.clone();
    if matches!(mention.how, How::Method | How::Import(_)) {
        return path;
    }
    // `use tokio::time; use time::sleep;` takes two steps; more would be a riddle.
    for _ in 0..2 {
        match path.first().and_then(|first| imports.get(first.as_str())) {
            Some(long) if path[0] != long[0] => path = [*long, &path[1..]].concat(),
            _ => break,
        }
    }
    path
}

fn reads_clock(path: &[String], how: &How) -> bool {
    let words: Vec<&str> = path.iter().map(String::as_str).collect();
    match (how, words.as_slice()) {
        (How::Import(_), _) => false,
        (How::Glob, words) => matches!(words, ["tokio", "time"]),
        (How::Method, words) => matches!(words, ["elapsed"]),
        (_, [.., clock, "now"]) if CLOCKS.contains(clock) => true,
        (_, ["tokio", "time", wait]) => WAITS.contains(wait),
        (_, ["std", "thread", "sleep"]) => true,
        _ => false,
    }
}

fn names_clock_of_process(path: &[String]) -> bool {
    path.starts_with(&["segue_clock".to_owned(), "system".to_owned()])
}

fn touches_files(path: &[String], how: &How) -> bool {
    let words: Vec<&str> = path.iter().map(String::as_str).collect();
    *how != How::Method && matches!(words.as_slice(), ["std" | "tokio" | "cap_std", "fs", ..])
}
