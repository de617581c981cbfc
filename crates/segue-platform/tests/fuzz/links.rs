//! Links are not followed, pipes are not waited for, and a file may change while it is read.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use rustix::fs::{CWD, Mode};
use segue_conversation::{Fate, Message};
use segue_platform::{Limits, PlatformError, Reading, Session};

use super::home::{Home, PLATFORMS, Tree, export, file_of, platform, walk};
use super::readers::read_all;

/// Fails instead of waiting for ever.
fn soon<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, wait) = mpsc::sync_channel(1);
    std::thread::spawn(move || done.send(work()));
    wait.recv_timeout(Duration::from_secs(30))
        .unwrap_or_else(|_| panic!("{what} waits"))
}

fn pipe(path: &Path) {
    rustix::fs::mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR).unwrap();
}

/// The files an agent reads, biggest first.
fn files(home: &Home) -> Vec<PathBuf> {
    let mut tree = Tree::new();
    walk(&home.home, &mut tree);
    let mut found: Vec<PathBuf> = tree.into_keys().filter(|path| path.is_file()).collect();
    found.sort_by_key(|path| std::cmp::Reverse(path.metadata().unwrap().len()));
    found
}

#[test]
fn pipes_in_the_place_of_files_are_not_waited_for() {
    for id in PLATFORMS {
        for place in 0..3 {
            soon(id, move || {
                let home = Home::with_scene(id, false);
                let all = files(&home);
                let Some(path) = all.get(place) else { return };
                std::fs::remove_file(path).unwrap();
                pipe(path);
                read_all(id, &home, &Limits::default());
                let file = file_of(id, false).to_string();
                home.import(id, file.as_bytes()).ok();
            });
        }
    }
}

#[test]
fn pipes_beside_a_session_are_not_waited_for() {
    for (id, folders) in [
        ("claude-code", &["subagents", "tool-results"][..]),
        ("gemini-cli", &["", "../tool-outputs"]),
    ] {
        soon(id, move || {
            let home = Home::with_scene(id, false);
            let session = home.session(id);
            let stem = session.path.with_extension("");
            for folder in folders {
                let folder = stem.join(folder);
                std::fs::create_dir_all(&folder).unwrap();
                for name in ["a.jsonl", "a.txt", "a.json"] {
                    pipe(&folder.join(name));
                }
            }
            assert!(read_all(id, &home, &Limits::default()) > 3);
        });
    }
}

/// A home in which a session, or the folder it is in, is a link into another home.
fn linked(id: &str, real: &Home, up: usize) -> Home {
    let session = real.session(id);
    let target = session.path.ancestors().nth(up).unwrap();
    let home = Home::new();
    let place = home.home.join(target.strip_prefix(&real.home).unwrap());
    if place.exists() {
        std::fs::remove_dir_all(&place)
            .or_else(|_| std::fs::remove_file(&place))
            .unwrap();
    }
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
    symlink(target, &place).unwrap();
    home
}

#[test]
fn a_link_in_the_place_of_a_session_is_not_followed() {
    for id in PLATFORMS {
        let real = Home::with_scene(id, false);
        let home = linked(id, &real, 0);
        let found = platform(id).find(&home.place).unwrap_or_default();
        assert!(found.is_empty(), "{id} lists {found:?}");
        // Nor when somebody names it, or swaps it in after the list was made.
        let mut session = real.session(id);
        let inside = session.path.strip_prefix(&real.home).unwrap();
        session.path = home.home.join(inside);
        let read = export(id, &session, &Limits::default());
        assert!(read.is_err(), "{id}: a linked session is read");
        platform(id)
            .glance(&session, &Limits::default())
            .expect_err("a linked session is looked at");
        platform(id)
            .count(&session, &Limits::default())
            .expect_err("a linked session is counted");
    }
}

#[test]
fn a_link_in_the_place_of_a_folder_of_sessions_is_not_followed() {
    for (id, levels) in [("claude-code", 1), ("codex", 3), ("gemini-cli", 2)] {
        for up in 1..=levels {
            let real = Home::with_scene(id, false);
            let home = linked(id, &real, up);
            let found = platform(id).find(&home.place).unwrap();
            assert!(found.is_empty(), "{id}, {up} up, lists {found:?}");
        }
    }
    // OpenCode's database is right in its own folder; whether that is a link is the person's affair.
    let real = Home::with_scene("opencode", false);
    let home = linked("opencode", &real, 1);
    let session = home.session("opencode");
    assert!(session.path.starts_with(&home.home));
    assert!(export("opencode", &session, &Limits::default()).is_ok());
}

#[test]
fn links_beside_a_session_are_not_followed() {
    let home = Home::with_scene("claude-code", false);
    let session = home.session("claude-code");
    let beside = session.path.with_extension("");
    std::fs::create_dir_all(beside.join("tool-results")).unwrap();
    let precious = home.root.path().join("outside/precious");
    symlink(&precious, beside.join("tool-results/a.txt")).unwrap();
    symlink(precious.parent().unwrap(), beside.join("tool-results/sub")).unwrap();
    symlink(precious.parent().unwrap(), beside.join("subagents")).unwrap();
    std::fs::write(precious.with_extension("txt"), "precious").unwrap();
    let (bytes, _) = export("claude-code", &session, &Limits::default()).unwrap();
    assert!(!String::from_utf8(bytes).unwrap().contains("precious"));

    let home = Home::with_scene("gemini-cli", false);
    let session = home.session("gemini-cli");
    let precious = home.root.path().join("outside/precious");
    let outputs = session
        .path
        .ancestors()
        .nth(2)
        .unwrap()
        .join("tool-outputs");
    let folder = outputs.join("session-9e319e31-1111-4111-8111-000000000003");
    std::fs::create_dir_all(&folder).unwrap();
    symlink(&precious, folder.join("a.txt")).unwrap();
    let (bytes, _) = export("gemini-cli", &session, &Limits::default()).unwrap();
    assert!(!String::from_utf8(bytes).unwrap().contains("precious"));
}

/// All that is read of a session, and how it ended: whether anything was said to be missing.
fn read_on(reading: &mut dyn Reading, told: &mut Vec<Message>) -> Result<(), PlatformError> {
    while let Some(message) = reading.message()? {
        told.push(message);
        assert!(told.len() < 1000);
    }
    Ok(())
}

fn damaged(reading: &dyn Reading) -> u64 {
    reading.report().count_of(Fate::Dropped, "damaged record")
}

/// The session with words in it that are longer than what is read at once.
fn lengthened(mut session: Session) -> Session {
    let mut text = std::fs::read_to_string(&session.path).unwrap();
    for words in ["I look at two files.", "Found it: the lexer drops"] {
        assert!(text.contains(words));
        text = text.replace(words, &format!("{words}{}", "x".repeat(300_000)));
    }
    session.bytes = text.len() as u64;
    std::fs::write(&session.path, text).unwrap();
    session
}

/// A file may shrink or vanish between being opened and being read to the end.
#[test]
fn files_that_shrink_or_vanish_give_a_prefix_and_say_so() {
    for id in ["claude-code", "codex", "gemini-cli"] {
        let mut cut_short = 0;
        for keep in [0, 1, 2000, 100_000, 400_000] {
            for after in 0..4 {
                let home = Home::with_scene(id, after % 2 == 0);
                let session = lengthened(home.session(id));
                let limits = Limits::default();
                let mut whole = Vec::new();
                let mut reading = platform(id).open(&session, &limits).unwrap();
                read_on(reading.as_mut(), &mut whole).unwrap();
                assert_eq!(damaged(reading.as_ref()), 0, "{id}");

                let mut reading = platform(id).open(&session, &limits).unwrap();
                let mut told = Vec::new();
                for _ in 0..after {
                    told.extend(reading.message().unwrap());
                }
                let file = std::fs::OpenOptions::new()
                    .write(true)
                    .open(&session.path)
                    .unwrap();
                file.set_len(keep).unwrap();
                if keep == 1 {
                    std::fs::remove_file(&session.path).unwrap();
                }
                let end = read_on(reading.as_mut(), &mut told);
                let line = format!("{id}, {keep} bytes kept after {after}");
                assert!(told.len() <= whole.len(), "{line}");
                for (told, meant) in told.iter().zip(&whole) {
                    assert_eq!(
                        (told.role, &told.parts),
                        (meant.role, &meant.parts),
                        "{line}"
                    );
                }
                if told.len() < whole.len() {
                    cut_short += 1;
                    let said = end.is_err() || damaged(reading.as_ref()) > 0;
                    assert!(said, "{line}: {} read in silence", told.len());
                }
                platform(id).glance(&session, &limits).ok();
                platform(id).count(&session, &limits).ok();
            }
        }
        assert!(
            cut_short >= 10,
            "{id}: only {cut_short} of 20 were cut short"
        );
    }
}

#[test]
fn a_database_that_vanishes_gives_an_error() {
    let home = Home::with_scene("opencode", false);
    let session = home.session("opencode");
    let mut reading = platform("opencode")
        .open(&session, &Limits::default())
        .unwrap();
    reading.message().unwrap();
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(&session.path)
        .unwrap();
    file.set_len(5000).unwrap();
    let end: Option<PlatformError> = std::iter::from_fn(|| reading.message().transpose())
        .take(100)
        .find_map(Result::err);
    drop(end);
    std::fs::remove_file(&session.path).unwrap();
    assert!(
        platform("opencode")
            .open(&session, &Limits::default())
            .is_err()
    );
}
