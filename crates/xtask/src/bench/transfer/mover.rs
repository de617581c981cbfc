//! The programs that are compared: how each is started at both ends, and what it says.
//!
//! ```text
//! give ── command on the left ── prints a ticket ── take ── command on the right ── a file
//! ```
//!
//! None of them may ask anyone outside: no relay, no directory, an own mailbox.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use segue_testkit::installed::{MAILBOX, SENDME, WORMHOLE};
use serde_json::Value;

use super::hosts::{Host, LEFT, RIGHT};
use crate::clients;

/// What carries Segue's connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// TCP with Noise and yamux, which is preferred.
    Tcp,
    Quic,
}

/// One that moves a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Bytes over a bare TCP connection.
    Raw,
    Segue(Transport),
    /// The same bytes over a bare libp2p stream, neither compressed nor verified.
    Bare(Transport),
    /// Over QUIC, verified by BLAKE3.
    Sendme,
    /// Over TCP, met by a few words.
    Wormhole,
}

/// Returns all movers in the order they are printed; those of others only with `peers`.
pub fn all(peers: bool) -> Vec<Mover> {
    let mut all = vec![
        Mover::Raw,
        Mover::Segue(Transport::Tcp),
        Mover::Segue(Transport::Quic),
        Mover::Bare(Transport::Tcp),
        Mover::Bare(Transport::Quic),
    ];
    if peers {
        all.extend([Mover::Sendme, Mover::Wormhole]);
    }
    all
}

/// The paths of our own programs.
pub struct Tools {
    /// The path of this very program.
    pub me: PathBuf,
    /// The folder with `segue` and `segue-peer`.
    pub programs: PathBuf,
}

/// The port where the two ends of a wormhole meet.
const MAILBOX_PORT: u16 = 4000;

/// Creates the command for the server where wormholes meet, on the left. It is ready when it prints
/// what [`mailbox_ready`] looks for.
pub fn mailbox(folder: &Path) -> Result<Command> {
    let mut command = start(LEFT, &clients::found(&MAILBOX)?, folder);
    let port = format!("--port=tcp:{MAILBOX_PORT}:interface={}", LEFT.address);
    command.args(["-m", "twisted", "wormhole-mailbox", &port]);
    Ok(command)
}

/// Checks whether the mailbox says that it listens.
pub fn mailbox_ready(printed: &str) -> bool {
    printed.contains(&format!("starting on {MAILBOX_PORT}"))
}

impl Mover {
    /// Returns the name it has in tables.
    pub fn name(self) -> String {
        match self {
            Self::Raw => "raw TCP".to_owned(),
            Self::Segue(transport) => format!("segue, {}", transport.name()),
            Self::Bare(transport) => format!("bare libp2p, {}", transport.name()),
            Self::Sendme => SENDME.stamp(),
            Self::Wormhole => WORMHOLE.stamp(),
        }
    }

    /// Creates the command for the end that has the file. `number` is unique to this run.
    pub fn give(self, tools: &Tools, file: &Path, folder: &Path, number: u32) -> Result<Command> {
        let mut command = self.end(LEFT, tools, folder)?;
        match self {
            Self::Raw => {
                let listen = format!("{}:0", LEFT.address);
                command.args(["role", "tcp-give", &listen]);
            }
            Self::Segue(_) => {
                command.arg("give");
            }
            Self::Bare(_) => {
                command.args(["give", "--bare"]);
            }
            Self::Sendme => {
                command.args(["send", "--no-progress", "--relay", "disabled"]);
                command.args(["--ticket-type", "addresses"]);
            }
            Self::Wormhole => {
                let code = format!("{number}-bench-transfer");
                command.args(["send", "--hide-progress", "--no-qr", "--code", &code]);
            }
        }
        command.arg(file);
        Ok(command)
    }

    /// Creates the command for the end that receives the file into `folder`, as `name` unless the
    /// program chooses another name.
    pub fn take(self, tools: &Tools, ticket: &str, folder: &Path, name: &str) -> Result<Command> {
        let mut command = self.end(RIGHT, tools, folder)?;
        match self {
            Self::Raw => command.args(["role", "tcp-take", ticket, name]),
            Self::Segue(_) => command.args(["take", ticket]),
            Self::Bare(_) => command.args(["take", "--bare", ticket]),
            Self::Sendme => {
                command.args(["receive", "--no-progress", "--relay", "disabled", ticket])
            }
            Self::Wormhole => command.args(["receive", "--hide-progress", "--accept-file", ticket]),
        };
        Ok(command)
    }

    /// Finds the ticket that the giving end prints once the file can be taken.
    pub fn ticket(self, printed: &str) -> Option<String> {
        let after = |words: &str| {
            let whole = printed
                .split_inclusive('\n')
                .filter(|line| line.ends_with('\n'));
            let mut lines = whole.filter_map(|line| line.trim().strip_prefix(words));
            lines.next().map(|rest| rest.trim().to_owned())
        };
        match self {
            Self::Raw | Self::Segue(_) | Self::Bare(_) => {
                Some(said(printed, "ready")?["ticket"].as_str()?.to_owned())
            }
            Self::Sendme => after("sendme receive "),
            Self::Wormhole => after("Wormhole code is:"),
        }
    }

    /// Returns where the file is, judging by what the taking end printed before it ended.
    pub fn received(self, printed: &str, folder: &Path, name: &str) -> PathBuf {
        let told = said(printed, "done").and_then(|done| Some(done["path"].as_str()?.to_owned()));
        folder.join(told.as_deref().unwrap_or(name))
    }

    fn end(self, host: Host, tools: &Tools, folder: &Path) -> Result<Command> {
        Ok(match self {
            Self::Raw => start(host, &tools.me, folder),
            Self::Segue(transport) | Self::Bare(transport) => {
                let program = tools.programs.join("segue-peer");
                ensure!(program.is_file(), "there is no {}", program.display());
                let mut command = start(host, &program, folder);
                command.arg("--folder").arg(folder);
                command.args(["--listen", &format!("{}:0", host.address)]);
                command.args(["--transport", transport.word()]);
                command
            }
            Self::Sendme => start(host, &clients::found(&SENDME)?, folder),
            Self::Wormhole => {
                let mut command = start(host, &clients::found(&WORMHOLE)?, folder);
                let (address, port) = (LEFT.address, MAILBOX_PORT);
                command.args(["-m", "wormhole", "--relay-url"]);
                command.arg(format!("ws://{address}:{port}/v1"));
                // Nobody listens there, so the two ends can only meet directly.
                command.args(["--transit-helper", &format!("tcp:{address}:{}", port + 1)]);
                command
            }
        })
    }
}

impl Transport {
    fn name(self) -> &'static str {
        match self {
            Self::Tcp => "TCP",
            Self::Quic => "QUIC",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::Quic => "quic",
        }
    }
}

/// Creates a command that runs in a folder, which is also its home, with nothing of the developer's
/// environment.
fn start(host: Host, program: &Path, folder: &Path) -> Command {
    let mut command = host.command(program);
    command
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", folder)
        .env("SEGUE_DISCOVERY", "off");
    command
}

/// Finds the first line of JSON with a member of this name and returns its value.
fn said(printed: &str, name: &str) -> Option<Value> {
    printed.lines().find_map(|line| {
        let mut line: Value = serde_json::from_str(line).ok()?;
        line.get_mut(name).map(Value::take)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tickets_are_found_only_when_their_line_is_whole() {
        let ours = "starting\n{\"ready\":{\"device\":\"d\",\"ticket\":\"abc\"}}\n";
        assert_eq!(
            Mover::Segue(Transport::Tcp).ticket(ours).as_deref(),
            Some("abc")
        );
        assert_eq!(Mover::Raw.ticket("{\"ready\":{\"ticket\":\"10."), None);
        let theirs = "to get this data, use\nsendme receive blobabc\n";
        assert_eq!(Mover::Sendme.ticket(theirs).as_deref(), Some("blobabc"));
        assert_eq!(Mover::Sendme.ticket(theirs.trim_end()), None);
        let words = "Sending 5 kB\nWormhole code is: 7-bench-transfer\nOn the other\n";
        assert_eq!(
            Mover::Wormhole.ticket(words).as_deref(),
            Some("7-bench-transfer")
        );
    }

    #[test]
    fn a_file_is_where_the_program_says_or_under_its_name() {
        let folder = Path::new("/there");
        let done = "{\"done\":{\"path\":\"/other/file\",\"bytes\":3}}\n";
        let segue = Mover::Segue(Transport::Quic);
        assert_eq!(
            segue.received(done, folder, "name"),
            Path::new("/other/file")
        );
        assert_eq!(
            Mover::Sendme.received("", folder, "name"),
            Path::new("/there/name")
        );
    }
}
