//! The one task that owns the swarm: connections, who is here, where to look next.
//!
//! ```text
//!  commands ─▶ ┌──────────────── turn ────────────────┐
//!  swarm ────▶ │ peers · address_book · waiters         │ ─▶ view, events
//!  tick ─────▶ └───────────────────────────────────────┘ ─▶ dials, hello tasks
//! ```
//!
//! Handlers never wait: streams have tasks of their own. If this task panics, the supervisor starts
//! it again with the same key and everything in [`Shared`].

mod connections;
mod dial;
mod doors;
mod hellos;
mod listen;
mod looking;
mod peers;
mod supervisor;
mod turn;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

use jiff::Timestamp;
use libp2p::Swarm;
use libp2p::swarm::ConnectionId;
use tokio::sync::{mpsc, oneshot};

use self::dial::Dial;
use self::listen::Listener;
use self::peers::Peers;
pub(crate) use self::supervisor::supervise;
use crate::address::Address;
use crate::address_book::AddressBook;
use crate::device::DeviceId;
use crate::hello::{HelloEnd, HelloFacts};
use crate::limits::Bucket;
use crate::network::{Config, ConnectError, Nearby, Target};
use crate::shared::Shared;
use crate::swarm::Behaviour;

/// A command for the loop.
pub(crate) enum Command {
    /// Make sure there is a connection.
    Connect {
        target: Target,
        /// More ways to try, from an invite.
        ways: Vec<Address>,
        answer: oneshot::Sender<Result<Reach, ConnectError>>,
    },
    /// Close the connections to a device.
    Disconnect(DeviceId),
    /// Look for everyone again.
    Rescan,
    /// A device said hello.
    HelloFacts { device: DeviceId, said: HelloFacts },
    /// A hello stream ended.
    HelloEnded { device: DeviceId, end: HelloEnd },
    /// A device broke the rules.
    Misbehaved(DeviceId),
    /// Say goodbye and stop.
    Stop(oneshot::Sender<()>),
    /// Fail on purpose, to prove that it is survived.
    Panic,
}

/// A device that is connected.
#[derive(Debug, Clone)]
pub(crate) struct Reach {
    /// The other end of the connection.
    pub address: Address,
    /// What it said, if it said hello.
    pub nearby: Option<Nearby>,
}

type Waiter = oneshot::Sender<Result<Reach, ConnectError>>;

/// Everything the loop owns.
struct EventLoop {
    config: Config,
    shared: Arc<Shared>,
    swarm: Swarm<Behaviour>,
    listeners: Vec<Listener>,
    listening: Vec<Address>,
    /// Whether addresses became known that are not shown yet.
    unshown: bool,
    peers: Peers,
    address_book: AddressBook,
    dials: HashMap<DeviceId, Dial>,
    /// Who waits for a connection, or for its hello.
    waiters: HashMap<DeviceId, Vec<Waiter>>,
    /// Who waits for whoever answers at an address.
    typed: HashMap<ConnectionId, (Address, Waiter)>,
    /// How often the connection to a device was lost while someone waited for its hello.
    lost: HashMap<DeviceId, u32>,
    /// Devices whose connection was just lost, until a new try to reach them ends.
    ghosts: HashMap<DeviceId, (Nearby, Instant)>,
    /// How often devices said hello lately, over whatever stream and connection.
    hellos: HashMap<DeviceId, Bucket>,
    /// Those who were verified, and those who were known, when we looked last.
    verified: HashSet<DeviceId>,
    known: HashSet<DeviceId>,
    /// Those we know whose hello could not be reported yet.
    untold: HashSet<DeviceId>,
    ticked: (Instant, Timestamp),
    looked: Instant,
}

/// How one run of the loop ended.
enum Run {
    Stopped,
    Failed(String),
}

/// What the supervisor hands to each run.
type Commands = Arc<tokio::sync::Mutex<mpsc::Receiver<Command>>>;
