//! Which addresses are local, and which of several ways to a device to take first.
//!
//! Docker, virtual machines and tunnels have addresses too, and often the quickest answer; they must
//! not win over the network that people share.

use std::net::IpAddr;

use crate::address::{Address, Transport};
use crate::interfaces::{self, Interface, Kind, Tier};
use crate::network::{KnownDevice, Transports};

/// The interfaces of this computer, as far as ways to others go.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Places {
    interfaces: Vec<Interface>,
}

impl Places {
    /// Looks at the interfaces that this computer has now; none if they can't be listed.
    pub fn look() -> Self {
        let interfaces = interfaces::list().unwrap_or_else(|error| {
            tracing::warn!(%error, "the interfaces can't be listed");
            Vec::new()
        });
        Self { interfaces }
    }

    /// Checks whether an address is on a local network: a private one, or one in a network we are
    /// part of.
    pub fn is_local(&self, ip: IpAddr) -> bool {
        interfaces::is_private(ip) || interfaces::rank(ip, &self.interfaces) == Tier::Lan
    }

    /// Returns whether there is an address of this family that others can use: not one that counts on
    /// one link only, nor one of a tunnel, which may be listed as the other end's.
    pub fn has_beyond(&self, ipv6: bool) -> bool {
        let others = self.interfaces.iter();
        let mut others = others.filter(|one| one.up && one.kind != Kind::Tunnel);
        others.any(|one| {
            one.addresses.iter().any(|address| match address.ip {
                IpAddr::V4(ip) => !ipv6 && !ip.is_loopback(),
                IpAddr::V6(ip) => ipv6 && !ip.is_loopback() && !ip.is_unicast_link_local(),
            })
        })
    }

    /// Checks whether an address from before is gone that connections may depend on: not one of a
    /// container, nor one that is valid on a single link only.
    pub fn lost_one_of(&self, before: &Self) -> bool {
        let all = |places: &Self| -> Vec<IpAddr> {
            let others = places.interfaces.iter();
            let others = others.filter(|one| one.kind != Kind::Virtual);
            let addresses = others.flat_map(|one| &one.addresses);
            let ips = addresses.map(|address| address.ip);
            ips.filter(|ip| !matches!(ip, IpAddr::V6(ip) if ip.is_unicast_link_local()))
                .collect()
        };
        let now = all(self);
        all(before).iter().any(|ip| !now.contains(ip))
    }

    /// Returns all ways to a device in the order to try them. Proven addresses come before
    /// announced ones, since anyone can announce anything; and only an address that a person typed
    /// may lead outside.
    pub fn ways(
        &self,
        known: Option<&KnownDevice>,
        said: Vec<Address>,
        transports: Transports,
    ) -> Vec<Vec<Address>> {
        let usable = |way: &Address| match way.transport {
            Transport::Tcp => transports.tcp,
            Transport::Quic => transports.quic,
        };
        let local = |way: &Address| self.is_local(way.socket.ip());
        let proven: Vec<Address> = known.map_or_else(Vec::new, |known| {
            let local = known.addresses.iter().filter(|way| local(way));
            local.chain(&known.typed).copied().filter(usable).collect()
        });
        let is_new = |way: &Address| local(way) && usable(way) && !proven.contains(way);
        let said = said.into_iter().filter(is_new).collect();
        [self.steps(proven), self.steps(said)].concat()
    }

    /// Groups addresses into steps in the order to try them; those of one step are tried at once.
    fn steps(&self, mut ways: Vec<Address>) -> Vec<Vec<Address>> {
        ways.sort_unstable();
        ways.dedup();
        let mut steps: Vec<(Step, Vec<Address>)> = Vec::new();
        for way in ways {
            let Some(step) = self.step(&way) else {
                continue;
            };
            match steps.iter_mut().find(|(known, _)| *known == step) {
                Some((_, same)) => same.push(way),
                None => steps.push((step, vec![way])),
            }
        }
        steps.sort_by_key(|(step, _)| *step);
        steps.into_iter().map(|(_, ways)| ways).collect()
    }

    fn step(&self, way: &Address) -> Option<Step> {
        let tier = interfaces::rank(way.socket.ip(), &self.interfaces);
        (tier != Tier::Unusable).then_some((tier, way.transport))
    }

    /// Returns the addresses to tell others, out of those we listen at: the shared network first,
    /// and none that only this computer can use unless there is nothing else.
    pub fn to_tell(&self, listening: &[Address]) -> Vec<Address> {
        let beyond = |way: &&Address| !way.socket.ip().is_loopback();
        let some: Vec<Address> = listening.iter().filter(beyond).copied().collect();
        let all = if some.is_empty() {
            listening.to_vec()
        } else {
            some
        };
        self.steps(all).concat()
    }
}

/// First by the network, then by the transport.
type Step = (Tier, Transport);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interfaces;
    use crate::network::Standing;

    fn way(text: &str) -> Address {
        Address::typed(text).unwrap()
    }

    /// A computer with a cable, a container, and an address of the whole world.
    fn office() -> Places {
        let interface = |name: &str, kind, ip: &str, prefix| Interface {
            name: name.to_owned(),
            index: None,
            kind,
            addresses: vec![interfaces::Address {
                ip: ip.parse().unwrap(),
                prefix,
            }],
            up: true,
            multicast: true,
        };
        Places {
            interfaces: vec![
                interface("eth0", Kind::Lan, "192.168.1.5", 24),
                interface("eth0", Kind::Lan, "2001:db8:1::5", 64),
                interface("docker0", Kind::Virtual, "172.17.0.1", 16),
            ],
        }
    }

    #[test]
    fn where_it_was_comes_first_and_only_what_was_typed_leads_outside() {
        let places = office();
        let known = KnownDevice {
            standing: Standing::Verified,
            addresses: vec![way("[2001:db8:1::7]:5"), way("[2001:db8:2::7]:5")],
            typed: vec![way("203.0.113.9:5")],
        };
        let said = vec![
            way("192.168.1.66:5"),
            way("198.51.100.1:5"),
            way("172.17.0.2:5"),
            way("[2001:db8:1::7]:5"),
        ];
        let ways = places.ways(Some(&known), said, Transports::default());
        let shown: Vec<String> = ways.concat().iter().map(ToString::to_string).collect();
        // What was local in another network is not tried from this one.
        assert_eq!(
            shown,
            [
                "[2001:db8:1::7]:5",
                "203.0.113.9:5",
                "192.168.1.66:5",
                "172.17.0.2:5"
            ]
        );
        let only_quic = Transports {
            tcp: false,
            quic: true,
        };
        assert!(places.ways(Some(&known), Vec::new(), only_quic).is_empty());
    }

    #[test]
    fn a_container_that_goes_is_no_reason_to_connect_anew() {
        let before = office();
        let mut after = office();
        after.interfaces.pop();
        assert!(!after.lost_one_of(&before));
        after.interfaces.pop();
        assert!(after.lost_one_of(&before));
    }
}
