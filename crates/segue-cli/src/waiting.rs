//! Waiting for the node: a bar on a terminal for what takes over a second, and a way out.

use std::time::{Duration, Instant};

use segue_door::{Code, Event, Failure, Method};
use segue_link::{Link, StopSignal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use segue_clock::system as clock;

/// Work that is done within this time needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A progress bar that only appears when the work takes a while.
pub struct Bar {
    bar: ProgressBar,
    since: Instant,
    shown: bool,
}

impl Bar {
    /// Creates a bar for some work. It stays hidden for the first second, and always if `quiet`.
    pub fn new(words: &'static str, quiet: bool) -> Self {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        bar.set_message(words);
        let shown = target.is_hidden();
        Self {
            bar,
            since: clock::monotonic(),
            shown,
        }
    }

    /// Sets how much of the work is done, and shows the bar if that has taken a while.
    pub fn at(&mut self, done: u64, total: u64) {
        if !self.shown && clock::since(self.since) >= PATIENCE {
            self.shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        let template = if total > 0 {
            "{msg} [{bar:30}] {percent}%"
        } else {
            "{msg} {spinner}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style.progress_chars("=> "));
        }
        self.bar.set_length(total);
        self.bar.set_position(done);
        self.bar.tick();
    }

    /// Removes the bar without a trace.
    pub fn done(&self) {
        self.bar.finish_and_clear();
    }
}

/// Asks the node and shows the progress. Ctrl+C ends the waiting, and with it the work.
pub async fn ask<M: Method>(
    link: &Link,
    quiet: bool,
    words: &'static str,
    about: &str,
    request: M,
) -> Result<M::Reply, Failure> {
    ask_until(link, quiet, words, request, |event| match event {
        Event::WorkProgress {
            about: which,
            done,
            total,
        } if which == about => Some((*done, *total)),
        _ => None,
    })
    .await
}

/// Asks the node about a handoff and shows how much of its file has been transferred. Ctrl+C ends
/// the waiting, and with it the work.
pub async fn ask_for_handoff<M: Method>(
    link: &Link,
    quiet: bool,
    words: &'static str,
    handoff: &str,
    request: M,
) -> Result<M::Reply, Failure> {
    let typed = handoff.to_lowercase();
    ask_until(link, quiet, words, request, |event| match event {
        Event::HandoffChanged(now) if now.id.starts_with(&typed) => {
            now.progress.map(|so_far| (so_far.done, so_far.total))
        }
        Event::WorkProgress { about, done, total } if *about == handoff => Some((*done, *total)),
        _ => None,
    })
    .await
}

async fn ask_until<M: Method>(
    link: &Link,
    quiet: bool,
    words: &'static str,
    request: M,
    so_far: impl Fn(&Event) -> Option<(u64, u64)>,
) -> Result<M::Reply, Failure> {
    let mut events = link.events();
    let mut stop = StopSignal::listen()?;
    let mut bar = Bar::new(words, quiet);
    let asked = link.call(request);
    tokio::pin!(asked);
    let result = loop {
        tokio::select! {
            biased;
            result = &mut asked => break result,
            () = stop.wait() => break Err(stopped()),
            event = events.next() => match event.as_ref().map(&so_far) {
                Some(Some((done, total))) => bar.at(done, total),
                Some(None) => {}
                None => break asked.await,
            },
        }
    };
    bar.done();
    result
}

/// Creates the failure for a person who pressed Ctrl+C.
pub fn stopped() -> Failure {
    Failure::new(Code::HostLost, "Stopped. Nothing more was done.")
}
