//! How soon one computer knows of another that just started.
//!
//! ```text
//! right: segue serve, segue log --follow ──────────────── line that names someone nearby
//! left:                          segue serve (a new person) ──┘        time between
//! ```

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use segue_testkit::World;
use serde_json::Value;

use super::hosts::{Host, LEFT, RIGHT};
use super::table::median;
use crate::bench::{brief, goal};

/// How often it is tried.
const TIMES: u32 = 20;
/// Longer than this nobody looks at an empty list.
const PATIENCE: Duration = Duration::from_secs(20);
/// The event that says it.
const EVENT: &str = "person_nearby";

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
    let world = world(programs, RIGHT);
    let mut serving = Lines::new(RIGHT, &world, &["serve", "--no-ui", "--json"])?;
    serving.until("it says that it runs", |line| line["running"] == true)?;
    let mut log = Lines::new(RIGHT, &world, &["log", "--follow", "--json"])?;
    // The first line is there when it is attached, whatever it says.
    log.until("it prints something", |_| true)?;
    let once = |_| {
        // A new person each time: one who was there before might still be remembered.
        let other = self::world(programs, LEFT);
        let began = Instant::now();
        let _serving = Lines::new(LEFT, &other, &["serve", "--no-ui", "--json"])?;
        log.until("it names someone nearby", |line| line["event"] == EVENT)?;
        Ok(began.elapsed().as_secs_f64())
    };
    (0..TIMES).map(once).collect()
}

fn world(programs: &Path, host: Host) -> World {
    let mut world = World::with_programs(programs);
    world.set("SEGUE_DISCOVERY", "on");
    world.set("SEGUE_LISTEN", &format!("{}:0", host.address));
    world
}

/// A running `segue` and the lines it prints; ended when dropped.
struct Lines {
    child: Child,
    lines: Receiver<String>,
}

impl Lines {
    fn new(host: Host, world: &World, arguments: &[&str]) -> Result<Self> {
        let mut segue: Command = world.program("segue");
        segue.args(arguments);
        let mut child = host
            .moved(&segue)
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
