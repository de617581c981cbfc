//! Which addresses are local, and which of several ways to a device to take first.
//!
//! Docker, virtual machines and tunnels have addresses too, and often the quickest answer; they must
//! not win over the network that people share.

use std::net::IpAddr;

use crate::address::{Address, Transport};
use crate::interfaces::{self, Interface, Tier};

/// The interfaces of this computer, as far as ways to others go.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Places {
    interfaces: Vec<Interface>,
}

impl Places {
    /// What is here now.
    pub fn look() -> Self {
        let interfaces = interfaces::list().unwrap_or_else(|error| {
            tracing::warn!(%error, "the interfaces can't be listed");
            Vec::new()
        });
        Self { interfaces }
    }

    /// Whether an address is on a local network: a private one, or one of a network we are part of.
    pub fn is_local(&self, ip: IpAddr) -> bool {
        interfaces::is_private(ip) || interfaces::rank(ip, &self.interfaces) == Tier::Lan
    }

    /// Whether an address of before is gone.
    pub fn lost_one_of(&self, before: &Self) -> bool {
        let all = |places: &Self| -> Vec<IpAddr> {
            let addresses = places.interfaces.iter().flat_map(|one| &one.addresses);
            addresses.map(|address| address.ip).collect()
        };
        let now = all(self);
        all(before).iter().any(|ip| !now.contains(ip))
    }

    /// The ways to a device in the order to try them, those of one step at once.
    pub fn steps(&self, mut ways: Vec<Address>) -> Vec<Vec<Address>> {
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

    /// The addresses to tell others, from those we listen at: the shared network first, none that
    /// only this computer can use unless there is nothing else.
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
