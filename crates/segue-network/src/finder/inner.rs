//! libp2p's mDNS, both families, in a runtime that ends with it.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicI32;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use libp2p::core::transport::ListenerId;
use libp2p::mdns;
use libp2p::swarm::behaviour::{ExpiredListenAddr, NewListenAddr};
use libp2p::swarm::{FromSwarm, NetworkBehaviour, ToSwarm};
use libp2p::{Multiaddr, PeerId};
use tokio::runtime::Runtime;

use super::load::Load;

/// How long our announcements are valid, and how often we ask.
const HOLDS: Duration = Duration::from_secs(150);
const ASK: Duration = Duration::from_secs(60);

/// Records that may be kept before it counts as a flood.
const RECORDS: usize = 1024;

/// Discovery at work, in a runtime of its own.
pub(super) struct Inner {
    families: Vec<mdns::tokio::Behaviour>,
    runtime: Option<Runtime>,
    /// How many tasks ran when the addresses of this computer were these.
    tasks: usize,
    addresses: Vec<IpAddr>,
    load: Load,
}

impl Inner {
    /// Starts multicast DNS for both families of addresses, on a thread of its own.
    pub fn start(me: PeerId) -> std::io::Result<Self> {
        let thread = Arc::new(AtomicI32::new(0));
        let load = Load::new(Arc::clone(&thread));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("segue-mdns")
            .on_thread_start(move || Load::watched(&thread))
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
            load,
        };
        match why {
            // One family is better than none.
            Some(error) if inner.families.is_empty() => Err(error),
            _ => Ok(inner),
        }
    }

    /// Adds an address that this device listens at.
    pub fn listening(&mut self, listener_id: ListenerId, addr: &Multiaddr) {
        for family in &mut self.families {
            family.on_swarm_event(FromSwarm::NewListenAddr(NewListenAddr {
                listener_id,
                addr,
            }));
        }
    }

    /// Removes an address that this device no longer listens at.
    pub fn not_listening(&mut self, listener_id: ListenerId, addr: &Multiaddr) {
        for family in &mut self.families {
            let gone = ExpiredListenAddr { listener_id, addr };
            family.on_swarm_event(FromSwarm::ExpiredListenAddr(gone));
        }
    }

    /// Checks whether so much is kept or arrives that someone must be flooding us.
    pub fn is_flooded(&mut self, now: Instant) -> bool {
        let kept = self.families.iter();
        let kept: usize = kept.map(|family| family.discovered_nodes().len()).sum();
        kept > RECORDS || self.load.is_flood(now)
    }

    /// Checks whether a task ended although its address still exists. Must be called regularly,
    /// because it notes when addresses change.
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

    /// Polls both families for the devices heard of since the last call.
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
