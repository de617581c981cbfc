//! How long a device waits after attempts that came to nothing: longer each time, and forgotten once
//! it kept still for a while.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::device::DeviceId;

/// The first and the longest pause.
const PAUSE: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(86_400));
/// How long after a pause nothing of it is left.
const FORGET: Duration = Duration::from_secs(3600);
/// How many devices are remembered.
const REMEMBERED: usize = 256;

/// Devices that have to wait.
#[derive(Default)]
pub(super) struct Pauses(HashMap<DeviceId, Failures>);

#[derive(Debug, Clone, Copy)]
struct Failures {
    count: u32,
    until: Instant,
}

impl Pauses {
    /// Returns how long this device still has to wait, if it has to.
    pub fn of(&self, device: DeviceId, now: Instant) -> Option<Duration> {
        let failures = self.0.get(&device)?;
        let left = failures.until.checked_duration_since(now)?;
        (!left.is_zero()).then_some(left)
    }

    /// Counts one more failed attempt. The first `free` ones cause no wait.
    pub fn failed(&mut self, device: DeviceId, free: u32, now: Instant) {
        let over = |failures: &Failures| now.saturating_duration_since(failures.until) > FORGET;
        self.0.retain(|_, failures| !over(failures));
        if self.0.len() >= REMEMBERED {
            self.0.clear();
        }
        let failures = self.0.entry(device).or_insert(Failures {
            count: 0,
            until: now,
        });
        failures.count += 1;
        // Nothing was waited for yet: what is remembered counts from now.
        failures.until = failures.until.max(now);
        if failures.count > free {
            let doubled = (failures.count - free - 1).min(16);
            failures.until = now + (PAUSE.0 * 2_u32.pow(doubled)).min(PAUSE.1);
        }
    }

    /// Forgets the failures of a device.
    pub fn forget(&mut self, device: DeviceId) {
        self.0.remove(&device);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::IdentityKey;

    fn device() -> DeviceId {
        DeviceId::of(&IdentityKey::generate().public()).unwrap()
    }

    #[test]
    fn pauses_grow_to_a_day_and_are_forgotten_after_a_quiet_hour() {
        let mut pauses = Pauses::default();
        let (one, mut now) = (device(), Instant::now());
        let mut seconds = Vec::new();
        for _ in 0..14 {
            pauses.failed(one, 0, now);
            let pause = pauses.of(one, now).unwrap();
            seconds.push(pause.as_secs());
            now += pause;
            assert_eq!(pauses.of(one, now), None);
        }
        assert_eq!(seconds[..3], [60, 120, 240]);
        assert_eq!(seconds.last(), Some(&86_400));
        now += FORGET + Duration::from_secs(1);
        pauses.failed(one, 0, now);
        assert_eq!(pauses.of(one, now), Some(Duration::from_secs(60)));
    }

    #[test]
    fn the_first_few_are_free_and_many_devices_take_no_room() {
        let mut pauses = Pauses::default();
        let (one, now) = (device(), Instant::now());
        for _ in 0..2 {
            pauses.failed(one, 2, now);
            assert_eq!(pauses.of(one, now), None);
        }
        pauses.failed(one, 2, now);
        assert_eq!(pauses.of(one, now), Some(Duration::from_secs(60)));
        pauses.forget(one);
        assert_eq!(pauses.of(one, now), None);
        for _ in 0..1000 {
            pauses.failed(device(), 0, now);
        }
        assert!(pauses.0.len() <= REMEMBERED);
    }
}
