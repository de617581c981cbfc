//! `cargo xtask bench handoff`: how soon a small handoff is in the receiver's inbox.
//!
//! ```text
//! left:  segue send --queue (typed) ── segue serve ═══ cable ═══ segue serve ── right's inbox
//!            └───────────── time ─────────────────────────────────────┘ `handoff_arrived`
//! floor: one byte there and back, and the file's bytes with an answer, over a bare TCP connection
//! ```
//!
//! Both nodes are releases on computers of a LAN of their own, made of network namespaces. Every round
//! hands over another conversation, so nothing of it is there before.

mod floor;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use segue_testkit::samples::claude::Session;
use segue_testkit::{Host, Lan, Running, lan_missing, on_lan};
use serde_json::Value;

use super::transfer::median;
use super::{brief, figure, goal};
use crate::shell;

/// How often it is measured.
const TIMES: u32 = 20;
/// Rounds before that, which do not count: the first one opens connections and files.
const BEFORE: u32 = 2;
/// How long it takes until one person may hand over one more after a burst; nothing here should
/// have to wait for that.
const ONE_MORE: Duration = Duration::from_secs(3);
/// Milliseconds after which a person notices that they wait.
const GOAL: f64 = 500.0;

/// What one round took, in milliseconds.
struct Round {
    /// From the start of `segue send` to the inbox.
    arrived: f64,
    /// From its start to its end.
    typed: f64,
    bytes: u64,
}

/// Builds, and measures on a LAN of its own.
pub fn on_its_own(programs: &Path) -> Result<()> {
    if let Some(reason) = lan_missing() {
        println!("\nno LAN can be made: {reason}; NOT MEASURED");
        return Ok(());
    }
    let mut there = on_lan(&std::env::current_exe().context("this program's path")?);
    shell::run(there.args(["role", "handoff"]).arg(programs))
}

/// Measures and prints.
pub fn run(programs: &Path) -> Result<()> {
    println!("\na small handoff, from `segue send` to the other one's inbox");
    if let Err(error) = measure(programs) {
        println!(
            "  NOT MEASURED: {}; goal < {GOAL:.0} ms NOT MET",
            brief(&error)
        );
    }
    Ok(())
}

fn measure(programs: &Path) -> Result<()> {
    let mut lan = Lan::here();
    let segue = programs.join("segue").to_string_lossy().into_owned();
    let left = Peer::new(lan.host("left"), &segue, "Left")?;
    let mut right = Peer::new(lan.host("right"), &segue, "Right")?;
    left.joins(&right)?;
    let mut rounds = Vec::new();
    for number in 0..BEFORE + TIMES {
        rounds.push(once(&left, &mut right, number)?);
        if number + 1 == BEFORE {
            std::thread::sleep(ONE_MORE * (BEFORE + 1));
        }
    }
    let counted = rounds.get(BEFORE as usize..).unwrap_or_default();
    let middle = |part: fn(&Round) -> f64| median(counted.iter().map(part)).context("no rounds");
    let most = counted.iter().map(|one| one.arrived).fold(0.0, f64::max);
    let bytes = counted
        .iter()
        .map(|one| one.bytes)
        .max()
        .unwrap_or_default();
    let arrived = middle(|one| one.arrived)?;
    goal(
        &format!("median of {TIMES}, most {most:.0} ms, {bytes} bytes"),
        GOAL,
        arrived,
        "ms",
    );
    figure(
        "of it until `segue send` has ended",
        middle(|one| one.typed)?,
        "ms",
    );
    figure(
        "a program that starts and asks: `segue status`",
        left.status()?,
        "ms",
    );
    let floor = floor::measure(&left.host, &right.host, bytes)?;
    figure("floor: one byte there and back, bare TCP", floor.ping, "µs");
    figure(
        "floor: the same bytes and an answer, bare TCP",
        floor.copy,
        "µs",
    );
    Ok(())
}

/// Hands one conversation over.
fn once(left: &Peer, right: &mut Peer, number: u32) -> Result<Round> {
    let session = Session::rich(number + 1, "/work/shop");
    session.write(&left.host.world().home().join(".claude"), u64::from(number));
    // It is known before, as it is when a person picks it from a list.
    let short = session.id().get(..8).unwrap_or_default().to_owned();
    left.asks(&["show", &short])?;
    let words = [
        "send", &short, "--to", "Right", "--task", "Go on", "--queue",
    ];
    let began = Instant::now();
    let mut sending = left.command(&words).stdout(Stdio::null()).spawn()?;
    // Both ends are waited for at once: what comes first must not wait for the other.
    let ending = std::thread::spawn(move || (sending.wait(), began.elapsed()));
    let here = right
        .events
        .wait_for("it arrives", |line| line["event"] == "handoff_arrived");
    let arrived = began.elapsed();
    let (ended, typed) = ending.join().ok().context("a thread that waits")?;
    ensure!(ended?.success(), "segue send failed");
    Ok(Round {
        arrived: arrived.as_secs_f64() * 1e3,
        typed: typed.as_secs_f64() * 1e3,
        bytes: here["data"]["bytes"].as_u64().unwrap_or_default(),
    })
}

/// A person at a computer: a running node, and its events.
pub(super) struct Peer {
    pub(super) host: Host,
    segue: String,
    events: Running,
    node: Running,
}

impl Peer {
    pub(super) fn new(host: Host, segue: &str, name: &str) -> Result<Self> {
        let start = |words: &[&str]| Running::start(host.tool(segue).args(words));
        let named = host
            .tool(segue)
            .args(["settings", "set", "name", name])
            .output()?;
        ensure!(named.status.success(), "{name} could not be named");
        let mut node = start(&["serve", "--no-ui", "--json"]);
        node.wait_for("it runs", |line| line["running"] == true);
        let mut events = start(&["log", "--follow", "--json", "-n", "0"]);
        events.wait_for("it listens", |line| line["event"] == "connection");
        Ok(Self {
            segue: segue.to_owned(),
            events,
            node,
            host,
        })
    }

    pub(super) fn command(&self, words: &[&str]) -> Command {
        let mut command = self.host.tool(&self.segue);
        command.args(words);
        command
    }

    pub(super) fn asks(&self, words: &[&str]) -> Result<Value> {
        let output = self.command(words).arg("--json").output()?;
        serde_json::from_slice(&output.stdout)
            .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Returns the process id of the node.
    pub(super) fn pid(&self) -> u32 {
        self.node.pid()
    }

    pub(super) fn joins(&self, other: &Self) -> Result<()> {
        let invited = other.asks(&["invite"])?;
        let ticket = invited["ticket"].as_str().context("a ticket")?;
        let joined = self.command(&["join", ticket]).output()?;
        ensure!(joined.status.success(), "they could not be paired");
        Ok(())
    }

    /// Measures what a command costs that asks the node for next to nothing: the median in
    /// milliseconds.
    fn status(&self) -> Result<f64> {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let began = Instant::now();
            self.asks(&["status"])?;
            times.push(began.elapsed().as_secs_f64() * 1e3);
        }
        median(times.into_iter()).context("no times")
    }
}
