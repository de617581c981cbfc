//! The other side of the socket: a process that attached to the host.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use segue_clock::system as clock;
use segue_door::{Caller, Code, Event, Failure, Reply, Request, Retry, Surface};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch};
use tokio_util::bytes::Bytes;
use tokio_util::codec::{Framed, LengthDelimitedCodec};

use crate::frames::{FromClient, FromHost, MAX_CALLS, MAX_FRAME, PROTOCOL};
use crate::profile::Profile;
use crate::socket::{self, Stream, send};

/// How long the host may take to say welcome.
const WELCOME: Duration = Duration::from_secs(3);

type Wire = Framed<Stream, LengthDelimitedCodec>;
type Writer = SplitSink<Wire, Bytes>;
type Reader = SplitStream<Wire>;
type Answer = oneshot::Sender<Result<Reply, Failure>>;
type Asked = (Caller, Request, Answer);

/// How long the host may be silent while an answer is awaited. Long work reports its progress.
const ANSWER: Duration = Duration::from_secs(30);

/// How long the answers of a host that closed may take to be read.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Why there is no connection.
pub(crate) enum ConnectError {
    /// Nobody answers yet; that may be a matter of time.
    NotThere(String),
    /// The host answered, and refused the connection.
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
    /// Changes with everything the host says.
    heard: watch::Receiver<()>,
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
        let frame = clock::timeout(WELCOME, greeting)
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

    /// Splits the connection into a handle for asking and the work that must run for anything to be
    /// answered. The work ends when the host goes away.
    pub(crate) fn split<F: FnMut(Event)>(
        self,
        on_event: F,
    ) -> (AttachedHandle, impl Future<Output = ()>) {
        let (asked, inbox) = mpsc::channel(MAX_CALLS);
        let (hears, heard) = watch::channel(());
        let handle = AttachedHandle { asked, heard };
        (handle, pump(self.wire, inbox, hears, on_event))
    }
}

impl AttachedHandle {
    /// Asks the host and waits for its answer, within bounds.
    pub(crate) async fn call(&self, caller: Caller, request: Request) -> Result<Reply, Failure> {
        let (answer, answered) = oneshot::channel();
        if self.asked.send((caller, request, answer)).await.is_err() {
            return Err(lost(Retry::Safe));
        }
        let mut heard = self.heard.clone();
        tokio::pin!(answered);
        loop {
            tokio::select! {
                biased;
                result = &mut answered => {
                    return result.unwrap_or_else(|_| Err(lost(Retry::Unknown)));
                }
                sign = clock::timeout(ANSWER, heard.changed()) => match sign {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return Err(lost(Retry::Unknown)),
                    Err(_) => return Err(silent()),
                },
            }
        }
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

fn silent() -> Failure {
    Failure::new(
        Code::Busy,
        "The process that hosts Segue does not answer. What you asked for may or may not be done.",
    )
    .hint("If it was stopped or hangs, end it; another takes over.")
    .retry(Retry::Unknown)
}

/// Carries questions out and answers in, side by side, so that neither waits for the other.
async fn pump(
    wire: Wire,
    inbox: mpsc::Receiver<Asked>,
    hears: watch::Sender<()>,
    on_event: impl FnMut(Event),
) {
    let (writer, reader) = wire.split();
    let waiting = Waiting::default();
    let hearing = hear(reader, &hears, on_event, &waiting);
    tokio::pin!(hearing);
    let asked = tokio::select! {
        asked = ask(writer, inbox, &waiting) => asked,
        () = &mut hearing => return,
    };
    // A host that takes no more may have answered before it closed.
    if asked == Asking::HostTakesNoMore {
        clock::timeout(LAST_ANSWERS, hearing).await.ok();
    }
}

/// Why no more questions are sent.
#[derive(PartialEq, Eq)]
enum Asking {
    /// Nobody has a handle any more.
    NobodyAsks,
    /// The connection is closed for writing.
    HostTakesNoMore,
}

/// Those who wait for an answer, by its id; each keeps a place until it is answered.
#[derive(Default)]
struct Waiting(Mutex<HashMap<u64, (Answer, OwnedSemaphorePermit)>>);

impl Waiting {
    fn put(&self, id: u64, answer: Answer, place: OwnedSemaphorePermit) {
        self.lock().insert(id, (answer, place));
    }

    fn take(&self, id: u64) -> Option<Answer> {
        self.lock().remove(&id).map(|(answer, _)| answer)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, (Answer, OwnedSemaphorePermit)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn ask(mut writer: Writer, mut inbox: mpsc::Receiver<Asked>, waiting: &Waiting) -> Asking {
    let places = Arc::new(Semaphore::new(MAX_CALLS));
    let mut id = 0_u64;
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return Asking::NobodyAsks;
        };
        let Some((caller, request, answer)) = inbox.recv().await else {
            return Asking::NobodyAsks;
        };
        id += 1;
        let request = serde_json::to_value(&request).unwrap_or_default();
        let frame = serde_json::to_vec(&FromClient::Call {
            id,
            caller: serde_json::to_value(&caller).ok(),
            request,
        })
        .unwrap_or_default();
        if frame.len() > MAX_FRAME {
            // The one who asked may have stopped waiting.
            answer
                .send(Err(Failure::invalid(
                    "The request is larger than the node takes.",
                )))
                .ok();
            continue;
        }
        waiting.put(id, answer, place);
        if writer.send(Bytes::from(frame)).await.is_err() {
            return Asking::HostTakesNoMore;
        }
    }
}

async fn hear(
    mut reader: Reader,
    hears: &watch::Sender<()>,
    mut on_event: impl FnMut(Event),
    waiting: &Waiting,
) {
    while let Some(Ok(frame)) = reader.next().await {
        // Nobody waiting is fine.
        hears.send(()).ok();
        match serde_json::from_slice(&frame) {
            Ok(FromHost::Answer { id, outcome }) => {
                if let Some(answer) = waiting.take(id) {
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

#[cfg(all(test, unix))]
mod tests {
    use segue_door::ask;
    use tokio::net::UnixStream;

    use super::*;

    #[tokio::test]
    async fn an_answer_that_was_written_before_the_host_closed_is_heard() {
        for _ in 0..50 {
            let (ours, theirs) = UnixStream::pair().unwrap();
            let wire = socket::framed(ours);
            let (handle, pump) = Attached { wire }.split(|_| {});
            let pump = tokio::spawn(pump);
            let host = tokio::spawn(async move {
                let mut wire = socket::framed(theirs);
                wire.next().await.unwrap().unwrap();
                let outcome = Err(Failure::invalid("no")).into();
                let answer = FromHost::Answer { id: 1, outcome };
                send(&mut wire, &answer).await.unwrap();
            });
            let status = || Request::from(ask::Status {});
            let first = handle.call(Caller::page(), status());
            let second = async {
                host.await.unwrap();
                handle.call(Caller::page(), status()).await
            };
            let (first, second) = tokio::join!(first, second);
            assert_eq!(first.unwrap_err().code, Code::Invalid, "the answer itself");
            assert_eq!(second.unwrap_err().code, Code::HostLost);
            pump.await.unwrap();
        }
    }
}
