//! The other side of the socket: a process that attached to the host.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot};
use tokio_util::codec::{Framed, LengthDelimitedCodec};

use super::socket::{self, Stream, send};
use crate::door::{Code, Event, Failure, Reply, Request, Retry, Surface};
use crate::profile::Profile;
use crate::wire::{FromClient, FromHost, MAX_CALLS, PROTOCOL};

/// How long the host may take to say welcome.
const WELCOME: Duration = Duration::from_secs(3);

type Wire = Framed<Stream, LengthDelimitedCodec>;
type Asked = (Request, oneshot::Sender<Result<Reply, Failure>>);

/// Why there is no connection.
pub(crate) enum ConnectError {
    /// Nobody answers; it may be a matter of time.
    NotThere(String),
    /// The host answered with no.
    Refused(Failure),
}

/// A connection to the host that is ready for use.
pub(crate) struct Attached {
    wire: Wire,
}

/// A cheap way to ask the host.
#[derive(Clone)]
pub(crate) struct AttachedHandle {
    asked: mpsc::Sender<Asked>,
}

impl Attached {
    /// Connects and says hello.
    pub(crate) async fn connect(profile: &Profile, surface: Surface) -> Result<Self, ConnectError> {
        let not_there = |error: &dyn std::fmt::Display| ConnectError::NotThere(error.to_string());
        let stream = socket::connect(profile)
            .await
            .map_err(|error| not_there(&error))?;
        let mut wire = socket::framed(stream);
        let hello = FromClient::Hello {
            protocol: PROTOCOL,
            surface,
            pid: std::process::id(),
            token: None,
        };
        let greeting = async {
            send(&mut wire, &hello).await?;
            wire.next().await.transpose()
        };
        let frame = tokio::time::timeout(WELCOME, greeting)
            .await
            .map_err(|_| not_there(&"no welcome"))?
            .map_err(|error| not_there(&error))?
            .ok_or_else(|| not_there(&"it hung up"))?;
        match serde_json::from_slice(&frame) {
            Ok(FromHost::Welcome {
                protocol: PROTOCOL, ..
            }) => Ok(Self { wire }),
            Ok(FromHost::Farewell { failure }) => Err(ConnectError::Refused(failure)),
            _ => Err(ConnectError::Refused(
                Failure::new(
                    Code::VersionMismatch,
                    "The running Segue is of a version this program can't talk to.",
                )
                .hint("Quit the running Segue and start this one, so that both are the same."),
            )),
        }
    }

    /// A handle for asking, and the work that must run for it to be answered; the work ends when
    /// the host goes away.
    pub(crate) fn split<F: FnMut(Event)>(
        self,
        on_event: F,
    ) -> (AttachedHandle, impl Future<Output = ()>) {
        let (asked, inbox) = mpsc::channel(MAX_CALLS);
        (AttachedHandle { asked }, pump(self.wire, inbox, on_event))
    }
}

impl AttachedHandle {
    /// Asks the host and waits for its answer.
    pub(crate) async fn call(&self, request: Request) -> Result<Reply, Failure> {
        let (answer, answered) = oneshot::channel();
        if self.asked.send((request, answer)).await.is_err() {
            return Err(lost(Retry::Safe));
        }
        answered.await.unwrap_or_else(|_| Err(lost(Retry::Unknown)))
    }
}

fn lost(retry: Retry) -> Failure {
    let message = match retry {
        Retry::Safe => "The process that hosts Segue went away before this was asked.",
        _ => "The process that hosts Segue went away. What you asked for may or may not be done.",
    };
    Failure::new(Code::HostLost, message)
        .hint("Look at the current state, then try again if needed.")
        .retry(retry)
}

async fn pump(mut wire: Wire, mut inbox: mpsc::Receiver<Asked>, mut on_event: impl FnMut(Event)) {
    let mut waiting: HashMap<u64, oneshot::Sender<Result<Reply, Failure>>> = HashMap::new();
    let mut next = 0_u64;
    loop {
        tokio::select! {
            asked = inbox.recv(), if waiting.len() < MAX_CALLS => {
                let Some((request, answer)) = asked else { return };
                let Ok(request) = serde_json::to_value(&request) else { continue };
                next += 1;
                waiting.insert(next, answer);
                if send(&mut wire, &FromClient::Call { id: next, request }).await.is_err() {
                    return;
                }
            }
            frame = wire.next() => {
                let Some(Ok(frame)) = frame else { return };
                match serde_json::from_slice(&frame) {
                    Ok(FromHost::Answer { id, outcome }) => {
                        if let Some(answer) = waiting.remove(&id) {
                            // The one who asked may have stopped waiting.
                            answer.send(outcome.into()).ok();
                        }
                    }
                    Ok(FromHost::Event { event }) => on_event(event),
                    Ok(_) => {}
                    Err(error) => {
                        tracing::warn!(%error, "the host said something that is not understood");
                        return;
                    }
                }
            }
        }
    }
}
