//! Looking for others: whom to dial and when, and what follows when the network or whom we know
//! changed.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::EventLoop;
use super::connections::hang_up;
use crate::device::DeviceId;
use crate::finder::Found;
use crate::limits::STRANGER_DIALS;
use crate::network::{Standing, Visibility};
use crate::places::Places;

/// How often the interfaces are looked at.
const LOOK: Duration = Duration::from_secs(5);
/// A tick this late means that the computer slept, or that we did not run.
const SLEPT: Duration = Duration::from_secs(10);
/// How long we let a device that is about to dial us go first.
const AFTER_YOU: Duration = Duration::from_millis(800);

impl EventLoop {
    pub(super) fn on_found(&mut self, found: Found) {
        let now = self.shared.clock.monotonic();
        let news = self.address_book.add(found.device, found.address, now);
        let here = self.peers.is_connected(&found.device);
        if here || found.device == self.shared.me || self.dials.contains_key(&found.device) {
            return;
        }
        if news {
            self.address_book.fresh(&found.device);
        }
        // Only one of the two needs to dial.
        if self.shared.me < found.device {
            self.try_reach(found.device, now);
        } else if news {
            self.address_book.hold(found.device, now + AFTER_YOU);
        }
    }

    /// Dials a device that nobody asked for, if we want to be seen by it and it is time.
    pub(super) fn try_reach(&mut self, device: DeviceId, now: Instant) {
        let wanted = self.wants(&device);
        // Those that someone waits for, and those we know, are not among them.
        let stranger = !self.shared.known.borrow().knows(&device);
        if stranger && self.dials_to_strangers() >= STRANGER_DIALS {
            return;
        }
        let busy = self.dials.contains_key(&device) || self.peers.is_connected(&device);
        if wanted && !busy && self.address_book.is_due(&device, now) && !self.dial(device) {
            self.address_book.failed(device, now);
        }
    }

    /// Checks whether a device that nobody asked for may see us.
    pub(super) fn wants(&self, device: &DeviceId) -> bool {
        match self.shared.known.borrow().standing(device) {
            Some(Standing::Blocked) => false,
            Some(_) => true,
            None => *self.shared.visibility.borrow() == Visibility::Visible,
        }
    }

    fn dials_to_strangers(&self) -> usize {
        let known_devices = self.shared.known.borrow();
        let unasked =
            |device: &&DeviceId| !known_devices.knows(device) && !self.waiters.contains_key(device);
        self.dials.keys().filter(unasked).count()
    }

    /// Strangers who do not say who they are have to go, and all of them when they cost too much.
    fn send_away(&mut self, now: Instant) {
        let full = self.swarm.behaviour_mut().gate.is_full(now);
        let known_devices = Arc::clone(&self.shared.known.borrow());
        for device in self.peers.devices() {
            let silent = self
                .peers
                .get(&device)
                .is_some_and(|peer| peer.is_silent(now));
            if (full || silent)
                && !known_devices.knows(&device)
                && !self.waiters.contains_key(&device)
            {
                tracing::debug!(?device, full, "a stranger is sent away");
                hang_up(&mut self.swarm, &self.shared, device);
            }
        }
    }

    pub(super) fn known_devices_changed(&mut self) {
        let known_devices = Arc::clone(&self.shared.known.borrow());
        for (device, known) in &known_devices.0 {
            let limits = &mut self.swarm.behaviour_mut().limits;
            match known.standing {
                Standing::Verified => limits.bypass_peer_id(&device.peer()),
                Standing::Waiting => limits.remove_peer_id(&device.peer()),
                Standing::Blocked => {
                    limits.remove_peer_id(&device.peer());
                    hang_up(&mut self.swarm, &self.shared, *device);
                }
            }
        }
        let verified: HashSet<DeviceId> = known_devices
            .0
            .keys()
            .filter(|device| known_devices.is_verified(device))
            .copied()
            .collect();
        // Whoever is not verified any more has no rights left, and nothing that is under way.
        for device in self.verified.difference(&verified) {
            let limits = &mut self.swarm.behaviour_mut().limits;
            limits.remove_peer_id(&device.peer());
            hang_up(&mut self.swarm, &self.shared, *device);
        }
        self.verified = verified;
        let known = known_devices
            .0
            .keys()
            .filter(|device| known_devices.knows(device));
        let before = std::mem::replace(&mut self.known, known.copied().collect());
        for device in self.peers.devices() {
            // Someone we know from now on, who did not answer a stranger's hello.
            let peer = self.peers.get(&device);
            let silent = peer.is_some_and(|peer| peer.is_ours() && peer.said.is_none());
            if self.known.contains(&device) && !before.contains(&device) && silent {
                self.greet(device);
            }
        }
        // Only now is it said: over a connection that goes because of it, it would be the last thing
        // said, and whoever heard it and asked something there would lose the answer.
        self.shared
            .known_devices_in_force
            .send_replace(known_devices);
    }

    pub(super) fn visibility_changed(&mut self) {
        let visibility = *self.shared.visibility.borrow();
        self.swarm.behaviour_mut().finder.show(visibility);
        if visibility != Visibility::Visible {
            let known_devices = Arc::clone(&self.shared.known.borrow());
            for device in self.peers.devices() {
                if !known_devices.knows(&device) {
                    hang_up(&mut self.swarm, &self.shared, device);
                    self.address_book.forget(&device);
                }
            }
        }
        self.publish();
    }

    /// Connects to every device again, because an address of ours is gone and old connections may
    /// not have noticed yet.
    pub(super) fn reconnect(&mut self) {
        for device in self.peers.devices() {
            if !self.dials.contains_key(&device) {
                self.dial(device);
            }
        }
    }

    pub(super) fn rescan(&mut self) {
        self.shared.places.send_replace(Arc::new(Places::look()));
        self.address_book.all_fresh();
        self.swarm.behaviour_mut().finder.rebuild();
    }

    pub(super) fn on_tick(&mut self) {
        let (now, wall) = (self.shared.clock.monotonic(), self.shared.clock.now());
        let late = now.duration_since(self.ticked.0);
        let by_the_clock = Duration::try_from(wall.duration_since(self.ticked.1));
        let by_the_clock = by_the_clock.unwrap_or_default();
        self.ticked = (now, wall);
        if late > SLEPT || by_the_clock > SLEPT {
            tracing::info!("back after a pause; looking for everyone anew");
            self.rescan();
        }
        if now.duration_since(self.looked) >= LOOK {
            self.looked = now;
            let places = Places::look();
            let before = Arc::clone(&self.shared.places.borrow());
            if places != *before {
                tracing::info!("the network changed; looking for everyone anew");
                self.rescan();
                if places.lost_one_of(&before) {
                    self.reconnect();
                }
            }
            self.shared.forget_inbound(now);
            self.shared
                .cut_others(|device| self.peers.is_connected(device));
            self.hellos.retain(|_, bucket| !bucket.is_full(now));
            self.send_away(now);
        }
        self.tell_again();
        self.swarm.behaviour_mut().finder.tend(now);
        let waited_for: Vec<DeviceId> = self.waiters.keys().copied().collect();
        for device in waited_for {
            self.serve(&device);
        }
        let known: Vec<DeviceId> = self.shared.known.borrow().0.keys().copied().collect();
        if *self.shared.visibility.borrow() != Visibility::Hidden {
            for device in known.into_iter().chain(self.address_book.recent(now)) {
                self.try_reach(device, now);
            }
        }
        let gone: Vec<DeviceId> = self
            .ghosts
            .iter()
            .filter(|(_, (_, until))| *until <= now)
            .map(|(device, _)| *device)
            .collect();
        for device in gone {
            self.gone(device);
        }
        self.publish();
    }
}
