//! libp2p's mDNS, both families, in a runtime that ends with it.

use std::net::IpAddr;
use std::task::{Context, Poll};
use std::time::Duration;

use libp2p::core::transport::ListenerId;
use libp2p::mdns;
use libp2p::swarm::behaviour::{ExpiredListenAddr, NewListenAddr};
use libp2p::swarm::{FromSwarm, NetworkBehaviour, ToSwarm};
use libp2p::{Multiaddr, PeerId};
use tokio::runtime::Runtime;

/// How long what we announce holds, and how often we ask.
const HOLDS: Duration = Duration::from_secs(150);
const ASK: Duration = Duration::from_secs(60);

/// Discovery at work.
pub(super) struct Inner {
    families: Vec<mdns::tokio::Behaviour>,
    runtime: Option<Runtime>,
    /// How many tasks ran when the addresses of this computer were these.
    tasks: usize,
    addresses: Vec<IpAddr>,
}

impl Inner {
    pub fn start(me: PeerId) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("segue-mdns")
            .enable_all()
            .build()?;
        let mut families = Vec::new();
        let mut why = None;
        {
            let _inside = runtime.enter();
            for enable_ipv6 in [false, true] {
                let config = mdns::Config {
                    ttl: HOLDS,
                    query_interval: ASK,
                    enable_ipv6,
                };
                match mdns::tokio::Behaviour::new(config, me) {
                    Ok(family) => families.push(family),
                    Err(error) => why = Some(error),
                }
            }
        }
        let inner = Self {
            families,
            runtime: Some(runtime),
            tasks: 0,
            addresses: Vec::new(),
        };
        match why {
            // One family is better than none.
            Some(error) if inner.families.is_empty() => Err(error),
            _ => Ok(inner),
        }
    }

    pub fn listening(&mut self, listener_id: ListenerId, addr: &Multiaddr) {
        for family in &mut self.families {
            family.on_swarm_event(FromSwarm::NewListenAddr(NewListenAddr {
                listener_id,
                addr,
            }));
        }
    }

    pub fn not_listening(&mut self, listener_id: ListenerId, addr: &Multiaddr) {
        for family in &mut self.families {
            let gone = ExpiredListenAddr { listener_id, addr };
            family.on_swarm_event(FromSwarm::ExpiredListenAddr(gone));
        }
    }

    /// How many records are kept.
    pub fn records(&self) -> usize {
        self.families
            .iter()
            .map(|family| family.discovered_nodes().len())
            .sum()
    }

    /// Whether a task ended although its address is still there.
    pub fn lost_a_task(&mut self) -> bool {
        let Some(runtime) = &self.runtime else {
            return true;
        };
        let alive = runtime.metrics().num_alive_tasks();
        let addresses = if_addrs::get_if_addrs().map_or_else(
            |_| Vec::new(),
            |all| all.iter().map(if_addrs::Interface::ip).collect(),
        );
        if addresses != self.addresses {
            self.addresses = addresses;
            self.tasks = alive;
            return false;
        }
        let lost = alive < self.tasks;
        self.tasks = self.tasks.max(alive);
        lost
    }

    /// What was heard since.
    pub fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Vec<(PeerId, Multiaddr)>> {
        let Some(runtime) = &self.runtime else {
            return Poll::Pending;
        };
        let _inside = runtime.enter();
        for family in &mut self.families {
            while let Poll::Ready(event) = family.poll(cx) {
                if let ToSwarm::GenerateEvent(mdns::Event::Discovered(heard)) = event {
                    return Poll::Ready(heard);
                }
            }
        }
        Poll::Pending
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.families.clear();
        if let Some(runtime) = self.runtime.take() {
            // Ends every task and closes every socket, without waiting for them here.
            runtime.shutdown_background();
        }
    }
}
