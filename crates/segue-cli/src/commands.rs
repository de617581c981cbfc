//! One file per command: ask the node, turn the reply into text.

mod doctor;
mod identity;
mod log;
mod settings;
mod status;

use std::process::ExitCode;

use clap::CommandFactory;
use segue_node::Failure;

pub use doctor::doctor;
pub use identity::identity;
pub use log::log;
pub use settings::settings;
pub use status::status;

/// How a command ends.
pub type Ended = Result<ExitCode, Failure>;

/// Prints the completion script of a shell.
pub fn completions(shell: clap_complete::Shell) {
    let mut script = Vec::new();
    let mut command = crate::arguments::Arguments::command();
    clap_complete::generate(shell, &mut command, "segue", &mut script);
    crate::say::line(String::from_utf8_lossy(&script).trim_end());
}

/// A reply of another kind than the request asked for: a fault of ours.
fn unexpected() -> Failure {
    Failure::new(
        segue_node::Code::Internal,
        "The node answered another question.",
    )
    .hint("Quit every running Segue and try again, so that all are the same version.")
}
