//! `cargo xtask score`: secrets are planted in made-up sessions, and whoever looks for secrets is
//! asked which lines hold one. All look at the same files in the same run.
//!
//! ```text
//! testkit::planted ── corpus ─┬─ raw: the sessions as they are      ──┐
//!                             └─ flat: one text file for each line  ──┼── scanners ── flags
//!                                                                     │
//! truth: what was planted where ── tally: recall, precision, misses ◀─┘── report, --json
//! ```
//!
//! A third of the kinds is kept back and only counted with `--held-out` or `--all`, so that rules
//! can't be written towards them. Figures, not checks: nothing here fails.

mod corpus;
mod details;
mod detect_secrets;
mod figures;
mod foreign;
mod report;
mod ripsecrets;
mod scanner;
mod segue;
mod shown;
mod tally;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use segue_testkit::planted::{self, Part};
use serde_json::json;

use crate::clients;
use corpus::Corpus;
use scanner::Scanner;
use shown::Shown;
use tally::Tally;

/// What to count.
#[derive(Args)]
pub struct Options {
    /// Count only the kinds that are kept back from whoever writes rules.
    #[arg(long, conflicts_with = "all")]
    held_out: bool,
    /// Count every kind.
    #[arg(long)]
    all: bool,
    /// Also name the kinds that are kept back, and show what was missed of them.
    #[arg(long)]
    reveal: bool,
    /// The number that decides all chance: the same gives the same sessions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Ask nobody but Segue's finder, for whoever writes rules.
    #[arg(long)]
    alone: bool,
    /// Also write every figure, miss and false alarm to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Keep the sessions and the flat files in this folder, to look at.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

/// Plants, asks everybody, counts, prints.
pub fn run(options: &Options) -> Result<()> {
    let part = match (options.held_out, options.all) {
        (true, _) => Part::HeldOut,
        (_, true) => Part::All,
        _ => Part::Open,
    };
    if !options.alone
        && let Err(error) = clients::install_scanners()
    {
        eprintln!("  not every other scanner could be installed: {error:#}");
    }
    let shown = if options.reveal {
        Shown::All
    } else {
        Shown::Veiled
    };
    let temporary = tempfile::tempdir()?;
    let folder = options.keep.as_deref().unwrap_or(temporary.path());
    let planted = planted::Corpus::new(options.seed, part);
    let corpus = Corpus::lay(planted, &folder.join("planted"))?;
    let tally = Tally::of(&corpus, &scanners(options.alone));
    println!("Seed {}, {}", options.seed, corpus.describe(part));
    report::print(&corpus, &tally, shown);
    let mut figures = json!({"seed": options.seed, "planted": figures::of(&corpus, &tally, shown)});
    if part != Part::HeldOut && !options.alone {
        figures["foreign"] = foreign::run(&folder.join("foreign"), &scanners(false))?;
    }
    if let Some(file) = &options.json {
        let text = serde_json::to_string_pretty(&figures)?;
        std::fs::write(file, text).with_context(|| format!("can't write {}", file.display()))?;
    }
    Ok(())
}

/// Returns all scanners, our own first; only ours with `alone`.
fn scanners(alone: bool) -> Vec<Box<dyn Scanner>> {
    let mut all: Vec<Box<dyn Scanner>> = vec![segue::scanner(alone)];
    if alone {
        return all;
    }
    all.push(Box::new(ripsecrets::Ripsecrets));
    all.push(Box::new(detect_secrets::DetectSecrets));
    all
}
