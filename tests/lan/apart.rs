//! People who are not there at the same time: what waits, what is told later, and who tells it.

use segue_testkit::lan;

use crate::handing::{
    agree, assert_blobs_whole, goes_on, id, import, listed, name, receipt, sees, send, session,
    text,
};
use crate::round::three;
use crate::test_peer::TestPeer;

#[test]
fn what_waits_is_delivered_once_after_both_were_killed() {
    lan(
        "apart::what_waits_is_delivered_once_after_both_were_killed",
        |lan| {
            let mut ana = TestPeer::new(lan.host("a"), "Ana");
            let mut ben = TestPeer::new(lan.host("b"), "Ben");
            ben.join(&ana.invite());
            ben.kill();
            ben.host.unplug();
            let what = session(ana.world(), 1, 2);
            let task = id(&send(ana.world(), &what, &["--to", "Ben", "--queue"])[0]);
            let waits = sees(ana.world(), &task, "the reason", |one| {
                one["waits"] == "Ben is not here."
            });
            assert_eq!(waits["state"], "submitted");
            ana.kill();
            ana.restart();
            ben.restart();
            let empty = ben.host.segue(&["inbox"]);
            assert!(empty.out.starts_with("Your inbox is empty."), "{empty:?}");
            ben.host.plug();
            receipt(ben.world(), &task, "delivered");
            ana.kill();
            // What is done while the sender is away is told when they are back.
            ben.host.segue(&["review", &task]);
            import(ben.world(), &task);
            ben.kill();
            ben.restart();
            ana.restart();
            receipt(ana.world(), &task, "imported");
            assert_eq!(listed(ben.world(), "inbox").len(), 1);
            let conversation = text(&waits, "conversation");
            agree(&[ana.world(), ben.world()], &conversation, 2);
            assert_blobs_whole(ben.world());
        },
    );
}

/// More than the node has under way at once.
const MANY: usize = 200;
/// How many programs hand over at the same time.
const PROGRAMS: usize = 4;

#[test]
fn many_that_wait_for_someone_silent_leave_the_node_free_to_answer() {
    lan(
        "apart::many_that_wait_for_someone_silent_leave_the_node_free_to_answer",
        |lan| {
            let ana = TestPeer::new(lan.host("a"), "Ana");
            let mut ben = TestPeer::new(lan.host("b"), "Ben");
            ben.join(&ana.invite());
            ben.kill();
            ben.host.unplug();
            let what = session(ana.world(), 1, 2);
            let first = id(&send(ana.world(), &what, &["--to", "Ben", "--queue"])[0]);
            let world = ana.world();
            std::thread::scope(|scope| {
                for _ in 0..PROGRAMS {
                    scope.spawn(|| {
                        for _ in 0..MANY / PROGRAMS {
                            send(world, &what, &["--to", "Ben", "--queue"]);
                        }
                    });
                }
            });
            assert_eq!(listed(ana.world(), "outbox").len(), MANY + 1);
            ben.restart();
            ben.host.plug();
            receipt(ben.world(), &first, "delivered");
        },
    );
}

#[test]
fn whoever_meets_in_whatever_order_agrees_in_the_end() {
    lan(
        "apart::whoever_meets_in_whatever_order_agrees_in_the_end",
        |lan| {
            let [mut ana, mut ben, mut cem] = three(lan);
            // Cem is away while Ana hands it to both of them.
            cem.away();
            let what = session(ana.world(), 1, 2);
            let sent = send(
                ana.world(),
                &what,
                &["--to", "Ben", "--to", "Cem", "--queue"],
            );
            let of = |who: &str| {
                let one = sent.iter().find(|one| one["person"]["name"] == who);
                id(one.expect("one for each"))
            };
            let (to_ben, to_cem) = (of("Ben"), of("Cem"));
            let came = receipt(ben.world(), &to_ben, "delivered");
            let conversation = text(&came, "conversation");
            let here = name(&import(ben.world(), &to_ben));
            receipt(ana.world(), &to_ben, "imported");
            // Ana goes, Cem comes: Ben goes on with it and hands it to Cem.
            ana.away();
            cem.back();
            goes_on(ben.world(), &here, "Ben goes on");
            let from_ben = id(&send(ben.world(), &here, &["--to", "Cem"])[0]);
            receipt(cem.world(), &from_ben, "delivered");
            import(cem.world(), &from_ben);
            receipt(ben.world(), &from_ben, "imported");
            // Ben goes, Ana comes: Cem gets what Ana handed to him long ago, and tells her the rest.
            ben.away();
            ana.back();
            receipt(cem.world(), &to_cem, "delivered");
            let dismissed = cem
                .host
                .segue(&["dismiss", &to_cem, "--reason", "Ben was faster"]);
            assert_eq!(dismissed.code, 0, "{dismissed:?}");
            let seen = receipt(ana.world(), &to_cem, "dismissed");
            assert!(text(&seen, "says").contains("Ben was faster"), "{seen}");
            agree(&[ana.world(), cem.world()], &conversation, 4);
            ben.back();
            let versions = agree(&[ana.world(), ben.world(), cem.world()], &conversation, 4);
            let states: Vec<_> = versions
                .as_array()
                .expect("versions")
                .iter()
                .flat_map(|version| version["handoffs"].as_array().cloned().unwrap_or_default())
                .map(|handoff| text(&handoff, "state"))
                .collect();
            let count = |state: &str| states.iter().filter(|one| *one == state).count();
            assert_eq!(
                (count("completed"), count("rejected")),
                (2, 1),
                "{states:?}"
            );
        },
    );
}
