//! Which firewall is known to be on, as far as that can be read without rights.
//!
//! The rules themselves are for administrators only. A firewall that is not found here may still be
//! there, so the answer is never "none".

use std::path::Path;

/// A firewall that is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Firewall {
    /// `ufw`, as on Ubuntu.
    Ufw,
    /// `firewalld`, as on Fedora.
    Firewalld,
    /// Rules that `nftables` loads when the computer starts.
    Nftables,
    /// None is known; whether there is one can't be told without rights.
    Unknown,
}

/// Reads a few small files to find out which firewall is on.
pub fn firewall() -> Firewall {
    firewall_in(Path::new("/"))
}

fn firewall_in(root: &Path) -> Firewall {
    // The system's manager has a link here for each unit that is active.
    let active = |unit: &str| {
        root.join("run/systemd/units")
            .join(format!("invocation:{unit}.service"))
            .symlink_metadata()
            .is_ok()
    };
    let ufw = std::fs::read_to_string(root.join("etc/ufw/ufw.conf")).unwrap_or_default();
    if is_enabled(&ufw) {
        Firewall::Ufw
    } else if active("firewalld") || root.join("run/firewalld").exists() {
        Firewall::Firewalld
    } else if active("nftables") {
        Firewall::Nftables
    } else {
        Firewall::Unknown
    }
}

fn is_enabled(conf: &str) -> bool {
    conf.lines()
        .filter_map(|line| line.split_once('='))
        .any(|(name, value)| {
            let value = value.trim().trim_matches(['"', '\'']);
            name.trim().eq_ignore_ascii_case("enabled") && value.eq_ignore_ascii_case("yes")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_firewall_is_named_only_when_it_is_on() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        let write = |file: &str, text: &str| {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        assert_eq!(firewall_in(root), Firewall::Unknown);
        write("run/systemd/units/invocation:nftables.service", "");
        assert_eq!(firewall_in(root), Firewall::Nftables);
        write("run/systemd/units/invocation:firewalld.service", "");
        assert_eq!(firewall_in(root), Firewall::Firewalld);
        write("etc/ufw/ufw.conf", "# ENABLED=yes when on\nENABLED=no\n");
        assert_eq!(firewall_in(root), Firewall::Firewalld);
        write("etc/ufw/ufw.conf", "LOGLEVEL=low\nENABLED=yes\n");
        assert_eq!(firewall_in(root), Firewall::Ufw);
    }
}
