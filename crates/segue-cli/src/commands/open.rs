//! `segue open`.

use std::process::ExitCode;

use segue_door::{Client, Code, Failure, OpenedPath, Surface, ask};
use segue_link::Link;

use super::{Ended, whole};
use crate::arguments::OpenOptions;
use crate::say::{Say, printable};

/// Shows a file in the window that is open.
pub async fn open(link: &Link, say: &Say, options: OpenOptions) -> Ended {
    let path = whole(&options.file)?;
    let status = link.call(ask::Status {}).await?;
    let mut programs = std::iter::once(&status.host).chain(&status.attached);
    let shows = |client: &&Client| matches!(client.surface, Surface::Desktop | Surface::Serve);
    let Some(window) = programs.find(shows) else {
        return Err(Failure::new(Code::NotFound, "No Segue window is open.")
            .hint("Start the Segue app, or run segue serve and open its link. Then try again.")
            .hint("Without a window: segue inspect FILE"));
    };
    let place = match window.surface {
        Surface::Desktop => "Segue's window",
        _ => "the Segue page in your browser",
    };
    let opened = link.call(ask::OpenPath { path, show: true }).await?;
    say.reply(&opened, |opened: &OpenedPath| {
        format!("Opened \"{}\" in {place}.", printable(&opened.name))
    });
    Ok(ExitCode::SUCCESS)
}
