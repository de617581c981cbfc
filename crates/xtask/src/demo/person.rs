//! Someone with a home, an agent and a running node, who types commands and sees what they say.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use segue_testkit::{Running, World};
use serde_json::Value;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often it is looked whether it happened.
const AGAIN: Duration = Duration::from_millis(25);
/// Lines are shown up to here.
const WIDTH: usize = 96;

/// How much of what a command says is shown.
#[derive(Clone, Copy)]
pub enum Show {
    /// All of it.
    All,
    /// The first lines.
    First(usize),
}

/// A person.
pub struct Person {
    pub name: &'static str,
    pub world: World,
    pub project: PathBuf,
    _node: Running,
}

impl Person {
    /// Makes a home with a project and an agent in it, and starts the node.
    pub fn new(name: &'static str, programs: &Path) -> Result<Self> {
        let world = World::with_programs(programs);
        let project = world.home().join("work/shop");
        std::fs::create_dir_all(&project)?;
        std::fs::create_dir_all(world.home().join(".claude/projects"))?;
        let project = project.canonicalize()?;
        let named = world.segue(&["settings", "set", "name", name]);
        ensure!(named.code == 0, "{name} could not be named: {}", named.err);
        let mut node = world.start(&["serve", "--no-ui", "--json"]);
        node.wait_for("it says that it runs", |line| line["running"] == true);
        Ok(Self {
            name,
            world,
            project,
            _node: node,
        })
    }

    /// Types a command in the project's folder and shows what it says.
    pub fn types(&self, words: &[&str], show: Show) -> Result<String> {
        let began = Instant::now();
        let output = self.command(words).output().context("segue")?;
        let took = began.elapsed();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        println!("\n  {}$ segue {}", self.name, typed(words));
        let lines: Vec<&str> = said.lines().collect();
        let most = match show {
            Show::All => lines.len(),
            Show::First(most) => most.min(lines.len()),
        };
        for line in lines.iter().take(most) {
            println!("  │ {}", cut(line));
        }
        if most < lines.len() {
            println!("  │ … and {} more lines", lines.len() - most);
        }
        println!("  └ {:.2} s", took.as_secs_f64());
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr);
            bail!("{}: segue {}: {}", self.name, typed(words), why.trim());
        }
        Ok(said)
    }

    /// The JSON that a command answers with.
    pub fn asks(&self, words: &[&str]) -> Result<Value> {
        let output = self.command(words).arg("--json").output()?;
        serde_json::from_slice(&output.stdout).with_context(|| {
            let why = String::from_utf8_lossy(&output.stderr);
            format!("{}: segue {}: {}", self.name, typed(words), why.trim())
        })
    }

    /// Waits until a handoff of this list is as wanted.
    pub fn waits(&self, list: &str, what: &str, is: impl Fn(&Value) -> bool) -> Result<Value> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let found = self.asks(&[list, "--all"])?;
            let all = found["handoffs"].as_array().cloned().unwrap_or_default();
            if let Some(one) = all.into_iter().find(|one| is(one)) {
                return Ok(one);
            }
            if Instant::now() > deadline {
                bail!("{} waited in vain until {what}: {found}", self.name);
            }
            std::thread::sleep(AGAIN);
        }
    }

    fn command(&self, words: &[&str]) -> std::process::Command {
        let mut command = self.world.program("segue");
        command.args(words).current_dir(&self.project);
        command
    }
}

/// The words as they would be typed in a shell.
fn typed(words: &[&str]) -> String {
    let quoted = words.iter().map(|word| match word.contains(' ') {
        true => format!("\"{word}\""),
        false => cut(word),
    });
    quoted.collect::<Vec<_>>().join(" ")
}

fn cut(line: &str) -> String {
    match line.chars().count() > WIDTH {
        true => line.chars().take(WIDTH - 1).chain(['…']).collect(),
        false => line.to_owned(),
    }
}
