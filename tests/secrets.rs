//! Planted secrets through the real program: what `segue export` writes holds none of them, and
//! what only looks like a secret is still there.
//!
//! ```text
//! planted sessions ──segue export──▶ files ──▶ is a value still in it? was anything else taken?
//! ```
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeSet;

use segue_testkit::World;
use segue_testkit::planted::{Corpus, Part};
use serde_json::Value;

/// Lines of a session from which something was taken out.
fn touched(file: &str) -> BTreeSet<usize> {
    let task: Value = serde_json::from_str(file).unwrap();
    let mut lines = BTreeSet::new();
    let mut note = |id: &str, text: &str| {
        // The first eight digits of a record's id are the number of its line.
        let line = id.get(..8).map(|digits| usize::from_str_radix(digits, 16));
        if text.contains("[redacted:") {
            lines.insert(line.and_then(Result::ok).unwrap_or(0));
        }
    };
    for message in task["history"].as_array().unwrap() {
        let mut message = message.clone();
        let metadata = message["metadata"].as_object_mut().unwrap();
        for extension in metadata.values_mut().filter_map(Value::as_object_mut) {
            // A record that stands beside a message is a line of its own.
            for record in extension
                .remove("beside")
                .iter()
                .flat_map(Value::as_array)
                .flatten()
            {
                note(
                    record["uuid"].as_str().unwrap_or_default(),
                    &record.to_string(),
                );
            }
        }
        let text = message.to_string();
        note(message["messageId"].as_str().unwrap(), &text);
    }
    lines
}

#[test]
fn planted_secrets_stay_here_and_nothing_else_does() {
    let corpus = Corpus::new(11, Part::Open);
    assert!(corpus.secrets.len() >= 300 && corpus.near_misses.len() >= 300);
    let world = World::new();
    corpus
        .write(&world.home().join(".claude/projects/-work-app"))
        .unwrap();
    let (mut leaked, mut alarms, mut found) = (Vec::new(), Vec::new(), 0);
    for session in &corpus.sessions {
        let file = world.home().join(format!("{}.a2a.json", session.name));
        world.segue(&["export", &session.name, "-o", file.to_str().unwrap()]);
        let text = std::fs::read_to_string(&file).unwrap();
        let mut touched = touched(&text);
        for secret in corpus
            .secrets
            .iter()
            .filter(|one| one.session == session.name)
        {
            // What is taken out of an image leaves no mark in it.
            found += u64::from(!secret.is_in(&text));
            touched.remove(&secret.line);
            if secret.is_in(&text) {
                leaked.push(format!(
                    "{} as {:?}, {}",
                    secret.kind,
                    secret.form,
                    secret.masked()
                ));
            }
        }
        for line in touched {
            let near = corpus.near_misses.iter();
            let mut near = near.filter(|one| one.session == session.name && one.line == line);
            alarms.push(near.next().map_or("an ordinary line", |one| one.kind));
        }
    }
    let planted = corpus.secrets.len() as u64;
    assert!(
        found * 100 >= planted * 99,
        "{found} of {planted}; {leaked:#?}"
    );
    let flagged = found + alarms.len() as u64;
    assert!(
        found * 100 >= flagged * 95,
        "{found} of {flagged}; {alarms:#?}"
    );
}
