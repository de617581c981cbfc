//! The task behind a link: hosts, or stays attached, or takes over.

use std::time::Duration;

use tokio::sync::{broadcast, oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::{Options, Route};
use crate::door::{Connection, Event, Failure};
use crate::host::{self, HostLock, Role, Server};
use crate::node::{NodeHandle, Start};

/// How long to wait before trying again what failed.
const PAUSE: Duration = Duration::from_secs(2);

/// Runs until `stop`; says through `ready` how the first attempt went.
pub(super) async fn supervise(
    options: Options,
    route: watch::Sender<Route>,
    events: broadcast::Sender<Event>,
    stop: CancellationToken,
    ready: oneshot::Sender<Result<(), Failure>>,
) {
    let mut ready = Some(ready);
    let mut took_over = false;
    let go = |next: Route, connection: Connection| {
        route.send_replace(next);
        // A surface that does not listen is fine.
        events.send(Event::Connection(connection)).ok();
    };
    while !stop.is_cancelled() {
        let role = tokio::select! {
            biased;
            () = stop.cancelled() => return,
            role = host::find_or_become(&options.profile, options.surface) => role,
        };
        let failure = match role {
            Ok(Role::Attached(attached)) => {
                let (handle, pump) = attached.split(|event| {
                    events.send(event).ok();
                });
                go(Route::Attached(handle), Connection::Attached);
                tell(&mut ready, Ok(()));
                tokio::select! {
                    biased;
                    () = stop.cancelled() => return,
                    () = pump => {}
                }
                tracing::info!("the host went away");
                go(Route::Searching, Connection::Lost);
                took_over = true;
                continue;
            }
            Ok(Role::Host(lock)) => match begin(&options, events.clone(), took_over).await {
                Ok((node, server)) => {
                    let serving = CancellationToken::new();
                    let server = tokio::spawn(server.run(node.clone(), serving.clone()));
                    go(Route::Hosting(node.clone()), Connection::Hosting);
                    tell(&mut ready, Ok(()));
                    let told = tokio::select! {
                        biased;
                        () = stop.cancelled() => true,
                        () = node.ended() => false,
                    };
                    end(node, server, &serving, lock).await;
                    if told {
                        return;
                    }
                    tracing::error!("the node ended by itself; starting it again");
                    go(Route::Searching, Connection::Lost);
                    continue;
                }
                Err(failure) => failure,
            },
            Err(failure) => failure,
        };
        tracing::error!(%failure, "no node");
        if tell(&mut ready, Err(failure.clone())) {
            return;
        }
        go(Route::Broken(failure), Connection::Lost);
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

/// Says how the first attempt went; `true` when this was it.
fn tell(
    ready: &mut Option<oneshot::Sender<Result<(), Failure>>>,
    how: Result<(), Failure>,
) -> bool {
    // The one who opened the link may have given up.
    ready.take().map(|ready| ready.send(how).ok()).is_some()
}

async fn begin(
    options: &Options,
    events: broadcast::Sender<Event>,
    took_over: bool,
) -> Result<(NodeHandle, Server), Failure> {
    let node = NodeHandle::start(Start {
        profile: options.profile.clone(),
        surface: options.surface,
        homes: options.homes(),
        log: options.log.clone(),
        took_over,
        platforms: options.platforms,
        told: options.told.clone(),
        clock: options.clock.clone(),
        events,
    })
    .await?;
    // Others can attach only once the node can answer.
    match Server::bind(&options.profile) {
        Ok(server) => Ok((node, server)),
        Err(failure) => {
            node.stop().await;
            Err(failure)
        }
    }
}

/// First no new processes, then no node, then, with everything closed, the lock.
async fn end(
    node: NodeHandle,
    server: tokio::task::JoinHandle<()>,
    serving: &CancellationToken,
    lock: HostLock,
) {
    serving.cancel();
    if let Err(error) = server.await {
        tracing::error!(%error, "the socket did not close cleanly");
    }
    node.stop().await;
    drop(lock);
}
