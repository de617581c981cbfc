//! The host's side of the socket: one task per attached process.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use jiff::Timestamp;
use tokio::sync::{Semaphore, broadcast, mpsc};
use tokio::task::JoinSet;
use tokio_util::codec::{Framed, LengthDelimitedCodec};
use tokio_util::sync::CancellationToken;

use super::socket::{self, Listener, ServerStream, send};
use crate::door::{Client, Code, Event, Failure, Reply, Request, Retry};
use crate::node::{CallerId, HOST, NodeHandle};
use crate::profile::Profile;
use crate::wire::{FromClient, FromHost, MAX_CALLS, PROTOCOL};

/// How many processes may be attached at once.
const CLIENTS: usize = 32;

/// How long a process may take to say hello.
const HELLO: Duration = Duration::from_secs(5);

type Wire = Framed<ServerStream, LengthDelimitedCodec>;

/// The host's open socket.
pub(crate) struct Server {
    listener: Listener,
}

impl Server {
    /// Starts to listen; from now on other processes find this host.
    pub(crate) fn bind(profile: &Profile) -> Result<Self, Failure> {
        let listener = Listener::bind(profile).map_err(|error| {
            Failure::new(
                Code::Storage,
                format!("The node's socket can't be opened: {error}."),
            )
            .hint("Look at the permissions of the profile folder, or use another with --profile.")
        })?;
        Ok(Self { listener })
    }

    /// Serves until told to stop.
    pub(crate) async fn run(mut self, node: NodeHandle, stop: CancellationToken) {
        let callers = AtomicU64::new(HOST + 1);
        let room = Arc::new(Semaphore::new(CLIENTS));
        let mut clients = JoinSet::new();
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => break,
                Some(_) = clients.join_next(), if !clients.is_empty() => {}
                stream = self.listener.accept() => match stream {
                    Ok(stream) => {
                        let Ok(place) = Arc::clone(&room).try_acquire_owned() else {
                            tracing::warn!("too many processes are attached; one was turned away");
                            continue;
                        };
                        let caller = callers.fetch_add(1, Ordering::Relaxed);
                        let node = node.clone();
                        clients.spawn(async move {
                            client(stream, node, caller).await;
                            drop(place);
                        });
                    }
                    Err(error) => {
                        tracing::warn!(%error, "accepting a process failed");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                },
            }
        }
        clients.shutdown().await;
    }
}

async fn client(stream: ServerStream, node: NodeHandle, caller: CallerId) {
    let mut wire = socket::framed(stream);
    let Ok(Some(client)) = tokio::time::timeout(HELLO, greet(&mut wire)).await else {
        return;
    };
    // Listen before joining, so that the client hears of everything that happens after it did.
    let events = node.events();
    node.joined(caller, client).await;
    if let Err(error) = converse(wire, &node, caller, events).await {
        tracing::debug!(%error, "a connection ended");
    }
    node.left(caller).await;
}

async fn greet(wire: &mut Wire) -> Option<Client> {
    let frame = wire.next().await?.ok()?;
    let FromClient::Hello {
        protocol,
        surface,
        pid,
        ..
    } = serde_json::from_slice(&frame).ok()?
    else {
        return None;
    };
    let version = env!("CARGO_PKG_VERSION").to_owned();
    if protocol != PROTOCOL {
        let failure = Failure::new(
            Code::VersionMismatch,
            format!("The running Segue is version {version}, which speaks another protocol."),
        )
        .hint("Quit the running Segue and start this one, so that both are the same version.");
        send(wire, &FromHost::Farewell { failure }).await.ok()?;
        return None;
    }
    send(
        wire,
        &FromHost::Welcome {
            protocol: PROTOCOL,
            version,
            session: None,
        },
    )
    .await
    .ok()?;
    Some(Client {
        surface,
        pid,
        since: Timestamp::now(),
    })
}

async fn converse(
    mut wire: Wire,
    node: &NodeHandle,
    caller: CallerId,
    mut events: broadcast::Receiver<Event>,
) -> std::io::Result<()> {
    let (answers, mut answered) = mpsc::channel(MAX_CALLS);
    let mut calls = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            Some((id, result)) = answered.recv() => {
                let result: Result<Reply, Failure> = result;
                send(&mut wire, &FromHost::Answer { id, outcome: result.into() }).await?;
            }
            event = events.recv() => {
                let event = match event {
                    // How the host reaches its own node is no news to others.
                    Ok(Event::Connection(_)) => continue,
                    Ok(event) => event,
                    Err(broadcast::error::RecvError::Lagged(count)) => Event::Missed { count },
                    Err(broadcast::error::RecvError::Closed) => return Ok(()),
                };
                send(&mut wire, &FromHost::Event { event }).await?;
            }
            Some(_) = calls.join_next(), if !calls.is_empty() => {}
            frame = wire.next() => {
                let Some(frame) = frame else { return Ok(()) };
                let Ok(FromClient::Call { id, request }) = serde_json::from_slice(&frame?) else {
                    return Ok(());
                };
                if calls.len() >= MAX_CALLS {
                    send(&mut wire, &FromHost::Answer { id, outcome: Err(busy()).into() }).await?;
                    continue;
                }
                let (node, answers) = (node.clone(), answers.clone());
                calls.spawn(async move {
                    let result = match Request::parse(request) {
                        Ok(request) => node.call(caller, request).await,
                        Err(failure) => Err(failure),
                    };
                    // The connection may be gone by now.
                    answers.send((id, result)).await.ok();
                });
            }
        }
    }
}

fn busy() -> Failure {
    Failure::new(Code::Busy, "Too many requests are waiting for an answer.")
        .hint("Wait for some answers first.")
        .retry(Retry::Safe)
}
