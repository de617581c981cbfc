//! This computer's side: its interfaces, where it listens, what stands in between.

use std::net::SocketAddr;

use segue_door::{Act, Check, Outcome, SettingsSection};
use segue_network::interfaces::{Interface, Kind, rank};
use segue_network::survey::{Firewall, Port};

use super::super::{act, check};
use super::describe;
use crate::doctor::wiring::Discovery;

/// Checks which interfaces there are, and which of them lead to people nearby.
pub(super) fn interfaces(all: &[Interface]) -> Check {
    const ID: &str = "interfaces";
    const TITLE: &str = "Networks";
    let usable: Vec<String> = all
        .iter()
        .filter(|one| one.is_usable())
        .map(describe::interface)
        .collect();
    let beside: Vec<String> = all
        .iter()
        .filter(|one| one.up && matches!(one.kind, Kind::Virtual | Kind::Tunnel))
        .map(|one| format!("{} ({})", one.name, describe::kind(one.kind)))
        .collect();
    let beside = match beside.as_slice() {
        [] => String::new(),
        names => format!(
            " Not used to find people nearby: {}.",
            describe::list(names)
        ),
    };
    if !usable.is_empty() {
        let detail = format!("Connected by {}.{beside}", describe::list(&usable));
        return check(ID, TITLE, Outcome::Pass, detail);
    }
    let waiting: Vec<String> = all
        .iter()
        .filter(|one| one.kind.is_physical())
        .map(|one| one.name.clone())
        .collect();
    let detail = match waiting.as_slice() {
        [] => format!("This computer has no cable or Wi-Fi network.{beside}"),
        names => format!(
            "No network is connected: {} waits for one.{beside}",
            describe::list(names)
        ),
    };
    act(
        check(ID, TITLE, Outcome::Fail, detail),
        Act::RunAgain,
        "Connect to the Wi-Fi or plug in the cable that the others use",
    )
}

/// Checks where the program waits for others.
pub(super) fn listening(listening: &[SocketAddr], all: &[Interface]) -> Check {
    const ID: &str = "listening";
    const TITLE: &str = "Listening";
    let mut places = listening.to_vec();
    let beyond = |address: &SocketAddr| !address.ip().to_canonical().is_loopback();
    if places.iter().any(beyond) {
        places.retain(beyond);
    }
    places.sort_by_key(|address| (rank(address.ip(), all), *address));
    places.dedup();
    let said = describe::list(&places.iter().map(describe::place).collect::<Vec<_>>());
    if places.is_empty() {
        return act(
            check(
                ID,
                TITLE,
                Outcome::Fail,
                "Segue does not listen anywhere, so nobody can reach you.",
            ),
            Act::OpenSettings {
                section: SettingsSection::Network,
            },
            "Restart Segue; if that does not help, another program may have its port: choose another in the settings",
        );
    }
    if places
        .iter()
        .all(|address| address.ip().to_canonical().is_loopback())
    {
        let detail = format!("Only this computer itself can connect, at {said}.");
        return act(
            check(ID, TITLE, Outcome::Warn, detail),
            Act::OpenSettings {
                section: SettingsSection::Network,
            },
            "Take away SEGUE_LISTEN or the setting network.listen, and restart Segue",
        );
    }
    check(
        ID,
        TITLE,
        Outcome::Pass,
        format!("Others can try to reach you at {said}."),
    )
}

/// Checks whether our own port opens, and what may keep others from it.
pub(super) fn port(tried: &[(SocketAddr, Port)], firewall: Firewall) -> Check {
    const ID: &str = "port";
    const TITLE: &str = "Port";
    let open = tried.iter().filter(|(_, port)| *port == Port::Open).count();
    let closed = tried.iter().find(|(_, port)| *port != Port::Open);
    let Some((address, port)) = closed else {
        return reachable(tried, firewall);
    };
    let place = describe::place(address);
    let restart = (Act::RunAgain, "Restart Segue".to_owned());
    let (why, (place, action)) = match port {
        Port::Silent => (
            format!("nothing answers at {place}, as if a firewall swallowed it"),
            describe::let_in(firewall, address.port()),
        ),
        Port::Failed(why) => (format!("{place} can't be tried: {why}"), restart),
        Port::Refused | Port::Open => (format!("{place} does not take connections"), restart),
    };
    let (outcome, detail) = if open == 0 {
        (
            Outcome::Fail,
            format!("Not even this computer gets through: {why}."),
        )
    } else {
        (
            Outcome::Warn,
            format!("{open} of {} addresses work, but {why}.", tried.len()),
        )
    };
    act(check(ID, TITLE, outcome, detail), place, action)
}

/// Reports that every address opens from here, which says nothing yet about a firewall in front of
/// others.
fn reachable(tried: &[(SocketAddr, Port)], firewall: Firewall) -> Check {
    const ID: &str = "port";
    const TITLE: &str = "Port";
    let Some((address, _)) = tried.first() else {
        return act(
            check(
                ID,
                TITLE,
                Outcome::Note,
                "No address of Segue can be tried from here.",
            ),
            Act::RunAgain,
            "Ask somebody nearby to try to reach you",
        );
    };
    let number = address.port();
    match describe::firewall(firewall) {
        None => check(
            ID,
            TITLE,
            Outcome::Pass,
            format!(
                "Port {number} takes connections from this computer. Only another computer can tell whether a firewall keeps others out."
            ),
        ),
        Some(name) => {
            let found = check(
                ID,
                TITLE,
                Outcome::Note,
                format!(
                    "Port {number} takes connections from this computer. The firewall {name} is on, and does not tell whether it lets others in."
                ),
            );
            let (place, words) = describe::let_in(firewall, number);
            let words = match &place {
                Act::CopyCommand { command } => {
                    format!("If others can't reach you, run: {command}")
                }
                _ => words,
            };
            act(found, place, words)
        }
    }
}

/// Checks whether a VPN leads the traffic elsewhere.
pub(super) fn vpn(all: &[Interface]) -> Check {
    const ID: &str = "vpn";
    const TITLE: &str = "VPN";
    let tunnels: Vec<String> = all
        .iter()
        .filter(|one| one.kind == Kind::Tunnel && one.up && leads_somewhere(one))
        .map(|one| one.name.clone())
        .collect();
    if tunnels.is_empty() {
        return check(ID, TITLE, Outcome::Pass, "None is on.");
    }
    act(
        check(
            ID,
            TITLE,
            Outcome::Warn,
            format!(
                "{} leads into another network. Some VPNs also cut you off from people nearby.",
                describe::list(&tunnels)
            ),
        ),
        Act::RunAgain,
        "If you can't see someone, allow local network access in the VPN program, or pause it",
    )
}

/// Checks whether a tunnel has an address of its own. Some systems always have tunnels for
/// themselves, which have none.
fn leads_somewhere(interface: &Interface) -> bool {
    let mut addresses = interface.addresses.iter();
    addresses.any(|address| match address.ip.to_canonical() {
        std::net::IpAddr::V4(v4) => !v4.is_link_local(),
        std::net::IpAddr::V6(v6) => !v6.is_unicast_link_local(),
    })
}

/// Checks whether people nearby are looked for, and who may see us.
pub(super) fn discovery(discovery: &Discovery, visibility: &str) -> Check {
    const ID: &str = "discovery";
    const TITLE: &str = "Looking for people";
    let off = "Segue does not look for people nearby, and sends nothing to find them.";
    match discovery {
        Discovery::On => check(
            ID,
            TITLE,
            Outcome::Pass,
            format!("Segue looks for people nearby. You can be seen by {visibility}."),
        ),
        Discovery::OffBySetting => act(
            check(
                ID,
                TITLE,
                Outcome::Note,
                format!("{off} You turned it off."),
            ),
            Act::OpenSettings {
                section: SettingsSection::Network,
            },
            "Turn it on in the settings, or connect by an invitation",
        ),
        Discovery::OffByHiding => act(
            check(
                ID,
                TITLE,
                Outcome::Note,
                format!("{off} This computer is hidden."),
            ),
            Act::OpenSettings {
                section: SettingsSection::Receiving,
            },
            "Be visible to people you verified, or to everyone, in the settings",
        ),
        Discovery::OffByEnvironment => act(
            check(
                ID,
                TITLE,
                Outcome::Note,
                format!("{off} It was started with SEGUE_DISCOVERY=off."),
            ),
            Act::UseInvitation,
            "Start Segue without SEGUE_DISCOVERY=off, or connect by an invitation",
        ),
        Discovery::Failed(why) => act(
            check(
                ID,
                TITLE,
                Outcome::Fail,
                format!("Looking for people does not work: {why}."),
            ),
            Act::UseInvitation,
            "Restart Segue; until it works, connect by an invitation",
        ),
    }
}
