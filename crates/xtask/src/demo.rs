//! `cargo xtask demo`: the product's main job on one machine, told as it goes.
//!
//! So far: one process hosts the node, a second attaches and reads its status, a third changes a
//! setting and the second hears of it, the host is killed, and the second carries on as the host
//! with the same identity. Everything is the real `segue`; any step that does not happen fails.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use segue_testkit::World;
use serde_json::Value;

use crate::shell;

/// Tells the story.
pub fn run() -> Result<()> {
    let began = Instant::now();
    shell::run(shell::cargo().args(["build", "--quiet", "--locked", "--workspace"]))?;
    let world = World::with_programs(&shell::root_path().join("target/debug"));

    say("A first process starts and hosts the node of a fresh profile.");
    let mut host = world.start(&["serve", "--no-ui", "--json"]);
    host.wait_for("it says that it runs", |line| line["running"] == true);
    let before = world.ask(&["status"]);
    let name = text(&before["you"]["name"]);
    let device = text(&before["you"]["device_id"]);
    ensure!(
        before["host"]["pid"] == host.pid(),
        "the first process should be the host"
    );
    tell(&format!(
        "It is called {name}; its device id ends in {}.",
        tail(&device)
    ));

    say("A second process starts. It attaches to the first instead of starting a node of its own.");
    let mut second = world.start(&["log", "--follow", "--json"]);
    second.wait_for("it says that it is attached", |line| {
        line["data"] == "attached"
    });
    let status = world.ask(&["status"]);
    ensure!(
        status["host"]["pid"] == host.pid(),
        "the host should still be the first process"
    );
    let attached = status["attached"].as_array().map_or(0, Vec::len);
    tell(&format!(
        "The host now counts {attached} attached, the one that asks included."
    ));

    say("A third process sets a name, and the second hears of it.");
    world.ask(&["settings", "set", "name", "Sam"]);
    second.wait_for("an event tells it", |line| {
        line["event"] == "status_changed" && line["data"]["you"]["name"] == "Sam"
    });
    tell("The event said: the name is Sam now.");

    say("The host is killed, without a chance to clean up.");
    let killed = Instant::now();
    host.kill();
    second.wait_for("the second becomes the host", |line| {
        line["data"] == "hosting"
    });
    tell(&format!(
        "The second process carried on as the host after {} ms.",
        killed.elapsed().as_millis()
    ));
    let after = world.ask(&["status"]);
    ensure!(
        after["host"]["pid"] == second.pid(),
        "the second process should be the host"
    );
    ensure!(
        text(&after["you"]["device_id"]) == device,
        "the identity must stay the same"
    );
    ensure!(after["you"]["name"] == "Sam", "what was set must stay set");
    tell("Same identity, same name, nothing lost.");

    say("What the node remembers of all this:");
    let journal = world.ask(&["log"]);
    for entry in journal["entries"]
        .as_array()
        .context("the journal has entries")?
    {
        tell(&text(&entry["title"]));
    }
    second.kill();
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
