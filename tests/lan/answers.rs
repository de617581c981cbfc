//! Everything else two people say to each other about a handoff: no, not yet, a question, a choice.

use segue_testkit::lan;
use serde_json::Value;

use crate::handing::{
    find, id, import, listed, project, receipt, sees, send, session, sessions, text,
};
use crate::test_peer::TestPeer;

fn two(lan: &mut segue_testkit::Lan) -> (TestPeer, TestPeer) {
    let ana = TestPeer::new(lan.host("a"), "Ana");
    let ben = TestPeer::new(lan.host("b"), "Ben");
    ben.join(&ana.invite());
    (ana, ben)
}

fn delivered(ana: &TestPeer, ben: &TestPeer, number: u32, words: &[&str]) -> String {
    let what = session(ana.world(), number, 2);
    let task = id(&send(ana.world(), &what, &[&["--to", "Ben"], words].concat())[0]);
    receipt(ben.world(), &task, "delivered");
    task
}

/// Types something that has to work.
fn types(desk: &TestPeer, words: &[&str]) -> String {
    let ended = desk.host.segue(words);
    assert_eq!(ended.code, 0, "{words:?}: {ended:?}");
    ended.out
}

#[test]
fn a_dismissal_is_told_after_its_time_and_undone_before_it() {
    lan(
        "answers::a_dismissal_is_told_after_its_time_and_undone_before_it",
        |lan| {
            let (ana, ben) = two(lan);
            let told = delivered(&ana, &ben, 1, &[]);
            let undone = delivered(&ana, &ben, 2, &[]);
            let said = types(&ben, &["dismiss", &told, "--reason", "Mia does this"]);
            assert!(said.contains("Ana will be told in 10 s."), "{said}");
            types(&ben, &["dismiss", &undone]);
            let back = types(&ben, &["undo", &undone]);
            assert!(back.contains("It's in your inbox"), "{back}");
            assert_eq!(
                find(ben.world(), &undone).expect("it")["receipt"],
                "delivered"
            );
            let seen = receipt(ana.world(), &told, "dismissed");
            assert_eq!(seen["state"], "rejected");
            assert_eq!(seen["says"], "Ben dismissed it: Mia does this");
            let other = find(ana.world(), &undone).expect("it");
            assert_eq!(
                other["state"], "working",
                "nobody heard of the other: {other}"
            );
            // Brought back after the sender heard of it, it is a new task for both.
            let again = types(&ben, &["undo", &told]);
            assert!(again.contains("Ana was already told"), "{again}");
            let new = listed(ben.world(), "inbox");
            let new = new.iter().find(|one| one["refers_to"] == told.as_str());
            let new = id(new.expect("a new one"));
            import(ben.world(), &new);
            receipt(ana.world(), &new, "imported");
        },
    );
}

#[test]
fn a_question_is_answered_with_more_of_the_conversation() {
    lan(
        "answers::a_question_is_answered_with_more_of_the_conversation",
        |lan| {
            let (mut ana, ben) = two(lan);
            let task = delivered(&ana, &ben, 1, &["--history", "last:2"]);
            let few = find(ben.world(), &task).expect("it")["messages"].as_u64();
            types(&ben, &["ask", &task, "Which form\ndo you mean?"]);
            let asked = receipt(ana.world(), &task, "input-required");
            assert_eq!(asked["question"], "Which form\ndo you mean?");
            let shown = types(&ana, &["outbox"]);
            assert!(
                shown.contains("Ben asks: Which form do you mean?")
                    && shown.contains("Answer: segue answer"),
                "{shown}"
            );
            // The question is not lost with the process that heard it.
            ana.kill();
            ana.restart();
            let what = session(ana.world(), 1, 2);
            let answer = [
                "answer",
                &task,
                "All of it",
                "--more",
                &what,
                "--history",
                "full",
            ];
            types(&ana, &answer);
            let more = sees(ben.world(), &task, "more messages", |one| {
                one["state"] == "working" && one["messages"].as_u64() > few
            });
            assert_eq!(more["question"], Value::Null);
            let review = types(&ben, &["review", &task]);
            assert!(review.contains("All of it"), "{review}");
            import(ben.world(), &task);
            receipt(ana.world(), &task, "imported");
        },
    );
}

#[test]
fn what_is_taken_back_is_gone_and_what_was_imported_stays() {
    lan(
        "answers::what_is_taken_back_is_gone_and_what_was_imported_stays",
        |lan| {
            let (ana, mut ben) = two(lan);
            let gone = delivered(&ana, &ben, 1, &[]);
            let kept = delivered(&ana, &ben, 2, &[]);
            types(&ana, &["cancel", &gone]);
            receipt(ben.world(), &gone, "withdrawn");
            let late = ben.host.segue(&["import", &gone, "--to", "claude-code"]);
            assert_eq!(late.code, 3, "{late:?}");
            import(ben.world(), &kept);
            receipt(ana.world(), &kept, "imported");
            let late = ana.host.segue(&["cancel", &kept]);
            assert_eq!(late.code, 3, "{late:?}");
            assert!(late.err.contains("Ben imported it"), "{}", late.err);
            // Nobody heard of it: it is simply gone.
            ben.away();
            let what = session(ana.world(), 3, 1);
            let never = id(&send(ana.world(), &what, &["--to", "Ben", "--queue"])[0]);
            types(&ana, &["cancel", &never]);
            ben.back();
            sees(ana.world(), &never, "the end", |one| {
                one["state"] == "canceled"
            });
            let after = delivered(&ana, &ben, 4, &[]);
            let open = ben.host.ask(&["inbox"]);
            assert_eq!(open["handoffs"].as_array().map(Vec::len), Some(1), "{open}");
            assert_eq!(open["handoffs"][0]["id"], after.as_str());
            assert_eq!(sessions(ben.world()).len(), 1);
        },
    );
}

#[test]
fn facts_travel_first_and_the_rest_when_it_is_wanted() {
    lan(
        "answers::facts_travel_first_and_the_rest_when_it_is_wanted",
        |lan| {
            let (ana, ben) = two(lan);
            let task = delivered(&ana, &ben, 1, &["--history", "pointer"]);
            let came = find(ben.world(), &task).expect("it");
            assert_eq!(
                (&came["messages"], &came["full_copy"]["state"]),
                (&0.into(), &"available".into())
            );
            let shown = types(&ben, &["inbox"]);
            assert!(shown.contains(" messages: segue fetch"), "{shown}");
            let early = ben.host.segue(&["import", &task, "--to", "claude-code"]);
            assert_ne!(early.code, 0, "{early:?}");
            types(&ben, &["fetch", &task]);
            let here = find(ben.world(), &task).expect("it");
            assert_eq!(here["full_copy"]["state"], "local");
            import(ben.world(), &task);
            receipt(ana.world(), &task, "imported");
            let session = std::fs::read_to_string(&sessions(ben.world())[0]).expect("a session");
            assert!(session.contains("The login form forgets"), "all of it");
        },
    );
}

#[test]
fn a_way_out_is_chosen_by_its_number() {
    lan("answers::a_way_out_is_chosen_by_its_number", |lan| {
        let (ana, ben) = two(lan);
        let blocked = [
            "--status",
            "blocked",
            "--blocker",
            "Which database?",
            "--option",
            "SQLite",
            "--option",
            "Postgres",
            "--objective",
            "Ship the shop",
        ];
        let task = delivered(&ana, &ben, 1, &blocked);
        let shown = types(&ben, &["inbox"]);
        assert!(
            shown.contains("2  Postgres") && shown.contains("--option NUMBER"),
            "{shown}"
        );
        let wrong = ben.host.segue(&["answer", &task, "--option", "3"]);
        assert_ne!(wrong.code, 0, "{wrong:?}");
        let said = types(
            &ben,
            &["answer", &task, "We have one already", "--option", "2"],
        );
        assert!(said.contains("Chosen for Ana: Postgres"), "{said}");
        let seen = receipt(ana.world(), &task, "answered");
        assert_eq!(seen["state"], "completed");
        let review = types(&ana, &["review", &task]);
        assert!(review.contains("Postgres: We have one already"), "{review}");
    });
}

#[test]
fn a_standing_order_imports_until_it_is_revoked() {
    lan(
        "answers::a_standing_order_imports_until_it_is_revoked",
        |lan| {
            let (ana, ben) = two(lan);
            let folder = project(ben.world()).to_string_lossy().into_owned();
            let order = [
                "auto",
                "add",
                "Ana",
                "--to",
                "claude-code",
                "--project",
                &folder,
            ];
            types(&ben, &order);
            let what = session(ana.world(), 1, 1);
            let task = id(&send(ana.world(), &what, &["--to", "Ben"])[0]);
            let seen = receipt(ana.world(), &task, "imported");
            assert_eq!(text(&seen, "says"), "Ben imported it");
            let list = types(&ben, &["auto", "list"]);
            assert!(
                list.contains("Ana") && list.contains("claude-code"),
                "{list}"
            );
            types(&ben, &["auto", "revoke", "Ana"]);
            delivered(&ana, &ben, 2, &[]);
            assert_eq!(sessions(ben.world()).len(), 1);
            // What came by an order can be taken back like anything else.
            types(&ben, &["undo", &task]);
            assert_eq!(sessions(ben.world()).len(), 0);
            receipt(ana.world(), &task, "import-undone");
        },
    );
}
