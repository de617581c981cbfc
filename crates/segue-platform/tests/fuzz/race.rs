//! A thread swaps the folder that is written to for a link to the outside, all the time.

use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use super::home::{Home, file_of};

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
    let file = file_of(id, false).to_string().into_bytes();
    let folders = folders(id, &home);
    let trap = home.root.path().canonicalize().unwrap().join("outside");
    // The trap has folders of the same names, so that a wrong step would find its way.
    std::fs::create_dir_all(trap.join("chats")).unwrap();
    std::fs::create_dir_all(trap.join("16")).unwrap();
    let outside = home.outside();
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
                    symlink(&trap, folder).ok();
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
                    let _ = segue_platform::undo::undo(&outcome.written.receipt);
                }
                Err(_) => refused += 1,
            }
            if case % 20 == 0 {
                let now = home.outside();
                if now != outside {
                    stop.store(true, Ordering::Relaxed);
                    assert_eq!(now, outside, "{id}, case {case}");
                }
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(home.outside(), outside, "{id}");
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
