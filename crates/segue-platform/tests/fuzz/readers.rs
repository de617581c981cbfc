//! Mutated native files: read to the end or refused, never a panic, nothing written.

use std::path::Path;

use segue_platform::Limits;
use serde_json::Value;

use super::home::{Home, export, platform};
use super::mutate::{self, Dice, cases};
use super::store;

/// Small limits now and then, so that every one of them is met.
fn limits(dice: &mut Dice) -> Limits {
    let mut limits = Limits::default();
    if dice.roll(3) == 0 {
        limits.records = dice.roll(30);
    }
    if dice.roll(3) == 0 {
        limits.record_bytes = dice.roll(2000);
    }
    if dice.roll(3) == 0 {
        limits.json.nodes = 1 + dice.roll(60);
        limits.json.depth = 1 + dice.roll(6);
    }
    if dice.roll(3) == 0 {
        limits.beside_bytes = dice.roll(2000) as u64;
    }
    limits
}

/// Everything a list, a preview and an export do.
pub fn read_all(id: &str, home: &Home, limits: &Limits) -> u64 {
    let platform = platform(id);
    let mut read = 0;
    for session in platform.find(&home.place).unwrap_or_default() {
        let _ = platform.glance(&session, limits);
        let _ = platform.count(&session, limits);
        if let Ok((file, count)) = export(id, &session, limits) {
            read += count;
            // What we write we can read.
            let opened = segue_conversation::file::inspect(file.as_slice(), Default::default());
            assert_eq!(opened.unwrap().messages, count, "{id}");
        }
    }
    read
}

fn run(id: &'static str, mutate: impl Fn(&mut Dice, &Home)) {
    let mut read = 0;
    for case in 0..cases() {
        let mut dice = Dice::new(id, case);
        let home = Home::with_scene(id, case % 2 == 0);
        mutate(&mut dice, &home);
        let (before, outside) = (home.inside(), home.outside());
        read += read_all(id, &home, &limits(&mut dice));
        assert_eq!(
            home.inside(),
            before,
            "{id}, case {case}: reading changed the home"
        );
        assert_eq!(home.outside(), outside, "{id}, case {case}");
    }
    assert!(
        read > cases(),
        "{id}: the mutations leave something to read, {read}"
    );
}

/// Changes one of the files below a folder.
fn change_a_file(dice: &mut Dice, folder: &Path) {
    let mut tree = super::home::Tree::new();
    super::home::walk(folder, &mut tree);
    let files: Vec<_> = tree.keys().filter(|path| path.is_file()).collect();
    let path = if dice.roll(4) > 0 {
        files
            .iter()
            .max_by_key(|path| path.metadata().unwrap().len())
            .unwrap()
    } else {
        dice.pick(&files)
    };
    let bytes = std::fs::read(path).unwrap();
    std::fs::write(path, mutate::lines(dice, &bytes)).unwrap();
}

#[test]
fn mutated_sessions_of_claude_code_are_harmless() {
    run("claude-code", |dice, home| {
        change_a_file(dice, &home.home.join(".claude"))
    });
}

#[test]
fn mutated_sessions_of_codex_are_harmless() {
    run("codex", |dice, home| {
        change_a_file(dice, &home.home.join(".codex"))
    });
}

#[test]
fn mutated_sessions_of_gemini_cli_are_harmless() {
    run("gemini-cli", |dice, home| {
        change_a_file(dice, &home.home.join(".gemini"))
    });
}

#[test]
fn mutated_rows_of_opencode_are_harmless() {
    run("opencode", |dice, home| {
        let db = store::open(&home.home);
        for _ in 0..=dice.roll(4) {
            let table = *dice.pick(&["message", "part", "part"]);
            let rows = store::texts(&home.home, table);
            let (id, text) = dice.pick(&rows);
            let mut json: Value = serde_json::from_str(text).unwrap_or_default();
            mutate::value(dice, &mut json);
            let new = match dice.roll(5) {
                0 => String::from_utf8_lossy(&mutate::lines(dice, text.as_bytes())).into_owned(),
                _ => mutate::written(&json),
            };
            let sql = format!("UPDATE {table} SET data = ?2 WHERE id = ?1");
            db.execute(&sql, [id, &new]).unwrap();
            let odd = *dice.pick(&[
                "UPDATE session SET title = x'ff00'",
                "UPDATE session SET time_created = 'never'",
                "UPDATE session SET parent_id = id",
                "UPDATE session SET directory = '', version = ''",
                "UPDATE session SET revert = '{\"messageID\":7}'",
                "UPDATE message SET time_created = 9e300 WHERE rowid = 2",
                "UPDATE message SET time_created = -9223372036854775808 WHERE rowid = 3",
                "UPDATE part SET data = x'00ff00' WHERE rowid = 4",
                "UPDATE part SET message_id = (SELECT min(id) FROM message) WHERE rowid > 3",
                "UPDATE message SET data = 5 WHERE rowid = 1",
            ]);
            if dice.roll(3) == 0 {
                let _ = db.execute_batch(odd);
            }
        }
    });
}

#[test]
fn mutated_databases_of_opencode_are_harmless() {
    for case in 0..cases() {
        let mut dice = Dice::new("opencode-bytes", case);
        let home = Home::with_scene("opencode", false);
        let path = store::path(&home.home);
        let mut bytes = std::fs::read(&path).unwrap();
        for _ in 0..=dice.roll(20) {
            let at = dice.roll(bytes.len());
            bytes[at] = dice.roll(256) as u8;
        }
        bytes.truncate(if dice.roll(8) == 0 {
            dice.roll(bytes.len())
        } else {
            bytes.len()
        });
        std::fs::write(&path, &bytes).unwrap();
        let outside = home.outside();
        read_all("opencode", &home, &limits(&mut dice));
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "case {case}");
        assert_eq!(home.outside(), outside, "case {case}");
    }
}
