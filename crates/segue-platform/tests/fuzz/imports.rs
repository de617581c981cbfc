//! Mutated `.a2a.json` files into every agent: taken whole and quiet, or nothing has changed.

use segue_platform::undo;
use serde_json::Value;

use super::home::{Home, PLATFORMS, file_of};
use super::judge;
use super::mutate::{self, Dice, cases};

/// Imports one file and judges what came of it; whether it was taken.
pub fn judged(id: &str, home: &Home, file: &[u8], case: &str) -> bool {
    let (before, outside) = (home.inside(), home.outside());
    let done = home.import(id, file);
    assert_eq!(
        home.outside(),
        outside,
        "{case}: written outside of the home"
    );
    let outcome = match done {
        Ok(outcome) => outcome,
        Err(error) => {
            assert_eq!(
                home.inside(),
                before,
                "{case}: refused with traces ({error})"
            );
            return false;
        }
    };
    assert_eq!(judge::pending(id, home, &outcome), [""; 0], "{case}");
    for (path, what) in &before {
        let now = home.inside().get(path).cloned().unwrap_or_default();
        let grown = matches!(
            path.file_name().and_then(|name| name.to_str()),
            Some("rows" | "projects.json" | "session_index.jsonl")
        );
        assert!(
            grown || now == *what,
            "{case}: {} was changed",
            path.display()
        );
    }
    undo::undo(&outcome.written.receipt).unwrap();
    assert_eq!(home.inside(), before, "{case}: undone with traces");
    true
}

fn run(from: &'static str) {
    let files: Vec<Value> = [false, true]
        .map(|compacted| file_of(from, compacted))
        .into();
    let homes = PLATFORMS.map(|_| Home::new());
    let mut taken = 0;
    for case in 0..cases() {
        let mut dice = Dice::new(&format!("import-{from}"), case);
        let bytes = dice.pick(&files).to_string().into_bytes();
        let mut bytes = mutate::whole(&mut dice, &bytes);
        if dice.roll(3) == 0 {
            // Any platform may be claimed.
            let text = String::from_utf8_lossy(&bytes);
            let claimed = format!("\"platform\":\"{}\"", dice.pick(&PLATFORMS));
            bytes = text
                .replace(&format!("\"platform\":\"{from}\""), &claimed)
                .into_bytes();
        }
        // Its own platform, which takes most of it, and another one.
        let own = PLATFORMS.iter().position(|id| *id == from).unwrap();
        for into in [own, dice.roll(4)] {
            let id = PLATFORMS[into];
            let case = format!("{from} into {id}, case {case}");
            if judged(id, &homes[into], &bytes, &case) {
                taken += 1;
            }
        }
    }
    assert!(
        taken > cases() / 3,
        "{from}: the mutations leave something to take, {taken}"
    );
}

#[test]
fn mutated_files_from_claude_code_are_harmless() {
    run("claude-code");
}

#[test]
fn mutated_files_from_codex_are_harmless() {
    run("codex");
}

#[test]
fn mutated_files_from_gemini_cli_are_harmless() {
    run("gemini-cli");
}

#[test]
fn mutated_files_from_opencode_are_harmless() {
    run("opencode");
}
