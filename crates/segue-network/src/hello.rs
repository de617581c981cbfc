//! Hello: who is there, said by both sides over the authenticated connection, again when it changes,
//! and goodbye.
//!
//! ```text
//!  dialler                       listener
//!  hello ──────────────────────▶          name, agents, where we listen, whether we know you
//!        ◀────────────────────── hello
//!  ...      the stream stays open: hello again when something changed, bye at the end
//! ```
//!
//! Whether we know someone is said once the event loop acted on it: whoever is not verified any more
//! loses the connection and hears why over the next one.

use std::sync::Arc;
use std::time::Duration;

use futures_util::io::{AsyncReadExt, AsyncWrite, ReadHalf};
use libp2p::Stream;
use serde::{Deserialize, Serialize};

use crate::about::About;
use crate::address::Address;
use crate::device::DeviceId;
use crate::event_loop::Command;
use crate::limits::{Bucket, HELLO_BYTES, HELLOS};
use crate::network::Visibility;
use crate::shared::Shared;
use crate::wire::{self, HELLO, WireError};

/// How long it takes to read what came before a connection ended.
const REST: Duration = Duration::from_millis(100);
/// How many ways to itself a device may name.
const WAYS: usize = 8;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Message {
    Hello {
        about: About,
        knows_you: bool,
        #[serde(default)]
        ways: Vec<Address>,
    },
    Bye,
}

/// How a hello stream ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HelloEnd {
    /// They said goodbye.
    Bye,
    /// The stream was lost; the connection may be there.
    Lost,
    /// They speak no Segue.
    NotSegue,
    /// They do not answer: they do not want to be seen, or were too busy for one more stream.
    Unanswered,
    /// They broke the rules.
    Broken,
}

/// What a hello said, made safe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HelloFacts {
    pub about: About,
    pub knows_you: bool,
    pub ways: Vec<Address>,
}

/// Opens the stream and keeps it: the dialler's part.
pub(crate) async fn open(shared: Arc<Shared>, device: DeviceId) {
    let end = match shared.open(device, HELLO).await {
        Ok(stream) => keep(&shared, device, stream).await,
        Err(WireError::NotUnderstood) => HelloEnd::NotSegue,
        Err(_) => HelloEnd::Lost,
    };
    ended(&shared, device, end).await;
}

/// Keeps a stream that the other side opened.
pub(crate) async fn accept(shared: Arc<Shared>, device: DeviceId, stream: Stream) {
    // Whoever may not see us hears nothing, as if nobody were here.
    let seen = *shared.visibility.borrow() == Visibility::Visible;
    if !seen && !shared.known.borrow().knows(&device) {
        return;
    }
    let end = keep(&shared, device, stream).await;
    ended(&shared, device, end).await;
}

async fn ended(shared: &Shared, device: DeviceId, end: HelloEnd) {
    shared
        .command(Command::HelloEnded { device, end })
        .await
        .ok();
}

async fn keep(shared: &Arc<Shared>, device: DeviceId, stream: Stream) -> HelloEnd {
    let (reading, mut writing) = stream.split();
    // A frame that was begun must be finished, so reading has a future of its own.
    let listening = listen(Arc::clone(shared), device, reading);
    tokio::pin!(listening);
    let saying = say(shared, device, &mut writing);
    tokio::pin!(saying);
    let line = shared.line(&device);
    tokio::select! {
        biased;
        // Over a connection that is being closed nothing more is said.
        () = line.cancelled() => {}
        end = &mut listening => return end,
        end = &mut saying => if end != HelloEnd::Lost {
            return end;
        },
    }
    // What came before the end is still there to be read: a goodbye perhaps, or nothing at all.
    let rest = shared.clock.timeout(REST, listening).await;
    rest.unwrap_or(HelloEnd::Lost)
}

/// Says hello, again whenever it changes, and goodbye at the end.
async fn say(
    shared: &Shared,
    device: DeviceId,
    stream: &mut (impl AsyncWrite + Unpin),
) -> HelloEnd {
    let mut about = shared.about.subscribe();
    let mut known_devices = shared.known_devices_in_force.subscribe();
    let mut view = shared.view.subscribe();
    let mut last = None;
    loop {
        if shared.known.borrow().is_blocked(&device) {
            // They are not told: they see that nobody is here any more.
            return HelloEnd::Lost;
        }
        let message = hello(shared, &device);
        if last.as_ref() != Some(&message) {
            if wire::send(&shared.clock, stream, &message).await.is_err() {
                return HelloEnd::Lost;
            }
            last = Some(message);
        }
        tokio::select! {
            biased;
            () = shared.stopping.cancelled() => {
                // The connection goes away either way.
                wire::send(&shared.clock, stream, &Message::Bye).await.ok();
                return HelloEnd::Bye;
            }
            changed = async { tokio::select! {
                changed = about.changed() => changed,
                changed = known_devices.changed() => changed,
                changed = view.changed() => changed,
            } } => if changed.is_err() {
                return HelloEnd::Lost;
            },
        }
    }
}

fn hello(shared: &Shared, device: &DeviceId) -> Message {
    let listening = shared.view.borrow().listening.clone();
    let mut ways = shared.places.borrow().to_tell(&listening);
    ways.truncate(WAYS);
    Message::Hello {
        about: shared.about.borrow().clone(),
        knows_you: shared.known_devices_in_force.borrow().knows(device),
        ways,
    }
}

async fn listen(shared: Arc<Shared>, device: DeviceId, mut stream: ReadHalf<Stream>) -> HelloEnd {
    let mut rate = Bucket::new(HELLOS, shared.clock.monotonic());
    let mut first = true;
    loop {
        let message = if first {
            wire::answer(&shared.clock, &mut stream, HELLO_BYTES).await
        } else {
            wire::receive(&shared.clock, &mut stream, HELLO_BYTES).await
        };
        let message = match message {
            Ok(message) => message,
            Err(WireError::Lost(_)) if first => return HelloEnd::Unanswered,
            Err(WireError::Lost(_) | WireError::Silent) => return HelloEnd::Lost,
            Err(WireError::TooLong(..) | WireError::NotUnderstood) => return HelloEnd::Broken,
        };
        if !rate.take(shared.clock.monotonic()) {
            return HelloEnd::Broken;
        }
        first = false;
        match message {
            Message::Bye => return HelloEnd::Bye,
            Message::Hello {
                about,
                knows_you,
                mut ways,
            } => {
                let places = Arc::clone(&shared.places.borrow());
                ways.retain(|way| places.is_local(way.socket.ip()));
                ways.truncate(WAYS);
                let said = HelloFacts {
                    about: about.cleaned(),
                    knows_you,
                    ways,
                };
                let told = shared.command(Command::HelloFacts { device, said }).await;
                if told.is_err() {
                    return HelloEnd::Lost;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
