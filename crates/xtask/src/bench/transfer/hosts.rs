//! Two computers on one cable: two network namespaces and a pair of virtual network cards.
//!
//! Only ever inside [`unshared`]: there `/run` is a memory of our own, so the names of namespaces
//! meet nobody else's, and all goes when the last process inside ends.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::shell;

/// One of the two computers on the cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host {
    name: &'static str,
    /// Its IP address.
    pub address: &'static str,
}

/// The one that gives.
pub const LEFT: Host = Host {
    name: "left",
    address: "10.77.0.1",
};
/// The one that takes.
pub const RIGHT: Host = Host {
    name: "right",
    address: "10.77.0.2",
};

/// What the cable lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// As much as the machine can.
    Plain,
    /// 1 Gbit/s each way.
    Gigabit,
}

impl Link {
    /// Returns the name it has in headings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "unshaped",
            Self::Gigabit => "1 Gbit/s",
        }
    }
}

/// Creates a command that runs a program in namespaces of its own, with nothing on the network.
pub fn unshared(program: &Path) -> Command {
    let mut command = shell::command("unshare");
    if shell::read(Command::new("id").arg("-u")).is_none_or(|id| id.trim() != "0") {
        command.args(["--user", "--map-root-user"]);
    }
    let ready = "PATH=$PATH:/usr/sbin:/sbin; mount -t tmpfs tmpfs /run && exec \"$0\" \"$@\"";
    // Its processes are its own too, so that all of them end with it.
    command.args([
        "--net",
        "--mount",
        "--pid",
        "--fork",
        "--kill-child",
        "--mount-proc",
    ]);
    command.args(["--", "sh", "-c", ready]);
    command.arg(program);
    command
}

/// Makes both computers and the cable.
pub fn make() -> Result<()> {
    let devices = std::fs::read_to_string("/proc/net/dev")?;
    ensure!(
        devices.lines().filter(|line| line.contains(':')).count() == 1,
        "not alone on the network; start this with cargo xtask bench transfer"
    );
    for host in [LEFT, RIGHT] {
        ip(&["netns", "add", host.name])?;
    }
    ip(&[
        "link", "add", "cable", "netns", LEFT.name, "type", "veth", "peer", "name", "cable",
        "netns", RIGHT.name,
    ])?;
    for host in [LEFT, RIGHT] {
        let address = format!("{}/24", host.address);
        for words in [
            ["link", "set", "lo", "up"].as_slice(),
            &["address", "add", &address, "dev", "cable"],
            &["link", "set", "cable", "up"],
            // Programs look for the way out to learn which of their addresses others can reach.
            &["route", "add", "default", "dev", "cable"],
        ] {
            ip(&[&["-n", host.name], words].concat())?;
        }
    }
    Ok(())
}

/// Makes the cable let through this much.
pub fn shape(link: Link) -> Result<()> {
    for host in [LEFT, RIGHT] {
        let mut tc = host.command(Path::new("tc"));
        match link {
            // Nothing to take away is as good as taken away.
            Link::Plain => {
                shell::read(tc.args(["qdisc", "del", "dev", "cable", "root"]));
            }
            Link::Gigabit => {
                tc.args(["qdisc", "replace", "dev", "cable", "root", "tbf"]);
                tc.args(["rate", "1gbit", "burst", "256kb", "latency", "20ms"]);
                quiet(&mut tc)?;
            }
        }
    }
    Ok(())
}

impl Host {
    /// Creates a command that runs a program on this computer. Its process id is that of the
    /// program itself.
    pub fn command(self, program: &Path) -> Command {
        let mut command = Command::new("nsenter");
        command
            .arg(format!("--net=/run/netns/{}", self.name))
            .arg("--")
            .arg(program);
        command
    }

    /// Returns how many bytes this computer has sent over the cable so far, headers included.
    pub fn sent(self) -> Option<u64> {
        let mut cat = self.command(Path::new("cat"));
        sent_by("cable", &shell::read(cat.arg("/proc/net/dev"))?)
    }
}

fn sent_by(card: &str, devices: &str) -> Option<u64> {
    let line = devices
        .lines()
        .find_map(|line| line.trim().strip_prefix(card)?.strip_prefix(':'))?;
    line.split_whitespace().nth(8)?.parse().ok()
}

fn ip(words: &[&str]) -> Result<()> {
    quiet(Command::new("ip").args(words))
}

fn quiet(command: &mut Command) -> Result<()> {
    let output = command
        .output()
        .with_context(|| format!("could not start {:?}", command.get_program()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("{command:?}: {}", said.trim());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sent_is_the_ninth_figure_of_its_card() {
        let devices = "Inter-|   Receive  |  Transmit\n face |bytes\n    lo:  1 2 3 4 5 6 7 8 9 10\n \
                       cable: 11 12 13 14 15 16 17 18 4711 20\n";
        assert_eq!(sent_by("cable", devices), Some(4711));
        assert_eq!(sent_by("lo", devices), Some(9));
        assert_eq!(sent_by("eth0", devices), None);
    }
}
