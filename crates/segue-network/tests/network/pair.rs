//! Nearby pairing between real networks.

use std::time::Duration;

use segue_clock::Clock;
use segue_network::Event;
use segue_network::network::{PairError, Pairing, PairingEnd, PairingState, Refusal, Standing};

use crate::party::Party;

async fn comparing(party: &mut Party) -> Pairing {
    party
        .until("there is a code", |event| match event {
            Event::Pairing(pairing) if matches!(pairing.state, PairingState::Comparing { .. }) => {
                Some(pairing)
            }
            _ => None,
        })
        .await
}

async fn ended(party: &mut Party) -> PairingState {
    party
        .until("it is over", |event| match event {
            Event::Pairing(Pairing {
                state: state @ (PairingState::Paired | PairingState::Ended(_)),
                ..
            }) => Some(state),
            _ => None,
        })
        .await
}

fn code(pairing: &Pairing) -> [&'static str; 4] {
    match pairing.state {
        PairingState::Comparing { code, .. } => code.words(),
        _ => panic!("no code: {pairing:?}"),
    }
}

#[tokio::test]
async fn both_screens_show_the_same_and_both_confirm() {
    let (mut ann, mut ben) = (Party::new("Ann"), Party::new("Ben"));
    ann.meet(&ben).await;
    let ours = ann.network.pair(ben.device()).await.unwrap();
    let theirs = comparing(&mut ben).await;
    assert_eq!(code(&ours), code(&theirs));
    assert_eq!(theirs.about.name, "Ann");
    assert!(ours.ours && !theirs.ours);
    assert!(ann.network.decide(ours.id, true).await);
    assert!(ben.network.decide(theirs.id, true).await);
    assert_eq!(ended(&mut ann).await, PairingState::Paired);
    assert_eq!(ended(&mut ben).await, PairingState::Paired);
    assert!(!ann.network.decide(ours.id, true).await, "it is over");
}

#[tokio::test]
async fn a_difference_ends_it_on_both_sides() {
    let (mut ann, mut ben) = (Party::new("Ann"), Party::new("Ben"));
    ann.meet(&ben).await;
    let ours = ann.network.pair(ben.device()).await.unwrap();
    let theirs = comparing(&mut ben).await;
    ann.network.decide(ours.id, true).await;
    ben.network.decide(theirs.id, false).await;
    let differ = PairingState::Ended(PairingEnd::Differ);
    assert_eq!(ended(&mut ann).await, differ);
    assert_eq!(ended(&mut ben).await, differ);
}

#[tokio::test]
async fn a_yes_that_is_taken_back_pairs_nothing() {
    let (mut ann, mut ben) = (Party::new("Ann"), Party::new("Ben"));
    ann.meet(&ben).await;
    let ours = ann.network.pair(ben.device()).await.unwrap();
    let theirs = comparing(&mut ben).await;
    assert!(ann.network.decide(ours.id, true).await);
    assert!(ann.network.decide(ours.id, false).await);
    let differ = PairingState::Ended(PairingEnd::Differ);
    assert_eq!(ended(&mut ann).await, differ);
    assert_eq!(ended(&mut ben).await, differ);
    assert!(!ben.network.decide(theirs.id, true).await, "it is over");
}

#[tokio::test]
async fn what_nobody_decides_within_three_minutes_is_over() {
    let (clock, hand) = Clock::by_hand();
    let mut ann = Party::with("Ann", |config| config.clock = clock);
    let mut ben = Party::new("Ben");
    ann.meet(&ben).await;
    ann.network.pair(ben.device()).await.unwrap();
    comparing(&mut ben).await;
    hand.advance(Duration::from_secs(180));
    let expired = PairingState::Ended(PairingEnd::Expired);
    assert_eq!(ended(&mut ann).await, expired);
    let left = PairingState::Ended(PairingEnd::Left);
    assert_eq!(ended(&mut ben).await, left);
}

#[tokio::test]
async fn whoever_leaves_and_stops_at_once_has_said_so() {
    let (ann, mut ben) = (Party::new("Ann"), Party::new("Ben"));
    ann.meet(&ben).await;
    let ours = ann.network.pair(ben.device()).await.unwrap();
    comparing(&mut ben).await;
    assert!(ann.network.leave(ours.id).await);
    ann.network.stop().await;
    let left = PairingState::Ended(PairingEnd::Left);
    assert_eq!(ended(&mut ben).await, left);
}

#[tokio::test]
async fn both_ask_at_once_and_compare_one_code() {
    for _ in 0..5 {
        let (mut ann, mut ben) = (Party::new("Ann"), Party::new("Ben"));
        ann.meet(&ben).await;
        let (a, b) = (ann.device(), ben.device());
        let (one, other) = tokio::join!(ann.network.pair(b), ben.network.pair(a));
        let (one, other) = (one.unwrap(), other.unwrap());
        assert_eq!(code(&one), code(&other));
        ann.network.decide(one.id, true).await;
        ben.network.decide(other.id, true).await;
        assert_eq!(ended(&mut ann).await, PairingState::Paired);
        assert_eq!(ended(&mut ben).await, PairingState::Paired);
    }
}

#[tokio::test]
async fn someone_in_between_shows_two_different_codes() {
    let (ann, mut ben) = (Party::new("Ann"), Party::new("Ben"));
    // To Ann it is called Ben, to Ben it is called Ann; it can have nobody's key but its own.
    let mut to_ann = Party::new("Ben");
    let to_ben = Party::with("Ann", |config| config.key = to_ann.key.clone());
    ann.meet(&to_ann).await;
    to_ben.meet(&ben).await;
    let left = ann.network.pair(to_ann.device()).await.unwrap();
    to_ben.network.pair(ben.device()).await.unwrap();
    comparing(&mut to_ann).await;
    let right = comparing(&mut ben).await;
    assert_ne!(code(&left), code(&right));
}

#[tokio::test]
async fn a_second_stranger_waits_and_one_who_was_left_alone_longer() {
    let mut ann = Party::new("Ann");
    let (ben, eve) = (Party::new("Ben"), Party::new("Eve"));
    ben.meet(&ann).await;
    eve.meet(&ann).await;
    ben.network.pair(ann.device()).await.unwrap();
    let request = comparing(&mut ann).await;
    let refused = eve.network.pair(ann.device()).await;
    assert!(
        matches!(refused, Err(PairError::Refused(Refusal::Busy { .. }))),
        "{refused:?}"
    );
    ann.network.leave(request.id).await;
    let left = PairingState::Ended(PairingEnd::Withdrawn);
    assert_eq!(ended(&mut ann).await, left);
    match ben.network.pair(ann.device()).await {
        Err(PairError::Refused(Refusal::Paused { retry_after })) => {
            assert!(retry_after.as_secs() > 30, "{retry_after:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn one_who_was_cut_off_between_the_two_pins_learns_the_rest_at_the_next_contact() {
    let (mut ann, mut ben) = (Party::new("Ann"), Party::new("Ben"));
    let at_ben = ben.address().await;
    ann.meet(&ben).await;
    let ours = ann.network.pair(ben.device()).await.unwrap();
    let theirs = comparing(&mut ben).await;
    // Ann says yes and writes it down; then she is gone before she hears of Ben's yes.
    ann.count(ben.device(), Standing::Waiting, vec![at_ben]);
    ann.network.decide(ours.id, true).await;
    ben.until("Ann's yes arrives", |event| match event {
        Event::Pairing(Pairing {
            state: PairingState::Comparing {
                they_match: true, ..
            },
            ..
        }) => Some(()),
        _ => None,
    })
    .await;
    let (key, known_devices) = (ann.key.clone(), ann.known_devices.clone());
    drop(ann);
    ben.network.decide(theirs.id, true).await;
    assert_eq!(ended(&mut ben).await, PairingState::Paired);
    ben.count(ours_device(&key), Standing::Verified, Vec::new());
    let mut ann = Party::with("Ann", |config| {
        config.key = key;
        config.known_devices = known_devices;
    });
    let knows = ann
        .until("Ben says that he knows her", |event| match event {
            Event::Hello {
                knows_you: true,
                device,
                ..
            } => Some(device),
            _ => None,
        })
        .await;
    assert_eq!(knows, ben.device());
}

fn ours_device(key: &segue_network::identity::IdentityKey) -> segue_network::DeviceId {
    segue_network::DeviceId::of(&key.public()).unwrap()
}
