//! Programs on the computers of a LAN are programs on different computers.

use segue_testkit::{Addresses, lan};

#[test]
fn each_is_somebody() {
    lan("computers::each_is_somebody", |lan| {
        let hosts = [
            lan.host("a"),
            lan.host_with("b", Addresses::Ipv4),
            lan.host_with("c", Addresses::Ipv6),
        ];
        let mut devices = hosts.each_ref().map(|host| {
            let device = &host.ask(&["status"])["you"]["device_id"];
            device.as_str().expect("a device has an id").to_owned()
        });
        assert_eq!(
            hosts.each_ref().map(|host| host.segue(&["status"]).code),
            [0; 3]
        );
        devices.sort_unstable();
        assert!(devices.windows(2).all(|pair| pair[0] != pair[1]));
    });
}

#[test]
fn a_program_that_keeps_running_is_found_by_its_own_computer_only() {
    let name = "computers::a_program_that_keeps_running_is_found_by_its_own_computer_only";
    lan(name, |lan| {
        let (a, b) = (lan.host("a"), lan.host("b"));
        let mut serving = a.start(&["serve", "--no-ui", "--json"]);
        serving.wait_for("it runs", |line| line["running"] == true);
        assert_eq!(a.ask(&["status"])["host"]["pid"], serving.pid());
        assert_ne!(b.ask(&["status"])["host"]["pid"], serving.pid());
        assert_eq!(serving.terminate(), Some(0));
    });
}
