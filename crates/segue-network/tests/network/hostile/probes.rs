//! Probes as a weapon: making others knock at doors, and answers that are lies.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use segue_network::identity::IdentityKey;
use segue_network::network::Standing;
use segue_network::reachability_probe::{Back, PORTS, ProbeError, Tried};
use segue_testkit::hostile::{DOORS, Hostile, SyncSession};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{liar, matters, reported};
use crate::party::{PATIENCE, Party};

/// Where the hostile device is, and a third computer that it has no business with.
const EVE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const THIRD: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);

/// Counts who knocks at this address.
async fn counted(at: SocketAddr) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind(at).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let knocks = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&knocks);
    tokio::spawn(async move {
        while listener.accept().await.is_ok() {
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    (port, knocks)
}

/// A verified device at an address of its own that said hello, and the stream that keeps it here.
async fn here(party: &mut Party) -> (Hostile, SyncSession) {
    let eve = Hostile::at(IdentityKey::generate(), EVE).await;
    party.count(eve.device(), Standing::Verified, Vec::new());
    eve.reach(party.device(), party.address().await)
        .await
        .unwrap();
    let mut talk = eve.open(party.device(), DOORS[0]).await.unwrap();
    let mut said = segue_testkit::hostile::hello("Eve");
    // Where it says that it is does not count.
    said["hello"]["ways"] = json!([format!("/ip4/{THIRD}/tcp/5")]);
    talk.send(&said).await;
    let device = eve.device();
    party.until_seen(|view| view.find(&device).is_some()).await;
    (eve, talk)
}

async fn ask(eve: &Hostile, party: &Party, ports: &[u16]) -> Value {
    let mut talk = eve.open(party.device(), DOORS[7]).await.unwrap();
    talk.send(&json!({ "ports": ports, "at": THIRD, "ip": THIRD }))
        .await;
    talk.message().await["answer"].take()
}

#[tokio::test]
async fn nobody_knocks_elsewhere_than_at_whoever_asks_nor_at_many_doors() {
    let mut ann = Party::new("Ann");
    let (eve, _here) = here(&mut ann).await;
    let (mut ports, mut at_eve, mut elsewhere) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..6 {
        let (port, knocks) = counted((EVE, 0).into()).await;
        ports.push(port);
        at_eve.push(knocks);
        elsewhere.push(counted((THIRD, port).into()).await.1);
        elsewhere.push(counted((Ipv4Addr::LOCALHOST, port).into()).await.1);
    }
    // Each many times, and one that is none.
    let named: Vec<u16> = [0].into_iter().chain(ports.repeat(20)).collect();
    let answer = ask(&eve, &ann, &named).await;
    assert_eq!(answer["at"], json!(EVE), "{answer}");
    let tried: Vec<Value> = ports[..PORTS]
        .iter()
        .map(|port| json!([port, "opened"]))
        .collect();
    assert_eq!(answer["tried"], json!(tried));
    let knocks = |all: &[Arc<AtomicUsize>]| -> Vec<usize> {
        all.iter().map(|one| one.load(Ordering::SeqCst)).collect()
    };
    assert_eq!(knocks(&at_eve), [1, 1, 1, 1, 0, 0]);
    assert_eq!(knocks(&elsewhere), [0; 12]);
    // More of them at once are answered without knocking.
    for answer in futures_util::future::join_all((0..15).map(|_| ask(&eve, &ann, &ports))).await {
        assert_eq!(answer["tried"], json!([]));
        assert!(answer["wait"].as_u64().unwrap() > 0, "{answer}");
    }
    assert_eq!(knocks(&at_eve), [1, 1, 1, 1, 0, 0]);
    assert_eq!(knocks(&elsewhere), [0; 12]);
    drop(eve);
    let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn whoever_said_no_hello_is_nowhere_to_be_tried() {
    let mut ann = Party::new("Ann");
    let eve = super::verified(&mut ann).await;
    let (port, knocks) = counted((Ipv4Addr::LOCALHOST, 0).into()).await;
    let answer = ask(&eve, &ann, &[port]).await;
    assert_eq!(
        (&answer["at"], &answer["tried"]),
        (&json!(null), &json!([]))
    );
    assert_eq!(knocks.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn one_that_does_not_know_the_question_is_told_apart() {
    let mut ann = Party::new("Ann");
    let (eve, _pulls) = liar(&mut ann).await;
    let none = ann.network.probe_reachability(eve.device()).await;
    assert_eq!(none, Err(ProbeError::NotKnown));
}

#[tokio::test]
async fn answers_are_bounded_and_lies_are_no_answers() {
    let mut ann = Party::new("Ann");
    let (eve, _pulls) = liar(&mut ann).await;
    let mut questions = eve.serve(DOORS[7]);
    let (open, knocks) = counted((Ipv4Addr::LOCALHOST, 0).into()).await;
    let many: Vec<u16> = std::iter::repeat_n(open, 30).chain(1..30).collect();
    let answer = |time: Value, tried: Value, wait: Value, ports: Value| json!({ "answer": { "time": time, "at": THIRD, "tried": tried, "wait": wait, "ports": ports } });
    let ours = ann.address().await.socket.port();
    let lies = [
        answer(
            json!(u64::MAX),
            json!([[ours, "silent"], [ours, "opened"], [9, "opened"]]),
            json!(0),
            json!(many),
        ),
        answer(json!(0), json!([[9, "opened"]]), json!(u64::MAX), json!([])),
        answer(json!(-1), json!([]), json!(0), json!([])),
        answer(json!(0), json!([[70_000, "opened"]]), json!(0), json!([])),
        answer(json!(0), json!([]), json!(0), json!(vec![1; 2000])),
        json!("something else"),
        json!({}),
    ];
    let device = eve.device();
    let mut seen = Vec::new();
    for lie in &lies {
        let network = ann.network.clone();
        let looking = tokio::spawn(async move { network.probe_reachability(device).await });
        let mut talk = questions.recv().await.unwrap();
        assert_eq!(talk.message().await, json!({ "ports": [ours] }));
        talk.send(lie).await;
        let looked = tokio::time::timeout(PATIENCE, looking).await.unwrap();
        seen.push(looked.unwrap());
    }
    let first = seen[0].as_ref().unwrap();
    assert!(first.ahead > 0, "{first:?}");
    assert_eq!(
        first.back,
        Back::Tried(THIRD.into(), vec![(ours, Tried::Silent)])
    );
    // Its own address alone is tried, at no more doors than are allowed and each once.
    assert_eq!(first.there.len(), PORTS);
    assert!(
        first
            .there
            .iter()
            .all(|(at, _)| at.ip() == Ipv4Addr::LOCALHOST)
    );
    assert_eq!(knocks.load(Ordering::SeqCst), 1);
    let second = seen[1].as_ref().unwrap();
    assert!(second.ahead < 0 && second.there.is_empty(), "{second:?}");
    assert!(matches!(second.back, Back::Later(1..=60)), "{second:?}");
    for (lie, other) in lies.iter().zip(&seen).skip(2) {
        assert_eq!(other, &Err(ProbeError::Lost), "{lie}");
    }
}

#[tokio::test]
async fn one_that_never_answers_is_not_waited_for_without_end() {
    let mut ann = Party::new("Ann");
    let (eve, _pulls) = liar(&mut ann).await;
    let mut questions = eve.serve(DOORS[7]);
    let kept = tokio::spawn(async move {
        let mut all = Vec::new();
        while let Some(talk) = questions.recv().await {
            all.push(talk);
        }
    });
    let looked = tokio::time::timeout(
        Duration::from_secs(60),
        ann.network.probe_reachability(eve.device()),
    );
    assert_eq!(looked.await.unwrap(), Err(ProbeError::Lost));
    kept.abort();
}
