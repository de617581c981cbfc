//! Where we listen.

use libp2p::Multiaddr;

use super::EventLoop;
use crate::address::Address;
use crate::network::{Config, Listen};
use crate::swarm;

impl EventLoop {
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
) -> Result<Vec<libp2p::core::transport::ListenerId>, String> {
    let transports = config.transports;
    let mut listeners = Vec::new();
    let mut why = String::new();
    let sockets: Vec<std::net::SocketAddr> = match &config.listen {
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
                let socket = std::net::SocketAddr::new(socket.ip(), port);
                let address = Address { socket, transport };
                swarm.listen_on(address.to_multiaddr())
            };
            let result = try_at(socket.port());
            let result = match result {
                Err(_) if fallback && socket.port() != 0 => try_at(0),
                other => other,
            };
            match result {
                Ok(listener) => listeners.push(listener),
                Err(error) => why = format!("{socket}: {error}"),
            }
        }
    }
    if listeners.is_empty() {
        return Err(why);
    }
    Ok(listeners)
}
