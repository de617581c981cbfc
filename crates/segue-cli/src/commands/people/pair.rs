//! `segue pair`: shows the code, takes the person's word, says what became of it.
//!
//! ```text
//!  PERSON ──▶ Pair ──▶ code ──┬── terminal: y / n / d, or the code of the other screen
//!  (none) ──▶ who asks? ──────┘   elsewhere: the word comes from another process
//!                             ▼
//!                   events until paired, ended or two minutes are over
//! ```

use std::process::ExitCode;
use std::time::{Duration, Instant};

use segue_clock::system as clock;
use segue_door::{
    Connection, Event, Failure, PairingOver, PairingStage, PairingView, PeopleList, PersonStanding,
    ask,
};
use segue_link::{Events, Link, StopSignal};

use super::super::{Ended, link_closed};
use super::prompt::{Lines, ask};
use super::{titled, warned};
use crate::arguments::PairOptions;
use crate::say::{Say, complain, printable};
use crate::waiting;

/// How long to wait for the other side.
const PATIENCE: Duration = Duration::from_secs(120);

/// What comparing codes needs.
struct Table<'a> {
    link: &'a Link,
    say: &'a Say,
    events: Events,
    lines: Lines,
    stop: StopSignal,
    until: Instant,
}

/// Pairs with someone, or shows who asks.
pub async fn pair(link: &Link, say: &Say, options: PairOptions) -> Ended {
    let mut table = Table {
        link,
        say,
        events: link.events(),
        lines: Lines::of_terminal(say.json()),
        stop: StopSignal::listen()?,
        until: clock::monotonic() + PATIENCE,
    };
    let Some(person) = options.person else {
        return table.requests().await;
    };
    if options.differ || options.ignore {
        return table.end(person, options.differ).await;
    }
    let view = match options.confirm {
        Some(code) => {
            let request = ask::ConfirmPairing { person, code };
            let view = link.call(request).await?;
            say.record(&view, |view| {
                format!("You confirmed the code for {}.", printable(&view.name))
            });
            view
        }
        None => {
            let request = ask::Pair { person };
            let view = waiting::ask(link, say.json(), "Asking", "", request).await?;
            say.record(&view, shown);
            view
        }
    };
    let last = table.follow(view).await?;
    Ok(table.outcome(&last))
}

impl Table<'_> {
    /// Follows a pairing until it is over, or nobody waits for it any more.
    async fn follow(&mut self, mut view: PairingView) -> Result<PairingView, Failure> {
        // A yes counts only once the code was there to see, and there is time to compare.
        self.lines.forget();
        self.until = clock::monotonic() + PATIENCE;
        self.prompt(&view);
        loop {
            tokio::select! {
                event = self.events.next() => match event {
                    Some(Event::PairingChanged(now)) if now.id == view.id => {
                        self.said(&view, &now);
                        view = now;
                    }
                    Some(Event::Missed { .. }) => view = self.look(view).await?,
                    Some(_) => {}
                    None => return Err(link_closed()),
                },
                typed = self.lines.next() => match self.word(&view, &typed).await {
                    Ok(now) => {
                        self.said(&view, &now);
                        view = now;
                    }
                    // A slip: say it, and ask again.
                    Err(failure) => {
                        self.say.failure(&failure);
                        self.prompt(&view);
                    }
                },
                () = self.stop.wait() => {
                    // Our own request is taken back. A node that this command hosts ends with it, and
                    // theirs with the node.
                    if view.ours || self.link.connection() == Connection::Hosting {
                        self.leave(&view).await.ok();
                    }
                    return Err(waiting::stopped());
                }
                () = clock::sleep_until(self.until) => {
                    if we_match(&view) == Some(false) {
                        return self.leave(&view).await.map(|view| late(view, "You didn't answer in time."));
                    }
                    return Ok(late(view, "They didn't confirm in time. If they do, you'll be verified when you're next connected."));
                }
            }
            if !matches!(view.stage, PairingStage::Comparing { .. }) {
                return Ok(view);
            }
        }
    }

    /// Acts on what the person typed: an answer to whether the codes match, the code itself, or
    /// nothing in order to leave.
    async fn word(&self, view: &PairingView, typed: &str) -> Result<PairingView, Failure> {
        let pairing = view.id.clone();
        let decide = |matches| ask::DecidePairing {
            pairing: pairing.clone(),
            matches,
        };
        match typed.trim().to_lowercase().as_str() {
            "y" | "yes" => self.link.call(decide(true)).await,
            "n" | "no" | "d" | "differ" => self.link.call(decide(false)).await,
            "" => self.link.call(ask::LeavePairing { pairing }).await,
            code => {
                let request = ask::ConfirmPairing {
                    person: pairing,
                    code: code.to_owned(),
                };
                self.link.call(request).await
            }
        }
    }

    fn prompt(&self, view: &PairingView) {
        if self.lines.are_there() && we_match(view) == Some(false) {
            ask(
                "Do both screens show the same words? y: yes, n: no, Enter: not now, or type \
                 their code: ",
            );
        } else if !self.say.json() && we_match(view) == Some(false) {
            complain(&format!(
                "Confirm it from another terminal: segue pair {} --confirm CODE",
                view.short
            ));
        } else if !self.say.json() && we_match(view) == Some(true) {
            complain(&format!(
                "Waiting for {} to confirm.",
                printable(&view.name)
            ));
        }
    }

    /// Prints what is new.
    fn said(&self, before: &PairingView, now: &PairingView) {
        if self.say.json() {
            return;
        }
        let (Some(we), Some(we_do)) = (we_match(before), we_match(now)) else {
            return;
        };
        if !we && we_do && !they_match(now) {
            complain(&format!("Waiting for {} to confirm.", printable(&now.name)));
        }
        if !they_match(before) && they_match(now) && !we_do {
            complain(&format!(
                "{} confirmed that the words match.",
                printable(&now.name)
            ));
            self.prompt(now);
        }
    }

    /// Looks up the state of a pairing after events were missed.
    async fn look(&self, view: PairingView) -> Result<PairingView, Failure> {
        let all = everyone(self.link, false).await?;
        if let Some(now) = all.requests.into_iter().find(|one| one.id == view.id) {
            return Ok(now);
        }
        let mut people = all
            .people
            .iter()
            .filter(|one| one.device_id == view.device_id);
        let paired = people.any(|one| one.standing == PersonStanding::Verified);
        Ok(if paired {
            PairingView {
                stage: PairingStage::Paired,
                ..view
            }
        } else {
            ended(
                view,
                PairingOver::Lost,
                "It ended. segue people shows the result.",
            )
        })
    }

    async fn leave(&self, view: &PairingView) -> Result<PairingView, Failure> {
        let pairing = view.id.clone();
        self.link.call(ask::LeavePairing { pairing }).await
    }

    /// Reports that the codes differ, or leaves the request alone.
    async fn end(&self, person: String, differ: bool) -> Ended {
        let pairing = person;
        let view = if differ {
            let matches = false;
            let request = ask::DecidePairing { pairing, matches };
            self.link.call(request).await?
        } else {
            self.link.call(ask::LeavePairing { pairing }).await?
        };
        self.say.record(&view, |view| {
            let name = printable(&view.name);
            if differ {
                format!(
                    "Not paired with {name}: the words don't match. Someone may be intercepting the \
                     connection. Try again on another network, or use an invite: segue invite"
                )
            } else {
                format!("Not paired with {name}. They have to wait before they can ask again.")
            }
        });
        // To leave a request alone is done; that the codes differ is a person's no.
        Ok(if differ {
            code(&view)
        } else {
            ExitCode::SUCCESS
        })
    }

    /// Prints the outcome, and returns the exit code.
    fn outcome(&self, view: &PairingView) -> ExitCode {
        self.say.record(view, result);
        code(view)
    }

    /// Shows who asks; if nothing else runs the node, waits for somebody to ask.
    async fn requests(&mut self) -> Ended {
        if self.link.connection() != Connection::Hosting {
            let all = everyone(self.link, false).await?;
            self.say.reply(&all.requests, |requests| list(requests));
            return Ok(ExitCode::SUCCESS);
        }
        if !self.say.json() {
            complain("Waiting 2 minutes for someone to ask. Ctrl+C stops.");
        }
        // This starts the network; whoever asks meanwhile is heard of by an event.
        let starting = everyone(self.link, true);
        tokio::pin!(starting);
        let mut started = false;
        let mut last: Option<PairingView> = None;
        loop {
            let view = tokio::select! {
                all = &mut starting, if !started => {
                    started = true;
                    match all?.requests.into_iter().next() {
                        Some(view) => view,
                        None => continue,
                    }
                }
                event = self.events.next() => match event {
                    Some(Event::PairingChanged(view)) => view,
                    Some(_) => continue,
                    None => return Err(link_closed()),
                },
                () = self.stop.wait() => return Err(waiting::stopped()),
                () = clock::sleep_until(self.until) => {
                    if let Some(last) = last {
                        return Ok(code(&last));
                    }
                    return Err(Failure::new(
                        segue_door::Code::NotFound,
                        "No one asked to pair within 2 minutes.",
                    )
                    .hint("They run segue pair with your name, or with an address from segue status."));
                }
            };
            if !matches!(view.stage, PairingStage::Comparing { .. }) {
                continue;
            }
            self.say.record(&view, shown);
            let ended = self.follow(view).await?;
            if ended.stage == PairingStage::Paired {
                return Ok(self.outcome(&ended));
            }
            self.say.record(&ended, result);
            last = Some(ended);
            self.until = clock::monotonic() + PATIENCE;
        }
    }
}

/// Returns the exit code for a pairing in this state.
fn code(view: &PairingView) -> ExitCode {
    match &view.stage {
        PairingStage::Paired => ExitCode::SUCCESS,
        PairingStage::Ended { why, .. } => match why {
            PairingOver::Differ
            | PairingOver::Left
            | PairingOver::Refused
            | PairingOver::Withdrawn => ExitCode::from(3),
            PairingOver::Broken | PairingOver::Expired | PairingOver::Lost => ExitCode::FAILURE,
        },
        PairingStage::Comparing { .. } => ExitCode::FAILURE,
    }
}

async fn everyone(link: &Link, nearby: bool) -> Result<PeopleList, Failure> {
    link.call(ask::People { nearby }).await
}

fn we_match(view: &PairingView) -> Option<bool> {
    match view.stage {
        PairingStage::Comparing { we_match, .. } => Some(we_match),
        _ => None,
    }
}

fn they_match(view: &PairingView) -> bool {
    matches!(
        view.stage,
        PairingStage::Comparing {
            they_match: true,
            ..
        }
    )
}

fn ended(view: PairingView, why: PairingOver, message: &str) -> PairingView {
    let message = message.to_owned();
    PairingView {
        stage: PairingStage::Ended { why, message },
        ..view
    }
}

fn late(view: PairingView, message: &str) -> PairingView {
    ended(view, PairingOver::Expired, message)
}

/// Lists who asks to pair.
fn list(requests: &[PairingView]) -> String {
    if requests.is_empty() {
        return "No pairing requests. To ask someone: segue people --nearby, then segue pair PERSON"
            .to_owned();
    }
    titled("Pairing:", requests.iter().map(super::request))
}

/// Shows the code, for both people to read to each other.
fn shown(view: &PairingView) -> String {
    let name = printable(&view.name);
    let PairingStage::Comparing { words, digits, .. } = &view.stage else {
        return result(view);
    };
    let mut lines = Vec::new();
    if !view.ours {
        lines.push(format!("{name} (…{}) wants to pair.", view.short));
    }
    lines.extend(view.warning.as_deref().map(warned));
    lines.push(format!(
        "Compare these words with {name}. One of you reads them aloud:"
    ));
    lines.push(String::new());
    lines.push(format!("    {}", words.join("  ")));
    lines.push(format!("    {digits}"));
    lines.push(String::new());
    lines.push("If they don't match, someone may be intercepting the connection.".to_owned());
    lines.join("\n")
}

/// Describes the outcome of a pairing.
fn result(view: &PairingView) -> String {
    let name = printable(&view.name);
    match &view.stage {
        PairingStage::Paired => {
            format!(
                "You and {name} (…{}) are verified. You can hand each other conversations now.",
                view.short
            )
        }
        PairingStage::Ended { message, .. } => {
            format!("Not paired with {name}. {}", printable(message))
        }
        PairingStage::Comparing { .. } => format!("Pairing with {name} is still in progress."),
    }
}
