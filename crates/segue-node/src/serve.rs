//! The host's side of the socket: one task per attached process.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use segue_clock::Clock;
use segue_door::{Caller, Client, Code, Failure, Retry};
use segue_link::frames::{FromClient, FromHost, PROTOCOL};
use segue_link::socket::{self, Listener, ServerStream, send};
use segue_link::{Profile, converse};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::bytes::Bytes;
use tokio_util::codec::{Framed, LengthDelimitedCodec};
use tokio_util::sync::CancellationToken;

use crate::node::{ConnectionId, HOST, NodeHandle};

/// How long a host that is to stop still works for attached processes.
const LAST_ANSWERS: Duration = Duration::from_secs(20);
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
    /// Starts to listen. From now on other processes find this host.
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

    /// Serves until `stop`.
    pub(crate) async fn run(mut self, node: NodeHandle, stop: CancellationToken) {
        let connections = AtomicU64::new(HOST + 1);
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
                            if clients.len() < 2 * CLIENTS {
                                clients.spawn(turn_away(stream, node.clock().clone()));
                            }
                            continue;
                        };
                        let connection = connections.fetch_add(1, Ordering::Relaxed);
                        let node = node.clone();
                        let stop = stop.clone();
                        clients.spawn(async move {
                            client(stream, node, connection, &stop).await;
                            drop(place);
                        });
                    }
                    Err(error) => {
                        tracing::warn!(%error, "accepting a process failed");
                        node.clock().sleep(Duration::from_millis(100)).await;
                    }
                },
            }
        }
        answer_the_last(&mut clients, node.clock()).await;
        clients.shutdown().await;
    }
}

/// Waits for what attached processes have asked already: a short command that happens to host the
/// node must not cut off another's import. Each of them ends by itself once its answers are written.
async fn answer_the_last(clients: &mut JoinSet<()>, clock: &Clock) {
    let all = async { while clients.join_next().await.is_some() {} };
    if clock.timeout(LAST_ANSWERS, all).await.is_err() {
        tracing::warn!("an attached process waits for an answer that takes too long");
    }
}

async fn client(
    stream: ServerStream,
    node: NodeHandle,
    connection: ConnectionId,
    stop: &CancellationToken,
) {
    let mut wire = socket::framed(stream);
    let greeted = tokio::select! {
        biased;
        greeted = node.clock().timeout(HELLO, greet(&mut wire, node.clock())) => greeted,
        // It finds the next host.
        () = stop.cancelled() => return,
    };
    let Ok(Some(client)) = greeted else {
        return;
    };
    // Listen before joining, so that the client hears of everything that happens after it did.
    let events = node.events();
    node.joined(connection, client).await;
    let (writer, reader) = wire.split();
    let reader = reader
        .take_while(|frame| std::future::ready(frame.is_ok()))
        .filter_map(|frame| std::future::ready(frame.ok().map(Vec::from)));
    let writer = writer.with(|text: String| std::future::ready(io::Result::Ok(Bytes::from(text))));
    let asked = node.clone();
    // Who does not say who they are is trusted with the least.
    let who = |told: Option<Caller>| told.unwrap_or_else(Caller::page);
    let ending = stop.cancelled();
    converse(
        reader,
        writer,
        events,
        ending,
        who,
        move |caller, request| {
            let node = asked.clone();
            async move { node.call(connection, caller, request).await }
        },
    )
    .await;
    node.left(connection).await;
}

/// Tells a process that came too late why it is turned away.
async fn turn_away(stream: ServerStream, clock: Clock) {
    let mut wire = socket::framed(stream);
    let failure = Failure::new(Code::Busy, "Too many programs use this node at once.")
        .hint("Close some of them and try again.")
        .retry(Retry::Safe);
    let said = clock.timeout(HELLO, async {
        wire.next().await;
        send(&mut wire, &FromHost::Farewell { failure }).await
    });
    // It may not have waited for an answer.
    said.await.ok();
}

/// The part that every version of hello has, whatever else it says.
#[derive(serde::Deserialize)]
struct AnyHello {
    protocol: u32,
}

async fn greet(wire: &mut Wire, clock: &Clock) -> Option<Client> {
    let frame = wire.next().await?.ok()?;
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let AnyHello { protocol } = serde_json::from_slice(&frame).ok()?;
    if protocol != PROTOCOL {
        let failure = Failure::new(
            Code::VersionMismatch,
            format!("The running Segue is version {version}, which speaks another protocol."),
        )
        .hint("Quit the running Segue and start this one, so that both are the same version.");
        send(wire, &FromHost::Farewell { failure }).await.ok()?;
        return None;
    }
    let FromClient::Hello { surface, pid, .. } = serde_json::from_slice(&frame).ok()? else {
        return None;
    };
    let welcome = FromHost::Welcome {
        protocol: PROTOCOL,
        version,
        session: None,
    };
    send(wire, &welcome).await.ok()?;
    Some(Client {
        surface,
        pid,
        since: clock.now(),
    })
}
