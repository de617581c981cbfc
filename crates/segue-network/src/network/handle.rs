//! The handle: what can be asked of a running network.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::DropGuard;

use super::{Config, Event, KnownDevices, Nearby, Pairing, PairingEnd, Refusal, View, Visibility};
use crate::about::About;
use crate::address::Address;
use crate::device::DeviceId;
use crate::event_loop::{Command, supervise};
use crate::peer_message::{PeerMessage, PeerMessageAnswer, PeerMessageError};
use crate::reachability_probe::{ProbeError, Probed};
use crate::shared::Shared;
use crate::sync_session::{self, SyncError, SyncSession};
use crate::transfer::{Give, Offer, OfferAnswer, OfferError, Take, Taking};
use crate::trust::Ticket;
use crate::{join, offers, pairing, peer_messages, reachability_probe};

/// How many events may wait for the application.
const EVENTS: usize = 256;

/// A running network. Clones share it; it stops by [`Network::stop`] or with the last clone.
#[derive(Clone)]
pub struct Network {
    shared: Arc<Shared>,
    _stops: Arc<DropGuard>,
}

/// Whom or where to connect to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A device, wherever it was seen.
    Device(DeviceId),
    /// Any device that answers at an address; a person typed it.
    Address(Address),
}

/// Why a network does not start.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The key is not an Ed25519 key.
    #[error("the identity key can't be used")]
    Key,
    /// The system refused something at the start.
    #[error("{0}")]
    System(String),
}

/// Why there is no connection.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// Nobody knows where that device is.
    #[error("it is not on this network, as far as can be seen")]
    NotFound,
    /// Nothing answers there, or not in time.
    #[error("nothing answers at {0}")]
    NoAnswer(String),
    /// Something answers that is not Segue.
    #[error("what answers there is not Segue")]
    NotSegue,
    /// Another device answers there: its id, if it has one of ours.
    #[error("another device answers there")]
    WrongKey(Option<DeviceId>),
    /// The address leads back to this computer.
    #[error("that is this computer")]
    Ourselves,
    /// The device is on our list of blocked ones.
    #[error("it is blocked")]
    Blocked,
    /// The address is not on a local network and nobody typed it.
    #[error("{0} is not on a local network")]
    NotLocal(String),
    /// The network is not running.
    #[error("the network is not running")]
    Stopped,
}

/// The reason why joining failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// The inviter could not be reached.
    #[error("the one who invited you can't be reached: {0}")]
    Connect(#[from] ConnectError),
    /// The invite was used by someone else.
    #[error("this invite was used already")]
    Used,
    /// Its time is over.
    #[error("this invite has expired")]
    Expired,
    /// The inviter does not know it: it was revoked, or is not theirs.
    #[error("the one who made this invite does not know it any more")]
    Unknown,
    /// The connection was lost before the answer came; it may have worked.
    #[error("the connection was lost before the answer came")]
    Lost,
}

/// The reason why asking to pair failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    /// They could not be reached.
    #[error("{0}")]
    Connect(#[from] ConnectError),
    /// They do not accept the request now.
    #[error("they can't be asked at the moment")]
    Refused(Refusal),
    /// It ended before there was a code.
    #[error("it ended before there was a code to compare")]
    Ended(PairingEnd),
    /// Too many attempts failed; pause first.
    #[error("too many attempts failed")]
    Pause(Duration),
}

impl Network {
    /// Starts a network and says what it reports. The events must be read.
    ///
    /// # Errors
    /// When the key can't be used.
    pub fn start(config: Config) -> Result<(Self, mpsc::Receiver<Event>), NetworkError> {
        let (events, reported) = mpsc::channel(EVENTS);
        let (shared, commands) = Shared::new(&config, events)?;
        let shared = Arc::new(shared);
        tokio::spawn(supervise(config, Arc::clone(&shared), commands));
        let _stops = Arc::new(shared.stopping.clone().drop_guard());
        Ok((Self { shared, _stops }, reported))
    }

    /// Returns the id of this device.
    pub fn device(&self) -> DeviceId {
        self.shared.me
    }

    /// Returns what there is to see now.
    pub fn view(&self) -> Arc<View> {
        Arc::clone(&self.shared.view.borrow())
    }

    /// Subscribes to what there is to see, as it changes.
    pub fn views(&self) -> watch::Receiver<Arc<View>> {
        self.shared.view.subscribe()
    }

    /// Sets which devices we know from now on. Connections to blocked devices close at once.
    pub fn set_known_devices(&self, known_devices: KnownDevices) {
        self.shared.known.send_replace(Arc::new(known_devices));
    }

    /// Sets what we say about ourselves from now on.
    pub fn set_about(&self, about: About) {
        self.shared.about.send_replace(about);
    }

    /// Sets who may see us from now on.
    pub fn set_visibility(&self, visibility: Visibility) {
        self.shared.visibility.send_replace(visibility);
    }

    /// Looks for others again, as after a change of network.
    pub async fn rescan(&self) {
        self.shared.command(Command::Rescan).await.ok();
    }

    /// Connects to a device and waits until it has said hello.
    ///
    /// # Errors
    /// When the device can't be reached, or does not speak Segue.
    pub async fn connect(&self, target: Target) -> Result<Nearby, ConnectError> {
        self.shared.connect(target).await
    }

    /// Measures how long a device takes to answer now.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn answers(&self, device: DeviceId) -> Result<Duration, ConnectError> {
        self.connect(Target::Device(device)).await?;
        let began = self.shared.clock.monotonic();
        let opened = self.shared.open(device, crate::wire::JOIN).await;
        opened.map_err(|_| ConnectError::NoAnswer(device.short()))?;
        Ok(self.shared.clock.since(began))
    }

    /// Asks a verified device how it sees us: its clock, and whether a connection to us opens.
    ///
    /// # Errors
    /// When it does not say.
    pub async fn probe_reachability(&self, device: DeviceId) -> Result<Probed, ProbeError> {
        reachability_probe::look(&self.shared, device).await
    }

    /// Closes the connection to a device.
    pub async fn disconnect(&self, device: DeviceId) {
        self.shared.command(Command::Disconnect(device)).await.ok();
    }

    /// Asks a device to pair, and returns once there is a code to compare.
    ///
    /// # Errors
    /// When it did not come to that.
    pub async fn pair(&self, device: DeviceId) -> Result<Pairing, PairError> {
        pairing::ask(&self.shared, device).await
    }

    /// Lists the pairings that wait for a person to compare the codes.
    pub fn pairings(&self) -> Vec<Pairing> {
        self.shared.pairings().list()
    }

    /// Passes on that our person compared the codes. What we agreed to must be stored before this
    /// is called. Returns `false` when the pairing no longer exists.
    pub async fn decide(&self, pairing: u64, matches: bool) -> bool {
        pairing::decide(&self.shared, pairing, pairing::Decision::Compared(matches)).await
    }

    /// Leaves a pairing without message that the codes differ; a stranger's next request waits longer.
    pub async fn leave(&self, pairing: u64) -> bool {
        pairing::decide(&self.shared, pairing, pairing::Decision::Left).await
    }

    /// Joins by an invite. Our own half of the pin must be kept before this is called.
    ///
    /// # Errors
    /// When the inviter did not say welcome.
    pub async fn join(&self, ticket: &Ticket) -> Result<Nearby, JoinError> {
        join::join(&self.shared, ticket).await
    }

    /// Offers something to a verified device.
    ///
    /// # Errors
    /// When no answer came; the offer may be made again.
    pub async fn offer(&self, offer: &Offer) -> Result<OfferAnswer, OfferError> {
        offers::make(&self.shared, offer).await
    }

    /// Sends a message to a verified device.
    ///
    /// # Errors
    /// When no answer came; the same message may be sent again.
    pub async fn say(&self, message: &PeerMessage) -> Result<PeerMessageAnswer, PeerMessageError> {
        peer_messages::say(&self.shared, message).await
    }

    /// Begins a sync session with a verified device, about something that both know by this name.
    ///
    /// # Errors
    /// When the session is not accepted, for example because they have too many already.
    pub async fn open_sync(&self, device: DeviceId, topic: &str) -> Result<SyncSession, SyncError> {
        sync_session::begin(&self.shared, device, topic).await
    }

    /// Lets a device pull a file until [`Network::take_back`], even if it has been pulled already.
    /// Returns `false` when too many are given already: then nothing of it can be pulled.
    #[must_use = "what is not given can't be pulled"]
    pub fn give(&self, give: Give) -> bool {
        let Some(entry) = self.shared.gives().add(give) else {
            return false;
        };
        tokio::spawn(async move { crate::transfer::prepare(&entry).await });
        true
    }

    /// Stops giving this file to that device; a running transfer ends.
    pub fn take_back(&self, device: DeviceId, hash: &[u8; 32]) {
        self.shared.gives().remove(device, hash);
    }

    /// Pulls a file from a device: now, again after every interruption, until it is whole, refused
    /// or cancelled.
    pub fn take(&self, take: Take) -> Taking {
        Taking::start(Arc::clone(&self.shared), take)
    }

    /// Makes the event loop panic, to prove that this is survived.
    #[doc(hidden)]
    pub async fn fail_on_purpose(&self) {
        self.shared.command(Command::Panic).await.ok();
    }

    /// Says goodbye to everyone and stops.
    pub async fn stop(&self) {
        let (done, stopped) = oneshot::channel();
        if self.shared.command(Command::Stop(done)).await.is_ok() {
            stopped.await.ok();
        }
    }
}
