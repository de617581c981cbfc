//! A small LAN for one test: computers that find and reach each other, and nothing else.
//!
//! ```text
//! the test's process: namespaces of its own, a /run of its own, gone with the process
//!   lan ─ the switch (a bridge that floods multicast; no way out)
//!    ├─ lan-a ═══ lan0  computer "a": 10.77.0.1, fd77::1
//!    └─ lan-b ═══ lan0  computer "b": 10.77.0.2, fd77::2
//! ```
//!
//! Responsible for: the switch and what happens on it. A computer is a [`Host`]. The test itself
//! runs at the switch; what it does [inside a host](Host::inside), that host does.

mod capture;
mod host;
mod tools;

use std::io::Write;
use std::path::Path;
use std::process::Command;

pub use self::capture::{Capture, Passed};
pub use self::host::{Addresses, Host};
pub use self::tools::{capture_missing, lan_missing};

use self::tools::tool;
use crate::again::again;
use crate::guard::{self, assert_in_lan};

/// The name of the switch's network device.
const SWITCH: &str = "lan";
/// The switch's own address, from which it marks captures.
const SWITCH_ADDRESS: &str = "10.77.0.254";
/// How many computers fit below the switch's own address.
const MOST_HOSTS: u8 = 200;

/// Runs the rest of a test on a LAN of its own, which is empty at first.
///
/// `test` is the test's own full name, as `cargo test -- --list` prints it: the test binary is
/// started again for it alone, and `body` runs there.
///
/// ```no_run
/// #[test]
/// fn they_meet() {
///     segue_testkit::lan("they_meet", |lan| {
///         let (a, b) = (lan.host("a"), lan.host("b"));
///         assert_ne!(a.ask(&["status"])["you"], b.ask(&["status"])["you"]);
///     });
/// }
/// ```
///
/// # Panics
/// When the LAN can't be made, when no test of that name ran on it, or when `body` panicked.
pub fn lan(test: &str, body: impl FnOnce(&mut Lan)) {
    if std::env::var_os(guard::LAN).is_some() {
        return body(&mut Lan::new());
    }
    if let Some(reason) = lan_missing() {
        panic!("{test} needs a LAN of network namespaces: {reason}");
    }
    again(test, inside());
}

/// Runs a program that is not a test on a LAN of its own, for benchmarks. There it asks for
/// [`Lan::here`].
///
/// # Panics
/// When the system does not say in which network this is.
pub fn on_lan(program: &Path) -> Command {
    let mut command = inside();
    command.arg(program);
    command
}

/// Builds a command that runs whatever is added to it on a LAN of its own.
fn inside() -> Command {
    let mut command = tools::fresh(r#""$0" "$@"; exit $?"#);
    command.env(
        guard::LAN,
        guard::namespace().expect("the network namespace"),
    );
    command
}

/// The switch and what hangs on it.
pub struct Lan {
    hosts: Vec<String>,
    rate: Option<String>,
}

impl Lan {
    /// Returns the LAN of a program that [`on_lan`] started, which is empty at first.
    ///
    /// # Panics
    /// When this thread can see any network of the machine itself.
    pub fn here() -> Self {
        Self::new()
    }

    fn new() -> Self {
        assert_in_lan();
        // The switch is no computer: it says nothing of its own.
        tools::kernel("ipv6/conf/all/disable_ipv6", "1");
        tools::kernel("ipv6/conf/default/disable_ipv6", "1");
        ours(SWITCH);
        tool(&format!(
            "ip link add {SWITCH} type bridge mcast_snooping 0"
        ));
        tool(&format!("ip addr add {SWITCH_ADDRESS}/24 dev {SWITCH}"));
        tool(&format!("ip link set {SWITCH} up"));
        assert_in_lan();
        Self {
            hosts: Vec::new(),
            rate: None,
        }
    }

    /// Adds a new computer, with an IPv4 and an IPv6 address, plugged in.
    pub fn host(&mut self, name: &str) -> Host {
        self.host_with(name, Addresses::Both)
    }

    /// Adds a new computer with only these addresses, plugged in.
    ///
    /// # Panics
    /// When there is one of that name, or the name is not 1 to 10 small letters and digits.
    pub fn host_with(&mut self, name: &str, addresses: Addresses) -> Host {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        assert!(
            (1..=10).contains(&name.len()) && name.bytes().all(plain),
            "a host's name is 1 to 10 small letters and digits, not {name:?}"
        );
        assert!(
            !self.hosts.iter().any(|known| known == name),
            "{name} is taken"
        );
        let number = u8::try_from(self.hosts.len() + 1).unwrap_or(u8::MAX);
        assert!(number <= MOST_HOSTS, "no more than {MOST_HOSTS} hosts");
        let host = Host::new(name, number, addresses);
        self.hosts.push(name.to_owned());
        if let Some(rate) = &self.rate {
            host.shape(rate);
        }
        host
    }

    /// Blocks multicast from now on, as many guest networks do. What a network needs to work at all
    /// still gets through: ARP, and IPv6 neighbours.
    pub fn block_multicast(&self) {
        tool("nft add table bridge lan");
        tool("nft add chain bridge lan through { type filter hook forward priority 0; }");
        tool("nft add rule bridge lan through ip daddr 224.0.0.0/4 drop");
        tool("nft add rule bridge lan through ip6 daddr ff00::/8 meta l4proto udp drop");
    }

    /// Lets multicast through again.
    pub fn allow_multicast(&self) {
        tool("nft delete table bridge lan");
    }

    /// Limits every cable, in both directions and also of computers to come, to this rate: `1gbit`.
    pub fn shape(&mut self, rate: &str) {
        for name in &self.hosts {
            host::shape(name, rate);
        }
        self.rate = Some(rate.to_owned());
    }

    /// Starts keeping everything that passes the switch.
    ///
    /// # Panics
    /// When that needs rights that we do not have: see [`capture_missing`].
    pub fn capture(&self) -> Capture {
        Capture::start()
    }
}

/// Notes a device before it is made: every one not noted is taken for the machine's own.
fn ours(device: &str) {
    let mut notes = std::fs::OpenOptions::new()
        .append(true)
        .open(guard::DEVICES)
        .expect("the notes of this LAN");
    writeln!(notes, "{device}").expect("a device can be noted");
}
