//! A hostile device: it has a key and an address like anyone else, opens any protocol and says
//! anything, and serves any protocol with lies.
//!
//! ```text
//!  test ── reach, open, serve ──▶ task that owns a bare libp2p swarm ── Noise, yamux ──▶ a network
//!   ▲                                                                                     │
//!   └───────────────── SyncSession: raw bytes and frames, in either direction ◀──────────────────┘
//! ```
//!
//! Responsible for: making bytes travel. Not responsible for: what they say; tests do that. It stays
//! on loopback, where each of 127.0.0.1, 127.0.0.2, … counts as a computer of its own.

mod announce;
mod orders;
mod relay;
mod talk;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::StreamExt;
use libp2p::multiaddr::Protocol;
use libp2p::swarm::SwarmEvent;
use libp2p::{Multiaddr, PeerId, StreamProtocol, SwarmBuilder, noise, tcp, yamux};
use libp2p_stream::Control;
use segue_network::DeviceId;
use segue_network::address::{Address, Transport};
use segue_network::identity::IdentityKey;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;

pub use self::announce::{WAYS, announcement, echoing};
use self::orders::{Order, run};
pub use self::talk::{Heard, SyncSession};

/// How long anything may take before it counts as refused.
const PATIENCE: Duration = Duration::from_secs(20);

/// The doors of a Segue network, and some that it does not have.
pub const DOORS: [&str; 8] = [
    "/segue/hello/1",
    "/segue/pair/1",
    "/segue/join/1",
    "/segue/offer/1",
    "/segue/pull/1",
    "/segue/message/1",
    "/segue/sync/1",
    "/segue/reachability/1",
];

/// A hostile device. It is gone when this is dropped.
pub struct Hostile {
    /// Its key, to sign with.
    pub key: IdentityKey,
    address: Address,
    from: Ipv4Addr,
    control: Control,
    orders: mpsc::Sender<Order>,
    connected: watch::Receiver<Vec<PeerId>>,
    task: JoinHandle<()>,
}

impl Hostile {
    /// Starts a new device at 127.0.0.1.
    pub async fn new() -> Self {
        Self::at(IdentityKey::generate(), Ipv4Addr::LOCALHOST).await
    }

    /// Starts a device with this key that listens at, and connects from, this loopback address.
    ///
    /// # Panics
    /// When the address is none of loopback, or can't be listened at.
    pub async fn at(key: IdentityKey, from: Ipv4Addr) -> Self {
        assert!(from.is_loopback(), "a hostile device stays on loopback");
        let mut swarm = SwarmBuilder::with_existing_identity(key.to_keypair())
            .with_tokio()
            .with_tcp(
                tcp::Config::default().nodelay(true),
                noise::Config::new,
                yamux::Config::default,
            )
            .expect("noise")
            .with_quic()
            .with_behaviour(|_| libp2p_stream::Behaviour::new())
            .expect("a behaviour")
            .with_swarm_config(|swarm| {
                swarm.with_idle_connection_timeout(Duration::from_secs(3600))
            })
            .build();
        let listen = Multiaddr::from(IpAddr::V4(from)).with(Protocol::Tcp(0));
        swarm.listen_on(listen).expect("loopback");
        let address = loop {
            if let SwarmEvent::NewListenAddr { address, .. } = swarm.select_next_some().await {
                break Address::typed(&address.to_string()).expect("an address of ours");
            }
        };
        let control = swarm.behaviour().new_control();
        let (orders, ordered) = mpsc::channel(16);
        let (tell, connected) = watch::channel(Vec::new());
        let task = tokio::spawn(run(swarm, ordered, tell));
        Self {
            key,
            address,
            from,
            control,
            orders,
            connected,
            task,
        }
    }

    /// Returns the id it has on the wire.
    ///
    /// # Panics
    /// Never: its key is one of ours.
    pub fn device(&self) -> DeviceId {
        DeviceId::of(&self.key.public()).expect("a key of ours")
    }

    /// Returns the address it listens at.
    pub fn address(&self) -> Address {
        self.address
    }

    /// Connects to a device.
    ///
    /// # Errors
    /// When it is not let in, or nobody is there.
    pub async fn reach(&self, who: DeviceId, at: Address) -> Result<(), String> {
        let (done, answer) = oneshot::channel();
        let at = match at.transport {
            Transport::Tcp if self.from != Ipv4Addr::LOCALHOST => {
                Address::tcp(relay::start(self.from, at.socket).await)
            }
            _ => at,
        };
        let dial = Order::Dial {
            peer: peer(who),
            at: multiaddr(at),
            done,
        };
        self.orders.send(dial).await.ok();
        match tokio::time::timeout(PATIENCE, answer).await {
            Ok(Ok(answer)) => answer,
            _ => Err("no answer in time".to_owned()),
        }
    }

    /// Opens any protocol with whom it is connected to; none when that is refused.
    pub async fn open(&self, who: DeviceId, protocol: &str) -> Option<SyncSession> {
        let protocol = StreamProtocol::try_from_owned(protocol.to_owned()).ok()?;
        let mut control = self.control.clone();
        let opening = control.open_stream(peer(who), protocol);
        let opened = tokio::time::timeout(PATIENCE, opening).await;
        opened.ok()?.ok().map(SyncSession)
    }

    /// Takes every stream of this protocol, from now on.
    ///
    /// # Panics
    /// When it is taken already, or no name of a protocol.
    pub fn serve(&self, protocol: &str) -> mpsc::Receiver<SyncSession> {
        let protocol = StreamProtocol::try_from_owned(protocol.to_owned()).expect("a protocol");
        let mut incoming = self.control.clone().accept(protocol).expect("not taken");
        let (tell, talks) = mpsc::channel(64);
        tokio::spawn(async move {
            while let Some((_, stream)) = incoming.next().await {
                if tell.send(SyncSession(stream)).await.is_err() {
                    return;
                }
            }
        });
        talks
    }

    /// Hangs up.
    pub async fn leave(&self, who: DeviceId) {
        self.orders.send(Order::Leave(peer(who))).await.ok();
    }

    /// Checks whether it is connected to someone.
    pub fn is_connected(&self, who: DeviceId) -> bool {
        self.connected.borrow().contains(&peer(who))
    }

    /// Waits until it is connected to someone, or is not any more; whether that happened in time.
    pub async fn until_connected(&self, who: DeviceId, is: bool) -> bool {
        let mut connected = self.connected.clone();
        let wait = connected.wait_for(|all| all.contains(&peer(who)) == is);
        tokio::time::timeout(PATIENCE, wait)
            .await
            .is_ok_and(|waited| waited.is_ok())
    }

    /// Says a friendly hello, so that it is here like anyone else, and keeps the stream.
    pub async fn greet(&self, who: DeviceId, name: &str) -> Option<SyncSession> {
        let mut talk = self.open(who, DOORS[0]).await?;
        talk.send(&hello(name)).await.then_some(talk)
    }
}

impl Drop for Hostile {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Builds a hello as a well-behaved device says it.
pub fn hello(name: &str) -> serde_json::Value {
    let about = serde_json::json!({ "name": name, "platforms": [], "version": "0.1.0" });
    serde_json::json!({ "hello": { "about": about, "knows_you": true, "ways": [] } })
}

fn peer(device: DeviceId) -> PeerId {
    device.to_string().parse().expect("an id of ours")
}

fn multiaddr(address: Address) -> Multiaddr {
    let SocketAddr::V4(socket) = address.socket else {
        panic!("a hostile device stays on IPv4 loopback");
    };
    assert!(
        socket.ip().is_loopback(),
        "a hostile device stays on loopback"
    );
    let ip = Multiaddr::from(IpAddr::V4(*socket.ip()));
    match address.transport {
        Transport::Tcp => ip.with(Protocol::Tcp(socket.port())),
        Transport::Quic => ip.with(Protocol::Udp(socket.port())).with(Protocol::QuicV1),
    }
}
