//! `segue resume`.

use std::process::ExitCode;

use segue_door::{ResumeCommand, ask};
use segue_link::Link;

use super::Ended;
use crate::arguments::ResumeOptions;
use crate::say::{Say, printable};

/// Prints the command that carries on with a conversation: one line for a shell, nothing else.
pub async fn resume(link: &Link, say: &Say, options: ResumeOptions) -> Ended {
    let request = ask::Resume {
        conversation: options.conversation,
    };
    let command = link.call(request).await?;
    say.reply(&command, |command: &ResumeCommand| printable(&command.line));
    Ok(ExitCode::SUCCESS)
}
