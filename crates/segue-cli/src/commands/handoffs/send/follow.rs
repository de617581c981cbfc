//! Following what was sent until it is there, failed, or clearly waits.

use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use segue_clock::system as clock;
use segue_door::{Connection, Event, Failure, Handoff, ask};
use segue_link::{Events, Link, StopSignal};

use super::super::name;
use crate::readable::size;
use crate::say::printable;

/// How long to wait for someone who is not here.
const ABSENT: Duration = Duration::from_secs(5);
/// How long to wait while nothing happens.
const STILL: Duration = Duration::from_secs(60);
/// Work that is done within this time needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a handoff's state means to its sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It waits in the outbox, or is on its way.
    NotThere,
    /// It was delivered.
    There,
    /// It will not arrive.
    Failed,
    /// One side has to verify the other first.
    NeedsTrust,
}

/// Tells what the state of a handoff means to its sender.
pub fn verdict(handoff: &Handoff) -> Verdict {
    match handoff.state.as_str() {
        "submitted" => Verdict::NotThere,
        "failed" | "canceled" => Verdict::Failed,
        "auth-required" => Verdict::NeedsTrust,
        _ => Verdict::There,
    }
}

/// Checks whether there is no point in waiting any longer.
fn is_settled(handoff: &Handoff, since: Duration, still: Duration) -> bool {
    if verdict(handoff) != Verdict::NotThere {
        return true;
    }
    let absent = handoff.waits.is_some() && !handoff.person.here;
    (absent && since >= ABSENT) || still >= STILL
}

/// Follows handoffs until nothing more is to be expected. Returns their last state, and whether the
/// person stopped waiting.
pub async fn follow(
    link: &Link,
    quiet: bool,
    mut events: Events,
    mut handoffs: Vec<Handoff>,
) -> Result<(Vec<Handoff>, bool), Failure> {
    let mut stop = StopSignal::listen()?;
    let since = clock::monotonic();
    let mut moved = since;
    let mut bars = Bars::new(quiet, handoffs.len(), since);
    let mut stopped = false;
    // What happened between the reply and now.
    refresh(link, &mut handoffs).await;
    while !handoffs
        .iter()
        .all(|one| is_settled(one, clock::since(since), clock::since(moved)))
    {
        bars.show(&handoffs);
        tokio::select! {
            event = events.next() => match event {
                None => break,
                Some(Event::Missed { .. } | Event::Connection(Connection::Hosting | Connection::Attached)) => {
                    refresh(link, &mut handoffs).await;
                }
                Some(event) => if heard(&mut handoffs, event) {
                    moved = clock::monotonic();
                },
            },
            () = stop.wait() => {
                stopped = true;
                break;
            }
            () = clock::sleep_until(next_look(since, moved)) => {}
        }
    }
    bars.done();
    Ok((handoffs, stopped))
}

/// Returns when the next of the times is over that decide whether a bar is shown, and whether
/// someone who is not here or does nothing is waited for.
fn next_look(since: Instant, moved: Instant) -> Instant {
    let now = clock::monotonic();
    let times = [since + PATIENCE, since + ABSENT];
    let ahead = times.into_iter().filter(|at| *at > now);
    ahead.fold(moved + STILL, Instant::min)
}

/// Takes in an event, and returns whether it was about one of the handoffs.
fn heard(handoffs: &mut [Handoff], event: Event) -> bool {
    let (device, here) = match event {
        Event::HandoffChanged(now) | Event::HandoffArrived(now) => {
            let known = handoffs.iter_mut().find(|one| one.id == now.id);
            return known.map(|one| *one = *now).is_some();
        }
        Event::PersonNearby(device) => (device.device_id, true),
        Event::PersonGone { device_id, .. } => (device_id, false),
        _ => return false,
    };
    let mut theirs = false;
    for one in handoffs.iter_mut() {
        if one.person.device_id == device {
            theirs |= one.person.here != here;
            one.person.here = here;
        }
    }
    theirs
}

/// Asks for the state of all handoffs; one that can't be had stays as it was.
async fn refresh(link: &Link, handoffs: &mut [Handoff]) {
    if let Ok(list) = link.call(ask::Outbox { all: true }).await {
        for now in list.handoffs {
            if let Some(one) = handoffs.iter_mut().find(|one| one.id == now.id) {
                *one = now;
            }
        }
    }
}

/// A line for each recipient, which appears after a second.
struct Bars {
    all: MultiProgress,
    each: Vec<ProgressBar>,
    since: Instant,
    shown: bool,
}

impl Bars {
    fn new(quiet: bool, count: usize, since: Instant) -> Self {
        let all = MultiProgress::with_draw_target(ProgressDrawTarget::hidden());
        let each = (0..count).map(|_| all.add(ProgressBar::new(0))).collect();
        Self {
            all,
            each,
            since,
            shown: quiet || ProgressDrawTarget::stderr().is_hidden(),
        }
    }

    fn show(&mut self, handoffs: &[Handoff]) {
        if !self.shown && clock::since(self.since) >= PATIENCE {
            self.shown = true;
            self.all.set_draw_target(ProgressDrawTarget::stderr());
        }
        for (bar, one) in self.each.iter().zip(handoffs) {
            let so_far = one.progress.filter(|so_far| so_far.total > 0);
            let template = match so_far {
                Some(_) => "{msg} [{bar:30}] {percent}%",
                None => "{msg} {spinner}",
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style.progress_chars("=> "));
            }
            if let Some(so_far) = so_far {
                bar.set_length(so_far.total);
                bar.set_position(so_far.done);
            }
            bar.set_message(stage(one));
            bar.tick();
        }
    }

    fn done(&self) {
        for bar in &self.each {
            bar.finish_and_clear();
        }
    }
}

/// Describes how far a handoff has got.
fn stage(handoff: &Handoff) -> String {
    let name = name(handoff);
    if verdict(handoff) != Verdict::NotThere {
        return format!("{name}: {}", printable(&handoff.says));
    }
    match (handoff.progress, &handoff.waits) {
        (Some(so_far), _) => format!(
            "{name}: sending {} of {}",
            size(so_far.done),
            size(so_far.total)
        ),
        (None, Some(why)) => format!("{name}: {}", printable(why)),
        (None, None) if handoff.receipt == "offered" => format!("{name}: preparing"),
        (None, None) => format!("{name}: connecting"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples;
    use super::*;

    #[test]
    fn what_is_settled() {
        let now = Duration::ZERO;
        let mut one = samples::sent();
        assert!(!is_settled(&one, ABSENT, now), "it is on its way");
        one.waits = Some("Sam is not here.".to_owned());
        one.person.here = false;
        assert!(!is_settled(&one, now, now), "they may appear at once");
        assert!(is_settled(&one, ABSENT, now));
        one.person.here = true;
        assert!(!is_settled(&one, ABSENT, now));
        assert!(is_settled(&one, STILL, STILL), "nothing happens at all");
        for (state, expected) in [
            ("working", Verdict::There),
            ("completed", Verdict::There),
            ("failed", Verdict::Failed),
            ("auth-required", Verdict::NeedsTrust),
        ] {
            one.state = state.to_owned();
            assert!(is_settled(&one, now, now));
            assert_eq!(verdict(&one), expected);
        }
    }

    #[test]
    fn what_is_heard_is_taken_in() {
        let mut all = vec![samples::sent()];
        let mut now = samples::sent();
        now.state = "working".to_owned();
        assert!(heard(
            &mut all,
            Event::HandoffChanged(Box::new(now.clone()))
        ));
        assert_eq!(all[0].state, "working");
        now.id = "another".to_owned();
        assert!(!heard(&mut all, Event::HandoffChanged(Box::new(now))));
        let device_id = all[0].person.device_id.clone();
        let gone = Event::PersonGone {
            device_id,
            goodbye: true,
        };
        assert!(heard(&mut all, gone));
        assert!(!all[0].person.here);
    }

    #[test]
    fn every_stage_has_words() {
        let mut one = samples::sent();
        assert_eq!(stage(&one), "Sam: connecting");
        one.receipt = "offered".to_owned();
        assert_eq!(stage(&one), "Sam: preparing");
        one.progress = Some(segue_door::HandoffProgress {
            done: 1_200_000,
            total: 3_400_000,
        });
        assert_eq!(stage(&one), "Sam: sending 1.2 MB of 3.4 MB");
        one.state = "working".to_owned();
        one.says = "Sam has it.".to_owned();
        assert_eq!(stage(&one), "Sam: Sam has it.");
    }
}
