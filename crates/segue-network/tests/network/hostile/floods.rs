//! Connections and streams without end, and connections that never speak.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use segue_network::network::{Standing, Target};
use segue_network::transfer::Progress;
use segue_testkit::hostile::{DOORS, Hostile};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use super::stranger;
use crate::party::{PATIENCE, Party, teammates};
use crate::transfer::{give, sample, take};

/// How often a stranger connects, and for how long it goes on at most.
const CONNECTS: usize = 10_000;
const LONGEST: Duration = Duration::from_secs(60);

/// A connection from one of the loopback addresses.
async fn connect(from: Ipv4Addr, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(to).await
}

/// What a stranger says before it is gone.
async fn pester(from: Ipv4Addr, to: SocketAddr, at: usize) {
    let Ok(mut stream) = connect(from, to).await else {
        return;
    };
    let said: &[u8] = match at % 4 {
        0 => b"",
        1 => b"GET / HTTP/1.1\r\n\r\n",
        2 => b"\x13/multistream/1.0.0\n",
        _ => &[0xff; 600],
    };
    stream.write_all(said).await.ok();
    if at.is_multiple_of(3) {
        let mut byte = [0];
        tokio::time::timeout(Duration::from_millis(50), stream.read(&mut byte))
            .await
            .ok();
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_connects_of_a_stranger_disturb_nobody() {
    let (mut ann, ben) = teammates().await;
    let (disk, inbox) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let sample = sample(disk.path(), 40);
    give(&ben, &ann, &sample);
    let to = ann.address().await;
    let before = super::forget_peak();
    let taking = ann.network.take(take(&ben, &sample, inbox.path()));
    let mut progress = taking.progress();
    progress
        .wait_for(|at| matches!(at, Progress::Going { .. }))
        .await
        .unwrap();
    let flood = tokio::spawn(async move {
        let deadline = tokio::time::Instant::now() + LONGEST;
        let mut all = JoinSet::new();
        let mut done = 0;
        for at in 0..CONNECTS {
            if all.len() >= 64 {
                all.join_next().await;
                done += 1;
            }
            if tokio::time::Instant::now() > deadline {
                break;
            }
            let from = Ipv4Addr::new(127, 0, 6, u8::try_from(at % 3).unwrap() + 1);
            all.spawn(pester(from, to.socket, at));
        }
        done
    });
    let taken = tokio::time::timeout(PATIENCE, taking.wait()).await.unwrap();
    taken.unwrap();
    let during = !flood.is_finished();
    // While it goes on, a teammate comes in.
    let mut cid = Party::new("Cid");
    ann.count(cid.device(), Standing::Verified, Vec::new());
    cid.count(ann.device(), Standing::Verified, vec![to]);
    let met = cid.network.connect(Target::Device(ann.device())).await;
    assert!(met.is_ok(), "{met:?}, flooded: {during}");
    let done = flood.await.unwrap();
    assert!(done > 1000, "only {done} connects");
    ann.network.answers(ben.device()).await.unwrap();
    let dan = Party::new("Dan");
    assert_eq!(
        dan.meet(&ann).await.device,
        ann.device(),
        "and a stranger, too"
    );
    let grown = super::peak().saturating_sub(before);
    println!("{done} connects, during the transfer: {during}; {grown} bytes more");
    assert!(grown < 128 * 1024 * 1024, "{grown} bytes more");
}

#[tokio::test]
async fn connections_that_never_speak_are_closed_and_keep_nobody_out() {
    let mut ann = Party::new("Ann");
    let to = ann.address().await;
    let mut silent = Vec::new();
    for at in 0..100_u8 {
        let from = Ipv4Addr::new(127, 0, 7, at % 2 + 1);
        silent.push(connect(from, to.socket).await.unwrap());
    }
    let mut ben = Party::new("Ben");
    ann.count(ben.device(), Standing::Verified, Vec::new());
    ben.count(ann.device(), Standing::Verified, vec![to]);
    let met = ben.network.connect(Target::Device(ann.device())).await;
    assert!(met.is_ok(), "while they are silent: {met:?}");
    for mut stream in silent {
        let mut all = Vec::new();
        let closed = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut all)).await;
        assert!(closed.is_ok(), "it is closed by the other side");
    }
}

#[tokio::test]
async fn handshakes_that_stop_in_the_middle_from_many_computers_end() {
    let mut ann = Party::new("Ann");
    let to = ann.address().await;
    let mut silent = Vec::new();
    for at in 0..100_u8 {
        let from = Ipv4Addr::new(127, 0, 8, at + 1);
        let mut stream = connect(from, to.socket).await.unwrap();
        stream.write_all(b"\x13/multistream/1.0.0\n").await.ok();
        silent.push(stream);
    }
    // All places for new connections may be taken now. Those we make ourselves are not among them.
    let mut ben = Party::new("Ben");
    ben.count(ann.device(), Standing::Verified, Vec::new());
    let at_ben = ben.address().await;
    ann.count(ben.device(), Standing::Verified, vec![at_ben]);
    let met = ann.network.connect(Target::Device(ben.device())).await;
    assert!(met.is_ok(), "{met:?}");
    for mut stream in silent {
        let mut all = Vec::new();
        let closed = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut all)).await;
        assert!(closed.is_ok(), "it is closed by the other side");
    }
    let cid = Party::new("Cid");
    assert_eq!(cid.meet(&ann).await.device, ann.device());
}

#[tokio::test]
async fn a_stranger_that_opens_streams_without_end_is_hung_up_on() {
    let ann = Party::new("Ann");
    for door in DOORS {
        let eve = stranger(&ann).await;
        let mut kept = Vec::new();
        for _ in 0..40 {
            match eve.open(ann.device(), door).await {
                Some(talk) => kept.push(talk),
                None => break,
            }
        }
        let hung_up = eve.until_connected(ann.device(), false).await;
        assert!(hung_up, "{door}: {} streams", kept.len());
    }
    let ben = Party::new("Ben");
    assert_eq!(ben.meet(&ann).await.device, ann.device());
}

#[tokio::test]
async fn a_verified_device_that_opens_streams_without_end_keeps_nobody_out() {
    let (mut ann, ben) = teammates().await;
    let eve = Hostile::new().await;
    ann.count(eve.device(), Standing::Verified, Vec::new());
    eve.reach(ann.device(), ann.address().await).await.unwrap();
    let mut kept = Vec::new();
    for at in 0..400 {
        kept.extend(eve.open(ann.device(), DOORS[at % DOORS.len()]).await);
        if kept.len() > 60 {
            kept.drain(..30);
        }
    }
    let (disk, inbox) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let sample = sample(disk.path(), 5);
    give(&ben, &ann, &sample);
    let taking = ann.network.take(take(&ben, &sample, inbox.path()));
    tokio::time::timeout(PATIENCE, taking.wait())
        .await
        .unwrap()
        .unwrap();
    // Its silent streams end by themselves, and then it is served like anyone.
    for mut talk in kept {
        assert!(talk.drain().await, "a stream that says nothing ends");
    }
    let mut offer = eve.open(ann.device(), DOORS[4]).await.unwrap();
    offer
        .send(&serde_json::json!({ "hash": vec![0_u8; 32], "bytes": 1, "listed": true, "missing": [] }))
        .await;
    assert_eq!(offer.message().await, serde_json::json!("not_given"));
}
