//! The one clock: what time it is, how much time passed, and waiting for a time to come. Nothing else
//! that ships reads the time or sleeps. What holds a state is handed a [`Clock`]; a surface, and the
//! link it holds, use the one of the process ([`system`]).
//!
//! ```text
//!  system's clocks ──┐
//!                    ├──▶ Clock ── now, monotonic ──▶ pure code, as values
//!  how far ahead ────┘      └──── sleep, timeout ──▶ whoever waits; woken when the clock is put on
//!  (development builds: the file that SEGUE_CLOCK names, see `clock_file`)
//! ```
//!
//! A release reads the system's clocks and has nothing that could put this one on.

#[cfg(debug_assertions)]
mod clock_file;
pub mod system;

use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio::task::unconstrained;

#[cfg(debug_assertions)]
pub use clock_file::Hand;

/// Reads time and waits for it. Clones are the same clock.
#[derive(Debug, Clone)]
pub struct Clock {
    #[cfg(debug_assertions)]
    ahead: clock_file::Ahead,
}

/// The time was over before what was waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the time is over")]
pub struct Elapsed;

impl Clock {
    /// Returns the system's clock; a development build puts it on as the file says that `SEGUE_CLOCK`
    /// names.
    pub fn system() -> Self {
        Self {
            #[cfg(debug_assertions)]
            ahead: clock_file::Ahead::by_environment(),
        }
    }

    /// Returns what time of day it is, for what is written down or told to others.
    pub fn now(&self) -> Timestamp {
        let now = Timestamp::now();
        now.checked_add(self.ahead()).unwrap_or(now)
    }

    /// Returns a reading that only ever grows, for deadlines.
    pub fn monotonic(&self) -> Instant {
        let now = Instant::now();
        now.checked_add(self.ahead()).unwrap_or(now)
    }

    /// Returns how much time passed since a reading of [`Clock::monotonic`].
    pub fn since(&self, reading: Instant) -> Duration {
        self.monotonic().saturating_duration_since(reading)
    }

    /// Waits so long.
    pub async fn sleep(&self, time: Duration) {
        let now = self.monotonic();
        match now.checked_add(time) {
            Some(until) => self.sleep_until(until).await,
            None => std::future::pending().await,
        }
    }

    /// Waits until [`Clock::monotonic`] reads this.
    pub async fn sleep_until(&self, reading: Instant) {
        let mut waited = std::pin::pin!(self.changes());
        loop {
            let left = reading.saturating_duration_since(self.monotonic());
            if left.is_zero() {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(left) => {}
                () = &mut waited => waited.set(self.changes()),
            }
        }
    }

    /// Returns what comes within this time. However busy that is, the time counts: what is waited for
    /// may be flooded by others.
    ///
    /// # Errors
    /// When it did not come.
    pub async fn timeout<F: Future>(&self, time: Duration, what: F) -> Result<F::Output, Elapsed> {
        tokio::select! {
            biased;
            came = what => Ok(came),
            () = unconstrained(self.sleep(time)) => Err(Elapsed),
        }
    }

    /// Returns what comes before [`Clock::monotonic`] reads this.
    ///
    /// # Errors
    /// When it did not come.
    pub async fn timeout_at<F: Future>(
        &self,
        reading: Instant,
        what: F,
    ) -> Result<F::Output, Elapsed> {
        tokio::select! {
            biased;
            came = what => Ok(came),
            () = unconstrained(self.sleep_until(reading)) => Err(Elapsed),
        }
    }
}

#[cfg(not(debug_assertions))]
impl Clock {
    #[expect(clippy::unused_self, reason = "a development build's clock knows")]
    fn ahead(&self) -> Duration {
        Duration::ZERO
    }

    #[expect(clippy::unused_self, reason = "a development build's clock knows")]
    fn changes(&self) -> impl Future<Output = ()> + use<> {
        std::future::pending()
    }
}

#[cfg(test)]
mod tests;
