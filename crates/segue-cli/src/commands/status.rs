//! `segue status`.

use std::process::ExitCode;

use segue_door::settings::Visibility;
use segue_door::{
    Client, DiscoveryState, IdentityState, Network, NetworkOff, SecretHome, Severity, Status,
    Surface, ask,
};
use segue_link::Link;

use super::Ended;
use crate::say::{Say, printable};

/// Shows who this is and the state of the node.
pub async fn status(link: &Link, say: &Say) -> Ended {
    let status = link.call(ask::Status {}).await?;
    say.reply(&status, text);
    Ok(ExitCode::SUCCESS)
}

/// Formats the status.
pub fn text(status: &Status) -> String {
    let name = printable(&status.you.name);
    let name = if status.you.name_is_generated {
        format!(
            "{name}  (generated from your key; choose your own: segue settings set name \"...\")"
        )
    } else {
        name
    };
    let mut lines = vec![
        name,
        row("identity", &identity(&status.identity)),
        row("network", &network(&status.network)),
        row("people", &people(status.people)),
        row("node", &node(status)),
        row("profile", &printable(&status.profile)),
        row("version", &status.version),
    ];
    for notice in &status.notices {
        let mark = match notice.severity {
            Severity::Problem => "!",
            Severity::Info => "i",
        };
        lines.push(String::new());
        lines.push(format!("{mark} {}", printable(&notice.title)));
        lines.push(format!("  {}", printable(&notice.detail)));
    }
    lines.join("\n")
}

fn row(name: &str, value: &str) -> String {
    format!("  {name:<9} {value}")
}

fn identity(identity: &IdentityState) -> String {
    match identity {
        IdentityState::Ready {
            home: SecretHome::Keyring,
            ..
        } => "key in the keyring".to_owned(),
        IdentityState::Ready {
            home: SecretHome::File,
            ..
        } => "key in a private file".to_owned(),
        IdentityState::Unavailable { reason, .. } => {
            format!("key unavailable: {}", printable(reason))
        }
    }
}

/// Describes the state of the network.
pub fn network(network: &Network) -> String {
    match network {
        Network::On {
            listening,
            discovery,
            visibility,
            nearby,
        } => {
            let mut words = vec![if listening.is_empty() {
                "on, but no one can reach this computer".to_owned()
            } else {
                format!("on, reachable at {}", printable(&listening.join(", ")))
            }];
            let seen = match (visibility, discovery) {
                (Visibility::Hidden, _) => "hidden",
                (Visibility::Teammates, _) => "visible to verified people only",
                (Visibility::Visible, DiscoveryState::Off) => "reachable by address only",
                (Visibility::Visible, _) => "visible to everyone on this network",
            };
            words.push(seen.to_owned());
            if *discovery == DiscoveryState::Failing {
                words.push("discovery isn't working".to_owned());
            }
            words.push(format!("{nearby} nearby"));
            words.join("; ")
        }
        Network::Starting => "starting".to_owned(),
        Network::Off { reason, detail } => match (reason, detail) {
            (NetworkOff::NotNeeded, _) => {
                "off: this command doesn't need it; segue serve and the app keep it on".to_owned()
            }
            (NetworkOff::NoIdentity, _) => "off: your key is unavailable".to_owned(),
            (NetworkOff::Failed, Some(why)) => format!("off: {}", printable(why)),
            (NetworkOff::Failed, None) => "off: it couldn't be started".to_owned(),
        },
    }
}

fn people(count: u32) -> String {
    match count {
        0 => "none yet; invite someone: segue invite".to_owned(),
        1 => "1 verified".to_owned(),
        count => format!("{count} verified"),
    }
}

fn node(status: &Status) -> String {
    let here = status.host.pid == std::process::id();
    let host = if here {
        "runs only for this command; keep it running: segue serve".to_owned()
    } else {
        format!("hosted by {}", client(&status.host))
    };
    let others: Vec<_> = status
        .attached
        .iter()
        .filter(|other| other.pid != std::process::id())
        .map(client)
        .collect();
    if others.is_empty() {
        host
    } else {
        format!("{host}; attached: {}", others.join(", "))
    }
}

fn client(client: &Client) -> String {
    let program = match client.surface {
        Surface::Desktop => "the desktop app",
        Surface::Serve => "segue serve",
        Surface::Cli => "segue",
    };
    format!("{program} (process {})", client.pid)
}
