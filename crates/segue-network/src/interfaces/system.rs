//! Asking the system for its interfaces.
//!
//! `/sys` belongs to the network it was mounted in, which inside a container or a namespace may be
//! another one. It is believed only about an interface that has the same name and number in ours.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use if_addrs::IfAddr;

use super::{Address, Interface, Traits, classify};

/// How many interfaces are looked at; the rest of a machine with more is left out.
const MOST: usize = 1024;

/// Lists every interface of this computer in the network namespace of this process, by number.
///
/// # Errors
/// When the system does not list its addresses.
pub fn list() -> io::Result<Vec<Interface>> {
    let sys = Sys::open();
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for name in others() {
        found.entry(name).or_default();
    }
    for entry in if_addrs::get_if_addrs()? {
        let interface = found.entry(entry.name.clone()).or_default();
        interface.index = entry.index.or(interface.index);
        interface.up |= entry.is_oper_up();
        interface.point_to_point |= entry.is_p2p();
        interface.addresses.push(address(&entry.addr));
    }
    let mut list: Vec<Interface> = found
        .into_iter()
        .take(MOST)
        .map(|(name, found)| found.interface(name, &sys))
        .collect();
    list.sort_by_key(|interface| interface.index.unwrap_or(u32::MAX));
    Ok(list)
}

/// What was gathered of one interface.
#[derive(Default)]
struct Found {
    index: Option<u32>,
    addresses: Vec<Address>,
    up: bool,
    point_to_point: bool,
}

impl Found {
    fn interface(self, name: String, sys: &Sys) -> Interface {
        let known = sys.about(&name, self.index);
        let traits = Traits {
            loopback: !self.addresses.is_empty()
                && self
                    .addresses
                    .iter()
                    .all(|address| address.ip.is_loopback()),
            point_to_point: self.point_to_point,
            ..known
                .as_ref()
                .map(InterfaceFolder::traits)
                .unwrap_or_default()
        };
        let kind = classify(&name, traits);
        let flags = known.as_ref().and_then(|known| known.number("flags"));
        let wired = known.as_ref().is_some_and(InterfaceFolder::is_connected);
        Interface {
            up: self.up || (self.addresses.is_empty() && wired),
            // Without the system's word: all but loopback and what has a single other end.
            multicast: flags.map_or(
                kind != super::Kind::Loopback && !self.point_to_point,
                |flags| flags & MULTICAST != 0,
            ),
            index: self
                .index
                .or_else(|| known.and_then(|known| known.number("ifindex"))),
            kind,
            name,
            addresses: self.addresses,
        }
    }
}

/// The flag of an interface that can send to many at once.
const MULTICAST: u32 = 0x1000;
/// The flag of an interface that is switched on.
const UP: u32 = 1;

fn address(address: &IfAddr) -> Address {
    let prefix = match address {
        IfAddr::V4(v4) => v4.prefixlen,
        IfAddr::V6(v6) => v6.prefixlen,
    };
    Address {
        ip: address.ip(),
        prefix,
    }
}

/// Lists the names of all interfaces, including those without an address, where the system has such
/// a list.
fn others() -> Vec<String> {
    // That of this thread, which may be in another network than the process. Other systems have no
    // such file, and no list is a short list.
    let text = std::fs::read_to_string("/proc/thread-self/net/dev").unwrap_or_default();
    names(&text)
}

pub(super) fn names(devices: &str) -> Vec<String> {
    devices
        .lines()
        .filter_map(|line| line.rsplit_once(": ").or_else(|| line.split_once(':')))
        .map(|(name, _)| name.trim().to_owned())
        .collect()
}

/// What Linux tells about its interfaces in files.
pub(super) struct Sys {
    root: PathBuf,
    /// Whether it tells about the network this process is in.
    ours: bool,
}

impl Sys {
    fn open() -> Self {
        Self::at(Path::new("/sys/class/net"), &others())
    }

    /// Opens a folder like `/sys/class/net`. It is trusted only when it lists exactly the
    /// interfaces that exist.
    pub(super) fn at(root: &Path, names: &[String]) -> Self {
        let told = std::fs::read_dir(root).map(|folder| {
            let mut told: Vec<String> = folder
                .filter_map(Result::ok)
                // `bonding_masters` is a file among the links.
                .filter(|entry| entry.path().is_dir())
                .take(MOST)
                .map(|entry| entry.file_name().to_string_lossy().into_owned())
                .collect();
            told.sort();
            told
        });
        let mut names = names.to_vec();
        names.sort();
        Self {
            root: root.to_owned(),
            ours: told.is_ok_and(|told| told == names),
        }
    }

    pub(super) fn about(&self, name: &str, index: Option<u32>) -> Option<InterfaceFolder> {
        let plain = !name.is_empty() && !name.contains('/') && !name.starts_with('.');
        let known = InterfaceFolder(self.root.join(name));
        let same = index.is_none() || known.number("ifindex") == index;
        (self.ours && plain && same).then_some(known)
    }
}

/// The folder of one interface.
pub(super) struct InterfaceFolder(PathBuf);

impl InterfaceFolder {
    pub(super) fn number(&self, file: &str) -> Option<u32> {
        let text = std::fs::read_to_string(self.0.join(file)).ok()?;
        let text = text.trim();
        match text.strip_prefix("0x") {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => text.parse().ok(),
        }
    }

    /// Checks whether it is switched on and connected, for an interface that has no address to tell
    /// by.
    fn is_connected(&self) -> bool {
        let on = self.number("flags").is_some_and(|flags| flags & UP != 0);
        on && std::fs::read_to_string(self.0.join("operstate")).is_ok_and(|s| s.trim() == "up")
    }

    pub(super) fn traits(&self) -> Traits {
        let has = |name: &str| self.0.join(name).exists();
        let members = std::fs::read_dir(self.0.join("brif"));
        let bridges_device = members.is_ok_and(|members| {
            let mut members = members.filter_map(Result::ok).take(MOST);
            members.any(|member| {
                // A member's folder leads to the port; the interface itself is beside us.
                let beside = self.0.parent().map(|all| all.join(member.file_name()));
                beside.is_some_and(|interface| interface.join("device").exists())
            })
        });
        Traits {
            loopback: false,
            bridge: has("bridge"),
            bridges_device,
            program: has("tun_flags"),
            device: has("device"),
            wireless: has("wireless") || has("phy80211"),
            point_to_point: false,
            hardware: self.number("type"),
        }
    }
}
