//! Strangers at every door, and data that nobody asked for.

use std::time::Duration;

use segue_network::network::Standing;
use segue_network::transfer::TakeError;
use segue_testkit::hostile::{DOORS, Heard, Hostile, hello};
use serde_json::{Value, json};

use super::{liar, matters, reported, stranger, tree};
use crate::party::{PATIENCE, Party, teammates};
use crate::transfer::{give, sample, take};

fn want(sample: &crate::transfer::Sample) -> Value {
    json!({ "hash": sample.hash, "bytes": sample.bytes, "listed": false, "missing": [[0, 1]] })
}

#[tokio::test]
async fn a_stranger_gets_nothing_at_any_door_and_nobody_hears_of_it() {
    let (ann, ben) = teammates().await;
    let disk = tempfile::tempdir().unwrap();
    let sample = sample(disk.path(), 0);
    give(&ann, &ben, &sample);
    let before = tree(disk.path());
    let eve = stranger(&ann).await;
    let _here = eve.greet(ann.device(), "Eve").await.unwrap();
    // Doors that there are not.
    for protocol in [
        "/segue/pull/2",
        "/segue/pull/1/",
        "/segue/files/1",
        "/segue/admin/1",
        "/segue/",
        "/SEGUE/PULL/1",
        "/ipfs/id/1.0.0",
        "/x/../segue/pull/1",
    ] {
        let opened = eve.open(ann.device(), protocol).await;
        if let Some(mut talk) = opened {
            talk.send(&want(&sample)).await;
            assert_eq!(talk.hear().await, Heard::Ended, "{protocol}");
        }
    }
    // Not even read: nothing was said yet.
    for door in [DOORS[3], DOORS[5], DOORS[6], DOORS[7]] {
        let mut talk = eve.open(ann.device(), door).await.unwrap();
        assert_eq!(talk.message().await, json!("stranger"), "{door}");
        assert!(talk.is_ended().await, "{door}");
    }
    for lie in [want(&sample), json!({}), json!("whole")] {
        let mut pull = eve.open(ann.device(), DOORS[4]).await.unwrap();
        pull.send(&lie).await;
        assert_eq!(pull.hear().await, Heard::Ended, "{lie}");
    }
    let mut join = eve.open(ann.device(), DOORS[2]).await.unwrap();
    join.send(&json!({ "capability": [0], "about": { "name": "" } }))
        .await;
    assert_eq!(join.hear().await, Heard::Ended);
    assert_eq!(tree(disk.path()), before);
    let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn chunks_that_nobody_asked_for_are_not_read() {
    let mut ann = Party::new("Ann");
    let eve = Hostile::new().await;
    ann.count(eve.device(), Standing::Verified, Vec::new());
    eve.reach(ann.device(), ann.address().await).await.unwrap();
    let disk = tempfile::tempdir().unwrap();
    let mut chunk = vec![0, 0, 0, 0, 0, 0, 16, 0, 0];
    chunk.resize(1 << 20, 7);
    // Hello comes last: whoever breaks its rules is hung up on.
    for protocol in DOORS.into_iter().rev() {
        let mut talk = eve.open(ann.device(), protocol).await.unwrap();
        talk.raw(&chunk).await;
        assert!(talk.drain().await, "{protocol} is ended");
    }
    assert!(tree(disk.path()).is_empty());
    let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn a_giver_that_sends_chunks_before_it_answers_is_cut_off() {
    for first in [
        vec![0; 5000],
        b"\0\0\0\x02{}rest".to_vec(),
        b"\xff\xff\xff\xff".to_vec(),
        b"\0\0\0\x09\"nothing\"".to_vec(),
    ] {
        let mut ann = Party::new("Ann");
        let (eve, mut pulls) = liar(&mut ann).await;
        let disk = tempfile::tempdir().unwrap();
        let inbox = tempfile::tempdir().unwrap();
        let sample = sample(disk.path(), 1);
        let mut wanted = take(&ann, &sample, inbox.path());
        wanted.from = eve.device();
        let taking = ann.network.take(wanted);
        let mut pull = pulls.recv().await.unwrap();
        pull.raw(&first).await;
        let taken = tokio::time::timeout(PATIENCE, taking.wait()).await.unwrap();
        assert!(matches!(taken, Err(TakeError::Lied(_))), "{taken:?}");
        assert!(tree(inbox.path()).is_empty());
    }
}

#[tokio::test]
async fn whoever_is_not_verified_any_more_gets_no_further_byte() {
    let (ann, mut ben) = teammates().await;
    let (disk, inbox) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let sample = sample(disk.path(), 60);
    give(&ben, &ann, &sample);
    let taking = ann.network.take(take(&ben, &sample, inbox.path()));
    let mut progress = taking.progress();
    let moving = |at: &segue_network::transfer::Progress| {
        matches!(at, segue_network::transfer::Progress::Going { .. })
    };
    progress.wait_for(moving).await.unwrap();
    ben.forget(ann.device());
    // What was on its way may arrive; then there is silence.
    let end = |at: &segue_network::transfer::Progress| matches!(at, segue_network::transfer::Progress::Waiting { done, total } if done < total);
    let waited = tokio::time::timeout(Duration::from_secs(10), progress.wait_for(end)).await;
    assert!(waited.is_ok(), "it goes on: {:?}", ann.network.view());
    assert!(!inbox.path().join("whole").exists());
}

#[tokio::test]
async fn a_hidden_device_says_nothing_to_strangers() {
    let ann = Party::with("Ann", |config| {
        config.visibility = segue_network::network::Visibility::Teammates;
    });
    let eve = stranger(&ann).await;
    let mut talk = eve.open(ann.device(), DOORS[0]).await.unwrap();
    talk.send(&hello("Eve")).await;
    assert_eq!(talk.hear().await, Heard::Ended);
    let mut pair = eve.open(ann.device(), DOORS[1]).await.unwrap();
    pair.send(&json!({ "step": { "commit": vec![0_u8; 32] } }))
        .await;
    assert_eq!(pair.message().await, json!("not_visible"));
    let told = reported(ann).await;
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn a_stranger_gets_no_more_over_quic() {
    let ann = Party::with("Ann", |config| {
        config.transports = segue_network::network::Transports {
            tcp: false,
            quic: true,
        };
    });
    let eve = stranger(&ann).await;
    for door in [DOORS[3], DOORS[5], DOORS[6]] {
        let mut talk = eve.open(ann.device(), door).await.unwrap();
        assert_eq!(talk.message().await, json!("stranger"), "{door}");
    }
    let mut pull = eve.open(ann.device(), DOORS[4]).await.unwrap();
    assert_eq!(pull.hear().await, Heard::Ended);
    let mut kept = Vec::new();
    while let Some(talk) = eve.open(ann.device(), DOORS[2]).await {
        kept.push(talk);
        assert!(kept.len() < 40, "streams without end");
    }
    assert!(eve.until_connected(ann.device(), false).await);
    let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}
