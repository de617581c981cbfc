//! What the handle, the event loop and the tasks of streams share.
//!
//! It outlives the event loop: when that has to start again, transfers and pairings find the new one
//! here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use libp2p::{PeerId, Stream, StreamProtocol};
use libp2p_stream::Control;
use segue_clock::Clock;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::about::About;
use crate::address::Address;
use crate::device::DeviceId;
use crate::event_loop::{Command, Reach};
use crate::limits::{self, Bucket};
use crate::network::{
    Config, ConnectError, Event, KnownDevices, Nearby, NetworkError, Target, View, Visibility,
};
use crate::offers::Seen;
use crate::pairing::PairingAdmission;
use crate::places::Places;
use crate::transfer::{Claims, Gives};
use crate::turns::{Rates, Turn, Turns};
use crate::wire::{PATIENCE, WireError};

/// How many commands may wait for the event loop.
const COMMANDS: usize = 256;
/// How long a connection with its hello may take, over all ways to a device.
const REACH: Duration = Duration::from_secs(60);
/// How often a stream is tried over whatever connection there is, and how long in between.
const TRIES: u32 = 4;
const AGAIN: Duration = Duration::from_millis(50);

/// Shared by all parts of one network.
pub(crate) struct Shared {
    pub me: DeviceId,
    pub clock: Clock,
    pub about: watch::Sender<About>,
    pub known: watch::Sender<Arc<KnownDevices>>,
    /// The same once the event loop acted on it: connections that end because of it are being closed.
    pub known_devices_in_force: watch::Sender<Arc<KnownDevices>>,
    pub visibility: watch::Sender<Visibility>,
    pub places: watch::Sender<Arc<Places>>,
    pub view: watch::Sender<Arc<View>>,
    pub control: watch::Sender<Option<Control>>,
    pub events: mpsc::Sender<Event>,
    /// Cancelled when the network stops for good.
    pub stopping: CancellationToken,
    /// Nothing new is begun; what is being said is said to its end. Comes before `stopping`.
    pub ending: CancellationToken,
    /// Answers that are being given, and pairings: a network that stops waits until they are read.
    pub answering: TaskTracker,
    /// Files that come at once.
    pub takes: Arc<Semaphore>,
    /// Places for the sync sessions that others begin.
    pub talks_in: Arc<Semaphore>,
    commands: mpsc::Sender<Command>,
    pairings: Mutex<PairingAdmission>,
    gives: Mutex<Gives>,
    offers: Mutex<Seen>,
    peer_messages: Mutex<Rates>,
    talks: Mutex<Rates>,
    probes: Mutex<Rates>,
    inbound: Mutex<HashMap<PeerId, Inbound>>,
    claims: Mutex<Claims>,
    turns: Mutex<Turns>,
    lines: Mutex<HashMap<DeviceId, CancellationToken>>,
}

/// Streams that a device has open here.
struct Inbound {
    open: usize,
    rate: Bucket,
}

impl Shared {
    pub fn new(
        config: &Config,
        events: mpsc::Sender<Event>,
    ) -> Result<(Self, mpsc::Receiver<Command>), NetworkError> {
        let me = DeviceId::of(&config.key.public()).ok_or(NetworkError::Key)?;
        let (commands, waiting) = mpsc::channel(COMMANDS);
        let stopping = CancellationToken::new();
        let shared = Self {
            me,
            clock: config.clock.clone(),
            about: watch::Sender::new(config.about.clone()),
            known: watch::Sender::new(Arc::new(config.known_devices.clone())),
            known_devices_in_force: watch::Sender::new(Arc::new(config.known_devices.clone())),
            visibility: watch::Sender::new(config.visibility),
            places: watch::Sender::new(Arc::new(Places::look())),
            view: watch::Sender::new(Arc::default()),
            control: watch::Sender::new(None),
            events,
            ending: stopping.child_token(),
            stopping,
            answering: TaskTracker::new(),
            takes: Arc::new(Semaphore::new(limits::TAKES)),
            talks_in: Arc::new(Semaphore::new(limits::TALKS_IN)),
            commands,
            pairings: Mutex::default(),
            gives: Mutex::default(),
            offers: Mutex::default(),
            peer_messages: Mutex::new(Rates::new(limits::PEER_MESSAGES)),
            talks: Mutex::new(Rates::new(limits::SYNCS)),
            probes: Mutex::new(Rates::new(limits::PROBES)),
            inbound: Mutex::default(),
            claims: Mutex::default(),
            turns: Mutex::default(),
            lines: Mutex::default(),
        };
        Ok((shared, waiting))
    }

    /// Locks the pairings.
    pub fn pairings(&self) -> MutexGuard<'_, PairingAdmission> {
        lock(&self.pairings)
    }

    /// Locks the files that others may pull.
    pub fn gives(&self) -> MutexGuard<'_, Gives> {
        lock(&self.gives)
    }

    /// Locks the offers that were seen already.
    pub fn offers(&self) -> MutexGuard<'_, Seen> {
        lock(&self.offers)
    }

    /// Locks what is claimed by connections under way.
    pub fn claims(&self) -> MutexGuard<'_, Claims> {
        lock(&self.claims)
    }

    /// Locks the rates at which others send messages.
    pub fn messages(&self) -> MutexGuard<'_, Rates> {
        lock(&self.peer_messages)
    }

    /// Locks the rates at which others begin sessions.
    pub fn talks(&self) -> MutexGuard<'_, Rates> {
        lock(&self.talks)
    }

    /// Locks the rates at which others ask us to reach them.
    pub fn probes(&self) -> MutexGuard<'_, Rates> {
        lock(&self.probes)
    }

    /// Returns the turns that one device takes for this kind of work. There are never more of these
    /// than verified people.
    pub fn turns(&self, turn: Turn, device: DeviceId) -> Arc<Semaphore> {
        lock(&self.turns).of(turn, device, |known| self.is_verified(known))
    }

    /// Returns whether a device is verified.
    pub fn is_verified(&self, device: &DeviceId) -> bool {
        self.known.borrow().is_verified(device)
    }

    /// Sends a command to the event loop.
    pub async fn command(&self, command: Command) -> Result<(), ConnectError> {
        self.commands
            .send(command)
            .await
            .map_err(|_| ConnectError::Stopped)
    }

    /// Sends a command to the event loop, unless too many are waiting already.
    pub fn try_command(&self, command: Command) {
        self.commands.try_send(command).ok();
    }

    /// Sends an event to the application and waits until there is room for it. If the application
    /// is gone, the network stops soon anyway.
    pub async fn tell(&self, event: Event) {
        self.events.send(event).await.ok();
    }

    /// Checks whether dispensable events, such as those about strangers and progress, may be
    /// reported: half of the room is kept for the rest.
    pub fn has_room(&self) -> bool {
        self.events.capacity() > self.events.max_capacity() / 2
    }

    /// Connects and waits until the other side has said hello.
    pub async fn connect(&self, target: Target) -> Result<Nearby, ConnectError> {
        self.reach(target, Vec::new()).await.and_then(|reached| {
            let nearby = reached.nearby;
            nearby.ok_or(ConnectError::NotSegue)
        })
    }

    /// Creates the error for a target that did not answer in time.
    fn too_late(target: Target) -> ConnectError {
        ConnectError::NoAnswer(match target {
            Target::Device(device) => device.short(),
            Target::Address(address) => address.to_string(),
        })
    }

    /// Connects, trying these addresses too, whether or not the other side says hello. Gives up
    /// after a while.
    pub async fn reach(&self, target: Target, ways: Vec<Address>) -> Result<Reach, ConnectError> {
        let (answer, answered) = oneshot::channel();
        let command = Command::Connect {
            target,
            ways,
            answer,
        };
        self.command(command).await?;
        // One that is connected and never says hello would be waited for without end.
        match self.clock.timeout(REACH, answered).await {
            Ok(answer) => answer.unwrap_or(Err(ConnectError::Stopped)),
            Err(_) => Err(Self::too_late(target)),
        }
    }

    /// Opens a new stream to a connected device. Tries again a few times, since the connection may
    /// be dead and not closed yet.
    pub async fn open(
        &self,
        device: DeviceId,
        protocol: StreamProtocol,
    ) -> Result<Stream, WireError> {
        let mut tries = TRIES;
        let opening = async {
            loop {
                let control = self.control.borrow().clone();
                let mut control = control.ok_or(WireError::Silent)?;
                let opened = control.open_stream(device.peer(), protocol.clone()).await;
                tries -= 1;
                match opened {
                    Ok(stream) => return Ok(stream),
                    Err(libp2p_stream::OpenStreamError::UnsupportedProtocol(_)) => {
                        return Err(WireError::NotUnderstood);
                    }
                    // It may have been tried over a connection that is dead and not yet closed.
                    Err(_) if tries > 0 => self.clock.sleep(AGAIN).await,
                    Err(error) => return Err(WireError::Lost(std::io::Error::other(error))),
                }
            }
        };
        let opened = self.clock.timeout(PATIENCE, opening).await;
        opened.unwrap_or(Err(WireError::Silent))
    }

    /// Returns a token that is cancelled when the connection to a device closes. Whatever holds a
    /// stream must let go then, or the connection would wait for it forever.
    pub fn line(&self, device: &DeviceId) -> CancellationToken {
        lock(&self.lines).entry(*device).or_default().clone()
    }

    /// Cancels everything that holds a stream to a device whose connection is being closed.
    pub fn cut(&self, device: &DeviceId) {
        if let Some(line) = lock(&self.lines).remove(device) {
            line.cancel();
        }
    }

    /// Lets go of what was held for devices that are not connected any more: a stream may be looked at
    /// only after its connection was cut.
    pub fn cut_others(&self, is_connected: impl Fn(&DeviceId) -> bool) {
        lock(&self.lines).retain(|device, line| {
            let stays = is_connected(device);
            if !stays {
                line.cancel();
            }
            stays
        });
    }

    /// Lets a stream in, if its device has room for one more.
    pub fn let_in(self: &Arc<Self>, peer: PeerId, now: Instant) -> Option<Admitted> {
        let device = DeviceId::from_peer(peer)?;
        let verified = self.is_verified(&device);
        let most = if verified {
            limits::VERIFIED_STREAMS
        } else {
            limits::STRANGER_STREAMS
        };
        let mut all = lock(&self.inbound);
        let inbound = all.entry(peer).or_insert_with(|| Inbound {
            open: 0,
            rate: Bucket::new(limits::STRANGER_STREAM_RATE, now),
        });
        if inbound.open >= most || !(verified || inbound.rate.take(now)) {
            return None;
        }
        inbound.open += 1;
        Some(Admitted {
            shared: Arc::clone(self),
            peer,
            device,
        })
    }

    /// Forgets what a device that left had open; its rate is kept as long as it matters.
    pub fn forget_inbound(&self, now: Instant) {
        lock(&self.inbound).retain(|_, inbound| inbound.open > 0 || !inbound.rate.is_full(now));
    }
}

/// A stream that was let in; its place is free again when this is dropped.
pub(crate) struct Admitted {
    shared: Arc<Shared>,
    peer: PeerId,
    pub device: DeviceId,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        if let Some(inbound) = lock(&self.shared.inbound).get_mut(&self.peer) {
            inbound.open = inbound.open.saturating_sub(1);
        }
    }
}

/// Locks a mutex even if it is poisoned: a panic leaves nothing here half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nothing_is_held_for_those_who_left() {
        let key = crate::identity::IdentityKey::generate();
        let config = Config {
            key,
            about: About::default(),
            listen: crate::network::Listen::At(Vec::new()),
            discovery: false,
            visibility: Visibility::Hidden,
            known_devices: KnownDevices::default(),
            transports: crate::network::Transports::default(),
            clock: Clock::system(),
        };
        let (events, _reported) = mpsc::channel(1);
        let (shared, _commands) = Shared::new(&config, events).unwrap();
        let devices: Vec<DeviceId> = (0..100)
            .map(|_| DeviceId::of(&crate::identity::IdentityKey::generate().public()).unwrap())
            .collect();
        // Streams that are looked at only after their connection was cut.
        devices.iter().for_each(|device| shared.cut(device));
        let lines: Vec<_> = devices.iter().map(|device| shared.line(device)).collect();
        shared.cut_others(|device| *device == devices[0]);
        assert_eq!(lock(&shared.lines).len(), 1);
        assert!(!lines[0].is_cancelled());
        assert!(lines[1..].iter().all(CancellationToken::is_cancelled));
    }
}
