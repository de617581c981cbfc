//! `cargo xtask demo`: the product's main job on one machine, told as it goes.
//!
//! So far: one process hosts the node, a second attaches and reads its status, a third changes a
//! setting and the second hears of it, the host is killed, and the second carries on as the host
//! with the same identity. Everything is the real `segue`; any step that does not happen fails.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::shell;

/// How long any step may take before the demo gives up.
const PATIENCE: Duration = Duration::from_secs(30);

/// Tells the story.
pub fn run() -> Result<()> {
    let began = Instant::now();
    shell::run(shell::cargo().args(["build", "--quiet", "--locked", "--workspace"]))?;
    let world = World::new()?;

    say("A first process starts and hosts the node of a fresh profile.");
    let mut host = world.start(&["serve", "--no-ui", "--json"])?;
    host.wait_for("it says that it runs", |line| line["running"] == true)?;
    let before = world.ask(&["status"])?;
    let name = text(&before["you"]["name"]);
    let device = text(&before["you"]["device_id"]);
    ensure!(
        before["host"]["pid"] == host.child.id(),
        "the first process should be the host"
    );
    tell(&format!(
        "It is called {name}; its device id ends in {}.",
        tail(&device)
    ));

    say("A second process starts. It attaches to the first instead of starting a node of its own.");
    let mut second = world.start(&["log", "--follow", "--json"])?;
    second.wait_for("it says that it is attached", |line| {
        line["data"] == "attached"
    })?;
    let status = world.ask(&["status"])?;
    ensure!(
        status["host"]["pid"] == host.child.id(),
        "the host should still be the first process"
    );
    let attached = status["attached"].as_array().map_or(0, Vec::len);
    tell(&format!(
        "The host now counts {attached} attached, the one that asks included."
    ));

    say("A third process sets a name, and the second hears of it.");
    world.ask(&["settings", "set", "name", "Sam"])?;
    second.wait_for("an event tells it", |line| {
        line["event"] == "status_changed" && line["data"]["you"]["name"] == "Sam"
    })?;
    tell("The event said: the name is Sam now.");

    say("The host is killed, without a chance to clean up.");
    let killed = Instant::now();
    host.kill()?;
    second.wait_for("the second becomes the host", |line| {
        line["data"] == "hosting"
    })?;
    tell(&format!(
        "The second process carried on as the host after {} ms.",
        killed.elapsed().as_millis()
    ));
    let after = world.ask(&["status"])?;
    ensure!(
        after["host"]["pid"] == second.child.id(),
        "the second process should be the host"
    );
    ensure!(
        text(&after["you"]["device_id"]) == device,
        "the identity must stay the same"
    );
    ensure!(after["you"]["name"] == "Sam", "what was set must stay set");
    tell("Same identity, same name, nothing lost.");

    say("What the node remembers of all this:");
    let journal = world.ask(&["log"])?;
    for entry in journal["entries"]
        .as_array()
        .context("the journal has entries")?
    {
        tell(&text(&entry["title"]));
    }
    second.kill()?;
    println!(
        "\nDone in {:.1} s. Everything this made is removed again.",
        began.elapsed().as_secs_f64()
    );
    Ok(())
}

fn say(what: &str) {
    println!("\n{what}");
}

fn tell(what: &str) {
    println!("  {what}");
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn tail(id: &str) -> &str {
    id.get(id.len().saturating_sub(6)..).unwrap_or_default()
}

/// A profile and a home that go when the demo ends.
struct World {
    folder: tempfile::TempDir,
    program: PathBuf,
}

impl World {
    fn new() -> Result<Self> {
        let program = shell::root_path().join("target/debug/segue");
        Ok(Self {
            folder: tempfile::tempdir()?,
            program,
        })
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .env("SEGUE_PROFILE", self.folder.path().join("profile"))
            .env("SEGUE_DISCOVERY", "off")
            .env("HOME", self.folder.path())
            .env("XDG_RUNTIME_DIR", self.folder.path())
            // The demo's identity has no business in the person's own keyring.
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .stdin(Stdio::null());
        command
    }

    fn ask(&self, arguments: &[&str]) -> Result<Value> {
        let output = self.command(arguments).arg("--json").output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        ensure!(
            output.status.success(),
            "segue {} failed: {said}",
            arguments.join(" ")
        );
        Ok(serde_json::from_str(&said)?)
    }

    fn start(&self, arguments: &[&str]) -> Result<Running> {
        let mut child = self.command(arguments).stdout(Stdio::piped()).spawn()?;
        let stdout = child.stdout.take().context("no standard output")?;
        let (line, lines) = sync_channel(256);
        std::thread::spawn(move || {
            for text in BufReader::new(stdout).lines().map_while(Result::ok) {
                if line.send(text).is_err() {
                    break;
                }
            }
        });
        Ok(Running { child, lines })
    }
}

/// A process of the story; killed when the demo ends early.
struct Running {
    child: Child,
    lines: Receiver<String>,
}

impl Running {
    fn wait_for(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self
                .lines
                .recv_timeout(left)
                .with_context(|| format!("waited in vain until {what}"))?;
            if is_it(&serde_json::from_str(&line).unwrap_or_default()) {
                return Ok(());
            }
        }
    }

    fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Already ended is as good as killed.
        self.kill().ok();
    }
}
