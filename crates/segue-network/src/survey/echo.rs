//! Whether multicast works on an interface: sent, and heard back.
//!
//! The system gives a copy of each multicast packet back to this computer, through the same rules
//! as packets of others. So an echo shows that this computer may send and hear; it does not show
//! that a router or access point passes packets on. A packet of another computer does.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};
use std::time::Duration;

use segue_clock::Clock;
use socket2::{Domain, Protocol, Socket, Type};
use tokio::net::UdpSocket;

use crate::interfaces::Interface;

/// How long it is listened for.
pub const LISTEN: Duration = Duration::from_millis(1500);

/// How long to wait between asking again: a single packet may get lost.
const AGAIN: Duration = Duration::from_millis(400);

/// The port of multicast DNS.
const PORT: u16 = 5353;
const GROUP_V4: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
const GROUP_V6: Ipv6Addr = Ipv6Addr::new(0xff02, 0, 0, 0, 0, 0, 0, 0xfb);

/// Longer packets are cut; what we look for is at the front.
const PACKET: usize = 2048;

/// The two versions of the internet protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    V4,
    V6,
}

impl Family {
    /// Returns the family of an address.
    pub fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(_) => Self::V4,
            IpAddr::V6(_) => Self::V6,
        }
    }
}

/// The result of listening for multicast packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Echo {
    /// How long our own packet took to come back; none when it did not.
    pub back: Option<Duration>,
    /// How many packets of other computers were heard meanwhile.
    pub others: usize,
}

/// Why nothing could be heard.
#[derive(Debug, thiserror::Error)]
pub enum EchoError {
    /// The interface has no address of that family.
    #[error("it has no address of that kind")]
    NoAddress,
    /// Listening is not possible.
    #[error("listening for multicast is not possible: {0}")]
    Listen(#[source] io::Error),
    /// Sending is not possible.
    #[error("sending multicast is not possible: {0}")]
    Send(#[source] io::Error),
    /// There is no randomness to mark the packet with.
    #[error("no mark could be made: {0}")]
    Mark(getrandom::Error),
}

/// Sends a marked multicast DNS query on an interface and listens for it, at most [`LISTEN`] long.
/// `all` are all interfaces of this computer: what comes from their addresses is not of others.
///
/// # Errors
/// When sending or listening is not possible.
pub async fn multicast_echo(
    clock: &Clock,
    interface: &Interface,
    family: Family,
    all: &[Interface],
) -> Result<Echo, EchoError> {
    let (socket, group) = open(interface, family)?;
    let own = link_address(group);
    let mark = mark().map_err(EchoError::Mark)?;
    let query = query(&mark);
    let began = clock.monotonic();
    let mut echo = Echo {
        back: None,
        others: 0,
    };
    let mut ask = began;
    let mut packet = [0; PACKET];
    // Whoever is there has been asked by then: both answers together end it early.
    while echo.back.is_none() || echo.others == 0 {
        let now = clock.monotonic();
        if now >= began + LISTEN {
            break;
        }
        if now >= ask && echo.back.is_none() {
            socket
                .send_to(&query, group)
                .await
                .map_err(EchoError::Send)?;
            ask = now + AGAIN;
        }
        let until = if echo.back.is_none() {
            ask.min(began + LISTEN)
        } else {
            began + LISTEN
        };
        let Ok(heard) = clock.timeout_at(until, socket.recv_from(&mut packet)).await else {
            continue;
        };
        let (length, from) = match heard {
            Ok(heard) => heard,
            // Windows tells so of a packet that nobody took.
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => continue,
            Err(error) => return Err(EchoError::Listen(error)),
        };
        if holds(&packet[..length], &mark) {
            echo.back.get_or_insert_with(|| clock.since(began));
        } else if own != Some(from.ip()) && !is_ours(from.ip(), all) {
            echo.others += 1;
        }
    }
    Ok(echo)
}

/// Opens a socket that hears what is sent to the group on this interface. Returns it with the
/// address to send to.
fn open(interface: &Interface, family: Family) -> Result<(UdpSocket, SocketAddr), EchoError> {
    let ours = interface.addresses.iter().map(|address| address.ip);
    let ip = ours
        .into_iter()
        .find(|ip| Family::of(*ip) == family)
        .ok_or(EchoError::NoAddress)?;
    let (socket, group) = match ip {
        IpAddr::V4(v4) => (listen_v4(v4), SocketAddr::from((GROUP_V4, PORT))),
        IpAddr::V6(_) => {
            let index = interface.index.ok_or(EchoError::NoAddress)?;
            let group = SocketAddrV6::new(GROUP_V6, PORT, 0, index);
            (listen_v6(index), SocketAddr::V6(group))
        }
    };
    let socket = socket.map_err(EchoError::Listen)?;
    Ok((socket, group))
}

fn listen_v4(interface: Ipv4Addr) -> io::Result<UdpSocket> {
    let socket = shared(Domain::IPV4)?;
    // Otherwise it hears what other sockets of this computer joined on other interfaces.
    #[cfg(target_os = "linux")]
    socket.set_multicast_all_v4(false)?;
    socket.bind(&SocketAddr::from((Ipv4Addr::UNSPECIFIED, PORT)).into())?;
    socket.join_multicast_v4(&GROUP_V4, &interface)?;
    socket.set_multicast_if_v4(&interface)?;
    socket.set_multicast_loop_v4(true)?;
    socket.set_multicast_ttl_v4(255)?;
    UdpSocket::from_std(socket.into())
}

fn listen_v6(interface: u32) -> io::Result<UdpSocket> {
    let socket = shared(Domain::IPV6)?;
    #[cfg(target_os = "linux")]
    socket.set_multicast_all_v6(false)?;
    socket.set_only_v6(true)?;
    socket.bind(&SocketAddr::from((Ipv6Addr::UNSPECIFIED, PORT)).into())?;
    socket.join_multicast_v6(&GROUP_V6, interface)?;
    socket.set_multicast_if_v6(interface)?;
    socket.set_multicast_loop_v6(true)?;
    socket.set_multicast_hops_v6(255)?;
    UdpSocket::from_std(socket.into())
}

/// Creates a socket that shares its port with others, as every speaker of multicast DNS does.
fn shared(domain: Domain) -> io::Result<Socket> {
    let socket = Socket::new(domain, Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_reuse_address(true)?;
    #[cfg(unix)]
    socket.set_reuse_port(true)?;
    socket.set_nonblocking(true)?;
    Ok(socket)
}

/// Generates a random name that nobody else has.
fn mark() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(data_encoding::HEXLOWER.encode(&bytes))
}

/// Asks who has `<mark>._segue-probe.local`, which is nobody, and who else is there.
fn query(mark: &str) -> Vec<u8> {
    const HEADER: [u8; 12] = [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0];
    let mut packet = HEADER.to_vec();
    question(&mut packet, &[mark, "_segue-probe", "local"]);
    question(&mut packet, &["_p2p", "_udp", "local"]);
    packet
}

/// Adds a question for pointers, class IN. No label here is longer than 63 bytes.
fn question(packet: &mut Vec<u8>, labels: &[&str]) {
    const POINTER: [u8; 2] = [0, 12];
    const IN: [u8; 2] = [0, 1];
    for label in labels {
        packet.push(u8::try_from(label.len()).unwrap_or_default());
        packet.extend_from_slice(label.as_bytes());
    }
    packet.push(0);
    packet.extend_from_slice(&POINTER);
    packet.extend_from_slice(&IN);
}

fn holds(packet: &[u8], mark: &str) -> bool {
    packet
        .windows(mark.len())
        .any(|part| part == mark.as_bytes())
}

/// Returns the address that this computer sends from to a group of IPv6. It is local to the link
/// and in no list of addresses, and our own node sends from it too. Nothing is sent to find it out.
fn link_address(group: SocketAddr) -> Option<IpAddr> {
    if group.is_ipv4() {
        return None;
    }
    let socket = std::net::UdpSocket::bind((Ipv6Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(group).ok()?;
    socket.local_addr().ok().map(|own| own.ip())
}

fn is_ours(from: IpAddr, all: &[Interface]) -> bool {
    let from = from.to_canonical();
    from.is_loopback()
        || all
            .iter()
            .flat_map(|interface| &interface.addresses)
            .any(|address| address.ip == from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_is_two_questions_of_dns() {
        let mark = mark().unwrap();
        let query = query(&mark);
        assert_eq!(mark.len(), 32);
        assert!(holds(&query, &mark) && !holds(&query, &super::mark().unwrap()));
        // Walks the questions as a reader of DNS would.
        let mut at = 12;
        let mut names = Vec::new();
        for _ in 0..u16::from_be_bytes([query[4], query[5]]) {
            let mut name = Vec::new();
            while query[at] != 0 {
                let end = at + 1 + usize::from(query[at]);
                name.push(std::str::from_utf8(&query[at + 1..end]).unwrap());
                at = end;
            }
            names.push(name.join("."));
            assert_eq!(query[at + 1..at + 5], [0, 12, 0, 1]);
            at += 5;
        }
        assert_eq!(at, query.len());
        assert_eq!(
            names,
            [
                format!("{mark}._segue-probe.local"),
                "_p2p._udp.local".to_owned()
            ]
        );
    }
}
