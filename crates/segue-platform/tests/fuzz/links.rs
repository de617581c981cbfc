//! Links are not followed, pipes are not waited for, and a file may change while it is read.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use rustix::fs::{CWD, Mode};
use segue_platform::{Limits, PlatformError};

use super::home::{Home, PLATFORMS, Tree, export, file_of, platform, walk};
use super::readers::read_all;

/// Fails instead of waiting for ever.
fn soon<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, wait) = mpsc::channel();
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
                let _ = home.import(id, file.as_bytes());
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

#[test]
fn links_in_the_place_of_sessions_and_folders_are_not_followed() {
    for id in PLATFORMS {
        let real = Home::with_scene(id, false);
        let session = real.session(id);
        // The file itself, and the folder it is in, linked from another home.
        for up in [0, 1] {
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
            let found = platform(id).find(&home.place).unwrap_or_default();
            for session in &found {
                let read = export(id, session, &Limits::default());
                assert!(up == 1 || read.is_err(), "{id}: a linked session is read");
            }
            assert!(
                up == 1 || found.is_empty() || id != "opencode",
                "{id}: {found:?}"
            );
        }
    }
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

/// A file may shrink or vanish between being opened and being read to the end.
#[test]
fn files_that_shrink_or_vanish_give_an_error_or_a_part() {
    for id in ["claude-code", "codex", "gemini-cli"] {
        for keep in [0, 1, 500, 2000] {
            for after in 0..4 {
                let home = Home::with_scene(id, after % 2 == 0);
                let session = home.session(id);
                let mut reading = platform(id).open(&session, &Limits::default()).unwrap();
                for _ in 0..after {
                    reading.message().unwrap();
                }
                let file = std::fs::OpenOptions::new()
                    .write(true)
                    .open(&session.path)
                    .unwrap();
                file.set_len(keep).unwrap();
                if keep == 1 {
                    std::fs::remove_file(&session.path).unwrap();
                }
                let mut read = 0;
                let end = loop {
                    match reading.message() {
                        Ok(Some(_)) => read += 1,
                        Ok(None) => break Ok(()),
                        Err(error) => break Err(error),
                    }
                    assert!(read < 1000, "{id}");
                };
                let whole = matches!(
                    reading.about().state,
                    None | Some(segue_platform::State::Whole)
                );
                let quiet = !reading.report().is_lossy();
                // Small files are read at once, before they shrink; else it is said.
                let told = end.is_err() || !whole || !quiet || read > 3;
                assert!(
                    told,
                    "{id}, {keep} bytes kept after {after}: {read} read in silence"
                );
                let _ = platform(id).glance(&session, &Limits::default());
                let _ = platform(id).count(&session, &Limits::default());
            }
        }
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
    let end = std::iter::from_fn(|| reading.message().transpose())
        .take(100)
        .find_map(Result::err);
    let _: Option<PlatformError> = end;
    std::fs::remove_file(&session.path).unwrap();
    assert!(
        platform("opencode")
            .open(&session, &Limits::default())
            .is_err()
    );
}
