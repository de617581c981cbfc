//! Speaking with one client that was let in: its calls, their answers, and events, until it goes.
//!
//! ```text
//! frames in ──▶ reader ── call ──▶ node          two halves, side by side: a client that is slow
//!                 │                  │           to read never keeps us from reading it, so two
//!                 ▼ busy             ▼ answer    ends that both have much to say can't block each
//!              answers (bounded) ──▶ writer ──▶ frames out        other
//!                     events ─────────▲
//! ```

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use segue_door::{Caller, Code, Event, Failure, Reply, Request, Retry};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::frames::{FromClient, FromHost, MAX_CALLS, MAX_FRAME};
use crate::link::Events;

type Answer = (u64, Result<Reply, Failure>);

/// Speaks with a client until it goes away or says something that is no frame.
///
/// `reader` gives frames as JSON text, `writer` takes them; `who` says who asks, given what the frame
/// says about that, and `call` asks the node.
pub async fn converse<R, W, I, C, F>(reader: R, writer: W, events: Events, who: I, call: C)
where
    R: Stream<Item = Vec<u8>> + Unpin,
    W: Sink<String> + Unpin,
    I: Fn(Option<Caller>) -> Caller,
    C: Fn(Caller, Request) -> F,
    F: Future<Output = Result<Reply, Failure>> + Send + 'static,
{
    let (answers, answered) = mpsc::channel(MAX_CALLS);
    tokio::select! {
        () = listen(reader, answers, who, call) => {}
        () = speak(writer, answered, events) => {}
    }
}

async fn listen<R, I, C, F>(mut reader: R, answers: mpsc::Sender<Answer>, who: I, call: C)
where
    R: Stream<Item = Vec<u8>> + Unpin,
    I: Fn(Option<Caller>) -> Caller,
    C: Fn(Caller, Request) -> F,
    F: Future<Output = Result<Reply, Failure>> + Send + 'static,
{
    let mut calls = JoinSet::new();
    loop {
        let frame = tokio::select! {
            biased;
            Some(_) = calls.join_next(), if !calls.is_empty() => continue,
            frame = reader.next() => frame,
        };
        let Some(frame) = frame else { return };
        let Ok(FromClient::Call {
            id,
            caller,
            request,
        }) = serde_json::from_slice(&frame)
        else {
            return;
        };
        let caller = who(caller);
        let result = match Request::parse(request, &caller) {
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
                    return;
                }
            }
        }
    }
}

async fn speak<W>(mut writer: W, mut answered: mpsc::Receiver<Answer>, mut events: Events)
where
    W: Sink<String> + Unpin,
{
    loop {
        let frame = tokio::select! {
            biased;
            Some((id, result)) = answered.recv() => FromHost::Answer { id, outcome: result.into() },
            event = events.next() => match event {
                Some(event) => FromHost::Event { event },
                None => return,
            },
        };
        if writer.send(text(frame)).await.is_err() {
            return;
        }
    }
}

/// The frame as text; one that is larger than a client takes becomes one that says so.
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
