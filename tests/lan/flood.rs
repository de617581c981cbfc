//! Announcements without end, of devices that do not exist.

use std::net::{Ipv4Addr, UdpSocket};
use std::time::Duration;

use segue_testkit::hostile::{WAYS, announcement, echoing};
use segue_testkit::{Host, lan};

use crate::private::{assert_stayed, route_all_by};
use crate::test_peer::TestPeer;

/// Where announcements go.
const EVERYBODY: (Ipv4Addr, u16) = (Ipv4Addr::new(224, 0, 0, 251), 5353);
/// How many ways are announced in all.
const RECORDS: u32 = 100_000;
/// Where the devices are said to be: at nobody's, at a teammate's, and far outside.
const PLACES: [Ipv4Addr; 4] = [
    Ipv4Addr::new(10, 77, 0, 180),
    Ipv4Addr::new(10, 77, 0, 2),
    Ipv4Addr::new(203, 0, 113, 7),
    Ipv4Addr::new(198, 51, 100, 9),
];

/// Announces from this computer, a few at a time so that they are heard.
fn flood(host: &Host, packets: impl Iterator<Item = Vec<u8>> + Send) {
    let from = host.ipv4().expect("an address");
    host.inside(|| {
        let socket = UdpSocket::bind((from, 0)).expect("a socket");
        for (number, packet) in packets.enumerate() {
            socket.send_to(&packet, EVERYBODY).expect("it can be sent");
            if number % 20 == 0 {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    });
}

/// The most memory that a process held since it began, in kilobytes.
fn peak(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let words = line.and_then(|line| line.split_whitespace().next());
    words.and_then(|number| number.parse().ok()).expect("VmHWM")
}

#[test]
fn a_capture_while_announcements_are_forged_shows_nothing_sent_outside() {
    lan(
        "flood::a_capture_while_announcements_are_forged_shows_nothing_sent_outside",
        |lan| {
            let (a, b, eve) = (lan.host("a"), lan.host("b"), lan.host("eve"));
            route_all_by(&a, &eve);
            let mut ann = TestPeer::new(a, "Ann");
            let before = peak(ann.node.pid());
            let capture = lan.capture();
            let packets = RECORDS.div_ceil(WAYS.into());
            flood(&eve, (0..packets).map(|_| announcement(&PLACES)));
            let people = ann.host.ask(&["people", "--nearby"]);
            assert_eq!(people["nearby"], serde_json::json!([]), "{people}");
            // Someone real is found all the same.
            let mut ben = TestPeer::new(b, "Ben");
            ann.comes("Ben");
            ben.sees("Ann");
            let grown = peak(ann.node.pid()).saturating_sub(before);
            println!("{RECORDS} records: {grown} kB more");
            assert!(grown < 64 * 1024, "{grown} kB more");
            assert_stayed(&capture.stop());
        },
    );
}

#[test]
fn announcements_that_say_one_thing_again_and_again_do_not_fill_the_memory() {
    lan(
        "flood::announcements_that_say_one_thing_again_and_again_do_not_fill_the_memory",
        |lan| {
            let (a, b, eve) = (lan.host("a"), lan.host("b"), lan.host("eve"));
            let mut ann = TestPeer::new(a, "Ann");
            let before = peak(ann.node.pid());
            let packet = echoing(&PLACES);
            flood(&eve, std::iter::repeat_n(packet, 20_000));
            let mut ben = TestPeer::new(b, "Ben");
            ann.comes("Ben");
            ben.sees("Ann");
            let grown = peak(ann.node.pid()).saturating_sub(before);
            println!("20,000 packets: {grown} kB more");
            assert!(grown < 32 * 1024, "{grown} kB more");
        },
    );
}
