//! What can be done to a LAN. That something is not heard is seen without waiting: something sent
//! later, the same way, is heard first.

use segue_testkit::lan;

use crate::talk::{ears_v4, ears_v6, everybody_v4, everybody_v6, heard, say, socket, v4, v6};

#[test]
fn blocked_multicast_is_not_heard_while_the_rest_goes_on() {
    let name = "cut::blocked_multicast_is_not_heard_while_the_rest_goes_on";
    lan(name, |lan| {
        let (a, b) = (lan.host("a"), lan.host("b"));
        let check = |ears: &std::net::UdpSocket, from, everybody, b| {
            let mouth = socket(&a, from, 0);
            let to_b = (b, 5353).into();
            lan.block_multicast();
            say(&mouth, everybody, "to everybody");
            say(&mouth, to_b, "to b");
            assert_eq!(heard(ears), "to b");
            lan.allow_multicast();
            say(&mouth, everybody, "to everybody again");
            assert_eq!(heard(ears), "to everybody again");
        };
        check(&ears_v4(&b), v4(&a), everybody_v4(), v4(&b));
        check(&ears_v6(&b), v6(&a), everybody_v6(&a), v6(&b));
    });
}

#[test]
fn an_unplugged_host_is_not_reached_until_it_is_plugged_in() {
    let name = "cut::an_unplugged_host_is_not_reached_until_it_is_plugged_in";
    lan(name, |lan| {
        let (a, b) = (lan.host("a"), lan.host("b"));
        for (ears, mouth) in [
            (socket(&b, v4(&b), 0), socket(&a, v4(&a), 0)),
            (socket(&b, v6(&b), 0), socket(&a, v6(&a), 0)),
        ] {
            let to_b = ears.local_addr().unwrap();
            say(&mouth, to_b, "before");
            assert_eq!(heard(&ears), "before");
            b.unplug();
            say(&mouth, to_b, "meanwhile");
            b.plug();
            say(&mouth, to_b, "after");
            assert_eq!(heard(&ears), "after");
        }
    });
}

#[test]
fn a_host_can_change_its_address() {
    lan("cut::a_host_can_change_its_address", |lan| {
        let (a, mut b) = (lan.host("a"), lan.host("b"));
        let (old_v4, old_v6) = (v4(&b), v6(&b));
        b.readdress("10.77.0.99/24");
        b.readdress("fd77::99/64");
        assert_eq!(v4(&b).to_string(), "10.77.0.99");
        assert_eq!(v6(&b).to_string(), "fd77::99");
        for (new, from) in [(v4(&b), v4(&a)), (v6(&b), v6(&a))] {
            let ears = socket(&b, new, 0);
            say(&socket(&a, from, 0), ears.local_addr().unwrap(), "moved");
            assert_eq!(heard(&ears), "moved");
        }
        for old in [old_v4, old_v6] {
            assert!(b.inside(|| std::net::UdpSocket::bind((old, 0)).is_err()));
        }
    });
}
