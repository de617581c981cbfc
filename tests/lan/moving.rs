//! Files on their way through a real network: cut off, killed, and whole in the end.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use segue_testkit::lan;

use crate::way::{Way, came};

#[test]
fn a_cut_cable_costs_little() {
    lan("moving::a_cut_cable_costs_little", |lan| {
        let (a, b) = (lan.host("a"), lan.host("b"));
        lan.shape("200mbit");
        let way = Way::from(&a, 60);
        let mut taker = way.take(&b);
        taker.wait_for("a third is there", |line| came(line) > 20_000_000);
        b.unplug();
        std::thread::sleep(Duration::from_secs(3));
        b.plug();
        let done = taker.wait_for("all is there", |line| line["done"].is_object());
        way.assert_whole();
        let wire = done["done"]["wire_bytes"].as_u64().expect("a figure");
        let again = wire.saturating_sub(60_000_000);
        assert!(again < 3_000_000, "{again} bytes of 60 MB came twice");
    });
}

#[test]
fn a_new_address_does_not_end_a_transfer() {
    lan("moving::a_new_address_does_not_end_a_transfer", |lan| {
        let (a, mut b) = (lan.host("a"), lan.host("b"));
        lan.shape("200mbit");
        let way = Way::from(&a, 60);
        let mut taker = way.take(&b);
        taker.wait_for("some is there", |line| came(line) > 10_000_000);
        b.readdress("10.77.0.99/24");
        taker.wait_for("all is there", |line| line["done"].is_object());
        way.assert_whole();
    });
}

#[test]
fn killed_at_any_point_a_file_is_whole_or_absent() {
    lan(
        "moving::killed_at_any_point_a_file_is_whole_or_absent",
        |lan| {
            let (a, b) = (lan.host("a"), lan.host("b"));
            lan.shape("400mbit");
            let mut way = Way::from(&a, 40);
            let mut most = 0;
            // The taker is killed wherever it is, again and again; each time it goes on from there.
            for step in 1..=12_u64 {
                let mut taker = way.take(&b);
                let at = step * 2_500_000;
                let line = taker.wait_for("it goes on", |line| {
                    came(line) >= at || line["done"].is_object()
                });
                taker.kill();
                way.assert_whole_or_absent();
                if line["done"].is_object() {
                    break;
                }
                most = most.max(came(&line));
            }
            assert!(most > 10_000_000, "{most}");
            // The giver is killed too, and comes back as the same device.
            let mut taker = way.take(&b);
            taker.wait_for("it goes on", |line| {
                came(line) > 30_000_000 || line["done"].is_object()
            });
            way.giver.kill();
            taker.kill();
            way.give_again(&a);
            let mut taker = way.take(&b);
            let done = taker.wait_for("all is there", |line| line["done"].is_object());
            way.assert_whole();
            let wire = done["done"]["wire_bytes"].as_u64().expect("a figure");
            assert!(
                wire < 20_000_000,
                "what was there did not come again: {wire}"
            );
        },
    );
}

#[test]
fn killed_at_a_hundred_moments_nothing_is_half() {
    lan(
        "moving::killed_at_a_hundred_moments_nothing_is_half",
        |lan| {
            let (a, b) = (lan.host("a"), lan.host("b"));
            lan.shape("400mbit");
            let mut way = Way::from(&a, 4);
            let seed = SystemTime::now().duration_since(UNIX_EPOCH);
            let mut state = seed.expect("after 1970").subsec_nanos() | 1;
            println!("seed {state}");
            let mut whole = 0;
            for round in 0..100 {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                let mut taker = way.take(&b);
                // Any moment is as good as another: while it starts, moves, saves, or after the end.
                std::thread::sleep(Duration::from_micros(u64::from(state % 250_000)));
                taker.kill();
                way.assert_whole_or_absent();
                if way.is_there() || round % 3 == 0 {
                    whole += u32::from(way.is_there());
                    way.begin_anew();
                }
            }
            println!("{whole} files came before the taker was killed");
            let mut taker = way.take(&b);
            taker.wait_for("all is there", |line| line["done"].is_object());
            way.assert_whole();
        },
    );
}
