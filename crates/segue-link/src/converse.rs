//! Speaking with one client that was let in: its calls, their answers, and events, until it goes.
//!
//! ```text
//! frames in ──▶ reader ── call ──▶ node          two halves, side by side: a client that is slow
//!                 │                  │           to read never keeps us from reading it, so two
//!                 ▼ busy             ▼ answer    ends that both have much to say can't block each
//!              answers (bounded) ──▶ writer ──▶ frames out        other
//!                     events ─────────▲
//! ```
//!
//! A host that ends takes no more calls: one that was read until then is told so and may be asked again,
//! those it works on are answered, and the connection closes only when all of that is written.

use std::time::Duration;

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use segue_clock::system as clock;
use segue_door::{Caller, Code, Event, Failure, Reply, Request, Retry};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::frames::{FromClient, FromHost, MAX_CALLS, MAX_FRAME};
use crate::link::Events;

type Answer = (u64, Result<Reply, Failure>);

/// How long a client may take to read the last answers of a host that ends.
const LAST_ANSWERS_READ: Duration = Duration::from_secs(2);

/// How many events may precede an answer that came after them.
const MAX_EVENTS_BEFORE_ANSWER: usize = 256;

/// Why no more calls are read.
#[derive(PartialEq, Eq)]
enum Heard {
    /// The client went away or said something that is no frame.
    Gone,
    /// This side ends, and everything that was asked is answered.
    All,
}

/// Speaks with a client until it goes away, says something that is no frame, or `ending` is over.
///
/// `reader` gives frames as JSON text, `writer` takes them; `who` says who asks, given what the frame
/// says about that, and `call` asks the node.
pub async fn converse<R, W, E, I, C, F>(
    reader: R,
    writer: W,
    events: Events,
    ending: E,
    who: I,
    call: C,
) where
    R: Stream<Item = Vec<u8>> + Unpin,
    W: Sink<String> + Unpin,
    E: Future<Output = ()>,
    I: Fn(Option<Caller>) -> Caller,
    C: Fn(Caller, Request) -> F,
    F: Future<Output = Result<Reply, Failure>> + Send + 'static,
{
    let (answers, answered) = mpsc::channel(MAX_CALLS);
    let speaking = speak(writer, answered, events);
    tokio::pin!(speaking);
    let heard = tokio::select! {
        heard = listen(reader, answers, ending, who, call) => heard,
        () = &mut speaking => return,
    };
    if heard == Heard::All && clock::timeout(LAST_ANSWERS_READ, speaking).await.is_err() {
        tracing::warn!("a client does not read its last answers");
    }
}

async fn listen<R, E, I, C, F>(
    mut reader: R,
    answers: mpsc::Sender<Answer>,
    ending: E,
    who: I,
    call: C,
) -> Heard
where
    R: Stream<Item = Vec<u8>> + Unpin,
    E: Future<Output = ()>,
    I: Fn(Option<Caller>) -> Caller,
    C: Fn(Caller, Request) -> F,
    F: Future<Output = Result<Reply, Failure>> + Send + 'static,
{
    let mut calls = JoinSet::new();
    let mut ends = false;
    tokio::pin!(ending);
    loop {
        let frame = tokio::select! {
            biased;
            Some(_) = calls.join_next(), if !calls.is_empty() => continue,
            () = &mut ending, if !ends => {
                ends = true;
                continue;
            }
            frame = reader.next() => frame,
            // Nothing more came, and nothing is left to answer.
            () = std::future::ready(()), if ends && calls.is_empty() => return Heard::All,
        };
        let Some(frame) = frame else {
            return Heard::Gone;
        };
        let Ok(FromClient::Call {
            id,
            caller,
            request,
        }) = serde_json::from_slice(&frame)
        else {
            return Heard::Gone;
        };
        // Whoever is not understood is trusted with the least.
        let told = |json| serde_json::from_value(json).unwrap_or_else(|_| Caller::page());
        let caller = who(caller.map(told));
        let result = match Request::parse(request, &caller) {
            Ok(_) if ends => Err(stopping()),
            Ok(_) if calls.len() >= MAX_CALLS => Err(busy()),
            Ok(request) => Ok(call(caller, request)),
            Err(failure) => Err(failure),
        };
        let answers = answers.clone();
        match result {
            Ok(asked) => {
                calls.spawn(async move {
                    // The connection may be gone by now.
                    answers.send((id, asked.await)).await.ok();
                });
            }
            Err(failure) => {
                if answers.send((id, Err(failure))).await.is_err() {
                    return Heard::Gone;
                }
            }
        }
    }
}

/// Writes answers and events until the client takes no more, or until there can be no more answers
/// and all of them are written.
async fn speak<W>(mut writer: W, mut answered: mpsc::Receiver<Answer>, mut events: Events)
where
    W: Sink<String> + Unpin,
{
    loop {
        let frame = tokio::select! {
            biased;
            answer = answered.recv() => match answer {
                Some((id, result)) => {
                    if !tell_what_came_before(&mut writer, &mut events).await {
                        return;
                    }
                    FromHost::Answer { id, outcome: result.into() }
                }
                None => break,
            },
            event = events.next() => match event {
                Some(event) => FromHost::Event { event },
                None => return,
            },
        };
        if writer.send(text(frame)).await.is_err() {
            return;
        }
    }
    // A client that is gone by now lost nothing that it still waits for.
    writer.close().await.ok();
}

/// Writes the events that came before an answer, so that a client hears of things in their order;
/// `false` when it takes no more. Events that keep coming meanwhile wait for their turn.
async fn tell_what_came_before<W>(writer: &mut W, events: &mut Events) -> bool
where
    W: Sink<String> + Unpin,
{
    for _ in 0..MAX_EVENTS_BEFORE_ANSWER {
        let Some(event) = events.ready() else {
            return true;
        };
        if writer.send(text(FromHost::Event { event })).await.is_err() {
            return false;
        }
    }
    true
}

/// Serialises a frame. One that is larger than a client takes is replaced by one that says so.
fn text(frame: FromHost) -> String {
    let text = serde_json::to_string(&frame).unwrap_or_default();
    if text.len() <= MAX_FRAME {
        return text;
    }
    tracing::error!(bytes = text.len(), "a frame was larger than a client takes");
    let smaller = match frame {
        FromHost::Answer { id, .. } => {
            let failure = Failure::new(Code::Internal, "The answer is too large to be passed on.")
                .hint("Ask for less at once.");
            FromHost::Answer {
                id,
                outcome: Err(failure).into(),
            }
        }
        _ => FromHost::Event {
            event: Event::Missed { count: 1 },
        },
    };
    serde_json::to_string(&smaller).unwrap_or_default()
}

fn busy() -> Failure {
    Failure::new(Code::Busy, "Too many requests are waiting for an answer.")
        .hint("Wait for some answers first.")
        .retry(Retry::Safe)
}

fn stopping() -> Failure {
    Failure::new(Code::HostLost, "The node of this profile is stopping.").retry(Retry::Safe)
}

#[cfg(test)]
mod tests;
