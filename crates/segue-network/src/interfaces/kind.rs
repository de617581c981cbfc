//! What an interface is, by its name and by what the system tells about it.
//!
//! Names come first, because programs that make tunnels and bridges name them alike everywhere.
//! What has no telling name is judged by its traits; what is left is a real network.

/// What an interface is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A cable, or what behaves like one.
    Lan,
    Wifi,
    /// A network inside this computer: containers, virtual machines, bridges between them.
    Virtual,
    /// A way to somewhere else: a VPN, a modem.
    Tunnel,
    /// The way back to this computer itself.
    Loopback,
}

impl Kind {
    /// Checks whether it is a cable or Wi-Fi, so that other computers nearby may be on it.
    pub fn is_physical(self) -> bool {
        matches!(self, Self::Lan | Self::Wifi)
    }
}

/// What the system tells about an interface besides its name. Everything may be unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traits {
    /// It has only addresses of this computer itself.
    pub loopback: bool,
    /// It joins others together.
    pub bridge: bool,
    /// It joins others together, and a real device is among them.
    pub bridges_device: bool,
    /// A program carries its packets.
    pub program: bool,
    /// There is a device for it.
    pub device: bool,
    /// That device is wireless.
    pub wireless: bool,
    /// It has exactly one other end.
    pub point_to_point: bool,
    /// The number Linux has for its kind of hardware.
    pub hardware: Option<u32>,
}

/// Beginnings of names of networks inside a computer.
const VIRTUAL: [&str; 32] = [
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "lxc",
    "lxdbr",
    "incusbr",
    "podman",
    "cni",
    "cali",
    "cilium",
    "flannel",
    "weave",
    "kube",
    "cbr",
    "vnet",
    "dummy",
    "ifb",
    "macvtap",
    "vxlan",
    "hassio",
    "waydroid",
    "awdl",
    "llw",
    "anpi",
    "bridge",
    "xenbr",
    "vif",
    "vethernet",
    "ovs-",
];

/// Beginnings of names of ways to somewhere else.
const TUNNEL: [&str; 30] = [
    "tun",
    "tap",
    "wg",
    "utun",
    "ppp",
    "tailscale",
    "zt",
    "nordlynx",
    "nordtun",
    "proton",
    "pvpn",
    "ipv6leak",
    "ipsec",
    "gpd",
    "cscotun",
    "mullvad",
    "wt0",
    "nebula",
    "ham",
    "warp",
    "cloudflarewarp",
    "sit",
    "gre",
    "gif",
    "stf",
    "ip6tnl",
    "xfrm",
    "vti",
    "wwan",
    "rmnet",
];

/// Words in the names that Windows shows for networks inside a computer.
const VIRTUAL_WORDS: [&str; 5] = ["vethernet", "hyper-v", "wsl", "vmware", "virtualbox"];

/// Words in the names that Windows shows for tunnels.
const TUNNEL_WORDS: [&str; 8] = [
    "vpn",
    "wireguard",
    "wintun",
    "tap-windows",
    "zerotier",
    "tailscale",
    "nordlynx",
    "teredo",
];

/// Kinds of hardware, as Linux numbers them, that lead somewhere else: PPP, tunnels of several
/// protocols, and none at all (what WireGuard and `tun` have).
const TUNNEL_HARDWARE: [u32; 9] = [512, 768, 769, 774, 776, 778, 823, 519, 65534];

/// The number Linux has for loopback.
const LOOPBACK_HARDWARE: u32 = 772;

/// Classifies an interface by its name and traits.
pub fn classify(name: &str, traits: Traits) -> Kind {
    let name = name.to_lowercase();
    let hardware = traits.hardware.unwrap_or_default();
    if is_loopback(&name) || traits.loopback || hardware == LOOPBACK_HARDWARE {
        return Kind::Loopback;
    }
    // A bridge that a real device is in is how some computers reach their network.
    if traits.bridges_device {
        return Kind::Lan;
    }
    if begins(&name, &VIRTUAL) || has(&name, &VIRTUAL_WORDS) {
        return Kind::Virtual;
    }
    if begins(&name, &TUNNEL) || has(&name, &TUNNEL_WORDS) {
        return Kind::Tunnel;
    }
    if TUNNEL_HARDWARE.contains(&hardware) || (traits.point_to_point && !traits.device) {
        return Kind::Tunnel;
    }
    if traits.wireless || is_wireless(&name) {
        return Kind::Wifi;
    }
    if (traits.program || traits.bridge) && !traits.device {
        return Kind::Virtual;
    }
    Kind::Lan
}

fn begins(name: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|start| name.starts_with(start))
}

fn has(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| name.contains(word))
}

fn is_loopback(name: &str) -> bool {
    let after = name.strip_prefix("lo");
    name.starts_with("loopback") || after.is_some_and(|rest| rest.chars().all(|c| c.is_numeric()))
}

/// Checks for names such as `wlan0`, `wlp3s0` and `wlx…`, and for those that Windows shows.
fn is_wireless(name: &str) -> bool {
    begins(name, &["wl", "wi-fi", "wifi", "ath"]) || name.contains("wireless")
}
