//! What the processes of the app take: the app itself and those of its webview.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

use super::super::watch;

/// Everything that descends from a process, without itself.
pub fn below(parent: u32) -> Vec<u32> {
    let mut found = vec![parent];
    let mut at = 0;
    while let Some(&pid) = found.get(at) {
        let tasks = fs::read_dir(format!("/proc/{pid}/task"))
            .into_iter()
            .flatten()
            .flatten();
        for task in tasks {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            let children = children
                .split_whitespace()
                .filter_map(|pid| pid.parse().ok());
            found.extend(children.collect::<Vec<u32>>());
        }
        at += 1;
    }
    found.split_off(1)
}

/// Their processor time so far.
pub fn cpu(pids: &[u32]) -> Duration {
    pids.iter().filter_map(|pid| watch::cpu(*pid)).sum()
}

/// The memory that is theirs, in bytes: what is shared counts in parts.
pub fn memory(pids: &[u32]) -> u64 {
    let one = |pid: &u32| {
        let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    pids.iter().filter_map(one).sum::<u64>() * 1024
}

/// When a process began, in milliseconds since 1970.
pub fn began(pid: u32) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let rest = stat.rsplit_once(')').context("/proc/PID/stat")?.1;
    let ticks: f64 = rest
        .split_whitespace()
        .nth(19)
        .context("its start")?
        .parse()?;
    let uptime = fs::read_to_string("/proc/uptime")?;
    let up: f64 = uptime
        .split_whitespace()
        .next()
        .context("/proc/uptime")?
        .parse()?;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    Ok((now.as_secs_f64() - up + ticks / 100.0) * 1000.0)
}

/// What a program is called.
pub fn name(pid: u32) -> String {
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    name.trim().to_owned()
}
