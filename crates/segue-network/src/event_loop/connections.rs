//! Connections: made, doubled, silent, lost.

use std::time::Duration;

use libp2p::core::ConnectedPoint;
use libp2p::ping;
use libp2p::swarm::ConnectionId;

use super::{EventLoop, Reach};
use crate::address::Address;
use crate::device::DeviceId;
use crate::network::{ConnectError, Event};
use crate::shared::Shared;
use crate::swarm;

/// How long someone whose connection was lost is still shown while we try again, and while we don't.
const GHOST: Duration = Duration::from_secs(6);
const GRACE: Duration = Duration::from_millis(500);
/// How often a connection may be lost before its hello until those who wait for it get an error.
const LOST: u32 = 2;
/// A connection that ended sooner is no reason to make another one at once.
const BRIEF: Duration = Duration::from_secs(5);

impl EventLoop {
    pub(super) fn on_connected(
        &mut self,
        device: DeviceId,
        id: ConnectionId,
        endpoint: &ConnectedPoint,
    ) {
        let now = self.shared.clock.monotonic();
        let ours = endpoint.is_dialer();
        let Some(address) = Address::from_multiaddr(endpoint.get_remote_address()) else {
            self.swarm.close_connection(id);
            return;
        };
        for close in self
            .peers
            .connected(self.shared.me, device, (id, address, ours), now)
        {
            // What runs over it would wait for it, and it for that.
            self.shared.cut(&device);
            self.swarm.close_connection(close);
        }
        self.dials.remove(&device);
        if ours {
            self.address_book.add(device, address, now);
        }
        if let Some((_, waiter)) = self.typed.remove(&id) {
            match self.reached(&device) {
                Some(reach) => {
                    waiter.send(Ok(reach)).ok();
                }
                None => self.waiters.entry(device).or_default().push(waiter),
            }
        }
        if ours
            && self
                .peers
                .get(&device)
                .is_some_and(|peer| peer.said.is_none())
        {
            self.greet(device);
        }
    }

    pub(super) fn on_closed(&mut self, device: DeviceId, id: ConnectionId, others: u32) {
        let Some(peer) = self.peers.disconnected(&device, id, others) else {
            self.serve(&device);
            return;
        };
        self.shared.cut(&device);
        let now = self.shared.clock.monotonic();
        let said = peer.nearby(&device);
        let blocked = self.shared.known.borrow().is_blocked(&device);
        let wanted = self.wants(&device);
        // Whoever hangs up at once could have us dial without end.
        let brief = peer
            .since
            .is_none_or(|since| now.duration_since(since) < BRIEF);
        if brief {
            self.address_book.in_vain(&device, now);
        } else {
            self.address_book.fresh(&device);
        }
        if let Some(nearby) = said {
            // Perhaps only the connection is gone; or its goodbye is still on its way to us.
            let again = wanted && !brief && (self.dials.contains_key(&device) || self.dial(device));
            let until = now + if again { GHOST } else { GRACE };
            self.ghosts.insert(device, (nearby, until));
        }
        if !self.dials.contains_key(&device) && self.waiters.contains_key(&device) {
            // Of two connections that crossed, the one that goes may go before the other is here.
            let lost = self.lost.entry(device).or_default();
            *lost += 1;
            if *lost > LOST || blocked || !self.dial(device) {
                let place = peer.address().map(|address| address.to_string());
                let error = ConnectError::NoAnswer(place.unwrap_or_else(|| device.short()));
                self.give_up(device, &error);
            }
        }
        self.publish();
    }

    pub(super) fn on_ping(&mut self, ping: &ping::Event) {
        let Some(device) = DeviceId::from_peer(ping.peer) else {
            return;
        };
        match &ping.result {
            Ok(took) => {
                if let Some(peer) = self.peers.get_mut(&device) {
                    let first = peer.round_trip.is_none();
                    peer.round_trip = Some(*took);
                    if first {
                        self.publish();
                    }
                }
            }
            // A device that does not speak it proves by its hello that it is there.
            Err(ping::Failure::Unsupported) => {}
            Err(_) => {
                // A connection that does not answer may take long to close; it counts as closed.
                self.swarm.close_connection(ping.connection);
                if self.peers.has(&device, ping.connection) {
                    let others = self.peers.others(&device, ping.connection);
                    self.on_closed(device, ping.connection, others);
                }
            }
        }
    }

    /// Reports as gone a device whose connection was lost and that did not come back.
    pub(super) fn gone(&mut self, device: DeviceId) {
        if self.ghosts.remove(&device).is_some() {
            let goodbye = false;
            self.tell_of(device, Event::Gone { device, goodbye });
            self.publish();
        }
    }

    /// Answers everyone who waits for this device, once it is reached.
    pub(super) fn serve(&mut self, device: &DeviceId) {
        if let Some(reach) = self.reached(device) {
            for waiter in self.waiters.remove(device).unwrap_or_default() {
                waiter.send(Ok(reach.clone())).ok();
            }
        }
    }

    /// Returns the connection to this device once it has said hello and no other connection to it
    /// is being closed: a stream over that one would be lost.
    pub(super) fn reached(&self, device: &DeviceId) -> Option<Reach> {
        let peer = self.peers.get(device)?;
        let nearby = peer
            .nearby(device)
            .filter(|_| peer.is_settled(self.shared.clock.monotonic()))?;
        Some(Reach {
            address: nearby.address,
            nearby: Some(nearby),
        })
    }
}

/// Closes all connections to a device. The tasks of its streams end first: a connection closes only
/// when nobody holds a stream of it.
pub(super) fn hang_up(
    swarm: &mut libp2p::Swarm<swarm::Behaviour>,
    shared: &Shared,
    device: DeviceId,
) {
    shared.cut(&device);
    swarm.disconnect_peer_id(device.peer()).ok();
}
