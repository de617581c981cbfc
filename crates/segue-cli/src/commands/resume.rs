//! `segue resume`.

use std::process::ExitCode;

use segue_node::door::ResumeCommand;
use segue_node::{Link, Place, Reply, Request};

use super::{Ended, unexpected};
use crate::arguments::ResumeOptions;
use crate::say::{Say, printable};

/// Prints the command that carries on with a conversation: one line for a shell, nothing else.
pub async fn resume(link: &Link, say: &Say, options: ResumeOptions) -> Ended {
    let request = Request::Resume {
        conversation: options.conversation,
        place: Some(Place::here()),
    };
    let Reply::Resume(command) = link.call(request).await? else {
        return Err(unexpected());
    };
    say.reply(&command, |command: &ResumeCommand| printable(&command.line));
    Ok(ExitCode::SUCCESS)
}
