//! What the network reports, and what it asks.

use std::time::Duration;

use tokio::sync::oneshot;

use crate::about::About;
use crate::address::Address;
use crate::device::DeviceId;
use crate::peer_message::{PeerMessage, PeerMessageAnswer};
use crate::sync_session::SyncSession;
use crate::transfer::{Given, Offer, OfferAnswer};
use crate::trust::{Capability, Code};

/// Something happened, or something must be decided.
#[derive(Debug)]
pub enum Event {
    /// A device said hello, or said something new about itself.
    Hello {
        device: DeviceId,
        /// What it says about itself, cleaned.
        about: About,
        /// Whether it says that it knows us: the other half of a pairing.
        knows_you: bool,
        /// The private addresses where it says it can be reached, and where it was.
        addresses: Vec<Address>,
    },
    /// A device that was here is not any more.
    Gone {
        device: DeviceId,
        /// Whether it said goodbye.
        goodbye: bool,
    },
    /// A pairing began or went on.
    Pairing(Pairing),
    /// Someone shows the capability of an invite. The answer decides whether they are pinned.
    Join {
        device: DeviceId,
        /// What they say about themselves.
        about: About,
        capability: Capability,
        /// The decision that they wait for.
        answer: Answer<JoinVerdict>,
    },
    /// Another device answers where a device that we know was.
    WrongKey {
        /// The one we looked for.
        device: DeviceId,
        /// The one that answered, if it has a key of our kind.
        found: Option<DeviceId>,
        /// The address where the other device answers.
        address: Address,
    },
    /// A verified device offers something.
    Offer {
        /// What, checked: signed by this device, for us, not expired, not seen before.
        offer: Box<Offer>,
        /// What we say to it.
        answer: Answer<OfferAnswer>,
    },
    /// What we give went on, or came to its end.
    Given(Given),
    /// A verified device says something.
    PeerMessage {
        /// What, checked: signed by this device, for us. It may have come before.
        message: Box<PeerMessage>,
        /// Our answer. Without one they are asked to send the message again later.
        answer: Answer<PeerMessageAnswer>,
    },
    /// A verified device begins a sync session. Dropping it refuses the session.
    SyncSession {
        device: DeviceId,
        /// About what: a line that can be shown.
        topic: String,
        /// Our end of it.
        talk: SyncSession,
    },
    /// The network failed and was started again.
    Restarted,
}

/// The way to give a decision, once. Dropping it is a refusal.
#[derive(Debug)]
pub struct Answer<T>(oneshot::Sender<T>);

impl<T> Answer<T> {
    pub(crate) fn new() -> (Self, oneshot::Receiver<T>) {
        let (sender, receiver) = oneshot::channel();
        (Self(sender), receiver)
    }

    /// Gives the decision. The one who asked may be gone, which is ignored.
    pub fn give(self, decision: T) {
        self.0.send(decision).ok();
    }
}

/// Whether a capability lets its bearer in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinVerdict {
    /// It does; both are pinned.
    Welcome,
    /// It was used by someone else.
    Used,
    /// Its time is over.
    Expired,
    /// It is not a capability of ours, or was revoked.
    Unknown,
}

/// One attempt to pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// A new number for each attempt.
    pub id: u64,
    pub device: DeviceId,
    /// What they say about themselves.
    pub about: About,
    /// Whether we started it.
    pub ours: bool,
    pub state: PairingState,
}

/// The state of an attempt to pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairingState {
    /// Both screens show this code.
    Comparing {
        code: Code,
        /// Our person said that it matches.
        we_match: bool,
        /// Whether their person said that the codes match.
        they_match: bool,
    },
    /// Both sides said that the codes match.
    Paired,
    /// It failed or was given up.
    Ended(PairingEnd),
}

/// The reason why a pairing failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairingEnd {
    /// The codes differ: someone may intercept the connection.
    Differ,
    /// The other side left or ignored it.
    Left,
    /// The other side broke the rules.
    Broken,
    /// Nobody decided in time.
    Expired,
    /// The connection was lost.
    Lost,
    /// The other side does not accept the request now.
    Refused(Refusal),
    /// We took our request back.
    Withdrawn,
}

/// Why a request to pair is not even shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// They do not take requests from strangers at the moment.
    NotVisible,
    /// They are busy with another request, or had one a moment ago.
    Busy {
        /// When to try again.
        retry_after: Duration,
    },
    /// Earlier requests failed, so the next one has to wait.
    Paused {
        /// When to try again.
        retry_after: Duration,
    },
    /// Both asked at once; the other request goes on.
    Crossed,
}
