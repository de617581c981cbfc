//! The task behind a link: hosts, or stays attached, or takes over.

use std::sync::Arc;
use std::time::Duration;

use segue_clock::system as clock;
use segue_door::{Connection, Event, Failure};
use tokio::sync::{broadcast, oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::{Opening, Route};
use crate::find::{self, Role};
use crate::host::{HostStart, Hosted};

/// How long to wait before trying again what failed.
const PAUSE: Duration = Duration::from_secs(2);

/// Keeps a route to the node until `stop`. Reports through `ready` how the first attempt went.
pub(super) async fn supervise(
    opening: Opening,
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
            role = find::find_or_become(&opening.profile, opening.surface) => role,
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
            Ok(Role::Host(lock)) => match begin(&opening, events.clone(), took_over).await {
                Ok(node) => {
                    go(Route::Hosting(Arc::clone(&node)), Connection::Hosting);
                    tell(&mut ready, Ok(()));
                    let told = tokio::select! {
                        biased;
                        () = stop.cancelled() => true,
                        () = node.ended() => false,
                    };
                    node.stop().await;
                    // With everything closed, another process may host.
                    drop(lock);
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
            () = clock::sleep(PAUSE) => {}
        }
    }
}

/// Reports how the first attempt went; `true` when this was it.
fn tell(
    ready: &mut Option<oneshot::Sender<Result<(), Failure>>>,
    how: Result<(), Failure>,
) -> bool {
    // The one who opened the link may have given up.
    ready.take().map(|ready| ready.send(how).ok()).is_some()
}

async fn begin(
    opening: &Opening,
    events: broadcast::Sender<Event>,
    took_over: bool,
) -> Result<Arc<dyn Hosted>, Failure> {
    let start = HostStart {
        profile: opening.profile.clone(),
        surface: opening.surface,
        took_over,
        events,
    };
    opening.host.start(start).await.map(Arc::from)
}
