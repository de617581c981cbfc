//! The node itself: one loop that owns the state.
//!
//! ```text
//!  NodeHandle ──Command──▶ ┌──────────── loop ────────────┐
//!  (host's Link, each      │ settings · identity · clients │ ──Event──▶ everyone
//!   attached connection)   └──────┬──────────────▲─────────┘
//!        settings.toml changed ───┘              │ Finished
//!                                 blocking work (keyring, checks, journal pages, conversations)
//!                                 and whatever waits for other computers
//!  network events, views ──▶ loop
//! ```
//!
//! A handler in the loop may wait for a small local file, never for a person, a keyring or
//! another process: such work runs in the background and comes back as [`Finished`].

mod answer;
mod database;
mod handoffs;
mod measure;
mod network;
mod network_events;
mod people;
mod state;
mod window_opens;

use std::sync::Arc;

use segue_clock::Clock;
use segue_door::{Caller, Client, Code, Event, Failure, Reply, Request, Retry, Status, Surface};
use segue_link::{Events, Profile};
use segue_network::identity::{Homes, OpenError, Opened};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::JoinSet;

use crate::catalog::Platforms;
use crate::log::Log;
use crate::network_control::Overrides;
use crate::settings;
use state::State;

/// How many commands may wait for the loop.
const QUEUE: usize = 64;

/// How long the network may take to send what is left when the node stops.
const LAST_WORDS: std::time::Duration = std::time::Duration::from_secs(5);

/// How long work in the background may take to end when the node stops.
const GRACE: std::time::Duration = std::time::Duration::from_secs(1);

/// Which connection a request comes by; that of the host itself is [`HOST`].
pub(crate) type ConnectionId = u64;

/// The process that hosts the node.
pub(crate) const HOST: ConnectionId = 0;

/// Something the loop is asked to do.
pub(crate) enum Command {
    Call {
        connection: ConnectionId,
        caller: Caller,
        request: Box<Request>,
        answer: Answer,
    },
    Joined {
        connection: ConnectionId,
        client: Client,
    },
    Left {
        connection: ConnectionId,
    },
    Stop {
        done: oneshot::Sender<()>,
    },
}

/// Where the answer to a call goes.
pub(crate) type Answer = oneshot::Sender<Result<Reply, Failure>>;

/// The result of work in the background.
pub(crate) enum Finished {
    /// The identity was looked for again, or moved.
    Identity {
        result: Box<Result<Opened, OpenError>>,
        /// The replies differ only in their name.
        reply: fn(Status) -> Reply,
        answer: Answer,
    },
    /// A step that goes on with the state.
    Then(Box<dyn FnOnce(&mut State) + Send>),
}

impl Finished {
    /// Creates a step that goes on in the loop.
    pub(super) fn then(step: impl FnOnce(&mut State) + Send + 'static) -> Box<Self> {
        Box::new(Self::Then(Box::new(step)))
    }
}

/// Work in the background; most of it answers by itself and has nothing for the state.
pub(crate) type Background = JoinSet<Option<Box<Finished>>>;

/// What a node is started with.
pub(crate) struct Start {
    pub profile: Profile,
    pub surface: Surface,
    pub homes: Homes,
    pub log: Log,
    /// Whether another process hosted until just now and ended.
    pub took_over: bool,
    /// The agents whose conversations it works with.
    pub platforms: Platforms,
    /// What the program was told about listening and looking for others.
    pub overrides: Overrides,
    pub clock: Clock,
    pub events: broadcast::Sender<Event>,
}

/// A cheap way to reach the loop.
#[derive(Clone)]
pub(crate) struct NodeHandle {
    commands: mpsc::Sender<Command>,
    events: broadcast::Sender<Event>,
    clock: Clock,
}

impl NodeHandle {
    /// Opens everything the node needs and starts its loop. The caller holds the profile's lock.
    pub(crate) async fn start(start: Start) -> Result<Self, Failure> {
        let (events, clock) = (start.events.clone(), start.clock.clone());
        let watch = settings::watch(&start.profile.settings());
        let state = tokio::task::spawn_blocking(move || State::open(start))
            .await
            .map_err(|_| Failure::new(Code::Internal, "The node could not be started."))??;
        let (commands, inbox) = mpsc::channel(QUEUE);
        tokio::spawn(run(state, inbox, watch));
        Ok(Self {
            commands,
            events,
            clock,
        })
    }

    /// Asks the loop and waits for its answer.
    pub(crate) async fn call(
        &self,
        connection: ConnectionId,
        caller: Caller,
        request: Request,
    ) -> Result<Reply, Failure> {
        let (answer, answered) = oneshot::channel();
        let sent = self
            .commands
            .send(Command::Call {
                connection,
                caller,
                request: Box::new(request),
                answer,
            })
            .await;
        if sent.is_err() {
            return Err(stopped(Retry::Safe));
        }
        answered
            .await
            .unwrap_or_else(|_| Err(stopped(Retry::Unknown)))
    }

    /// Adds a process that attached.
    pub(crate) async fn joined(&self, connection: ConnectionId, client: Client) {
        // A loop that has stopped keeps no list to be on.
        self.commands
            .send(Command::Joined { connection, client })
            .await
            .ok();
    }

    /// Removes a process that went away.
    pub(crate) async fn left(&self, connection: ConnectionId) {
        self.commands.send(Command::Left { connection }).await.ok();
    }

    /// Subscribes to what the node says without being asked, except how the host itself reaches it,
    /// which is no news to others.
    pub(crate) fn events(&self) -> Events {
        Events::new(&self.events, |event| !matches!(event, Event::Connection(_)))
    }

    /// Returns the clock that the node goes by.
    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Waits until the loop has ended, by itself or by a fault.
    pub(crate) async fn ended(&self) {
        self.commands.closed().await;
    }

    /// Ends the loop and waits until it has.
    pub(crate) async fn stop(&self) {
        let (done, ended) = oneshot::channel();
        if self.commands.send(Command::Stop { done }).await.is_ok() {
            // An error means the loop ended before it could say so.
            ended.await.ok();
        }
    }
}

fn stopped(retry: Retry) -> Failure {
    Failure::new(Code::HostLost, "The node of this profile is stopping.").retry(retry)
}

async fn run(mut state: State, mut inbox: mpsc::Receiver<Command>, mut watch: settings::Watch) {
    let clock = state.clock.clone();
    let mut background = Background::new();
    let done = loop {
        state.reconcile_network(&mut background);
        tokio::select! {
            biased;
            command = inbox.recv() => match command {
                None => break None,
                Some(Command::Stop { done }) => break Some(done),
                Some(Command::Joined { connection, client }) => state.joined(connection, client),
                Some(Command::Left { connection }) => state.left(connection),
                Some(Command::Call { connection, caller, request, answer }) => {
                    let asked = answer::Asked { connection, caller, request: *request };
                    answer::answer(&mut state, &mut background, asked, answer);
                }
            },
            Some(finished) = background.join_next(), if !background.is_empty() => {
                // What happened before it was done is known before it is answered.
                for heard in state.network_control.waiting_signals() {
                    state.on_network_signal(&mut background, heard);
                }
                match finished {
                    Ok(None) => {}
                    Ok(Some(finished)) => answer::on_job_done(&mut state, *finished),
                    Err(error) => tracing::error!(%error, "background work failed"),
                }
            }
            () = watch.changed() => state.settings_file_changed(),
            heard = state.network_control.next() => state.on_network_signal(&mut background, heard),
            () = state.mailbox.due() => {}
        }
    };
    if let Some(network) = state.network_control.take() {
        // Whoever waits for an answer gets it; goodbye is a courtesy, and those who do not hear it
        // notice.
        clock.timeout(LAST_WORDS, network.stop()).await.ok();
    }
    state.conversations.stopping();
    // Work that is under way may still hold the database; give it a moment to let go.
    clock.timeout(GRACE, background.join_all()).await.ok();
    state.stopping();
    drop(state);
    if let Some(done) = done {
        // Nobody waits when the process is on its way out.
        done.send(()).ok();
    }
}

/// The places of the secret key, shared with the threads that ask them.
pub(crate) type SharedHomes = Arc<Homes>;
