//! Whose turn it is to be offered: a few at a time to each person, however many wait for them.
//!
//! ```text
//! due ──take──▶ turn ──▶ offer ──▶ end ──▶ the next of those that wait
//!          └─ no turn ──▶ waits        └─ they are not there ──▶ all that wait try again later, together
//! ```

use std::collections::{HashMap, VecDeque};

use segue_network::DeviceId;
use uuid::Uuid;

/// How many offers to one person are under way at once.
const AT_ONCE: usize = 4;

/// The turns of everyone to whom something is offered.
#[derive(Default)]
pub(super) struct OfferTurns(HashMap<DeviceId, Turns>);

#[derive(Default)]
struct Turns {
    taken: usize,
    waiting: VecDeque<Uuid>,
}

impl OfferTurns {
    /// Takes a turn, or waits for one. Returns whether it was taken.
    pub(super) fn take(&mut self, device: DeviceId, id: Uuid) -> bool {
        let turns = self.0.entry(device).or_default();
        if turns.taken < AT_ONCE {
            turns.taken += 1;
            turns.waiting.retain(|waiting| *waiting != id);
            return true;
        }
        if !turns.waiting.contains(&id) {
            turns.waiting.push_back(id);
        }
        false
    }

    /// Gives a turn back.
    pub(super) fn end(&mut self, device: &DeviceId) {
        if let Some(turns) = self.0.get_mut(device) {
            turns.taken = turns.taken.saturating_sub(1);
        }
    }

    /// Returns those that can take a turn now; they do not wait any more.
    pub(super) fn next(&mut self) -> Vec<Uuid> {
        let mut next = Vec::new();
        for turns in self.0.values_mut() {
            let free = AT_ONCE.saturating_sub(turns.taken);
            next.extend(turns.waiting.drain(..free.min(turns.waiting.len())));
        }
        self.0
            .retain(|_, turns| turns.taken > 0 || !turns.waiting.is_empty());
        next
    }

    /// Returns all that wait for someone; they do not wait any more.
    pub(super) fn dismiss(&mut self, device: &DeviceId) -> Vec<Uuid> {
        let turns = self.0.get_mut(device);
        turns.map_or_else(Vec::new, |turns| turns.waiting.drain(..).collect())
    }
}

#[cfg(test)]
mod tests {
    use segue_network::identity::IdentityKey;

    use super::*;

    fn device() -> DeviceId {
        DeviceId::of(&IdentityKey::generate().public()).unwrap()
    }

    #[test]
    fn a_few_have_their_turn_and_the_others_follow_in_order() {
        let (mut turns, dana) = (OfferTurns::default(), device());
        let ids: Vec<Uuid> = (0..7).map(|_| Uuid::new_v4()).collect();
        let taken: Vec<bool> = ids.iter().map(|id| turns.take(dana, *id)).collect();
        assert_eq!(taken, [true, true, true, true, false, false, false]);
        assert!(turns.next().is_empty(), "nobody is done");
        assert!(!turns.take(dana, ids[4]), "asking again changes nothing");
        turns.end(&dana);
        assert_eq!(turns.next(), [ids[4]]);
        assert!(turns.take(dana, ids[4]));
        assert!(
            turns.take(device(), Uuid::new_v4()),
            "others have their own"
        );
    }

    #[test]
    fn one_that_does_not_take_its_turn_holds_up_nobody() {
        let (mut turns, dana) = (OfferTurns::default(), device());
        let ids: Vec<Uuid> = (0..6).map(|_| Uuid::new_v4()).collect();
        for id in &ids {
            turns.take(dana, *id);
        }
        turns.end(&dana);
        assert_eq!(turns.next(), [ids[4]]);
        assert_eq!(turns.next(), [ids[5]], "it was cancelled meanwhile");
    }

    #[test]
    fn when_they_are_not_there_nobody_waits_for_a_turn() {
        let (mut turns, dana) = (OfferTurns::default(), device());
        let ids: Vec<Uuid> = (0..6).map(|_| Uuid::new_v4()).collect();
        for id in &ids {
            turns.take(dana, *id);
        }
        assert_eq!(turns.dismiss(&dana), ids[4..]);
        turns.end(&dana);
        assert!(turns.next().is_empty());
    }
}
