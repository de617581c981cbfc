//! The others: how many are there, and whether one of them answers.

use std::time::Duration;

use segue_door::{Act, Check, Outcome};

use super::super::{act, check};
use super::{NetworkFacts, Signal};
use crate::doctor::wiring::{Discovery, PersonAnswer, PersonOutcome, Wiring};

/// Tells how many people are nearby, and how many are known.
pub(super) fn people(wiring: &Wiring, facts: &NetworkFacts) -> Check {
    const ID: &str = "people";
    const TITLE: &str = "People";
    let known = match wiring.verified {
        0 => "You have verified nobody yet.".to_owned(),
        1 => "You have verified 1 person.".to_owned(),
        count => format!("You have verified {count} people."),
    };
    let nearby = match wiring.nearby {
        0 => {
            return act(
                check(ID, TITLE, Outcome::Note, nobody(wiring, facts, &known)),
                Act::UseInvitation,
                INVITE,
            );
        }
        1 => "1 person is nearby.".to_owned(),
        count => format!("{count} people are nearby."),
    };
    let found = check(ID, TITLE, Outcome::Pass, format!("{nearby} {known}"));
    if wiring.verified > 0 {
        return found;
    }
    let found = Check {
        outcome: Outcome::Note,
        ..found
    };
    act(
        found,
        Act::OpenPeople,
        "Verify a person by comparing words with them before you share anything",
    )
}

const INVITE: &str = "Use an invitation: it works even where people can't see each other";

fn nobody(wiring: &Wiring, facts: &NetworkFacts, known: &str) -> String {
    if wiring.discovery != Discovery::On {
        return format!("Nobody is looked for. {known}");
    }
    let why = if facts.heard.iter().any(Signal::others) {
        "Other computers are on this network, but none of them answers as Segue does."
    } else {
        "No answer to multicast: nobody else may be here, or the network keeps its members apart, \
         as guest Wi-Fi does."
    };
    format!("{why} {known}")
}

/// Checks whether the person who was named answers.
pub(super) fn person(answer: &PersonAnswer, discovery: &Discovery) -> Check {
    let name = &answer.name;
    match &answer.outcome {
        PersonOutcome::Answered {
            round_trip,
            verified: true,
        } => told(
            Outcome::Pass,
            format!("{name} answered in {}.", span(*round_trip)),
        ),
        PersonOutcome::Answered {
            round_trip,
            verified: false,
        } => act(
            told(
                Outcome::Note,
                format!(
                    "{name} answered in {}, and is not verified.",
                    span(*round_trip)
                ),
            ),
            Act::Pair,
            "Verify them by comparing words before you share anything",
        ),
        PersonOutcome::Silent => act(
            told(
                Outcome::Fail,
                format!("{name} is nearby, but did not answer in time."),
            ),
            Act::ConnectByAddress,
            "Ask them to let Segue through their firewall, and try by address",
        ),
        PersonOutcome::NotSeen => act(
            told(
                Outcome::Fail,
                match discovery {
                    Discovery::On => format!(
                        "{name} is known, but not seen at the moment. No answer to multicast came from them, and none from where they were."
                    ),
                    _ => format!(
                        "{name} is known, but not seen at the moment. Nobody is looked for, and no answer came from where they were."
                    ),
                },
            ),
            Act::UseInvitation,
            "Ask whether Segue runs there and is on the same network, or send them an invitation",
        ),
        PersonOutcome::WrongKey => act(
            told(
                Outcome::Fail,
                format!("Another device answers where {name} was. Nothing is sent to it."),
            ),
            Act::OpenPeople,
            "Ask them, by another way, whether they set Segue up anew; if so, forget and pair again",
        ),
        PersonOutcome::Blocked => act(
            told(
                Outcome::Fail,
                format!("You blocked {name}, so they are not asked."),
            ),
            Act::OpenPeople,
            "Take the block back if you want to reach them: segue unblock",
        ),
        PersonOutcome::Unclear(why) => act(
            told(Outcome::Fail, why.clone()),
            Act::OpenPeople,
            "Look up the name or the letters of the id: segue people --nearby",
        ),
        PersonOutcome::Failed(why) => act(
            told(Outcome::Fail, format!("{name} can't be asked: {why}.")),
            Act::UseInvitation,
            "Try again in a moment, or send them an invitation",
        ),
    }
}

/// Reports that a person was named but there is no network to ask them by.
pub(crate) fn nobody_can_be_asked() -> Check {
    act(
        told(
            Outcome::Fail,
            "Nobody can be asked, because the network is off.",
        ),
        Act::RunAgain,
        "Look at “Other people” first",
    )
}

fn told(outcome: Outcome, detail: impl Into<String>) -> Check {
    check("person", "The person you named", outcome, detail)
}

/// Formats a time as whole milliseconds, or as seconds with one decimal.
fn span(time: Duration) -> String {
    match time.as_millis() {
        0 => "less than 1 ms".to_owned(),
        millis @ 1..=999 => format!("{millis} ms"),
        millis => format!("{}.{} s", millis / 1000, millis / 100 % 10),
    }
}
