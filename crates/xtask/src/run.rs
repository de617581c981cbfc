//! `cargo xtask run`: from a fresh clone to the open app.

use anyhow::Result;
use clap::Args;

use crate::machine::{self, Purpose};
use crate::{page, shell};

/// Options of `cargo xtask run`.
#[derive(Args)]
pub struct Options {
    /// Optimised build: slower to make, as fast as the product.
    #[arg(long)]
    release: bool,
    /// Serve the page to a browser even when there is a display.
    #[arg(long)]
    browser: bool,
    /// The profile folder; by default your own.
    #[arg(long)]
    profile: Option<std::path::PathBuf>,
}

/// Installs, builds, opens.
pub fn run(options: &Options) -> Result<()> {
    machine::prepare(Purpose::Build)?;
    page::build()?;
    let mut build = shell::cargo();
    build.args(["build", "--locked", "--workspace"]);
    if options.release {
        build.arg("--release");
    }
    shell::run(&mut build)?;
    let folder = if options.release {
        "target/release"
    } else {
        "target/debug"
    };
    let program = |name: &str| {
        let path = shell::root_path().join(folder).join(name);
        let mut command = std::process::Command::new(path);
        if let Some(profile) = &options.profile {
            command.arg("--profile").arg(profile);
        }
        command
    };
    if machine::has_display() && !options.browser {
        eprintln!("Opening Segue.");
        return shell::run(&mut program("segue-desktop"));
    }
    if !options.browser {
        eprintln!("There is no display, so the page is served to a browser on this computer.");
    }
    shell::run(program("segue").arg("serve"))
}
