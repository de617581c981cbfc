//! A node that ends without a goodbye at every point between two writes, one point after the other:
//! whatever it was doing, after the next start everything is there once.
//!
//! ```text
//! n = 1, 2, … until nothing ends any more:
//!   serve with SEGUE_CRASH_AT=n ── send, receive, import ── it ends ── serve again ── all of it once
//! ```
//!
//! The points are in `segue_node`'s `crash` module. Whoever types a command that fails types it again.
#![cfg(unix)]

#[path = "support/handing.rs"]
#[expect(dead_code, reason = "some of it is for others")]
mod handing;

use std::fs::File;
use std::process::Child;

use handing::{
    assert_blobs_whole, find, id, listed, nothing_half, project, session, sessions, text, title,
    until,
};
use segue_testkit::World;
use serde_json::Value;

/// More points than one handoff has.
const MOST: u32 = 80;
/// Fewer points would mean that the variable does nothing.
const FEWEST: u32 = 8;
/// Handoffs of two people before others take their place: whoever starts anew again and again within
/// seconds is kept waiting by the limits of the network.
const TOGETHER: u32 = 3;
/// How often a person tries again.
const TRIES: u32 = 5;

/// Someone whose node may end at any time.
struct TestPeer {
    world: World,
    node: Option<Child>,
    starts: u32,
}

impl TestPeer {
    fn new(name: &str) -> Self {
        let world = World::new();
        world.ask(&["settings", "set", "name", name]);
        let mut desk = Self {
            world,
            node: None,
            starts: 0,
        };
        desk.start(None);
        // Others look for it where it was.
        let status = desk.world.ask(&["status"]);
        let listening = status["network"]["listening"].as_array().cloned();
        let at = listening
            .iter()
            .flatten()
            .filter_map(Value::as_str)
            .find(|at| !at.contains("QUIC"))
            .unwrap_or_else(|| panic!("{status}"))
            .to_owned();
        desk.world.set("SEGUE_LISTEN", &at);
        desk
    }

    /// Starts the node; with a number it ends at that point.
    fn start(&mut self, crash_at: Option<u32>) {
        self.stop();
        self.starts += 1;
        let file = |name: &str| File::create(self.file(name)).expect("a file");
        let mut command = self.world.program("segue");
        command
            .args(["serve", "--no-ui", "--json"])
            .stdout(file("out"))
            .stderr(file("err"));
        if let Some(number) = crash_at {
            command.env("SEGUE_CRASH_AT", number.to_string());
        }
        self.node = Some(command.spawn().expect("segue can be started"));
        until("the node runs", || {
            let out = self.said("out");
            match out.contains("\"running\":true") || self.crashed().is_some() {
                true => Ok(()),
                false => Err(out + &self.said("err")),
            }
        });
    }

    fn stop(&mut self) {
        if let Some(mut node) = self.node.take() {
            // Already ended is as good as killed.
            node.kill().ok();
            node.wait().ok();
        }
    }

    /// The point at which it ended, if it did.
    fn crashed(&self) -> Option<String> {
        let said = self.said("err");
        let at = said.lines().find(|line| line.starts_with("crash point "));
        at.map(str::to_owned)
    }

    /// Starts it again if it ended; at which point it did.
    fn revive(&mut self) -> Option<String> {
        let point = self.crashed()?;
        self.start(None);
        Some(point)
    }

    fn file(&self, name: &str) -> std::path::PathBuf {
        self.world
            .home()
            .join(format!("serve-{}.{name}", self.starts))
    }

    fn said(&self, name: &str) -> String {
        std::fs::read_to_string(self.file(name)).unwrap_or_default()
    }

    /// Those of a list that are about this session.
    fn about(&self, list: &str, number: u32) -> Vec<Value> {
        let mut all = listed(&self.world, list);
        all.retain(|one| one["title"] == title(number).as_str());
        all
    }
}

impl Drop for TestPeer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Ana, Ben, and where something ended.
struct Two {
    ana: TestPeer,
    ben: TestPeer,
    point: Option<String>,
}

impl Two {
    fn new() -> Self {
        let (ana, ben) = (TestPeer::new("Ana"), TestPeer::new("Ben"));
        let ticket = text(&ana.world.ask(&["invite"]), "ticket");
        let joined = ben.world.segue(&["join", &ticket]);
        assert_eq!(joined.code, 0, "{joined:?}");
        Self {
            ana,
            ben,
            point: None,
        }
    }

    fn revive(&mut self) {
        let point = self.ana.revive().or(self.ben.revive());
        self.point = self.point.take().or(point);
    }

    /// Looks until there is something, and starts again whoever ended meanwhile.
    fn until<T>(&mut self, what: &str, look: impl Fn(&Self) -> Result<T, String>) -> T {
        until(what, || {
            self.revive();
            look(self).map_err(|last| format!("{last}, after {:?}", self.point))
        })
    }

    /// Ana hands a session over as a person does: what failed and is not in the outbox is tried again.
    fn send(&mut self, number: u32) -> String {
        let what = session(&self.ana.world, number, 1);
        for _ in 0..TRIES {
            let typed = ["send", &what, "--to", "Ben", "--queue", "--json"];
            let ended = self.ana.world.segue(&typed);
            self.revive();
            match self.ana.about("outbox", number).as_slice() {
                [one] => return id(one),
                [] => assert_ne!(ended.code, 0, "it was said to be sent: {ended:?}"),
                several => panic!("{several:?} after {:?}", self.point),
            }
        }
        panic!("it can't be sent");
    }

    /// Ben imports it, and tries again when that fails.
    fn import(&mut self, task: &str) {
        let folder = project(&self.ben.world).to_string_lossy().into_owned();
        let typed = ["import", task, "--to", "claude-code", "--project", &folder];
        for _ in 0..TRIES {
            let ended = self.ben.world.segue(&typed);
            self.revive();
            if ended.code == 0 {
                return;
            }
        }
        panic!("it can't be imported");
    }

    /// One handoff from the beginning to the end, and everything that must hold after it.
    fn round(&mut self, number: u32) -> Option<String> {
        self.point = None;
        let task = self.send(number);
        self.until("the delivery", |two| {
            let here = two.ben.about("inbox", number);
            match here.as_slice() {
                [one] if one["receipt"] == "delivered" => Ok(()),
                other => Err(format!("{other:?}")),
            }
        });
        self.import(&task);
        let seen = self.until("the receipt", |two| match find(&two.ana.world, &task) {
            Some(one) if one["receipt"] == "imported" => Ok(one),
            other => Err(format!("{other:?}")),
        });
        let conversation = text(&seen, "conversation");
        self.until("the same history", |two| {
            let all =
                [&two.ana, &two.ben].map(|desk| handing::versions(&desk.world, &conversation));
            let whole = |one: &Value| {
                one.as_array().map(Vec::len) == Some(2)
                    && one[0]["handoffs"][0]["state"] == "completed"
            };
            match all[0] == all[1] && all[0].as_ref().is_some_and(whole) {
                true => Ok(()),
                false => Err(format!("{all:?}")),
            }
        });
        let at = format!("{:?}", self.point);
        assert_eq!(self.ben.about("inbox", number).len(), 1, "{at}");
        assert_eq!(self.ana.about("outbox", number).len(), 1, "{at}");
        let wanted = title(number);
        let made = sessions(&self.ben.world).into_iter().filter(|file| {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            text.contains(&format!("\"{wanted}\""))
        });
        assert_eq!(made.count(), 1, "one session: {at}");
        for desk in [&self.ana, &self.ben] {
            assert_blobs_whole(&desk.world);
        }
        self.point.clone()
    }
}

/// Lets one of them end at one point after the other.
fn every_point(which: fn(&mut Two) -> &mut TestPeer) {
    let mut two = Two::new();
    for number in 1..=MOST {
        if number % TOGETHER == 0 {
            two = Two::new();
        }
        which(&mut two).start(Some(number));
        let Some(point) = two.round(number) else {
            assert!(number > FEWEST, "only {number} points");
            return;
        };
        println!("{point}");
        for desk in [&two.ana, &two.ben] {
            until("nothing half", || nothing_half(&desk.world));
        }
    }
    panic!("more than {MOST} points");
}

#[test]
fn a_sender_may_end_at_any_point() {
    every_point(|two| &mut two.ana);
}

#[test]
fn a_receiver_may_end_at_any_point() {
    every_point(|two| &mut two.ben);
}
