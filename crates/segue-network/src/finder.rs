//! Finding devices by multicast, wrapped so that no packet from outside decides what we keep.
//!
//! ```text
//!  own runtime, one thread
//!  ┌──────────────────────────────┐
//!  │ mDNS over IPv4   one task per │  peer, address   ┌─ filter ───────────────┐
//!  │ mDNS over IPv6   own address  │ ───────────────▶ │ ours? local? room?      │ ──▶ Found
//!  └──────────────────────────────┘                   └─────────────────────────┘
//! ```
//!
//! libp2p's mDNS keeps whatever it hears for as long as the packet says, does not end its tasks when
//! it is dropped, and does not restart one that died. So it lives in a runtime of its own that can be
//! thrown away as a whole: when we hide, when the network changes, when a task died, and, for a while
//! without it, when someone floods it. What it finds is a hint: only dialling proves who is there.

mod inner;
mod load;

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use libp2p::core::Endpoint;
use libp2p::core::transport::{ListenerId, PortUse};
use libp2p::swarm::behaviour::{ExpiredListenAddr, NewListenAddr};
use libp2p::swarm::{
    ConnectionDenied, ConnectionId, FromSwarm, NetworkBehaviour, THandler, THandlerInEvent,
    THandlerOutEvent, ToSwarm, dummy,
};
use libp2p::{Multiaddr, PeerId};
use segue_clock::Clock;
use tokio::sync::watch;

use self::inner::Inner;
use crate::address::Address;
use crate::device::DeviceId;
use crate::network::{Discovery, Visibility};
use crate::places::Places;

/// How long to be deaf after a flood.
const DEAF: Duration = Duration::from_secs(10);
/// How long to wait before trying again what could not be started.
const AGAIN: Duration = Duration::from_secs(15);
/// How many findings may wait to be looked at.
const WAITING: usize = 512;

/// A device may be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    pub device: DeviceId,
    pub address: Address,
}

/// The behaviour that finds.
pub(crate) struct Finder {
    me: PeerId,
    allowed: bool,
    visibility: Visibility,
    clock: Clock,
    places: watch::Receiver<Arc<Places>>,
    listening: Vec<(ListenerId, Multiaddr)>,
    inner: Option<Inner>,
    not_before: Option<Instant>,
    found: VecDeque<Found>,
    waker: Option<Waker>,
    failing: bool,
}

impl Finder {
    pub fn new(
        clock: Clock,
        me: PeerId,
        allowed: bool,
        places: watch::Receiver<Arc<Places>>,
    ) -> Self {
        Self {
            clock,
            me,
            allowed,
            visibility: Visibility::Hidden,
            places,
            listening: Vec::new(),
            inner: None,
            not_before: None,
            found: VecDeque::new(),
            waker: None,
            failing: false,
        }
    }

    /// Sets who may see us from now on.
    pub fn show(&mut self, visibility: Visibility) {
        if self.visibility != visibility {
            self.visibility = visibility;
            self.rebuild();
        }
    }

    /// Returns whether discovery is off, works or fails.
    pub fn state(&self) -> Discovery {
        if !self.wanted() {
            Discovery::Off
        } else if self.failing {
            Discovery::Failing
        } else {
            Discovery::On
        }
    }

    /// Starts discovery again: after a change of network, after sleep.
    pub fn rebuild(&mut self) {
        self.inner = None;
        self.not_before = None;
        self.tend(self.clock.monotonic());
    }

    /// Starts what should run and replaces what has died. Called every now and then.
    pub fn tend(&mut self, now: Instant) {
        if !self.wanted() {
            self.inner = None;
            return;
        }
        if self.not_before.is_some_and(|at| now < at) {
            return;
        }
        if self.inner.as_mut().is_some_and(Inner::lost_a_task) {
            tracing::warn!("a task of the discovery died; starting it anew");
            self.inner = None;
        }
        if self.inner.is_none() {
            self.start(now);
        }
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    fn wanted(&self) -> bool {
        self.allowed && self.visibility != Visibility::Hidden
    }

    fn start(&mut self, now: Instant) {
        match Inner::start(self.me) {
            Ok(mut inner) => {
                for (listener, address) in self.announced() {
                    inner.listening(*listener, address);
                }
                self.inner = Some(inner);
                self.failing = false;
                self.not_before = None;
            }
            Err(error) => {
                tracing::warn!(%error, "discovery can't be started");
                self.failing = true;
                self.not_before = Some(now + AGAIN);
            }
        }
    }

    /// Returns the addresses to announce: none unless everyone may see us.
    fn announced(&self) -> &[(ListenerId, Multiaddr)] {
        match self.visibility {
            Visibility::Visible => &self.listening,
            Visibility::Teammates | Visibility::Hidden => &[],
        }
    }

    fn take(&mut self, heard: Vec<(PeerId, Multiaddr)>) {
        let places = Arc::clone(&self.places.borrow());
        let ours = |(peer, address): (PeerId, Multiaddr)| {
            let device = DeviceId::from_peer(peer)?;
            let address = Address::from_multiaddr(&address)?;
            let ip = address.socket.ip();
            // Nobody out there says what is inside this computer.
            (places.is_local(ip) && !ip.is_loopback()).then_some(Found { device, address })
        };
        let room = WAITING.saturating_sub(self.found.len());
        self.found
            .extend(heard.into_iter().filter_map(ours).take(room));
    }
}

impl NetworkBehaviour for Finder {
    type ConnectionHandler = dummy::ConnectionHandler;
    type ToSwarm = Found;

    fn handle_established_inbound_connection(
        &mut self,
        _: ConnectionId,
        _: PeerId,
        _: &Multiaddr,
        _: &Multiaddr,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        Ok(dummy::ConnectionHandler)
    }

    fn handle_established_outbound_connection(
        &mut self,
        _: ConnectionId,
        _: PeerId,
        _: &Multiaddr,
        _: Endpoint,
        _: PortUse,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        Ok(dummy::ConnectionHandler)
    }

    fn on_swarm_event(&mut self, event: FromSwarm<'_>) {
        match event {
            FromSwarm::NewListenAddr(NewListenAddr { listener_id, addr }) => {
                self.listening.push((listener_id, addr.clone()));
                if self.visibility == Visibility::Visible
                    && let Some(inner) = &mut self.inner
                {
                    inner.listening(listener_id, addr);
                }
            }
            FromSwarm::ExpiredListenAddr(ExpiredListenAddr { listener_id, addr }) => {
                let gone = (listener_id, addr.clone());
                self.listening.retain(|known| *known != gone);
                if let Some(inner) = &mut self.inner {
                    inner.not_listening(listener_id, addr);
                }
            }
            _ => {}
        }
    }

    fn on_connection_handler_event(
        &mut self,
        _: PeerId,
        _: ConnectionId,
        event: THandlerOutEvent<Self>,
    ) {
        let never: Infallible = event;
        match never {}
    }

    fn poll(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<ToSwarm<Self::ToSwarm, THandlerInEvent<Self>>> {
        self.waker = Some(cx.waker().clone());
        loop {
            if let Some(found) = self.found.pop_front() {
                return Poll::Ready(ToSwarm::GenerateEvent(found));
            }
            let Some(inner) = &mut self.inner else {
                return Poll::Pending;
            };
            let now = self.clock.monotonic();
            if inner.is_flooded(now) {
                tracing::warn!("someone floods the discovery; it pauses");
                self.inner = None;
                self.not_before = Some(now + DEAF);
                return Poll::Pending;
            }
            match inner.poll(cx) {
                Poll::Ready(heard) => self.take(heard),
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}
