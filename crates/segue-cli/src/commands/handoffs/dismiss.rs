//! `segue dismiss`. For ten seconds nobody hears of it; a command that hosts the node itself stays
//! until they are over and it was told.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jiff::Timestamp;
use segue_clock::system as clock;
use segue_door::{Connection, Event, Failure, Handoff, ask};
use segue_link::{Events, Link, StopSignal};

use super::super::Ended;
use super::{delivery, id, name, title};
use crate::arguments::DismissOptions;
use crate::say::{Say, complain};

/// No dismissal can be taken back silently for longer, whatever a clock says.
const LONGEST: u64 = 30;

/// Dismisses a handoff.
pub async fn dismiss(link: &Link, say: &Say, options: DismissOptions) -> Ended {
    let mut events = link.events();
    let request = ask::DismissHandoff {
        handoff: options.handoff,
        reason: options.reason,
    };
    let handoff = link.call(request).await?;
    let left = left(&handoff, clock::now());
    say.reply(&handoff, |handoff| text(handoff, left));
    if link.connection() != Connection::Hosting {
        return Ok(ExitCode::SUCCESS);
    }
    if wait(&mut events, say, &handoff, left).await? {
        delivery::told(link, &handoff.id, delivery::PATIENCE).await;
    } else if !say.json() {
        let name = name(&handoff);
        complain(&format!(
            "You stopped waiting. {name} will be told the next time Segue runs."
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the seconds until the sender hears of the dismissal; one that has begun counts.
fn left(handoff: &Handoff, now: Timestamp) -> u64 {
    let until = handoff.undo_until.as_deref();
    let until = until.and_then(|until| until.parse::<Timestamp>().ok());
    let left = until.map_or(0, |until| until.duration_since(now).as_millis());
    // A second that has begun counts.
    let seconds = u64::try_from(left).unwrap_or(0).div_ceil(1000);
    seconds.min(LONGEST)
}

/// Waits until the time is over, or it was brought back elsewhere; `false` when the person stops.
async fn wait(
    events: &mut Events,
    say: &Say,
    handoff: &Handoff,
    left: u64,
) -> Result<bool, Failure> {
    let mut stop = StopSignal::listen()?;
    let bar = countdown(!say.json() && std::io::stderr().is_terminal());
    let name = name(handoff);
    let mut over = true;
    for seconds in (1..=left).rev() {
        bar.set_message(format!(
            "{name} will be told in {seconds} s; Ctrl+C puts that off until Segue runs again"
        ));
        bar.tick();
        let brought_back = async {
            loop {
                match events.next().await {
                    Some(Event::HandoffChanged(now))
                        if now.id == handoff.id && now.undo_until.is_none() =>
                    {
                        return;
                    }
                    Some(_) => {}
                    None => std::future::pending().await,
                }
            }
        };
        tokio::select! {
            () = clock::sleep(Duration::from_secs(1)) => {}
            () = brought_back => break,
            () = stop.wait() => {
                over = false;
                break;
            }
        }
    }
    bar.finish_and_clear();
    Ok(over)
}

fn countdown(shown: bool) -> ProgressBar {
    let target = match shown {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(None, target);
    match ProgressStyle::with_template("{msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn text(handoff: &Handoff, left: u64) -> String {
    let (name, title, id) = (name(handoff), title(handoff), id(handoff));
    let hears = match left {
        0 => format!("{name} will be told."),
        _ => format!("{name} will be told in {left} s."),
    };
    format!("Dismissed: {title}\n{hears} Undo: segue undo {id}")
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn the_time_that_is_left() {
        let now: Timestamp = "2026-01-31T12:00:00Z".parse().unwrap();
        let mut one = samples::received();
        for (until, expected) in [
            (Some("2026-01-31T12:00:10Z"), 10),
            (Some("2026-01-31T12:00:09.200Z"), 10),
            (Some("2026-01-31T11:00:00Z"), 0),
            (Some("2036-01-31T11:00:00Z"), LONGEST),
            (Some("soon"), 0),
            (None, 0),
        ] {
            one.undo_until = until.map(str::to_owned);
            assert_eq!(left(&one, now), expected, "{until:?}");
        }
        insta::assert_snapshot!(text(&one, 10), @r"
        Dismissed: Fix the login form
        Sam will be told in 10 s. Undo: segue undo 1a2b3c4d
        ");
    }
}
