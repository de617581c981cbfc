//! The clock of this process, for what has nothing to hold one in: a surface and its link. The node
//! in the same process has the same one, so that both agree when a test puts it on.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::{Clock, Elapsed};

static CLOCK: LazyLock<Clock> = LazyLock::new(Clock::system);

/// Returns what time of day it is.
pub fn now() -> Timestamp {
    CLOCK.now()
}

/// Returns a reading that only ever grows, for deadlines.
pub fn monotonic() -> Instant {
    CLOCK.monotonic()
}

/// Returns how much time passed since a reading of [`monotonic`].
pub fn since(reading: Instant) -> Duration {
    CLOCK.since(reading)
}

/// Waits so long.
pub async fn sleep(time: Duration) {
    CLOCK.sleep(time).await;
}

/// Waits until [`monotonic`] reads this.
pub async fn sleep_until(reading: Instant) {
    CLOCK.sleep_until(reading).await;
}

/// Returns what comes within this time.
pub async fn timeout<F: Future>(time: Duration, what: F) -> Result<F::Output, Elapsed> {
    CLOCK.timeout(time, what).await
}

/// Returns what comes before [`monotonic`] reads this.
pub async fn timeout_at<F: Future>(reading: Instant, what: F) -> Result<F::Output, Elapsed> {
    CLOCK.timeout_at(reading, what).await
}
