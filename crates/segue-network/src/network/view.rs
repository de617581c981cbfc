//! What the network shows at any moment. Only the latest value counts.

use std::time::Duration;

use crate::about::About;
use crate::address::Address;
use crate::device::DeviceId;

/// Everything there is to see.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct View {
    /// Where we can be reached.
    pub listening: Vec<Address>,
    /// Whether `listening` is complete: of a network that was just started it becomes known bit by bit.
    pub settled: bool,
    /// Devices that are here: each has a live connection and said hello over it.
    pub nearby: Vec<Nearby>,
    /// How looking for others goes.
    pub discovery: Discovery,
    /// How often the network had to start again.
    pub restarts: u32,
}

impl View {
    /// Finds a device that is here.
    pub fn find(&self, device: &DeviceId) -> Option<&Nearby> {
        self.nearby.iter().find(|nearby| nearby.device == *device)
    }
}

/// A device that is here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearby {
    pub device: DeviceId,
    /// What it says about itself.
    pub about: About,
    /// Whether it says that it knows us.
    pub knows_you: bool,
    /// The other end of the connection.
    pub address: Address,
    /// How long an answer took last.
    pub round_trip: Option<Duration>,
}

/// How looking for others goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Discovery {
    /// Turned off by a setting, or because we are hidden.
    #[default]
    Off,
    /// Multicast is sent and listened for.
    On,
    /// It could not be started and is tried again.
    Failing,
}
