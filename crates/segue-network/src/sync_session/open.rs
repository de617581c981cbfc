//! How a sync session begins: what it is about, and whether there is room for it.

use std::sync::Arc;

use futures_util::io::AsyncWriteExt;
use libp2p::Stream;
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedSemaphorePermit;

use super::{SyncError, SyncSession};
use crate::about::clean_text;
use crate::asking::DECIDE;
use crate::device::DeviceId;
use crate::limits::{SYNC_OPENING, SYNC_SILENCE};
use crate::network::{Event, Target};
use crate::shared::{Admitted, Shared};
use crate::turns::Turn;
use crate::wire::{self, SYNC};

/// The longest topic of a sync session, in bytes.
pub const TOPIC: usize = 200;

#[derive(Debug, Serialize, Deserialize)]
struct Opening {
    topic: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Reply {
    /// The session is accepted.
    Here,
    /// Too many at once; try again in a moment.
    Busy,
    /// You are not verified here.
    Stranger,
}

/// Checks whether a topic is a single line that can be shown as it is.
fn is_topic(topic: &str) -> bool {
    !topic.is_empty() && topic.len() <= TOPIC && clean_text(topic, TOPIC) == topic
}

/// Begins a sync session, and waits until the other side accepts it.
pub(crate) async fn begin(
    shared: &Arc<Shared>,
    device: DeviceId,
    topic: &str,
) -> Result<SyncSession, SyncError> {
    if !is_topic(topic) {
        return Err(SyncError::Topic);
    }
    if !shared.is_verified(&device) {
        return Err(SyncError::NotVerified);
    }
    let turns = shared.turns(Turn::TalkTo, device);
    let turn = match shared
        .clock
        .timeout(SYNC_SILENCE, turns.acquire_owned())
        .await
    {
        Ok(turn) => turn.map_err(|_| SyncError::Lost)?,
        Err(_) => return Err(SyncError::Busy),
    };
    shared.connect(Target::Device(device)).await?;
    let line = shared.line(&device);
    let opening = async {
        let opened = shared.open(device, SYNC).await;
        let mut stream = opened.map_err(|_| SyncError::Lost)?;
        let topic = topic.to_owned();
        wire::send(&shared.clock, &mut stream, &Opening { topic }).await?;
        match wire::answer(&shared.clock, &mut stream, SYNC_OPENING).await? {
            Reply::Here => Ok(stream),
            Reply::Busy => Err(SyncError::Busy),
            Reply::Stranger => Err(SyncError::NotVerified),
        }
    };
    let stream = tokio::select! {
        biased;
        () = line.cancelled() => return Err(SyncError::Lost),
        stream = opening => stream?,
    };
    Ok(SyncSession::new(shared, line, stream, vec![turn], None))
}

/// Answers someone who begins a session, and hands it to the application.
pub(crate) async fn accept(shared: Arc<Shared>, admitted: Admitted, mut stream: Stream) {
    let device = admitted.device;
    let line = shared.line(&device);
    let opened = tokio::select! {
        biased;
        () = line.cancelled() => None,
        opened = listen(&shared, device, &mut stream) => opened,
    };
    let Some((topic, turns)) = opened else {
        return;
    };
    let event = Event::SyncSession {
        device,
        topic,
        talk: SyncSession::new(&shared, line, stream, turns, Some(admitted)),
    };
    // An application that does not read its events has no time to talk either.
    if shared
        .clock
        .timeout(DECIDE, shared.tell(event))
        .await
        .is_err()
    {
        tracing::warn!(?device, "nobody took part in a talk");
    }
}

/// Reads the topic of a session and accepts it; `None` when it was refused.
async fn listen(
    shared: &Shared,
    device: DeviceId,
    stream: &mut Stream,
) -> Option<(String, Vec<OwnedSemaphorePermit>)> {
    if !shared.is_verified(&device) {
        // Not even read.
        last_word(shared, stream, Reply::Stranger).await;
        return None;
    }
    let opening: Opening = wire::answer(&shared.clock, stream, SYNC_OPENING)
        .await
        .ok()?;
    if !is_topic(&opening.topic) {
        tracing::warn!(?device, "a talk is about nothing that can be shown");
        return None;
    }
    let Some(turns) = room(shared, device) else {
        last_word(shared, stream, Reply::Busy).await;
        return None;
    };
    wire::send(&shared.clock, stream, &Reply::Here).await.ok()?;
    Some((opening.topic, turns))
}

async fn last_word(shared: &Shared, stream: &mut Stream, reply: Reply) {
    if wire::send(&shared.clock, stream, &reply).await.is_ok() {
        stream.close().await.ok();
    }
}

/// Takes the places that a session of this device needs; `None` when none are left, or sessions
/// come too fast.
fn room(shared: &Shared, device: DeviceId) -> Option<Vec<OwnedSemaphorePermit>> {
    let theirs = shared.turns(Turn::TalkFrom, device);
    let theirs = theirs.try_acquire_owned().ok()?;
    let all = Arc::clone(&shared.talks_in).try_acquire_owned().ok()?;
    let wait = shared.talks().too_fast(device, shared.clock.monotonic());
    wait.is_none().then(|| vec![theirs, all])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_one_short_line_that_can_be_read() {
        let (long, longer) = ("x".repeat(TOPIC), "x".repeat(TOPIC + 1));
        for good in ["a", "conversation/7f3e", "Grüße 名前", &long] {
            assert!(is_topic(good), "{good:?}");
        }
        let wide = "ä".repeat(TOPIC / 2 + 1);
        for bad in [
            "",
            " ",
            "a\nb",
            "a\u{202e}b",
            "a\0",
            "\u{1b}[31m",
            &longer,
            &wide,
        ] {
            assert!(!is_topic(bad), "{bad:?}");
        }
    }

    #[test]
    fn every_topic_fits_into_an_opening() {
        let topic = "\"".repeat(TOPIC);
        assert!(is_topic(&topic));
        let opening = serde_json::to_vec(&Opening { topic }).unwrap();
        assert!(opening.len() <= SYNC_OPENING);
    }
}
