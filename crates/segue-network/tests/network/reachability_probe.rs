//! How two real networks see each other.

use std::net::{IpAddr, Ipv4Addr};

use segue_network::network::{ConnectError, Standing};
use segue_network::reachability_probe::{Back, ProbeError, Tried};

use crate::party::{EACH, Party, teammates, teammates_over};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Both clocks are this computer's.
fn is_near(ahead: i64) -> bool {
    ahead.abs() < 60_000
}

#[tokio::test]
async fn each_reaches_the_other_where_it_listens() {
    let (ann, ben) = teammates().await;
    let (at_ann, at_ben) = (ann.address().await.socket, ben.address().await.socket);
    for (one, ours, other, theirs) in [(&ann, at_ann, &ben, at_ben), (&ben, at_ben, &ann, at_ann)] {
        let seen = one
            .network
            .probe_reachability(other.device())
            .await
            .unwrap();
        let opened = vec![(ours.port(), Tried::Opened)];
        assert_eq!(seen.back, Back::Tried(HERE, opened));
        assert_eq!(seen.there, [(theirs, Tried::Opened)]);
        assert!(is_near(seen.ahead), "{seen:?}");
    }
}

#[tokio::test]
async fn without_a_port_there_is_nothing_to_try_and_the_clock_is_told() {
    let (ann, ben) = teammates_over(EACH[1]).await;
    let seen = ann.network.probe_reachability(ben.device()).await.unwrap();
    assert_eq!((seen.back, seen.there), (Back::Nowhere, Vec::new()));
    assert!(is_near(seen.ahead));
}

#[tokio::test]
async fn who_asks_again_at_once_is_told_when_to() {
    let (ann, ben) = teammates().await;
    ann.network.probe_reachability(ben.device()).await.unwrap();
    let seen = ann.network.probe_reachability(ben.device()).await.unwrap();
    assert!(matches!(seen.back, Back::Later(1..=10)), "{seen:?}");
    assert!(is_near(seen.ahead));
    // The other way round nobody asked yet.
    let seen = ben.network.probe_reachability(ann.device()).await.unwrap();
    assert!(matches!(seen.back, Back::Tried(..)), "{seen:?}");
}

#[tokio::test]
async fn only_those_who_verified_each_other_ask_and_are_answered() {
    let (mut ann, mut ben) = teammates().await;
    let asked = |party: &Party, other: &Party| {
        let (network, device) = (party.network.clone(), other.device());
        async move { network.probe_reachability(device).await.unwrap_err() }
    };
    ben.forget(ann.device());
    // The connection closes at once, and another one may be on its way.
    let mut answer = asked(&ann, &ben).await;
    for _ in 0..50 {
        if !matches!(answer, ProbeError::Lost | ProbeError::Connect(_)) {
            break;
        }
        ann.network.answers(ben.device()).await.ok();
        answer = asked(&ann, &ben).await;
    }
    assert_eq!(answer, ProbeError::Stranger);
    assert_eq!(asked(&ben, &ann).await, ProbeError::NotVerified);
    ann.count(ben.device(), Standing::Waiting, Vec::new());
    assert_eq!(asked(&ann, &ben).await, ProbeError::NotVerified);
    ann.count(ben.device(), Standing::Blocked, Vec::new());
    assert_eq!(asked(&ann, &ben).await, ProbeError::NotVerified);
    // Whoever is blocked does not even get a connection.
    ben.count(ann.device(), Standing::Verified, Vec::new());
    ben.until_seen(|view| view.nearby.is_empty()).await;
    let none = asked(&ben, &ann).await;
    assert!(
        matches!(
            none,
            ProbeError::Connect(ConnectError::NotFound | ConnectError::NoAnswer(_))
                | ProbeError::Lost
        ),
        "{none:?}"
    );
}
