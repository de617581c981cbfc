//! Everything that is measured, in order; runs inside namespaces of its own.
//!
//! Rounds go around all programs, so that what disturbs the machine for a while disturbs all.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::files::{self, Sample};
use super::hosts::{self, Link};
use super::mover::{self, Mover, Tools};
use super::once::{Once, Started, once};
use super::table::{self, Row};
use super::{Plan, goals, raw};
use crate::bench::{brief, figure};

/// Measures and prints.
pub fn run(plan: &Plan) -> Result<()> {
    hosts::make()?;
    let tools = Tools {
        me: std::env::current_exe().context("this program's path")?,
        programs: plan.programs.clone(),
    };
    let samples = files::all(&plan.folder, plan.small)?;
    let post = tempfile::tempdir_in(&plan.folder)?;
    let mailbox = plan.peers.then(|| mailbox(post.path())).transpose();
    if let Err(error) = &mailbox {
        eprintln!("  no mailbox for wormholes: {}", brief(error));
    }
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    println!("\nprograms that wanted the processor in the last minute: {load} (best is 0)");
    let mut number = 0;
    for link in [Link::Plain, Link::Gigabit] {
        hosts::shape(link)?;
        floors(link, &samples, &plan.folder)?;
        for sample in &samples {
            let rows = rows(&tools, sample, plan, &mut number);
            let heading = format!("{}, {}", link.name(), sample.name());
            table::print(&heading, sample.bytes, &rows);
            goals::print(link, sample.kind, sample.large, plan.peers, &rows);
            let raw = table::seconds(&rows, Mover::Raw);
            ensure!(raw.is_some(), "raw TCP should move anything");
        }
    }
    Ok(())
}

fn mailbox(folder: &Path) -> Result<Started> {
    let mut started = Started::new(&mut mover::mailbox(folder)?, folder)?;
    started.until(|printed| mover::mailbox_ready(printed).then_some(()))?;
    Ok(started)
}

/// Prints what the machine can do without any of the programs.
fn floors(link: Link, samples: &[Sample], folder: &Path) -> Result<()> {
    println!("\n{}", link.name());
    match raw::iperf() {
        Some(speed) => figure("iperf3, memory to memory", speed, "MB/s"),
        None => println!("  iperf3 is not installed"),
    }
    let Some(sample) = samples.last().filter(|_| link == Link::Plain) else {
        return Ok(());
    };
    let copy = folder.join("copy");
    let began = Instant::now();
    std::fs::copy(&sample.path, &copy)?;
    let copied = began.elapsed().as_secs_f64();
    std::fs::File::open(&copy)?.sync_all()?;
    let synced = began.elapsed().as_secs_f64();
    std::fs::remove_file(&copy)?;
    let megabytes = sample.bytes as f64 / 1e6;
    figure("the largest file copied here", megabytes / copied, "MB/s");
    figure("  and safely on the disk", megabytes / synced, "MB/s");
    Ok(())
}

fn rows(tools: &Tools, sample: &Sample, plan: &Plan, number: &mut u32) -> Vec<Row> {
    let mut rows: Vec<Row> = mover::all(plan.peers)
        .into_iter()
        .map(|mover| Row {
            mover,
            rounds: Ok(Vec::new()),
        })
        .collect();
    let rounds = if sample.large { 3 } else { 5 };
    for _ in 0..rounds {
        for row in &mut rows {
            // Who failed once is not waited for again.
            let Ok(done) = &mut row.rounds else {
                continue;
            };
            *number += 1;
            let moved: Result<Once> = once(tools, row.mover, sample, &plan.folder, *number);
            match moved {
                Ok(once) => done.push(once),
                Err(error) => row.rounds = Err(brief(&error)),
            }
        }
    }
    rows
}
