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

use std::sync::Arc;
use std::time::{Duration, Instant};

use segue_clock::system as clock;
use segue_door::{
    Caller, CallerEnv, Code, Connection, Event, Failure, Method, Reply, Request, Retry, Surface,
};
use tokio::sync::{Mutex, broadcast, oneshot, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::attach::AttachedHandle;
use crate::host::{Host, Hosted};
use crate::profile::Profile;

/// How many events a slow listener may fall behind before it misses some.
const EVENTS: usize = 256;

/// How long a question waits until there is a node.
const PATIENCE: Duration = Duration::from_secs(15);

/// How a link is opened.
pub struct Opening {
    /// The profile whose node it leads to.
    pub profile: Profile,
    /// The kind of program that opens it.
    pub surface: Surface,
    /// Starts the node when no other process hosts it.
    pub host: Box<dyn Host>,
}

/// A link to the node, for one kind of caller. Clones share the connection.
#[derive(Clone)]
pub struct Link {
    way: Arc<Way>,
    caller: Caller,
}

/// What all clones of a link share.
struct Way {
    route: watch::Receiver<Route>,
    events: broadcast::Sender<Event>,
    /// Ends the supervisor, also when the link is dropped: a node that nobody holds must not go on.
    stop: DropGuard,
    supervisor: Mutex<Option<JoinHandle<()>>>,
}

/// Where questions go at the moment.
#[derive(Clone)]
enum Route {
    Searching,
    Hosting(Arc<dyn Hosted>),
    Attached(AttachedHandle),
    Broken(Failure),
}

impl Link {
    /// Becomes the host of the profile's node or attaches to it.
    pub async fn open(opening: impl Into<Opening>) -> Result<Self, Failure> {
        let (events, _) = broadcast::channel(EVENTS);
        let (route_in, route) = watch::channel(Route::Searching);
        let (ready, opened) = oneshot::channel();
        let stop = CancellationToken::new();
        let opening = opening.into();
        let caller = Caller::person(opening.surface);
        let supervisor = tokio::spawn(supervise::supervise(
            opening,
            route_in,
            events.clone(),
            stop.clone(),
            ready,
        ));
        let way = Arc::new(Way {
            route,
            events,
            stop: stop.drop_guard(),
            supervisor: Mutex::new(Some(supervisor)),
        });
        let link = Self { way, caller };
        match opened.await {
            Ok(Ok(())) => Ok(link),
            Ok(Err(failure)) => Err(failure),
            Err(_) => Err(Failure::new(
                Code::Internal,
                "The node could not be started.",
            )),
        }
    }

    /// Returns a link for a person who sees their agents in this environment.
    #[must_use]
    pub fn seeing(mut self, env: CallerEnv) -> Self {
        self.caller.env = Some(env);
        self
    }

    /// Returns the same link for the page, which may ask less. There is no way back.
    #[must_use]
    pub fn as_page(&self) -> Self {
        Self {
            way: Arc::clone(&self.way),
            caller: self.caller.clone().as_page(),
        }
    }

    /// Returns who asks by this link.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Asks the node something, and returns the method's own reply.
    pub async fn call<M: Method>(&self, asked: M) -> Result<M::Reply, Failure> {
        let reply = self.ask(asked.into()).await?;
        M::answer_in(reply).ok_or_else(another_answer)
    }

    /// Asks the node with a request that somebody else made.
    pub async fn ask(&self, request: Request) -> Result<Reply, Failure> {
        let mut route = self.way.route.clone();
        let deadline = clock::monotonic() + PATIENCE;
        loop {
            let result = match current(&mut route, deadline).await {
                Route::Hosting(node) => node.call(self.caller.clone(), request.clone()).await,
                Route::Attached(host) => host.call(self.caller.clone(), request.clone()).await,
                Route::Broken(failure) => Err(failure),
                Route::Searching => Err(no_node()),
            };
            let again = match &result {
                Err(failure) if failure.code == Code::HostLost => {
                    failure.retry == Retry::Safe || request.row().may_be_repeated()
                }
                _ => false,
            };
            // Only a new route can give another answer; a link that is closed has none.
            if !again || !changes(&mut route, deadline).await {
                return result;
            }
        }
    }

    /// Subscribes to everything the node says from now on.
    pub fn events(&self) -> Events {
        Events::new(&self.way.events, |_| true)
    }

    /// Returns how this process reaches the node at the moment.
    pub fn connection(&self) -> Connection {
        match &*self.way.route.borrow() {
            Route::Hosting(_) => Connection::Hosting,
            Route::Attached(_) => Connection::Attached,
            Route::Searching | Route::Broken(_) => Connection::Lost,
        }
    }

    /// Lets go of the node. One hosted here stops, and attached processes carry on with another.
    /// Closing twice does no harm. Dropping a link does the same without waiting for it.
    pub async fn close(&self) {
        self.way.stop.token().cancel();
        if let Some(supervisor) = self.way.supervisor.lock().await.take()
            && let Err(error) = supervisor.await
        {
            tracing::error!(%error, "the link did not close cleanly");
        }
    }
}

/// Waits for a route to the node; [`Route::Searching`] when none was found in time.
async fn current(route: &mut watch::Receiver<Route>, deadline: Instant) -> Route {
    let found = route.wait_for(|route| !matches!(route, Route::Searching));
    match clock::timeout_at(deadline, found).await {
        Ok(Ok(route)) => route.clone(),
        _ => Route::Searching,
    }
}

/// Waits for another route; `false` when there will be none in time.
async fn changes(route: &mut watch::Receiver<Route>, deadline: Instant) -> bool {
    matches!(
        clock::timeout_at(deadline, route.changed()).await,
        Ok(Ok(()))
    )
}

/// Creates the failure for a reply that belongs to another request, which is a fault of ours.
fn another_answer() -> Failure {
    Failure::new(Code::Internal, "The node answered another question.")
        .hint("Quit every running Segue and try again, so that all are the same version.")
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
    /// Subscribes to those events of a source that are wanted, from now on.
    pub fn new(source: &broadcast::Sender<Event>, wanted: fn(&Event) -> bool) -> Self {
        let inner = source.subscribe();
        Self { inner, wanted }
    }

    /// Returns an event that has come already.
    pub(crate) fn ready(&mut self) -> Option<Event> {
        loop {
            match self.inner.try_recv() {
                Ok(event) if (self.wanted)(&event) => return Some(event),
                Ok(_) => {}
                Err(broadcast::error::TryRecvError::Lagged(count)) => {
                    return Some(Event::Missed { count });
                }
                Err(_) => return None,
            }
        }
    }

    /// Waits for the next event; `None` when the link is closed. Events that were missed are
    /// reported as one [`Event::Missed`].
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
