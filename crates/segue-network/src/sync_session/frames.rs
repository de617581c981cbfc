//! How parts travel: a kind and a length, judged before anything of them is read.
//!
//! ```text
//!  frame:  0 · length · bytes
//!  whole:  1 · size · 32 bytes of hash, then pieces until there are as many bytes as it said
//!  piece:  2 · length · bytes
//!  end:    3 · 0
//! ```
//!
//! Memory grows with what has come, a mebibyte at most ahead of it. A stream that ends without saying
//! so was lost.

use std::time::Duration;

use blake3::Hasher;
use futures_util::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use segue_clock::Clock;

use super::SyncError;
use crate::limits::{SYNC_BYTES, SYNC_FRAMES};
use crate::wire::{self, WireError};

/// How many bytes a frame may have.
pub const FRAME: usize = 1024 * 1024;
/// How many bytes a whole may have.
pub const WHOLE: usize = 32 * 1024 * 1024;

/// The kinds of frames on the wire.
const PLAIN: u8 = 0;
const HEAD: u8 = 1;
const PIECE: u8 = 2;
const END: u8 = 3;

/// Something that the other side sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A small piece, of at most 1 MiB.
    Frame(Vec<u8>),
    /// Something larger, all of it, as its hash says.
    Whole(Vec<u8>),
}

/// What may still be said in one direction.
struct Left {
    frames: u32,
    bytes: u64,
}

impl Left {
    /// Takes room for one frame of this many bytes, or fails when there is not enough.
    fn take(&mut self, bytes: usize) -> Result<(), SyncError> {
        let frames = self.frames.checked_sub(1);
        let bytes = self.bytes.checked_sub(bytes as u64);
        let (frames, bytes) = frames.zip(bytes).ok_or(SyncError::TooMuch)?;
        *self = Self { frames, bytes };
        Ok(())
    }
}

/// A stream as frames.
pub(super) struct Frames<S> {
    clock: Clock,
    stream: S,
    to_send: Left,
    to_come: Left,
    pub silence: Duration,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Frames<S> {
    pub fn new(clock: Clock, stream: S, silence: Duration) -> Self {
        let left = || Left {
            frames: SYNC_FRAMES,
            bytes: SYNC_BYTES,
        };
        Self {
            clock,
            stream,
            to_send: left(),
            to_come: left(),
            silence,
        }
    }

    /// Checks whether this frame may still be sent.
    pub fn has_room(&self, frame: &[u8]) -> Result<(), SyncError> {
        self.fits(frame.len(), FRAME, 1)
    }

    /// Checks whether this whole may still be sent.
    pub fn has_room_for_whole(&self, whole: &[u8]) -> Result<(), SyncError> {
        self.fits(whole.len(), WHOLE, 1 + whole.len().div_ceil(FRAME))
    }

    fn fits(&self, bytes: usize, most: usize, frames: usize) -> Result<(), SyncError> {
        if bytes > most {
            return Err(SyncError::TooLong);
        }
        let left = &self.to_send;
        if frames > left.frames as usize || bytes as u64 > left.bytes {
            return Err(SyncError::TooMuch);
        }
        Ok(())
    }

    /// Sends one frame.
    pub async fn send(&mut self, frame: &[u8]) -> Result<(), SyncError> {
        self.say(PLAIN, frame).await?;
        self.flush().await
    }

    /// Sends something longer than a frame, in pieces with a hash over all of them.
    pub async fn send_whole(&mut self, whole: &[u8]) -> Result<(), SyncError> {
        let mut hasher = Hasher::new();
        for piece in whole.chunks(FRAME) {
            hasher.update(piece);
            // Others have a turn while a large one is read through.
            tokio::task::yield_now().await;
        }
        self.to_send.take(0)?;
        self.head(HEAD, whole.len()).await?;
        self.pour(hasher.finalize().as_bytes()).await?;
        for piece in whole.chunks(FRAME) {
            self.say(PIECE, piece).await?;
        }
        self.flush().await
    }

    /// Receives the next part; `None` when the other side says that nothing more follows.
    pub async fn receive(&mut self, most: usize) -> Result<Option<Part>, SyncError> {
        let (kind, length) = self.next().await?;
        match kind {
            PLAIN => {
                self.allow(length, FRAME, most)?;
                let mut frame = Vec::new();
                self.more(&mut frame, length).await?;
                Ok(Some(Part::Frame(frame)))
            }
            HEAD => {
                self.allow(length, WHOLE, most)?;
                let whole = self.whole(length).await?;
                Ok(Some(Part::Whole(whole)))
            }
            END if length == 0 => Ok(None),
            _ => Err(SyncError::Lied("a part is of no kind that there is")),
        }
    }

    /// Sends that nothing more follows.
    pub async fn finish(&mut self) -> Result<(), SyncError> {
        self.head(END, 0).await?;
        self.flush().await?;
        let closed = self.clock.timeout(self.silence, self.stream.close()).await;
        closed
            .map_err(|_| SyncError::Silent)?
            .map_err(|_| SyncError::Lost)
    }

    /// Reads a whole of this size, piece by piece, and compares it with its hash.
    async fn whole(&mut self, size: usize) -> Result<Vec<u8>, SyncError> {
        self.to_come.take(0)?;
        let mut hash = [0; blake3::OUT_LEN];
        wire::fill(&self.clock, &mut self.stream, &mut hash, self.silence).await?;
        let (mut whole, mut hasher) = (Vec::new(), Hasher::new());
        while whole.len() < size {
            let (kind, length) = self.next().await?;
            if kind != PIECE || length == 0 || length > FRAME {
                return Err(SyncError::Lied("something else came in the middle"));
            }
            let from = whole.len();
            if length > size - from {
                return Err(SyncError::Lied("more came than was said"));
            }
            self.more(&mut whole, length).await?;
            hasher.update(whole.get(from..).unwrap_or_default());
        }
        if hasher.finalize() != hash {
            return Err(SyncError::Lied("it is not what its hash says"));
        }
        Ok(whole)
    }

    /// Checks whether a part of this size may come. Refuses what nobody may send, what is not
    /// wanted here, and what exceeds the total.
    fn allow(&self, length: usize, allowed: usize, most: usize) -> Result<(), SyncError> {
        if length > allowed {
            return Err(SyncError::Lied("a part is larger than a part can be"));
        }
        if length > most {
            return Err(SyncError::TooLong);
        }
        if length as u64 > self.to_come.bytes {
            return Err(SyncError::TooMuch);
        }
        Ok(())
    }

    /// Reads this many more bytes of one frame.
    async fn more(&mut self, into: &mut Vec<u8>, bytes: usize) -> Result<(), SyncError> {
        self.to_come.take(bytes)?;
        let from = into.len();
        into.reserve_exact(bytes);
        into.resize(from + bytes, 0);
        let rest = into.get_mut(from..).unwrap_or_default();
        Ok(wire::fill(&self.clock, &mut self.stream, rest, self.silence).await?)
    }

    async fn next(&mut self) -> Result<(u8, usize), SyncError> {
        let mut head = [0; 5];
        wire::fill(&self.clock, &mut self.stream, &mut head, self.silence).await?;
        let [kind, length @ ..] = head;
        Ok((kind, u32::from_be_bytes(length) as usize))
    }

    async fn say(&mut self, kind: u8, bytes: &[u8]) -> Result<(), SyncError> {
        self.to_send.take(bytes.len())?;
        self.head(kind, bytes.len()).await?;
        self.pour(bytes).await
    }

    async fn head(&mut self, kind: u8, length: usize) -> Result<(), SyncError> {
        let length = u32::try_from(length).map_err(|_| SyncError::TooLong)?;
        let [a, b, c, d] = length.to_be_bytes();
        self.pour(&[kind, a, b, c, d]).await
    }

    async fn pour(&mut self, bytes: &[u8]) -> Result<(), SyncError> {
        Ok(wire::pour(&self.clock, &mut self.stream, bytes, self.silence).await?)
    }

    async fn flush(&mut self) -> Result<(), SyncError> {
        let flushed = self.clock.timeout(self.silence, self.stream.flush()).await;
        let flushed = flushed.map_err(|_| WireError::Silent)?;
        Ok(flushed.map_err(WireError::from)?)
    }
}

#[cfg(test)]
mod tests;
