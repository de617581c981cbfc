//! What is measured on one computer about the network around it.

use std::sync::Barrier;

use segue_network::interfaces::{Kind, Tier, list, rank};
use segue_network::survey::{Echo, Family, multicast_echo};
use segue_testkit::{Host, lan};

/// Sends and listens on every usable interface of a computer, once all who do so are ready.
fn heard(host: &Host, family: Family, ready: &Barrier) -> Echo {
    host.inside(|| {
        let all = list().expect("the interfaces");
        let usable: Vec<_> = all.iter().filter(|one| one.is_usable()).collect();
        let [cable] = usable.as_slice() else {
            panic!("one cable and nothing else leads to others: {all:?}")
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        ready.wait();
        runtime
            .block_on(multicast_echo(
                &segue_clock::Clock::system(),
                cable,
                family,
                &all,
            ))
            .expect("it is sent")
    })
}

fn both_heard(a: &Host, b: &Host, family: Family) -> [Echo; 2] {
    let ready = Barrier::new(2);
    std::thread::scope(|scope| {
        let b = scope.spawn(|| heard(b, family, &ready));
        [heard(a, family, &ready), b.join().expect("it ends")]
    })
}

#[test]
fn others_are_heard_unless_the_network_keeps_its_members_apart() {
    let name = "survey::others_are_heard_unless_the_network_keeps_its_members_apart";
    lan(name, |lan| {
        let (a, b) = (lan.host("a"), lan.host("b"));
        a.add_virtual("docker0", "172.17.0.1/16");
        for family in [Family::V4, Family::V6] {
            let heard = both_heard(&a, &b, family);
            assert!(heard.iter().all(|echo| echo.back.is_some()), "{heard:?}");
            // Who was quicker hears the other; the other may have come too late.
            assert!(heard.iter().any(|echo| echo.others > 0), "{heard:?}");
        }
        lan.block_multicast();
        for family in [Family::V4, Family::V6] {
            let heard = both_heard(&a, &b, family);
            assert!(heard.iter().all(|echo| echo.back.is_some()), "{heard:?}");
            assert!(heard.iter().all(|echo| echo.others == 0), "{heard:?}");
        }
    });
}

#[test]
fn a_cable_is_nearer_than_a_network_of_containers() {
    let name = "survey::a_cable_is_nearer_than_a_network_of_containers";
    lan(name, |lan| {
        let (a, b) = (lan.host("a"), lan.host("b"));
        a.add_virtual("docker0", "172.17.0.1/16");
        let all = a.inside(|| list().expect("the interfaces"));
        let virtual_ones = all.iter().filter(|one| one.kind == Kind::Virtual);
        assert!(
            virtual_ones.count() >= 2,
            "the bridge and its port: {all:?}"
        );
        for address in [b.ipv4().map(Into::into), b.ipv6().map(Into::into)] {
            let address = address.expect("b has both");
            assert_eq!(rank(address, &all), Tier::Lan, "{address}");
        }
        let guest = "172.17.0.9".parse().expect("an address");
        assert_eq!(rank(guest, &all), Tier::Virtual);
    });
}
