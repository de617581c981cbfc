//! Someone at a computer of the LAN: a node that keeps running, and its events.

use segue_testkit::{Host, Running, World};
use serde_json::Value;

/// A person with a running node.
pub struct TestPeer {
    pub host: Host,
    pub node: Running,
    events: Running,
}

impl TestPeer {
    /// Names the person and starts their node.
    pub fn new(host: Host, name: &str) -> Self {
        host.ask(&["settings", "set", "name", name]);
        let (node, events) = start(&host);
        Self { host, node, events }
    }

    /// Starts the node again.
    pub fn restart(&mut self) {
        (self.node, self.events) = start(&self.host);
    }

    /// Their home.
    pub fn world(&self) -> &World {
        self.host.world()
    }

    /// Ends the node without a chance to clean up, and nobody takes over.
    pub fn kill(&mut self) {
        self.events.kill();
        self.node.kill();
    }

    /// The computer is gone from the network without a word.
    pub fn away(&mut self) {
        // What is killed closes its connections, so that nobody has to wait for a silence.
        self.kill();
        self.host.unplug();
        self.restart();
    }

    /// The computer is on the network again.
    pub fn back(&self) {
        self.host.plug();
    }

    /// The next event from now on for which this holds.
    pub fn until(&mut self, what: &str, is: impl Fn(&Value) -> bool) -> Value {
        self.events.wait_for(what, is)
    }

    /// Waits until a device of this name is here, if it is not yet.
    pub fn sees(&mut self, name: &str) {
        if !self.has(name) {
            self.comes(name);
        }
    }

    /// Waits until a device of this name comes.
    pub fn comes(&mut self, name: &str) -> Value {
        self.until(&format!("{name} is here"), |line| {
            line["event"] == "person_nearby" && line["data"]["name"] == name
        })
    }

    /// Where the stranger of this name is.
    pub fn finds(&mut self, name: &str) -> String {
        self.sees(name);
        let list = self.host.ask(&["people"]);
        let all = list["nearby"].as_array().cloned().unwrap_or_default();
        let one = all.iter().find(|one| one["name"] == name);
        let address = one.and_then(|one| one["address"].as_str());
        address
            .unwrap_or_else(|| panic!("{name} is not in {list}"))
            .to_owned()
    }

    /// Waits until somebody is gone; whether they said goodbye.
    pub fn misses(&mut self) -> bool {
        let gone = self.until("somebody is gone", |line| line["event"] == "person_gone");
        gone["data"]["goodbye"] == true
    }

    /// Whether a device of this name is here now.
    pub fn has(&self, name: &str) -> bool {
        let list = self.host.ask(&["people"]);
        let is = |one: &Value| one["name"] == name && one["nearby"] != false;
        let nearby = list["nearby"]
            .as_array()
            .is_some_and(|all| all.iter().any(is));
        nearby
            || list["people"]
                .as_array()
                .is_some_and(|all| all.iter().any(is))
    }

    /// The one invite of this person, for passing on.
    pub fn invite(&self) -> String {
        let invited = self.host.ask(&["invite"]);
        invited["ticket"].as_str().expect("a ticket").to_owned()
    }

    /// Joins by an invite.
    pub fn join(&self, ticket: &str) {
        let joined = self.host.segue(&["join", ticket]);
        assert_eq!(joined.code, 0, "{joined:?}");
    }
}

fn start(host: &Host) -> (Running, Running) {
    let mut node = host.start(&["serve", "--no-ui", "--json"]);
    node.wait_for("it runs", |line| line["running"] == true);
    let mut events = host.start(&["log", "--follow", "--json", "-n", "0"]);
    events.wait_for("it listens", |line| line["event"] == "connection");
    (node, events)
}
