//! The machine underneath: which system this is, which packages are missing, installing them.
//!
//! One table of Debian package names per purpose. On a system without apt nothing is installed:
//! the person gets the exact words for their package manager instead.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;

/// Why packages are needed; each purpose includes the ones before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Compile and open the desktop app.
    Build,
    /// Also run the tests that need a display, a keyring or a browser.
    Test,
}

/// What the desktop app compiles against (Tauri 2 on WebKitGTK).
const BUILD: &[&str] = &[
    "build-essential",
    "pkg-config",
    "libwebkit2gtk-4.1-dev",
    "libayatana-appindicator3-dev",
    "librsvg2-dev",
    "libxdo-dev",
];

/// What the tests drive: a display, a bus with a keyring, WebKit's and Chromium's own drivers.
const TEST: &[&str] = &[
    "xvfb",
    "xauth",
    "dbus",
    "gnome-keyring",
    "libsecret-tools",
    "webkit2gtk-driver",
    "fonts-dejavu-core",
    "xdotool",
    "xdg-utils",
    "shared-mime-info",
    "desktop-file-utils",
];

/// What the real agent programs and their judge need: namespaces without a network, and Python.
const CLIENTS: &[&str] = &["iproute2", "python3-venv"];

/// What a LAN of network namespaces is made of, cut and watched with.
const LAN: &[&str] = &["iproute2", "nftables", "tcpdump"];

/// Installs every missing package for `purpose`, or says exactly what to install.
pub fn prepare(purpose: Purpose) -> Result<()> {
    if !is_debian_like() {
        return other_system(purpose);
    }
    install(&wanted(purpose))
}

/// Installs what the real agent programs need; elsewhere than on Debian it is taken as given.
pub fn prepare_clients() -> Result<()> {
    if is_debian_like() {
        install(CLIENTS)
    } else {
        Ok(())
    }
}

fn install(wanted: &[&'static str]) -> Result<()> {
    let missing = missing_packages(wanted);
    if missing.is_empty() {
        return Ok(());
    }
    eprintln!("Installing system packages: {}", missing.join(" "));
    shell::run(apt().arg("update"))?;
    shell::run(
        apt()
            .args(["install", "-y", "--no-install-recommends"])
            .args(&missing),
    )
    .with_context(|| format!("install these packages by hand: {}", missing.join(" ")))
}

/// Finds the first of Chromium's usual names that is installed.
pub fn chromium() -> Option<String> {
    [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ]
    .iter()
    .find_map(|name| shell::find(name))
    .map(|path| path.to_string_lossy().into_owned())
}

/// Checks whether a window can be opened here.
pub fn has_display() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

fn wanted(purpose: Purpose) -> Vec<&'static str> {
    let mut packages = BUILD.to_vec();
    if purpose >= Purpose::Test {
        packages.extend(TEST);
        packages.extend(CLIENTS);
        packages.extend(LAN);
        packages.sort_unstable();
        packages.dedup();
        // Ubuntu's `chromium` is a stub for a snap; there any installed browser is used instead.
        if chromium().is_none() && !os_release().contains("ID=ubuntu") {
            packages.push("chromium");
        }
    }
    packages
}

fn missing_packages(wanted: &[&'static str]) -> Vec<&'static str> {
    let listed = Command::new("dpkg-query")
        .args(["-W", "-f", "${db:Status-Abbrev}|${Package}\n"])
        .args(wanted)
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default();
    absent(wanted, &listed)
}

/// Packages of `wanted` that `dpkg-query` does not list as installed.
fn absent(wanted: &[&'static str], listed: &str) -> Vec<&'static str> {
    let installed: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.split_once('|'))
        .filter(|(state, _)| state.starts_with("ii"))
        .map(|(_, name)| name)
        .collect();
    wanted
        .iter()
        .copied()
        .filter(|name| !installed.contains(name))
        .collect()
}

fn apt() -> Command {
    let root = shell::read(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    let mut command = if root {
        Command::new("apt-get")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.args(["--preserve-env=DEBIAN_FRONTEND", "apt-get"]);
        sudo
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn os_release() -> String {
    std::fs::read_to_string("/etc/os-release").unwrap_or_default()
}

fn is_debian_like() -> bool {
    let release = os_release();
    shell::find("apt-get").is_some()
        && release
            .lines()
            .filter(|line| line.starts_with("ID=") || line.starts_with("ID_LIKE="))
            .any(|line| line.contains("debian") || line.contains("ubuntu"))
}

fn other_system(purpose: Purpose) -> Result<()> {
    if cfg!(target_os = "macos") {
        let tools = shell::read(Command::new("xcode-select").arg("-p"));
        if tools.is_none() {
            bail!("Install Apple's command line tools first:\n    xcode-select --install");
        }
        return Ok(());
    }
    if cfg!(windows) {
        eprintln!(
            "On Windows this needs the \"Desktop development with C++\" workload of the Visual \
             Studio Build Tools and the WebView2 runtime (part of Windows 11)."
        );
        return Ok(());
    }
    if shell::find("pkg-config").is_some()
        && shell::read(Command::new("pkg-config").args(["--exists", "webkit2gtk-4.1"])).is_some()
        && purpose == Purpose::Build
    {
        return Ok(());
    }
    if purpose == Purpose::Test {
        eprintln!(
            "This system has no apt: tests that need Xvfb, dbus, gnome-keyring, WebKitWebDriver, \
             Chromium, iproute2, nftables or tcpdump fail or are skipped until you install them."
        );
        return Ok(());
    }
    bail!(
        "This system has no apt. Install these and run the command again:\n\
         \x20   Fedora:  sudo dnf install gcc gcc-c++ make pkgconf-pkg-config webkit2gtk4.1-devel \
         libappindicator-gtk3-devel librsvg2-devel libxdo-devel\n\
         \x20   Arch:    sudo pacman -S --needed base-devel webkit2gtk-4.1 libappindicator-gtk3 \
         librsvg xdotool\n\
         \x20   openSUSE: sudo zypper install -t pattern devel_basis && sudo zypper install \
         webkit2gtk3-devel libappindicator3-devel librsvg-devel xdotool-devel"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_counts_only_when_fully_installed() {
        let listed = "ii |xvfb\nrc |dbus\nun |xauth\n";
        assert_eq!(
            absent(&["xvfb", "dbus", "xauth", "other"], listed),
            ["dbus", "xauth", "other"]
        );
    }

    #[test]
    fn testing_needs_all_that_building_needs() {
        let test = wanted(Purpose::Test);
        assert!(
            wanted(Purpose::Build)
                .iter()
                .all(|name| test.contains(name))
        );
    }
}
