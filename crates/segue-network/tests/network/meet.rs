//! Connecting, hello, goodbye, who may see whom.

use segue_network::Event;
use segue_network::about::About;
use segue_network::network::{ConnectError, Standing, Target, Transports, Visibility};

use crate::party::{Party, config, teammates};

#[tokio::test]
async fn two_meet_by_address_and_each_learns_the_others_name() {
    for (tcp, quic) in [(true, false), (false, true)] {
        let transports = Transports { tcp, quic };
        let ann = Party::with("Ann", |config| config.transports = transports);
        let mut ben = Party::with("Ben\u{202e}", |config| config.transports = transports);
        let here = ann.meet(&ben).await;
        assert_eq!(here.device, ben.device());
        assert_eq!(here.about.name, "Ben");
        assert!(!here.knows_you);
        let (device, name) = ben
            .until("Ann says hello", |event| match event {
                Event::Hello { device, about, .. } => Some((device, about.name)),
                _ => None,
            })
            .await;
        assert_eq!((device, name.as_str()), (ann.device(), "Ann"));
    }
}

#[tokio::test]
async fn a_new_name_is_told_and_a_goodbye_is_heard() {
    let (ann, mut ben) = teammates().await;
    ann.network.set_about(About {
        name: "Anna".to_owned(),
        ..About::default()
    });
    ben.until("the new name", |event| match event {
        Event::Hello { about, .. } if about.name == "Anna" => Some(()),
        _ => None,
    })
    .await;
    ann.network.stop().await;
    let goodbye = ben
        .until("Ann is gone", |event| match event {
            Event::Gone { goodbye, .. } => Some(goodbye),
            _ => None,
        })
        .await;
    assert!(goodbye);
    assert!(ben.network.view().nearby.is_empty());
}

#[tokio::test]
async fn when_both_dial_at_once_one_connection_stays() {
    for _ in 0..10 {
        let (mut ann, mut ben) = (Party::new("Ann"), Party::new("Ben"));
        let (at_ann, at_ben) = (ann.address().await, ben.address().await);
        let (a, b) = (ann.device(), ben.device());
        ann.count(b, Standing::Verified, vec![at_ben]);
        ben.count(a, Standing::Verified, vec![at_ann]);
        let (one, other) = tokio::join!(
            ann.network.connect(Target::Device(b)),
            ben.network.connect(Target::Device(a)),
        );
        assert_eq!((one.unwrap().device, other.unwrap().device), (b, a));
        // It is of use: an answer comes over it, again and again.
        for _ in 0..5 {
            ann.network.answers(b).await.unwrap();
            ben.network.answers(a).await.unwrap();
        }
    }
}

#[tokio::test]
async fn blocking_closes_at_once_and_keeps_closed() {
    let (mut ann, ben) = teammates().await;
    let (a, b) = (ann.device(), ben.device());
    ann.count(b, Standing::Blocked, Vec::new());
    ann.until_seen(|view| view.nearby.is_empty()).await;
    ben.until_seen(|view| view.find(&a).is_none()).await;
    let again = ben.network.connect(Target::Device(a)).await;
    assert!(again.is_err(), "{again:?}");
    let asked = ann.network.connect(Target::Device(b)).await;
    assert_eq!(asked, Err(ConnectError::Blocked));
}

#[tokio::test]
async fn another_key_at_a_known_address_is_noticed_and_changes_nothing() {
    let (mut ann, ben) = (Party::new("Ann"), Party::new("Ben"));
    let at_ben = ben.address().await;
    ann.count(ben.device(), Standing::Verified, vec![at_ben]);
    ann.network
        .connect(Target::Device(ben.device()))
        .await
        .unwrap();
    let known = ben.device();
    ben.network.stop().await;
    drop(ben);
    let imposter = Party::with("Ben", |config| {
        config.listen = segue_network::network::Listen::At(vec![at_ben.socket]);
    });
    assert_eq!(imposter.address().await, at_ben);
    let result = ann.network.connect(Target::Device(known)).await;
    assert_eq!(result, Err(ConnectError::WrongKey(Some(imposter.device()))));
    let found = ann
        .until("the wrong key is reported", |event| match event {
            Event::WrongKey { device, found, .. } => Some((device, found)),
            _ => None,
        })
        .await;
    assert_eq!(found, (known, Some(imposter.device())));
}

#[tokio::test]
async fn wrong_ways_do_not_keep_us_from_the_right_one() {
    let (mut ann, ben) = (Party::new("Ann"), Party::new("Ben"));
    let others = [Party::new("Eve"), Party::new("Eve"), Party::new("Eve")];
    let mut ways = Vec::new();
    for party in others.iter().chain([&ben]) {
        ways.push(party.address().await);
    }
    ann.count(ben.device(), Standing::Verified, ways);
    let met = ann.network.connect(Target::Device(ben.device())).await;
    assert_eq!(met.map(|here| here.device), Ok(ben.device()));
}

#[tokio::test]
async fn it_stops_with_its_last_handle() {
    let (ann, mut ben) = teammates().await;
    let device = ann.device();
    let clone = ann.network.clone();
    drop(ann);
    clone.answers(ben.device()).await.unwrap();
    drop(clone);
    let goodbye = ben.until("Ann is gone", |event| match event {
        Event::Gone {
            device: gone,
            goodbye,
        } if gone == device => Some(goodbye),
        _ => None,
    });
    assert!(goodbye.await, "with a goodbye");
}

#[tokio::test]
async fn strangers_see_nobody_who_hides_and_teammates_do() {
    for visibility in [Visibility::Teammates, Visibility::Hidden] {
        let mut ann = Party::with("Ann", |config| config.visibility = visibility);
        let (mut ben, stranger) = (Party::new("Ben"), Party::new("Eve"));
        ann.count(ben.device(), Standing::Verified, Vec::new());
        ben.count(ann.device(), Standing::Verified, Vec::new());
        let at_ann = ann.address().await;
        assert_eq!(ben.meet(&ann).await.about.name, "Ann");
        let refused = stranger.network.connect(Target::Address(at_ann)).await;
        assert_eq!(refused, Err(ConnectError::NotSegue));
        let asked = stranger.network.pair(ann.device()).await;
        assert!(asked.is_err(), "{asked:?}");
    }
}

#[tokio::test]
async fn whoever_hides_does_not_come_back_by_itself() {
    let (ann, cid) = (Party::new("Ann"), Party::new("Cid"));
    ann.meet(&cid).await;
    let device = ann.device();
    let here = |view: &segue_network::network::View| view.find(&device).is_some();
    cid.until_seen(here).await;
    // A connection that lasted is made anew when it is lost, but not by someone who hides.
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    ann.network.set_visibility(Visibility::Hidden);
    cid.until_seen(|view| !here(view)).await;
    let mut views = cid.network.views();
    let back = views.wait_for(|view| here(view));
    let back = tokio::time::timeout(std::time::Duration::from_secs(4), back).await;
    assert!(back.is_err(), "a stranger sees her again");
}

#[tokio::test]
async fn errors_say_what_is_known() {
    let ann = Party::new("Ann");
    let at_ann = ann.address().await;
    let own = ann.network.connect(Target::Address(at_ann)).await;
    assert_eq!(own, Err(ConnectError::Ourselves));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let closed = listener.local_addr().unwrap();
    drop(listener);
    let nothing = segue_network::address::Address::tcp(closed);
    let refused = ann.network.connect(Target::Address(nothing)).await;
    assert_eq!(refused, Err(ConnectError::NoAnswer(closed.to_string())));
    let unknown = Party::new("Ben").device();
    let nowhere = ann.network.connect(Target::Device(unknown)).await;
    assert_eq!(nowhere, Err(ConnectError::NotFound));
}

#[tokio::test]
async fn a_panic_inside_is_survived() {
    let (ann, mut ben) = teammates().await;
    let a = ann.device();
    ben.network.fail_on_purpose().await;
    ben.until("it starts again", |event| match event {
        Event::Restarted => Some(()),
        _ => None,
    })
    .await;
    // Its listeners are at other ports now, so it is the one to dial.
    ben.until_seen(|view| view.restarts == 1 && view.find(&a).is_some())
        .await;
    ben.network.answers(a).await.unwrap();
}

#[tokio::test]
async fn a_port_that_is_taken_is_no_reason_not_to_start() {
    let taken = std::net::TcpListener::bind("0.0.0.0:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let mut config = config("Ann");
    // Everywhere means every interface; nothing is announced and nobody is dialled.
    config.listen = segue_network::network::Listen::Everywhere(port);
    let (network, _events) = segue_network::Network::start(config).unwrap();
    let mut views = network.views();
    let view = views
        .wait_for(|view| !view.listening.is_empty())
        .await
        .unwrap()
        .clone();
    assert!(view.listening.iter().any(|way| way.socket.port() != port));
}
