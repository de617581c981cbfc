//! `segue status`.

use std::process::ExitCode;

use segue_node::door::{
    Client, IdentityState, Network, NetworkOff, SecretHome, Severity, Status, Surface,
};
use segue_node::{Link, Reply, Request};

use super::{Ended, unexpected};
use crate::say::{Say, printable};

/// Shows who this is and how the node is doing.
pub async fn status(link: &Link, say: &Say) -> Ended {
    let Reply::Status(status) = link.call(Request::Status).await? else {
        return Err(unexpected());
    };
    say.reply(&*status, text);
    Ok(ExitCode::SUCCESS)
}

/// The status in words.
pub fn text(status: &Status) -> String {
    let name = printable(&status.you.name);
    let name = if status.you.name_is_generated {
        format!("{name}  (made up from your key; set your own: segue settings set name \"...\")")
    } else {
        name
    };
    let mut lines = vec![
        name,
        row("identity", &identity(&status.identity)),
        row("network", network(status.network)),
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
            format!("key out of reach: {}", printable(reason))
        }
    }
}

fn network(network: Network) -> &'static str {
    let Network::Off { reason } = network;
    match reason {
        NetworkOff::NotInThisVersion => "off: this version can't reach other people yet",
        NetworkOff::NoIdentity => "off: the identity key is out of reach",
    }
}

fn node(status: &Status) -> String {
    let here = status.host.pid == std::process::id();
    let host = if here {
        "runs in this command only; keep one running with: segue serve".to_owned()
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
