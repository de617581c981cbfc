//! What time it is, and waiting for it: the only place of the app that does either. It is the node's
//! clock.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use segue_node::{Clock, Elapsed};

static CLOCK: LazyLock<Clock> = LazyLock::new(Clock::system);

/// Returns a reading that only ever grows, for deadlines.
pub fn monotonic() -> Instant {
    CLOCK.monotonic()
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
