use std::collections::VecDeque;

use proptest::prelude::*;

use super::*;
use crate::identity::IdentityKey;

fn device() -> DeviceId {
    DeviceId::of(&IdentityKey::generate().public()).unwrap()
}

fn nonce() -> [u8; 32] {
    IdentityKey::generate().public()
}

/// Both ends and what is on its way between them.
struct Pair {
    asker: Ceremony,
    asked: Ceremony,
    to_asked: VecDeque<Message>,
    to_asker: VecDeque<Message>,
    ends: [Option<Ended>; 2],
}

impl Pair {
    fn new() -> Self {
        let (a, b) = (device(), device());
        let (asker, first) = Ceremony::ask(a, b, nonce());
        let mut pair = Self {
            asker,
            asked: Ceremony::answer(b, a, nonce()),
            to_asked: VecDeque::new(),
            to_asker: VecDeque::new(),
            ends: [None; 2],
        };
        pair.take(true, vec![first]);
        pair
    }

    fn take(&mut self, asker: bool, steps: Vec<Step>) {
        for step in steps {
            match step {
                Step::Send(message) if asker => self.to_asked.push_back(message),
                Step::Send(message) => self.to_asker.push_back(message),
                Step::End(how) => self.ends[usize::from(!asker)] = Some(how),
                Step::Show(_) | Step::TheyMatch => {}
            }
        }
    }

    fn deliver(&mut self) {
        loop {
            if let Some(message) = self.to_asked.pop_front() {
                let steps = self.asked.on(message);
                self.take(false, steps);
            } else if let Some(message) = self.to_asker.pop_front() {
                let steps = self.asker.on(message);
                self.take(true, steps);
            } else {
                return;
            }
        }
    }

    fn decide(&mut self, asker: bool, matches: bool) {
        let steps = if asker {
            self.asker.decide(matches)
        } else {
            self.asked.decide(matches)
        };
        self.take(asker, steps);
    }
}

#[test]
fn both_see_one_code_and_both_must_say_so() {
    let mut pair = Pair::new();
    pair.deliver();
    assert!(pair.asker.code().is_some());
    assert_eq!(pair.asker.code(), pair.asked.code());
    pair.decide(true, true);
    pair.deliver();
    assert_eq!(pair.ends, [None, None], "one person is not enough");
    pair.decide(false, true);
    pair.deliver();
    assert_eq!(pair.ends, [Some(Ended::Paired), Some(Ended::Paired)]);
}

#[test]
fn one_who_sees_a_difference_ends_it_for_both() {
    for asker in [true, false] {
        let mut pair = Pair::new();
        pair.deliver();
        pair.decide(!asker, true);
        pair.decide(asker, false);
        pair.deliver();
        assert_eq!(pair.ends, [Some(Ended::Differ), Some(Ended::Differ)]);
    }
}

#[test]
fn someone_in_between_never_makes_the_codes_equal() {
    for _ in 0..1000 {
        let (a, b, middle) = (device(), device(), device());
        // A talks to the middle, the middle to B, each inside its own authenticated connection.
        let (mut left, first) = Ceremony::ask(a, middle, nonce());
        let mut left_end = Ceremony::answer(middle, a, nonce());
        let (mut right_end, second) = Ceremony::ask(middle, b, nonce());
        let mut right = Ceremony::answer(b, middle, nonce());
        let run = |asker: &mut Ceremony, asked: &mut Ceremony, first: Step| {
            let Step::Send(commit) = first else { panic!() };
            let Some(Step::Send(nonce)) = asked.on(commit).pop() else {
                panic!()
            };
            let Some(Step::Send(reveal)) = asker.on(nonce).into_iter().next() else {
                panic!()
            };
            asked.on(reveal);
        };
        run(&mut left, &mut left_end, first);
        run(&mut right_end, &mut right, second);
        assert_ne!(left.code(), right.code());
    }
}

#[test]
fn a_nonce_chosen_after_seeing_ours_is_rejected() {
    let (me, them) = (device(), device());
    let mut ceremony = Ceremony::answer(me, them, nonce());
    ceremony.on(Message::Commit(commitment(&nonce(), &them, &me)));
    assert_eq!(
        ceremony.on(Message::Reveal(nonce())),
        [Step::End(Ended::Broken)]
    );
    assert_eq!(ceremony.code(), None);
    assert_eq!(ceremony.decide(true), []);
}

fn any_message() -> impl Strategy<Value = Message> {
    prop_oneof![
        any::<[u8; 32]>().prop_map(Message::Commit),
        any::<[u8; 32]>().prop_map(Message::Nonce),
        any::<[u8; 32]>().prop_map(Message::Reveal),
        Just(Message::Match),
        Just(Message::Differ),
        Just(Message::Leave),
    ]
}

proptest! {
    #[test]
    fn whatever_a_stranger_says_nothing_is_paired_without_our_person(
        messages in proptest::collection::vec(any_message(), 0..12),
        asker: bool,
    ) {
        let (me, them) = (device(), device());
        let mut ceremony = if asker {
            Ceremony::ask(me, them, nonce()).0
        } else {
            Ceremony::answer(me, them, nonce())
        };
        for message in messages {
            let steps = ceremony.on(message);
            prop_assert!(!steps.contains(&Step::End(Ended::Paired)));
        }
    }
}

#[test]
fn a_yes_can_be_taken_back_until_both_said_so() {
    let mut pair = Pair::new();
    pair.deliver();
    let steps = pair.asker.decide(true);
    pair.take(true, steps);
    pair.deliver();
    assert!(pair.asker.decide(true).is_empty(), "once is enough");
    let steps = pair.asker.decide(false);
    pair.take(true, steps);
    pair.deliver();
    assert_eq!(pair.ends, [Some(Ended::Differ); 2]);
    assert!(pair.asked.decide(true).is_empty(), "it is over");
}
