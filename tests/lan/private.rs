//! What others on the LAN can see of it: nothing that is said, and nothing that leaves the LAN.

use std::net::IpAddr;

use segue_network::interfaces::is_private;
use segue_testkit::{Host, Passed, lan};

use crate::test_peer::TestPeer;
use crate::way::{CANARY, Way};

/// Lets a computer send to anywhere: everything that is not for the LAN goes to this other one, which
/// passes nothing on.
pub fn route_all_by(host: &Host, other: &Host) {
    let by = other.ipv4().expect("an address").to_string();
    let mut ip = host.tool("ip");
    let added = ip.args(["route", "add", "default", "via", &by]).status();
    assert!(added.expect("ip").success());
}

/// Nothing was sent to any computer that is not on a local network.
pub fn assert_stayed(passed: &Passed) {
    let local = |ip: &IpAddr| {
        let everybody = ip.is_multicast() || ip.to_string() == "255.255.255.255";
        everybody || is_private(*ip)
    };
    let receivers = passed.receivers();
    assert!(receivers.len() > 2, "something was sent: {receivers:?}");
    let outside: Vec<_> = receivers.iter().filter(|ip| !local(ip)).collect();
    assert!(outside.is_empty(), "sent to {outside:?}");
}

#[test]
fn a_capture_of_meeting_and_joining_says_nothing() {
    lan(
        "private::a_capture_of_meeting_and_joining_says_nothing",
        |lan| {
            let (a, b, c) = (lan.host("a"), lan.host("b"), lan.host("c"));
            let capture = lan.capture();
            for host in [&a, &b] {
                route_all_by(host, &c);
            }
            let mut ann = TestPeer::new(a, "Canary Ann Quokka");
            let mut ben = TestPeer::new(b, "Canary Ben Wombat");
            ann.sees("Canary Ben Wombat");
            let ticket = ann.invite();
            ben.join(&ticket);
            ann.until("joined", |line| line["event"] == "person_joined");
            ben.sees("Canary Ann Quokka");
            assert_eq!(ben.node.terminate(), Some(0));
            ann.misses();
            let seen = capture.stop();
            assert!(
                seen.bytes() > 2000,
                "something passed: {} bytes",
                seen.bytes()
            );
            assert!(seen.holds("_p2p"), "the announcement itself is seen");
            for secret in [
                "Quokka",
                "Wombat",
                "Canary",
                "segue:invite",
                "claude",
                ann.host.world().home().to_str().expect("a path"),
            ] {
                assert!(!seen.holds(secret), "{secret} was seen");
            }
            let capability = ticket.trim_start_matches("segue:invite/");
            assert!(!seen.holds(&capability[70..90]), "the ticket was seen");
            assert_stayed(&seen);
        },
    );
}

#[test]
fn a_capture_of_a_file_on_its_way_says_nothing() {
    lan(
        "private::a_capture_of_a_file_on_its_way_says_nothing",
        |lan| {
            let (a, b) = (lan.host("a"), lan.host("b"));
            for transport in ["tcp", "quic"] {
                let way = Way::by(&a, 3, transport);
                let capture = lan.capture();
                let mut taker = way.take(&b);
                taker.wait_for("all is there", |line| line["done"].is_object());
                way.assert_whole();
                let seen = capture.stop();
                assert!(
                    seen.bytes() > 3_000_000,
                    "the file passed: {} bytes",
                    seen.bytes()
                );
                for secret in [CANARY, "sample", "taken"] {
                    assert!(!seen.holds(secret), "{transport}: {secret} was seen");
                }
                assert_stayed(&seen);
            }
        },
    );
}
