//! Hello as a weapon: floods, streams that end, connections that end, ways to others.

use std::net::Ipv4Addr;
use std::time::Duration;

use segue_network::Event;
use segue_network::identity::IdentityKey;
use segue_network::network::{Standing, Target};
use segue_testkit::hostile::{DOORS, Hostile, hello};
use serde_json::json;

use super::{greet_back, reported, stranger};
use crate::party::{Party, teammates};

/// How long something that could go on without end is watched.
const WATCHED: Duration = Duration::from_secs(4);

fn hellos(events: &[Event]) -> usize {
    let hello = |event: &&Event| matches!(event, Event::Hello { .. });
    events.iter().filter(hello).count()
}

#[tokio::test]
async fn a_stranger_that_says_hello_without_end_is_hung_up_on() {
    let ann = Party::new("Ann");
    let eve = stranger(&ann).await;
    // One stream after the other, each with many names.
    for stream in 0..12 {
        let Some(mut talk) = eve.open(ann.device(), DOORS[0]).await else {
            break;
        };
        for name in 0..8 {
            talk.send(&hello(&format!("Eve {stream} {name}"))).await;
        }
    }
    assert!(eve.until_connected(ann.device(), false).await);
    // It comes back and goes on.
    for again in 0..5 {
        if eve.reach(ann.device(), ann.address().await).await.is_ok()
            && let Some(mut talk) = eve.open(ann.device(), DOORS[0]).await
        {
            for name in 0..8 {
                talk.send(&hello(&format!("Eve again {again} {name}")))
                    .await;
            }
            talk.drain().await;
        }
    }
    let told = hellos(&reported(ann).await);
    assert!(told <= 30, "{told} hellos were reported");
}

#[tokio::test]
async fn a_hello_that_is_answered_and_dropped_is_not_tried_without_end() {
    let ann = Party::new("Ann");
    let eve = Hostile::new().await;
    let mut streams = eve.serve(DOORS[0]);
    let network = ann.network.clone();
    let at_eve = Target::Address(eve.address());
    tokio::spawn(async move { network.connect(at_eve).await });
    let mut opened = 0;
    let watching = async {
        while let Some(mut talk) = streams.recv().await {
            opened += 1;
            talk.send(&hello(&format!("Eve {opened}"))).await;
            talk.message().await;
            drop(talk);
        }
    };
    tokio::time::timeout(WATCHED, watching).await.ok();
    assert!((1..=10).contains(&opened), "{opened} hello streams");
    let told = hellos(&reported(ann).await);
    assert!(told <= 12, "{told} hellos were reported");
}

#[tokio::test]
async fn whoever_hangs_up_at_once_is_not_dialled_without_end() {
    let ann = Party::new("Ann");
    let eve = Hostile::new().await;
    let mut streams = eve.serve(DOORS[0]);
    let network = ann.network.clone();
    let at_eve = Target::Address(eve.address());
    tokio::spawn(async move { network.connect(at_eve).await });
    let mut times = 0;
    let watching = async {
        while let Some(mut talk) = streams.recv().await {
            times += 1;
            talk.message().await;
            talk.send(&hello("Eve")).await;
            // Read before we are gone.
            tokio::time::sleep(Duration::from_millis(20)).await;
            eve.leave(ann.device()).await;
        }
    };
    tokio::time::timeout(WATCHED, watching).await.ok();
    assert!((1..=6).contains(&times), "dialled {times} times");
}

#[tokio::test]
async fn nobody_sends_us_to_a_third_computer() {
    let mut ann = Party::new("Ann");
    let third = tokio::net::TcpListener::bind("127.0.0.77:0").await.unwrap();
    let at_third = third.local_addr().unwrap();
    let eve = stranger(&ann).await;
    let mut talk = eve.open(ann.device(), DOORS[0]).await.unwrap();
    let mut said = hello("Eve");
    let own = format!("/ip4/127.0.0.1/tcp/{}", eve.address().socket.port());
    said["hello"]["ways"] = json!([format!("/ip4/127.0.0.77/tcp/{}", at_third.port()), own]);
    talk.send(&said).await;
    let told = ann
        .until("a hello", |event| match event {
            Event::Hello { addresses, .. } => Some(addresses),
            _ => None,
        })
        .await;
    assert_eq!(told, [eve.address()]);
    eve.leave(ann.device()).await;
    ann.until("Eve is gone", |event| match event {
        Event::Gone { .. } => Some(()),
        _ => None,
    })
    .await;
    let dialled = tokio::time::timeout(WATCHED, third.accept()).await;
    assert!(dialled.is_err(), "{dialled:?}");
}

#[tokio::test]
async fn what_strangers_do_does_not_crowd_out_what_teammates_do() {
    let (mut ann, ben) = teammates().await;
    while ann.events.try_recv().is_ok() {}
    // The application does not read; strangers make all the noise they can.
    let mut crowd = Vec::new();
    for at in 1..=40 {
        let from = Ipv4Addr::new(127, 0, 4, at);
        let eve = Hostile::at(IdentityKey::generate(), from).await;
        if eve.reach(ann.device(), ann.address().await).await.is_err() {
            continue;
        }
        let mut here = eve.greet(ann.device(), "Eve").await.unwrap();
        for name in 0..8 {
            here.send(&hello(&format!("Eve {at} {name}"))).await;
        }
        crowd.push((eve, here));
    }
    let last = crowd.last().unwrap().0.device();
    ann.until_seen(|view| view.find(&last).is_some()).await;
    ben.network.stop().await;
    let (b, me) = (ben.device(), ann.device());
    assert_ne!(b, me);
    ann.until_seen(|view| view.find(&b).is_none()).await;
    let goodbye = ann
        .until(
            "Ben's goodbye is there among all the noise",
            |event| match event {
                Event::Gone { device, goodbye } if device == b => Some(goodbye),
                _ => None,
            },
        )
        .await;
    assert!(goodbye);
}

#[tokio::test]
async fn a_device_that_floods_hello_does_not_keep_a_teammate_out() {
    let mut ann = Party::new("Ann");
    let mut crowd = Vec::new();
    for at in 1..=10 {
        let from = Ipv4Addr::new(127, 0, 5, at);
        let eve = Hostile::at(IdentityKey::generate(), from).await;
        eve.reach(ann.device(), ann.address().await).await.unwrap();
        greet_back(&eve);
        crowd.push(eve);
    }
    let (a, at_ann) = (ann.device(), ann.address().await);
    let flooding = async {
        loop {
            for eve in &crowd {
                if !eve.is_connected(a) {
                    eve.reach(a, at_ann).await.ok();
                }
                if let Some(mut talk) = eve.open(a, DOORS[0]).await {
                    talk.send(&hello("Eve")).await;
                }
            }
        }
    };
    let meeting = async {
        for name in ["Ben", "Cid", "Dan"] {
            let mut mate = Party::new(name);
            ann.count(mate.device(), Standing::Verified, Vec::new());
            mate.count(a, Standing::Verified, vec![at_ann]);
            mate.network.connect(Target::Device(a)).await.unwrap();
            let here = mate.device();
            ann.until_seen(|view| view.find(&here).is_some()).await;
        }
    };
    tokio::select! {
        () = flooding => {},
        () = meeting => {},
    }
}
