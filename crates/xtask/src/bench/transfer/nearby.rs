//! How soon one computer knows of another that just started.
//!
//! ```text
//! right: segue serve, segue log --follow ──────────────── line that names someone nearby
//! left:                          segue serve (a new person) ──┘        time between
//! ```
//!
//! Looking for others is allowed only on a LAN that the test kit made, so this has one of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use segue_testkit::{Host, Lan, lan_missing, on_lan};
use serde_json::Value;

use super::table::median;
use crate::bench::{brief, goal};
use crate::shell;

/// How often it is tried.
const TIMES: u32 = 20;
/// Longer than this nobody looks at an empty list.
const PATIENCE: Duration = Duration::from_secs(20);
/// The event that says it.
const EVENT: &str = "person_nearby";

/// Starts [`run`] on a LAN of its own.
pub fn on_its_own(programs: &Path) -> Result<()> {
    if let Some(reason) = lan_missing() {
        println!("\nno LAN can be made: {reason}; goal < 2 s NOT MET");
        return Ok(());
    }
    let mut there = on_lan(&std::env::current_exe().context("this program's path")?);
    shell::run(there.args(["role", "nearby"]).arg(programs))
}

/// Measures and prints.
pub fn run(programs: &Path) -> Result<()> {
    println!("\nsomeone who starts is seen by the other computer");
    match times(programs) {
        Ok(times) => {
            let most = times.iter().copied().fold(0.0, f64::max);
            let middle = median(times.into_iter()).context("no times")?;
            goal(
                &format!("median of {TIMES}, most {most:.2} s"),
                2.0,
                middle,
                "s",
            );
        }
        Err(error) => println!("  NOT MEASURED: {}; goal < 2 s NOT MET", brief(&error)),
    }
    Ok(())
}

fn times(programs: &Path) -> Result<Vec<f64>> {
    let mut lan = Lan::here();
    let segue = programs.join("segue");
    let right = lan.host("right");
    let mut serving = Lines::new(&right, &segue, &["serve", "--no-ui", "--json"])?;
    serving.until("it says that it runs", |line| line["running"] == true)?;
    let mut log = Lines::new(&right, &segue, &["log", "--follow", "--json"])?;
    // The first line is there when it is attached, whatever it says.
    log.until("it prints something", |_| true)?;
    let once = |number: u32| {
        // A new person each time: one who was there before might still be remembered.
        let left = lan.host(&format!("left{number}"));
        let began = Instant::now();
        let _serving = Lines::new(&left, &segue, &["serve", "--no-ui", "--json"])?;
        log.until("it names someone nearby", |line| line["event"] == EVENT)?;
        Ok(began.elapsed().as_secs_f64())
    };
    (0..TIMES).map(once).collect()
}

/// A running `segue` and the lines it prints; ended when dropped.
struct Lines {
    child: Child,
    lines: Receiver<String>,
}

impl Lines {
    fn new(host: &Host, segue: &Path, arguments: &[&str]) -> Result<Self> {
        let mut child = host
            .tool(&segue.to_string_lossy())
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("segue could not be started")?;
        let stdout = child.stdout.take().context("no standard output")?;
        let (line, lines) = sync_channel(1024);
        std::thread::spawn(move || {
            for text in BufReader::new(stdout).lines().map_while(Result::ok) {
                if line.send(text).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, lines })
    }

    fn until(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                bail!("waited in vain until {what}");
            };
            if is_it(&serde_json::from_str(&line).unwrap_or_default()) {
                return Ok(());
            }
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        // Already ended is as good as killed.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
