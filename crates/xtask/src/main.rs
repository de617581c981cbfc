//! Developer commands of Segue. Responsible for: making a machine ready, building the page and
//! the programs, running every check, telling the product's story. Not responsible for: any
//! behaviour of the product; it only starts the real programs.
//!
//! ```text
//! main ─┬─ run ─────── machine ── page ── cargo build ── segue-desktop | segue serve
//!       ├─ test ────── report (stages, times, counts) ── every check in order
//!       ├─ demo ────── the real `segue`, several processes, one story
//!       ├─ bindings ── TypeScript types from the node's door
//!       ├─ bench ───── speed of the real programs next to a floor or a peer
//!       ├─ score ───── how many planted secrets are found, by us and by others
//!       ├─ package ─── .deb by the Tauri CLI, sums and signature; installed and tried
//!       ├─ clients ─── the real agent programs for tests, into a cache folder
//!       └─ layers ──── arrows between crates and modules, reads of the clock, lengths
//! ```

mod bench;
mod bindings;
mod clients;
mod demo;
mod documents;
mod layers;
mod machine;
mod package;
mod page;
mod report;
mod run;
mod score;
mod shell;
mod supply;
mod test;
mod tools;

use clap::{Parser, Subcommand};

/// Developer commands of Segue.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what is missing, build the page and the app, and open it.
    ///
    /// With no display it hosts the node and serves the same page on loopback.
    Run(run::Options),
    /// Run everything that must hold, and end with `N passed, M failed, K skipped`.
    Test(test::Options),
    /// Perform the product's main job on this machine and tell the story as it goes.
    Demo,
    /// Write the TypeScript types of the node's door into `ui/src/bindings`.
    Bindings,
    /// Install the real agent programs that tests hand conversations to, once, into a cache folder.
    Clients,
    /// Measure speed next to a floor or a peer; figures, not checks.
    Bench(bench::Options),
    /// Plant secrets in made-up sessions and count who finds them; figures, not checks.
    Score(score::Options),
    /// What a benchmark starts of itself, in another namespace or as one end of a connection.
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Role(bench::Role),
    /// Make a package of the released programs, with its sums signed; `--check` installs and tries it.
    Package(package::Options),
    /// Check that arrows point down, modules make no cycles and files stay readable.
    Layers(layers::Options),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Run(options) => run::run(&options),
        Command::Test(options) => test::run(&options),
        Command::Demo => demo::run(),
        Command::Bindings => bindings::write(),
        Command::Bench(options) => bench::run(&options),
        #[cfg(target_os = "linux")]
        Command::Role(role) => bench::role(&role),
        Command::Score(options) => score::run(&options),
        Command::Clients => install_clients(),
        Command::Package(options) => package::run(&options),
        Command::Layers(options) => layers::run(&options),
    }
}

fn install_clients() -> anyhow::Result<()> {
    machine::prepare_clients()?;
    clients::install()
}
