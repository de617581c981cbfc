//! Segue's own finder, behind the same door as the others.
//!
//! ```text
//! session ──platform reader──▶ messages ──Search──▶ flags, one for each finding and line
//! session ──segue export──▶ the very file that would leave ──▶ whose value is still in it?
//! ```

use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use segue_conversation::{Json, Message, Role};
use segue_platform::{AgentEnv, Limits, Platform, by_id};
use segue_redact::{Finder, Search};
use segue_testkit::World;

use super::corpus::Corpus;
use super::scanner::{Exported, Flag, Look, Scanner};
use crate::shell;

/// Creates our own scanner. Unless it is used alone, the files that the program writes are searched
/// too.
pub fn scanner(alone: bool) -> Box<dyn Scanner> {
    Box::new(Segue { alone })
}

struct Segue {
    alone: bool,
}

static FINDER: LazyLock<Finder> = LazyLock::new(Finder::default);

impl Scanner for Segue {
    fn name(&self) -> String {
        "Segue".to_owned()
    }

    fn ours(&self) -> bool {
        true
    }

    fn scan(&self, corpus: &Corpus) -> Result<Vec<Flag>> {
        let home = tempfile::tempdir()?;
        lay(corpus, home.path())?;
        let place = AgentEnv::new(home.path().to_owned());
        let platform = by_id("claude-code").context("there is no reader for these sessions")?;
        let mut flags = Vec::new();
        for session in platform.find(&place)? {
            look(platform, &session, &mut flags)?;
        }
        Ok(flags)
    }

    fn exported(&self, corpus: &Corpus) -> Result<Option<Vec<Exported>>> {
        if self.alone {
            return Ok(None);
        }
        shell::run(shell::cargo().args(["build", "--locked", "--workspace", "--bin", "segue"]))?;
        let world = World::with_programs(&shell::root_path().join("target/debug"));
        lay(corpus, world.home())?;
        let mut exported = Vec::new();
        for session in &corpus.planted.sessions {
            let file = world.home().join(format!("{}.a2a.json", session.name));
            let file_name = file.to_string_lossy().into_owned();
            let ended = world.segue(&["export", &session.name, "-o", &file_name]);
            if !file.exists() {
                bail!("segue exported no {}: {ended:?}", session.name);
            }
            exported.push(Exported {
                session: session.name.clone(),
                text: std::fs::read_to_string(&file)?,
            });
        }
        Ok(Some(exported))
    }
}

/// Puts the sessions where their agent would.
fn lay(corpus: &Corpus, home: &Path) -> Result<()> {
    let folder = home.join(".claude/projects/-work-app");
    corpus
        .planted
        .write(&folder)
        .context("can't write the sessions")
}

fn look(
    platform: &dyn Platform,
    session: &segue_platform::Session,
    flags: &mut Vec<Flag>,
) -> Result<()> {
    let mut reading = platform.open(session, &Limits::default())?;
    while let Some(mut artifact) = reading.artifact()? {
        let mut search = Search::new(&FINDER, &[0; 32]);
        search.artifact(&mut artifact);
        flag(session, 0, search, flags);
    }
    while let Some(mut message) = reading.message()? {
        // A record that stands beside a message is a line of its own.
        for record in std::mem::take(&mut message.beside) {
            let line = line_of(record.text());
            let mut alone = Message::new("", Role::User, Vec::new());
            alone.beside = vec![record];
            let mut search = Search::new(&FINDER, &[0; 32]);
            search.message(&mut alone);
            flag(session, line, search, flags);
        }
        let line = number(&message.id);
        let mut search = Search::new(&FINDER, &[0; 32]);
        search.message(&mut message);
        flag(session, line, search, flags);
    }
    Ok(())
}

fn flag(session: &segue_platform::Session, line: usize, search: Search<'_>, flags: &mut Vec<Flag>) {
    for finding in search.finish().all() {
        flags.push(Flag {
            session: session.id.clone(),
            line,
            rule: finding.rule.clone(),
            text: Some(finding.sample.clone()),
            look: Look::Own,
        });
    }
}

/// Decodes the line number from the first eight hexadecimal digits of a record's id.
fn number(id: &str) -> usize {
    let digits = id.get(..8).unwrap_or_default();
    usize::from_str_radix(digits, 16).unwrap_or(0)
}

fn line_of(record: &str) -> usize {
    let record = Json::parse(record).map(|json| json.to_serde());
    let id = record.ok().and_then(|record| {
        let id = record.get("uuid")?.as_str()?;
        Some(id.to_owned())
    });
    id.map_or(0, |id| number(&id))
}
