//! `segue identity`.

use std::process::ExitCode;

use segue_door::{IdentityState, SecretHome, Status};
use segue_door::{Reply, Request};
use segue_link::Link;

use super::{Ended, unexpected};
use crate::arguments::{IdentityOptions, Place};
use crate::say::{Say, printable};

/// Shows where the key is, after reaching it again or moving it; ends with 1 when it is out of
/// reach.
pub async fn identity(link: &Link, say: &Say, options: IdentityOptions) -> Ended {
    let request = match options.move_to {
        Some(Place::Keyring) => Request::MoveIdentity {
            to: SecretHome::Keyring,
        },
        Some(Place::File) => Request::MoveIdentity {
            to: SecretHome::File,
        },
        None if options.retry => Request::RetryIdentity,
        None => Request::Status,
    };
    let (Reply::Status(status) | Reply::RetryIdentity(status) | Reply::MoveIdentity(status)) =
        link.call(request).await?
    else {
        return Err(unexpected());
    };
    say.reply(&*status, text);
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
            format!("Your key is in the system's keyring.\n{device}")
        }
        IdentityState::Ready {
            home: SecretHome::File,
            why_file,
        } => {
            let why = why_file.as_deref().unwrap_or("the reason was not recorded");
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
