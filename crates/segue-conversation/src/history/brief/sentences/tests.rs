use super::*;

fn told(text: &str, person: bool) -> Vec<(Sense, String)> {
    found(text, person).told
}

#[test]
fn what_was_settled_and_what_was_not_are_told_apart() {
    let text = "We decided to keep SQLite. We ruled out Redis. Because it needs a server.\n\
                ```\nlet decided = true; // we'll use this\n```\n\
                Shall the cache be cleared on start?\nNothing here at all to tell.";
    let all = found(text, false);
    assert_eq!(
        all.told,
        [
            (Sense::Decides, "We decided to keep SQLite.".to_owned()),
            (
                Sense::Rejects,
                "We ruled out Redis. Because it needs a server.".to_owned()
            ),
        ]
    );
    assert_eq!(all.asked, ["Shall the cache be cleared on start?"]);
}

#[test]
fn a_version_number_or_a_path_ends_no_sentence() {
    let text = "Let's use version 2.1.3 of src/main.rs from now on. Fine.";
    assert_eq!(
        told(text, false),
        [(
            Sense::Decides,
            "Let's use version 2.1.3 of src/main.rs from now on.".to_owned()
        )]
    );
}

#[test]
fn ordinary_sentences_of_an_agent_settle_nothing() {
    for text in [
        "The function returns a slice instead of a vector.",
        "The order is decided by the hash of the key.",
        "The value must be positive, and the name must not be empty.",
        "It reads the file rather than the whole folder.",
        "The server rejects requests without a token.",
        "I'll use the Read tool to look at the parser.",
        "I'll use grep to find its callers.",
        "If we decided to use Redis, we would need a server.",
        "You can revert the commit with git revert.",
        "This keeps the undecided votes in memory.",
        "The test agreed with the docs.",
        "+ we'll use this line of a diff",
        "-we decided to drop this line of a diff",
        "> we decided that in a quote",
        "| we decided | in a table |",
        "    let's use this line of code",
        "The login doesn't work on old phones.",
    ] {
        assert_eq!(told(text, false), [], "{text}");
    }
}

#[test]
fn ordinary_sentences_of_a_person_settle_nothing() {
    for text in [
        "No tests exist for the parser yet.",
        "The login doesn't work on old phones.",
        "Why don't we use Redis?",
        "2026-11-16T14:00:00Z WARN we decided to drop the connection",
        "error: we cannot use that here",
        "at we.decided.to(Main.java:17)",
        "Please have a look at the importer.",
    ] {
        assert_eq!(told(text, true), [], "{text}");
    }
}

#[test]
fn a_person_s_word_is_taken_with_its_reason() {
    for (text, sense, line) in [
        (
            "No, don’t do that. Use SQLite because nobody runs a server.",
            Sense::Rejects,
            "No, don’t do that. Use SQLite because nobody runs a server.",
        ),
        (
            "Use tabs instead of spaces.",
            Sense::Decides,
            "Use tabs instead of spaces.",
        ),
        (
            "Nein, wir nehmen lieber SQLite, weil niemand einen Server betreibt.",
            Sense::Rejects,
            "Nein, wir nehmen lieber SQLite, weil niemand einen Server betreibt.",
        ),
        (
            "不要用守护进程，因为没有人维护它。",
            Sense::Rejects,
            "不要用守护进程，因为没有人维护它。",
        ),
        (
            "Мы решили хранить журнал рядом с файлом.",
            Sense::Decides,
            "Мы решили хранить журнал рядом с файлом.",
        ),
    ] {
        assert_eq!(told(text, true), [(sense, line.to_owned())], "{text}");
    }
}

#[test]
fn of_points_to_choose_from_none_is_settled() {
    let text = "There are two ways:\n\n1. We'll use Redis, which is fast.\n\
                2. **We'll use SQLite**, which needs no server.\n\nWhich one do you prefer?";
    let found = found(text, false);
    assert_eq!(found.told, []);
    assert_eq!(found.asked, ["Which one do you prefer?"]);
    assert_eq!(found.options.len(), 2);
    assert_eq!(found.options[1].0, "2");
    assert!(found.options[1].1.starts_with("We'll use SQLite"));
}
