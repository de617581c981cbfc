//! Who may ask, and when: one prompt at a time, half a minute between two, longer after each that
//! came to nothing.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::Decision;
use crate::about::About;
use crate::device::DeviceId;
use crate::network::{Pairing, PairingEnd, PairingState, Refusal};

/// Between two prompts from strangers.
const BETWEEN: Duration = Duration::from_secs(30);
/// After how many failures a pause begins.
const TRIES: u32 = 3;
/// The first and the longest pause.
const PAUSE: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(86_400));
/// How many devices' failures are remembered.
const REMEMBERED: usize = 256;

/// All pairings under way, and what came before.
#[derive(Default)]
pub(crate) struct Pairings {
    last_id: u64,
    running: HashMap<u64, Entry>,
    prompted: Option<Instant>,
    failures: HashMap<DeviceId, Failures>,
}

struct Entry {
    pairing: Option<Pairing>,
    device: DeviceId,
    ours: bool,
    decisions: mpsc::Sender<Decision>,
}

#[derive(Debug, Clone, Copy)]
struct Failures {
    count: u32,
    until: Instant,
}

impl Pairings {
    /// Those with a code to compare.
    pub fn list(&self) -> Vec<Pairing> {
        let mut all: Vec<Pairing> = self
            .running
            .values()
            .filter_map(|entry| entry.pairing.clone())
            .collect();
        all.sort_by_key(|pairing| pairing.id);
        all
    }

    /// The one with this device, once it has a code.
    pub fn with(&self, device: DeviceId) -> Option<Pairing> {
        self.list()
            .into_iter()
            .find(|pairing| pairing.device == device)
    }

    /// How long we must wait before asking this device again.
    pub fn pause(&self, device: DeviceId, now: Instant) -> Option<Duration> {
        let failures = self.failures.get(&device)?;
        let left = failures.until.checked_duration_since(now)?;
        (!left.is_zero()).then_some(left)
    }

    /// Whether this device may ask now. If we asked it at the same time, one of the two gives way.
    pub fn admit(&mut self, me: DeviceId, device: DeviceId, now: Instant) -> Result<(), Refusal> {
        let ours = self
            .running
            .values()
            .find(|entry| entry.ours && entry.device == device);
        if let Some(ours) = ours {
            if me < device {
                return Err(Refusal::Crossed);
            }
            // One request of theirs takes the place of ours, not one per stream.
            let theirs = |entry: &Entry| !entry.ours && entry.device == device;
            if self.running.values().any(theirs) {
                return Err(Refusal::Busy {
                    retry_after: BETWEEN,
                });
            }
            // Theirs goes on. A task that is gone has nothing to give up.
            ours.decisions.try_send(Decision::Crossed).ok();
            return Ok(());
        }
        let busy = |retry_after| Err(Refusal::Busy { retry_after });
        if let Some(left) = self.pause(device, now) {
            return busy(left);
        }
        if self.running.values().any(|entry| !entry.ours) {
            return busy(BETWEEN);
        }
        if let Some(prompted) = self.prompted {
            let passed = now.saturating_duration_since(prompted);
            if passed < BETWEEN {
                return busy(BETWEEN - passed);
            }
        }
        self.prompted = Some(now);
        Ok(())
    }

    /// We ask, unless a pairing with this device is under way, whoever began it: then that one goes on.
    pub fn begin_first(
        &mut self,
        device: DeviceId,
        about: About,
    ) -> Option<(Pairing, mpsc::Receiver<Decision>)> {
        let running = self.running.values().any(|entry| entry.device == device);
        (!running).then(|| self.begin(device, about, true))
    }

    /// A pairing begins; it has no code yet.
    pub fn begin(
        &mut self,
        device: DeviceId,
        about: About,
        ours: bool,
    ) -> (Pairing, mpsc::Receiver<Decision>) {
        self.last_id += 1;
        let (decisions, decided) = mpsc::channel(4);
        let entry = Entry {
            pairing: None,
            device,
            ours,
            decisions,
        };
        self.running.insert(self.last_id, entry);
        let pairing = Pairing {
            id: self.last_id,
            device,
            about,
            ours,
            state: PairingState::Ended(PairingEnd::Lost),
        };
        (pairing, decided)
    }

    /// It has a code now, or someone said something.
    pub fn update(&mut self, pairing: &Pairing) {
        if let Some(entry) = self.running.get_mut(&pairing.id) {
            entry.pairing = Some(pairing.clone());
        }
    }

    /// Where decisions about it go.
    pub fn decisions(&self, id: u64) -> Option<mpsc::Sender<Decision>> {
        self.running.get(&id).map(|entry| entry.decisions.clone())
    }

    /// It is over.
    pub fn end(&mut self, pairing: &Pairing, state: PairingState, now: Instant) {
        self.running.remove(&pairing.id);
        let failed = match state {
            PairingState::Paired => {
                self.failures.remove(&pairing.device);
                // Someone who is trusted does not hold others up.
                self.prompted = None;
                return;
            }
            PairingState::Ended(PairingEnd::Differ | PairingEnd::Broken) => true,
            // Their request that our person left alone.
            PairingState::Ended(
                PairingEnd::Expired | PairingEnd::Withdrawn | PairingEnd::Left | PairingEnd::Lost,
            ) => !pairing.ours,
            _ => false,
        };
        if failed {
            self.failed(pairing.device, !pairing.ours, now);
        }
    }

    fn failed(&mut self, device: DeviceId, theirs: bool, now: Instant) {
        if self.failures.len() >= REMEMBERED {
            self.failures.retain(|_, failures| failures.until > now);
            if self.failures.len() >= REMEMBERED {
                self.failures.clear();
            }
        }
        let failures = self.failures.entry(device).or_insert(Failures {
            count: 0,
            until: now,
        });
        failures.count += 1;
        // A stranger who was left alone waits from the first time on.
        let free = if theirs { 0 } else { TRIES - 1 };
        if failures.count > free {
            let doubled = (failures.count - free - 1).min(16);
            failures.until = now + (PAUSE.0 * 2_u32.pow(doubled)).min(PAUSE.1);
        }
    }
}

#[cfg(test)]
mod tests;
