//! What a transfer is to reach, and whether it did.
//!
//! | link | file | at least |
//! |---|---|---|
//! | 1 Gbit/s | large export | 3 times sooner than raw TCP moves its bytes |
//! | 1 Gbit/s | large random | 95% of raw TCP |
//! | unshaped | large random | 25% of raw TCP, 80% of a bare libp2p stream |
//! | unshaped | each | faster than each peer |

use super::files::Kind;
use super::hosts::Link;
use super::mover::{Mover, Transport};
use super::table::{Row, seconds};

/// The way Segue goes when nobody chooses.
const OURS: Mover = Mover::Segue(Transport::Tcp);

/// A speed to reach in comparison with another program.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Goal {
    /// The program to compare with.
    other: Mover,
    /// How many times as fast we are at least.
    least: f64,
}

fn goals(link: Link, kind: Kind, large: bool, peers: bool) -> Vec<Goal> {
    let goal = |other, least| Goal { other, least };
    let mut goals = match (link, kind, large) {
        (Link::Gigabit, Kind::Export, true) => vec![goal(Mover::Raw, 3.0)],
        (Link::Gigabit, Kind::Random, true) => vec![goal(Mover::Raw, 0.95)],
        (Link::Plain, Kind::Random, true) => vec![
            goal(Mover::Raw, 0.25),
            goal(Mover::Bare(Transport::Tcp), 0.8),
        ],
        _ => Vec::new(),
    };
    if link == Link::Plain && peers {
        goals.extend([goal(Mover::Sendme, 1.0), goal(Mover::Wormhole, 1.0)]);
    }
    goals
}

/// Prints every goal that is about this file on this link.
pub fn print(link: Link, kind: Kind, large: bool, peers: bool, rows: &[Row]) {
    for goal in goals(link, kind, large, peers) {
        println!("  {}", judge(goal, rows));
    }
}

fn judge(goal: Goal, rows: &[Row]) -> String {
    let other = goal.other.name();
    let what = format!(
        "goal: segue at least {:.2} x as fast as {other}",
        goal.least
    );
    match (seconds(rows, OURS), seconds(rows, goal.other)) {
        (Some(ours), Some(theirs)) => {
            let times = theirs / ours;
            let verdict = if times >= goal.least {
                "met"
            } else {
                "NOT MET"
            };
            format!("{what:<72} {times:>7.2} x {verdict}")
        }
        (None, _) => format!("{what:<72} NOT MET (segue was not compared)"),
        (_, None) => format!("{what:<72} NOT MET ({other} was not compared)"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::once::Once;
    use super::*;

    fn row(mover: Mover, millis: u64) -> Row {
        let once = Once {
            wall: Duration::from_millis(millis),
            ..Once::default()
        };
        Row {
            mover,
            rounds: Ok(vec![once]),
        }
    }

    #[test]
    fn three_times_sooner_is_a_third_of_the_time() {
        let goal = goals(Link::Gigabit, Kind::Export, true, true)[0];
        let met = judge(goal, &[row(OURS, 500), row(Mover::Raw, 1501)]);
        assert!(met.ends_with("3.00 x met"), "{met}");
        let not = judge(goal, &[row(OURS, 500), row(Mover::Raw, 1490)]);
        assert!(not.ends_with("NOT MET"), "{not}");
    }

    #[test]
    fn whoever_was_not_compared_was_not_beaten() {
        let goals = goals(Link::Plain, Kind::Export, false, true);
        assert_eq!(goals.len(), 2);
        let failed = Row {
            mover: Mover::Sendme,
            rounds: Err("no".to_owned()),
        };
        let judged = judge(goals[0], &[row(OURS, 5), failed]);
        assert!(judged.contains("NOT MET (sendme"), "{judged}");
        let judged = judge(goals[0], &[row(Mover::Sendme, 5)]);
        assert!(judged.contains("NOT MET (segue"), "{judged}");
    }
}
