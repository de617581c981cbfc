//! Where devices may be: what was heard, said, remembered and typed. Hints only, bounded.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::address::Address;
use crate::device::DeviceId;

/// How many devices, and how many ways to each.
const DEVICES: usize = 512;
const WAYS: usize = 16;
/// How long an unconfirmed address is kept.
const HOLDS: Duration = Duration::from_secs(300);
/// The pause after the first failure to reach a device, and the longest.
const PAUSE: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(60));

/// All ways known in this run.
#[derive(Default)]
pub(crate) struct AddressBook {
    devices: HashMap<DeviceId, Entry>,
}

#[derive(Default)]
struct Entry {
    ways: Vec<(Address, Instant)>,
    failures: u32,
    not_before: Option<Instant>,
}

impl AddressBook {
    /// Adds an address of a device, or refreshes it, and returns whether it is new. When the book
    /// or the device's list is full, the oldest entries make room.
    pub fn add(&mut self, device: DeviceId, way: Address, now: Instant) -> bool {
        if !self.devices.contains_key(&device) && self.devices.len() >= DEVICES {
            self.make_room(now);
        }
        let entry = self.devices.entry(device).or_default();
        if let Some(known) = entry.ways.iter_mut().find(|(known, _)| *known == way) {
            known.1 = now;
            return false;
        }
        if entry.ways.len() >= WAYS
            && let Some(oldest) = (0..entry.ways.len()).min_by_key(|at| entry.ways[*at].1)
        {
            entry.ways.swap_remove(oldest);
        }
        entry.ways.push((way, now));
        true
    }

    /// Removes what is out of date, and the older half if that is not enough, so a flood can't grow
    /// the book.
    fn make_room(&mut self, now: Instant) {
        self.devices
            .retain(|_, entry| entry.latest().is_some_and(|at| now - at < HOLDS));
        if self.devices.len() < DEVICES {
            return;
        }
        let mut times: Vec<_> = self.devices.values().filter_map(Entry::latest).collect();
        times.sort_unstable();
        let middle = times.get(times.len() / 2).copied();
        self.devices.retain(|_, entry| entry.latest() > middle);
    }

    /// Returns the known addresses of a device, in no particular order.
    pub fn ways(&self, device: &DeviceId) -> Vec<Address> {
        let entry = self.devices.get(device);
        entry.map_or_else(Vec::new, |entry| {
            entry.ways.iter().map(|(way, _)| *way).collect()
        })
    }

    /// Removes an address of a device, because another device answers there.
    pub fn remove(&mut self, device: &DeviceId, way: &Address) {
        if let Some(entry) = self.devices.get_mut(device) {
            entry.ways.retain(|(known, _)| known != way);
        }
    }

    /// Records that a device was not reached, and delays the next attempt: longer each time.
    pub fn failed(&mut self, device: DeviceId, now: Instant) {
        let entry = self.devices.entry(device).or_default();
        entry.failures = entry.failures.saturating_add(1);
        let pause = PAUSE.0 * 2_u32.pow((entry.failures - 1).min(6));
        entry.not_before = Some(now + pause.min(PAUSE.1));
    }

    /// Records the same for a device that was reached and left at once. A device that is not in the
    /// book is not added.
    pub fn in_vain(&mut self, device: &DeviceId, now: Instant) {
        if self.devices.contains_key(device) {
            self.failed(*device, now);
        }
    }

    /// Waits a moment before trying a device that is about to try us.
    pub fn hold(&mut self, device: DeviceId, until: Instant) {
        self.devices.entry(device).or_default().not_before = Some(until);
    }

    /// Clears the failures of a device that was reached, or may be reachable again, so that it can
    /// be tried at once.
    pub fn fresh(&mut self, device: &DeviceId) {
        if let Some(entry) = self.devices.get_mut(device) {
            entry.failures = 0;
            entry.not_before = None;
        }
    }

    /// Clears the failures of all devices, because the network may have changed.
    pub fn all_fresh(&mut self) {
        for entry in self.devices.values_mut() {
            entry.failures = 0;
            entry.not_before = None;
        }
    }

    /// Forgets a device that said goodbye until it is heard of again.
    pub fn forget(&mut self, device: &DeviceId) {
        self.devices.remove(device);
    }

    /// Checks whether a device may be tried now.
    pub fn is_due(&self, device: &DeviceId, now: Instant) -> bool {
        let entry = self.devices.get(device);
        entry
            .and_then(|entry| entry.not_before)
            .is_none_or(|at| at <= now)
    }

    /// Returns the devices that were heard of lately.
    pub fn recent(&self, now: Instant) -> Vec<DeviceId> {
        let lately = |entry: &Entry| entry.latest().is_some_and(|at| now - at < HOLDS);
        self.devices
            .iter()
            .filter(|(_, entry)| lately(entry))
            .map(|(device, _)| *device)
            .collect()
    }
}

impl Entry {
    fn latest(&self) -> Option<Instant> {
        self.ways.iter().map(|(_, at)| *at).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::IdentityKey;

    fn device() -> DeviceId {
        DeviceId::of(&IdentityKey::generate().public()).unwrap()
    }

    fn way(n: u32) -> Address {
        Address::tcp((std::net::Ipv4Addr::from(0x0a00_0000 + n), 1).into())
    }

    #[test]
    fn a_flood_of_forged_devices_has_a_bound() {
        let mut address_book = AddressBook::default();
        let now = Instant::now();
        for n in 0..5_000 {
            let at = now + Duration::from_millis(u64::from(n));
            address_book.add(device(), way(n), at);
        }
        assert!(address_book.devices.len() <= DEVICES);
        let one = device();
        for n in 0..100_000 {
            address_book.add(one, way(n), now + Duration::from_secs(10));
        }
        assert_eq!(address_book.ways(&one).len(), WAYS);
    }

    #[test]
    fn failures_make_the_pause_longer_and_news_end_it() {
        let mut address_book = AddressBook::default();
        let (one, now) = (device(), Instant::now());
        address_book.add(one, way(1), now);
        assert!(address_book.is_due(&one, now));
        address_book.failed(one, now);
        assert!(!address_book.is_due(&one, now + Duration::from_secs(1)));
        assert!(address_book.is_due(&one, now + Duration::from_secs(2)));
        for _ in 0..50 {
            address_book.failed(one, now);
        }
        assert!(address_book.is_due(&one, now + Duration::from_secs(60)));
        address_book.fresh(&one);
        assert!(address_book.is_due(&one, now));
    }
}
