//! Hellos: opened by whoever dialled, heard, ended, and the last one.

use std::sync::Arc;
use std::time::Duration;

use super::connections::hang_up;
use super::{EventLoop, Reach};
use crate::address::Address;
use crate::device::DeviceId;
use crate::hello::{self, HelloEnd, HelloFacts};
use crate::limits::{Bucket, HELLOS};
use crate::network::{ConnectError, Event};

/// How often a hello that is not answered, or does not last, is tried.
const GREETINGS: u32 = 3;
/// A hello that lasted so long was a good one.
const LASTED: Duration = Duration::from_secs(30);

impl EventLoop {
    /// Opens the hello stream.
    pub(super) fn greet(&mut self, device: DeviceId) {
        let clock = &self.shared.clock;
        if let Some(peer) = self.peers.get_mut(&device) {
            let lasted = peer.greeted.is_some_and(|at| clock.since(at) > LASTED);
            peer.hello_tries = if lasted { 1 } else { peer.hello_tries + 1 };
            peer.greeted = Some(clock.monotonic());
        }
        tokio::spawn(hello::open(Arc::clone(&self.shared), device));
    }

    /// Opens it again if it is ours to open and was not answered.
    pub(super) fn greet_again(&mut self, device: DeviceId) {
        let peer = self.peers.get(&device);
        if peer.is_some_and(|peer| {
            peer.is_ours() && peer.said.is_none() && peer.hello_tries >= GREETINGS
        }) {
            self.greet(device);
        }
    }

    pub(super) fn on_said(&mut self, device: DeviceId, mut said: HelloFacts) {
        let now = self.shared.clock.monotonic();
        let Some(peer) = self.peers.get_mut(&device) else {
            return;
        };
        let hellos = self.hellos.entry(device);
        if !hellos.or_insert_with(|| Bucket::new(HELLOS, now)).take(now) {
            tracing::warn!(?device, "a device says hello too often");
            hang_up(&mut self.swarm, &self.shared, device);
            return;
        }
        // Nobody makes us dial a third computer, or ourselves: a stranger names ways to where it
        // is, and only someone on this computer names ways that end here.
        let known = self.shared.known.borrow().knows(&device);
        let here = peer.address().map(|address| address.socket.ip());
        said.ways.retain(|way| {
            let ip = way.socket.ip();
            let inside = ip.is_loopback() && !here.is_some_and(|here| here.is_loopback());
            here == Some(ip) || (known && !inside)
        });
        for way in &said.ways {
            self.address_book.add(device, *way, now);
        }
        self.lost.remove(&device);
        let mut addresses: Vec<Address> = Vec::new();
        if peer.is_ours() {
            addresses.extend(peer.address());
        }
        addresses.extend(said.ways.iter().copied());
        let news = peer.said.as_ref() != Some(&said);
        peer.said = Some(said.clone());
        self.ghosts.remove(&device);
        self.serve(&device);
        if news {
            self.publish();
            let told = self.tell_of(
                device,
                Event::Hello {
                    device,
                    about: said.about,
                    knows_you: said.knows_you,
                    addresses,
                },
            );
            if !told && known {
                // The other half of a pairing may be in it.
                self.untold.insert(device);
            }
        }
    }

    /// Reports hellos that could not be reported before.
    pub(super) fn tell_again(&mut self) {
        for device in std::mem::take(&mut self.untold) {
            let Some(peer) = self.peers.get(&device) else {
                continue;
            };
            let Some(said) = peer.said.clone() else {
                continue;
            };
            let event = Event::Hello {
                device,
                about: said.about,
                knows_you: said.knows_you,
                addresses: said.ways,
            };
            if !self.tell(event) {
                self.untold.insert(device);
            }
        }
    }

    pub(super) fn on_hello_ended(&mut self, device: DeviceId, end: HelloEnd) {
        let Some(peer) = self.peers.get_mut(&device) else {
            // The connection may be seen to close before the last word over it is read.
            if end == HelloEnd::Bye && self.ghosts.remove(&device).is_some() {
                self.left(device);
            }
            return;
        };
        let tries = peer.hello_tries;
        match end {
            HelloEnd::Bye => {
                let was_here = peer.said.take().is_some();
                hang_up(&mut self.swarm, &self.shared, device);
                if was_here {
                    self.left(device);
                }
            }
            HelloEnd::Lost | HelloEnd::Unanswered if tries < GREETINGS => {
                if peer.is_ours() {
                    self.greet(device);
                }
            }
            HelloEnd::Lost => {
                hang_up(&mut self.swarm, &self.shared, device);
            }
            // Whoever waits may know what to do with a silent device: it shows an invite. Nothing
            // else keeps the connection.
            HelloEnd::Unanswered | HelloEnd::NotSegue => {
                let address = peer.address();
                self.address_book
                    .failed(device, self.shared.clock.monotonic());
                for waiter in self.waiters.remove(&device).unwrap_or_default() {
                    let answer = match (end, address) {
                        (HelloEnd::Unanswered, Some(address)) => Ok(Reach {
                            address,
                            nearby: None,
                        }),
                        _ => Err(ConnectError::NotSegue),
                    };
                    waiter.send(answer).ok();
                }
                if end == HelloEnd::NotSegue {
                    hang_up(&mut self.swarm, &self.shared, device);
                }
            }
            HelloEnd::Broken => {
                tracing::warn!(?device, "a device broke the rules of hello");
                hang_up(&mut self.swarm, &self.shared, device);
            }
        }
    }

    /// Removes a device that said goodbye. It is not looked for until it is heard of again.
    pub(super) fn left(&mut self, device: DeviceId) {
        self.address_book.forget(&device);
        self.dials.remove(&device);
        self.publish();
        let goodbye = true;
        self.tell_of(device, Event::Gone { device, goodbye });
    }
}
