//! `cargo xtask bench transfer`: the same files from one computer to another, by us, by raw TCP and
//! by others, in the same run.
//!
//! The computers are two network namespaces on a pair of virtual cables. All of it happens in a
//! fresh network and mount namespace, so it meets nothing on this machine and nothing remains.
//!
//! ```text
//! run ── build, install, make files ── unshare ── role measure ── hosts ─┬─ left:  give, waiting
//!                                                                       └─ right: take, timed
//!        for each link (plain, 1 Gbit/s), each file, each round, each program:
//!        once ── ready? ── take ── ended ── size and BLAKE3 of what arrived ── table ── goals
//! ```
//!
//! The time is that of the taking program, from its start to its end, as a person sees it.

mod files;
mod goals;
mod hosts;
mod measure;
mod mover;
mod nearby;
mod once;
mod raw;
mod session;
mod table;
mod texts;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};

use super::built;
use crate::{clients, machine, shell};
pub use table::median;

/// One of the processes that the benchmark starts of itself.
#[derive(Args)]
pub struct Role {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// All that is measured, inside namespaces of its own.
    Measure(Plan),
    /// How soon someone who starts is seen, on a LAN of its own.
    Nearby {
        /// The folder with `segue`.
        programs: PathBuf,
    },
    /// What a request costs a node with many open handoffs, on a LAN of its own.
    Open {
        /// The folder with `segue`.
        programs: PathBuf,
    },
    /// How soon a small handoff is in the other one's inbox, on a LAN of its own.
    Handoff {
        /// The folder with `segue`.
        programs: PathBuf,
    },
    /// Gives a file to whoever connects.
    TcpGive {
        /// Where to listen.
        listen: String,
        /// What to give.
        file: PathBuf,
    },
    /// Connects and writes what comes to a file.
    TcpTake {
        /// Where to connect to.
        from: String,
        /// The file to write.
        file: PathBuf,
    },
}

/// What the process inside is told.
#[derive(Args)]
struct Plan {
    /// The folder with `segue` and `segue-peer`.
    #[arg(long)]
    programs: PathBuf,
    /// The folder with the files, for everything that is written.
    #[arg(long)]
    folder: PathBuf,
    /// Also the others.
    #[arg(long)]
    peers: bool,
    /// Smaller files.
    #[arg(long)]
    small: bool,
}

/// Makes everything ready, then measures inside namespaces.
pub fn run(peers: bool, small: bool) -> Result<()> {
    machine::prepare_clients()?;
    let peer = ["-p", "segue-testkit", "--features", "segue-testkit/network"];
    let programs = built(&[&["-p", "segue-cli"], peer.as_slice()].concat())?;
    if peers && let Err(error) = clients::install_movers() {
        eprintln!("  not all peers could be installed: {error:#}");
    }
    let folder = tempfile::Builder::new().prefix("segue-").tempdir()?;
    files::make(&programs, folder.path(), small)?;
    let mut inside = hosts::unshared(&std::env::current_exe().context("this program's path")?);
    inside
        .args(["role", "measure", "--programs"])
        .arg(&programs);
    inside.arg("--folder").arg(folder.path());
    for (asked, word) in [(peers, "--peers"), (small, "--small")] {
        if asked {
            inside.arg(word);
        }
    }
    shell::run(&mut inside)?;
    nearby::on_its_own(&programs)
}

/// Plays one of the parts.
pub fn role(role: &Role) -> Result<()> {
    match &role.part {
        Part::Measure(plan) => measure::run(plan),
        Part::Nearby { programs } => nearby::run(programs),
        Part::Open { programs } => super::open::run(programs),
        Part::Handoff { programs } => super::handoff::run(programs),
        Part::TcpGive { listen, file } => raw::give(listen, file),
        Part::TcpTake { from, file } => raw::take(from, file),
    }
}
