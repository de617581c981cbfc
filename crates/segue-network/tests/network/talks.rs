//! Talks between real networks.

use segue_network::network::Standing;
use segue_network::sync_session::{FRAME, Part, SyncError, SyncSession, TOPIC, WHOLE};
use segue_network::{DeviceId, Event};

use crate::party::{EACH, PATIENCE, Party, teammates, teammates_over};

const TOPIC_OF_TESTS: &str = "conversation/7f3e";

/// The next talk that someone begins with this one.
pub async fn begun(party: &mut Party) -> (DeviceId, String, SyncSession) {
    let is = |event| match event {
        Event::SyncSession {
            device,
            topic,
            talk,
        } => Some((device, topic, talk)),
        _ => None,
    };
    party.until("a talk", is).await
}

/// Both ends of a talk.
async fn talk(from: &Party, to: &mut Party) -> (SyncSession, SyncSession) {
    let (ours, (device, topic, theirs)) = tokio::join!(
        from.network.open_sync(to.network.device(), TOPIC_OF_TESTS),
        begun(to)
    );
    assert_eq!((device, topic.as_str()), (from.device(), TOPIC_OF_TESTS));
    (ours.unwrap(), theirs)
}

fn frame(bytes: &[u8]) -> Result<Option<Part>, SyncError> {
    Ok(Some(Part::Frame(bytes.to_vec())))
}

/// Bytes that do not repeat.
fn noise(size: usize) -> Vec<u8> {
    let mut bytes = vec![0; size];
    blake3::Hasher::new().finalize_xof().fill(&mut bytes);
    bytes
}

/// What an end hears next, which must not take long.
async fn soon(talk: &mut SyncSession) -> Result<Option<Part>, SyncError> {
    let receiving = talk.receive(FRAME);
    tokio::time::timeout(PATIENCE, receiving).await.unwrap()
}

#[tokio::test]
async fn frames_and_wholes_go_both_ways_until_one_side_finishes() {
    for transports in EACH {
        let (mut ann, mut ben) = teammates_over(transports).await;
        for turned in [false, true] {
            let (mut one, mut other) = if turned {
                talk(&ben, &mut ann).await
            } else {
                talk(&ann, &mut ben).await
            };
            let large = noise(FRAME);
            for frame in [&b""[..], b"x", &large] {
                let (sent, came) = tokio::join!(one.send(frame), other.receive(FRAME));
                assert_eq!(sent, Ok(()));
                assert!(came == self::frame(frame), "{} bytes", frame.len());
                let (sent, came) = tokio::join!(other.send(frame), one.receive(FRAME));
                assert_eq!(sent, Ok(()));
                assert!(came == self::frame(frame), "{} bytes", frame.len());
            }
            for size in [0, 1, FRAME, FRAME + 1, 5 * FRAME - 7] {
                let whole = noise(size);
                let (sent, came) = tokio::join!(other.send_whole(&whole), one.receive(WHOLE));
                assert_eq!(sent, Ok(()));
                assert!(came == Ok(Some(Part::Whole(whole))), "{size} bytes");
            }
            one.send(b"last").await.unwrap();
            let (finished, ()) = tokio::join!(one.finish(), async {
                assert_eq!(other.receive(FRAME).await, frame(b"last"));
                assert_eq!(other.receive(FRAME).await, Ok(None));
            });
            assert_eq!(finished, Ok(()));
        }
    }
}

#[tokio::test]
async fn the_largest_whole_comes_as_it_was() {
    let (ann, mut ben) = teammates().await;
    let (mut one, mut other) = talk(&ann, &mut ben).await;
    let whole = noise(WHOLE);
    let (sent, came) = tokio::join!(one.send_whole(&whole), other.receive(WHOLE));
    assert_eq!(sent, Ok(()));
    assert!(came == Ok(Some(Part::Whole(whole))));
}

#[tokio::test]
async fn what_is_too_large_is_not_sent_and_the_talk_goes_on() {
    let (ann, mut ben) = teammates().await;
    let (mut one, mut other) = talk(&ann, &mut ben).await;
    let large = vec![0; WHOLE + 1];
    assert_eq!(one.send(&large[..=FRAME]).await, Err(SyncError::TooLong));
    assert_eq!(one.send_whole(&large).await, Err(SyncError::TooLong));
    one.send(b"still here").await.unwrap();
    assert_eq!(soon(&mut other).await, frame(b"still here"));
    // More than the other side is ready for ends it.
    one.send(b"four").await.unwrap();
    assert_eq!(other.receive(3).await, Err(SyncError::TooLong));
    assert_eq!(soon(&mut one).await, Err(SyncError::Lost));
}

#[tokio::test]
async fn dropping_an_end_ends_the_other() {
    for transports in EACH {
        let (ann, mut ben) = teammates_over(transports).await;
        let (one, mut other) = talk(&ann, &mut ben).await;
        drop(one);
        assert_eq!(soon(&mut other).await, Err(SyncError::Lost));
        assert_eq!(other.send(b"x").await, Err(SyncError::Lost));
        let (mut one, other) = talk(&ann, &mut ben).await;
        // As an application does that does not want it.
        drop(other);
        assert_eq!(soon(&mut one).await, Err(SyncError::Lost));
        let (mut one, mut other) = talk(&ann, &mut ben).await;
        one.send(b"x").await.unwrap();
        {
            // A call that is let go of half way: what was read of a frame is gone.
            let waiting = one.receive(FRAME);
            tokio::pin!(waiting);
            let now = futures_util::poll!(&mut waiting);
            assert!(now.is_pending());
        }
        assert_eq!(one.send(b"y").await, Err(SyncError::Lost));
        assert_eq!(soon(&mut other).await, frame(b"x"));
        assert_eq!(soon(&mut other).await, Err(SyncError::Lost));
    }
}

#[tokio::test]
async fn silence_ends_a_talk() {
    let (ann, mut ben) = teammates().await;
    let (mut one, mut other) = talk(&ann, &mut ben).await;
    one.set_silence(std::time::Duration::from_millis(50));
    assert_eq!(one.receive(FRAME).await, Err(SyncError::Silent));
    assert_eq!(soon(&mut other).await, Err(SyncError::Lost));
}

#[tokio::test]
async fn blocking_someone_ends_a_talk_even_if_the_application_holds_it() {
    for transports in EACH {
        let (ann, mut ben) = teammates_over(transports).await;
        let (mut one, mut other) = talk(&ann, &mut ben).await;
        let (mut idle, _held) = talk(&ann, &mut ben).await;
        let (ended, ()) = tokio::join!(soon(&mut one), async {
            ben.count(ann.network.device(), Standing::Blocked, Vec::new());
        });
        assert_eq!(ended, Err(SyncError::Lost));
        assert_eq!(soon(&mut idle).await, Err(SyncError::Lost));
        assert_eq!(soon(&mut other).await, Err(SyncError::Lost));
        let ann_device = ann.device();
        ben.until_seen(|view| view.find(&ann_device).is_none())
            .await;
        let again = ben.network.open_sync(ann_device, TOPIC_OF_TESTS).await;
        assert_eq!(again.err(), Some(SyncError::NotVerified));
    }
}

#[tokio::test]
async fn a_network_that_stops_lets_go_of_its_talks() {
    let (ann, mut ben) = teammates().await;
    let (mut one, mut other) = talk(&ann, &mut ben).await;
    ann.network.stop().await;
    assert_eq!(soon(&mut other).await, Err(SyncError::Lost));
    assert_eq!(soon(&mut one).await, Err(SyncError::Lost));
}

#[tokio::test]
async fn after_a_panic_in_the_network_old_talks_end_and_new_ones_begin() {
    let (mut ann, mut ben) = teammates().await;
    let (mut one, mut other) = talk(&ann, &mut ben).await;
    ben.network.fail_on_purpose().await;
    assert_eq!(soon(&mut one).await, Err(SyncError::Lost));
    assert_eq!(soon(&mut other).await, Err(SyncError::Lost));
    ben.until_seen(|view| view.restarts == 1).await;
    for _ in 0..2 {
        let (mut one, mut other) = talk(&ben, &mut ann).await;
        one.send(b"again").await.unwrap();
        assert_eq!(soon(&mut other).await, frame(b"again"));
        let (mut one, mut other) = talk(&ann, &mut ben).await;
        one.send(b"again").await.unwrap();
        assert_eq!(soon(&mut other).await, frame(b"again"));
    }
}

#[tokio::test]
async fn a_third_talk_waits_for_its_turn() {
    let (mut ann, mut ben) = teammates().await;
    let (first, other) = talk(&ann, &mut ben).await;
    let (_second, _another) = talk(&ann, &mut ben).await;
    let (network, device) = (ann.network.clone(), ben.device());
    let third = tokio::spawn(async move { network.open_sync(device, TOPIC_OF_TESTS).await });
    // The other direction has turns of its own; meanwhile one that did not wait would be refused.
    for _ in 0..3 {
        let (mut back, mut here) = talk(&ben, &mut ann).await;
        back.send(b"x").await.unwrap();
        assert_eq!(soon(&mut here).await, frame(b"x"));
    }
    assert!(!third.is_finished());
    drop((other, first));
    let third = tokio::time::timeout(PATIENCE, third).await.unwrap();
    assert!(third.unwrap().is_ok());
}

#[tokio::test]
async fn a_talk_is_about_something_and_with_someone_verified() {
    let (mut ann, mut ben) = teammates().await;
    let long = "x".repeat(TOPIC + 1);
    for topic in ["", "a\nb", "a\u{202e}b", &long] {
        let refused = ann.network.open_sync(ben.device(), topic).await;
        assert_eq!(refused.err(), Some(SyncError::Topic), "{topic:?}");
    }
    let longest = "x".repeat(TOPIC);
    let (_talk, (_, topic, _)) = tokio::join!(
        ann.network.open_sync(ben.device(), &longest),
        begun(&mut ben)
    );
    assert_eq!(topic, longest);
    ann.forget(ben.device());
    let refused = ann.network.open_sync(ben.device(), TOPIC_OF_TESTS).await;
    assert_eq!(refused.err(), Some(SyncError::NotVerified));
}
