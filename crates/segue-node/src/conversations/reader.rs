//! A conversation being read, on the thread that opened it: a reading can't move to another one, and
//! stays open for a moment, since the next page often follows.
//!
//! ```text
//! Reader ── Ask { after, count } ──▶ thread: skip, read, shown ──▶ Batch ──▶ Reader stands behind it
//! ```

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use segue_conversation::Message;
use segue_door::{Failure, ShownMessage};
use segue_platform::{Limits, Platform, Reading, Session};

use super::work::Progress;
use super::{failure, work};
use crate::reading::{OutlineEntry, PIECE, Took, sized};

/// How long a reading waits for the next question.
const IDLE: Duration = Duration::from_secs(2);

/// Bytes of one batch as JSON.
const BATCH: usize = 4 << 20;

/// Something that gives out one message after the other.
pub(super) trait Messages {
    /// Returns the next message, or `None` after the last.
    fn message(&mut self) -> Result<Option<Message>, Failure>;
}

impl Messages for Box<dyn Reading> {
    fn message(&mut self) -> Result<Option<Message>, Failure> {
        (**self).message().map_err(failure::platform)
    }
}

/// A function that begins to read something, as often as needed.
pub(super) type Open = Arc<dyn Fn() -> Result<Box<dyn Messages>, Failure> + Send + Sync>;

/// Creates a function that begins to read a session.
pub(super) fn session(platform: &'static dyn Platform, session: Session) -> Open {
    Arc::new(move || {
        let reading = platform.open(&session, &Limits::default());
        Ok(Box::new(reading.map_err(failure::platform)?))
    })
}

/// A message, its size as JSON, and what an outline needs of it.
pub(super) struct Item {
    pub(super) shown: ShownMessage,
    pub(super) bytes: usize,
    pub(super) row: OutlineEntry,
}

/// Some messages in a row.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) items: Vec<Item>,
    /// How many there are altogether, when the end was reached.
    pub(super) total: Option<u64>,
}

/// A reading on a thread of its own, which has got as far as message `at`.
pub(super) struct Reader {
    pub(super) at: u64,
    asks: SyncSender<Ask>,
}

struct Ask {
    after: u64,
    count: usize,
    progress: Progress,
    answer: SyncSender<Result<Batch, Failure>>,
}

impl Reader {
    /// Starts a thread that reads as long as it is asked for more.
    pub(super) fn start(open: &Open) -> Result<Self, Failure> {
        let (asks, asked) = sync_channel(1);
        let open = Arc::clone(open);
        std::thread::Builder::new()
            .name("segue-pages".to_owned())
            .spawn(move || read(open, &asked))
            .map_err(|error| {
                tracing::error!(%error, "no thread for reading");
                work::broken()
            })?;
        Ok(Self { at: 0, asks })
    }

    /// Reads on to the messages after number `after`, which must not lie behind the reader. Returns
    /// at least one and at most `count` of them, unless the end is reached; `None` if the thread
    /// stopped waiting.
    pub(super) fn more(
        &mut self,
        after: u64,
        count: usize,
        progress: &Progress,
    ) -> Option<Result<Batch, Failure>> {
        let (answer, batch) = sync_channel(1);
        let progress = progress.clone();
        let ask = Ask {
            after,
            count,
            progress,
            answer,
        };
        self.asks.send(ask).ok()?;
        let batch = batch.recv().ok()?;
        if let Ok(batch) = &batch
            && let Some(last) = batch.items.last()
        {
            self.at = last.shown.number;
        }
        Some(batch)
    }
}

fn read(open: Open, asked: &Receiver<Ask>) {
    let mut opened = open().map(|reading| Place {
        reading,
        number: 0,
        took: Took::default(),
    });
    // It may have hold of a prepared file, which is to be gone as soon as it is dropped.
    drop(open);
    while let Ok(ask) = asked.recv_timeout(IDLE) {
        let batch = match &mut opened {
            Ok(place) => place.batch(&ask),
            Err(failure) => Err(failure.clone()),
        };
        let more = batch.as_ref().is_ok_and(|batch| batch.total.is_none());
        // The one who asked may have gone.
        ask.answer.send(batch).ok();
        if !more {
            return;
        }
    }
}

/// How far a reading has got.
struct Place {
    reading: Box<dyn Messages>,
    number: u64,
    took: Took,
}

impl Place {
    fn batch(&mut self, ask: &Ask) -> Result<Batch, Failure> {
        let (mut batch, mut size) = (Batch::default(), 0);
        while size < BATCH && batch.items.len() < ask.count {
            ask.progress.go_on()?;
            let Some(message) = self.reading.message()? else {
                batch.total = Some(self.number);
                break;
            };
            self.number += 1;
            if self.number <= ask.after {
                self.took.pass(&message);
                continue;
            }
            let (mut shown, bytes) = sized(&message, self.number, PIECE);
            self.took.tell(&mut shown);
            let row = OutlineEntry::of(&message, &shown);
            size += bytes;
            batch.items.push(Item { shown, bytes, row });
        }
        Ok(batch)
    }
}
