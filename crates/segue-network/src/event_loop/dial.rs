//! Reaching a device: the ways to it in steps, the shared network first.
//!
//! Every connection goes out from a port of its own. From the port we listen at, which helps only with
//! routers in between, it fails whenever another program happens to use that port for something.

use std::collections::VecDeque;
use std::sync::Arc;

use libp2p::swarm::dial_opts::{DialOpts, PeerCondition};
use libp2p::swarm::{ConnectionId, DialError};

use super::{EventLoop, Waiter};
use crate::address::Address;
use crate::device::DeviceId;
use crate::gate::Denied;
use crate::network::{ConnectError, Event, Target};

/// A device that is being reached.
pub(super) struct Dial {
    id: ConnectionId,
    left: VecDeque<Vec<Address>>,
    /// The addresses being tried now.
    step: Vec<Address>,
    tried: Vec<Address>,
    wrong: Option<Option<DeviceId>>,
}

impl EventLoop {
    /// Connects to a device or an address for someone who waits for the result.
    pub(super) fn connect(&mut self, target: Target, ways: Vec<Address>, waiter: Waiter) {
        match target {
            Target::Device(device) => self.connect_device(device, ways, waiter),
            Target::Address(address) => self.connect_address(address, waiter),
        }
    }

    fn connect_device(&mut self, device: DeviceId, ways: Vec<Address>, waiter: Waiter) {
        let refused = if device == self.shared.me {
            Some(ConnectError::Ourselves)
        } else if self.shared.known.borrow().is_blocked(&device) {
            Some(ConnectError::Blocked)
        } else {
            None
        };
        if let Some(error) = refused {
            waiter.send(Err(error)).ok();
            return;
        }
        let now = self.shared.clock.monotonic();
        for way in ways {
            self.address_book.add(device, way, now);
        }
        if let Some(reach) = self.reached(&device) {
            waiter.send(Ok(reach)).ok();
            return;
        }
        self.waiters.entry(device).or_default().push(waiter);
        if self.peers.is_connected(&device) {
            // Its hello is on the way; if it was not answered before, ask once more.
            self.greet_again(device);
        } else if !self.dials.contains_key(&device) && !self.dial(device) {
            self.give_up(device, &ConnectError::NotFound);
        }
    }

    fn connect_address(&mut self, address: Address, waiter: Waiter) {
        if self.listening.contains(&address) {
            waiter.send(Err(ConnectError::Ourselves)).ok();
            return;
        }
        let opts = DialOpts::unknown_peer_id()
            .address(address.to_multiaddr())
            .allocate_new_port()
            .build();
        let id = opts.connection_id();
        match self.swarm.dial(opts) {
            Ok(()) => {
                self.typed.insert(id, (address, waiter));
            }
            Err(error) => {
                waiter.send(Err(why(&error, &[address]))).ok();
            }
        }
    }

    /// Begins to reach a device; `false` when nobody knows where it is.
    pub(super) fn dial(&mut self, device: DeviceId) -> bool {
        if self.shared.stopping.is_cancelled() {
            return false;
        }
        let known = self.shared.known.borrow().0.get(&device).cloned();
        let places = Arc::clone(&self.shared.places.borrow());
        let said = self.address_book.ways(&device);
        let mut ways = places.ways(known.as_ref(), said, self.config.transports);
        for step in &mut ways {
            // Where we listen ourselves nobody else is, whatever others say.
            step.retain(|way| !self.listening.contains(way));
        }
        ways.retain(|step| !step.is_empty());
        let dial = Dial {
            id: ConnectionId::new_unchecked(0),
            left: ways.into(),
            step: Vec::new(),
            tried: Vec::new(),
            wrong: None,
        };
        self.next_step(device, dial).is_ok()
    }

    /// Tries the next step of a dial, or fails with the reason when there is none.
    fn next_step(&mut self, device: DeviceId, mut dial: Dial) -> Result<(), ConnectError> {
        while let Some(ways) = dial.left.pop_front() {
            let addresses = ways.iter().map(|way| way.to_multiaddr()).collect();
            // From a port of its own: the one we listen at may be in use by any old connection of
            // this computer, and two that dial each other from there can't tell who is who.
            let opts = DialOpts::peer_id(device.peer())
                .condition(PeerCondition::NotDialing)
                .addresses(addresses)
                .allocate_new_port()
                .build();
            dial.id = opts.connection_id();
            for way in &ways {
                if !dial.tried.contains(way) {
                    dial.tried.push(*way);
                }
            }
            dial.step = ways;
            match self.swarm.dial(opts) {
                Ok(()) => {
                    self.dials.insert(device, dial);
                    return Ok(());
                }
                // Connected in between: the waiters are served by its hello.
                Err(DialError::DialPeerConditionFalse(_)) if self.peers.is_connected(&device) => {
                    return Ok(());
                }
                Err(error) => tracing::debug!(?device, %error, "a way can't be tried"),
            }
        }
        Err(match dial.wrong {
            Some(found) => ConnectError::WrongKey(found),
            None if dial.tried.is_empty() => ConnectError::NotFound,
            None => no_answer(&dial.tried),
        })
    }

    /// Handles a failed connection attempt: answers whoever typed the address, or continues with
    /// the next addresses of the device.
    pub(super) fn dial_failed(&mut self, id: ConnectionId, error: &DialError) {
        if let Some((address, waiter)) = self.typed.remove(&id) {
            tracing::debug!(%error, "a typed address was not reached");
            waiter.send(Err(why(error, &[address]))).ok();
            return;
        }
        let ours = self.dials.iter().find(|(_, dial)| dial.id == id);
        let Some(device) = ours.map(|(device, _)| *device) else {
            return;
        };
        let Some(mut dial) = self.dials.remove(&device) else {
            return;
        };
        if self.peers.is_connected(&device) {
            return;
        }
        if let DialError::WrongPeerId { obtained, address } = error {
            let found = DeviceId::from_peer(*obtained);
            let address = Address::from_multiaddr(address);
            if let Some(address) = &address {
                self.address_book.remove(&device, address);
                // The others of this step may be right: as often as one less is left.
                let before = dial.step.len();
                dial.step.retain(|way| way != address);
                if (1..before).contains(&dial.step.len()) {
                    dial.left.push_front(std::mem::take(&mut dial.step));
                }
            }
            dial.wrong = Some(found);
            if let Some(address) = address.filter(|at| self.was_at(&device, at)) {
                self.tell(Event::WrongKey {
                    device,
                    found,
                    address,
                });
            }
        }
        if let Err(error) = self.next_step(device, dial) {
            self.give_up(device, &error);
        }
    }

    /// Checks whether a device that we know was at this address, or whether a person typed it. What
    /// multicast says proves nothing, so a different key there means nothing.
    fn was_at(&self, device: &DeviceId, address: &Address) -> bool {
        let known_devices = self.shared.known.borrow();
        let known = known_devices
            .0
            .get(device)
            .filter(|_| known_devices.knows(device));
        known.is_some_and(|known| known.was_at(address))
    }

    /// Gives a device up: records the failure, answers everyone who waits for it, and reports it as
    /// gone.
    pub(super) fn give_up(&mut self, device: DeviceId, error: &ConnectError) {
        self.address_book
            .failed(device, self.shared.clock.monotonic());
        self.lost.remove(&device);
        for waiter in self.waiters.remove(&device).unwrap_or_default() {
            waiter.send(Err(error.clone())).ok();
        }
        self.gone(device);
    }
}

fn no_answer(ways: &[Address]) -> ConnectError {
    let mut named: Vec<String> = Vec::new();
    for way in ways {
        let place = way.socket.to_string();
        if named.len() < 3 && !named.contains(&place) {
            named.push(place);
        }
    }
    ConnectError::NoAnswer(named.join(", "))
}

/// Explains in our own terms why a connection could not be made.
fn why(error: &DialError, ways: &[Address]) -> ConnectError {
    match error {
        DialError::LocalPeerId { .. } => ConnectError::Ourselves,
        DialError::WrongPeerId { obtained, .. } => {
            ConnectError::WrongKey(DeviceId::from_peer(*obtained))
        }
        DialError::Denied { cause } if cause.downcast_ref::<Denied>().is_some() => {
            ConnectError::Blocked
        }
        _ => no_answer(ways),
    }
}
