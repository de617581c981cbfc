//! How the node's network stands, as the node itself knows it: what the checks are told and can't
//! measure by themselves.

use std::net::SocketAddr;
use std::time::Duration;

use segue_network::reachability_probe::{ProbeError, Probed};

/// The network of a node that has one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wiring {
    /// Where the node listens for TCP.
    pub listening: Vec<SocketAddr>,
    pub discovery: Discovery,
    /// Who can see us, in words that end the sentence "You can be seen by …".
    pub visibility: String,
    /// How many people are nearby.
    pub nearby: usize,
    /// How many people are known and verified.
    pub verified: usize,
    /// The outcome of asking the person who was named.
    pub answer: Option<PersonAnswer>,
}

/// Whether people are looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Discovery {
    #[default]
    On,
    /// A setting turned it off.
    OffBySetting,
    /// This computer is hidden, which turns it off.
    OffByHiding,
    /// The program was started with it off.
    OffByEnvironment,
    /// It does not work, for this reason.
    Failed(String),
}

/// The outcome of asking a person whether they are there.
#[derive(Debug, Clone)]
pub(crate) struct PersonAnswer {
    /// Their name, as it was asked for.
    pub name: String,
    pub outcome: PersonOutcome,
    /// What else the device told when it answered.
    pub told: Option<PeerReport>,
}

/// What a device says of itself and of how it sees this one.
#[derive(Debug, Clone)]
pub(crate) struct PeerReport {
    /// The version of Segue it runs; empty when it did not say.
    pub version: String,
    /// Its clock, and whether a connection to us opens from there; or why that is not known.
    pub seen: Result<Probed, ProbeError>,
}

/// What came back from a person's device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PersonOutcome {
    Answered {
        /// How long it took, there and back.
        round_trip: Duration,
        /// Whether the person is verified.
        verified: bool,
    },
    /// They can be seen, but did not answer in time.
    Silent,
    /// They are known, but can't be seen at the moment.
    NotSeen,
    /// Another device answers where they were.
    WrongKey,
    /// We blocked them, so they are not asked.
    Blocked,
    /// It is not clear whom the name means, for this reason.
    Unclear(String),
    /// They can't be asked, for this reason.
    Failed(String),
}
