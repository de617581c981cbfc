//! Sockets on the computers of a LAN, and what comes in on them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6, UdpSocket};
use std::time::Duration;

use segue_testkit::Host;

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(20);
/// Where mDNS is spoken.
const MDNS: u16 = 5353;
const GROUP_V4: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
const GROUP_V6: Ipv6Addr = Ipv6Addr::new(0xff02, 0, 0, 0, 0, 0, 0, 0xfb);

/// The address of this kind that a host has.
pub fn v4(host: &Host) -> IpAddr {
    host.ipv4().expect("an IPv4 address").into()
}

/// The address of this kind that a host has.
pub fn v6(host: &Host) -> IpAddr {
    host.ipv6().expect("an IPv6 address").into()
}

/// A socket of this host.
pub fn socket(host: &Host, address: IpAddr, port: u16) -> UdpSocket {
    let socket = host.inside(|| UdpSocket::bind((address, port)).expect("a socket"));
    socket.set_read_timeout(Some(PATIENCE)).expect("a limit");
    socket
}

/// A socket of this host that hears mDNS.
pub fn ears_v4(host: &Host) -> UdpSocket {
    let ears = socket(host, Ipv4Addr::UNSPECIFIED.into(), MDNS);
    ears.join_multicast_v4(&GROUP_V4, &host.ipv4().expect("an IPv4 address"))
        .expect("the group can be joined");
    ears
}

/// A socket of this host that hears mDNS.
pub fn ears_v6(host: &Host) -> UdpSocket {
    let ears = socket(host, Ipv6Addr::UNSPECIFIED.into(), MDNS);
    ears.join_multicast_v6(&GROUP_V6, device(host))
        .expect("the group can be joined");
    ears
}

/// Where this host sends mDNS.
pub fn everybody_v4() -> SocketAddr {
    (GROUP_V4, MDNS).into()
}

/// Where this host sends mDNS.
pub fn everybody_v6(host: &Host) -> SocketAddr {
    SocketAddrV6::new(GROUP_V6, MDNS, 0, device(host)).into()
}

/// Sends a text from this socket.
pub fn say(from: &UdpSocket, to: SocketAddr, text: &str) {
    from.send_to(text.as_bytes(), to).expect("it can be sent");
}

/// The next text that comes in.
pub fn heard(ears: &UdpSocket) -> String {
    let mut bytes = [0; 256];
    let (length, _) = ears.recv_from(&mut bytes).expect("it should be heard");
    String::from_utf8_lossy(&bytes[..length]).into_owned()
}

/// The number of the host's network device, read where programs on that host read it.
fn device(host: &Host) -> u32 {
    let output = host
        .tool("cat")
        .arg("/sys/class/net/lan0/ifindex")
        .output()
        .expect("cat can be started");
    let number = String::from_utf8_lossy(&output.stdout);
    number.trim().parse().expect("a number")
}
