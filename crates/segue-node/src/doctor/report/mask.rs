//! Takes out of a text what tells which computer or device it is about: ids of devices, hardware
//! addresses, public addresses, and addresses of version 6 that were made from a hardware address.
//! Private addresses stay, because they say how a network is laid out and not whose it is.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use segue_network::interfaces::is_private;

/// Beginnings of the ids of devices.
const IDS: [&str; 3] = ["12D3KooW", "16Uiu2HA", "Qm"];
/// The length of the shortest id.
const SHORTEST_ID: usize = 44;
/// How many characters of an id stay.
const KEPT: usize = 6;

/// Shortens each device id to its end.
pub(super) fn ids(text: &str) -> String {
    each_run(
        text,
        |c| c.is_ascii_alphanumeric(),
        |run| {
            let is_id = run.len() >= SHORTEST_ID && IDS.iter().any(|start| run.starts_with(start));
            if is_id {
                return Some(format!("…{}", &run[run.len() - KEPT..]));
            }
            // `enx` and `wlx` are names that systems make from a hardware address.
            let hardware = run
                .strip_prefix("enx")
                .or_else(|| run.strip_prefix("wlx"))?;
            (hardware.len() == 12 && hardware.bytes().all(|byte| byte.is_ascii_hexdigit()))
                .then(|| format!("{}…", &run[..3]))
        },
    )
}

/// Shortens each address that should not be shown whole to its beginning.
pub(super) fn addresses(text: &str) -> String {
    let in_address = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '.');
    each_run(text, in_address, |run| {
        // The end of a sentence may stand behind an address.
        let plain = run.trim_end_matches(['.', ':']);
        let masked = if let Ok(address) = plain.parse::<IpAddr>() {
            masked(address)?
        } else if let Ok(SocketAddr::V4(place)) = plain.parse::<SocketAddr>() {
            format!("{}:{}", masked((*place.ip()).into())?, place.port())
        } else if is_hardware(plain) {
            "<hardware address>".to_owned()
        } else {
            return None;
        };
        Some(masked + &run[plain.len()..])
    })
}

/// Returns what to write instead of an address; `None` when the address may be shown.
fn masked(address: IpAddr) -> Option<String> {
    let told = is_private(address) || !is_in_the_world(address);
    match address.to_canonical() {
        IpAddr::V6(v6) if told => is_from_hardware(v6).then(|| prefix(v6, 4)),
        _ if told => None,
        IpAddr::V4(v4) => {
            let [first, second, ..] = v4.octets();
            Some(format!("{first}.{second}.x.x"))
        }
        IpAddr::V6(v6) => Some(prefix(v6, 2)),
    }
}

/// Checks whether an address could be that of a single computer.
fn is_in_the_world(address: IpAddr) -> bool {
    let address = address.to_canonical();
    let broadcast = matches!(address, IpAddr::V4(v4) if v4.is_broadcast());
    !address.is_unspecified() && !address.is_multicast() && !broadcast
}

/// Checks whether the second half of an address was made from a hardware address, which has `ff:fe`
/// in its middle.
fn is_from_hardware(v6: Ipv6Addr) -> bool {
    let bytes = v6.octets();
    bytes[11] == 0xff && bytes[12] == 0xfe
}

/// Formats the first groups of an address, and a sign that there was more.
fn prefix(v6: Ipv6Addr, groups: usize) -> String {
    let mut kept = [0; 8];
    kept[..groups].copy_from_slice(&v6.segments()[..groups]);
    let kept = Ipv6Addr::from(kept).to_string();
    format!("{kept}…")
}

/// Checks whether a text is six pairs of hex digits with colons between them.
fn is_hardware(text: &str) -> bool {
    let mut pairs = 0;
    let all = text.split(':').all(|pair| {
        pairs += 1;
        pair.len() == 2 && pair.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    all && pairs == 6
}

/// Replaces each longest run of characters that belong together for which `instead` gives another
/// text.
fn each_run(
    text: &str,
    belongs: impl Fn(char) -> bool,
    instead: impl Fn(&str) -> Option<String>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(&belongs) {
        let (before, run) = rest.split_at(start);
        let end = run.find(|c| !belongs(c)).unwrap_or(run.len());
        let (run, after) = run.split_at(end);
        out.push_str(before);
        match instead(run) {
            Some(text) => out.push_str(&text),
            None => out.push_str(run),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_and_hardware_addresses_are_cut_and_private_ones_stay() {
        let table = [
            ("at 192.168.1.5 port 4242.", "at 192.168.1.5 port 4242."),
            ("at 203.0.113.9.", "at 203.0.x.x."),
            ("203.0.113.9:4242, 10.0.0.1:1", "203.0.x.x:4242, 10.0.0.1:1"),
            ("/ip4/198.51.100.7/tcp/1", "/ip4/198.51.x.x/tcp/1"),
            (
                "100.64.0.9 127.0.0.1 169.254.3.4",
                "100.64.0.9 127.0.0.1 169.254.3.4",
            ),
            (
                "0.0.0.0 224.0.0.251 ff02::fb ::",
                "0.0.0.0 224.0.0.251 ff02::fb ::",
            ),
            ("[2001:db8:aa:bb::1]:4242", "[2001:db8::…]:4242"),
            ("2001:db8:aa:bb:0211:22ff:fe33:4455", "2001:db8::…"),
            ("fe80::211:22ff:fe33:4455%eth0", "fe80::…%eth0"),
            ("fd12:3456:789a:1:211:22ff:fe33:4455", "fd12:3456:789a:1::…"),
            (
                "fd12:3456:789a:1::7 and fe80::1",
                "fd12:3456:789a:1::7 and fe80::1",
            ),
            ("::ffff:203.0.113.9", "203.0.x.x"),
            ("::ffff:192.168.1.5", "::ffff:192.168.1.5"),
            ("mac 00:11:22:33:44:55.", "mac <hardware address>."),
            (
                "Segue 0.1.0, 12:30, a:b, process 77.",
                "Segue 0.1.0, 12:30, a:b, process 77.",
            ),
        ];
        for (text, masked) in table {
            assert_eq!(addresses(text), masked);
        }
    }

    #[test]
    fn only_the_end_of_an_id_stays() {
        let id = "12D3KooWPjceQrSwdWXPyLLeABRXmuqt69Rg3sBYbU1Nft9HyQ6X";
        assert_eq!(ids(&format!("/p2p/{id}.")), "/p2p/…9HyQ6X.");
        assert_eq!(ids("enx001122aabbcc and enxours"), "enx… and enxours");
        assert_eq!(ids("12D3KooW is a beginning"), "12D3KooW is a beginning");
    }
}
