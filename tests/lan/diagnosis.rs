//! Why someone can't be seen: what `segue doctor` says where something really stands in the way.

use segue_testkit::lan;
use serde_json::Value;

use crate::test_peer::TestPeer;

/// One check of a measurement; it may fail, which is no failure of the program.
fn measured(desk: &TestPeer, words: &[&str], id: &str) -> Value {
    let ended = desk.host.segue(&[&["doctor", "--json"], words].concat());
    let found: Value =
        serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {ended:?}"));
    let checks = found["checks"].as_array().cloned().unwrap_or_default();
    let one = checks.iter().find(|check| check["id"] == id);
    one.unwrap_or_else(|| panic!("{id} in {found}")).clone()
}

fn assert_says(check: &Value, outcome: &str, words: &str, act: &str) {
    assert_eq!(check["outcome"], outcome, "{check}");
    let detail = check["detail"].as_str().unwrap_or_default();
    assert!(detail.contains(words), "{check}");
    assert_eq!(
        check["act"]["kind"].as_str().unwrap_or_default(),
        act,
        "{check}"
    );
}

#[test]
fn one_who_does_not_look_for_others_gives_no_answer_to_multicast() {
    let name = "diagnosis::one_who_does_not_look_for_others_gives_no_answer_to_multicast";
    lan(name, |lan| {
        let ana = TestPeer::new(lan.host("a"), "Ana");
        let mut host = lan.host("b");
        host.set("SEGUE_DISCOVERY", "off");
        let mut ben = TestPeer::new(host, "Ben");
        let people = measured(&ana, &[], "people");
        assert_says(&people, "note", "No answer to multicast", "use_invitation");
        // The way that is offered is one that works.
        ben.join(&ana.invite());
        let person = measured(&ana, &["--person", "Ben"], "person");
        assert_says(&person, "pass", "Ben answered in", "");
        ben.kill();
        let person = measured(&ana, &["--person", "Ben"], "person");
        assert_says(&person, "fail", "No answer to multicast", "use_invitation");
    });
}

#[test]
fn a_computer_that_lets_nobody_in_is_told_by_another() {
    let name = "diagnosis::a_computer_that_lets_nobody_in_is_told_by_another";
    lan(name, |lan| {
        let ana = TestPeer::new(lan.host("a"), "Ana");
        let ben = TestPeer::new(lan.host("b"), "Ben");
        ben.join(&ana.invite());
        ben.host.shut();
        let to_ana = ["--person", "Ana"];
        let inbound = measured(&ben, &to_ana, "inbound");
        assert_says(
            &inbound,
            "fail",
            "Ana can't get through to this computer at",
            "run_again",
        );
        assert!(
            inbound["action"]
                .as_str()
                .unwrap_or_default()
                .contains("firewall"),
            "{inbound}"
        );
        let outbound = measured(&ana, &["--person", "Ben"], "outbound");
        assert_says(
            &outbound,
            "fail",
            "This computer can't get through to Ben",
            "run_again",
        );
        // What a person reads says the same.
        let shown = ana.host.segue(&["doctor", "--person", "Ben"]);
        assert!(
            shown
                .out
                .contains("FAIL  Reaching them: This computer can't get through to Ben"),
            "{shown:?}"
        );
        assert!(shown.out.contains("pass  Clocks: "), "{shown:?}");
        ben.host.unshut();
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
        loop {
            let inbound = measured(&ben, &to_ana, "inbound");
            if inbound["outcome"] == "pass" {
                break;
            }
            // They do not try all the time.
            assert_eq!(inbound["outcome"], "note", "{inbound}");
            assert!(std::time::Instant::now() < deadline, "{inbound}");
            std::thread::sleep(std::time::Duration::from_secs(1));
        }
    });
}
