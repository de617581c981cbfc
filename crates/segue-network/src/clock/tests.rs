//! Time that is put on, and that there is no such thing in a release.

use std::process::Command;

use super::ahead::{Ahead, parse};
use super::*;

const MINUTE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn whoever_waits_wakes_when_the_clock_is_put_on() {
    let (clock, hand) = Clock::by_hand();
    let (wall, reading) = (clock.now(), clock.monotonic());
    let one = clock.clone();
    let waiting = tokio::spawn(async move { one.sleep(3 * MINUTE).await });
    let two = clock.clone();
    let never = tokio::spawn(async move {
        let nothing = std::future::pending::<()>();
        two.timeout(MINUTE, nothing).await
    });
    tokio::task::yield_now().await;
    hand.advance(MINUTE);
    assert_eq!(never.await.unwrap(), Err(Elapsed));
    assert!(!waiting.is_finished(), "two more minutes are left");
    hand.advance(2 * MINUTE);
    waiting.await.unwrap();
    assert!(clock.since(reading) >= 3 * MINUTE);
    assert!(clock.now().duration_since(wall).as_secs() >= 180);
}

#[tokio::test]
async fn what_has_come_already_is_not_waited_for() {
    let clock = Clock::system();
    clock.sleep_until(clock.monotonic()).await;
    assert_eq!(clock.timeout(Duration::ZERO, async { 1 }).await, Ok(1));
}

#[test]
fn only_a_whole_time_is_understood() {
    for (text, expected) in [
        ("+180s", Some(180)),
        ("+0s\n", Some(0)),
        ("+4000000000s", Some(4_000_000_000)),
        ("+1", None),
        ("180s", None),
        ("+s", None),
        ("-5s", None),
        ("++5s", None),
        ("+5m", None),
        ("+1.5s", None),
        (" +5s", None),
        ("+5s\n\n", None),
        ("+99999999999s", None),
        ("", None),
    ] {
        assert_eq!(parse(text), expected.map(Duration::from_secs), "{text:?}");
    }
}

#[tokio::test]
async fn the_file_puts_the_clock_on_and_never_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("clock");
    let clock = Clock {
        ahead: Ahead::following(Some(file.clone().into())),
    };
    assert_eq!(
        clock.ahead(),
        Duration::ZERO,
        "without a file it is nothing"
    );
    for (text, expected) in [("+120s", 2), ("+60s", 2), ("nonsense", 2), ("+180s\n", 3)] {
        let reading = clock.monotonic();
        let changes = clock.changes();
        std::fs::write(&file, text).unwrap();
        if text.ends_with("0s") && expected == 2 && clock.ahead() == 2 * MINUTE {
            // Nothing is to happen: the next one that counts shows that this was passed over.
            continue;
        }
        if text != "nonsense" {
            changes.await;
        }
        assert_eq!(clock.ahead(), expected * MINUTE, "{text}");
        assert!(clock.monotonic() >= reading);
    }
}
