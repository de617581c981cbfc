//! What a LAN carries: single messages, multicast, and streams, which a capture shows.

use std::io::{Read, Write};
use std::net::{IpAddr, TcpListener, TcpStream, UdpSocket};

use segue_testkit::{Addresses, Host, Lan, lan};
use serde_json::Value;

use crate::talk::{ears_v4, ears_v6, everybody_v4, everybody_v6, heard, say, socket, v4, v6};

/// Sends all of these bytes from one host to another.
fn stream(from: &Host, to: &Host, bytes: &[u8]) {
    let listener = to.inside(|| TcpListener::bind((v4(to), 0)).expect("a listener"));
    let address = listener.local_addr().expect("its address");
    let mut sender = from.inside(|| TcpStream::connect(address).expect("a stream"));
    let (mut receiver, _) = listener.accept().expect("a caller");
    let received = std::thread::scope(|scope| {
        let all = scope.spawn(move || {
            let mut received = Vec::new();
            receiver.read_to_end(&mut received).expect("the stream");
            received
        });
        sender.write_all(bytes).expect("it can be sent");
        drop(sender);
        all.join().expect("the receiver")
    });
    assert_eq!(received.len(), bytes.len());
}

#[test]
fn two_hosts_reach_each_other() {
    lan("carries::two_hosts_reach_each_other", |lan| {
        let (a, b) = (lan.host("a"), lan.host("b"));
        for address in [v4, v6] as [fn(&Host) -> IpAddr; 2] {
            let (at_a, at_b) = (socket(&a, address(&a), 0), socket(&b, address(&b), 0));
            say(&at_a, at_b.local_addr().unwrap(), "from a");
            assert_eq!(heard(&at_b), "from a");
            say(&at_b, at_a.local_addr().unwrap(), "from b");
            assert_eq!(heard(&at_a), "from b");
        }
    });
}

#[test]
fn multicast_is_heard() {
    lan("carries::multicast_is_heard", |lan| {
        let (a, b, c) = (lan.host("a"), lan.host("b"), lan.host("c"));
        let ears = [ears_v4(&b), ears_v4(&c)];
        say(&socket(&a, v4(&a), 0), everybody_v4(), "anybody there?");
        assert!(ears.iter().all(|ears| heard(ears) == "anybody there?"));
        drop(ears);
        let ears = [ears_v6(&b), ears_v6(&c)];
        say(&socket(&a, v6(&a), 0), everybody_v6(&a), "and on IPv6?");
        assert!(ears.iter().all(|ears| heard(ears) == "and on IPv6?"));
    });
}

#[test]
fn a_host_has_only_the_addresses_asked_for() {
    lan("carries::a_host_has_only_the_addresses_asked_for", |lan| {
        let (old, new) = (
            lan.host_with("old", Addresses::Ipv4),
            lan.host_with("new", Addresses::Ipv6),
        );
        let both = lan.host("both");
        let binds =
            |host: &Host, address: IpAddr| host.inside(|| UdpSocket::bind((address, 0)).is_ok());
        let reaches = |host: &Host, address: IpAddr| {
            host.inside(|| {
                let any = if address.is_ipv4() {
                    "0.0.0.0:0"
                } else {
                    "[::]:0"
                };
                UdpSocket::bind(any).is_ok_and(|socket| socket.connect((address, 9)).is_ok())
            })
        };
        assert!(binds(&old, v4(&old)) && binds(&new, v6(&new)));
        assert!(binds(&both, v4(&both)) && binds(&both, v6(&both)));
        assert_eq!((old.ipv6(), new.ipv4()), (None, None));
        assert!(reaches(&old, v4(&both)) && reaches(&new, v6(&both)));
        assert!(!reaches(&old, v6(&both)) && !reaches(&new, v4(&both)));
    });
}

#[test]
fn a_capture_shows_what_was_sent_in_clear() {
    lan("carries::a_capture_shows_what_was_sent_in_clear", |lan| {
        let (a, b) = (lan.host("a"), lan.host("b"));
        stream(&a, &b, b"said too early");
        let capture = lan.capture();
        stream(&a, &b, b"in the clear");
        let passed = capture.stop();
        assert!(passed.holds("in the clear"));
        assert!(!passed.holds("said too early"));
        let receivers = passed.receivers();
        assert!(receivers.contains(&v4(&a)) && receivers.contains(&v4(&b)));
    });
}

#[test]
fn a_slow_lan_holds_back_both_ways() {
    /// How often this host's cable held something back.
    fn held_back(host: &Host) -> u64 {
        let output = host
            .tool("tc")
            .args(["-s", "-j", "qdisc", "show", "dev", "lan0"])
            .output()
            .expect("tc can be started");
        let listed: Value = serde_json::from_slice(&output.stdout).expect("a list");
        listed[0]["overlimits"].as_u64().unwrap_or_default()
    }
    lan(
        "carries::a_slow_lan_holds_back_both_ways",
        |lan: &mut Lan| {
            let a = lan.host("a");
            lan.shape("40mbit");
            let b = lan.host("b");
            assert_eq!((held_back(&a), held_back(&b)), (0, 0));
            let bytes = vec![7; 1024 * 1024];
            stream(&a, &b, &bytes);
            stream(&b, &a, &bytes);
            assert!(held_back(&a) > 0 && held_back(&b) > 0);
        },
    );
}
