//! Who is connected and what they said. Pure: it is told what happened and says what to close.
//!
//! Two devices that find each other at once may make two connections. Then the one that the device
//! with the lower id made stays; but when one is clearly newer, it is the one its maker believes in.
//! Of two that one device made at once, its maker alone closes one: if each side chose, both could go.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use libp2p::swarm::ConnectionId;

use crate::address::Address;
use crate::device::DeviceId;
use crate::hello::HelloFacts;
use crate::limits::HELLO_WITHIN;
use crate::network::Nearby;

/// Connections made within this time of each other crossed.
const CROSSED: Duration = Duration::from_secs(4);

/// How long a connection that works takes to close, at most.
const CLOSES: Duration = Duration::from_secs(1);

/// All devices that are connected.
#[derive(Default)]
pub(super) struct Peers {
    all: HashMap<DeviceId, Peer>,
}

/// One device that is connected.
#[derive(Default)]
pub(super) struct Peer {
    lines: Vec<Line>,
    /// Connections that we are closing, and since when: what is sent over them is lost.
    closing: u32,
    closing_since: Option<Instant>,
    pub said: Option<HelloFacts>,
    pub round_trip: Option<Duration>,
    /// How often our hello was tried, and when it was last.
    pub hello_tries: u32,
    pub greeted: Option<Instant>,
    /// Since when it is connected, over whatever line.
    pub since: Option<Instant>,
}

/// A connection to a device, and which side made it.
#[derive(Debug, Clone, Copy)]
struct Line {
    id: ConnectionId,
    address: Address,
    ours: bool,
    since: Instant,
}

impl Peers {
    /// Records a new connection and returns the connections to close because of it.
    pub fn connected(
        &mut self,
        me: DeviceId,
        device: DeviceId,
        (id, address, ours): (ConnectionId, Address, bool),
        now: Instant,
    ) -> Vec<ConnectionId> {
        let peer = self.all.entry(device).or_default();
        peer.since.get_or_insert(now);
        let line = Line {
            id,
            address,
            ours,
            since: now,
        };
        let Some(old) = peer.lines.first().copied() else {
            peer.lines.push(line);
            return Vec::new();
        };
        let at_once = now.duration_since(old.since) < CROSSED;
        if at_once && !old.ours && !ours && peer.lines.len() < 2 {
            peer.lines.insert(0, line);
            return Vec::new();
        }
        // Of two that crossed both sides keep the one of the device with the lower id.
        let crossed = old.ours != ours && at_once;
        let keep_old = crossed && old.ours == (me < device);
        let (keep, close) = if keep_old { (old, line) } else { (line, old) };
        peer.lines.retain(|line| line.id != close.id);
        if !keep_old {
            peer.lines.insert(0, keep);
        }
        peer.closing += 1;
        peer.closing_since = Some(now);
        vec![close.id]
    }

    /// Records that a connection was closed. Returns the peer if it was the last one that counted.
    pub fn disconnected(
        &mut self,
        device: &DeviceId,
        id: ConnectionId,
        others: u32,
    ) -> Option<Peer> {
        let peer = self.all.get_mut(device)?;
        if !peer.lines.iter().any(|line| line.id == id) {
            peer.closing = peer.closing.saturating_sub(1);
        }
        // Of one that is gone the last line stays, to tell where it was.
        if others == 0 || peer.lines.iter().all(|line| line.id == id) {
            return self.all.remove(device);
        }
        peer.lines.retain(|line| line.id != id);
        None
    }

    /// Checks whether this connection counts, and is not being closed already.
    pub fn has(&self, device: &DeviceId, id: ConnectionId) -> bool {
        let peer = self.all.get(device);
        peer.is_some_and(|peer| peer.lines.iter().any(|line| line.id == id))
    }

    /// Counts the other connections to a device that count besides this one.
    pub fn others(&self, device: &DeviceId, id: ConnectionId) -> u32 {
        let lines = self.all.get(device).map(|peer| peer.lines.iter());
        let others = lines.map_or(0, |lines| lines.filter(|line| line.id != id).count());
        u32::try_from(others).unwrap_or(u32::MAX)
    }

    /// Returns what is known about a device, to change it.
    pub fn get_mut(&mut self, device: &DeviceId) -> Option<&mut Peer> {
        self.all.get_mut(device)
    }

    /// Returns what is known about a device.
    pub fn get(&self, device: &DeviceId) -> Option<&Peer> {
        self.all.get(device)
    }

    /// Returns whether there is a connection to a device.
    pub fn is_connected(&self, device: &DeviceId) -> bool {
        self.all.contains_key(device)
    }

    /// Returns all connected devices.
    pub fn devices(&self) -> Vec<DeviceId> {
        self.all.keys().copied().collect()
    }

    /// Returns the devices that have said hello, sorted by id.
    pub fn nearby(&self) -> Vec<Nearby> {
        let mut nearby: Vec<Nearby> = self
            .all
            .iter()
            .filter_map(|(device, peer)| peer.nearby(device))
            .collect();
        nearby.sort_by_key(|nearby| nearby.device);
        nearby
    }
}

impl Peer {
    /// Returns what there is to show about it; `None` until it has said hello.
    pub fn nearby(&self, device: &DeviceId) -> Option<Nearby> {
        let said = self.said.as_ref()?;
        Some(Nearby {
            device: *device,
            about: said.about.clone(),
            knows_you: said.knows_you,
            address: self.reachable()?,
            round_trip: self.round_trip,
        })
    }

    /// Returns where it can be reached: the other end of our connection, or, if it made the
    /// connection, the port it says it listens at.
    fn reachable(&self) -> Option<Address> {
        let end = self.address()?;
        let said = self.said.iter().flat_map(|said| &said.ways);
        let mut there = said.filter(|way| way.socket.ip() == end.socket.ip());
        let listens = there.find(|way| way.transport == end.transport);
        Some(listens.filter(|_| !self.is_ours()).copied().unwrap_or(end))
    }

    /// Checks whether it has one connection and no other is being closed. A dead one may take long
    /// to close, and nobody waits for that.
    pub fn is_settled(&self, now: Instant) -> bool {
        let since = self.closing_since;
        self.closing == 0 || since.is_none_or(|at| now.duration_since(at) > CLOSES)
    }

    /// Checks whether it has been connected for long without saying hello.
    pub fn is_silent(&self, now: Instant) -> bool {
        let long = |since| now.duration_since(since) > HELLO_WITHIN;
        self.said.is_none() && self.since.is_some_and(long)
    }

    /// Returns the other end of the connection.
    pub fn address(&self) -> Option<Address> {
        self.lines.first().map(|line| line.address)
    }

    /// Checks whether we made the connection and therefore open the hello.
    pub fn is_ours(&self) -> bool {
        self.lines.first().is_some_and(|line| line.ours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::IdentityKey;

    fn device() -> DeviceId {
        DeviceId::of(&IdentityKey::generate().public()).unwrap()
    }

    fn line(n: usize, ours: bool) -> (ConnectionId, Address, bool) {
        let address = Address::typed("10.0.0.1:5").unwrap();
        (ConnectionId::new_unchecked(n), address, ours)
    }

    #[test]
    fn of_two_that_crossed_both_sides_keep_the_same() {
        let (one, other) = (device(), device());
        let now = Instant::now();
        // Connection 1 was made by `one`, connection 2 by `other`; each side sees them in any order.
        let mut kept = Vec::new();
        for (me, them, mine, theirs) in [(one, other, 1, 2), (other, one, 2, 1)] {
            for mine_first in [true, false] {
                let mut peers = Peers::default();
                let (mut first, mut second) = (line(mine, true), line(theirs, false));
                if !mine_first {
                    std::mem::swap(&mut first, &mut second);
                }
                assert!(peers.connected(me, them, first, now).is_empty());
                let closed = peers.connected(me, them, second, now);
                assert_eq!(closed.len(), 1);
                kept.push(peers.get(&them).unwrap().lines[0].id);
            }
        }
        assert!(kept.iter().all(|id| *id == kept[0]), "{kept:?}");
    }

    #[test]
    fn of_two_that_one_device_made_at_once_only_their_maker_closes_one() {
        let (one, other) = (device(), device());
        let now = Instant::now();
        let (mut maker, mut answerer) = (Peers::default(), Peers::default());
        // Each side may see them in another order.
        maker.connected(one, other, line(1, true), now);
        assert_eq!(maker.connected(one, other, line(2, true), now).len(), 1);
        answerer.connected(other, one, line(2, false), now);
        assert!(
            answerer
                .connected(other, one, line(1, false), now)
                .is_empty()
        );
        assert!(
            answerer
                .disconnected(&one, ConnectionId::new_unchecked(1), 1)
                .is_none()
        );
        assert!(answerer.is_connected(&one));
        // It does not pile up.
        answerer.connected(other, one, line(3, false), now);
        let closed = answerer.connected(other, one, line(4, false), now);
        assert_eq!(closed, [ConnectionId::new_unchecked(3)]);
    }

    #[test]
    fn whoever_says_nothing_for_long_is_silent() {
        let (me, them) = (device(), device());
        let (mut peers, now) = (Peers::default(), Instant::now());
        peers.connected(me, them, line(1, false), now);
        let later = now + HELLO_WITHIN + Duration::from_secs(1);
        let is_silent = |peers: &Peers, at| peers.get(&them).is_some_and(|peer| peer.is_silent(at));
        assert!(!is_silent(&peers, now + HELLO_WITHIN));
        assert!(is_silent(&peers, later));
        let id = ConnectionId::new_unchecked(1);
        assert!(peers.has(&them, id) && peers.others(&them, id) == 0);
        assert!(!peers.has(&them, ConnectionId::new_unchecked(2)));
    }

    #[test]
    fn a_device_that_dials_again_is_believed() {
        let (me, them) = (device(), device());
        let now = Instant::now();
        for (old_ours, new_ours) in [(true, false), (false, false), (false, true)] {
            let mut peers = Peers::default();
            peers.connected(me, them, line(1, old_ours), now);
            let later = now + Duration::from_secs(60);
            let closed = peers.connected(me, them, line(2, new_ours), later);
            assert_eq!(closed, [ConnectionId::new_unchecked(1)]);
            assert!(!peers.get(&them).unwrap().is_settled(later));
            assert!(peers.disconnected(&them, closed[0], 1).is_none());
            assert!(peers.get(&them).unwrap().is_settled(later));
        }
    }
}
