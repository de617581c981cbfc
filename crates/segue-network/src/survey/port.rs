//! Whether a port opens, tried from this computer; above all our own.
//!
//! The way to an address of one's own does not leave the computer, and most firewalls let it pass:
//! an open port shows that the program listens there, not that others get through.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use tokio::net::TcpStream;

use segue_clock::Clock;

/// How long a connection within this computer, or to one nearby, may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// What trying a port came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Port {
    /// A connection was made.
    Open,
    /// Nothing listens at that port.
    Refused,
    /// No answer in time: something swallows the packets.
    Silent,
    /// It could not be tried.
    Failed(String),
}

/// Tries to connect to an address, and says nothing there.
pub async fn port_open(clock: &Clock, address: SocketAddr) -> Port {
    match clock
        .timeout(PATIENCE, TcpStream::connect(reachable(address)))
        .await
    {
        Ok(Ok(_)) => Port::Open,
        Ok(Err(error)) if error.kind() == std::io::ErrorKind::ConnectionRefused => Port::Refused,
        Ok(Err(error)) if error.kind() == std::io::ErrorKind::TimedOut => Port::Silent,
        Ok(Err(error)) => Port::Failed(error.to_string()),
        Err(_) => Port::Silent,
    }
}

/// Replaces an unspecified address with loopback: what listens everywhere listens there.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_port_is_open_while_somebody_listens() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let clock = Clock::system();
        assert_eq!(port_open(&clock, address).await, Port::Open);
        let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, address.port()));
        assert_eq!(port_open(&clock, everywhere).await, Port::Open);
        drop(listener);
        assert_eq!(port_open(&clock, address).await, Port::Refused);
    }
}
