//! Where a device can be reached: an IP address, a port and a transport.
//!
//! Names are never looked up: nothing leaves the local network to find an address.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use libp2p::Multiaddr;
use libp2p::multiaddr::Protocol;
use serde::{Deserialize, Serialize};

/// The port Segue listens on by default.
pub const PORT: u16 = 47100;

/// The transport protocol of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// TCP with Noise and yamux.
    Tcp,
    Quic,
}

/// A way to a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address {
    pub socket: SocketAddr,
    pub transport: Transport,
}

/// Why a text is no address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is a name; names are not looked up.
    #[error("{0} is a name: type the IP address instead, for example 192.168.1.20:{PORT}")]
    Name(String),
    /// It is something else.
    #[error("{0} is not an address: type it like 192.168.1.20:{PORT} or [fd00::20]:{PORT}")]
    Other(String),
}

impl Address {
    /// Creates an address that is reached over TCP.
    pub fn tcp(socket: SocketAddr) -> Self {
        Self {
            socket,
            transport: Transport::Tcp,
        }
    }

    /// Reads what a person typed: `host:port`, a bare IP address, or a multiaddr.
    ///
    /// # Errors
    /// When it is no address, with an example of one.
    pub fn typed(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let shown = || text.chars().take(60).collect::<String>();
        if text.len() > 200 {
            return Err(AddressError::Other(shown()));
        }
        if text.starts_with('/') {
            let parsed = text.parse::<Multiaddr>().ok();
            let found = parsed.and_then(|address| Self::from_multiaddr(&address));
            return found.ok_or_else(|| AddressError::Other(shown()));
        }
        let bare = || text.trim_matches(['[', ']']).parse::<IpAddr>().ok();
        let socket = text
            .parse::<SocketAddr>()
            .ok()
            .or_else(|| bare().map(|ip| SocketAddr::new(ip, PORT)));
        match socket {
            Some(socket) if socket.port() != 0 && !socket.ip().is_unspecified() => {
                Ok(Self::tcp(socket))
            }
            Some(_) => Err(AddressError::Other(shown())),
            None if looks_like_name(text) => Err(AddressError::Name(shown())),
            None => Err(AddressError::Other(shown())),
        }
    }

    /// Converts the address to the form that libp2p uses.
    pub(crate) fn to_multiaddr(self) -> Multiaddr {
        let ip = Multiaddr::from(self.socket.ip());
        match self.transport {
            Transport::Tcp => ip.with(Protocol::Tcp(self.socket.port())),
            Transport::Quic => ip
                .with(Protocol::Udp(self.socket.port()))
                .with(Protocol::QuicV1),
        }
    }

    /// Reads an address of libp2p. Returns `None` for anything we do not use: relays, host names,
    /// other protocols, port 0.
    pub(crate) fn from_multiaddr(address: &Multiaddr) -> Option<Self> {
        let mut parts = address.iter();
        let ip = match parts.next()? {
            Protocol::Ip4(ip) => IpAddr::V4(ip),
            Protocol::Ip6(ip) => IpAddr::V6(ip),
            _ => return None,
        };
        let (port, transport) = match parts.next()? {
            Protocol::Tcp(port) => (port, Transport::Tcp),
            Protocol::Udp(port) if parts.next()? == Protocol::QuicV1 => (port, Transport::Quic),
            _ => return None,
        };
        match parts.next() {
            None | Some(Protocol::P2p(_)) => {}
            Some(_) => return None,
        }
        (parts.next().is_none() && port != 0).then(|| Self {
            socket: SocketAddr::new(ip, port),
            transport,
        })
    }

    /// Encodes the address in as few bytes as possible, for an invite.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = vec![match self.transport {
            Transport::Tcp => 0,
            Transport::Quic => 1,
        }];
        bytes.extend_from_slice(&self.socket.port().to_be_bytes());
        match self.socket.ip() {
            IpAddr::V4(ip) => bytes.extend_from_slice(&ip.octets()),
            IpAddr::V6(ip) => bytes.extend_from_slice(&ip.octets()),
        }
        bytes
    }

    /// Reads what [`Address::to_bytes`] wrote.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let transport = match bytes.first()? {
            0 => Transport::Tcp,
            1 => Transport::Quic,
            _ => return None,
        };
        let (port, ip) = bytes[1..].split_first_chunk::<2>()?;
        let ip = match *ip {
            [a, b, c, d] => IpAddr::from([a, b, c, d]),
            _ => IpAddr::from(<[u8; 16]>::try_from(ip).ok()?),
        };
        let port = u16::from_be_bytes(*port);
        (port != 0).then(|| Self {
            socket: SocketAddr::new(ip, port),
            transport,
        })
    }
}

fn looks_like_name(text: &str) -> bool {
    let host = text.rsplit_once(':').map_or(text, |(host, _)| host);
    !host.is_empty()
        && host.contains(|c: char| c.is_alphabetic())
        && host
            .chars()
            .all(|c| c.is_alphanumeric() || c == '-' || c == '.')
}

/// `192.168.1.20:47100`, and what it travels by when that is not TCP.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.transport {
            Transport::Tcp => write!(f, "{}", self.socket),
            Transport::Quic => write!(f, "{} (QUIC)", self.socket),
        }
    }
}

impl Serialize for Address {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.to_multiaddr())
    }
}

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::typed(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_type_addresses_in_many_ways() {
        for (text, shown) in [
            ("192.168.1.20:5000", "192.168.1.20:5000"),
            (" 192.168.1.20 ", "192.168.1.20:47100"),
            ("[fd00::1]:5000", "[fd00::1]:5000"),
            ("fd00::1", "[fd00::1]:47100"),
            ("[fd00::1]", "[fd00::1]:47100"),
            ("/ip4/10.0.0.1/tcp/5000", "10.0.0.1:5000"),
            ("/ip4/10.0.0.1/udp/5000/quic-v1", "10.0.0.1:5000 (QUIC)"),
        ] {
            assert_eq!(Address::typed(text).unwrap().to_string(), shown);
        }
        for name in ["laptop:5000", "dana.local", "example.com:80"] {
            assert!(
                matches!(Address::typed(name), Err(AddressError::Name(_))),
                "{name}"
            );
        }
        for bad in [
            "",
            "10.0.0.1:0",
            "0.0.0.0:5",
            "/dns4/x/tcp/1",
            "10.0.0:5",
            "a b:c",
        ] {
            assert!(Address::typed(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_address_survives_its_forms() {
        for text in ["10.0.0.1:5", "/ip6/fd00::1/udp/9/quic-v1"] {
            let address = Address::typed(text).unwrap();
            assert_eq!(Address::from_bytes(&address.to_bytes()), Some(address));
            assert_eq!(
                Address::from_multiaddr(&address.to_multiaddr()),
                Some(address)
            );
            let json = serde_json::to_string(&address).unwrap();
            assert_eq!(serde_json::from_str::<Address>(&json).unwrap(), address);
        }
        assert_eq!(Address::from_bytes(&[0, 0]), None);
    }
}
