//! Pairing with someone who cheats, and with crowds.

use std::net::Ipv4Addr;

use segue_network::Event;
use segue_network::identity::IdentityKey;
use segue_network::network::{PairError, PairingEnd, PairingState};
use segue_testkit::hostile::{DOORS, Heard, Hostile, SyncSession};
use serde_json::{Value, json};

use super::{greet_back, matters, reported, stranger};
use crate::party::{PATIENCE, Party};

/// A stranger's request, up to the point where it has our nonce.
async fn committed(eve: &Hostile, ann: &Party, commit: [u8; 32]) -> (SyncSession, Value) {
    let mut talk = eve.open(ann.device(), DOORS[1]).await.unwrap();
    talk.send(&json!({ "step": { "commit": commit } })).await;
    let answer = talk.message().await;
    (talk, answer)
}

/// What binds an asker to a nonce; written down here once more, as others would have to.
fn bound(nonce: &[u8; 32], asker: &Hostile, asked: &Party) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("segue-sas-commit-v1");
    hasher.update(nonce);
    hasher.update(&asker.device().public());
    hasher.update(&asked.device().public());
    *hasher.finalize().as_bytes()
}

#[tokio::test]
async fn an_asker_that_chooses_its_nonce_after_ours_is_never_shown() {
    let ann = Party::new("Ann");
    let eve = stranger(&ann).await;
    let _here = eve.greet(ann.device(), "Eve").await.unwrap();
    let (mut talk, answer) = committed(&eve, &ann, bound(&[1; 32], &eve, &ann)).await;
    assert_eq!(answer["step"]["nonce"].as_array().map(Vec::len), Some(32));
    talk.send(&json!({ "step": { "reveal": vec![2_u8; 32] } }))
        .await;
    assert_eq!(talk.hear().await, Heard::Ended);
    // And the next request waits.
    let (_, answer) = committed(&eve, &ann, bound(&[3; 32], &eve, &ann)).await;
    assert!(
        answer["paused"]["seconds"].as_u64().unwrap() > 30,
        "{answer}"
    );
    let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn an_asker_that_says_nothing_or_skips_a_step_is_never_shown() {
    for first in [
        json!({ "step": { "nonce": vec![0_u8; 32] } }),
        json!({ "step": { "reveal": vec![0_u8; 32] } }),
        json!({ "step": "match" }),
        json!({ "step": "differ" }),
        json!("crossed"),
        json!({ "busy": { "seconds": u64::MAX } }),
    ] {
        let ann = Party::new("Ann");
        let eve = stranger(&ann).await;
        let _here = eve.greet(ann.device(), "Eve").await.unwrap();
        let mut talk = eve.open(ann.device(), DOORS[1]).await.unwrap();
        talk.send(&first).await;
        assert_eq!(talk.hear().await, Heard::Ended, "{first}");
        let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
        assert!(told.is_empty(), "{told:?}");
    }
}

#[tokio::test]
async fn after_three_attempts_that_broke_the_rules_there_is_a_pause() {
    let ann = Party::new("Ann");
    let eve = Hostile::new().await;
    greet_back(&eve);
    let mut pairs = eve.serve(DOORS[1]);
    let target = segue_network::network::Target::Address(eve.address());
    ann.network.connect(target).await.unwrap();
    for attempt in 0..3 {
        let (asked, ()) = tokio::join!(ann.network.pair(eve.device()), async {
            let mut talk = pairs.recv().await.unwrap();
            let commit = talk.message().await;
            assert!(commit["step"]["commit"].is_array(), "bound first: {commit}");
            // Wants to see our nonce before it says its own.
            talk.send(&json!({ "step": { "commit": vec![0_u8; 32] } }))
                .await;
            assert_eq!(talk.hear().await, Heard::Ended, "our nonce is not shown");
        });
        let broken = Err(PairError::Ended(PairingEnd::Broken));
        assert_eq!(asked, broken, "attempt {attempt}");
    }
    let paused = ann.network.pair(eve.device()).await;
    assert!(matches!(paused, Err(PairError::Pause(_))), "{paused:?}");
}

#[tokio::test]
async fn a_crowd_that_wants_to_pair_is_one_prompt_and_our_own_request_goes_on() {
    let (mut ann, mut ben) = (Party::new("Ann"), Party::new("Ben"));
    let mut crowd = Vec::new();
    for at in 1..=24 {
        let from = Ipv4Addr::new(127, 0, 3, at);
        let eve = Hostile::at(IdentityKey::generate(), from).await;
        eve.reach(ann.device(), ann.address().await).await.unwrap();
        let here = eve.greet(ann.device(), "Ben").await.unwrap();
        crowd.push((eve, here));
    }
    let mut let_in = 0;
    let mut talks = Vec::new();
    for (eve, _) in &crowd {
        let (mut talk, answer) = committed(eve, &ann, bound(&[1; 32], eve, &ann)).await;
        if answer["step"].is_object() {
            let_in += 1;
            talk.send(&json!({ "step": { "reveal": vec![1_u8; 32] } }))
                .await;
            // From when its code is shown, nobody else is let in.
            let shown = async {
                while ann.network.pairings().is_empty() {
                    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                }
            };
            tokio::time::timeout(PATIENCE, shown).await.unwrap();
        } else {
            assert!(answer["busy"].is_object(), "{answer}");
        }
        talks.push(talk);
    }
    assert_eq!(let_in, 1);
    // Ann herself pairs with the real one all the same.
    ann.meet(&ben).await;
    let ours = ann.network.pair(ben.device()).await.unwrap();
    let code = |event| match event {
        Event::Pairing(pairing) if !pairing.ours => Some(pairing),
        _ => None,
    };
    let theirs = ben.until("Ben is asked", code).await;
    assert_eq!(ours.state, theirs.state);
    ann.network.decide(ours.id, true).await;
    ben.network.decide(theirs.id, true).await;
    let mut shown = std::collections::BTreeSet::new();
    ann.until("both said yes", |event| match event {
        Event::Pairing(pairing) if pairing.id == ours.id => {
            (pairing.state == PairingState::Paired).then_some(())
        }
        Event::Pairing(pairing) => {
            shown.insert(pairing.id);
            None
        }
        _ => None,
    })
    .await;
    assert_eq!(shown.len(), 1, "one prompt of the crowd");
}

#[tokio::test]
async fn whoever_we_ask_can_not_answer_with_many_requests() {
    let ann = Party::new("Ann");
    // One with a lower id, whose request would take the place of ours.
    let key = loop {
        let key = IdentityKey::generate();
        if segue_network::DeviceId::of(&key.public()).unwrap() < ann.device() {
            break key;
        }
    };
    let eve = Hostile::at(key, Ipv4Addr::LOCALHOST).await;
    greet_back(&eve);
    let mut pairs = eve.serve(DOORS[1]);
    let target = segue_network::network::Target::Address(eve.address());
    ann.network.connect(target).await.unwrap();
    let cheating = async {
        let _kept = pairs.recv().await.unwrap();
        let mut let_in = Vec::new();
        for nonce in 0..3_u8 {
            let commit = bound(&[nonce; 32], &eve, &ann);
            let (mut talk, answer) = committed(&eve, &ann, commit).await;
            if answer["step"].is_object() {
                talk.send(&json!({ "step": { "reveal": vec![nonce; 32] } }))
                    .await;
                let_in.push(talk);
            }
        }
        let_in
    };
    let (asked, let_in) = tokio::join!(ann.network.pair(eve.device()), cheating);
    assert_eq!(let_in.len(), 1, "one code to compare");
    assert!(!asked.unwrap().ours);
    assert_eq!(ann.network.pairings().len(), 1);
}
