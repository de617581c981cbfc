//! What the processes of the app take: the app itself and those of its webview.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

use super::super::watch;

/// Lists all descendants of a process, without the process itself.
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

/// Returns the sum of their processor time so far.
pub fn cpu(pids: &[u32]) -> Duration {
    pids.iter().filter_map(|pid| watch::cpu(*pid)).sum()
}

/// Returns the memory that they hold, in bytes. Shared memory counts in proportion (PSS).
pub fn memory(pids: &[u32]) -> u64 {
    let one = |pid: &u32| {
        let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    pids.iter().filter_map(one).sum::<u64>() * 1024
}

/// Returns when a process began, in milliseconds since 1970.
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

/// Returns the name of a process's program, or an empty text when the process is gone.
pub fn name(pid: u32) -> String {
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    name.trim().to_owned()
}
