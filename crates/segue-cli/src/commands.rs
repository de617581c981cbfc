//! One file per command: ask the node, turn the reply into text.

mod doctor;
mod export;
mod identity;
mod import;
mod inspect;
mod list;
mod log;
mod messages;
mod people;
mod platforms;
mod rules;
mod settings;
mod show;
mod status;
mod undo;

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use segue_node::Failure;

pub use doctor::doctor;
pub use export::export;
pub use identity::identity;
pub use import::import;
pub use inspect::inspect;
pub use list::list;
pub use log::log;
pub use people::{block, connect, forget, invite, join, nickname, pair, people, unblock};
pub use platforms::platforms;
pub use rules::rules;
pub use settings::settings;
pub use show::show;
pub use status::{network as network_in_words, status};
pub use undo::{imports, undo};

/// How a command ends.
pub type Ended = Result<ExitCode, Failure>;

/// Prints the completion script of a shell.
pub fn completions(shell: clap_complete::Shell) {
    let mut script = Vec::new();
    let mut command = crate::arguments::Arguments::command();
    clap_complete::generate(shell, &mut command, "segue", &mut script);
    crate::say::line(String::from_utf8_lossy(&script).trim_end());
}

/// A path as the node takes it: whole, since the node may run in another folder.
fn whole(path: &Path) -> Result<String, Failure> {
    let whole = std::path::absolute(path)
        .map_err(|error| Failure::invalid(format!("{}: {error}.", path.display())))?;
    whole.into_os_string().into_string().map_err(|_| {
        Failure::invalid(format!("The name of {} is not text.", path.display()))
            .hint("Give it another name, or name it through a link.")
    })
}

/// A reply of another kind than the request asked for: a fault of ours.
fn unexpected() -> Failure {
    Failure::new(
        segue_node::Code::Internal,
        "The node answered another question.",
    )
    .hint("Quit every running Segue and try again, so that all are the same version.")
}
