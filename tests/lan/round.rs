//! A conversation that goes from one to the next and comes back, through the command line alone.

use segue_testkit::{Lan, lan};

use crate::handing::{agree, goes_on, id, import, name, receipt, send, session, text};
use crate::test_peer::TestPeer;

/// Three people who know each other and are here.
pub fn three(lan: &mut Lan) -> [TestPeer; 3] {
    let ana = TestPeer::new(lan.host("a"), "Ana");
    let ben = TestPeer::new(lan.host("b"), "Ben");
    let cem = TestPeer::new(lan.host("c"), "Cem");
    for (one, other) in [(&ana, &ben), (&ben, &cem), (&cem, &ana)] {
        other.join(&one.invite());
    }
    [ana, ben, cem]
}

#[test]
fn a_conversation_goes_round_and_everyone_has_the_same_history() {
    lan(
        "round::a_conversation_goes_round_and_everyone_has_the_same_history",
        |lan| {
            let [ana, ben, cem] = three(lan);
            let mut what = session(ana.world(), 1, 200);
            let mut tasks = Vec::new();
            for (from, to, to_name) in [
                (&ana, &ben, "Ben"),
                (&ben, &cem, "Cem"),
                (&cem, &ana, "Ana"),
            ] {
                let sent = send(from.world(), &what, &["--to", to_name]);
                let task = id(&sent[0]);
                assert_eq!(
                    sent[0]["receipt"], "delivered",
                    "send waits for it: {sent:?}"
                );
                receipt(to.world(), &task, "delivered");
                let inbox = to.host.segue(&["inbox"]);
                assert!(
                    inbox.out.contains("New.\n")
                        && inbox.out.contains("Task: Write the missing tests"),
                    "{}",
                    inbox.out
                );
                let review = to.host.segue(&["review", &task]);
                assert!(
                    review.out.contains("Fix the login form, number 1"),
                    "{review:?}"
                );
                receipt(from.world(), &task, "opened");
                let done = import(to.world(), &task);
                assert_eq!(done["outcome"], "imported", "{done}");
                let twice = import(to.world(), &task);
                assert_eq!(twice["outcome"], "already_imported", "{twice}");
                let seen = receipt(from.world(), &task, "imported");
                assert_eq!(seen["state"], "completed");
                let outbox = from.host.segue(&["outbox", "--all"]);
                assert!(
                    outbox.out.contains(&format!("{to_name} imported it.")),
                    "{}",
                    outbox.out
                );
                what = name(&done);
                goes_on(to.world(), &what, &format!("{to_name} goes on"));
                tasks.push((task, text(&seen, "conversation")));
            }
            let conversation = &tasks[0].1;
            assert!(tasks.iter().all(|(_, one)| one == conversation));
            // Each one's own, and each one's import.
            let worlds = [ana.world(), ben.world(), cem.world()];
            let versions = agree(&worlds, conversation, 6);
            let handed: Vec<_> = versions
                .as_array()
                .expect("versions")
                .iter()
                .flat_map(|version| version["handoffs"].as_array().cloned().unwrap_or_default())
                .map(|handoff| text(&handoff, "taskId"))
                .collect();
            let wanted: Vec<_> = tasks.iter().map(|(task, _)| task.clone()).collect();
            assert_eq!(handed, wanted);
            for world in worlds {
                let graph = world.segue(&["history", "--mermaid"]).out;
                for who in ["Ana", "Ben", "Cem"] {
                    assert!(graph.contains(who), "{graph}");
                }
            }
        },
    );
}
