//! `segue identity`.

use std::process::ExitCode;

use segue_door::{IdentityState, SecretHome, Status, ask};
use segue_link::Link;

use super::Ended;
use crate::arguments::{IdentityOptions, Place};
use crate::say::{Say, printable};

/// Shows where the key is, after reaching it again or moving it. The exit code is 1 when it is out
/// of reach.
pub async fn identity(link: &Link, say: &Say, options: IdentityOptions) -> Ended {
    let to = options.move_to.map(|to| match to {
        Place::Keyring => SecretHome::Keyring,
        Place::File => SecretHome::File,
    });
    let status = match to {
        Some(to) => link.call(ask::MoveIdentity { to }).await?,
        None if options.retry => link.call(ask::RetryIdentity {}).await?,
        None => link.call(ask::Status {}).await?,
    };
    say.reply(&status, text);
    Ok(match status.identity {
        IdentityState::Ready { .. } => ExitCode::SUCCESS,
        IdentityState::Unavailable { .. } => ExitCode::FAILURE,
    })
}

fn text(status: &Status) -> String {
    let device = format!("Device id: {}", printable(&status.you.device_id));
    match &status.identity {
        IdentityState::Ready {
            home: SecretHome::Keyring,
            ..
        } => {
            format!("Your key is in the system keyring.\n{device}")
        }
        IdentityState::Ready {
            home: SecretHome::File,
            why_file,
        } => {
            let why = why_file.as_deref().unwrap_or("the reason wasn't recorded");
            format!(
                "Your key is in a file that only you can read, because {}.\n\
                 Move it when a keyring is available: segue identity --move keyring\n{device}",
                printable(why)
            )
        }
        IdentityState::Unavailable { reason, hint, .. } => {
            format!("{}\n{}\n{device}", printable(reason), printable(hint))
        }
    }
}
