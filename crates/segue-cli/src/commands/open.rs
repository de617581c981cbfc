//! `segue open`.

use std::process::ExitCode;

use segue_door::{Client, OpenedPath};
use segue_door::{Code, Failure, Reply, Request, Surface};
use segue_link::Link;

use super::{Ended, unexpected, whole};
use crate::arguments::OpenOptions;
use crate::say::{Say, printable};

/// Shows a file in the window that is open.
pub async fn open(link: &Link, say: &Say, options: OpenOptions) -> Ended {
    let path = whole(&options.file)?;
    let Reply::Status(status) = link.call(Request::Status).await? else {
        return Err(unexpected());
    };
    let mut programs = std::iter::once(&status.host).chain(&status.attached);
    let shows = |client: &&Client| matches!(client.surface, Surface::Desktop | Surface::Serve);
    let Some(window) = programs.find(shows) else {
        return Err(Failure::new(Code::NotFound, "No window of Segue is open.")
            .hint("Start the Segue app, or run segue serve and open its link. Then try again.")
            .hint("Without a window: segue inspect FILE"));
    };
    let place = match window.surface {
        Surface::Desktop => "Segue's window",
        _ => "the page in your browser",
    };
    let Reply::OpenPath(opened) = link.call(Request::OpenPath { path, show: true }).await? else {
        return Err(unexpected());
    };
    say.reply(&opened, |opened: &OpenedPath| {
        format!("{} is shown in {place}.", printable(&opened.name))
    });
    Ok(ExitCode::SUCCESS)
}
