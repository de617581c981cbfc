//! How much memory this process holds: when it is much, strangers have to go without.

use std::time::{Duration, Instant};

/// How often it is asked at most.
const EACH: Duration = Duration::from_millis(100);

/// The memory of this process, looked at now and then.
#[derive(Default)]
pub(crate) struct Memory(Option<(Instant, u64)>);

impl Memory {
    /// Returns how many bytes this process holds, measured at most ten times a second; 0 where the
    /// system does not tell.
    pub fn held(&mut self, now: Instant) -> u64 {
        match self.0 {
            Some((at, held)) if now.duration_since(at) < EACH => held,
            _ => self.0.insert((now, resident())).1,
        }
    }
}

#[cfg(test)]
impl Memory {
    /// Creates a measurement as if this much were held since `at`.
    pub fn holding(bytes: u64, at: Instant) -> Self {
        Self(Some((at, bytes)))
    }
}

#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.unwrap_or(0_u64) * rustix::param::page_size() as u64
}

#[cfg(not(target_os = "linux"))]
fn resident() -> u64 {
    0
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_shows() {
        let mut memory = Memory::default();
        let before = memory.held(Instant::now());
        let held = std::hint::black_box(vec![1_u8; 64 << 20]);
        let after = memory.held(Instant::now() + EACH);
        assert!(after > before + (48 << 20), "{before} {after}");
        drop(held);
    }
}
