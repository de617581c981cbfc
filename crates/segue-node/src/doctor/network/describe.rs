//! Words for what was measured.

use std::net::SocketAddr;

use segue_network::interfaces::{Interface, Kind};
use segue_network::survey::Firewall;

use segue_door::Act;

/// How many things are named before the rest is counted.
const NAMED: usize = 6;

/// Joins items as `a`, `a and b` or `a, b and c`; from the seventh on it only says how many more
/// there are.
pub(super) fn list(items: &[String]) -> String {
    let (named, rest) = items.split_at(items.len().min(NAMED));
    if !rest.is_empty() {
        return format!("{} and {} more", named.join(", "), rest.len());
    }
    match named {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Describes the kind of an interface in everyday words.
pub(super) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Lan => "cable",
        Kind::Wifi => "Wi-Fi",
        Kind::Virtual => "inside this computer",
        Kind::Tunnel => "VPN or modem",
        Kind::Loopback => "this computer itself",
    }
}

/// Describes an interface, such as `wlan0 (Wi-Fi) with 192.168.1.5`.
pub(super) fn interface(interface: &Interface) -> String {
    let addresses: Vec<String> = interface
        .addresses
        .iter()
        .map(|address| address.ip.to_string())
        .collect();
    let name = format!("{} ({})", interface.name, kind(interface.kind));
    match addresses.as_slice() {
        [] => format!("{name} without an address"),
        addresses => format!("{name} with {}", list(addresses)),
    }
}

/// Describes an address, such as `192.168.1.5 port 4242`.
pub(super) fn place(address: &SocketAddr) -> String {
    let port = address.port();
    if address.ip().is_unspecified() {
        format!("every address of this computer, port {port}")
    } else {
        format!("{} port {port}", address.ip())
    }
}

/// Returns the firewall's name, when one is known to be on.
pub(super) fn firewall(firewall: Firewall) -> Option<&'static str> {
    match firewall {
        Firewall::Ufw => Some("ufw"),
        Firewall::Firewalld => Some("firewalld"),
        Firewall::Nftables => Some("nftables"),
        Firewall::Unknown => None,
    }
}

/// Tells how to let others in at a port.
pub(super) fn let_in(firewall: Firewall, port: u16) -> (Act, String) {
    match firewall {
        Firewall::Ufw => command(format!("sudo ufw allow {port}")),
        Firewall::Firewalld => command(format!(
            "sudo firewall-cmd --permanent --add-port={port}/tcp --add-port={port}/udp && sudo firewall-cmd --reload"
        )),
        Firewall::Nftables | Firewall::Unknown => (
            Act::RunAgain,
            format!("Let port {port} (TCP and UDP) through in your firewall"),
        ),
    }
}

/// Tells how to let multicast through. Where no command is known, an invitation goes around it.
pub(super) fn let_multicast(firewall: Firewall) -> (Act, String) {
    match firewall {
        Firewall::Ufw => command("sudo ufw allow 5353/udp".to_owned()),
        Firewall::Firewalld => command(
            "sudo firewall-cmd --permanent --add-service=mdns && sudo firewall-cmd --reload"
                .to_owned(),
        ),
        Firewall::Nftables | Firewall::Unknown => (
            Act::UseInvitation,
            "Let UDP port 5353 through in your firewall or VPN program, or use an invitation"
                .to_owned(),
        ),
    }
}

/// Offers a command to copy, in its own words.
fn command(command: String) -> (Act, String) {
    let words = command.clone();
    (Act::CopyCommand { command }, words)
}
