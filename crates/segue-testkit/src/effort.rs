//! How much work something was, whatever else this computer does meanwhile.

use std::time::{Duration, Instant};

/// Time the processor spent for this thread.
#[derive(Debug)]
pub struct Effort {
    begun: Option<Duration>,
    since: Instant,
}

impl Effort {
    /// Starts counting.
    #[must_use]
    pub fn begin() -> Self {
        Self {
            begun: spent(),
            since: Instant::now(),
        }
    }

    /// Returns the time spent so far. Where the system does not say, this is the time that passed.
    #[must_use]
    pub fn so_far(&self) -> Duration {
        match (spent(), self.begun) {
            (Some(now), Some(begun)) => now.saturating_sub(begun),
            _ => self.since.elapsed(),
        }
    }
}

fn spent() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = told.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_no_effort_and_working_is() {
        let effort = Effort::begin();
        std::thread::sleep(Duration::from_millis(300));
        #[cfg(target_os = "linux")]
        assert!(effort.so_far() < Duration::from_millis(200), "{effort:?}");
        while effort.so_far() < Duration::from_millis(20) {
            std::hint::black_box((0..10_000_u64).map(std::hint::black_box).sum::<u64>());
        }
    }
}
