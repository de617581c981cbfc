//! `cargo xtask bench list`: thousands of sessions, listed and searched through the real node.
//!
//! ```text
//! testkit::many ──▶ temporary home ──▶ floor: walk with stat, read of all bytes
//!                                └──▶ segue serve ◀── segue list …   (times as a person sees them)
//! ```
//!
//! The index is cold, the system's file cache is not: everything was just written. A request is
//! a process of its own that attaches to the node, as on the command line; what that costs alone
//! is measured with `segue status` and printed beside it.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use segue_testkit::{World, many};
use serde_json::Value;

use super::{figure, floor, goal, programs, watch};
use crate::shell;

/// How long indexing may take before the benchmark gives up.
const PATIENCE: Duration = Duration::from_secs(900);

/// Runs it, and prints every goal with its value.
pub fn run(small: bool) -> Result<()> {
    let world = World::with_programs(&programs()?);
    let bytes = if small { 200_000_000 } else { 5_000_000_000 };
    let began = Instant::now();
    let written = many::sessions(world.home(), 10_000, bytes)?;
    println!(
        "{} sessions, {:.2} GB, made in {:.1} s",
        written.sessions,
        written.bytes as f64 / 1e9,
        began.elapsed().as_secs_f64()
    );
    // The disk is not to be busy with it while something else is measured.
    shell::run(&mut shell::command("sync"))?;
    let folders = [".claude", ".codex"].map(|name| world.home().join(name));
    floor::walk(&folders)?;
    let (files, _, walk) = floor::walk(&folders)?;
    let read = floor::read(&files)?;
    figure("floor: a bare walk with stat", millis(walk), "ms");
    figure(
        "floor: a bare read of all bytes, one thread",
        read.as_secs_f64(),
        "s",
    );

    let mut host = world.start(&["serve", "--no-ui", "--json"]);
    host.wait_for("it says that it runs", |line| line["running"] == true);
    let attach = best(5, || Ok(ask(&world, &["status"])?.1))?;
    figure(
        "a process that attaches and asks for little",
        millis(attach),
        "ms",
    );

    let began = Instant::now();
    let (page, first) = ask(&world, &["list", "--no-wait", "--limit", "20"])?;
    let rows = page["conversations"].as_array().map_or(0, Vec::len);
    let titled = page["conversations"].as_array().into_iter().flatten();
    ensure!(
        rows == 20 && titled.filter(|row| row["title"].is_string()).count() == 20,
        "the first page should have its rows: {page}"
    );
    goal("first rows on a cold index", 200.0, millis(first), "ms");
    figure("  of a bare walk", ratio(first, walk), "x");

    let counted = until(&world, began, "counted")?;
    let cpu = watch::cpu(host.pid()).unwrap_or_default();
    goal(
        "cold index: every title and count",
        10.0,
        counted.as_secs_f64(),
        "s",
    );
    figure("  of a bare read", ratio(counted, read), "x");
    figure("  processor time of the node", cpu.as_secs_f64(), "s");
    let searchable = until(&world, began, "searchable")?;
    let cpu = watch::cpu(host.pid()).unwrap_or_default();
    figure("search index complete after", searchable.as_secs_f64(), "s");
    figure("  of a bare read", ratio(searchable, read), "x");
    figure("  processor time of the node", cpu.as_secs_f64(), "s");
    let peak = watch::peak(host.pid()).unwrap_or_default();
    figure("  most memory of the node", peak as f64 / 1e6, "MB");
    let index = std::fs::metadata(world.profile().join("index.db")).map_or(0, |file| file.len());
    figure("  size of the index", index as f64 / 1e6, "MB");

    // Later than a list that shows what the last one found.
    let warm = best(5, || {
        std::thread::sleep(Duration::from_millis(600));
        Ok(ask(&world, &["list", "--no-wait", "--limit", "20"])?.1)
    })?;
    goal("warm list", 300.0, millis(warm), "ms");
    figure("  of a bare walk", ratio(warm, walk), "x");
    search(&world, written.sessions)?;
    let mut again = restarted(&world, host)?;
    again.kill();
    Ok(())
}

/// Searches for something rare, something common, and the beginning of a word.
fn search(world: &World, sessions: u64) -> Result<()> {
    for (what, words, expected) in [
        (
            "search: a word of 1 in 100",
            many::RARE,
            Some(sessions / 100),
        ),
        ("search: two words that most have", many::COMMON, None),
        ("search: beginning of many words", "ba", None),
    ] {
        let request = ["list", "--no-wait", "--limit", "20", "--search", words];
        let mut total = 0;
        let took = best(5, || {
            let (page, took) = ask(world, &request)?;
            total = page["total"].as_u64().unwrap_or_default();
            Ok(took)
        })?;
        ensure!(
            expected.is_none_or(|expected| expected == total),
            "{words}: {total} found"
        );
        goal(&format!("{what} ({total} found)"), 50.0, millis(took), "ms");
    }
    Ok(())
}

/// Restarts the node and measures its first list, for which the index is already complete.
fn restarted(world: &World, mut host: segue_testkit::Running) -> Result<segue_testkit::Running> {
    host.terminate();
    let mut host = world.start(&["serve", "--no-ui", "--json"]);
    host.wait_for("it says that it runs", |line| line["running"] == true);
    let (_, took) = ask(world, &["list", "--no-wait", "--limit", "20"])?;
    goal(
        "warm list, first of a new process",
        300.0,
        millis(took),
        "ms",
    );
    Ok(host)
}

/// Asks with a process of its own and waits for its end.
fn ask(world: &World, arguments: &[&str]) -> Result<(Value, Duration)> {
    let began = Instant::now();
    let ended = world.segue(&[arguments, &["--json"]].concat());
    let took = began.elapsed();
    ensure!(ended.code == 0, "segue {arguments:?}: {ended:?}");
    Ok((serde_json::from_str(&ended.out)?, took))
}

/// Waits until the index has all sessions at this stage, and returns how long after `began` that
/// was.
///
/// It asks with a search, which looks for new sessions only every few seconds, so that asking does
/// not slow down what is measured.
fn until(world: &World, began: Instant, stage: &str) -> Result<Duration> {
    loop {
        let request = ["list", "--no-wait", "--limit", "1", "--search", many::RARE];
        let (page, _) = ask(world, &request)?;
        let took = began.elapsed();
        let indexing = &page["indexing"];
        if indexing[stage] == indexing["sessions"] {
            return Ok(took);
        }
        ensure!(took < PATIENCE, "the index is not complete: {indexing}");
        std::thread::sleep(Duration::from_millis(150));
    }
}

fn best(times: u32, mut once: impl FnMut() -> Result<Duration>) -> Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..times {
        best = best.min(once()?);
    }
    Ok(best)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn ratio(time: Duration, floor: Duration) -> f64 {
    time.as_secs_f64() / floor.as_secs_f64()
}
