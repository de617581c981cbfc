//! Whether packets to everybody nearby are sent, and heard back.

use std::io::ErrorKind;

use segue_door::{Act, Check, Outcome};
use segue_network::survey::{EchoError, Family};

use super::super::{act, check};
use super::{NetworkFacts, Signal, describe};

/// Checks multicast over IPv4, which everybody has.
pub(super) fn v4(facts: &NetworkFacts) -> Check {
    const ID: &str = "multicast_v4";
    const TITLE: &str = "Multicast (IPv4)";
    let heard = of(facts, Family::V4);
    if heard.is_empty() {
        return act(
            check(
                ID,
                TITLE,
                Outcome::Fail,
                "There is no network that it could be sent on.",
            ),
            Act::RunAgain,
            "Connect to the network that the others use",
        );
    }
    judge(ID, TITLE, Outcome::Fail, &heard, facts)
}

/// Checks multicast over IPv6, which is not needed as long as IPv4 works; `None` when there is no
/// IPv6.
pub(super) fn v6(facts: &NetworkFacts) -> Option<Check> {
    let heard = of(facts, Family::V6);
    let any = !heard.is_empty();
    any.then(|| {
        judge(
            "multicast_v6",
            "Multicast (IPv6)",
            Outcome::Warn,
            &heard,
            facts,
        )
    })
}

fn of(facts: &NetworkFacts, family: Family) -> Vec<&Signal> {
    let all = facts.heard.iter();
    all.filter(|heard| heard.family == family).collect()
}

fn judge(id: &str, title: &str, worst: Outcome, heard: &[&Signal], facts: &NetworkFacts) -> Check {
    let back = |one: &&&Signal| one.result.as_ref().is_ok_and(|echo| echo.back.is_some());
    let names = |some: Vec<&&Signal>| {
        let names = some.into_iter().map(|one| one.interface.clone());
        describe::list(&names.collect::<Vec<_>>())
    };
    let (good, bad): (Vec<_>, Vec<_>) = heard.iter().partition(back);
    let others = heard.iter().any(|one| one.others());
    let tail = if others {
        "Other computers were heard too."
    } else {
        "No other computer was heard meanwhile."
    };
    let Some(first) = bad.first() else {
        let detail = format!("Sent and heard back on {}. {tail}", names(good));
        return check(id, title, Outcome::Pass, detail);
    };
    let why = trouble(first);
    let (outcome, detail) = if good.is_empty() {
        (
            worst,
            format!("Not heard back on {}: {why}. {tail}", names(bad)),
        )
    } else {
        (
            Outcome::Warn,
            format!(
                "Heard back on {}, but not on {}: {why}. {tail}",
                names(good),
                names(bad)
            ),
        )
    };
    let (place, words) = describe::let_multicast(facts.firewall);
    act(check(id, title, outcome, detail), place, words)
}

fn trouble(heard: &Signal) -> String {
    match &heard.result {
        Ok(_) => "it was sent, and something on this computer keeps it from being heard".to_owned(),
        Err(EchoError::Send(error)) if error.kind() == ErrorKind::PermissionDenied => {
            "a firewall or VPN on this computer forbids sending it".to_owned()
        }
        Err(error) => error.to_string(),
    }
}

impl Signal {
    /// Checks whether another computer was heard.
    pub(super) fn others(&self) -> bool {
        self.result.as_ref().is_ok_and(|echo| echo.others > 0)
    }
}
