//! Whether someone keeps the discovery so busy that it is a flood.
//!
//! libp2p's mDNS queues without a bound what it reads faster than it is asked for, and no count that it
//! gives out shows that queue. But filling it takes the processor: a thread that does little else for
//! a while is being flooded.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// How often it is looked at.
const WINDOW: Duration = Duration::from_millis(200);
/// The share of the time, in percent, that no honest network takes.
const BUSY: u128 = 60;
/// How many such windows in a row are a flood.
const WINDOWS: u32 = 2;

/// What one thread uses of the processor.
pub(super) struct Load {
    thread: Arc<AtomicI32>,
    looked: Option<(Instant, Duration)>,
    in_a_row: u32,
}

impl Load {
    /// Creates a watch on the thread that calls [`Load::watched`] with the same mark.
    pub fn new(thread: Arc<AtomicI32>) -> Self {
        Self {
            thread,
            looked: None,
            in_a_row: 0,
        }
    }

    /// Marks the calling thread as the one to watch, unless another thread did so before.
    #[cfg(target_os = "linux")]
    pub fn watched(thread: &AtomicI32) {
        let id = rustix::thread::gettid().as_raw_nonzero().get();
        // Threads that come later only help it out.
        let first = thread.compare_exchange(0, id, Ordering::Relaxed, Ordering::Relaxed);
        first.ok();
    }

    /// Does nothing: only Linux tells how much a thread works.
    #[cfg(not(target_os = "linux"))]
    pub fn watched(_: &AtomicI32) {}

    /// Checks whether the thread has been busy for long enough to be flooded. Looks at most once
    /// per window.
    pub fn is_flood(&mut self, now: Instant) -> bool {
        let recent = |(at, _): (Instant, _)| now.duration_since(at) < WINDOW;
        if self.looked.is_some_and(recent) {
            return false;
        }
        match spent(self.thread.load(Ordering::Relaxed)) {
            Some(spent) => self.judge(now, spent),
            None => false,
        }
    }

    fn judge(&mut self, now: Instant, spent: Duration) -> bool {
        let Some((at, before)) = self.looked.replace((now, spent)) else {
            return false;
        };
        let passed = now.duration_since(at).as_micros();
        let busy = spent.saturating_sub(before).as_micros();
        self.in_a_row = if busy * 100 >= passed * BUSY {
            self.in_a_row + 1
        } else {
            0
        };
        self.in_a_row >= WINDOWS
    }
}

/// Returns the processor time that a thread of this process has used so far; `None` where the
/// system does not tell.
fn spent(thread: i32) -> Option<Duration> {
    let path = format!("/proc/self/task/{thread}/schedstat");
    let text = std::fs::read_to_string(path).ok()?;
    let nanos = text.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_moment_is_no_flood_and_two_windows_are() {
        let mut load = Load::new(Arc::default());
        let mut now = Instant::now();
        let mut spent = Duration::ZERO;
        let mut window = |percent: u32| {
            now += WINDOW;
            spent += WINDOW * percent / 100;
            load.judge(now, spent)
        };
        let judged: Vec<bool> = [0, 5, 90, 10, 90, 59, 70, 100].map(&mut window).into();
        assert_eq!(judged.iter().filter(|flood| **flood).count(), 1);
        assert!(judged[7], "{judged:?}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_works_is_seen_to() {
        let thread = Arc::new(AtomicI32::new(0));
        Load::watched(&thread);
        let id = thread.load(Ordering::Relaxed);
        let before = spent(id).unwrap();
        let mut work = 1_u64;
        while spent(id).unwrap() < before + Duration::from_millis(20) {
            work = std::hint::black_box(work.wrapping_mul(3));
        }
        assert!(work != 0);
    }
}
