//! Where looking for other computers is allowed: only on a network that the test kit made.
//!
//! ```text
//! SEGUE_LAN      the network namespace that the test came from ── must not be the one we are in
//! /run/segue-lan notes on a disk only the LAN's processes see  ── must name every device in sight
//! ```

use std::net::SocketAddr;

/// Set in the processes of a LAN: the network namespace outside of it.
pub(crate) const LAN: &str = "SEGUE_LAN";
/// The devices that the test kit made, one a line. Only the processes of that LAN see this file.
pub(crate) const DEVICES: &str = "/run/segue-lan/devices";

/// Checks whether this thread is on a network that [`lan`](crate::lan()) made, and on no other.
pub fn discovery_allowed() -> bool {
    why_not().is_none()
}

/// Fails outside of a network that [`lan`](crate::lan()) made.
///
/// # Panics
/// When this thread can see any network of the machine itself.
pub fn assert_in_lan() {
    if let Some(reason) = why_not() {
        panic!("this may only run inside segue_testkit::lan: {reason}");
    }
}

/// Fails when a program with this variable could reach the machine's own network.
pub(crate) fn assert_harmless(name: &str, value: &str) {
    let harmless = match name {
        "SEGUE_DISCOVERY" => value == "off",
        "SEGUE_LISTEN" => value.split(',').all(|address| {
            let address: Result<SocketAddr, _> = address.trim().parse();
            address.is_ok_and(|address| address.ip().is_loopback())
        }),
        _ => true,
    };
    if !harmless {
        assert_in_lan();
    }
}

/// Returns the network namespace of this thread, in the system's words.
pub(crate) fn namespace() -> Option<String> {
    let name = std::fs::read_link("/proc/thread-self/ns/net").ok()?;
    Some(name.to_string_lossy().into_owned())
}

fn why_not() -> Option<String> {
    let outside = std::env::var(LAN).unwrap_or_default();
    if outside.is_empty() {
        return Some("this process was not started for a LAN".to_owned());
    }
    match namespace() {
        None => return Some("the system does not say in which network this is".to_owned()),
        Some(here) if here == outside => return Some("this is the machine's network".to_owned()),
        Some(_) => {}
    }
    let (Ok(ours), Ok(listed)) = (
        std::fs::read_to_string(DEVICES),
        std::fs::read_to_string("/proc/thread-self/net/dev"),
    ) else {
        return Some("there is no list of the LAN's devices".to_owned());
    };
    let strange = strange(&listed, &ours);
    (!strange.is_empty()).then(|| format!("the test kit did not make {strange:?}"))
}

/// Lists the devices in sight that are not ours.
fn strange<'a>(listed: &'a str, ours: &str) -> Vec<&'a str> {
    devices(listed)
        .into_iter()
        .filter(|name| !ours.lines().any(|our| our == *name))
        .collect()
}

/// Lists the network devices other than loopback, from the text of `/proc/net/dev`.
pub(crate) fn devices(listed: &str) -> Vec<&str> {
    listed
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, _)| name.trim())
        .filter(|name| *name != "lo")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "Inter-| Receive\n face |bytes\n";

    #[test]
    fn only_loopback_is_alone() {
        assert!(devices(&format!("{HEADER}    lo: 0 0\n")).is_empty());
        let two = format!("{HEADER}  lo: 0\n  eth0: 1\n");
        assert_eq!(devices(&two), ["eth0"]);
    }

    #[test]
    fn a_device_of_the_machine_is_a_stranger() {
        let listed = format!("{HEADER}  lo: 0\n  lan0: 1\n  eth0: 1\n");
        assert_eq!(strange(&listed, "lan0\n"), ["eth0"]);
        assert!(strange(&listed, "lan0\neth0\n").is_empty());
        assert_eq!(strange(&listed, "lan\n"), ["lan0", "eth0"]);
    }

    #[test]
    fn discovery_is_not_allowed_on_the_machines_own_network() {
        assert!(!discovery_allowed());
        assert!(std::panic::catch_unwind(assert_in_lan).is_err());
    }

    #[test]
    fn a_world_outside_of_a_lan_stays_on_loopback() {
        let refused = |name: &'static str, value: &'static str| {
            let mut world = crate::World::with_programs(std::path::Path::new("/nowhere"));
            std::panic::catch_unwind(move || world.set(name, value)).is_err()
        };
        assert!(!refused("SEGUE_DISCOVERY", "off"));
        assert!(!refused("SEGUE_LISTEN", "127.0.0.1:0, [::1]:0"));
        assert!(refused("SEGUE_DISCOVERY", "on"));
        assert!(refused("SEGUE_DISCOVERY", ""));
        assert!(refused("SEGUE_LISTEN", "0.0.0.0:0"));
        assert!(refused("SEGUE_LISTEN", "127.0.0.1:0,[::]:0"));
        assert!(refused("SEGUE_LISTEN", ""));
    }
}
