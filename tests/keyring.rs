//! The identity key and a real gnome-keyring on a private bus: there, absent, locked, hanging,
//! spoiled. Through all of it the identity stays the same or is out of reach, never another.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::process::Command;

use segue_testkit::{Bus, Keyring, World, needs};
use serde_json::Value;

struct Room {
    world: World,
    _bus: Bus,
    keyring: Option<Keyring>,
}

impl Room {
    /// A world with a bus and an open keyring.
    fn open() -> Self {
        let mut world = World::new();
        let bus = Bus::start(&mut world);
        let keyring = Some(Keyring::unlocked(&world));
        Self {
            world,
            _bus: bus,
            keyring,
        }
    }

    fn status(&self) -> Value {
        self.world.ask(&["status"])
    }

    /// What the keyring itself says it keeps for Segue.
    fn kept(&self) -> String {
        needs("secret-tool");
        let mut command = self.world.dress(Command::new("secret-tool"));
        let output = command
            .args(["search", "--all", "service", "segue"])
            .output()
            .unwrap();
        // It prints the attributes on standard error.
        [output.stdout, output.stderr]
            .map(|part| String::from_utf8_lossy(&part).into_owned())
            .concat()
    }

    fn record(&self) -> Value {
        let text = std::fs::read_to_string(self.world.profile().join("identity.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

fn assert_out_of_reach(status: &Value, before: &Value) {
    assert_eq!(status["identity"]["state"], "unavailable", "{status}");
    assert_eq!(status["identity"]["home"], "keyring");
    assert_eq!(status["network"]["reason"], "no_identity");
    assert_eq!(status["you"], before["you"], "who we are does not change");
    assert_eq!(status["notices"][0]["id"], "identity_unavailable");
}

#[test]
fn the_secret_goes_into_the_keyring_and_is_found_again() {
    let room = Room::open();
    let first = room.status();
    assert_eq!(first["identity"]["state"], "ready");
    assert_eq!(first["identity"]["home"], "keyring");
    assert_eq!(first["notices"].as_array().unwrap().len(), 0);
    assert_eq!(room.world.key_files(), 0, "no secret on disk");
    assert_eq!(room.kept().matches("secret = ").count(), 1);
    assert_eq!(room.status()["you"], first["you"]);
}

#[test]
fn without_a_bus_a_fresh_profile_uses_a_private_file_and_says_so() {
    let world = World::new();
    let status = world.ask(&["status"]);
    assert_eq!(status["identity"]["home"], "file");
    assert_eq!(status["notices"][0]["id"], "identity_in_file");
    assert_eq!(world.key_files(), 1);
}

#[test]
fn a_bus_without_a_keyring_is_as_good_as_none() {
    let mut world = World::new();
    let _bus = Bus::start(&mut world);
    let status = world.ask(&["status"]);
    assert_eq!(status["identity"]["home"], "file");
    assert_eq!(status["notices"][0]["id"], "identity_in_file");
}

#[test]
fn when_the_bus_is_gone_the_identity_is_out_of_reach_and_comes_back_with_it() {
    let mut room = Room::open();
    let first = room.status();
    let address = room._bus.address().to_owned();
    room.world
        .set("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    let away = room.status();
    assert_out_of_reach(&away, &first);
    assert_eq!(room.world.segue(&["identity"]).code, 1);
    assert_eq!(room.world.key_files(), 0, "no new key was made");
    room.world.set("DBUS_SESSION_BUS_ADDRESS", &address);
    let back = room.status();
    assert_eq!(back["identity"]["state"], "ready");
    assert_eq!(back["you"], first["you"]);
}

#[test]
fn a_locked_keyring_is_said_and_a_running_node_recovers_when_it_is_unlocked() {
    let mut room = Room::open();
    let first = room.status();
    room.keyring = None;
    room.keyring = Some(Keyring::locked(&room.world));
    let mut host = room.world.start(&["serve", "--no-ui", "--json"]);
    host.wait_for("it runs", |line| line["running"] == true);
    let away = room.status();
    assert_out_of_reach(&away, &first);
    assert!(
        away["identity"]["reason"]
            .as_str()
            .unwrap()
            .contains("locked"),
        "{away}"
    );
    room.keyring = None;
    room.keyring = Some(Keyring::unlocked(&room.world));
    let back = room.world.ask(&["identity", "--retry"]);
    assert_eq!(back["identity"]["state"], "ready", "{back}");
    assert_eq!(back["you"], first["you"]);
    assert_eq!(room.kept().matches("secret = ").count(), 1);
}

#[test]
fn a_locked_keyring_on_first_run_means_a_file() {
    let mut room = Room::open();
    // Make a collection, so that there is something to be locked.
    room.status();
    std::fs::remove_dir_all(room.world.profile()).unwrap();
    room.keyring = None;
    room.keyring = Some(Keyring::locked(&room.world));
    let status = room.status();
    assert_eq!(status["identity"]["home"], "file", "{status}");
    assert!(
        status["identity"]["why_file"]
            .as_str()
            .unwrap()
            .contains("locked"),
        "{status}"
    );
}

#[test]
fn a_keyring_that_hangs_does_not_hang_segue() {
    let room = Room::open();
    let first = room.status();
    let daemon = room.keyring.as_ref().unwrap().daemon();
    daemon.freeze();
    let away = room.status();
    daemon.thaw();
    assert_out_of_reach(&away, &first);
    assert!(
        away["identity"]["reason"]
            .as_str()
            .unwrap()
            .contains("did not answer"),
        "{away}"
    );
    assert_eq!(room.status()["identity"]["state"], "ready");
}

#[test]
fn a_keyring_that_hangs_on_first_run_means_a_file() {
    let room = Room::open();
    let daemon = room.keyring.as_ref().unwrap().daemon();
    daemon.freeze();
    let status = room.status();
    daemon.thaw();
    assert_eq!(status["identity"]["home"], "file", "{status}");
    assert_eq!(room.status()["you"], status["you"], "and it stays there");
    assert_eq!(
        room.kept().matches("secret = ").count(),
        0,
        "no copy arrives late"
    );
}

#[test]
fn an_entry_that_was_spoiled_or_removed_makes_no_new_identity() {
    let room = Room::open();
    let first = room.status();
    let name = room.record()["name"].as_str().unwrap().to_owned();
    let secret_tool = |arguments: &[&str], secret: &str| {
        let file = room.world.home().join("secret");
        std::fs::write(&file, secret).unwrap();
        let mut command = room.world.dress(Command::new("secret-tool"));
        command
            .args(arguments)
            .args(["service", "segue", "username", &name]);
        command.stdin(std::process::Stdio::from(
            std::fs::File::open(file).unwrap(),
        ));
        assert!(command.status().unwrap().success());
    };
    for spoiled in ["not a key", &"ab".repeat(32)] {
        secret_tool(&["clear"], "");
        secret_tool(&["store", "--label", "segue"], spoiled);
        assert_out_of_reach(&room.status(), &first);
    }
    secret_tool(&["clear"], "");
    assert_out_of_reach(&room.status(), &first);
    assert_eq!(
        room.kept().matches("secret = ").count(),
        0,
        "nothing was put in its place"
    );
}

#[test]
fn processes_started_at_once_put_one_secret_into_the_keyring() {
    let room = Room::open();
    let started: Vec<_> = (0..4)
        .map(|_| {
            let mut command = room.world.program("segue");
            command
                .args(["status", "--json"])
                .stdout(std::process::Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    let mut devices: Vec<String> = started
        .into_iter()
        .map(|child| {
            let output = child.wait_with_output().unwrap();
            let status: Value = serde_json::from_slice(&output.stdout).unwrap();
            status["you"]["device_id"].as_str().unwrap().to_owned()
        })
        .collect();
    devices.dedup();
    assert_eq!(devices.len(), 1, "{devices:?}");
    assert_eq!(room.kept().matches("secret = ").count(), 1);
}

#[test]
fn the_key_moves_between_file_and_keyring_and_stays_the_same() {
    let mut room = Room::open();
    let address = room._bus.address().to_owned();
    room.world
        .set("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    let first = room.status();
    assert_eq!(first["identity"]["home"], "file");
    let refused = room.world.segue(&["identity", "--move", "keyring"]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(
        refused.err.contains("still where it was"),
        "{}",
        refused.err
    );
    assert_eq!(room.world.key_files(), 1);
    room.world.set("DBUS_SESSION_BUS_ADDRESS", &address);
    let moved = room.world.ask(&["identity", "--move", "keyring"]);
    assert_eq!(moved["identity"]["home"], "keyring");
    assert_eq!(moved["you"], first["you"]);
    assert_eq!(
        (
            room.world.key_files(),
            room.kept().matches("secret = ").count()
        ),
        (0, 1)
    );
    let back = room.world.ask(&["identity", "--move", "file"]);
    assert_eq!(back["identity"]["home"], "file");
    assert_eq!(
        (
            room.world.key_files(),
            room.kept().matches("secret = ").count()
        ),
        (1, 0)
    );
    assert_eq!(room.status()["you"], first["you"]);
}
