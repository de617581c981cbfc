//! An independent judge of A2A files: the A2A project's own SDK, run as a program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::ended::{self, Outcome};
use crate::installed::JUDGE;

/// How long the judge may think about one file.
const PATIENCE: Duration = Duration::from_secs(120);

/// Asks the A2A SDK about a file: a summary of the Task in it (`id`, `contextId`, `state`,
/// `messages`, `roles`, `parts`, …), or why it is none.
///
/// # Errors
/// The SDK's own words when the file is not a Task of A2A 1.0.
///
/// # Panics
/// When the judge is not installed; `cargo xtask clients` does that.
pub fn judge(file: &Path) -> Result<Value, String> {
    let script = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/judge/a2a.py"));
    let mut command = Command::new(JUDGE.needed());
    command.env_clear().arg("-I").arg(script).arg(file);
    let Outcome {
        stdout,
        stderr,
        status,
    } = ended::finish(&mut command, None, PATIENCE);
    if status != Some(0) {
        return Err(stderr.trim().to_owned());
    }
    serde_json::from_str(&stdout).map_err(|error| format!("the judge said {stdout:?}: {error}"))
}
