//! `cargo xtask bench convert --peers`: one Claude Code session to Codex, by us and by others.
//!
//! ```text
//! session ─┬─ segue export ── segue import --to codex ──┐
//!          ├─ session-migrate import --to codex ────────┼── .codex ── counted without our code
//!          └─ path p import claude ── p export codex ───┘
//! ```
//!
//! Each runs in a home of its own, as a person would start it. A peer that is not there, or does
//! not finish, is not compared, and then the goal is not met.

mod scene;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use segue_testkit::installed::{PATH_CLI, SESSION_MIGRATE};
use segue_testkit::{World, large};

use super::count::{self, Held};
use super::watch::{Taken, watch};
use super::{brief, floor, programs};
use crate::clients;

const SESSION: &str = "0a0a0a0a-0000-4000-8000-00000000000a";
const TITLE: &str = "The title of the benchmark";

/// A program that converts sessions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Converter {
    Segue,
    SessionMigrate,
    PathCli,
}

const ALL: [Converter; 3] = [
    Converter::Segue,
    Converter::SessionMigrate,
    Converter::PathCli,
];

/// A home with one session of Claude Code in it.
struct Place {
    world: World,
    project: PathBuf,
    session: String,
}

/// Installs the peers and compares.
pub fn run(small: bool) -> Result<()> {
    let programs = programs()?;
    if let Err(error) = clients::install_peers() {
        eprintln!("  not all peers could be installed: {error:#}");
    }
    scene::run(&programs)?;
    let sizes: &[u64] = if small { &[20] } else { &[50, 200] };
    for size in sizes {
        large_session(&programs, *size)?;
    }
    Ok(())
}

fn large_session(programs: &Path, size: u64) -> Result<()> {
    let mut rows: Vec<(Converter, Result<(Taken, Held)>)> = Vec::new();
    let mut source = Held::default();
    for converter in ALL {
        let place = Place::new(programs, |file, project| {
            large::claude_session(file, SESSION, project, size << 20)?;
            let title = format!(
                "{{\"type\":\"custom-title\",\"customTitle\":\"{TITLE}\",\"sessionId\":\"{SESSION}\"}}\n"
            );
            let mut file = std::fs::OpenOptions::new().append(true).open(file)?;
            std::io::Write::write_all(&mut file, title.as_bytes())
        })?;
        if converter == Converter::Segue {
            source = count::claude(&place.file())?;
        }
        let done = place.convert(converter).and_then(|taken| {
            let held = count::codex(&place.world.home().join(".codex"), TITLE)?;
            Ok((taken, held))
        });
        rows.push((converter, done));
    }
    println!("\nClaude Code session of {size} MiB to Codex");
    println!(
        "  {:<24} {:>7} {:>7} {:>8}   person agent calls results images title",
        "", "wall s", "cpu s", "peak MB"
    );
    let numbers = |held: &Held| {
        held.numbers()
            .map(|number| format!("{number:>6}"))
            .join(" ")
    };
    println!("  {:<50} {}", "the session itself", numbers(&source));
    for (converter, done) in &rows {
        match done {
            Ok((taken, held)) => println!(
                "  {:<24} {:>7.2} {:>7.2} {:>8.0}   {}",
                converter.name(),
                taken.wall.as_secs_f64(),
                taken.cpu.as_secs_f64(),
                taken.peak as f64 / 1e6,
                numbers(held)
            ),
            Err(error) => println!("  {:<24} NOT COMPARED: {}", converter.name(), brief(error)),
        }
    }
    println!(
        "  goal (sooner than each, and no less complete): {}",
        verdict(&rows)
    );
    Ok(())
}

fn verdict(rows: &[(Converter, Result<(Taken, Held)>)]) -> &'static str {
    let Some((_, Ok((ours, held)))) = rows.first() else {
        return "NOT MET";
    };
    let better = |(_, row): &(Converter, Result<(Taken, Held)>)| {
        let Ok((theirs, other)) = row else {
            return false;
        };
        let whole = held.numbers().into_iter().zip(other.numbers());
        ours.wall < theirs.wall && whole.into_iter().all(|(ours, theirs)| ours >= theirs)
    };
    if rows.iter().skip(1).all(better) {
        "met"
    } else {
        "NOT MET"
    }
}

impl Place {
    fn new(programs: &Path, fill: impl Fn(&Path, &str) -> std::io::Result<()>) -> Result<Self> {
        let world = World::with_programs(programs);
        let project = world.home().join("their");
        std::fs::create_dir_all(&project)?;
        let place = Self {
            world,
            project,
            session: SESSION.to_owned(),
        };
        let file = place.file();
        std::fs::create_dir_all(file.parent().context("a folder")?)?;
        fill(&file, &place.project.to_string_lossy())?;
        Ok(place)
    }

    /// Returns the file in which Claude Code keeps the session.
    fn file(&self) -> PathBuf {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let folder: String = self.project.to_string_lossy().chars().map(plain).collect();
        let projects = self.world.home().join(".claude/projects");
        projects
            .join(folder)
            .join(format!("{}.jsonl", self.session))
    }

    fn convert(&self, converter: Converter) -> Result<Taken> {
        let program = match converter {
            Converter::Segue => None,
            Converter::SessionMigrate => Some(clients::found(&SESSION_MIGRATE)?),
            Converter::PathCli => Some(clients::found(&PATH_CLI)?),
        };
        let start = |arguments: &[&str]| -> Result<Taken> {
            let mut command = match &program {
                None => self.world.program("segue"),
                Some(program) => self.world.dress(Command::new(program)),
            };
            Ok(watch(command.current_dir(&self.project).args(arguments))?.0)
        };
        let (file, project) = (self.file(), self.project.to_string_lossy());
        let codex = self.world.home().join(".codex");
        match converter {
            Converter::Segue => {
                let out = self.world.home().join("out.a2a.json");
                let out = out.to_string_lossy();
                let first = start(&["export", &self.session, "-o", &out])?;
                Ok(first.then(start(&[
                    "import",
                    &out,
                    "--to",
                    "codex",
                    "--project",
                    &project,
                ])?))
            }
            Converter::SessionMigrate => start(&[
                "-m",
                "session_migrate",
                "import",
                &file.to_string_lossy(),
                "--to",
                "codex",
                "--home",
                &codex.to_string_lossy(),
                "--cwd",
                &project,
            ]),
            Converter::PathCli => {
                let first = start(&[
                    "p",
                    "import",
                    "claude",
                    "--project",
                    &project,
                    "--session",
                    &self.session,
                ])?;
                let documents = self.world.home().join(".toolpath/documents");
                let (documents, _, _) = floor::walk(&[documents])?;
                let is_document = |path: &&PathBuf| path.extension().is_some_and(|e| e == "json");
                let document = documents.iter().find(is_document).context("no document")?;
                let document = document.to_string_lossy();
                let next = start(&[
                    "p",
                    "export",
                    "codex",
                    "--input",
                    &document,
                    "--project",
                    &project,
                ])?;
                Ok(first.then(next))
            }
        }
    }
}

impl Converter {
    fn name(self) -> String {
        match self {
            Self::Segue => format!("segue {}", env!("CARGO_PKG_VERSION")),
            Self::SessionMigrate => SESSION_MIGRATE.stamp(),
            Self::PathCli => PATH_CLI.stamp(),
        }
    }
}
