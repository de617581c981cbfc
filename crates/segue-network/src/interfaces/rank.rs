//! How near an address is, and whether it may be on a network of one's own at all.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::{Interface, Kind};

/// How near a remote address seems, nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// It is in the network of a cable or Wi-Fi of this computer.
    Lan,
    /// It is private and in no network of this computer: perhaps beyond a router.
    Private,
    /// It is reached through a tunnel of this computer.
    Tunnel,
    /// In a network inside this computer; the same addresses are often used in other computers.
    Virtual,
    /// An address of this computer.
    Loopback,
    /// Anywhere in the world.
    Public,
    /// Nobody can be reached by it: multicast, unspecified, or local to a link that is not named.
    Unusable,
}

/// Ranks a remote address by the interface whose network contains it. The smallest such network
/// decides, as it does in the system's routing.
pub fn rank(address: IpAddr, interfaces: &[Interface]) -> Tier {
    let address = address.to_canonical();
    if !is_one_host(address) || is_link_local_v6(address) {
        return Tier::Unusable;
    }
    if address.is_loopback() {
        return Tier::Loopback;
    }
    let held = interfaces
        .iter()
        .filter(|interface| interface.up)
        .flat_map(|interface| {
            let networks = interface.addresses.iter();
            networks
                .filter(|network| network.holds(address))
                .map(|network| (network.prefix, std::cmp::Reverse(tier(interface.kind))))
        })
        .max();
    match held {
        Some((_, std::cmp::Reverse(tier))) => tier,
        None if is_private(address) => Tier::Private,
        None => Tier::Public,
    }
}

fn tier(kind: Kind) -> Tier {
    match kind {
        Kind::Lan | Kind::Wifi => Tier::Lan,
        Kind::Tunnel => Tier::Tunnel,
        Kind::Virtual => Tier::Virtual,
        Kind::Loopback => Tier::Loopback,
    }
}

/// Checks whether an address belongs to a private network rather than to the internet: only such
/// addresses are told to others or tried. Shared addresses of providers (100.64/10) count, because
/// some VPNs give them to their members.
pub fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            v4.is_private() || v4.is_loopback() || v4.is_link_local() || is_shared(v4)
        }
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

fn is_shared(v4: Ipv4Addr) -> bool {
    let [first, second, ..] = v4.octets();
    first == 100 && (64..128).contains(&second)
}

/// Checks whether it can be the address of a single computer.
fn is_one_host(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let first = v4.octets()[0];
            first != 0 && first < 224
        }
        IpAddr::V6(v6) => !v6.is_multicast() && v6 != Ipv6Addr::UNSPECIFIED,
    }
}

/// Checks for an address that is valid on one link only: it means something only together with an
/// interface, which an [`IpAddr`] can't name.
fn is_link_local_v6(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(v6) if v6.is_unicast_link_local())
}
