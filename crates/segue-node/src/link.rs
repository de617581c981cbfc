//! What every surface holds: a link to the node of its profile, wherever that runs.
//!
//! ```text
//!            ┌────────────────────── supervisor ──────────────────────┐
//! open() ──▶ │ find_or_become ─▶ Hosting ─────────────────▶ until close│
//!            │       ▲         └▶ Attached ─ host went away ─▶ Lost ─┐ │
//!            │       └──────────────────────────────────────────────┘ │
//!            └───────┬──────────────────────────────────────┬─────────┘
//!        route (watch: where to ask)                 events (broadcast)
//!                    ▼                                      ▼
//!               Link::call                             Link::events
//! ```
//!
//! A question that only reads is asked again by itself when the host goes away in between, and so is
//! what only ever concerned that host; a command is not, unless it is certain that it was never sent.

mod supervise;

use std::time::Duration;

use segue_network::clock::Clock;
use segue_network::identity::Homes;
use segue_platform::{PLATFORMS, Platform};
use tokio::sync::{Mutex, broadcast, oneshot, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::catalog::Platforms;
use crate::door::{Code, Connection, Event, Failure, Reply, Request, Retry, Surface};
use crate::host::AttachedHandle;
use crate::log::Log;
use crate::node::{HOST, NodeHandle};
use crate::profile::Profile;
use crate::reach::Told;

/// How many events a slow listener may fall behind before it misses some.
const EVENTS: usize = 256;

/// How long a question waits for a node to be there.
const PATIENCE: Duration = Duration::from_secs(15);

/// How a link is opened.
#[derive(Clone)]
pub struct Options {
    profile: Profile,
    surface: Surface,
    log: Log,
    keyring: bool,
    platforms: Platforms,
    told: Told,
    clock: Clock,
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("profile", &self.profile)
            .field("surface", &self.surface)
            .field("keyring", &self.keyring)
            .finish_non_exhaustive()
    }
}

impl Options {
    /// A link for this kind of program to the node of this profile.
    pub fn new(profile: Profile, surface: Surface, log: Log) -> Self {
        Self {
            profile,
            surface,
            log,
            keyring: true,
            platforms: PLATFORMS,
            told: Told::by_environment(),
            clock: Clock::system(),
        }
    }

    /// The same without a log, with the identity in a file, and with a network that only this
    /// computer can reach: for tests and examples.
    pub fn without_keyring(profile: Profile, surface: Surface) -> Self {
        Self {
            profile,
            surface,
            log: Log::default(),
            keyring: false,
            platforms: PLATFORMS,
            told: Told::loopback(),
            clock: Clock::system(),
        }
    }

    /// The same with other platforms than those this program knows: for tests.
    #[must_use]
    pub fn with_platforms(mut self, platforms: &'static [&'static dyn Platform]) -> Self {
        self.platforms = platforms;
        self
    }

    /// The same, listening only at these addresses (`127.0.0.1:0, [::1]:0`).
    #[must_use]
    pub fn listening(mut self, addresses: &str) -> Self {
        self.told.listen = Some(addresses.to_owned());
        self
    }

    /// The same with another clock than the system's: for tests.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    fn homes(&self) -> Homes {
        if self.keyring {
            Homes::system(self.profile.root())
        } else {
            Homes::file_only(self.profile.root())
        }
    }
}

/// A link to the node.
pub struct Link {
    route: watch::Receiver<Route>,
    events: broadcast::Sender<Event>,
    /// Ends the supervisor, also when the link is dropped: a node that nobody holds must not go on.
    stop: DropGuard,
    supervisor: Mutex<Option<JoinHandle<()>>>,
}

/// Where to ask at the moment.
#[derive(Clone)]
enum Route {
    Searching,
    Hosting(NodeHandle),
    Attached(AttachedHandle),
    Broken(Failure),
}

impl Link {
    /// Becomes the host of the profile's node or attaches to it.
    pub async fn open(options: Options) -> Result<Self, Failure> {
        let (events, _) = broadcast::channel(EVENTS);
        let (route_in, route) = watch::channel(Route::Searching);
        let (ready, opened) = oneshot::channel();
        let stop = CancellationToken::new();
        let supervisor = tokio::spawn(supervise::supervise(
            options,
            route_in,
            events.clone(),
            stop.clone(),
            ready,
        ));
        let link = Self {
            route,
            events,
            stop: stop.drop_guard(),
            supervisor: Mutex::new(Some(supervisor)),
        };
        match opened.await {
            Ok(Ok(())) => Ok(link),
            Ok(Err(failure)) => Err(failure),
            Err(_) => Err(Failure::new(
                Code::Internal,
                "The node could not be started.",
            )),
        }
    }

    /// Asks the node.
    pub async fn call(&self, request: Request) -> Result<Reply, Failure> {
        let mut route = self.route.clone();
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            let result = match current(&mut route, deadline).await {
                Route::Hosting(node) => node.call(HOST, request.clone()).await,
                Route::Attached(host) => host.call(request.clone()).await,
                Route::Broken(failure) => Err(failure),
                Route::Searching => Err(no_node()),
            };
            let again = match &result {
                Err(failure) if failure.code == Code::HostLost => {
                    failure.retry == Retry::Safe || request.may_be_repeated()
                }
                _ => false,
            };
            // Only a new route can give another answer; a link that is closed has none.
            if !again || !changes(&mut route, deadline).await {
                return result;
            }
        }
    }

    /// Everything the node says from now on.
    pub fn events(&self) -> Events {
        Events::new(&self.events, |_| true)
    }

    /// How this process reaches the node at the moment.
    pub fn connection(&self) -> Connection {
        match &*self.route.borrow() {
            Route::Hosting(_) => Connection::Hosting,
            Route::Attached(_) => Connection::Attached,
            Route::Searching | Route::Broken(_) => Connection::Lost,
        }
    }

    /// Lets go of the node; a node hosted here stops, and attached processes carry on with it.
    /// Closing twice is closing once. Dropping a link does the same without waiting for it.
    pub async fn close(&self) {
        self.stop.token().cancel();
        if let Some(supervisor) = self.supervisor.lock().await.take()
            && let Err(error) = supervisor.await
        {
            tracing::error!(%error, "the link did not close cleanly");
        }
    }
}

/// The route to use, waiting for one to be found.
async fn current(route: &mut watch::Receiver<Route>, deadline: tokio::time::Instant) -> Route {
    let found = route.wait_for(|route| !matches!(route, Route::Searching));
    match tokio::time::timeout_at(deadline, found).await {
        Ok(Ok(route)) => route.clone(),
        _ => Route::Searching,
    }
}

/// Waits for another route; `false` when there will be none in time.
async fn changes(route: &mut watch::Receiver<Route>, deadline: tokio::time::Instant) -> bool {
    matches!(
        tokio::time::timeout_at(deadline, route.changed()).await,
        Ok(Ok(()))
    )
}

fn no_node() -> Failure {
    Failure::new(
        Code::HostLost,
        "No process hosts Segue for this profile at the moment.",
    )
    .hint("Try again in a moment.")
    .retry(Retry::Safe)
}

/// The node's events as they come.
pub struct Events {
    inner: broadcast::Receiver<Event>,
    wanted: fn(&Event) -> bool,
}

impl Events {
    /// Those events of a source that are wanted, from now on.
    pub(crate) fn new(source: &broadcast::Sender<Event>, wanted: fn(&Event) -> bool) -> Self {
        let inner = source.subscribe();
        Self { inner, wanted }
    }

    /// The next event; `None` when the link is closed.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            match self.inner.recv().await {
                Ok(event) if (self.wanted)(&event) => return Some(event),
                Ok(_) => {}
                Err(broadcast::error::RecvError::Lagged(count)) => {
                    return Some(Event::Missed { count });
                }
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}
