//! Pages of what is read. What was shown of the last few sources stays in memory, so that going
//! back, jumping and searching read nothing again.
//!
//! ```text
//! page, outline ──▶ Kept (one per source, exactly as it was) ──▶ shown: message 1 to n ──▶ page
//!                                                      └─ beyond n ──▶ Reader ──▶ the next batch
//! ```
//!
//! Of a source with more than fits in memory the beginning is kept; the rest is read when asked for.
//! A source that changed since is read anew.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use segue_clock::Clock;
use segue_door::{Failure, ReadOutline, ReadPage, ShownMessage};
use segue_platform::Session;

use super::reader::{Item, Open, Reader};
use super::work::{self, Progress};
use crate::reading::{Outline, Whole};

/// Sources that are kept, how long, and how many bytes of each.
const MOST: usize = 3;
const KEPT: Duration = Duration::from_secs(10 * 60);
const BYTES: usize = 64 << 20;

/// Bytes of one page as JSON, so that it fits a frame with room to spare.
const PAGE_BYTES: usize = 600 << 10;

/// Most messages of one page.
const PAGE: u32 = 500;

/// What is read, exactly as it was at a moment.
#[derive(Clone, PartialEq)]
pub(super) enum Which {
    Session(Session),
    /// A file of ours, which never changes.
    Ours(PathBuf),
    /// A person's file, with its size and when it was changed.
    File(PathBuf, u64, Option<SystemTime>),
}

impl Which {
    /// Checks whether both are the same source, perhaps at different moments.
    fn replaces(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Session(one), Self::Session(other)) => {
                one.platform == other.platform && one.path == other.path && one.id == other.id
            }
            (Self::File(one, ..), Self::File(other, ..)) => one == other,
            (one, other) => one == other,
        }
    }
}

/// Something that can be read.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) which: Which,
    pub(super) open: Open,
}

/// The sources that were read last, and the part that was read last.
pub(super) struct Pages {
    clock: Clock,
    kept: Mutex<VecDeque<Kept>>,
    part: Mutex<Option<KeptPart>>,
}

struct Kept {
    which: Which,
    used: Instant,
    state: Arc<Mutex<State>>,
}

/// A part that was too large for its message.
struct KeptPart {
    which: Which,
    message: u64,
    part: u32,
    whole: Arc<Whole>,
}

impl Pages {
    /// Creates it with nothing kept yet.
    pub(super) fn new(clock: Clock) -> Self {
        Self {
            clock,
            kept: Mutex::default(),
            part: Mutex::default(),
        }
    }

    /// Returns a page of the messages after number `after`, reading on where they are not kept.
    pub(super) fn page(
        &self,
        text: &Text,
        after: u64,
        limit: u32,
        progress: &Progress,
    ) -> Result<ReadPage, Failure> {
        let limit = limit.clamp(1, PAGE) as usize;
        let state = self.state(&text.which);
        lock(&state).page(&text.open, after, limit, progress)
    }

    /// Returns what there is to scroll and jump by, reading the source to its end if need be.
    pub(super) fn outline(&self, text: &Text, progress: &Progress) -> Result<ReadOutline, Failure> {
        let state = self.state(&text.which);
        lock(&state).outline(&text.open, progress)
    }

    /// Shows all messages to `see`, if all of them are kept here whole. Returns whether they were.
    pub(super) fn all(&self, which: &Which, see: impl FnMut(&ShownMessage)) -> bool {
        let state = self.state(which);
        let state = lock(&state);
        if !state.is_whole() {
            return false;
        }
        state.shown.iter().map(|item| &item.0).for_each(see);
        true
    }

    /// Returns a message, if it is kept here.
    pub(super) fn message(&self, which: &Which, number: u64) -> Option<ShownMessage> {
        let state = self.state(which);
        let state = lock(&state);
        state.get(number).map(|item| item.0.clone())
    }

    /// Returns the part that was read last, if it is this one.
    pub(super) fn part(&self, which: &Which, message: u64, part: u32) -> Option<Arc<Whole>> {
        let kept = lock(&self.part);
        let kept = kept.as_ref()?;
        let same = kept.which == *which && kept.message == message && kept.part == part;
        same.then(|| Arc::clone(&kept.whole))
    }

    /// Keeps a part, since the rest of it is asked for next.
    pub(super) fn keep(&self, which: Which, message: u64, part: u32, whole: &Arc<Whole>) {
        *lock(&self.part) = Some(KeptPart {
            which,
            message,
            part,
            whole: Arc::clone(whole),
        });
    }

    fn state(&self, which: &Which) -> Arc<Mutex<State>> {
        let mut all = lock(&self.kept);
        all.retain(|kept| {
            self.clock.since(kept.used) < KEPT
                && (kept.which == *which || !which.replaces(&kept.which))
        });
        let known = all.iter().position(|kept| kept.which == *which);
        let mut kept = known.and_then(|at| all.remove(at)).unwrap_or_else(|| Kept {
            which: which.clone(),
            used: self.clock.monotonic(),
            state: Arc::default(),
        });
        kept.used = self.clock.monotonic();
        let state = Arc::clone(&kept.state);
        all.truncate(MOST - 1);
        all.push_front(kept);
        state
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A message and its size as JSON.
type Sized = (ShownMessage, usize);

/// What is known of a source so far.
#[derive(Default)]
struct State {
    /// From the first message on.
    shown: Vec<Sized>,
    bytes: usize,
    /// Whether no more fits; what comes after is read when asked for.
    full: bool,
    /// Messages beyond those, up to the position of the reader.
    beyond: VecDeque<Sized>,
    /// Whether anything of a message is missing in what is shown of it.
    cut: bool,
    outline: Outline,
    total: Option<u64>,
    reader: Option<Reader>,
}

impl State {
    fn page(
        &mut self,
        open: &Open,
        after: u64,
        limit: usize,
        progress: &Progress,
    ) -> Result<ReadPage, Failure> {
        let (mut page, mut bytes, mut at) = (ReadPage::default(), 0, after);
        self.beyond.retain(|(message, _)| message.number > after);
        loop {
            while let Some((message, size)) = self.get(at + 1) {
                bytes += size;
                let full = bytes > PAGE_BYTES && !page.messages.is_empty();
                if full || page.messages.len() == limit {
                    page.next = Some(at);
                    page.total = self.total;
                    return Ok(page);
                }
                page.messages.push(message.clone());
                at += 1;
            }
            if self.total.is_some_and(|total| at >= total) {
                page.total = self.total;
                return Ok(page);
            }
            // One more than fits tells whether there is a next page.
            let count = limit.saturating_sub(page.messages.len()) + 1;
            self.more(open, at, count, progress)?;
        }
    }

    fn outline(&mut self, open: &Open, progress: &Progress) -> Result<ReadOutline, Failure> {
        while self.total.is_none_or(|total| self.outline.len() < total) {
            self.more(open, self.outline.len(), usize::MAX, progress)?;
            self.beyond.clear();
        }
        Ok(self.outline.told())
    }

    fn is_whole(&self) -> bool {
        !self.cut && self.total == Some(self.shown.len() as u64)
    }

    /// Returns the message with this number, if it is kept here.
    fn get(&self, number: u64) -> Option<&Sized> {
        let place = |first: u64| usize::try_from(number.checked_sub(first)?).ok();
        if let Some(item) = self.shown.get(place(1)?) {
            return Some(item);
        }
        let (first, _) = self.beyond.front()?;
        self.beyond.get(place(first.number)?)
    }

    /// Reads on towards the message after number `at`: the next messages, at most `count` of those
    /// after it.
    fn more(
        &mut self,
        open: &Open,
        at: u64,
        count: usize,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let known = self.outline.len();
        let mut reader = match self.reader.take() {
            Some(reader) if reader.at <= at => reader,
            _ => Reader::start(open)?,
        };
        // What an outline knows of may be skipped, the rest is needed for it.
        let after = reader.at.max(at.min(known));
        let distance = usize::try_from(at - after.min(at)).unwrap_or(usize::MAX);
        let wanted = count.saturating_add(distance);
        let batch = match reader.more(after, wanted, progress) {
            Some(batch) => batch?,
            // It stopped waiting just now.
            None => {
                reader = Reader::start(open)?;
                let after = at.min(known);
                let again = reader.more(after, wanted, progress);
                again.ok_or_else(work::broken)??
            }
        };
        for item in batch.items {
            self.take(item, at);
        }
        match batch.total {
            Some(total) => self.total = Some(total),
            None => self.reader = Some(reader),
        }
        Ok(())
    }

    fn take(&mut self, item: Item, at: u64) {
        let number = item.shown.number;
        if number == self.outline.len() + 1 {
            self.cut |= item.shown.parts.len() >= crate::reading::PIECES
                || item.shown.parts.iter().any(|part| part.truncated);
            self.outline.add(item.row);
        }
        let next = number == self.shown.len() as u64 + 1;
        if next && !self.full && self.bytes + item.bytes <= BYTES {
            self.bytes += item.bytes;
            self.shown.push((item.shown, item.bytes));
        } else if number > self.shown.len() as u64 {
            self.full |= next;
            // Going back leaves what came after.
            if self
                .beyond
                .back()
                .is_some_and(|(last, _)| last.number + 1 != number)
            {
                self.beyond.clear();
            }
            if number > at {
                self.beyond.push_back((item.shown, item.bytes));
            }
        }
    }
}

#[cfg(test)]
mod tests;
