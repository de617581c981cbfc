//! `segue invite`: prints a ticket, and waits for its use where nothing else would.

use std::process::ExitCode;
use std::time::Duration;

use segue_clock::system as clock;
use segue_door::{Connection, Event, Failure, Invited, Person, Surface, ask};
use segue_link::{Events, Link, StopSignal};
use serde::Serialize;

use super::super::{Ended, link_closed};
use super::named;
use super::picture::picture;
use crate::arguments::InviteOptions;
use crate::readable::time;
use crate::say::{Say, complain, printable};
use crate::table::width;

/// For how many minutes an invite that is shown on a screen is valid.
const ON_SCREEN: u32 = 10;

/// What became of an invite, for programs.
#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
enum Outcome {
    Joined { person: Box<Person> },
    Expired,
    Revoked,
    LeftOpen,
}

/// Makes an invite, or takes one back.
pub async fn invite(link: &Link, say: &Say, options: InviteOptions) -> Ended {
    if let Some(id) = options.revoke {
        let view = link.call(ask::RevokeInvite { id }).await?;
        say.reply(&view, |view| {
            format!(
                "Invite {} was revoked. It can't be used any more.",
                printable(&view.id)
            )
        });
        return Ok(ExitCode::SUCCESS);
    }
    let mut stop = StopSignal::listen()?;
    let mut events = link.events();
    let minutes = options.minutes.or(options.qr.then_some(ON_SCREEN));
    let invited = link.call(ask::Invite { minutes }).await?;
    // Without a program that stays, the invite would lead nowhere once this command has ended.
    let stays = stays(link).await?;
    if stays && !options.wait {
        say.reply(&invited, |invited| text(invited, options.qr));
        return Ok(ExitCode::SUCCESS);
    }
    say.record(&invited, |invited| text(invited, options.qr));
    if !say.json() {
        complain(if stays {
            "\nWaiting for someone to use it. Ctrl+C stops waiting; the invite stays valid."
        } else {
            "\nWaiting for someone to use it. Ctrl+C revokes it."
        });
    }
    let outcome = tokio::select! {
        outcome = used(link, &mut events, &invited) => outcome?,
        () = stop.wait() => stopped(link, &invited).await?,
    };
    told(say, &outcome);
    Ok(match outcome {
        Outcome::Joined { .. } | Outcome::LeftOpen => ExitCode::SUCCESS,
        Outcome::Expired | Outcome::Revoked => ExitCode::FAILURE,
    })
}

/// Checks whether the node goes on running when this command ends.
async fn stays(link: &Link) -> Result<bool, Failure> {
    let status = link.call(ask::Status {}).await?;
    Ok(status.host.surface != Surface::Cli)
}

async fn used(link: &Link, events: &mut Events, invited: &Invited) -> Result<Outcome, Failure> {
    let left = invited.expires.duration_since(clock::now());
    let left = Duration::try_from(left).unwrap_or_default();
    let joined = async {
        loop {
            match events.next().await {
                Some(Event::PersonJoined { person, invite }) if invite == invited.id => {
                    return Ok(Outcome::Joined { person });
                }
                // The program that stayed has ended: from now on this one must be found.
                Some(Event::Connection(Connection::Hosting)) => {
                    link.call(ask::People { nearby: true }).await?;
                }
                Some(_) => {}
                None => return Err(link_closed()),
            }
        }
    };
    clock::timeout(left, joined)
        .await
        .unwrap_or(Ok(Outcome::Expired))
}

async fn stopped(link: &Link, invited: &Invited) -> Result<Outcome, Failure> {
    if stays(link).await? {
        return Ok(Outcome::LeftOpen);
    }
    let id = invited.id.clone();
    link.call(ask::RevokeInvite { id }).await?;
    Ok(Outcome::Revoked)
}

fn told(say: &Say, outcome: &Outcome) {
    say.record(outcome, |outcome| match outcome {
        Outcome::Joined { person } => format!(
            "{} joined and is verified.\nNot who you expected? Remove them: segue forget {}",
            named(person),
            person.short
        ),
        Outcome::Expired => "The invite expired. Nobody used it.".to_owned(),
        Outcome::Revoked => "The invite was revoked. It can't be used any more.".to_owned(),
        Outcome::LeftOpen => "The invite stays valid.".to_owned(),
    });
}

fn text(invited: &Invited, qr: bool) -> String {
    let until = time(&invited.expires.to_string());
    let mut lines = vec![
        format!(
            "Invite {}: works once, until {until}.",
            printable(&invited.id)
        ),
        String::new(),
        printable(&invited.ticket.0),
        String::new(),
    ];
    if qr {
        match picture(&invited.ticket.0) {
            Some(picture) if fits(&picture) => lines.extend([picture, String::new()]),
            _ => lines.extend([
                "(This terminal is too narrow for the QR code.)".to_owned(),
                String::new(),
            ]),
        }
    }
    lines.push(
        "They run segue join and paste it. Anyone who has it can use it, so send it only to"
            .to_owned(),
    );
    lines.push("the person you want to invite, over a channel you trust.".to_owned());
    lines.push(format!(
        "Revoke it: segue invite --revoke {}",
        printable(&invited.id)
    ));
    lines.join("\n")
}

fn fits(picture: &str) -> bool {
    let wide = picture
        .lines()
        .next()
        .map_or(0, |line| line.chars().count());
    // Where there is no terminal, whoever reads decides.
    wide <= width() || !std::io::IsTerminal::is_terminal(&std::io::stdout())
}
