//! Where we listen.

use std::net::{IpAddr, SocketAddr};

use libp2p::Multiaddr;
use libp2p::core::transport::ListenerId;

use super::EventLoop;
use crate::address::Address;
use crate::network::{Config, Listen};
use crate::swarm;

/// A listener, and what it has reported.
pub(super) struct Listener {
    pub id: ListenerId,
    at: IpAddr,
    /// Whether it said an address that others can use, or any if it has only one.
    said: bool,
}

impl EventLoop {
    /// Takes in an address that a listener says.
    pub(super) fn listens_at(&mut self, id: ListenerId, address: &Multiaddr) {
        let address = Address::from_multiaddr(address);
        let listener = self.listeners.iter_mut().find(|known| known.id == id);
        if let Some(listener) = listener {
            let one = !listener.at.is_unspecified();
            let beyond = address.is_some_and(|address| !address.socket.ip().is_loopback());
            listener.said |= one || beyond;
        }
        self.listening.extend(address);
        self.unshown = true;
    }

    /// Returns whether every listener said where it can be reached; one without any address to be
    /// reached at has nothing to say.
    pub(super) fn is_settled(&self) -> bool {
        let places = self.shared.places.borrow();
        let waits = |listener: &Listener| {
            let one = !listener.at.is_unspecified();
            !listener.said && (one || places.has_beyond(listener.at.is_ipv6()))
        };
        !self.listeners.iter().any(waits)
    }

    pub(super) fn not_listening(&mut self, addresses: &[Multiaddr]) {
        let gone: Vec<_> = addresses
            .iter()
            .filter_map(Address::from_multiaddr)
            .collect();
        self.listening.retain(|known| !gone.contains(known));
        self.publish();
    }
}

/// Listens where it should; says why when that is nowhere.
pub(super) fn listen(
    swarm: &mut libp2p::Swarm<swarm::Behaviour>,
    config: &Config,
) -> Result<Vec<Listener>, String> {
    let transports = config.transports;
    let mut listeners = Vec::new();
    let mut why = String::new();
    let sockets: Vec<SocketAddr> = match &config.listen {
        Listen::At(sockets) => sockets.clone(),
        Listen::Everywhere(port) => vec![
            ([0, 0, 0, 0], *port).into(),
            (std::net::Ipv6Addr::UNSPECIFIED, *port).into(),
        ],
    };
    let fallback = matches!(config.listen, Listen::Everywhere(_));
    for socket in sockets {
        for transport in [
            crate::address::Transport::Tcp,
            crate::address::Transport::Quic,
        ] {
            let wanted = match transport {
                crate::address::Transport::Tcp => transports.tcp,
                crate::address::Transport::Quic => transports.quic,
            };
            if !wanted {
                continue;
            }
            let mut try_at = |port: u16| {
                let socket = SocketAddr::new(socket.ip(), port);
                let address = Address { socket, transport };
                swarm.listen_on(address.to_multiaddr())
            };
            let result = try_at(socket.port());
            let result = match result {
                Err(_) if fallback && socket.port() != 0 => try_at(0),
                other => other,
            };
            match result {
                Ok(id) => listeners.push(Listener {
                    id,
                    at: socket.ip(),
                    said: false,
                }),
                Err(error) => why = format!("{socket}: {error}"),
            }
        }
    }
    if listeners.is_empty() {
        return Err(why);
    }
    Ok(listeners)
}
