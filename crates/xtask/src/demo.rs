//! `cargo xtask demo`: the product's main job on one machine, told as it goes.
//!
//! ```text
//! two people, each a home with a session, a profile and `segue serve` ── invite ──▶ verified
//! Ana: send (a secret is taken out) ──▶ Ben: inbox, review, import, goes on ──▶ back ──▶ history on both sides
//! ```
//!
//! Everything is the real `segue`, on loopback; any step that does not happen fails the demo.

mod peer;

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::shell;
use peer::{Peer, join};

/// Plays the demo from beginning to end, and fails at the first step that goes wrong.
pub fn run() -> Result<()> {
    let began = Instant::now();
    shell::run(shell::cargo().args(["build", "--quiet", "--locked", "--workspace"]))?;
    let programs = shell::root_path().join("target/debug");
    let mut steps = Vec::new();

    say("Two people, each with a home, an agent's session and a running node.");
    let (mut ana, mut ben) = (Peer::new(&programs, "Ana"), Peer::new(&programs, "Ben"));
    // Made here, so that no real one stands in the source.
    let secret = format!(
        "ghp_{}",
        "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
            .get(..36)
            .unwrap_or("")
    );
    let session = ana.session(&secret);

    say("Ana invites Ben; Ben joins. Now each knows the other's key.");
    let started = Instant::now();
    tell("ana$ segue invite          ben$ segue join");
    let invited = ana.world.ask(&["invite", "--minutes", "5"]);
    join(&ben.world, text(&invited["ticket"]))?;
    steps.push(("meet", started.elapsed()));

    say("Ana hands a conversation over. There is a token in it that must not leave.");
    let started = Instant::now();
    let task = "Write the missing tests of the login form";
    tell(&format!(
        "ana$ segue send {} --to Ben --task \"{task}\" --yes",
        short(&session)
    ));
    let sent = ana
        .world
        .ask(&["send", &session, "--to", "Ben", "--task", task, "--yes"]);
    let id = text(&sent["handoffs"][0]["id"]).to_owned();
    ensure!(id.len() == 36, "nothing was sent: {sent}");
    let arrived = ben.waits(&id, "delivered")?;
    steps.push(("send until delivered", started.elapsed()));
    tell(&format!(
        "{} messages, {} bytes, delivered.",
        arrived["messages"], arrived["bytes"]
    ));
    ensure!(ben.nowhere(&secret)?, "the secret reached Ben");
    tell("Searched everything Ben has: the token is nowhere.");

    say("Ben looks at it and imports it into his own Claude Code.");
    let started = Instant::now();
    tell(&format!("ben$ segue inbox; segue review {}", short(&id)));
    let review = ben.world.ask(&["review", &id]);
    tell(&format!(
        "from {}: {}",
        text(&review["handoff"]["person"]["name"]),
        text(&review["handoff"]["task"])
    ));
    let taken = review["file"]["redaction"]["redacted"][0]["what"].as_str();
    tell(&format!(
        "taken out before it left: {}",
        taken.context("what was taken out is told")?
    ));
    tell(&format!(
        "ben$ segue import {} --to claude-code",
        short(&id)
    ));
    let done = ben.import(&id)?;
    let resume = text(&done["resume"]["line"]).to_owned();
    ana.waits(&id, "imported")?;
    steps.push(("review, import, told", started.elapsed()));
    tell(&format!("carry on with: {resume}"));
    let own = text(&done["session"]).to_owned();
    ensure!(
        ben.words(&own)?.contains(task),
        "the task is not the last thing the agent reads"
    );

    say("Ben's agent goes on, and Ben hands it back: only what is new travels.");
    let started = Instant::now();
    ben.goes_on(&own)?;
    let name = format!("claude-code:{own}");
    tell(&format!("ben$ segue send {} --to Ana --yes", short(&own)));
    let sent = ben.world.ask(&[
        "send",
        &name,
        "--to",
        "Ana",
        "--task",
        "Have a look",
        "--yes",
    ]);
    let back = text(&sent["handoffs"][0]["id"]).to_owned();
    let came = ana.waits(&back, "delivered")?;
    steps.push(("bounce until delivered", started.elapsed()));
    let (saved, travelled) = (came["saved"].as_u64(), came["travelled"].as_u64());
    ensure!(saved > Some(0), "nothing was saved: {came}");
    tell(&format!(
        "{} of {} bytes travelled; {} did not have to.",
        travelled.unwrap_or(0),
        came["bytes"],
        saved.unwrap_or(0)
    ));
    let done = ana.import(&back)?;
    ben.waits(&back, "imported")?;
    ensure!(
        ana.words(text(&done["session"]))?
            .contains("Ben's agent goes on"),
        "what Ben added is missing"
    );

    say("Who had it, and what became of it. Both have the same record:");
    let versions = peer::agree(&ana, &ben, 4)?;
    tell("ana$ segue history");
    for line in ana.world.segue(&["history", &id]).out.lines() {
        tell(line);
    }
    let graph = ana.world.segue(&["history", &id, "--mermaid"]).out;
    ensure!(
        graph.contains("flowchart") || graph.contains("graph"),
        "no graph: {graph}"
    );
    ensure!(
        versions.to_string().contains(&back),
        "the way back is not in the record"
    );

    println!();
    for (what, took) in &steps {
        println!("  {what:<24} {:>6} ms", took.as_millis());
    }
    ana.stop();
    ben.stop();
    println!(
        "\nDone in {:.1} s. Everything this made is removed again.",
        began.elapsed().as_secs_f64()
    );
    Ok(())
}

/// How long anything may take before the demo gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// Looks again and again until it is so.
fn until<T>(what: &str, mut look: impl FnMut() -> Result<Option<T>>) -> Result<T> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Some(found) = look()? {
            return Ok(found);
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    anyhow::bail!("waited in vain for {what}")
}

fn say(what: &str) {
    println!("\n{what}");
}

fn tell(what: &str) {
    println!("  {what}");
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn short(id: &str) -> &str {
    let id = id.rsplit(':').next().unwrap_or(id);
    id.get(..8).unwrap_or(id)
}
