//! What is between this computer and the people nearby.
//!
//! Measuring and judging are apart: [`examine`] asks the system, and the checks are pure functions
//! of what it said, so every sentence can be tested without a network.
//!
//! ```text
//! Wiring (from the node) ─┐
//! segue_network::survey ──┴▶ NetworkFacts ─▶ checks, multicast, people, reachability ─▶ Check, one by one
//! ```
//!
//! Multicast tells the network that this computer is here, so it is sent only while discovery is on.

mod checks;
mod describe;
mod multicast;
mod people;
mod reachability;

#[cfg(test)]
mod tests;

use std::net::SocketAddr;

use futures_util::future::join_all;
use segue_clock::Clock;
use segue_network::interfaces::{self, Interface};
use segue_network::survey::{self, Echo, EchoError, Family, Firewall, Port};

pub(super) use self::people::nobody_can_be_asked;
use segue_door::Check;

use super::wiring::{Discovery, Wiring};

/// How many interfaces are sent on, and how many addresses are tried.
const MOST: usize = 16;

/// What was measured of the network.
#[derive(Debug)]
struct NetworkFacts {
    /// Empty when the system does not tell.
    interfaces: Vec<Interface>,
    /// The outcome of trying our own addresses.
    ports: Vec<(SocketAddr, Port)>,
    /// The firewall that is known to be on.
    firewall: Firewall,
    /// The outcome of sending, by interface and family.
    heard: Vec<Signal>,
}

/// The outcome of sending on one interface in one family.
#[derive(Debug)]
struct Signal {
    interface: String,
    family: Family,
    result: Result<Echo, EchoError>,
}

/// Measures the network, and reports each check as soon as it is made.
pub(super) async fn examine(clock: &Clock, wiring: &Wiring, mut tell: impl FnMut(Check)) {
    let mut facts = NetworkFacts::look().await;
    tell(checks::interfaces(&facts.interfaces));
    tell(checks::listening(&wiring.listening, &facts.interfaces));
    if !wiring.listening.is_empty() {
        facts.try_ports(clock, &wiring.listening).await;
        tell(checks::port(&facts.ports, facts.firewall));
    }
    tell(checks::vpn(&facts.interfaces));
    tell(checks::discovery(&wiring.discovery, &wiring.visibility));
    if wiring.discovery == Discovery::On {
        facts.send_and_hear(clock).await;
        tell(multicast::v4(&facts));
        if let Some(check) = multicast::v6(&facts) {
            tell(check);
        }
    }
    tell(people::people(wiring, &facts));
    if let Some(answer) = &wiring.answer {
        tell(people::person(answer, &wiring.discovery));
        if let Some(told) = &answer.told {
            let checks = reachability::checks(&answer.name, told, facts.firewall);
            checks.into_iter().for_each(tell);
        }
    }
}

impl NetworkFacts {
    /// Finds out what can be known without sending anything.
    async fn look() -> Self {
        let look = || (interfaces::list(), survey::firewall());
        let (interfaces, firewall) = match tokio::task::spawn_blocking(look).await {
            Ok((Ok(interfaces), firewall)) => (interfaces, firewall),
            Ok((Err(error), firewall)) => {
                tracing::warn!(%error, "the interfaces are not known");
                (Vec::new(), firewall)
            }
            Err(_) => (Vec::new(), Firewall::Unknown),
        };
        Self {
            interfaces,
            ports: Vec::new(),
            firewall,
            heard: Vec::new(),
        }
    }

    async fn try_ports(&mut self, clock: &Clock, listening: &[SocketAddr]) {
        let mut tried: Vec<SocketAddr> = listening.iter().copied().filter(can_be_tried).collect();
        tried.sort();
        tried.dedup();
        tried.truncate(MOST);
        let attempts = tried.into_iter().map(|address| async move {
            let port = survey::port_open(clock, address).await;
            (address, port)
        });
        self.ports = join_all(attempts).await;
    }

    /// Sends on every usable interface at the same time, and listens.
    async fn send_and_hear(&mut self, clock: &Clock) {
        let all = &self.interfaces;
        let usable = all.iter().filter(|one| one.is_usable() && one.multicast);
        let attempts = usable
            .flat_map(|interface| [Family::V4, Family::V6].map(|family| (interface, family)))
            .filter(|(interface, family)| {
                let mut addresses = interface.addresses.iter();
                addresses.any(|address| Family::of(address.ip) == *family)
            })
            .take(MOST)
            .map(|(interface, family)| async move {
                Signal {
                    interface: interface.name.clone(),
                    family,
                    result: survey::multicast_echo(clock, interface, family, all).await,
                }
            });
        self.heard = join_all(attempts).await;
    }
}

/// Checks whether an address can be tried; one that is local to a link can't be without naming the
/// link.
fn can_be_tried(address: &SocketAddr) -> bool {
    match address {
        SocketAddr::V4(_) => true,
        SocketAddr::V6(v6) => v6.scope_id() != 0 || !v6.ip().is_unicast_link_local(),
    }
}
