//! Talks of verified devices that lie, flood, or say nothing.

use segue_network::network::Standing;
use segue_network::sync_session::{FRAME, Part, SyncError, WHOLE};
use segue_testkit::hostile::{DOORS, Hostile, SyncSession};
use serde_json::{Value, json};

use super::{matters, reported, verified};
use crate::party::{PATIENCE, Party};
use crate::talks::begun;

/// Begins a talk with this party, and says what was answered.
async fn open(eve: &Hostile, party: &Party, topic: &str) -> (SyncSession, Value) {
    let mut talk = eve.open(party.device(), DOORS[6]).await.unwrap();
    talk.send(&json!({ "topic": topic })).await;
    let answer = talk.message().await;
    (talk, answer)
}

/// A talk of a hostile device with a party: both ends.
async fn pair(
    eve: &Hostile,
    party: &mut Party,
) -> (SyncSession, segue_network::sync_session::SyncSession) {
    let (talk, answer) = open(eve, party, "a topic").await;
    assert_eq!(answer, json!("here"));
    let (device, _, ours) = begun(party).await;
    assert_eq!(device, eve.device());
    (talk, ours)
}

fn head(kind: u8, length: usize) -> Vec<u8> {
    let length = u32::try_from(length).unwrap();
    [&[kind][..], &length.to_be_bytes()].concat()
}

#[tokio::test]
async fn a_talk_of_lies_ends_at_the_first() {
    let mut ann = Party::new("Ann");
    let eve = verified(&mut ann).await;
    let hash = blake3::hash(b"four").as_bytes().to_vec();
    let lies = [
        // Frames and wholes that are larger than they may be: nothing of them follows.
        head(0, FRAME + 1),
        head(0, u32::MAX as usize),
        head(1, WHOLE + 1),
        // A whole that is more than it said, another than its hash says, or something else.
        [head(1, 4), hash.clone(), head(2, 5)].concat(),
        [head(1, 4), hash.clone(), head(2, 4), b"five".to_vec()].concat(),
        [head(1, 4), hash.clone(), head(0, 4)].concat(),
        [head(1, 4), hash, head(2, 0)].concat(),
        head(2, 4),
        head(9, 0),
        b"{\"topic\":\"again\"}".to_vec(),
    ];
    for (at, lie) in lies.iter().enumerate() {
        let (mut talk, mut ours) = pair(&eve, &mut ann).await;
        assert!(talk.raw(lie).await);
        let heard = tokio::time::timeout(PATIENCE, ours.receive(WHOLE)).await;
        let heard = heard.unwrap();
        assert!(matches!(heard, Err(SyncError::Lied(_))), "{at}: {heard:?}");
        assert!(talk.is_ended().await, "lie {at}");
        let after = ours.send(b"x").await;
        assert_eq!(after, Err(SyncError::Lost), "lie {at}");
    }
    assert!(eve.is_connected(ann.device()));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_promise_of_much_costs_no_memory() {
    let mut ann = Party::new("Ann");
    let eve = verified(&mut ann).await;
    let before = super::forget_peak();
    for _ in 0..8 {
        let (mut talk, mut ours) = pair(&eve, &mut ann).await;
        talk.raw(&[head(1, WHOLE), vec![0; 32], head(2, 1), vec![7]].concat())
            .await;
        talk.close().await;
        let heard = ours.receive(WHOLE).await;
        assert_eq!(heard, Err(SyncError::Lost));
    }
    let grown = super::peak() - before;
    println!("eight promises of 32 MiB: {grown} bytes more");
    assert!(grown < 16 * 1024 * 1024, "{grown} bytes more");
}

#[tokio::test]
async fn frames_without_end_end() {
    let mut ann = Party::new("Ann");
    let eve = verified(&mut ann).await;
    let (mut talk, mut ours) = pair(&eve, &mut ann).await;
    let flood = tokio::spawn(async move { while talk.raw(&head(0, 0).repeat(64)).await {} });
    let mut came = 0;
    let end = loop {
        match ours.receive(FRAME).await {
            Ok(Some(Part::Frame(_))) => came += 1,
            other => break other,
        }
    };
    assert_eq!((came, end), (256, Err(SyncError::TooMuch)));
    tokio::time::timeout(PATIENCE, flood)
        .await
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn one_who_says_nothing_is_not_waited_for() {
    let mut ann = Party::new("Ann");
    let eve = verified(&mut ann).await;
    // Nothing at all; half a frame; a whole that stops.
    for said in [vec![], head(0, 9), [head(1, 9), vec![0; 32]].concat()] {
        let (mut talk, mut ours) = pair(&eve, &mut ann).await;
        talk.raw(&said).await;
        ours.set_silence(std::time::Duration::from_millis(50));
        assert_eq!(ours.receive(WHOLE).await, Err(SyncError::Silent));
        assert!(talk.is_ended().await);
    }
}

#[tokio::test]
async fn nobody_has_more_than_two_talks_and_all_together_have_eight() {
    let mut ann = Party::new("Ann");
    let mut talks = Vec::new();
    let mut devices = Vec::new();
    for _ in 0..4 {
        let eve = verified(&mut ann).await;
        for _ in 0..2 {
            talks.push(pair(&eve, &mut ann).await);
        }
        assert_eq!(open(&eve, &ann, "a third").await.1, json!("busy"));
        devices.push(eve);
    }
    let late = verified(&mut ann).await;
    assert_eq!(open(&late, &ann, "a ninth").await.1, json!("busy"));
    // The place of one that is over is free at once.
    drop(talks.pop());
    let (mut talk, mut ours) = pair(&late, &mut ann).await;
    ours.send(b"x").await.unwrap();
    assert!(talk.raw(&head(0, 0)).await);
    assert_eq!(ours.receive(FRAME).await, Ok(Some(Part::Frame(Vec::new()))));
    drop((talks, talk, ours));
    let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn a_place_is_free_again_once_a_connection_is_cut() {
    let mut ann = Party::new("Ann");
    let eve = verified(&mut ann).await;
    // The application holds both, and does nothing with them.
    let _held = [pair(&eve, &mut ann).await, pair(&eve, &mut ann).await];
    assert_eq!(open(&eve, &ann, "a third").await.1, json!("busy"));
    ann.network.disconnect(eve.device()).await;
    assert!(eve.until_connected(ann.device(), false).await);
    eve.reach(ann.device(), ann.address().await).await.unwrap();
    pair(&eve, &mut ann).await;
}

#[tokio::test]
async fn talks_that_come_too_fast_are_not_told() {
    let mut ann = Party::new("Ann");
    let eve = verified(&mut ann).await;
    ann.read_on();
    let mut busy = 0;
    for _ in 0..100 {
        let (_, answer) = open(&eve, &ann, "again and again").await;
        busy += u32::from(answer == json!("busy"));
    }
    assert!(busy > 0, "a flood is slowed down");
}

#[tokio::test]
async fn a_talk_about_nothing_that_can_be_shown_is_not_heard_of() {
    let mut ann = Party::new("Ann");
    let eve = verified(&mut ann).await;
    let long = "x".repeat(201);
    for topic in ["", " ", "a\nb", "\u{1b}[31m", "a\u{202e}b", &long] {
        let mut talk = eve.open(ann.device(), DOORS[6]).await.unwrap();
        talk.send(&json!({ "topic": topic })).await;
        assert!(talk.is_ended().await, "{topic:?}");
    }
    let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn one_who_answers_a_talk_with_lies_gets_none() {
    let mut ann = Party::new("Ann");
    let (eve, _pulls) = super::liar(&mut ann).await;
    let mut talks = eve.serve(DOORS[6]);
    ann.count(eve.device(), Standing::Verified, vec![eve.address()]);
    for lie in [json!("yes"), json!({}), json!("here".repeat(1000))] {
        let (begun, ()) = tokio::join!(ann.network.open_sync(eve.device(), "a topic"), async {
            let mut talk = talks.recv().await.unwrap();
            assert_eq!(talk.message().await, json!({ "topic": "a topic" }));
            talk.send(&lie).await;
            talk.drain().await;
        });
        assert!(matches!(begun, Err(SyncError::Lied(_))), "{begun:?}");
    }
    for (answer, error) in [
        ("busy", SyncError::Busy),
        ("stranger", SyncError::NotVerified),
    ] {
        let (begun, ()) = tokio::join!(ann.network.open_sync(eve.device(), "a topic"), async {
            let mut talk = talks.recv().await.unwrap();
            talk.message().await;
            talk.send(&json!(answer)).await;
            talk.close().await;
        });
        assert_eq!(begun.err(), Some(error));
    }
}
