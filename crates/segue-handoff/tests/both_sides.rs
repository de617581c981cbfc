//! Two machines and a network that loses, repeats and reorders: whatever happens, in whatever order, both sides
//! end up with the same story, nothing is applied twice, and no end is left.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use proptest::prelude::*;
use segue_handoff::peer_message::FileRef;
use segue_handoff::receiver::{self, Receiver};
use segue_handoff::sender::{self, Sender, Stage};
use segue_handoff::{Body, End, Receipt, TaskState};

/// What may happen next.
#[derive(Debug, Clone)]
enum Step {
    /// The sender makes an offer; what becomes of it and of its answer.
    Offer {
        arrives: bool,
        answered: bool,
    },
    /// An old copy of the offer comes once more.
    OfferAgain,
    Pull,
    PullFails,
    Open,
    Download,
    Import,
    UndoImport,
    Dismiss,
    Restore,
    Tick,
    Ask,
    Answer {
        file: bool,
    },
    Choose,
    Withdraw,
    Expire,
    SenderAuth(bool),
    ReceiverAuth(bool),
    /// One of the words under way arrives; it may stay under way to arrive again.
    Word {
        which: usize,
        stays: bool,
    },
    /// Both sides are read back from what was kept.
    Restart,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (any::<bool>(), any::<bool>()).prop_map(|(arrives, answered)| Step::Offer { arrives, answered }),
        1 => Just(Step::OfferAgain),
        3 => Just(Step::Pull),
        1 => Just(Step::PullFails),
        2 => Just(Step::Open),
        1 => Just(Step::Download),
        2 => Just(Step::Import),
        1 => Just(Step::UndoImport),
        2 => Just(Step::Dismiss),
        1 => Just(Step::Restore),
        2 => Just(Step::Tick),
        2 => Just(Step::Ask),
        2 => any::<bool>().prop_map(|file| Step::Answer { file }),
        1 => Just(Step::Choose),
        1 => Just(Step::Withdraw),
        1 => Just(Step::Expire),
        1 => any::<bool>().prop_map(Step::SenderAuth),
        1 => any::<bool>().prop_map(Step::ReceiverAuth),
        8 => (any::<usize>(), any::<bool>()).prop_map(|(which, stays)| Step::Word { which, stays }),
        1 => Just(Step::Restart),
    ]
}

/// Both sides, what is under way between them, and what was done.
#[derive(Default)]
struct World {
    sender: Sender,
    receiver: Option<Receiver>,
    to_sender: Vec<Body>,
    to_receiver: Vec<Body>,
    handoffs_recorded: usize,
    delivered_recorded: usize,
    ends_said: Vec<TaskState>,
    now: i64,
}

impl World {
    fn sender(&mut self, event: sender::Event) {
        let before = self.sender.state();
        let kept = self.sender.clone();
        match self.sender.on(event) {
            Err(_) => assert_eq!(self.sender, kept, "a refusal changes nothing"),
            Ok(effects) => {
                for effect in effects {
                    match effect {
                        sender::Effect::Say(said) => {
                            assert!(!said.is_receivers(), "{said:?}");
                            self.to_receiver.push(said);
                        }
                        sender::Effect::RecordHandoff => self.handoffs_recorded += 1,
                        _ => {}
                    }
                }
            }
        }
        if before.is_terminal() {
            assert_eq!(self.sender.state(), before, "the sender left an end");
        }
    }

    fn receiver(&mut self, event: receiver::Event) {
        let Some(machine) = &mut self.receiver else {
            return;
        };
        let (before, kept) = (machine.state(), machine.clone());
        match machine.on(event) {
            Err(_) => assert_eq!(*machine, kept, "a refusal changes nothing"),
            Ok(effects) => {
                for effect in effects {
                    let delivered = receiver::Effect::Record(Receipt::Delivered, None);
                    self.delivered_recorded += usize::from(effect == delivered);
                    if let receiver::Effect::Say(said) = effect {
                        assert!(said.is_receivers(), "{said:?}");
                        if machine.state().is_terminal() && !before.is_terminal() {
                            self.ends_said.push(machine.state());
                        }
                        self.to_sender.push(said);
                    }
                }
            }
        }
        if before.is_terminal() {
            assert_eq!(machine.state(), before, "the receiver left an end");
        }
    }

    /// An offer gets there: it is noted once, and an id that was taken back is not noted at all.
    fn offered(&mut self) {
        self.receiver.get_or_insert_with(Receiver::default);
    }

    fn word_to_receiver(&mut self, said: Body) {
        match (&self.receiver, &said) {
            (None, Body::Cancel { expired }) => {
                self.receiver = Some(Receiver::never_came(*expired));
                self.to_sender.push(Body::Withdrawn { expired: *expired });
            }
            _ => self.receiver(receiver::Event::Heard(said)),
        }
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Offer { arrives, answered } => {
                if self.sender.wants_offer() {
                    let tried = self.sender.was_tried();
                    self.sender(sender::Event::Offering);
                    if !arrives && answered {
                        // It is known that nobody was reached.
                        self.sender(sender::Event::NotReached { tried });
                    }
                    if arrives {
                        self.offered();
                        if answered {
                            self.sender(sender::Event::Noted);
                        }
                    }
                }
            }
            Step::OfferAgain => {
                if self.sender.wants_give() || self.receiver.is_some() {
                    self.offered();
                }
            }
            Step::Pull => {
                let wanted = self.receiver.as_ref().is_some_and(Receiver::wants_file);
                if wanted && self.sender.wants_give() {
                    self.receiver(receiver::Event::Arrived);
                }
            }
            Step::PullFails => {
                if self.receiver.as_ref().is_some_and(Receiver::wants_file) {
                    self.receiver(receiver::Event::Lost("gone".to_owned()));
                }
            }
            Step::Open => self.receiver(receiver::Event::Open),
            Step::Download => self.receiver(receiver::Event::Downloaded),
            Step::Import => {
                // The node imports only what may be used.
                let may = |receiver: &Receiver| receiver.may_use().is_ok();
                if self.receiver.as_ref().is_some_and(may) {
                    let platform = "claude-code".to_owned();
                    self.receiver(receiver::Event::Imported { platform });
                }
            }
            Step::UndoImport => self.receiver(receiver::Event::ImportUndone),
            Step::Dismiss => {
                let (reason, now) = (Some("no".to_owned()), self.now);
                self.receiver(receiver::Event::Dismiss { reason, now });
            }
            Step::Restore => self.receiver(receiver::Event::Restore),
            Step::Tick => {
                self.now += 6_000;
                let now = self.now;
                self.receiver(receiver::Event::Tick(now));
            }
            Step::Ask => self.receiver(receiver::Event::Ask("what?".to_owned())),
            Step::Answer { file } => {
                let file = file.then(|| FileRef {
                    hash: "0".repeat(64),
                    bytes: 1,
                    messages: 1,
                });
                self.sender(sender::Event::Answer {
                    text: "that".to_owned(),
                    file,
                });
            }
            Step::Choose => self.receiver(receiver::Event::Choose {
                option: Some("wait".to_owned()),
                text: None,
            }),
            Step::Withdraw => self.sender(sender::Event::Withdraw),
            Step::Expire => self.sender(sender::Event::Expire),
            Step::SenderAuth(lapsed) => {
                self.sender(sender::Event::Auth(lapsed.then(|| "key".to_owned())));
            }
            Step::ReceiverAuth(lapsed) => {
                self.receiver(receiver::Event::Auth(lapsed.then(|| "key".to_owned())));
            }
            Step::Word { which, stays } => {
                let both = self.to_sender.len() + self.to_receiver.len();
                let Some(which) = which.checked_rem(both) else {
                    return;
                };
                if which < self.to_sender.len() {
                    let said = self.to_sender[which].clone();
                    if !stays {
                        self.to_sender.swap_remove(which);
                    }
                    self.sender(sender::Event::Heard(said));
                } else {
                    let which = which - self.to_sender.len();
                    let said = self.to_receiver[which].clone();
                    if !stays {
                        self.to_receiver.swap_remove(which);
                    }
                    self.word_to_receiver(said);
                }
            }
            Step::Restart => {
                let kept = serde_json::to_string(&(&self.sender, &self.receiver)).unwrap();
                (self.sender, self.receiver) = serde_json::from_str(&kept).unwrap();
            }
        }
    }

    /// Everything gets through at last, as it does when both are there for a while.
    fn settle(&mut self) {
        self.sender(sender::Event::Auth(None));
        self.receiver(receiver::Event::Auth(None));
        for _ in 0..20 {
            self.step(Step::Offer {
                arrives: true,
                answered: true,
            });
            self.step(Step::Pull);
            self.now += 20_000;
            self.step(Step::Tick);
            while let Some(said) = self.to_sender.pop() {
                self.sender(sender::Event::Heard(said));
            }
            while let Some(said) = self.to_receiver.pop() {
                self.word_to_receiver(said);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn whatever_happens_both_sides_tell_the_same_story(steps in proptest::collection::vec(step(), 0..60)) {
        let mut world = World::default();
        for step in steps {
            world.step(step);
        }
        world.settle();
        prop_assert!(world.handoffs_recorded <= 1);
        prop_assert!(world.delivered_recorded <= 1);
        prop_assert!(world.ends_said.len() <= 1, "one end is said once as news");
        match &world.receiver {
            // Taken back before anyone heard of it.
            None => prop_assert!(world.sender.state().is_terminal()),
            Some(receiver) => {
                prop_assert_eq!(world.sender.state(), receiver.state());
                prop_assert!(!world.sender.is_withdrawing());
                if receiver.is_here() && receiver.end().is_none() {
                    prop_assert_eq!(world.sender.stage(), Stage::Arrived);
                }
            }
        }
    }
}

fn arrived() -> (Sender, Receiver) {
    let mut sender = Sender::default();
    sender.on(sender::Event::Offering).unwrap();
    sender.on(sender::Event::Noted).unwrap();
    let mut receiver = Receiver::default();
    receiver.on(receiver::Event::Arrived).unwrap();
    sender.on(sender::Event::Heard(Body::Delivered)).unwrap();
    (sender, receiver)
}

#[test]
fn a_withdrawal_before_the_first_offer_needs_nobody() {
    let mut sender = Sender::default();
    let effects = sender.on(sender::Event::Withdraw).unwrap();
    assert_eq!(sender.state(), TaskState::Canceled);
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, sender::Effect::Say(_)))
    );
    let mut expired = Sender::default();
    expired.on(sender::Event::Expire).unwrap();
    assert_eq!(expired.state(), TaskState::Failed);
}

#[test]
fn who_imported_first_wins_over_a_withdrawal() {
    let (mut sender, mut receiver) = arrived();
    sender.on(sender::Event::Withdraw).unwrap();
    assert!(sender.is_withdrawing());
    let platform = "codex".to_owned();
    receiver.on(receiver::Event::Imported { platform }).unwrap();
    let effects = receiver
        .on(receiver::Event::Heard(Body::Cancel { expired: false }))
        .unwrap();
    let [receiver::Effect::Say(said)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    sender.on(sender::Event::Heard(said.clone())).unwrap();
    assert_eq!(sender.end(), Some(&End::Imported));
}

#[test]
fn a_dismissal_is_said_when_its_time_has_passed_also_after_a_restart() {
    let (_, mut receiver) = arrived();
    let reason = Some("not mine".to_owned());
    let none = receiver
        .on(receiver::Event::Dismiss { reason, now: 1_000 })
        .unwrap();
    assert_eq!(none, []);
    assert_eq!(receiver.state(), TaskState::Working);
    let kept = serde_json::to_string(&receiver).unwrap();
    let mut receiver: Receiver = serde_json::from_str(&kept).unwrap();
    assert_eq!(receiver.on(receiver::Event::Tick(10_999)).unwrap(), []);
    let said = receiver.on(receiver::Event::Tick(11_000)).unwrap();
    assert!(
        matches!(&said[0], receiver::Effect::Say(Body::Dismissed { reason: Some(why) }) if why == "not mine")
    );
    assert_eq!(receiver.state(), TaskState::Rejected);
    assert!(receiver.on(receiver::Event::Restore).is_err());
}

#[test]
fn import_completes_and_undoing_it_does_not_reopen() {
    let (mut sender, mut receiver) = arrived();
    for event in [
        receiver::Event::Imported {
            platform: "codex".to_owned(),
        },
        receiver::Event::ImportUndone,
        receiver::Event::Imported {
            platform: "codex".to_owned(),
        },
    ] {
        for effect in receiver.on(event).unwrap() {
            if let receiver::Effect::Say(said) = effect {
                let undone = said == Body::ImportUndone;
                sender.on(sender::Event::Heard(said)).unwrap();
                assert_eq!(sender.heard().contains(&Receipt::ImportUndone), undone);
            }
        }
    }
    assert_eq!(receiver.state(), TaskState::Completed);
    assert_eq!(sender.state(), TaskState::Completed);
}

#[test]
fn what_is_not_trusted_is_neither_opened_nor_imported() {
    let (_, mut receiver) = arrived();
    receiver
        .on(receiver::Event::Auth(Some("key".to_owned())))
        .unwrap();
    assert_eq!(receiver.state(), TaskState::AuthRequired);
    assert!(receiver.on(receiver::Event::Open).is_err());
    assert!(receiver.may_use().is_err());
    receiver.on(receiver::Event::Auth(None)).unwrap();
    assert_eq!(receiver.state(), TaskState::Working);
}

#[test]
fn an_offer_that_crosses_its_taking_back_ends_as_taken_back() {
    let mut sender = Sender::default();
    let withdraw = [sender::Event::Offering, sender::Event::Withdraw];
    for event in withdraw {
        sender.on(event).unwrap();
    }
    assert!(sender.is_withdrawing());
    // They heard of the end first, and refuse what comes after it.
    let refused = sender::Event::Refused("it was taken back".to_owned());
    sender.on(refused).unwrap();
    assert_eq!(sender.end(), Some(&End::Withdrawn { expired: false }));
}

#[test]
fn nobody_answers_what_was_not_asked_and_the_file_stays_what_was_reviewed() {
    let (_, mut receiver) = arrived();
    receiver.on(receiver::Event::Open).unwrap();
    let answer = |question| {
        receiver::Event::Heard(Body::Answered {
            question,
            text: "unasked".to_owned(),
            file: Some(FileRef {
                hash: "0".repeat(64),
                bytes: 1,
                messages: 1,
            }),
        })
    };
    assert_eq!(receiver.on(answer(1)).unwrap(), []);
    assert!(receiver.is_opened());
    receiver
        .on(receiver::Event::Ask("what?".to_owned()))
        .unwrap();
    let effects = receiver.on(answer(1)).unwrap();
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, receiver::Effect::Pull(_)))
    );
    assert!(
        receiver.is_here(),
        "the one before can be used until the other is here"
    );
    receiver.on(receiver::Event::Replaced).unwrap();
    assert!(!receiver.is_opened(), "what is new has not been looked at");
}

#[test]
fn what_arrived_does_not_grow_old() {
    let (_, mut receiver) = arrived();
    let mut sender = Sender::default();
    sender.on(sender::Event::Offering).unwrap();
    // The sender never heard that it arrived, and its time is over.
    sender.on(sender::Event::Expire).unwrap();
    let cancel = receiver::Event::Heard(Body::Cancel { expired: true });
    let effects = receiver.on(cancel).unwrap();
    assert_eq!(effects, [receiver::Effect::Say(Body::Delivered)]);
    sender.on(sender::Event::Heard(Body::Delivered)).unwrap();
    assert_eq!(sender.state(), TaskState::Working);
    assert_eq!(receiver.state(), TaskState::Working);
}

#[test]
fn who_could_not_be_reached_was_offered_nothing() {
    let mut sender = Sender::default();
    sender.on(sender::Event::Offering).unwrap();
    let tried = false;
    sender.on(sender::Event::NotReached { tried }).unwrap();
    let effects = sender.on(sender::Event::Withdraw).unwrap();
    assert_eq!(sender.state(), TaskState::Canceled);
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, sender::Effect::Say(_)))
    );
}

#[test]
fn nobody_else_takes_back_what_is_ours() {
    let (mut sender, _) = arrived();
    let effects = sender
        .on(sender::Event::Heard(Body::Withdrawn { expired: false }))
        .unwrap();
    assert_eq!(sender.state(), TaskState::Failed);
    let withdrawn = sender::Effect::Record(Receipt::Withdrawn, None);
    assert!(!effects.contains(&withdrawn), "we sign no such thing");
}
