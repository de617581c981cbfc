//! `cargo xtask bench`: how fast the real programs are, next to a floor or a peer in the same run.
//!
//! Never a test: figures depend on the machine, so every goal is printed with its value, the
//! processor time beside the wall time, and a ratio that travels better than either.
//!
//! ```text
//! convert ── cargo bench -p segue-platform --bench convert
//!    └─ --peers ── peers: the same session through segue and two other converters
//! hostile ── cargo bench -p segue-platform --bench hostile
//! redact ─── cargo bench -p segue-redact --bench redact, then --bench hostile
//! ledger ─── cargo bench -p segue-ledger --bench ledger
//! list ───── list: thousands of sessions in a temporary home, through `segue serve`
//! open ───── open: what a request costs a node with a thousand open handoffs
//! handoff ── handoff: from `segue send` to the other one's inbox, against bare TCP
//! transfer ─ transfer: files between two network namespaces, against raw TCP
//!    └─ --peers ── the same files through two other programs
//! ui ─────── ui: the real window under a virtual display, against the budgets
//! ```

mod count;
mod floor;
#[cfg(target_os = "linux")]
mod handoff;
mod list;
#[cfg(target_os = "linux")]
mod open;
mod peers;
#[cfg(target_os = "linux")]
mod transfer;
#[cfg(target_os = "linux")]
mod ui;
mod watch;

use std::path::PathBuf;

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;
use clap::{Args, ValueEnum};

use crate::shell;
#[cfg(target_os = "linux")]
pub use transfer::{Role, role};

/// What to measure.
#[derive(Args)]
pub struct Options {
    /// Which benchmark.
    what: What,
    /// With `convert` and `transfer`: also other programs, installed into the cache folder first.
    #[arg(long)]
    peers: bool,
    /// A fraction of the bytes, for a quick look.
    #[arg(long)]
    small: bool,
    /// With `open` and `handoff`: the folder with a `segue` that was built before, to compare with.
    #[arg(long)]
    programs: Option<PathBuf>,
}

impl Options {
    /// Returns the folder with the programs to measure: the given one, or a fresh build.
    #[cfg(target_os = "linux")]
    fn programs(&self) -> Result<PathBuf> {
        self.programs.clone().map_or_else(programs, Ok)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// A session to a file and back, against a bare parse.
    Convert,
    /// Ten thousand sessions listed and searched, against a bare walk and a bare read.
    List,
    /// Input that was made to be slow or large.
    Hostile,
    /// 200 MB of messages looked through for secrets and cleared, against a bare read.
    Redact,
    /// Histories of 10,000 and 100,000 records: load, append, sync, size.
    Ledger,
    /// What a request costs a node with a thousand open handoffs, against one with none.
    Open,
    /// How soon a small handoff is in the other one's inbox, against bare TCP.
    Handoff,
    /// Files from one network namespace to another, against raw TCP.
    Transfer,
    /// The real window: how soon it is there, lists, opens and searches, and what it takes idle.
    Ui,
}

/// Runs one benchmark.
pub fn run(options: &Options) -> Result<()> {
    match options.what {
        What::Convert => {
            let sizes: &[&str] = if options.small { &["20"] } else { &[] };
            bench("segue-platform", "convert", sizes)?;
            if options.peers {
                peers::run(options.small)?;
            }
            Ok(())
        }
        What::Hostile => bench("segue-platform", "hostile", &[]),
        What::Redact => {
            let size: &[&str] = if options.small { &["20"] } else { &[] };
            bench("segue-redact", "redact", size)?;
            bench("segue-redact", "hostile", &[])
        }
        What::Ledger => {
            let records: &[&str] = if options.small { &["10000"] } else { &[] };
            bench("segue-ledger", "ledger", records)
        }
        What::List => list::run(options.small),
        #[cfg(target_os = "linux")]
        What::Transfer => transfer::run(options.peers, options.small),
        #[cfg(target_os = "linux")]
        What::Open => open::on_its_own(&options.programs()?),
        #[cfg(target_os = "linux")]
        What::Handoff => handoff::on_its_own(&options.programs()?),
        #[cfg(target_os = "linux")]
        What::Ui => ui::run(),
        #[cfg(not(target_os = "linux"))]
        What::Transfer | What::Open | What::Handoff | What::Ui => {
            anyhow::bail!(
                "network namespaces or a virtual display are needed, so this runs on Linux only"
            )
        }
    }
}

fn bench(package: &str, bench: &str, arguments: &[&str]) -> Result<()> {
    let mut command = shell::cargo();
    command.args(["bench", "--locked", "-p", package, "--bench", bench]);
    shell::run(command.arg("--").args(arguments))
}

/// Builds the `segue` that people get and returns its folder.
fn programs() -> Result<PathBuf> {
    built(&["-p", "segue-cli"])
}

/// Builds the released programs of these packages, if need be, and returns their folder.
fn built(packages: &[&str]) -> Result<PathBuf> {
    let mut cargo = shell::cargo();
    shell::run(
        cargo
            .args(["build", "--release", "--locked"])
            .args(packages),
    )?;
    let metadata = MetadataCommand::new()
        .current_dir(shell::root_path())
        .other_options(["--locked".to_owned(), "--offline".to_owned()])
        .no_deps()
        .exec()
        .context("cargo metadata")?;
    Ok(metadata
        .target_directory
        .into_std_path_buf()
        .join("release"))
}

/// Prints a goal, the measured value, and whether the value is below the goal.
fn goal(what: &str, most: f64, value: f64, unit: &str) {
    let verdict = if value < most { "met" } else { "NOT MET" };
    println!("  {what:<46} {value:>9.1} {unit:<3} goal < {most:>6.0} {unit:<3} {verdict}");
}

/// Prints a figure that has no goal.
fn figure(what: &str, value: f64, unit: &str) {
    println!("  {what:<46} {value:>9.1} {unit}");
}

/// Returns the first 200 characters of an error, on one line.
fn brief(error: &anyhow::Error) -> String {
    let text = format!("{error:#}").replace('\n', " ");
    text.chars().take(200).collect()
}
