//! Reading and listing.

use segue_conversation::{Body, Fate, Message, Role};

use super::*;
use crate::platform::{Limits, State};
use crate::trial::messages;

fn words(messages: &[Message]) -> Vec<String> {
    messages
        .iter()
        .map(Message::plain_text)
        .filter(|text| !text.is_empty())
        .collect()
}

#[test]
fn only_what_the_model_reads_becomes_messages() {
    let home = Home::new();
    let session = rich(&home);
    let found = messages(&Codex, &session);
    let words = words(&found);
    assert!(
        !words.iter().any(|text| text.contains("SECRET")),
        "{words:?}"
    );
    assert!(
        !words.iter().any(|text| text.contains("mistake")),
        "{words:?}"
    );
    assert!(words.contains(&"Second answer".to_owned()));
    let calls: Vec<&str> = found
        .iter()
        .flat_map(|message| &message.parts)
        .filter_map(|part| match &part.body {
            Body::Call(call) => Some(call.name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(
        calls,
        [
            "exec_command",
            "shell",
            "plain",
            "apply_patch",
            "local_shell",
            "web_search",
            "web_search",
            "tool_search",
            "tool_search",
            "image_generation",
            "exec_command"
        ]
    );
    let models: Vec<&str> = found
        .iter()
        .filter(|message| message.role == Role::Agent)
        .filter_map(|message| message.model.as_deref())
        .collect();
    assert_eq!(models.first(), Some(&"gpt-5.5"));
    assert_eq!(models.last(), Some(&"gpt-6"));
}

#[test]
fn a_compaction_resets_with_and_without_its_own_history() {
    let home = Home::new();
    let found = messages(&Codex, &rich(&home));
    let resets: Vec<usize> = (0..found.len()).filter(|n| found[*n].resets).collect();
    assert_eq!(resets.len(), 2);
    let from = |n: usize, count: usize| words(&found[n..n + count]);
    let summary = "Another language model started to solve this problem: summary";
    assert_eq!(
        from(resets[0], 4),
        [
            "Fix the build, please".to_owned(),
            "Look at this\n\nand say".to_owned(),
            "Second question".to_owned(),
            format!("{summary} one"),
        ],
        "without a history of its own the person's words stay"
    );
    assert_eq!(
        from(resets[1], 3),
        [
            "Third question".to_owned(),
            format!("{summary} two"),
            "Fourth question".to_owned()
        ]
    );
}

#[test]
fn what_is_private_never_leaves_and_is_reported() {
    let home = Home::new();
    let session = rich(&home);
    let file = crate::trial::export(&Codex, &session);
    let text = String::from_utf8(file).unwrap();
    for secret in [
        "SECRET",
        "TOKEN-OF-SAM",
        "approval_policy",
        "encrypted_content",
    ] {
        assert!(!text.contains(secret), "{secret} left the machine");
    }
    let mut reading = Codex.open(&session, &Limits::default()).unwrap();
    while reading.message().unwrap().is_some() {}
    let report = reading.report();
    for kind in [
        "encrypted reasoning",
        "instructions and environment",
        "settings of a turn",
        "usage and limits",
        "approval or question of the program",
    ] {
        assert!(report.count_of(Fate::Dropped, kind) > 0, "{kind}");
    }
    let about = reading.about();
    let project = about.project.unwrap();
    assert_eq!(
        project.remote.as_deref(),
        Some("https://example.org/t/app.git")
    );
    assert_eq!(about.version.as_deref(), Some("0.150.1"));
    assert_eq!(about.state, Some(State::Whole));
}

#[test]
fn a_packed_session_reads_like_a_plain_one() {
    let (plain, packed) = (Home::new(), Home::new());
    let expected = messages(&Codex, &rich(&plain));
    let bytes = zstd::encode_all(RICH.as_bytes(), 3).unwrap();
    put(&packed, RICH_ID, &bytes, "jsonl.zst");
    let session = session(&packed, RICH_ID);
    assert_eq!(messages(&Codex, &session), expected);
    let limits = Limits::default();
    assert_eq!(
        Codex.count(&session, &limits).unwrap(),
        Codex
            .count(&super::session(&plain, RICH_ID), &limits)
            .unwrap()
    );
    let glance = Codex.glance(&session, &limits).unwrap();
    assert_eq!(glance.title.as_deref(), Some("Fix the build, please"));
}

#[test]
fn the_list_shows_name_folder_model_and_times() {
    let home = Home::new();
    let session = rich(&home);
    let limits = Limits::default();
    let glance = Codex.glance(&session, &limits).unwrap();
    assert_eq!(glance.title.as_deref(), Some("Fix the build, please"));
    assert_eq!(glance.project.as_deref(), Some("/home/sam/app"));
    assert_eq!(glance.branch.as_deref(), Some("main"));
    assert_eq!(glance.model.as_deref(), Some("gpt-6"));
    assert_eq!(glance.started.as_deref(), Some("2026-03-04T10:00:00.000Z"));
    assert_eq!(glance.version.as_deref(), Some("0.150.1"));
    let index = home.place.home.join(".codex/session_index.jsonl");
    let line = |name: &str| format!("{{\"id\":\"{RICH_ID}\",\"thread_name\":\"{name}\"}}\n");
    std::fs::write(&index, line("Old") + "torn {\n" + &line("The build")).unwrap();
    let glance = Codex.glance(&session, &limits).unwrap();
    assert_eq!(glance.title.as_deref(), Some("The build"));
}

#[test]
fn a_fork_is_read_with_its_beginning_and_says_when_that_is_missing() {
    let home = Home::new();
    let base = small(
        OTHER_ID,
        &[
            &said("user", "one"),
            &said("assistant", "two"),
            &said("user", "not ours"),
        ],
    );
    let end: usize = base.lines().take(3).map(|line| line.len() + 1).sum();
    let path = put(&home, OTHER_ID, base.as_bytes(), "jsonl");
    let meta = format!(
        r#""forked_from_id":"{OTHER_ID}","history_base":{{"thread_id":"{OTHER_ID}","end_ordinal_exclusive":3,"end_byte_offset":{end}}},"cwd""#
    );
    let fork = small(RICH_ID, &[&said("user", "three")]).replacen("\"cwd\"", &meta, 1);
    put(&home, RICH_ID, fork.as_bytes(), "jsonl");
    let session = session(&home, RICH_ID);
    assert_eq!(words(&messages(&Codex, &session)), ["one", "two", "three"]);
    assert_eq!(
        Codex.count(&session, &Limits::default()).unwrap(),
        (3, State::Whole)
    );
    std::fs::remove_file(path).unwrap();
    let mut reading = Codex.open(&session, &Limits::default()).unwrap();
    assert_eq!(reading.message().unwrap().unwrap().plain_text(), "three");
    assert!(reading.message().unwrap().is_none());
    assert!(matches!(
        reading.about().state,
        Some(State::Partly { damaged: 1, .. })
    ));
    assert_eq!(
        reading
            .report()
            .count_of(Fate::Dropped, "beginning of a fork"),
        1
    );
}

#[test]
fn the_newest_file_of_a_thread_counts_wherever_it_lies() {
    let home = Home::new();
    rich(&home);
    let archive = home.place.home.join(".codex/archived_sessions");
    std::fs::create_dir_all(&archive).unwrap();
    let name = format!("rollout-2026-05-04T10-00-00-{RICH_ID}_{OTHER_ID}.jsonl");
    std::fs::write(
        archive.join(&name),
        small(RICH_ID, &[&said("user", "reverted")]),
    )
    .unwrap();
    std::fs::write(archive.join("rollout-notes.jsonl"), "x").unwrap();
    let all = Codex.find(&home.place).unwrap();
    assert_eq!(all.len(), 1);
    assert!(all[0].path.ends_with(name));
}

#[test]
fn a_sealed_compaction_gives_the_history_back_to_the_model() {
    let home = Home::new();
    let sealed = r#"{"timestamp":"2026-03-04T10:00:01.000Z","type":"compacted","payload":{"message":"","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"one"}]},{"type":"compaction","encrypted_content":"SECRET"}]}}"#;
    let text = small(
        OTHER_ID,
        &[
            &said("user", "one"),
            &said("assistant", "two"),
            sealed,
            &said("user", "three"),
        ],
    );
    put(&home, OTHER_ID, text.as_bytes(), "jsonl");
    let found = messages(&Codex, &session(&home, OTHER_ID));
    assert_eq!(words(&found), ["one", "two", "three"]);
    assert!(found.iter().all(|message| !message.resets));
}
