//! Waiting until the other one heard of what was done. A command that hosts the node itself takes
//! the node with it when it ends, so it stays for a moment; a node that runs on needs nobody.

use std::time::Duration;

use segue_clock::system as clock;
use segue_door::{Connection, Event, Handoff, HandoffDetail, Network, NetworkOff, ask};
use segue_link::{Link, StopSignal};

use super::name;
use crate::say::{Say, line};

/// How long it may take until the other side knows.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// How often the state is looked up if no event comes.
const AGAIN: Duration = Duration::from_millis(500);

/// Waits until everything this person did with a handoff is known to the other side, or the time is
/// over. Returns whether it is known.
pub async fn told(link: &Link, handoff: &str, most: Duration) -> bool {
    if link.connection() != Connection::Hosting {
        return true;
    }
    let Ok(mut stop) = StopSignal::listen() else {
        return false;
    };
    let until = clock::monotonic() + most;
    let mut events = link.events();
    let mut tried = false;
    loop {
        let request = ask::ShowHandoff {
            handoff: handoff.to_owned(),
        };
        let id = match link.call(request).await {
            Ok(detail) if knows(&detail) => return true,
            Ok(detail) => detail.handoff.id,
            // Whatever is wrong is not about what was done.
            _ => return false,
        };
        if !tried && !can_tell(link).await {
            return false;
        }
        tried = true;
        let again = until.min(clock::monotonic() + AGAIN);
        let changed = async {
            loop {
                match events.next().await {
                    Some(Event::HandoffChanged(now)) if now.id == id => return,
                    Some(_) => {}
                    None => std::future::pending().await,
                }
            }
        };
        tokio::select! {
            () = changed => {}
            () = clock::sleep_until(again) => {}
            () = stop.wait() => return false,
        }
        if clock::monotonic() >= until {
            return false;
        }
    }
}

/// Checks whether others can be told. Asks for the network if nothing needed it so far.
async fn can_tell(link: &Link) -> bool {
    let Ok(status) = link.call(ask::Status {}).await else {
        return false;
    };
    match status.network {
        Network::Off {
            reason: NetworkOff::NotNeeded,
            ..
        } => {
            let asked = link.call(ask::People { nearby: true });
            // Who is there is not waited for.
            clock::timeout(AGAIN, asked).await.ok();
            true
        }
        Network::Off { .. } => false,
        Network::Starting | Network::On { .. } => true,
    }
}

fn knows(detail: &HandoffDetail) -> bool {
    detail.story.iter().all(|one| one.told || !one.by_you)
}

/// Waits like [`told`], and says so if the other side does not know yet: for what that side is
/// waiting for.
pub async fn told_or_said(link: &Link, say: &Say, handoff: &Handoff) {
    let hosts = link.connection() == Connection::Hosting;
    let known = told(link, &handoff.id, PATIENCE).await;
    let away = if hosts { !known } else { !handoff.person.here };
    if away && !say.json() {
        line(&away_words(handoff));
    }
}

fn away_words(handoff: &Handoff) -> String {
    let name = name(handoff);
    format!("{name} is offline, and will be told when you're next connected.")
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn only_what_you_did_has_to_be_told() {
        let mut detail = samples::detail();
        detail.story = vec![samples::moment(false, "delivered", None, false)];
        assert!(knows(&detail), "theirs is theirs");
        detail
            .story
            .push(samples::moment(true, "opened", None, false));
        assert!(!knows(&detail));
        if let Some(last) = detail.story.last_mut() {
            last.told = true;
        }
        assert!(knows(&detail));
    }
}
