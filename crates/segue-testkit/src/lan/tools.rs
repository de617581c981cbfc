//! The system's own tools that a LAN is made of, and whether they work here.

use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::again::isolated;
use crate::ended;
use crate::guard::DEVICES;

/// How long a tool may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// What must be installed.
const PROGRAMS: &[&str] = &[
    "setpriv", "unshare", "mount", "ip", "bridge", "tc", "nft", "tcpdump",
];

/// What a test gets of its own. Its processes, so that all of them end with it.
const KINDS: &[&str] = &["--net", "--pid", "--fork", "--kill-child", "--mount-proc"];

/// Everything a LAN is made of, once.
const PROBE: &str = "ip link add lan type bridge mcast_snooping 0 && ip netns add probe \
    && ip link add lan-probe type veth peer name lan0 netns probe \
    && ip link set lan-probe master lan && ip netns exec probe ip link set lan0 up \
    && nft add table bridge lan \
    && tc qdisc add dev lan-probe root tbf rate 1gbit burst 128kb latency 50ms";

/// Builds a shell command with a network and a `/run` of its own, both empty.
pub(super) fn fresh(script: &str) -> Command {
    isolated(
        KINDS,
        &format!(
            "mount -t tmpfs tmpfs /run && mkdir /run/netns /run/segue-lan && : > {DEVICES} \
             && ip link set lo up || exit 1; {script}"
        ),
    )
}

/// Explains why there can be no LAN here; `None` when there can.
pub fn lan_missing() -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&path)
        .chain(["/usr/sbin".into(), "/sbin".into()])
        .collect();
    let absent = |name: &&&str| !folders.iter().any(|folder| folder.join(name).is_file());
    let absent: Vec<&str> = PROGRAMS.iter().filter(absent).copied().collect();
    if !absent.is_empty() {
        return Some(format!("not installed: {}", absent.join(", ")));
    }
    let outcome = ended::finish(&mut fresh(PROBE), None, PATIENCE);
    (outcome.status != Some(0)).then(|| {
        let words: Vec<&str> = outcome.stderr.split_whitespace().collect();
        format!("the system does not let us: {}", words.join(" "))
    })
}

/// Explains why nothing can be captured on a LAN here; `None` when it can. Tests that capture have
/// `capture` in their names, so that they can be left out.
pub fn capture_missing() -> Option<String> {
    let groups = std::fs::read_to_string("/proc/self/setgroups").unwrap_or_default();
    let root = rustix::process::geteuid().is_root() && groups.trim() != "deny";
    (!root).then(|| "tcpdump gives up its rights first, which only real root can do".to_owned())
}

/// Runs a tool, its words apart by spaces, and returns what it printed.
///
/// # Panics
/// When it does not do it.
pub(super) fn tool(line: &str) -> String {
    let mut words = line.split(' ');
    let mut command = Command::new(words.next().unwrap_or_default());
    let outcome = ended::finish(command.args(words), None, PATIENCE);
    assert_eq!(outcome.status, Some(0), "{line}: {}", outcome.stderr);
    outcome.stdout
}

/// Runs a tool and returns the first thing it lists, as JSON.
pub(super) fn listed(line: &str) -> Value {
    let text = tool(line);
    let mut list: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {error}: {text}"));
    list.get_mut(0).map(Value::take).unwrap_or_default()
}

/// Sets an option of the network that this thread is in.
pub(super) fn kernel(option: &str, value: &str) {
    let path = format!("/proc/sys/net/{option}");
    std::fs::write(&path, value).unwrap_or_else(|error| panic!("{path}: {error}"));
}

/// Waits until something is so.
///
/// # Panics
/// When it never is.
pub(super) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = std::time::Instant::now() + PATIENCE;
    while !is_so() {
        assert!(
            std::time::Instant::now() < deadline,
            "waited in vain until {what}"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}
