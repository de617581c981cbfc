//! One computer of a LAN: a network namespace with a cable to the switch, and a home of its own.

use std::fs::File;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::os::fd::AsFd;
use std::process::Command;

use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};
use serde_json::Value;

use super::tools::{kernel, listed, tool, until};
use super::{SWITCH, ours};
use crate::guard::assert_in_lan;
use crate::{Ended, Running, World};

/// The device of a computer that its cable is in.
const DEVICE: &str = "lan0";

/// Which addresses a computer has, besides those of loopback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    Both,
    /// It does not speak IPv6 at all.
    Ipv4,
    /// It has no IPv4 address.
    Ipv6,
}

/// A computer: programs run on it as they would on one of its own.
pub struct Host {
    name: String,
    ipv4: Option<Ipv4Addr>,
    ipv6: Option<Ipv6Addr>,
    world: World,
}

impl Host {
    pub(super) fn new(name: &str, number: u8, addresses: Addresses) -> Self {
        tool(&format!("ip netns add {name}"));
        let mut host = Self {
            name: name.to_owned(),
            ipv4: None,
            ipv6: None,
            world: World::on_lan(&["ip", "netns", "exec", name]),
        };
        host.inside(|| {
            for which in ["all", "default"] {
                let off = if addresses == Addresses::Ipv4 {
                    "1"
                } else {
                    "0"
                };
                kernel(&format!("ipv6/conf/{which}/disable_ipv6"), off);
                // An address works at once: nobody else has it.
                kernel(&format!("ipv6/conf/{which}/accept_dad"), "0");
            }
        });
        ours(DEVICE);
        ours(&host.cable());
        let cable = host.cable();
        tool(&format!(
            "ip link add {cable} type veth peer name {DEVICE} netns {name}"
        ));
        tool(&format!("ip link set {cable} master {SWITCH}"));
        tool(&format!("ip -n {name} link set lo up"));
        tool(&format!("ip -n {name} link set {DEVICE} up"));
        if addresses != Addresses::Ipv6 {
            host.readdress(&format!("10.77.0.{number}/24"));
        }
        if addresses != Addresses::Ipv4 {
            host.readdress(&format!("fd77::{number:x}/64"));
        }
        host.plug();
        host.inside(assert_in_lan);
        host
    }

    /// Returns its name on this LAN.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its IPv4 address on the LAN.
    pub fn ipv4(&self) -> Option<Ipv4Addr> {
        self.ipv4
    }

    /// Returns its IPv6 address on the LAN.
    pub fn ipv6(&self) -> Option<Ipv6Addr> {
        self.ipv6
    }

    /// Returns its home.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Sets a variable for programs started from now on.
    pub fn set(&mut self, name: &str, value: &str) {
        self.world.set(name, value);
    }

    /// Builds a command for a program on this computer: in its home, with discovery on, reachable
    /// from the LAN.
    pub fn program(&self, name: &str) -> Command {
        self.world.program(name)
    }

    /// Builds a command for any other program on this computer.
    pub fn tool(&self, path: &str) -> Command {
        self.world.tool(path)
    }

    /// Runs `segue` with these arguments to its end.
    pub fn segue(&self, arguments: &[&str]) -> Ended {
        self.world.segue(arguments)
    }

    /// Runs `segue` with these arguments and returns the JSON it answers.
    pub fn ask(&self, arguments: &[&str]) -> Value {
        self.world.ask(arguments)
    }

    /// Starts a `segue` that keeps running.
    pub fn start(&self, arguments: &[&str]) -> Running {
        self.world.start(arguments)
    }

    /// Runs `body` on this computer's network, in a thread of its own: sockets made there, and
    /// threads and runtimes started there, stay on it. `/sys` still shows the switch.
    pub fn inside<T: Send>(&self, body: impl FnOnce() -> T + Send) -> T {
        let network = File::open(format!("/run/netns/{}", self.name)).expect("its network");
        let moved = move || {
            move_into_link_name_space(network.as_fd(), Some(LinkNameSpaceType::Network))
                .expect("a thread can change its network");
            body()
        };
        let ended = std::thread::scope(|scope| scope.spawn(moved).join());
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Pulls the cable. The computer keeps its addresses and reaches nobody.
    pub fn unplug(&self) {
        tool(&format!("ip link set {} down", self.cable()));
    }

    /// Puts the cable back and waits until it carries.
    pub fn plug(&self) {
        let (name, cable) = (&self.name, self.cable());
        tool(&format!("ip link set {cable} up"));
        until(&format!("the cable of {name} carries"), || {
            listed(&format!("bridge -j link show dev {cable}"))["state"] == "forwarding"
                && listed(&format!("ip -n {name} -j link show {DEVICE}"))["operstate"] == "UP"
                && listed(&format!("ip -n {name} -j addr show {DEVICE} tentative")).is_null()
        });
    }

    /// Lets nobody in any more, as a firewall does: who wants to connect hears nothing. Connections
    /// that are there stay, and the computer makes new ones as before.
    pub fn shut(&self) {
        let nft = format!("ip netns exec {} nft", self.name);
        tool(&format!("{nft} add table inet shut"));
        tool(&format!(
            "{nft} add chain inet shut door {{ type filter hook input priority 0; }}"
        ));
        tool(&format!(
            "{nft} add rule inet shut door iifname {DEVICE} tcp flags & (syn | ack) == syn drop"
        ));
    }

    /// Lets others in again.
    pub fn unshut(&self) {
        tool(&format!(
            "ip netns exec {} nft delete table inet shut",
            self.name
        ));
    }

    /// Replaces its address of this kind: `10.77.0.99/24` or `fd77::99/64`.
    pub fn readdress(&mut self, address: &str) {
        let name = &self.name;
        let (bare, _) = address.split_once('/').expect("an address and its length");
        match bare.parse().expect("an address") {
            IpAddr::V4(new) => {
                tool(&format!(
                    "ip -n {name} -4 addr flush dev {DEVICE} scope global"
                ));
                tool(&format!("ip -n {name} addr add {address} dev {DEVICE}"));
                self.ipv4 = Some(new);
            }
            IpAddr::V6(new) => {
                tool(&format!(
                    "ip -n {name} -6 addr flush dev {DEVICE} scope global"
                ));
                tool(&format!(
                    "ip -n {name} addr add {address} dev {DEVICE} nodad"
                ));
                self.ipv6 = Some(new);
            }
        }
    }

    /// Adds a network that exists only on this computer, as Docker and virtual machines do: a
    /// bridge of this name and address, with one guest on it that does nothing.
    pub fn add_virtual(&self, device: &str, address: &str) {
        let (name, guest) = (&self.name, format!("{}-{device}", self.name));
        let port: String = format!("veth{device}").chars().take(15).collect();
        ours(device);
        ours(&port);
        tool(&format!("ip netns add {guest}"));
        tool(&format!("ip -n {name} link add {device} type bridge"));
        tool(&format!("ip -n {name} addr add {address} dev {device}"));
        tool(&format!(
            "ip -n {name} link add {port} type veth peer name {DEVICE} netns {guest}"
        ));
        tool(&format!("ip -n {name} link set {port} master {device} up"));
        tool(&format!("ip -n {guest} link set {DEVICE} up"));
        tool(&format!("ip -n {name} link set {device} up"));
        until(&format!("{device} is up"), || {
            listed(&format!("ip -n {name} -j link show {device}"))["operstate"] == "UP"
        });
    }

    pub(super) fn shape(&self, rate: &str) {
        shape(&self.name, rate);
    }

    /// Returns the device of the switch that its cable is in.
    fn cable(&self) -> String {
        cable(&self.name)
    }
}

/// Returns the device of the switch that this computer's cable is in.
fn cable(name: &str) -> String {
    format!("{SWITCH}-{name}")
}

/// Limits what the cable of this computer carries, each way.
pub(super) fn shape(name: &str, rate: &str) {
    let limit = format!("root tbf rate {rate} burst 128kb latency 50ms");
    let cable = cable(name);
    tool(&format!("tc qdisc replace dev {cable} {limit}"));
    tool(&format!("tc -n {name} qdisc replace dev {DEVICE} {limit}"));
}
