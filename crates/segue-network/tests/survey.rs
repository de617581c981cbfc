//! Measurements on real sockets, each in a network namespace of its own.
#![cfg(target_os = "linux")]

use std::process::Command;
use std::time::{Duration, Instant};

use segue_clock::Clock;
use segue_network::interfaces::{Interface, Kind, Tier, list, rank};
use segue_network::survey::{Echo, EchoError, Family, Port, multicast_echo, port_open};
use segue_testkit::{alone, needs};

/// Runs a tool that changes the network of the namespace this test is alone in.
fn tool(program: &str, arguments: &str) {
    let path = "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin";
    let done = Command::new(program)
        .args(arguments.split(' '))
        .env("PATH", path)
        .status();
    assert!(done.expect(program).success(), "{program} {arguments}");
}

/// Two interfaces with a cable between them; what one sends the other hears.
fn cable() {
    tool("ip", "link add eth0 type veth peer name eth1");
    tool("ip", "addr add 10.9.0.1/24 dev eth0");
    tool("ip", "addr add 10.9.0.2/24 dev eth1");
    // An address that needs no time to be checked for being taken.
    for (name, address) in [("eth0", "fd09::1/64"), ("eth1", "fd09::2/64")] {
        tool("ip", &format!("addr add {address} dev {name} nodad"));
        tool("ip", &format!("link set {name} up"));
    }
    // The system says a little later that the cable carries.
    let deadline = Instant::now() + Duration::from_secs(10);
    while !(named("eth0").up && named("eth1").up) {
        assert!(Instant::now() < deadline, "the cable never carries");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn wait<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(work)
}

fn named(name: &str) -> Interface {
    let all = list().expect("the interfaces");
    let found = all.iter().find(|one| one.name == name);
    found.unwrap_or_else(|| panic!("{name} in {all:?}")).clone()
}

fn echo(interface: &Interface, family: Family) -> Result<Echo, EchoError> {
    let all = list().expect("the interfaces");
    wait(multicast_echo(&Clock::system(), interface, family, &all))
}

#[test]
fn loopback_alone_is_no_network() {
    alone("loopback_alone_is_no_network", || {
        let all = list().unwrap();
        let [lo] = all.as_slice() else {
            panic!("what /sys tells of the computer around us is not believed: {all:?}")
        };
        assert_eq!((lo.kind, lo.up), (Kind::Loopback, true));
        assert!(!lo.is_usable() && !lo.multicast);
        // Linux carries multicast of version 4 there when it is told to, and has no way for 6.
        let heard = echo(lo, Family::V4).unwrap();
        assert!(heard.back.is_some() && heard.others == 0, "{heard:?}");
        let error = echo(lo, Family::V6).unwrap_err();
        assert!(matches!(error, EchoError::Send(_)), "{error:?}");
    });
}

#[test]
fn multicast_is_heard_back_and_others_are_told_apart() {
    alone("multicast_is_heard_back_and_others_are_told_apart", || {
        cable();
        let eth0 = named("eth0");
        assert_eq!(eth0.kind, Kind::Lan, "a cable without a device");
        assert!(eth0.is_usable() && eth0.multicast);
        assert_eq!(
            rank("10.9.0.77".parse().unwrap(), &list().unwrap()),
            Tier::Lan
        );
        for family in [Family::V4, Family::V6] {
            let heard = echo(&eth0, family).unwrap();
            assert!(heard.back.is_some(), "{family:?} {heard:?}");
            assert_eq!(heard.others, 0, "both ends are ours");
        }
        // Seen from one end alone, the other end is another computer. In IPv4 the system would
        // throw away what comes from an address of its own.
        let eth1 = named("eth1");
        let (heard, other) = wait(async {
            let ours = [eth0.clone()];
            let clock = Clock::system();
            tokio::join!(
                multicast_echo(&clock, &eth0, Family::V6, &ours),
                multicast_echo(&clock, &eth1, Family::V6, &[]),
            )
        });
        let heard = heard.unwrap();
        assert!(heard.back.is_some() && heard.others > 0, "{heard:?}");
        assert!(other.is_ok_and(|echo| echo.back.is_some()));
    });
}

#[test]
fn a_firewall_shows_in_what_is_not_heard() {
    needs("nft");
    alone("a_firewall_shows_in_what_is_not_heard", || {
        cable();
        let eth0 = named("eth0");
        tool("nft", "add table inet t");
        tool(
            "nft",
            "add chain inet t in { type filter hook input priority 0 ; }",
        );
        tool("nft", "add rule inet t in udp dport 5353 drop");
        for family in [Family::V4, Family::V6] {
            let deaf = Echo {
                back: None,
                others: 0,
            };
            assert_eq!(echo(&eth0, family).unwrap(), deaf, "{family:?}");
        }
        tool(
            "nft",
            "add chain inet t out { type filter hook output priority 0 ; }",
        );
        tool("nft", "add rule inet t out udp dport 5353 drop");
        for family in [Family::V4, Family::V6] {
            let Err(EchoError::Send(error)) = echo(&eth0, family) else {
                panic!("it was sent")
            };
            assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied);
        }
    });
}

#[test]
fn a_port_behind_a_firewall_is_silent() {
    needs("nft");
    alone("a_port_behind_a_firewall_is_silent", || {
        wait(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            assert_eq!(port_open(&Clock::system(), address).await, Port::Open);
            tool("nft", "add table inet t");
            tool(
                "nft",
                "add chain inet t in { type filter hook input priority 0 ; }",
            );
            tool(
                "nft",
                &format!("add rule inet t in tcp dport {} drop", address.port()),
            );
            assert_eq!(port_open(&Clock::system(), address).await, Port::Silent);
        });
    });
}

#[test]
fn what_leads_elsewhere_is_not_a_network_of_ours() {
    alone("what_leads_elsewhere_is_not_a_network_of_ours", || {
        tool("ip", "link add docker0 type bridge");
        tool("ip", "addr add 172.17.0.1/16 dev docker0");
        tool("ip", "link set docker0 up");
        tool("ip", "tuntap add dev wg0 mode tun");
        tool("ip", "addr add 10.64.0.2/24 dev wg0");
        tool("ip", "link set wg0 up");
        tool("ip", "link add idle type veth peer name end");
        let all = list().unwrap();
        let kind = |name| all.iter().find(|one| one.name == name).unwrap().kind;
        assert_eq!(kind("docker0"), Kind::Virtual);
        assert_eq!(kind("wg0"), Kind::Tunnel);
        assert!(
            !named("idle").up,
            "without an address it is listed all the same"
        );
        assert!(all.iter().all(|one| !one.is_usable()));
    });
}
