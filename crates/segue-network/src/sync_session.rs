//! A sync session: parts that go both ways between two verified devices, about one topic.
//!
//! ```text
//!  Network::open_sync(device, topic) ── /segue/sync/1: topic ──▶ verified? room? ─▶ Event::SyncSession
//!            │                          ◀── here | busy | stranger ──┘            │
//!            ▼                                                                    ▼
//!          SyncSession ◀═══════ frames (up to 1 MiB) · wholes (up to 32 MiB) ═══════▶ SyncSession
//! ```
//!
//! What is said is the application's own affair. Responsible for: who may begin one, how much may be
//! said and how long it may take, and that a whole is what its hash says. The application takes turns:
//! two sides that both send large parts before either reads wait for each other until they give up.
//!
//! A talk holds a stream, and a connection closes only when nobody does. So the stream lies in a slot
//! that is emptied when the connection is cut, even if the application holds its talk and does nothing.

mod frames;
mod open;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use libp2p::Stream;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::{CancellationToken, DropGuard};

use self::frames::Frames;
pub use self::frames::{FRAME, Part, WHOLE};
pub use self::open::TOPIC;
pub(crate) use self::open::{accept, begin};
use segue_clock::Clock;

use crate::limits::{SYNC_LASTS, SYNC_SILENCE};
use crate::network::ConnectError;
use crate::shared::{Admitted, Shared};
use crate::wire::WireError;

/// Why a sync session did not begin or has ended. Only [`SyncError::TooLong`] and
/// [`SyncError::TooMuch`] about something that was to be sent leave the session usable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SyncError {
    /// They could not be reached.
    #[error("{0}")]
    Connect(#[from] ConnectError),
    /// One of the two does not know the other as verified: pair again.
    #[error("you and they are not verified with each other any more")]
    NotVerified,
    /// Too many sessions at once; try again in a moment.
    #[error("too many talks at once")]
    Busy,
    /// The topic is empty, too long or not printable.
    #[error("this is no topic to talk about")]
    Topic,
    /// A part is larger than it may be.
    #[error("it is larger than what is allowed")]
    TooLong,
    /// More was sent than one session may carry; begin another one.
    #[error("more was said than fits into one talk")]
    TooMuch,
    /// The connection was cut, or the other side let go.
    #[error("the other side is not there any more")]
    Lost,
    /// Nothing came or went for too long.
    #[error("the other side did not answer in time")]
    Silent,
    /// The other side broke the rules.
    #[error("the other side broke the rules: {0}")]
    Lied(&'static str),
}

impl From<WireError> for SyncError {
    fn from(error: WireError) -> Self {
        match error {
            WireError::Lost(_) => Self::Lost,
            WireError::Silent => Self::Silent,
            WireError::TooLong(..) => Self::Lied("a message is too long"),
            WireError::NotUnderstood => Self::Lied("a message is not understood"),
        }
    }
}

/// One end of a sync session. Dropping it closes the session at once, and the other side gets
/// [`SyncError::Lost`]; so does dropping a call half way.
pub struct SyncSession {
    slot: Arc<Slot>,
    ends: Instant,
    _watch: DropGuard,
}

/// The place of a session's stream while nobody uses it.
struct Slot {
    held: Mutex<Option<Held>>,
    /// Cancelled when the connection is cut, and when the network stops.
    line: CancellationToken,
    stopping: CancellationToken,
    clock: Clock,
}

/// What a session occupies: its stream, and the places it takes.
struct Held {
    frames: Frames<Stream>,
    _turns: Vec<OwnedSemaphorePermit>,
    _admitted: Option<Admitted>,
}

impl Slot {
    fn take(&self) -> Option<Held> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.take()
    }

    /// Puts it back, unless there is no line any more: then nobody would take it out again.
    fn put(&self, now: Held) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if !(self.line.is_cancelled() || self.stopping.is_cancelled()) {
            *held = Some(now);
        }
    }

    async fn cut(&self) {
        tokio::select! {
            () = self.line.cancelled() => {}
            () = self.stopping.cancelled() => {}
        }
    }
}

impl SyncSession {
    fn new(
        shared: &Shared,
        line: CancellationToken,
        stream: Stream,
        turns: Vec<OwnedSemaphorePermit>,
        admitted: Option<Admitted>,
    ) -> Self {
        let held = Held {
            frames: Frames::new(shared.clock.clone(), stream, SYNC_SILENCE),
            _turns: turns,
            _admitted: admitted,
        };
        let slot = Arc::new(Slot {
            held: Mutex::new(Some(held)),
            line: line.clone(),
            stopping: shared.stopping.clone(),
            clock: shared.clock.clone(),
        });
        let over = CancellationToken::new();
        let (watched, stopping, done) =
            (Arc::downgrade(&slot), shared.stopping.clone(), over.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = done.cancelled() => return,
                () = line.cancelled() => {}
                () = stopping.cancelled() => {}
            }
            if let Some(slot) = watched.upgrade() {
                slot.take();
            }
        });
        Self {
            slot,
            ends: shared.clock.monotonic() + SYNC_LASTS,
            _watch: over.drop_guard(),
        }
    }

    /// Sends a frame of at most [`FRAME`] bytes.
    ///
    /// # Errors
    /// When it can't be handed over. It may have arrived.
    pub async fn send(&mut self, frame: &[u8]) -> Result<(), SyncError> {
        let mut held = self.held()?;
        if let Err(error) = held.frames.has_room(frame) {
            self.slot.put(held);
            return Err(error);
        }
        let sent = self.in_time(held.frames.send(frame)).await;
        self.done(held, sent)
    }

    /// Sends something larger, of at most [`WHOLE`] bytes: its size and its hash, and then all of it.
    ///
    /// # Errors
    /// When it can't be handed over. It may have arrived.
    pub async fn send_whole(&mut self, whole: &[u8]) -> Result<(), SyncError> {
        let mut held = self.held()?;
        if let Err(error) = held.frames.has_room_for_whole(whole) {
            self.slot.put(held);
            return Err(error);
        }
        let sent = self.in_time(held.frames.send_whole(whole)).await;
        self.done(held, sent)
    }

    /// Waits for the next part, of at most `most` bytes; `None` when the other side has finished. A
    /// larger part is refused before it is read.
    ///
    /// # Errors
    /// When nothing arrived, or something that was not allowed.
    pub async fn receive(&mut self, most: usize) -> Result<Option<Part>, SyncError> {
        let mut held = self.held()?;
        let came = self.in_time(held.frames.receive(most)).await;
        self.done(held, came)
    }

    /// Says that nothing more follows, and ends the session. What the other side still sends is
    /// ignored.
    ///
    /// # Errors
    /// When it can't be said; what was sent before may have arrived.
    pub async fn finish(self) -> Result<(), SyncError> {
        let mut held = self.held()?;
        self.in_time(held.frames.finish()).await
    }

    /// Sets after how long a silence the session is given up; for tests, which do not wait.
    #[doc(hidden)]
    pub fn set_silence(&mut self, silence: Duration) {
        if let Some(mut held) = self.slot.take() {
            held.frames.silence = silence;
            self.slot.put(held);
        }
    }

    /// Takes the stream out. It goes back only when all went well: half a frame is the end.
    fn held(&self) -> Result<Held, SyncError> {
        self.slot.take().ok_or(SyncError::Lost)
    }

    fn done<T>(&self, held: Held, done: Result<T, SyncError>) -> Result<T, SyncError> {
        if done.is_ok() {
            self.slot.put(held);
        }
        done
    }

    async fn in_time<T>(
        &self,
        work: impl Future<Output = Result<T, SyncError>>,
    ) -> Result<T, SyncError> {
        tokio::select! {
            biased;
            () = self.slot.cut() => Err(SyncError::Lost),
            done = self.slot.clock.timeout_at(self.ends, work) => done.unwrap_or(Err(SyncError::Silent)),
        }
    }
}

impl std::fmt::Debug for SyncSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SyncSession").finish_non_exhaustive()
    }
}
