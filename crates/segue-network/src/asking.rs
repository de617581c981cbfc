//! A small signed message and its answer: what offers and messages have in common.
//!
//! ```text
//!  ask ── connect ─ one stream ──▶ answer: verified? ─▶ read ─▶ author, recipient, signature
//!   ▲                                         │ no                        │ hold
//!   └────── stranger ◀────────────────────────┘                           ▼
//!   └────── answer ◀──────────────────────────────────── put to the application
//! ```
//!
//! Both ends let go as soon as the connection is cut.

use std::sync::Arc;
use std::time::Duration;

use libp2p::{Stream, StreamProtocol};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::about::clean_text;
use crate::device::DeviceId;
use crate::network::{Answer, ConnectError, Event, Target};
use crate::shared::Shared;
use crate::turns::Turn;
use crate::wire;

/// How long they may make us wait, in seconds, and how much of their reason is shown.
const LONGEST: u64 = 86_400;
const REASON: usize = 200;
/// How long the application may take to answer, and when to ask again if it did not, in seconds.
pub(crate) const DECIDE: Duration = Duration::from_secs(8);
const AGAIN: u64 = 5;

/// A signed message that is answered.
pub(crate) trait Message: Serialize + DeserializeOwned {
    type Answer: Serialize + DeserializeOwned;
    const PROTOCOL: StreamProtocol;
    const TURN: Turn;
    /// How large what the application says in it may be, and all of it as it travels.
    const BODY: usize;
    const BYTES: usize;

    /// Returns the author and the recipient that the message names.
    fn names(&self) -> (DeviceId, DeviceId);
    fn body(&self) -> &str;
    fn is_signed(&self) -> bool;
    /// Creates the event by which the application learns of the message.
    fn event(self, answer: Answer<Self::Answer>) -> Event;
    fn refused(why: String) -> Self::Answer;
    fn later(seconds: u64) -> Self::Answer;
    /// Bounds every length in the other side's answer and removes what is hidden in it.
    fn bounded(answer: Self::Answer) -> Self::Answer;
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Reply<A> {
    Answer(A),
    /// You are not verified here.
    Stranger,
}

/// Why there is no answer.
pub(crate) enum AskError {
    Connect(ConnectError),
    NotVerified,
    Lost,
    TooLong,
}

/// Sends a message and waits for its answer.
pub(crate) async fn ask<M: Message>(
    shared: &Arc<Shared>,
    message: &M,
) -> Result<M::Answer, AskError> {
    // As it travels, where quotes and the like take more room than in the text.
    let travels = serde_json::to_vec(message).map_or(usize::MAX, |json| json.len());
    if message.body().len() > M::BODY || travels > M::BYTES {
        return Err(AskError::TooLong);
    }
    let (_, to) = message.names();
    let turns = shared.turns(M::TURN, to);
    let _turn = turns.acquire().await.map_err(|_| AskError::Lost)?;
    let connected = shared.connect(Target::Device(to)).await;
    connected.map_err(AskError::Connect)?;
    let line = shared.line(&to);
    let asking = async {
        let mut stream = shared.open(to, M::PROTOCOL).await?;
        wire::send(&shared.clock, &mut stream, message).await?;
        wire::answer(&shared.clock, &mut stream, M::BYTES).await
    };
    let reply = tokio::select! {
        biased;
        reply = asking => reply.map_err(|_| AskError::Lost)?,
        () = line.cancelled() => return Err(AskError::Lost),
    };
    match reply {
        Reply::Answer(answer) => Ok(M::bounded(answer)),
        Reply::Stranger => Err(AskError::NotVerified),
    }
}

/// Reads a message and answers it. The application never hears of one that is not authentic.
pub(crate) async fn answer<M, F>(
    shared: &Shared,
    device: DeviceId,
    mut stream: Stream,
    decide: impl FnOnce(M) -> F,
) where
    M: Message,
    F: Future<Output = M::Answer>,
{
    let line = shared.line(&device);
    let answering = async {
        let reply = if shared.is_verified(&device) {
            let Ok(message) = wire::answer::<_, M>(&shared.clock, &mut stream, M::BYTES).await
            else {
                return;
            };
            Reply::Answer(match check(shared, device, &message) {
                Ok(()) => decide(message).await,
                Err(why) => M::refused(why.to_owned()),
            })
        } else {
            // Not even read.
            Reply::Stranger
        };
        // Whoever is gone by now asks again.
        wire::send_last(&shared.clock, &mut stream, &reply)
            .await
            .ok();
    };
    tokio::select! {
        biased;
        () = line.cancelled() => {}
        () = answering => {}
    }
}

/// Checks the author, the recipient, the signature and the size of a message before the application
/// learns of it. Fails with a reason for the sender.
fn check<M: Message>(shared: &Shared, device: DeviceId, message: &M) -> Result<(), &'static str> {
    let (from, to) = message.names();
    let protocol = M::PROTOCOL;
    if from != device || to != shared.me {
        tracing::warn!(?device, ?from, ?to, %protocol, "it names someone else");
        return Err("it names someone else");
    }
    if !message.is_signed() {
        tracing::warn!(?device, %protocol, "it is not signed by its sender");
        return Err("it is not signed by you");
    }
    if message.body().len() > M::BODY {
        return Err("it says too much");
    }
    Ok(())
}

/// Asks the application, which may take a while but not for ever.
pub(crate) async fn put<M: Message>(shared: &Shared, message: M) -> M::Answer {
    let (answer, decided) = Answer::new();
    let deciding = async {
        shared.tell(message.event(answer)).await;
        decided.await
    };
    match shared.clock.timeout(DECIDE, deciding).await {
        Ok(Ok(answer)) => answer,
        // It may be kept all the same; asking again is safe.
        _ => M::later(AGAIN),
    }
}

/// Bounds how long the other side may make us wait.
pub(crate) fn seconds(theirs: u64) -> u64 {
    theirs.min(LONGEST)
}

/// Cleans the other side's reason and cuts it to what is shown.
pub(crate) fn reason(theirs: &str) -> String {
    clean_text(theirs, REASON)
}
