//! Someone else on this computer, verified, who hands things over.

use std::cell::Cell;

use segue_testkit::samples::claude;
use segue_testkit::{Running, World};

/// The other one, with a node that runs.
pub struct Pair {
    pub world: World,
    _host: Running,
    next: Cell<u32>,
}

impl Pair {
    /// Sam, whom the person of this world invited.
    pub fn with(person: &World) -> Self {
        let world = World::new();
        let named = |world: &World, name| world.segue(&["settings", "set", "name", name]).code;
        assert_eq!((named(&world, "Sam"), named(person, "Kim")), (0, 0));
        let mut host = world.start(&["serve", "--no-ui", "--json"]);
        host.wait_for("it runs", |line| line["running"] == true);
        let invited = person.ask(&["invite"]);
        let joined = world.segue(&["join", invited["ticket"].as_str().unwrap()]);
        assert_eq!(joined.code, 0, "{joined:?}");
        Self {
            world,
            _host: host,
            next: Cell::new(1),
        }
    }

    /// Waits until something of this title was handed to Sam.
    pub fn receives(&self, title: &str) {
        let there = |_: &u32| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            let inbox = self.world.ask(&["inbox"]);
            let handoffs = inbox["handoffs"].as_array().cloned().unwrap_or_default();
            handoffs.iter().any(|one| one["title"] == title)
        };
        (0..600).find(there).expect("it arrives at Sam's");
    }

    /// Hands over a conversation of this title; the answer is the task's id.
    pub fn send(&self, title: &str) -> String {
        let number = self.next.replace(self.next.get() + 1);
        let project = self.world.home().join("shop");
        std::fs::create_dir_all(&project).unwrap();
        let session = claude::Session::rich(number, project.to_str().unwrap())
            .title(title)
            .ask("These are the words of the conversation.")
            .answer("They are.");
        self.hand(&session, &[])
    }

    /// Hands over this conversation; the answer is the task's id.
    pub fn hand(&self, session: &claude::Session, more: &[&str]) -> String {
        session.write(&self.world.home().join(".claude"), 60);
        let what = format!("claude-code:{}", session.id());
        let send = ["send", &what, "--to", "Kim", "--queue"];
        let sent = self.world.ask(&[&send, more].concat());
        assert_eq!(sent["handoffs"].as_array().map(Vec::len), Some(1), "{sent}");
        sent["handoffs"][0]["id"].as_str().unwrap().to_owned()
    }
}
