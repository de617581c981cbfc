//! Names, addresses and folders that must be told apart.

use std::net::IpAddr;

use super::system::{Sys, names};
use super::*;

fn by_name(name: &str) -> Kind {
    classify(name, Traits::default())
}

#[test]
fn names_tell_kinds() {
    let table = [
        (Kind::Loopback, "lo|lo0|Loopback Pseudo-Interface 1"),
        (
            Kind::Lan,
            "eth0|eth1|eno1|enp3s0|enp0s31f6|enx00e04c680001|ens160|em1|en0|en5|bond0|team0|eth0.10|\
             end0|usb0|Ethernet|Ethernet 2|long0",
        ),
        (
            Kind::Wifi,
            "wlan0|wlp2s0|wlx00c0ca000001|Wi-Fi|Wi-Fi 2|Wireless Network Connection",
        ),
        (
            Kind::Virtual,
            "docker0|docker_gwbridge|br-5f2c9d1e7a30|veth12ab34c|virbr0|virbr0-nic|vmnet8|vboxnet0|\
             lxcbr0|lxdbr0|podman0|cni0|cni-podman0|cali1234|flannel.1|vnet3|dummy0|awdl0|llw0|\
             bridge100|vEthernet (WSL)|vEthernet (Default Switch)|VMware Network Adapter VMnet8|\
             VirtualBox Host-Only Network",
        ),
        (
            Kind::Tunnel,
            "tun0|tap0|wg0|wg0-mullvad|utun3|ppp0|tailscale0|ztabcdefgh|nordlynx|proton0|\
             pvpnksintrf0|ipsec0|gpd0|wt0|OpenVPN Wintun|ProtonVPN|Tailscale",
        ),
    ];
    for (kind, names) in table {
        for name in names.split('|') {
            assert_eq!(by_name(name), kind, "{name}");
        }
    }
}

#[test]
fn traits_tell_what_a_name_does_not() {
    let table = [
        // A pair of a namespace: the end inside is what a cable would be.
        (
            "eth0",
            Traits {
                hardware: Some(1),
                ..Traits::default()
            },
            Kind::Lan,
        ),
        (
            "uplink",
            Traits {
                hardware: Some(1),
                ..Traits::default()
            },
            Kind::Lan,
        ),
        (
            "home",
            Traits {
                hardware: Some(65534),
                ..Traits::default()
            },
            Kind::Tunnel,
        ),
        (
            "office",
            Traits {
                point_to_point: true,
                ..Traits::default()
            },
            Kind::Tunnel,
        ),
        (
            "guest",
            Traits {
                program: true,
                hardware: Some(1),
                ..Traits::default()
            },
            Kind::Virtual,
        ),
        (
            "br0",
            Traits {
                bridge: true,
                ..Traits::default()
            },
            Kind::Virtual,
        ),
        (
            "br0",
            Traits {
                bridge: true,
                bridges_device: true,
                ..Traits::default()
            },
            Kind::Lan,
        ),
        (
            "radio",
            Traits {
                device: true,
                wireless: true,
                ..Traits::default()
            },
            Kind::Wifi,
        ),
        (
            "self",
            Traits {
                hardware: Some(772),
                ..Traits::default()
            },
            Kind::Loopback,
        ),
        (
            "self",
            Traits {
                loopback: true,
                ..Traits::default()
            },
            Kind::Loopback,
        ),
    ];
    for (name, traits, kind) in table {
        assert_eq!(classify(name, traits), kind, "{name} {traits:?}");
    }
}

#[test]
fn private_addresses_are_those_of_networks_of_ones_own() {
    let private = "10.0.0.1|10.255.255.255|172.16.0.1|172.31.255.254|192.168.0.1|192.168.255.1|127.0.0.1|\
         127.8.9.10|169.254.1.1|100.64.0.1|100.127.255.254|::1|fc00::1|fdff:ffff::1|fe80::1|\
         febf::1|::ffff:192.168.1.1|::ffff:127.0.0.1|::ffff:100.64.0.1";
    let other = "9.255.255.255|11.0.0.1|172.15.0.1|172.32.0.1|192.167.1.1|192.169.1.1|169.253.1.1|\
         100.63.255.255|100.128.0.1|8.8.8.8|203.0.113.9|0.0.0.0|255.255.255.255|224.0.0.251|\
         239.255.255.250|::|ff02::fb|2001:db8::1|fec0::1|fbff::1|fe7f::1|::ffff:8.8.8.8|\
         ::ffff:224.0.0.1|64:ff9b::a00:1";
    for address in private.split('|') {
        assert!(is_private(address.parse().unwrap()), "{address}");
    }
    for address in other.split('|') {
        assert!(!is_private(address.parse().unwrap()), "{address}");
    }
}

fn interface(name: &str, addresses: &[&str]) -> Interface {
    Interface {
        name: name.to_owned(),
        index: None,
        kind: by_name(name),
        addresses: addresses
            .iter()
            .map(|text| {
                let (ip, prefix) = text.split_once('/').unwrap();
                Address {
                    ip: ip.parse().unwrap(),
                    prefix: prefix.parse().unwrap(),
                }
            })
            .collect(),
        up: true,
        multicast: true,
    }
}

#[test]
fn the_nearest_network_that_holds_an_address_decides() {
    let interfaces = [
        interface("lo", &["127.0.0.1/8", "::1/128"]),
        interface(
            "eth0",
            &[
                "192.168.1.5/24",
                "2001:db8:1::5/64",
                "fd00:1::5/64",
                "fe80::5/64",
            ],
        ),
        interface("wlan0", &["10.1.2.3/16"]),
        interface("docker0", &["172.17.0.1/16", "10.1.99.1/24"]),
        interface("wg0", &["10.0.0.2/8", "100.64.0.2/32"]),
        interface("eno2", &["172.20.0.1/0"]),
        Interface {
            up: false,
            ..interface("eno3", &["172.25.0.1/16"])
        },
    ];
    let table = [
        ("192.168.1.77", Tier::Lan),
        ("::ffff:192.168.1.77", Tier::Lan),
        ("2001:db8:1::77", Tier::Lan),
        ("fd00:1::77", Tier::Lan),
        ("10.1.7.7", Tier::Lan),
        ("192.168.2.77", Tier::Private),
        ("fd00:2::77", Tier::Private),
        ("100.64.0.9", Tier::Private),
        ("172.25.0.9", Tier::Private),
        ("172.20.0.9", Tier::Private),
        ("10.2.7.7", Tier::Tunnel),
        ("172.17.0.9", Tier::Virtual),
        ("10.1.99.9", Tier::Virtual),
        ("127.0.0.1", Tier::Loopback),
        ("::1", Tier::Loopback),
        ("8.8.8.8", Tier::Public),
        ("2001:db8:2::77", Tier::Public),
        ("fe80::77", Tier::Unusable),
        ("224.0.0.251", Tier::Unusable),
        ("255.255.255.255", Tier::Unusable),
        ("0.0.0.0", Tier::Unusable),
        ("::", Tier::Unusable),
        ("ff02::fb", Tier::Unusable),
    ];
    for (address, tier) in table {
        assert_eq!(
            rank(address.parse().unwrap(), &interfaces),
            tier,
            "{address}"
        );
    }
    // Nearest first is how addresses are tried.
    let mut tried: Vec<IpAddr> = [
        "8.8.8.8",
        "172.17.0.9",
        "10.2.7.7",
        "192.168.2.77",
        "192.168.1.77",
    ]
    .map(|address| address.parse().unwrap())
    .to_vec();
    tried.sort_by_key(|address| rank(*address, &interfaces));
    let tried: Vec<String> = tried.iter().map(ToString::to_string).collect();
    assert_eq!(
        tried,
        [
            "192.168.1.77",
            "192.168.2.77",
            "10.2.7.7",
            "172.17.0.9",
            "8.8.8.8"
        ]
    );
}

#[test]
fn a_network_holds_what_shares_its_first_bits() {
    let holds = |network: &str, address: &str| {
        interface("eth0", &[network]).addresses[0].holds(address.parse().unwrap())
    };
    assert!(holds("10.0.0.1/32", "10.0.0.1") && !holds("10.0.0.1/32", "10.0.0.2"));
    assert!(holds("10.0.0.1/1", "127.0.0.1") && !holds("10.0.0.1/1", "128.0.0.1"));
    assert!(holds("fd00::1/128", "fd00::1") && !holds("fd00::1/128", "fd00::2"));
    assert!(!holds("10.0.0.1/0", "10.0.0.1") && !holds("10.0.0.1/33", "10.0.0.1"));
    assert!(!holds("::/0", "::1") && !holds("::1/129", "::1"));
    assert!(
        !holds("10.0.0.1/8", "::ffff:10.0.0.1"),
        "who asks makes it plain first"
    );
}

#[test]
fn the_list_of_devices_is_read() {
    let text = "Inter-|   Receive\n face |bytes    packets\n    lo:     100       1\n  eth0:1 2\n";
    assert_eq!(names(text), ["lo", "eth0"]);
}

#[test]
fn a_folder_about_other_interfaces_is_not_believed() {
    let root = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let path = root.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("bonding_masters", "");
    write("eth0/ifindex", "2\n");
    write("eth0/device/vendor", "x");
    write("eth0/type", "1\n");
    write("br0/ifindex", "3\n");
    write("br0/bridge/bridge_id", "x");
    write("br0/brif/eth0/state", "3");
    write("br1/ifindex", "4\n");
    write("br1/brif/veth7/state", "3");
    write("br1/flags", "0x1003\n");
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    let sys = Sys::at(root.path(), &names(&["eth0", "br1", "br0"]));
    let kind = |name, index| {
        sys.about(name, index)
            .map(|known| classify(name, known.traits()))
    };
    assert_eq!(kind("br0", Some(3)), Some(Kind::Lan), "a cable is in it");
    assert_eq!(kind("br0", Some(9)), None, "another one of that name");
    assert_eq!(
        sys.about("br1", None).unwrap().number("flags"),
        Some(0x1003)
    );
    assert!(!sys.about("br1", Some(4)).unwrap().traits().bridges_device);
    assert_eq!(kind("../br0", None), None);
    let elsewhere = Sys::at(root.path(), &names(&["eth0"]));
    assert!(elsewhere.about("eth0", Some(2)).is_none());
}

#[test]
fn this_computer_has_loopback() {
    let list = list().unwrap();
    let lo = list.iter().find(|one| one.kind == Kind::Loopback).unwrap();
    assert!(lo.up && lo.addresses.iter().any(|address| address.ip.is_loopback()));
    assert!(!lo.is_usable());
}

proptest::proptest! {
    #[test]
    fn any_address_has_one_tier_and_private_ones_are_never_public(bits: u128, v4: u32) {
        for ip in [IpAddr::V6(bits.into()), IpAddr::V4(v4.into())] {
            let tier = rank(ip, &[]);
            proptest::prop_assert!(!is_private(ip) || tier != Tier::Public);
            proptest::prop_assert!(tier != Tier::Private || is_private(ip));
            if let IpAddr::V4(v4) = ip {
                proptest::prop_assert_eq!(tier, rank(v4.to_ipv6_mapped().into(), &[]));
                proptest::prop_assert_eq!(is_private(ip), is_private(v4.to_ipv6_mapped().into()));
            }
        }
    }
}
