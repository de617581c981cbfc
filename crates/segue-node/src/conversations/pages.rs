//! Page after page of one conversation: the reading stays open in between, so that reading all of
//! it goes through the session once.
//!
//! ```text
//! page 1 ──▶ a thread opens the session ──▶ messages 1 to 500 ──┐
//! page 2 ──▶ the same thread, since it stands there ◀───────────┘ one is kept, for a moment
//! ```
//!
//! A reading stays on the thread that opened it. A session that changed since is read anew.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use segue_conversation::Message;
use segue_platform::{Limits, Platform, Reading, Session};

use super::show::{PIECE, shown};
use super::work::Progress;
use super::{failure, work};
use crate::door::{Failure, ShownMessage};

/// How long a reading waits for the next page.
const IDLE: Duration = Duration::from_secs(2);

/// Bytes of one page as JSON, so that it fits a frame with room to spare.
const PAGE_BYTES: usize = 600 << 10;

/// Some messages in a row.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) messages: Vec<ShownMessage>,
    /// The number of the last one, when more follow.
    pub(super) next: Option<u64>,
    /// How many there are altogether, when the end was reached.
    pub(super) total: Option<u64>,
}

/// Gives out pages, and keeps the reading of the last one.
#[derive(Default)]
pub(super) struct Pages {
    kept: Mutex<Option<Kept>>,
}

/// What is read: a session as it was at a moment, or a prepared file.
#[derive(Clone, PartialEq)]
pub(super) enum Which {
    Session(Session),
    Prepared(String),
}

/// Gives out one message after the other.
pub(super) trait Messages {
    /// The next message, or nothing after the last.
    fn message(&mut self) -> Result<Option<Message>, Failure>;
}

impl Messages for Box<dyn Reading> {
    fn message(&mut self) -> Result<Option<Message>, Failure> {
        (**self).message().map_err(failure::platform)
    }
}

/// Begins to read a session.
pub(super) fn session(
    platform: &'static dyn Platform,
    session: Session,
) -> impl FnOnce() -> Result<Box<dyn Messages>, Failure> + Send + 'static {
    move || {
        let reading = platform.open(&session, &Limits::default());
        Ok(Box::new(reading.map_err(failure::platform)?))
    }
}

/// A reading that waits behind a message.
struct Kept {
    which: Which,
    at: u64,
    asks: SyncSender<Ask>,
}

/// A page is wanted.
struct Ask {
    after: u64,
    limit: usize,
    progress: Progress,
    answer: SyncSender<Result<Page, Failure>>,
}

impl Pages {
    /// The messages after number `after`.
    pub(super) fn page(
        &self,
        which: Which,
        open: impl FnOnce() -> Result<Box<dyn Messages>, Failure> + Send + 'static,
        (after, limit): (u64, usize),
        progress: &Progress,
    ) -> Result<Page, Failure> {
        let ask = |asks: &SyncSender<Ask>| {
            let (answer, page) = sync_channel(1);
            let progress = progress.clone();
            let ask = Ask {
                after,
                limit,
                progress,
                answer,
            };
            asks.send(ask).ok()?;
            page.recv().ok()
        };
        let kept = self
            .kept()
            .take_if(|kept| kept.at == after && kept.which == which);
        // It may have stopped waiting just now.
        let again = kept.and_then(|kept| ask(&kept.asks).map(|page| (kept.asks, page)));
        let (asks, page) = match again {
            Some(again) => again,
            None => {
                let asks = start(open)?;
                let page = ask(&asks).ok_or_else(work::broken)?;
                (asks, page)
            }
        };
        let page = page?;
        if let Some(at) = page.next {
            *self.kept() = Some(Kept { which, at, asks });
        }
        Ok(page)
    }

    fn kept(&self) -> MutexGuard<'_, Option<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that reads as long as pages are asked for.
fn start(
    open: impl FnOnce() -> Result<Box<dyn Messages>, Failure> + Send + 'static,
) -> Result<SyncSender<Ask>, Failure> {
    let (asks, asked) = sync_channel(1);
    std::thread::Builder::new()
        .name("segue-pages".to_owned())
        .spawn(move || read(open, &asked))
        .map_err(|error| {
            tracing::error!(%error, "no thread for reading");
            work::broken()
        })?;
    Ok(asks)
}

fn read(open: impl FnOnce() -> Result<Box<dyn Messages>, Failure>, asked: &Receiver<Ask>) {
    let mut opened = open().map(|reading| Open {
        reading,
        number: 0,
        ahead: None,
    });
    while let Ok(ask) = asked.recv_timeout(IDLE) {
        let page = match &mut opened {
            Ok(open) => turn(open, &ask),
            Err(failure) => Err(failure.clone()),
        };
        let more = page.as_ref().is_ok_and(|page| page.next.is_some());
        // The one who asked may have gone.
        ask.answer.send(page).ok();
        if !more {
            return;
        }
    }
}

/// A session being read, and the message that no longer fitted the page before.
struct Open {
    reading: Box<dyn Messages>,
    number: u64,
    ahead: Option<ShownMessage>,
}

fn turn(open: &mut Open, ask: &Ask) -> Result<Page, Failure> {
    let (mut page, mut bytes) = (Page::default(), 0);
    loop {
        ask.progress.go_on()?;
        let message = match open.ahead.take() {
            Some(ahead) => ahead,
            None => {
                let Some(message) = open.reading.message()? else {
                    page.total = Some(open.number);
                    return Ok(page);
                };
                open.number += 1;
                if open.number <= ask.after {
                    continue;
                }
                shown(&message, open.number, PIECE)
            }
        };
        bytes += serde_json::to_string(&message).map_or(0, |json| json.len());
        let full = bytes > PAGE_BYTES && !page.messages.is_empty();
        if full || page.messages.len() == ask.limit {
            page.next = Some(message.number - 1);
            open.ahead = Some(message);
            return Ok(page);
        }
        page.messages.push(message);
    }
}

#[cfg(test)]
mod tests {
    use segue_platform::{Surroundings, by_id};
    use segue_testkit::samples::claude::Session as Sample;

    use super::*;
    use crate::catalog::tests::Watched;

    fn numbers(page: &Page) -> Vec<u64> {
        page.messages.iter().map(|message| message.number).collect()
    }

    #[test]
    fn all_pages_in_a_row_open_the_session_once() {
        let folder = tempfile::tempdir().unwrap();
        let place = Surroundings::new(folder.path().to_owned());
        let mut sample = Sample::tiny(1, "/work/app");
        for number in 0..40 {
            sample = sample.ask(&format!("Question {number}"));
        }
        sample.write(&folder.path().join(".claude"), 1);
        let watched: &'static Watched =
            Box::leak(Box::new(Watched::new(by_id("claude-code").unwrap())));
        let find = || watched.find(&place).unwrap().remove(0);
        let (session, pages, progress) = (find(), Pages::default(), Progress::default());
        let read = |session: &Session, after, limit| {
            let which = Which::Session(session.clone());
            let open = super::session(watched, session.clone());
            pages.page(which, open, (after, limit), &progress).unwrap()
        };
        let (mut after, mut seen) = (0, Vec::new());
        loop {
            let page = read(&session, after, 5);
            seen.extend(numbers(&page));
            match page.next {
                Some(next) => after = next,
                None => break,
            }
        }
        assert_eq!(seen, (1..=42).collect::<Vec<u64>>());
        assert_eq!(watched.looks().2, 1, "nine pages, one reading");
        assert!(pages.kept().is_none(), "nothing stays open at the end");

        let page = read(&session, 10, 5);
        assert_eq!(numbers(&page), [11, 12, 13, 14, 15]);
        let elsewhere = read(&session, 30, 5);
        assert_eq!(numbers(&elsewhere), [31, 32, 33, 34, 35]);
        assert_eq!(watched.looks().2, 3);
        sample.ask("More").write(&folder.path().join(".claude"), 2);
        let changed = read(&find(), 35, 9);
        assert_eq!(changed.messages.len(), 8);
        assert_eq!(watched.looks().2, 4, "what changed is read anew");
    }
}
