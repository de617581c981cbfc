//! A private session bus, and a real gnome-keyring on it.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Running, World, needs};

/// A session bus that only this test knows.
pub struct Bus {
    _daemon: Running,
    address: String,
}

impl Bus {
    /// Starts a bus in this world and makes its programs use it.
    pub fn start(world: &mut World) -> Self {
        needs("dbus-daemon");
        let mut command = world.dress(Command::new("dbus-daemon"));
        let path = world.home().join("bus");
        command
            .args(["--session", "--nofork", "--nopidfile", "--print-address"])
            .arg(format!("--address=unix:path={}", path.display()))
            .stderr(Stdio::null());
        let mut daemon = Running::start(&mut command);
        let address = daemon.line();
        world.set("DBUS_SESSION_BUS_ADDRESS", &address);
        Self {
            _daemon: daemon,
            address,
        }
    }

    /// Returns the address programs reach it by.
    pub fn address(&self) -> &str {
        &self.address
    }
}

/// A gnome-keyring on a private bus, keeping its data in the world's home.
pub struct Keyring {
    daemon: Running,
}

impl Keyring {
    /// Starts a keyring that is open: its password is given at once.
    pub fn unlocked(world: &World) -> Self {
        Self::start(world, Some("a test's own password\n"))
    }

    /// Starts a keyring that nobody has unlocked.
    pub fn locked(world: &World) -> Self {
        Self::start(world, None)
    }

    /// Returns the process, to freeze or kill.
    pub fn daemon(&self) -> &Running {
        &self.daemon
    }

    fn start(world: &World, password: Option<&str>) -> Self {
        needs("gnome-keyring-daemon");
        let mut command = world.dress(Command::new("gnome-keyring-daemon"));
        command
            .args(["--foreground", "--components=secrets"])
            .stderr(Stdio::null());
        if let Some(password) = password {
            let file = world.home().join("password");
            std::fs::write(&file, password).expect("the password can be written");
            let file = std::fs::File::open(file).expect("the password can be read");
            command.arg("--unlock").stdin(Stdio::from(file));
        }
        let daemon = Running::start(&mut command);
        wait_until(|| owned(world));
        Self { daemon }
    }
}

/// Checks whether someone on the bus answers for secrets, without starting anyone.
fn owned(world: &World) -> bool {
    let mut command = world.dress(Command::new("dbus-send"));
    let output = command
        .args([
            "--session",
            "--print-reply",
            "--dest=org.freedesktop.DBus",
            "/org/freedesktop/DBus",
        ])
        .args([
            "org.freedesktop.DBus.NameHasOwner",
            "string:org.freedesktop.secrets",
        ])
        .output()
        .expect("dbus-send can be started");
    String::from_utf8_lossy(&output.stdout).contains("boolean true")
}

fn wait_until(happened: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !happened() {
        assert!(
            Instant::now() < deadline,
            "the keyring does not appear on its bus"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}
