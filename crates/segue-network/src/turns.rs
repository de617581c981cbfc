//! Taking turns: how many things of one kind run at once with one person, and how fast new ones come.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::device::DeviceId;
use crate::limits::{self, Bucket, Rate};

/// The kinds of work that take turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Turn {
    /// Files that come from them.
    Take,
    /// Offers we make to them.
    Offer,
    /// Messages that we send to them.
    PeerMessage,
    /// Sessions that we began.
    TalkTo,
    /// Sessions that they began.
    TalkFrom,
}

impl Turn {
    fn at_once(self) -> usize {
        match self {
            Self::Take => limits::TAKES_PER_PERSON,
            Self::Offer => limits::OFFERS_AT_ONCE,
            Self::PeerMessage => limits::WORDS_AT_ONCE,
            Self::TalkTo | Self::TalkFrom => limits::TALKS_PER_PERSON,
        }
    }
}

/// Whose turn it is, by person.
#[derive(Default)]
pub(crate) struct Turns(HashMap<(Turn, DeviceId), Arc<Semaphore>>);

impl Turns {
    /// Returns the turns of one person. Those of people who are no longer verified are dropped.
    pub fn of(
        &mut self,
        turn: Turn,
        device: DeviceId,
        is_verified: impl Fn(&DeviceId) -> bool,
    ) -> Arc<Semaphore> {
        self.0
            .retain(|(_, known), _| *known == device || is_verified(known));
        let new = || Arc::new(Semaphore::new(turn.at_once()));
        Arc::clone(self.0.entry((turn, device)).or_insert_with(new))
    }
}

/// How fast each person may go on.
pub(crate) struct Rates {
    rate: Rate,
    of: HashMap<DeviceId, Bucket>,
}

impl Rates {
    pub fn new(rate: Rate) -> Self {
        let of = HashMap::new();
        Self { rate, of }
    }

    /// Counts one more of this person, or returns how long they must wait before the next.
    pub fn too_fast(&mut self, device: DeviceId, now: Instant) -> Option<Duration> {
        self.of.retain(|_, bucket| !bucket.is_full(now));
        let new = || Bucket::new(self.rate, now);
        let bucket = self.of.entry(device).or_insert_with(new);
        (!bucket.take(now)).then(|| bucket.wait(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::IdentityKey;

    fn someone() -> DeviceId {
        DeviceId::of(&IdentityKey::generate().public()).unwrap()
    }

    #[test]
    fn turns_are_kept_for_verified_people_only() {
        let mut turns = Turns::default();
        let people: Vec<DeviceId> = (0..50).map(|_| someone()).collect();
        for device in &people {
            let first = turns.of(Turn::PeerMessage, *device, |_| false);
            assert_eq!(first.available_permits(), limits::WORDS_AT_ONCE);
        }
        assert_eq!(turns.0.len(), 1);
        let held = turns.of(Turn::TalkTo, people[0], |_| true);
        let _turn = held.try_acquire().unwrap();
        let again = turns.of(Turn::TalkTo, people[0], |_| true);
        assert_eq!(again.available_permits(), limits::TALKS_PER_PERSON - 1);
        let other = turns.of(Turn::TalkFrom, people[0], |_| true);
        assert_eq!(other.available_permits(), limits::TALKS_PER_PERSON);
    }

    #[test]
    fn one_who_is_fast_does_not_slow_down_another() {
        let (now, ann, ben) = (Instant::now(), someone(), someone());
        let mut rates = Rates::new(limits::PEER_MESSAGES);
        let burst = limits::PEER_MESSAGES.burst as usize;
        let free = (0..burst * 2)
            .filter(|_| rates.too_fast(ann, now).is_none())
            .count();
        assert_eq!(free, burst);
        assert!(rates.too_fast(ben, now).is_none());
        let later = now + limits::PEER_MESSAGES.each * limits::PEER_MESSAGES.burst;
        assert!(rates.too_fast(ben, later).is_none());
        assert_eq!(rates.of.len(), 1, "who waited long enough is forgotten");
    }
}
