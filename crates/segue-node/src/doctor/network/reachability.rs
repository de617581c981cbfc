//! What another computer tells of this one: whether it gets through to us, and we to it; its clock and
//! its version.

use std::net::SocketAddr;

use segue_door::{Act, Check, Outcome};
use segue_network::reachability_probe::{Back, ProbeError, Probed, Tried};
use segue_network::survey::Firewall;

use super::super::{act, check};
use super::describe;
use crate::doctor::wiring::PeerReport;

/// Clocks that differ by more, in milliseconds, make times wrong that people read.
const APART: u64 = 5 * 60 * 1000;

/// Lists the checks on everything that a person's device had to tell.
pub(super) fn checks(name: &str, told: &PeerReport, firewall: Firewall) -> Vec<Check> {
    let seen = told.seen.as_ref();
    [
        Some(inbound(name, seen, firewall)),
        seen.ok().and_then(|seen| outbound(name, &seen.there)),
        Some(version(name, &told.version, env!("CARGO_PKG_VERSION"))),
        Some(clock(name, seen)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Checks whether they get through to us, which only another computer can tell.
fn inbound(name: &str, seen: Result<&Probed, &ProbeError>, firewall: Firewall) -> Check {
    let told = |outcome, detail: String| check("inbound", "Reaching you", outcome, detail);
    let back = match seen {
        Ok(seen) => &seen.back,
        Err(why) => return unknown(told, name, why),
    };
    match back {
        Back::Tried(at, ports) => {
            let opened = ports.iter().find(|(_, how)| *how == Tried::Opened);
            let Some((port, how)) = opened.or_else(|| ports.first()) else {
                return nowhere(told, name);
            };
            let place = describe::place(&SocketAddr::new(*at, *port));
            let Some(why) = trouble(*how) else {
                let detail = format!("{name} gets through to this computer, at {place}.");
                return told(Outcome::Pass, detail);
            };
            let detail = format!("{name} can't get through to this computer at {place}: {why}.");
            let (place, words) = describe::let_in(firewall, *port);
            act(told(Outcome::Fail, detail), place, words)
        }
        Back::Later(seconds) => act(
            told(
                Outcome::Note,
                format!("{name} tried a moment ago, and does not do so all the time."),
            ),
            Act::RunAgain,
            format!("Measure again in {}", count(*seconds, "second")),
        ),
        Back::Nowhere => nowhere(told, name),
    }
}

fn nowhere(told: impl Fn(Outcome, String) -> Check, name: &str) -> Check {
    act(
        told(
            Outcome::Note,
            format!("It could not be checked: {name} has no local address of yours to try."),
        ),
        Act::RunAgain,
        "Look at “Listening” first",
    )
}

/// Checks whether we get through to them; `None` when they listen nowhere.
fn outbound(name: &str, tried: &[(SocketAddr, Tried)]) -> Option<Check> {
    let told = |outcome, detail: String| check("outbound", "Reaching them", outcome, detail);
    let opened = tried.iter().find(|(_, how)| *how == Tried::Opened);
    let (at, how) = opened.or_else(|| tried.first())?;
    let place = describe::place(at);
    let Some(why) = trouble(*how) else {
        let detail = format!("This computer gets through to {name}, at {place}.");
        return Some(told(Outcome::Pass, detail));
    };
    let detail = format!(
        "This computer can't get through to {name} at {place}: {why}. You are connected only because they connected to you, or by an older connection."
    );
    Some(act(
        told(Outcome::Fail, detail),
        Act::RunAgain,
        format!(
            "Ask them to let port {} (TCP and UDP) through in their firewall",
            at.port()
        ),
    ))
}

/// Says what went wrong with a connection; `None` when nothing did.
fn trouble(how: Tried) -> Option<&'static str> {
    match how {
        Tried::Opened => None,
        Tried::Refused => Some("the connection is refused"),
        Tried::Silent => Some("nothing comes back, as if a firewall swallowed it"),
        Tried::Failed => Some("something on the way says no"),
    }
}

/// Checks whether both run the same version.
fn version(name: &str, theirs: &str, ours: &str) -> Check {
    let told = |outcome, detail: String| check("version", "Their version", outcome, detail);
    if theirs == ours {
        let detail = format!("{name} runs Segue {ours}, as you do.");
        return told(Outcome::Pass, detail);
    }
    let detail = if theirs.is_empty() {
        format!("{name} does not say which version of Segue they run. You run {ours}.")
    } else {
        format!(
            "{name} runs Segue {theirs} and you run {ours}. One of you may lack what the other has."
        )
    };
    act(
        told(Outcome::Note, detail),
        Act::RunAgain,
        "If something does not work between you, use the same version on both computers",
    )
}

/// Checks whether both clocks agree.
fn clock(name: &str, seen: Result<&Probed, &ProbeError>) -> Check {
    let told = |outcome, detail: String| check("clock", "Clocks", outcome, detail);
    let ahead = match seen {
        Ok(seen) => seen.ahead,
        Err(why) => return unknown(told, name, why),
    };
    let apart = ahead.unsigned_abs();
    if apart <= APART {
        let detail = format!("Yours and that of {name} differ by {}.", span(apart));
        return told(Outcome::Pass, detail);
    }
    let way = if ahead > 0 { "ahead of" } else { "behind" };
    act(
        told(
            Outcome::Warn,
            format!(
                "The clock of {name} is {} {way} yours. On one of the two computers, times such as “seen 5 minutes ago” are wrong, and invitations end too early or too late.",
                span(apart)
            ),
        ),
        Act::RunAgain,
        "Let both computers set date and time by themselves, in the settings of the system",
    )
}

/// Reports that something could not be checked, and why.
fn unknown(told: impl Fn(Outcome, String) -> Check, name: &str, why: &ProbeError) -> Check {
    let (why, place, words) = match why {
        ProbeError::NotVerified => (
            format!("only people you verified are asked, and {name} is not"),
            Act::Pair,
            "Verify them by comparing words",
        ),
        ProbeError::Stranger => (
            format!("{name} has not verified you"),
            Act::OpenPeople,
            "Ask them whether they said that the words match",
        ),
        ProbeError::NotKnown => (
            format!("the Segue of {name} does not know this question"),
            Act::RunAgain,
            "Ask them to update Segue",
        ),
        ProbeError::Connect(_) | ProbeError::Lost => (
            format!("no answer came from {name}"),
            Act::RunAgain,
            "Measure again in a moment",
        ),
    };
    let detail = format!("It could not be checked: {why}.");
    act(told(Outcome::Note, detail), place, words)
}

/// Formats a time in the largest unit that is precise enough.
fn span(millis: u64) -> String {
    const UNITS: [(u64, u64, &str); 4] = [
        (1000, 120, "second"),
        (60_000, 120, "minute"),
        (3_600_000, 48, "hour"),
        (86_400_000, 3650, "day"),
    ];
    if millis < 1000 {
        return "less than a second".to_owned();
    }
    let fits = |(unit, most, _): &&(u64, u64, &str)| millis / unit < *most;
    match UNITS.iter().find(fits) {
        Some((unit, _, word)) => count(millis / unit, word),
        None => "more than ten years".to_owned(),
    }
}

fn count(number: u64, word: &str) -> String {
    match number {
        1 => format!("1 {word}"),
        number => format!("{number} {word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_people_sized() {
        for (millis, words) in [
            (0, "less than a second"),
            (1000, "1 second"),
            (119_999, "119 seconds"),
            (120_000, "2 minutes"),
            (APART, "5 minutes"),
            (7_200_000, "2 hours"),
            (172_800_000, "2 days"),
            (u64::MAX, "more than ten years"),
        ] {
            assert_eq!(span(millis), words);
        }
    }
}
