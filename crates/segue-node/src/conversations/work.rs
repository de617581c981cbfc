//! Work that may take long: on a thread of its own, with progress, and with a way out.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use segue_door::{Code, Event, Failure, Reply};

use super::Conversations;
use crate::node::{Answer, Finished};

/// How often progress is reported; also the sign of life for those who wait.
const SAY: Duration = Duration::from_millis(300);

/// How far some work is, and whether it should end early.
#[derive(Clone, Default)]
pub(crate) struct Progress {
    done: Arc<AtomicU64>,
    total: Arc<AtomicU64>,
    unwanted: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Progress {
    fn new(stop: Arc<AtomicBool>) -> Self {
        Self {
            stop,
            ..Self::default()
        }
    }

    /// Sets how much is done, and of how much.
    pub(crate) fn at(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Adds to how much is done.
    pub(super) fn more(&self, done: u64) {
        self.done.fetch_add(done, Ordering::Relaxed);
    }

    /// Fails when nobody waits for this any more, or the node stops.
    pub(crate) fn go_on(&self) -> Result<(), Failure> {
        if !self.is_over() {
            return Ok(());
        }
        Err(Failure::new(
            Code::HostLost,
            "This was stopped before it was done. Nothing was left behind.",
        ))
    }

    fn is_over(&self) -> bool {
        self.unwanted.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }
}

/// Runs work in the background and answers with what it gives.
pub(super) async fn run(
    here: Conversations,
    about: Option<String>,
    mut answer: Answer,
    work: impl FnOnce(&Progress) -> Result<Reply, Failure> + Send + 'static,
) -> Option<Box<Finished>> {
    let result = run_blocking(here, about, &mut answer, work).await;
    // The one who asked may have gone.
    answer.send(result).ok();
    None
}

/// Runs work in the background, says how far it is, and ends it when nobody waits for the answer.
pub(crate) async fn run_blocking<T: Send + 'static>(
    here: Conversations,
    about: Option<String>,
    answer: &mut Answer,
    work: impl FnOnce(&Progress) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let progress = Progress::new(Arc::clone(&here.stop));
    let told = progress.clone();
    let mut working = tokio::task::spawn_blocking(move || work(&told));
    let clock = here.clock.clone();
    let mut tick = clock.monotonic() + SAY;
    let result = loop {
        tokio::select! {
            biased;
            result = &mut working => break result,
            () = answer.closed(), if !progress.unwanted.load(Ordering::Relaxed) => {
                progress.unwanted.store(true, Ordering::Relaxed);
            }
            () = clock.sleep_until(tick) => {
                tick = clock.monotonic() + SAY;
                if let Some(about) = &about {
                    let total = progress.total.load(Ordering::Relaxed);
                    let done = progress.done.load(Ordering::Relaxed).min(total);
                    // Nobody listening is fine.
                    here.events
                        .send(Event::WorkProgress { about: about.clone(), done, total })
                        .ok();
                }
            }
        }
    };
    result.unwrap_or_else(|error| {
        tracing::error!(%error, "work on conversations failed");
        Err(broken())
    })
}

/// Creates the failure for a fault of ours.
pub(super) fn broken() -> Failure {
    Failure::new(
        Code::Internal,
        "This failed inside Segue. The log has more.",
    )
}

/// A reader that goes on only as long as somebody wants it, and counts what was read.
pub(super) struct Wanted<R> {
    inner: R,
    progress: Progress,
}

impl<R> Wanted<R> {
    pub(super) fn new(inner: R, progress: Progress) -> Self {
        Self { inner, progress }
    }
}

impl<R: Read> Read for Wanted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.progress.is_over() {
            return Err(io::Error::other("stopped before it was done"));
        }
        let count = self.inner.read(buffer)?;
        self.progress.more(count as u64);
        Ok(count)
    }
}
