//! A person at a command line.
#![allow(dead_code, unused_macros, reason = "each test takes what it needs")]

use std::path::{Path, PathBuf};

use segue_testkit::World;
use serde_json::Value;

/// A world with an agent in it, and a name.
pub struct TestPeer {
    pub world: World,
}

impl TestPeer {
    pub fn new() -> Self {
        let mut world = World::new();
        // No agent's program, so that every machine sees the same.
        world.set("PATH", "/nowhere");
        world.segue(&["settings", "set", "name", "Sam"]);
        Self { world }
    }

    pub fn root(&self) -> PathBuf {
        self.world.home().join(".claude")
    }

    pub fn project(&self, name: &str) -> PathBuf {
        let folder = self.world.home().join(name);
        std::fs::create_dir_all(&folder).expect("a project folder");
        folder
    }

    /// Runs `segue` in the home folder.
    pub fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self
            .world
            .program("segue")
            .current_dir(self.world.home())
            .args(arguments)
            .output()
            .expect("segue can be started");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (
            output.status.code().unwrap_or(-1),
            text(output.stdout),
            text(output.stderr),
        )
    }

    pub fn ask(&self, arguments: &[&str]) -> Value {
        let (_, out, err) = self.run(&[arguments, &["--json"]].concat());
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {err}"))
    }

    pub fn shown(&self, arguments: &[&str]) -> String {
        let (code, out, err) = self.run(arguments);
        let mut text = format!("$ segue {}\ncode {code}\n", arguments.join(" "));
        for (name, part) in [("out", out), ("err", err)] {
            if !part.is_empty() {
                text.push_str(&format!("--- {name}\n{}\n", part.trim_end()));
            }
        }
        text
    }

    pub fn settings(&self) -> insta::Settings {
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        let home = self.world.home().canonicalize().expect("a home");
        settings.add_filter(&regex(&home), "[home]");
        settings.add_filter(r"-[\w-]*-segue-[\w-]*", "[dashed]");
        settings.add_filter(r"([0-9a-f]{8})-0000-4000-8000-0{6}", "$1-sample-");
        settings.add_filter(
            r"[0-9a-f]{8}-[0-9a-f]{4}-[4-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}",
            "[uuid]",
        );
        settings.add_filter(r"undo [0-9a-f]{8}", "undo [uuid]");
        settings.add_filter(r"(?m)^[0-9a-f]{8}  \d\d:\d\d", "[import]  [time]");
        settings.add_filter(r"blake3:[0-9a-f]{64}", "[hash]");
        settings.add_filter(
            r"(aws-access-key|github-token|private-key|password|badge)-[a-z2-7]{5}",
            "$1-[id]",
        );
        settings.add_filter(r"hash: [0-9a-f]{64}", "hash: [hash]");
        settings.add_filter(r#""hash": "[0-9a-f]{64}""#, r#""hash": "[hash]""#);
        settings.add_filter(r"handle:[0-9a-f]{32}", "[handle]");
        settings.add_filter(r"12D3KooW\w+", "[device]");
        settings.add_filter(r"20(2[1-9]|[3-9]\d)-\d\d-\d\d[T ][\d:.]+Z?", "[now]");
        settings.add_filter(r"\d+(\.\d)? k?B", "[size]");
        settings.add_filter(r#""bytes": \d+"#, r#""bytes": "[size]""#);
        settings
    }
}

fn regex(path: &Path) -> String {
    let plain = |c: char| c.is_alphanumeric() || c == '/';
    path.to_string_lossy()
        .chars()
        .map(|c| {
            if plain(c) {
                c.to_string()
            } else {
                format!("\\{c}")
            }
        })
        .collect()
}

macro_rules! snapshot {
    ($name:literal, $desk:expr, $($arguments:expr),+ $(,)?) => {
        $desk.settings().bind(|| {
            let shown: Vec<String> = vec![$($desk.shown(&$arguments)),+];
            insta::assert_snapshot!($name, shown.join("\n"));
        });
    };
}
