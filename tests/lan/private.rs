//! What others on the LAN can see of it: nothing that is said, and nothing that leaves the LAN.

use segue_testkit::lan;

use crate::desk::Desk;

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

#[test]
fn a_capture_of_meeting_and_joining_says_nothing() {
    lan(
        "private::a_capture_of_meeting_and_joining_says_nothing",
        |lan| {
            let (a, b) = (lan.host("a"), lan.host("b"));
            let capture = lan.capture();
            let mut ann = Desk::new(a, "Canary Ann Quokka");
            let mut ben = Desk::new(b, "Canary Ben Wombat");
            ann.sees("Canary Ben Wombat");
            let ticket = ann.invite();
            ben.join(&ticket);
            ann.until("joined", |line| line["event"] == "person_joined");
            ben.sees("Canary Ann Quokka");
            assert_eq!(ben.node.terminate(), Some(0));
            ann.misses();
            let seen = capture.stop();
            assert!(seen.len() > 2000, "something passed: {} bytes", seen.len());
            assert!(holds(&seen, "_p2p"), "the announcement itself is seen");
            for secret in [
                "Quokka",
                "Wombat",
                "Canary",
                "segue:invite",
                "claude",
                ann.host.world().home().to_str().expect("a path"),
            ] {
                assert!(!holds(&seen, secret), "{secret} was seen");
            }
            let capability = ticket.trim_start_matches("segue:invite/");
            assert!(!holds(&seen, &capability[70..90]), "the ticket was seen");
        },
    );
}
