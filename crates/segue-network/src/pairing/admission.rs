//! Who may ask, and when: one prompt at a time, half a minute between two, longer after each that
//! came to nothing.
//!
//! A request takes the one place in front of our person only when it has a code to show; until then it
//! keeps nobody out.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};

use super::PairingSignal;
use super::pauses::Pauses;
use crate::about::About;
use crate::device::DeviceId;
use crate::network::{Pairing, PairingEnd, PairingState, Refusal};

/// Between two prompts from strangers.
const BETWEEN: Duration = Duration::from_secs(30);
/// How many attempts may fail before a pause begins.
const FREE: u32 = 2;

/// All pairings under way, and a memory of earlier ones.
#[derive(Default)]
pub(crate) struct PairingAdmission {
    last_id: u64,
    running: HashMap<u64, Entry>,
    prompted: Option<Instant>,
    /// Attempts whose codes differed or that broke the rules, whichever side asked.
    failed: Pauses,
    /// Requests of theirs that our person left alone, or that they gave up.
    ignored: Pauses,
    /// Told when there is a code, or something was said about one.
    changes: watch::Sender<()>,
}

struct Entry {
    /// As it is shown, once there is a code.
    pairing: Option<Pairing>,
    device: DeviceId,
    ours: bool,
    /// We asked them too, or know them: no need to wait between two prompts.
    expected: bool,
    signals: mpsc::Sender<PairingSignal>,
}

impl PairingAdmission {
    /// Lists the pairings that have a code to compare, by id.
    pub fn list(&self) -> Vec<Pairing> {
        let mut all: Vec<Pairing> = self
            .running
            .values()
            .filter_map(|entry| entry.pairing.clone())
            .collect();
        all.sort_by_key(|pairing| pairing.id);
        all
    }

    /// Returns the pairing with this device, once it has a code.
    pub fn with(&self, device: DeviceId) -> Option<Pairing> {
        self.list()
            .into_iter()
            .find(|pairing| pairing.device == device)
    }

    /// Subscribes to every change from now on.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// Returns how long we must wait before asking this device again.
    pub fn pause(&self, device: DeviceId, now: Instant) -> Option<Duration> {
        self.failed.of(device, now)
    }

    /// Begins a request of this device, if it may ask now. If we asked it at the same time, one of
    /// the two requests gives way.
    pub fn admit(
        &mut self,
        (me, device, known): (DeviceId, DeviceId, bool),
        about: About,
        now: Instant,
    ) -> Result<(Pairing, mpsc::Receiver<PairingSignal>), Refusal> {
        let retry_after = BETWEEN;
        // One request of theirs at a time, not one per stream.
        let theirs = |entry: &Entry| !entry.ours && entry.device == device;
        let asks_already = self.running.values().any(theirs);
        let ours = self
            .running
            .values()
            .find(|entry| entry.ours && entry.device == device);
        if let Some(ours) = ours {
            if me < device {
                return Err(Refusal::Crossed);
            }
            if asks_already {
                return Err(Refusal::Busy { retry_after });
            }
            // Theirs goes on. A task that is gone has nothing to give up.
            ours.signals.try_send(PairingSignal::Crossed).ok();
            return Ok(self.begin(device, about, false, true));
        }
        let pauses = [self.failed.of(device, now), self.ignored.of(device, now)];
        if let Some(retry_after) = pauses.into_iter().flatten().max() {
            return Err(Refusal::Paused { retry_after });
        }
        if asks_already {
            return Err(Refusal::Busy { retry_after });
        }
        self.has_room(known, now)?;
        Ok(self.begin(device, about, false, known))
    }

    /// Checks whether our person can be asked now.
    fn has_room(&self, expected: bool, now: Instant) -> Result<(), Refusal> {
        let shown = |entry: &Entry| !entry.ours && entry.pairing.is_some();
        if self.running.values().any(shown) {
            let retry_after = BETWEEN;
            return Err(Refusal::Busy { retry_after });
        }
        let passed = |at: Instant| now.saturating_duration_since(at);
        match self.prompted.map(passed) {
            Some(passed) if passed < BETWEEN && !expected => Err(Refusal::Busy {
                retry_after: BETWEEN - passed,
            }),
            _ => Ok(()),
        }
    }

    /// Records the code that our person is to compare, if they can be asked now.
    pub fn show(&mut self, pairing: &Pairing, now: Instant) -> Result<(), Refusal> {
        let expected = self.running.get(&pairing.id).map(|entry| entry.expected);
        if !pairing.ours {
            self.has_room(expected == Some(true), now)?;
            self.prompted = Some(now);
        }
        self.update(pairing);
        Ok(())
    }

    /// Begins a request of ours. Returns `None` when a pairing with this device is under way,
    /// whoever began it: then that one goes on.
    pub fn begin_first(
        &mut self,
        device: DeviceId,
        about: About,
    ) -> Option<(Pairing, mpsc::Receiver<PairingSignal>)> {
        let running = self.running.values().any(|entry| entry.device == device);
        (!running).then(|| self.begin(device, about, true, true))
    }

    /// Registers a new pairing, which has no code yet.
    fn begin(
        &mut self,
        device: DeviceId,
        about: About,
        ours: bool,
        expected: bool,
    ) -> (Pairing, mpsc::Receiver<PairingSignal>) {
        if self.last_id == 0 {
            // A word about a pairing of before must not be taken for one about another pairing.
            self.last_id = getrandom::u32().map_or(0, u64::from);
        }
        self.last_id += 1;
        let (signals, said) = mpsc::channel(4);
        let entry = Entry {
            pairing: None,
            device,
            ours,
            expected,
            signals,
        };
        self.running.insert(self.last_id, entry);
        let pairing = Pairing {
            id: self.last_id,
            device,
            about,
            ours,
            state: PairingState::Ended(PairingEnd::Lost),
        };
        (pairing, said)
    }

    /// Records the current state of a pairing and wakes those who wait for a change.
    pub fn update(&mut self, pairing: &Pairing) {
        if let Some(entry) = self.running.get_mut(&pairing.id) {
            entry.pairing = Some(pairing.clone());
            self.changes.send_replace(());
        }
    }

    /// Returns where to send signals about a pairing that is still running.
    pub fn signals(&self, id: u64) -> Option<mpsc::Sender<PairingSignal>> {
        self.running.get(&id).map(|entry| entry.signals.clone())
    }

    /// Ends a pairing, and makes its device wait before the next one if it failed.
    pub fn end(&mut self, pairing: &Pairing, state: PairingState, now: Instant) {
        let entry = self.running.remove(&pairing.id);
        let shown = entry.is_some_and(|entry| entry.pairing.is_some());
        let end = match state {
            PairingState::Ended(end) => end,
            PairingState::Paired => {
                self.failed.forget(pairing.device);
                self.ignored.forget(pairing.device);
                // Someone who is trusted does not hold others up.
                self.prompted = None;
                return;
            }
            PairingState::Comparing { .. } => return,
        };
        match end {
            // Whoever asks and cheats is not asked twice; nobody breaks the rules by a slip.
            PairingEnd::Broken if !pairing.ours => self.failed.failed(pairing.device, 0, now),
            PairingEnd::Differ | PairingEnd::Broken => {
                self.failed.failed(pairing.device, FREE, now);
            }
            // They said nothing until the time was over.
            PairingEnd::Expired if !pairing.ours && !shown => {
                self.failed.failed(pairing.device, FREE, now);
            }
            // Our person left their request alone: the next one waits from the first time on.
            PairingEnd::Expired | PairingEnd::Withdrawn if !pairing.ours => {
                self.ignored.failed(pairing.device, 0, now);
            }
            PairingEnd::Left | PairingEnd::Lost if !pairing.ours && shown => {
                self.ignored.failed(pairing.device, FREE, now);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
