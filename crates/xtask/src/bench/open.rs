//! `cargo xtask bench open`: what a request costs a node that has many open handoffs.
//!
//! ```text
//! left: segue send --queue, a thousand times ──▶ open handoffs to someone who is not there
//!       segue status, again and again ──▶ the node's processor time per request, without and with them
//! ```
//!
//! The floor is the same node with none open.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use segue_testkit::samples::claude::Session;
use segue_testkit::{Lan, lan_missing, on_lan};

use super::handoff::Peer;
use super::watch::cpu;
use super::{brief, figure};
use crate::shell;

/// How many handoffs are open.
const OPEN: u32 = 1_000;
/// How often a send is tried, and how long is waited in between.
const TRIES: u32 = 600;
const BREATH: Duration = Duration::from_millis(100);
/// How long the node has after the last one before it is measured.
const REST: Duration = Duration::from_secs(20);
/// How many requests are counted.
const REQUESTS: u32 = 200;
/// How many of them are looked at to judge what is noise.
const PARTS: u32 = 5;

/// Builds, and measures on a LAN of its own.
pub fn on_its_own(programs: &Path) -> Result<()> {
    if let Some(reason) = lan_missing() {
        println!("\nno LAN can be made: {reason}; NOT MEASURED");
        return Ok(());
    }
    let mut there = on_lan(&std::env::current_exe().context("this program's path")?);
    shell::run(there.args(["role", "open"]).arg(programs))
}

/// Measures and prints.
pub fn run(programs: &Path) -> Result<()> {
    println!("\na request to a node with {OPEN} open handoffs: processor time of the node");
    if let Err(error) = measure(programs) {
        println!("  NOT MEASURED: {}", brief(&error));
    }
    Ok(())
}

fn measure(programs: &Path) -> Result<()> {
    let mut lan = Lan::here();
    let segue = programs.join("segue").to_string_lossy().into_owned();
    let left = Peer::new(lan.host("left"), &segue, "Left")?;
    let right = Peer::new(lan.host("right"), &segue, "Right")?;
    left.joins(&right)?;
    // Their name comes with their next hello.
    while !left.asks(&["people"])?.to_string().contains("Right") {
        std::thread::sleep(BREATH);
    }
    drop(right);
    let floor = requests(&left)?;
    let session = Session::rich(1, "/work/shop");
    session.write(&left.host.world().home().join(".claude"), 1);
    let id = session.id().get(..8).unwrap_or_default().to_owned();
    left.asks(&["show", &id])?;
    for _ in 0..OPEN {
        queue(&left, &id)?;
    }
    // Whoever is not there was tried by then; what is measured is a node at rest.
    std::thread::sleep(REST);
    let open = requests(&left)?;
    figure("floor: none open, best of five", floor, "µs");
    figure(&format!("{OPEN} open, best of five"), open, "µs");
    figure("ratio", open / floor, "times the floor");
    Ok(())
}

/// Hands a conversation over, again if the node has too much to do just then.
fn queue(left: &Peer, id: &str) -> Result<()> {
    let words = ["send", id, "--to", "Right", "--task", "Go on", "--queue"];
    for _ in 0..TRIES {
        let sent = left.command(&words).output()?;
        if sent.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&sent.stderr);
        ensure!(said.contains("too much to do"), "segue send failed: {said}");
        std::thread::sleep(BREATH);
    }
    anyhow::bail!("the node has too much to do all the time")
}

/// Measures the node's processor time for one request, in microseconds: the best of several rounds.
fn requests(peer: &Peer) -> Result<f64> {
    let mut best = f64::MAX;
    for _ in 0..PARTS {
        let before = cpu(peer.pid()).context("the node's processor time")?;
        for _ in 0..REQUESTS {
            peer.asks(&["status"])?;
        }
        let after = cpu(peer.pid()).context("the node's processor time")?;
        let took = after.saturating_sub(before).as_secs_f64() * 1e6;
        best = best.min(took / f64::from(REQUESTS));
    }
    Ok(best)
}
