//! What the network is told: who we are, where to listen, who may see us and whom we know.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use segue_clock::Clock;

use crate::about::About;
use crate::address::Address;
use crate::device::DeviceId;
use crate::identity::IdentityKey;

/// How a network is started.
#[derive(Debug, Clone)]
pub struct Config {
    /// The key that identifies this device.
    pub key: IdentityKey,
    /// What we say about ourselves.
    pub about: About,
    /// Where others can reach us.
    pub listen: Listen,
    /// Whether multicast may be used at all.
    pub discovery: bool,
    /// Who may see us.
    pub visibility: Visibility,
    pub known_devices: KnownDevices,
    /// How bytes may travel.
    pub transports: Transports,
    /// What tells the time.
    pub clock: Clock,
}

impl Config {
    /// Creates a configuration for tests and examples: only this computer can reach the network,
    /// and it looks for nobody.
    pub fn on_loopback(key: IdentityKey, name: &str) -> Self {
        Self {
            key,
            about: About {
                name: name.to_owned(),
                ..About::default()
            },
            listen: Listen::At(vec![SocketAddr::from(([127, 0, 0, 1], 0))]),
            discovery: false,
            visibility: Visibility::Visible,
            known_devices: KnownDevices::default(),
            transports: Transports::default(),
            clock: Clock::system(),
        }
    }
}

/// Where others can reach us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listen {
    /// On every interface at this port, or at a free one when it is taken.
    Everywhere(u16),
    /// Only there; port 0 takes a free one.
    At(Vec<SocketAddr>),
}

/// Who may see us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Visibility {
    /// Everyone on this network.
    #[default]
    Visible,
    /// We announce nothing; people we know find us by the connection we make to them.
    Teammates,
    /// We neither announce nor look; people we know can still reach us where we were.
    Hidden,
}

/// How bytes may travel. TCP with Noise comes first: measured side by side it is faster and takes
/// less of the processor than QUIC on a local network; QUIC is the second way in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transports {
    /// TCP with Noise and yamux.
    pub tcp: bool,
    /// Whether connections may use QUIC.
    pub quic: bool,
}

impl Default for Transports {
    fn default() -> Self {
        Self {
            tcp: true,
            quic: true,
        }
    }
}

/// The devices that we know. Any other device is a stranger.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownDevices(pub BTreeMap<DeviceId, KnownDevice>);

/// One device we know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownDevice {
    pub standing: Standing,
    /// Where it was reached before, best first; tried as long as these are local.
    pub addresses: Vec<Address>,
    /// Those that a person typed: tried even if they are not local.
    pub typed: Vec<Address>,
}

/// Our relation to a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It is paired: it may make offers, send messages and begin sync sessions.
    Verified,
    /// We said yes and do not know yet whether they did.
    Waiting,
    /// It may not connect to us, and we never connect to it.
    Blocked,
}

impl KnownDevice {
    /// Checks whether it was reached at this address before, or someone typed the address.
    pub(crate) fn was_at(&self, address: &Address) -> bool {
        self.addresses.contains(address) || self.typed.contains(address)
    }
}

impl KnownDevices {
    /// Returns the standing of a device; `None` for a stranger.
    pub fn standing(&self, device: &DeviceId) -> Option<Standing> {
        self.0.get(device).map(|known| known.standing)
    }

    /// Checks whether a device is paired.
    pub fn is_verified(&self, device: &DeviceId) -> bool {
        self.standing(device) == Some(Standing::Verified)
    }

    /// Checks whether we accepted this device, whatever it decided.
    pub(crate) fn knows(&self, device: &DeviceId) -> bool {
        matches!(
            self.standing(device),
            Some(Standing::Verified | Standing::Waiting)
        )
    }

    /// Checks whether this device is blocked: nothing may come from it or go to it.
    pub(crate) fn is_blocked(&self, device: &DeviceId) -> bool {
        self.standing(device) == Some(Standing::Blocked)
    }
}
