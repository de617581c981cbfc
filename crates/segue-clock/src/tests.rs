//! Time that is put on, and that there is no such thing in a release.

use std::path::Path;

use super::clock_file::{Ahead, parse};
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
    let changes = clock.changes();
    std::fs::write(&file, "+120s").unwrap();
    changes.await;
    assert_eq!(clock.ahead(), 2 * MINUTE);
    // None of these puts it back, or on: the next change is the one after them.
    let changes = clock.changes();
    for text in ["+60s", "+1", "", "nonsense"] {
        std::fs::write(&file, text).unwrap();
    }
    std::fs::remove_file(&file).unwrap();
    std::fs::write(&file, "+180s\n").unwrap();
    changes.await;
    assert_eq!(clock.ahead(), 3 * MINUTE);
    let later = Clock {
        ahead: Ahead::following(Some(file.into())),
    };
    assert_eq!(later.ahead(), 3 * MINUTE, "a process begins with it");
}

#[test]
fn without_a_file_nobody_looks_for_one() {
    let ahead = Ahead::following(None);
    assert!(ahead.0.has_changed().is_err(), "nothing can put it on");
}

/// The compiler leaves out of a release what is marked, so it is enough that all of it is.
#[test]
fn only_what_a_release_leaves_out_follows_the_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut naming = Vec::new();
    for folder in ["crates", "src-tauri"] {
        sources(&root.join(folder), &mut |path, text| {
            let tests =
                path.ends_with("tests.rs") || path.components().any(|at| at.as_os_str() == "tests");
            let shipped = !tests && !path.components().any(|at| at.as_os_str() == "xtask");
            if shipped && code(text).any(|line| line.contains("SEGUE_CLOCK")) {
                naming.push(path.to_owned());
            }
        });
    }
    assert!(
        matches!(&naming[..], [one] if one.ends_with("segue-clock/src/clock_file.rs")),
        "{naming:?}"
    );
    let mut before = "";
    for line in code(include_str!("lib.rs")) {
        if line.contains("clock_file::") || line.contains("mod clock_file") {
            assert_eq!(before, "#[cfg(debug_assertions)]", "{line}");
        }
        before = line;
    }
}

/// Returns the lines of a source without comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("//"))
}

fn sources(folder: &Path, see: &mut impl FnMut(&Path, &str)) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, see);
        } else if path.extension().is_some_and(|end| end == "rs") {
            see(&path, &std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[tokio::test]
async fn what_is_flooded_is_over_in_time_all_the_same() {
    let (sender, mut flood) = tokio::sync::mpsc::channel(64);
    let source = tokio::spawn(async move { while sender.send(()).await.is_ok() {} });
    let endless = async {
        loop {
            // Always ready, as long as the source keeps up.
            flood.recv().await;
        }
    };
    let time = Duration::from_millis(10);
    assert_eq!(
        Clock::system().timeout(time, endless).await,
        Err::<(), _>(Elapsed)
    );
    drop(flood);
    source.await.unwrap();
}
