//! `segue resume`.

use std::process::ExitCode;

use segue_door::ResumeCommand;
use segue_door::{Reply, Request};
use segue_link::{Link, caller_env};

use super::{Ended, unexpected};
use crate::arguments::ResumeOptions;
use crate::say::{Say, printable};

/// Prints the command that carries on with a conversation: one line for a shell, nothing else.
pub async fn resume(link: &Link, say: &Say, options: ResumeOptions) -> Ended {
    let request = Request::Resume {
        conversation: options.conversation,
        place: Some(caller_env()),
    };
    let Reply::Resume(command) = link.call(request).await? else {
        return Err(unexpected());
    };
    say.reply(&command, |command: &ResumeCommand| printable(&command.line));
    Ok(ExitCode::SUCCESS)
}
