//! Who may connect at all: decided before a handshake costs anything.
//!
//! ```text
//! incoming ─▶ local address? ─▶ rate of this IP ─▶ open handshakes of this IP, and of all ─▶ handshake
//!          ─▶ blocked? ─▶ strangers of this IP ─▶ memory
//! ```

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use libp2p::core::Endpoint;
use libp2p::core::transport::PortUse;
use libp2p::swarm::behaviour::{ConnectionClosed, ListenFailure};
use libp2p::swarm::{
    ConnectionDenied, ConnectionId, FromSwarm, NetworkBehaviour, THandler, THandlerInEvent,
    THandlerOutEvent, ToSwarm, dummy,
};
use libp2p::{Multiaddr, PeerId};
use segue_clock::Clock;
use tokio::sync::watch;

use crate::address::{Address, Transport};
use crate::device::DeviceId;
use crate::limits::{Bucket, CONNECTS, MEMORY, PENDING_IN, PENDING_PER_IP, STRANGERS_PER_IP};
use crate::memory::Memory;
use crate::network::KnownDevices;
use crate::places::Places;

/// How many IP addresses are remembered; more than that many only lose their history.
const REMEMBERED: usize = 1024;

/// Why a connection was not let in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Denied {
    #[error("it does not come from a local network")]
    NotLocal,
    #[error("too many connections come from there")]
    TooMany,
    #[error("there is no room for strangers at the moment")]
    NoRoom,
    #[error("it is blocked, or no device of ours")]
    Blocked,
}

/// The behaviour that lets connections in.
pub(crate) struct Gate {
    clock: Clock,
    known_devices: watch::Receiver<Arc<KnownDevices>>,
    places: watch::Receiver<Arc<Places>>,
    /// By transport too: a sender's address can be forged over UDP, and must not close TCP.
    rates: HashMap<(IpAddr, Transport), Bucket>,
    pending: HashMap<ConnectionId, (IpAddr, Transport)>,
    /// Connections of strangers that others made.
    strangers: HashMap<ConnectionId, IpAddr>,
    memory: Memory,
}

impl Gate {
    pub fn new(
        clock: Clock,
        known_devices: watch::Receiver<Arc<KnownDevices>>,
        places: watch::Receiver<Arc<Places>>,
    ) -> Self {
        Self {
            clock,
            known_devices,
            places,
            rates: HashMap::new(),
            pending: HashMap::new(),
            strangers: HashMap::new(),
            memory: Memory::default(),
        }
    }

    /// Checks whether this process holds so much memory that strangers must be turned away.
    pub fn is_full(&mut self, now: Instant) -> bool {
        self.memory.held(now) > MEMORY
    }

    /// Checks whether someone we know was at this IP address.
    fn is_known(&self, ip: IpAddr) -> bool {
        let known_devices = self.known_devices.borrow();
        let known = known_devices
            .0
            .iter()
            .filter(|(device, _)| known_devices.knows(device));
        known
            .flat_map(|(_, known)| known.addresses.iter().chain(&known.typed))
            .any(|address| address.socket.ip() == ip)
    }

    fn arrives(&mut self, id: ConnectionId, at: Address, now: Instant) -> Result<(), Denied> {
        let from = (at.socket.ip(), at.transport);
        // Nobody dials an address that counts on one link only: it says nothing about who it is.
        let on_a_link = matches!(from.0, IpAddr::V6(ip) if ip.is_unicast_link_local());
        if on_a_link || !self.places.borrow().is_local(from.0) {
            return Err(Denied::NotLocal);
        }
        if self.rates.len() >= REMEMBERED {
            self.rates.retain(|_, bucket| !bucket.is_full(now));
            if self.rates.len() >= REMEMBERED {
                self.rates.clear();
            }
        }
        let bucket = self
            .rates
            .entry(from)
            .or_insert_with(|| Bucket::new(CONNECTS, now));
        let open = self.pending.values().filter(|ip| **ip == from).count();
        if open >= PENDING_PER_IP || !bucket.take(now) {
            return Err(Denied::TooMany);
        }
        // By each transport, for the same reason; and nobody else takes the place of those we know.
        let others = self.pending.values().filter(|(_, by)| *by == from.1);
        if others.count() >= PENDING_IN && !self.is_known(from.0) {
            return Err(Denied::TooMany);
        }
        self.pending.insert(id, from);
        Ok(())
    }

    fn proved(&mut self, id: ConnectionId, peer: PeerId) -> Result<DeviceId, Denied> {
        self.pending.remove(&id);
        match DeviceId::from_peer(peer) {
            Some(device) if !self.known_devices.borrow().is_blocked(&device) => Ok(device),
            _ => Err(Denied::Blocked),
        }
    }

    fn gone(&mut self, id: ConnectionId) {
        self.pending.remove(&id);
        self.strangers.remove(&id);
    }

    /// Admits an incoming connection. One computer full of strangers must not take everyone's
    /// places.
    fn came(&mut self, id: ConnectionId, peer: PeerId, from: &Multiaddr) -> Result<(), Denied> {
        let device = self.proved(id, peer)?;
        let from = Address::from_multiaddr(from).ok_or(Denied::NotLocal)?;
        let from = from.socket.ip();
        if self.known_devices.borrow().knows(&device) {
            return Ok(());
        }
        let others = self.strangers.values().filter(|ip| **ip == from).count();
        if others >= STRANGERS_PER_IP {
            return Err(Denied::TooMany);
        }
        if self.is_full(self.clock.monotonic()) {
            return Err(Denied::NoRoom);
        }
        self.strangers.insert(id, from);
        Ok(())
    }
}

impl NetworkBehaviour for Gate {
    type ConnectionHandler = dummy::ConnectionHandler;
    type ToSwarm = Infallible;

    fn handle_pending_inbound_connection(
        &mut self,
        id: ConnectionId,
        _: &Multiaddr,
        remote: &Multiaddr,
    ) -> Result<(), ConnectionDenied> {
        // Unknown ways in are no ways in.
        let from = Address::from_multiaddr(remote);
        let from = from.ok_or_else(|| ConnectionDenied::new(Denied::NotLocal))?;
        self.arrives(id, from, self.clock.monotonic())
            .map_err(ConnectionDenied::new)
    }

    fn handle_established_inbound_connection(
        &mut self,
        id: ConnectionId,
        peer: PeerId,
        _: &Multiaddr,
        remote: &Multiaddr,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        self.came(id, peer, remote).map_err(ConnectionDenied::new)?;
        Ok(dummy::ConnectionHandler)
    }

    fn handle_established_outbound_connection(
        &mut self,
        id: ConnectionId,
        peer: PeerId,
        _: &Multiaddr,
        _: Endpoint,
        _: PortUse,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        self.proved(id, peer).map_err(ConnectionDenied::new)?;
        Ok(dummy::ConnectionHandler)
    }

    fn on_swarm_event(&mut self, event: FromSwarm<'_>) {
        match event {
            FromSwarm::ListenFailure(ListenFailure { connection_id, .. }) => {
                self.gone(connection_id);
            }
            FromSwarm::ConnectionClosed(ConnectionClosed { connection_id, .. }) => {
                self.gone(connection_id);
            }
            _ => {}
        }
    }

    fn on_connection_handler_event(
        &mut self,
        _: PeerId,
        _: ConnectionId,
        event: THandlerOutEvent<Self>,
    ) {
        match event {}
    }

    fn poll(&mut self, _: &mut Context<'_>) -> Poll<ToSwarm<Self::ToSwarm, THandlerInEvent<Self>>> {
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate() -> Gate {
        let (_, known_devices) = watch::channel(Arc::default());
        let (_, places) = watch::channel(Arc::default());
        Gate::new(Clock::system(), known_devices, places)
    }

    fn random() -> PeerId {
        let key = crate::identity::IdentityKey::generate();
        key.to_keypair().public().to_peer_id()
    }

    fn tcp(ip: IpAddr) -> Address {
        Address::tcp((ip, 1).into())
    }

    #[test]
    fn forged_senders_over_udp_do_not_close_tcp() {
        let mut gate = gate();
        let now = Instant::now();
        let teammate = tcp("10.0.0.2".parse().unwrap());
        let forged = Address {
            transport: Transport::Quic,
            ..teammate
        };
        for n in 0..100 {
            gate.arrives(ConnectionId::new_unchecked(n), forged, now)
                .ok();
        }
        let id = ConnectionId::new_unchecked(100);
        assert!(gate.arrives(id, teammate, now).is_ok());
    }

    fn knowing(peer: PeerId, addresses: Vec<Address>) -> Arc<KnownDevices> {
        let known = crate::network::KnownDevice {
            standing: crate::network::Standing::Verified,
            addresses,
            typed: Vec::new(),
        };
        let device = DeviceId::from_peer(peer).unwrap();
        Arc::new(KnownDevices([(device, known)].into()))
    }

    #[test]
    fn handshakes_from_everywhere_leave_room_for_those_we_know() {
        let teammate = tcp("10.0.0.2".parse().unwrap());
        let (_known, watching) = watch::channel(knowing(random(), vec![teammate]));
        let (_, places) = watch::channel(Arc::default());
        let mut gate = Gate::new(Clock::system(), watching, places);
        let now = Instant::now();
        let mut ids = (0..).map(ConnectionId::new_unchecked);
        let mut try_from = |from: Address| gate.arrives(ids.next().unwrap(), from, now).is_ok();
        let quic = |from: Address| Address {
            transport: Transport::Quic,
            ..from
        };
        // Forged over UDP, one from each of many addresses.
        let anyone = |n: u8| tcp(IpAddr::from([10, 0, 1, n]));
        let let_in = (0..200).filter(|n| try_from(quic(anyone(*n)))).count();
        assert_eq!(let_in, PENDING_IN);
        assert!(try_from(anyone(1)), "TCP is not full by that");
        let let_in = (0..200).filter(|n| try_from(anyone(*n))).count();
        assert_eq!(let_in, PENDING_IN - 1);
        assert!(try_from(teammate) && try_from(quic(teammate)));
        assert!(!try_from(tcp("fe80::1".parse().unwrap())));
    }

    #[test]
    fn one_address_can_not_use_up_the_handshakes() {
        let mut gate = gate();
        let now = Instant::now();
        let mut ids = (0..).map(ConnectionId::new_unchecked);
        let mut try_from = |ip: &str| {
            let id = ids.next().unwrap();
            gate.arrives(id, tcp(ip.parse().unwrap()), now).is_ok()
        };
        let let_in = (0..10_000).filter(|_| try_from("10.0.0.66")).count();
        assert_eq!(let_in, PENDING_PER_IP);
        assert!(try_from("10.0.0.2"), "someone else still gets in");
        assert!(!try_from("93.184.216.34"), "nobody from outside");
    }

    #[test]
    fn one_computer_of_strangers_does_not_take_all_places() {
        let (known_devices, watching) = watch::channel(Arc::<KnownDevices>::default());
        let (_, places) = watch::channel(Arc::default());
        let mut gate = Gate::new(Clock::system(), watching, places);
        let mut ids = (0..).map(ConnectionId::new_unchecked);
        let mut come = |gate: &mut Gate, peer: PeerId, ip: &str| {
            let id = ids.next().unwrap();
            let from = tcp(ip.parse().unwrap()).to_multiaddr();
            gate.came(id, peer, &from).map(|()| id)
        };
        let mut inside: Vec<ConnectionId> = (0..1000)
            .filter_map(|_| come(&mut gate, random(), "10.0.0.66").ok())
            .collect();
        assert_eq!(inside.len(), STRANGERS_PER_IP);
        assert!(come(&mut gate, random(), "10.0.0.2").is_ok());
        // A teammate at the same address, as behind a router of its own.
        let mate = random();
        known_devices.send_replace(knowing(mate, Vec::new()));
        assert!(come(&mut gate, mate, "10.0.0.66").is_ok());
        // One that leaves makes room for one.
        gate.gone(inside.pop().unwrap());
        assert!(come(&mut gate, random(), "10.0.0.66").is_ok());
        assert!(come(&mut gate, random(), "10.0.0.66").is_err());
    }

    #[test]
    fn when_memory_is_short_strangers_go_without() {
        let mate = random();
        let (_known, watching) = watch::channel(knowing(mate, Vec::new()));
        let (_, places) = watch::channel(Arc::default());
        let mut gate = Gate::new(Clock::system(), watching, places);
        let later = Instant::now() + std::time::Duration::from_secs(3600);
        gate.memory = Memory::holding(MEMORY + 1, later);
        let from = tcp("10.0.0.9".parse().unwrap()).to_multiaddr();
        let mut ids = (0..).map(ConnectionId::new_unchecked);
        let mut come = |gate: &mut Gate, peer| gate.came(ids.next().unwrap(), peer, &from);
        assert!(matches!(come(&mut gate, random()), Err(Denied::NoRoom)));
        assert!(come(&mut gate, mate).is_ok());
        gate.memory = Memory::holding(MEMORY, later);
        assert!(come(&mut gate, random()).is_ok());
    }

    #[test]
    fn many_addresses_do_not_fill_the_memory() {
        let mut gate = gate();
        let now = Instant::now();
        for n in 0..100_000_u32 {
            let ip = IpAddr::from((0x0a00_0000 + n).to_be_bytes());
            gate.arrives(ConnectionId::new_unchecked(n as usize), tcp(ip), now)
                .ok();
            gate.pending.clear();
        }
        assert!(gate.rates.len() <= REMEMBERED);
    }
}
