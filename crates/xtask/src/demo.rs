//! `cargo xtask demo`: the product's main job on one machine, told as it goes.
//!
//! ```text
//! Ana's home, `segue serve`                     Ben's home, `segue serve`
//!   a session with a secret ──send──▶ inbox ──review, import──▶ a session of Ben's agent
//!   inbox, import ◀──────────────send, only what is new──────── two more messages
//!   history ═══════════════════ the same record ═══════════════ history
//! ```
//!
//! Everything is the real `segue`, typed as a person types it; both nodes are on loopback and look for
//! nobody. Every step is checked, and one that does not hold ends the story with the reason. What was
//! started is ended by its process id, and the homes go with it.

mod checks;
mod person;
mod story;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use cargo_metadata::MetadataCommand;

use crate::shell;

/// Tells the story.
pub fn run() -> Result<()> {
    shell::run(shell::cargo().args(["build", "--quiet", "--locked", "--workspace"]))?;
    let programs = programs()?;
    let began = Instant::now();
    // The test kit panics when something does not happen in time; here that is one more reason.
    match catch_unwind(AssertUnwindSafe(|| story::tell(&programs))) {
        Ok(told) => told?,
        Err(_) => bail!("the demo was cut off; the reason is above"),
    }
    println!(
        "\nDone in {:.1} s. Everything this made is removed again.",
        began.elapsed().as_secs_f64()
    );
    Ok(())
}

/// The folder with the programs that were just built.
fn programs() -> Result<PathBuf> {
    let metadata = MetadataCommand::new()
        .current_dir(shell::root_path())
        .other_options(["--locked".to_owned(), "--offline".to_owned()])
        .no_deps()
        .exec()
        .context("cargo metadata")?;
    Ok(metadata.target_directory.into_std_path_buf().join("debug"))
}
