//! Which network interfaces this computer has, what kind each is, and how near an address is.
//!
//! Responsible for: telling a real network (cable, Wi-Fi) from what only looks like one (a bridge
//! of containers, a tunnel), so that real ones come first when an address is told or tried.
//!
//! Not responsible for: watching for changes, or whether anybody answers; [`crate::survey`] asks.
//!
//! ```text
//! if-addrs (names, addresses) ─┐
//! /proc/…/net/dev (all names) ─┼─▶ list() ─▶ Vec<Interface> ─▶ rank(address, ..) ─▶ Tier
//! /sys/class/net (what it is) ─┘      ▲
//!                               classify(name, traits): pure
//! ```

mod kind;
mod rank;
mod system;

#[cfg(test)]
mod tests;

use std::net::IpAddr;

pub use kind::{Kind, Traits, classify};
pub use rank::{Tier, is_private, rank};
pub use system::list;

/// A network interface of this computer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interface {
    /// The name that the system gives it.
    pub name: String,
    /// Its number in the system, where that is known.
    pub index: Option<u32>,
    pub kind: Kind,
    /// Its addresses; none while it is not connected.
    pub addresses: Vec<Address>,
    /// Whether it is switched on and connected.
    pub up: bool,
    /// Whether it can send to many at once.
    pub multicast: bool,
}

impl Interface {
    /// Checks whether other computers can be met on it: a cable or Wi-Fi that is connected and has
    /// an address.
    pub fn is_usable(&self) -> bool {
        self.up && self.kind.is_physical() && !self.addresses.is_empty()
    }
}

/// An address of this computer, and how much of it names the network it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address {
    pub ip: IpAddr,
    /// How many of its first bits all addresses of that network share.
    pub prefix: u8,
}

impl Address {
    /// Checks whether an address is in the same network. A network of unknown size contains
    /// nothing.
    pub fn holds(&self, other: IpAddr) -> bool {
        match (self.ip, other) {
            (IpAddr::V4(ours), IpAddr::V4(other)) => match self.prefix {
                bits @ 1..=32 => (u32::from(ours) ^ u32::from(other)) >> (32 - bits) == 0,
                _ => false,
            },
            (IpAddr::V6(ours), IpAddr::V6(other)) => match self.prefix {
                bits @ 1..=128 => (u128::from(ours) ^ u128::from(other)) >> (128 - bits) == 0,
                _ => false,
            },
            _ => false,
        }
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.ip, self.prefix)
    }
}
