//! A thread swaps the folder that is written to for a link to the outside, all the time.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::home::{Home, Tree, file_of};
use super::store;

/// The folder of sessions below the agent's own, once a first import has made it.
fn folders(id: &str, home: &Home) -> Vec<PathBuf> {
    let file = file_of(id, false).to_string();
    let outcome = home.import(id, file.as_bytes()).unwrap();
    let changes = outcome.written.receipt.changes;
    let files = changes
        .iter()
        .map(|change| change.path())
        .filter(|path| path.is_file());
    let file = files.max_by_key(|path| path.components().count()).unwrap();
    // Claude Code's own folder is just above; whether that is a link is the person's affair.
    let levels = if id == "claude-code" { 1 } else { 2 };
    file.ancestors()
        .skip(1)
        .take(levels)
        .map(PathBuf::from)
        .collect()
}

fn run(id: &'static str) {
    let home = Home::new();
    let folders = folders(id, &home);
    swap(id, &home, &folders, Home::outside);
}

fn swap(id: &'static str, home: &Home, folders: &[PathBuf], seen: impl Fn(&Home) -> Tree) {
    let trap = home.root.path().canonicalize().unwrap().join("outside");
    // The trap has folders of the same names, so that a wrong step would find its way.
    std::fs::create_dir_all(trap.join("chats")).unwrap();
    std::fs::create_dir_all(trap.join("16")).unwrap();
    swap_for(id, home, folders, &trap, seen);
}

fn swap_for(
    id: &'static str,
    home: &Home,
    folders: &[PathBuf],
    trap: &Path,
    seen: impl Fn(&Home) -> Tree,
) {
    let file = file_of(id, false).to_string().into_bytes();
    let outside = seen(home);
    let stop = AtomicBool::new(false);
    let (mut taken, mut refused) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut turn = 0_usize;
            while !stop.load(Ordering::Relaxed) {
                let folder = &folders[turn % folders.len()];
                turn += 1;
                let away = folder.with_extension("away");
                if std::fs::rename(folder, &away).is_ok() {
                    symlink(trap, folder).ok();
                    std::thread::sleep(std::time::Duration::from_micros(200 * (turn as u64 % 7)));
                    if folder.is_symlink() {
                        std::fs::remove_file(folder).ok();
                    }
                    std::fs::remove_dir(folder).ok();
                    std::fs::rename(&away, folder).ok();
                }
                std::thread::sleep(std::time::Duration::from_micros(300 * (turn as u64 % 5)));
            }
        });
        for case in 0..300 {
            match home.import(id, &file) {
                Ok(outcome) => {
                    taken += 1;
                    segue_platform::undo::undo(&outcome.written.receipt).ok();
                }
                Err(_) => refused += 1,
            }
            if case % 20 == 0 {
                let now = seen(home);
                if now != outside {
                    stop.store(true, Ordering::Relaxed);
                    assert_eq!(now, outside, "{id}, case {case}");
                }
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(seen(home), outside, "{id}");
    assert!(
        taken + refused == 300 && refused > 0,
        "{id}: {taken} taken, {refused} refused"
    );
}

#[test]
fn a_swapped_folder_of_claude_code_leads_nowhere() {
    run("claude-code");
}

#[test]
fn a_swapped_folder_of_codex_leads_nowhere() {
    run("codex");
}

#[test]
fn a_swapped_folder_of_gemini_cli_leads_nowhere() {
    run("gemini-cli");
}

/// There is one database for all sessions, in OpenCode's own folder: that folder is swapped.
///
/// SQLite names its working files (`-wal`, `-shm`) by path and so may leave one where the link led:
/// no handle to the folder can be given to it. Everything else outside stays as it was.
#[test]
fn a_swapped_folder_of_opencode_leads_nowhere() {
    let home = Home::new();
    as_the_client_has_it(&home);
    let before = store::dump(&home.home);
    let folder = store::path(&home.home).parent().unwrap().to_owned();
    let working = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("opencode.db-")
    };
    swap("opencode", &home, &[folder], |home| {
        let mut outside = home.outside();
        outside.retain(|path, _| !working(path));
        outside
    });
    whole(&home, &before);
}

/// The database itself becomes a link to another one that would take everything.
#[test]
fn a_swapped_database_of_opencode_leads_nowhere() {
    let home = Home::new();
    as_the_client_has_it(&home);
    let before = store::dump(&home.home);
    let trap = home.root.path().canonicalize().unwrap().join("outside");
    store::make(&trap);
    let file = store::path(&home.home);
    swap_for(
        "opencode",
        &home,
        &[file],
        &store::path(&trap),
        Home::outside,
    );
    whole(&home, &before);
}

fn as_the_client_has_it(home: &Home) {
    let mode: String = store::open(&home.home)
        .query_row("PRAGMA journal_mode = wal", [], |row| row.get(0))
        .unwrap();
    assert_eq!(mode, "wal");
}

/// Nothing that was there is gone, and no import is there in part.
fn whole(home: &Home, before: &[String]) {
    let rows = store::dump(&home.home);
    assert!(before.iter().all(|row| rows.contains(row)));
    let messages = store::texts(&home.home, "message").len();
    let sessions = rows
        .iter()
        .filter(|row| row.starts_with("session:"))
        .count();
    let one = Home::with_scene("opencode", false);
    let each = store::texts(&one.home, "message").len();
    assert_eq!(messages % sessions.max(1), 0, "{messages} in {sessions}");
    assert!(sessions == 0 || messages / sessions <= each);
    let state: String = store::open(&home.home)
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(state, "ok");
}
