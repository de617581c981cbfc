//! Finding each other: by multicast, late, after leaving, after sleep, at another address, without it.

use segue_testkit::{Addresses, lan};

use crate::test_peer::TestPeer;

#[test]
fn three_find_each_other_and_one_says_goodbye() {
    lan(
        "meeting::three_find_each_other_and_one_says_goodbye",
        |lan| {
            let mut ann = TestPeer::new(lan.host("a"), "Ann");
            let mut ben = TestPeer::new(lan.host("b"), "Ben");
            ann.sees("Ben");
            ben.sees("Ann");
            // Someone who comes late is found, and finds.
            let mut cho = TestPeer::new(lan.host("c"), "Cho");
            cho.sees("Ann");
            ann.sees("Cho");
            ben.sees("Cho");
            assert_eq!(ben.node.terminate(), Some(0));
            assert!(ann.misses(), "Ben said goodbye");
            assert!(cho.misses(), "to everyone");
            assert!(!ann.has("Ben") && ann.has("Cho"));
        },
    );
}

#[test]
fn two_find_each_other_by_ipv6_alone() {
    lan("meeting::two_find_each_other_by_ipv6_alone", |lan| {
        let mut ann = TestPeer::new(lan.host_with("a", Addresses::Ipv6), "Ann");
        let mut ben = TestPeer::new(lan.host_with("b", Addresses::Ipv6), "Ben");
        let address = ann.finds("Ben");
        ben.sees("Ann");
        assert!(address.starts_with("[fd77::"), "{address}");
    });
}

#[test]
fn two_find_each_other_by_ipv4_alone() {
    lan("meeting::two_find_each_other_by_ipv4_alone", |lan| {
        let mut ann = TestPeer::new(lan.host_with("a", Addresses::Ipv4), "Ann");
        let mut ben = TestPeer::new(lan.host_with("b", Addresses::Ipv4), "Ben");
        ann.sees("Ben");
        ben.sees("Ann");
    });
}

#[test]
fn one_who_freezes_is_gone_and_one_who_thaws_is_back() {
    lan(
        "meeting::one_who_freezes_is_gone_and_one_who_thaws_is_back",
        |lan| {
            let mut ann = TestPeer::new(lan.host("a"), "Ann");
            let mut ben = TestPeer::new(lan.host("b"), "Ben");
            ann.sees("Ben");
            ben.sees("Ann");
            ben.node.freeze();
            assert!(!ann.misses(), "someone asleep says no goodbye");
            ben.node.thaw();
            ann.comes("Ben");
            ben.sees("Ann");
        },
    );
}

#[test]
fn one_with_another_address_is_found_again() {
    lan("meeting::one_with_another_address_is_found_again", |lan| {
        let mut ann = TestPeer::new(lan.host_with("a", Addresses::Ipv4), "Ann");
        let mut ben = TestPeer::new(lan.host_with("b", Addresses::Ipv4), "Ben");
        ann.sees("Ben");
        ben.sees("Ann");
        ben.host.readdress("10.77.0.99/24");
        let moved = ann.until("Ben is at his new address", |line| {
            line["event"] == "person_nearby"
                && line["data"]["name"] == "Ben"
                && line["data"]["address"]
                    .as_str()
                    .is_some_and(|at| at.starts_with("10.77.0.99:"))
        });
        assert_eq!(moved["data"]["name"], "Ben");
    });
}

#[test]
fn a_cable_that_is_pulled_and_put_back_is_noticed() {
    lan(
        "meeting::a_cable_that_is_pulled_and_put_back_is_noticed",
        |lan| {
            let mut ann = TestPeer::new(lan.host("a"), "Ann");
            let mut ben = TestPeer::new(lan.host("b"), "Ben");
            ann.sees("Ben");
            ben.sees("Ann");
            ben.host.unplug();
            assert!(!ann.misses());
            ben.host.plug();
            ann.comes("Ben");
        },
    );
}

#[test]
fn without_multicast_an_invite_or_an_address_is_enough() {
    lan(
        "meeting::without_multicast_an_invite_or_an_address_is_enough",
        |lan| {
            lan.block_multicast();
            let (a, b, c) = (lan.host("a"), lan.host("b"), lan.host("c"));
            let at_ann = a.ipv4().expect("an address");
            let mut ann = TestPeer::new(a, "Ann");
            let ben = TestPeer::new(b, "Ben");
            let cho = TestPeer::new(c, "Cho");
            ben.join(&ann.invite());
            let joined = ann.until("Ann is told", |line| line["event"] == "person_joined");
            assert_eq!(joined["data"]["person"]["name"], "Ben");
            assert!(ann.has("Ben") && ben.has("Ann"));
            let found = cho.host.ask(&["connect", &format!("{at_ann}:47100")]);
            assert_eq!(found["name"], "Ann", "{found}");
            assert_eq!(found["standing"], "stranger");
            // A teammate who comes back is found where they were.
            drop(ben.node);
            ann.until("Ben is gone", |line| line["event"] == "person_gone");
        },
    );
}

#[test]
fn an_invite_of_a_short_command_leads_to_this_computer() {
    lan(
        "meeting::an_invite_of_a_short_command_leads_to_this_computer",
        |lan| {
            let (a, b) = (lan.host("a"), lan.host("b"));
            // Every time anew: its addresses become known one by one.
            for round in 0..6 {
                let mut inviting = a.start(&["invite", "--json"]);
                let invited =
                    inviting.wait_for("there is a ticket", |line| line["ticket"].is_string());
                let all = invited["addresses"].as_array().expect("addresses");
                let here = |at: &serde_json::Value| {
                    at.as_str()
                        .is_some_and(|at| at.starts_with("127.") || at.starts_with("[::1]"))
                };
                assert!(!all.is_empty() && !all.iter().any(here), "{invited}");
                if round == 5 {
                    let ticket = invited["ticket"].as_str().expect("a ticket");
                    let joined = b.segue(&["join", ticket]);
                    assert_eq!(joined.code, 0, "{joined:?}");
                    inviting.wait_for("it is used", |line| line["outcome"] == "joined");
                } else {
                    inviting.terminate();
                }
            }
        },
    );
}

#[test]
fn teammates_meet_again_without_multicast() {
    lan("meeting::teammates_meet_again_without_multicast", |lan| {
        let mut ann = TestPeer::new(lan.host("a"), "Ann");
        let mut ben = TestPeer::new(lan.host("b"), "Ben");
        ben.join(&ann.invite());
        ann.until("joined", |line| line["event"] == "person_joined");
        assert_eq!(ben.node.terminate(), Some(0));
        ann.misses();
        lan.block_multicast();
        ben.restart();
        ann.comes("Ben");
        ben.sees("Ann");
    });
}

#[test]
fn a_network_of_containers_does_not_win() {
    lan("meeting::a_network_of_containers_does_not_win", |lan| {
        let (a, b) = (
            lan.host_with("a", Addresses::Ipv4),
            lan.host_with("b", Addresses::Ipv4),
        );
        // Both have one, with the same address, as Docker gives it.
        a.add_virtual("docker0", "172.17.0.1/16");
        b.add_virtual("docker0", "172.17.0.1/16");
        let mut ann = TestPeer::new(a, "Ann");
        let mut ben = TestPeer::new(b, "Ben");
        for (desk, name) in [(&mut ann, "Ben"), (&mut ben, "Ann")] {
            let address = desk.finds(name);
            assert!(address.starts_with("10.77.0."), "{address}");
        }
        let invited = ann.host.ask(&["invite"]);
        let first = invited["addresses"][0].as_str().expect("an address");
        assert!(first.starts_with("10.77.0."), "{invited}");
    });
}

#[test]
fn whoever_hides_is_seen_by_teammates_only() {
    lan("meeting::whoever_hides_is_seen_by_teammates_only", |lan| {
        let a = lan.host("a");
        a.ask(&["settings", "set", "network.visibility", "teammates"]);
        let mut ann = TestPeer::new(a, "Ann");
        let mut ben = TestPeer::new(lan.host("b"), "Ben");
        let mut cho = TestPeer::new(lan.host("c"), "Cho");
        ben.sees("Cho");
        cho.sees("Ben");
        ben.join(&ann.invite());
        ann.until("joined", |line| line["event"] == "person_joined");
        assert!(ben.has("Ann"), "a teammate sees her");
        assert!(!cho.has("Ann"), "a stranger does not");
        // She becomes visible, and is seen.
        ann.host
            .ask(&["settings", "set", "network.visibility", "visible"]);
        cho.sees("Ann");
        ann.host
            .ask(&["settings", "set", "network.visibility", "hidden"]);
        cho.until("Ann is gone for strangers", |line| {
            line["event"] == "person_gone"
        });
        assert!(!cho.has("Ann"));
    });
}
