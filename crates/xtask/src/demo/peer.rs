//! One person of the demo: a home with an agent's session in it, and a node that runs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use segue_testkit::samples::claude;
use segue_testkit::{Running, World};
use serde_json::{Value, json};

use super::{text, until};

/// A person of the demo with a home and a running node.
pub struct Peer {
    pub world: World,
    node: Running,
}

impl Peer {
    pub fn new(programs: &Path, name: &str) -> Self {
        let world = World::with_programs(programs);
        for folder in ["work/shop", ".claude/projects"] {
            std::fs::create_dir_all(world.home().join(folder)).expect("a temporary folder");
        }
        let mut node = world.start(&["serve", "--no-ui", "--json"]);
        node.wait_for("it says that it runs", |line| line["running"] == true);
        world.ask(&["settings", "set", "name", name]);
        Self { world, node }
    }

    /// Ends the node.
    pub fn stop(&mut self) {
        self.node.terminate();
    }

    fn project(&self) -> PathBuf {
        let folder = self.world.home().join("work/shop");
        folder.canonicalize().unwrap_or(folder)
    }

    /// Writes a session of some length with a secret in it, and returns the name of the session.
    pub fn session(&self, secret: &str) -> String {
        let cwd = self.project().to_string_lossy().into_owned();
        let mut session = claude::Session::rich(1, &cwd)
            .ask(&format!("Push it with this token: {secret}"))
            .answer("Pushed.");
        for number in 0..40_u32 {
            let word = number.wrapping_mul(2_654_435_761);
            session = session
                .ask(&format!(
                    "And field {number}, does it keep what was typed ({word:x})?"
                ))
                .answer(&format!(
                    "Yes; the test for field {number} is in form-{word:x}.test.ts."
                ));
        }
        session.write(&self.world.home().join(".claude"), 60);
        format!("claude-code:{}", claude::id(1))
    }

    /// Waits until a handoff has this receipt.
    pub fn waits(&self, id: &str, receipt: &str) -> Result<Value> {
        until(&format!("{receipt} of {id}"), || {
            let lists = ["inbox", "outbox"].map(|list| self.world.ask(&[list, "--all"]));
            let all = lists.iter().filter_map(|list| list["handoffs"].as_array());
            let found = all
                .flatten()
                .find(|one| one["id"] == id && one["receipt"] == receipt);
            Ok(found.cloned())
        })
    }

    /// Imports a handoff as its person would.
    pub fn import(&self, id: &str) -> Result<Value> {
        let folder = self.project().to_string_lossy().into_owned();
        let done = self
            .world
            .ask(&["import", id, "--to", "claude-code", "--project", &folder]);
        ensure!(done["session"].is_string(), "it was not imported: {done}");
        Ok(done)
    }

    /// Finds the file of a session of this person's agent.
    fn file_of(&self, session: &str) -> Result<PathBuf> {
        let mut files = Vec::new();
        walk(&self.world.home().join(".claude/projects"), &mut files)?;
        let found = files
            .into_iter()
            .find(|path| path.to_string_lossy().contains(session));
        found.with_context(|| format!("there is no session {session}"))
    }

    /// Reads the whole file of a session.
    pub fn words(&self, session: &str) -> Result<String> {
        Ok(std::fs::read_to_string(self.file_of(session)?)?)
    }

    /// Goes on with a session as its agent would.
    pub fn goes_on(&self, session: &str) -> Result<()> {
        let file = self.file_of(session)?;
        let before = std::fs::read_to_string(&file)?;
        let last = before
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter_map(|record| record["uuid"].as_str().map(str::to_owned))
            .next_back();
        let mut out = std::fs::OpenOptions::new().append(true).open(&file)?;
        let record = json!({"parentUuid": last, "isSidechain": false, "userType": "external",
            "cwd": self.project(), "sessionId": session, "version": "2.0.0", "type": "user",
            "message": {"role": "user", "content": "Ben's agent goes on: the tests are written."},
            "uuid": "5eb1c5a1-0000-4000-8000-0000000000b1", "timestamp": "2026-11-17T09:00:00.000Z"});
        writeln!(out, "{record}")?;
        Ok(())
    }

    /// Checks that none of this person's files contains these words.
    pub fn nowhere(&self, words: &str) -> Result<bool> {
        let mut files = Vec::new();
        walk(self.world.home(), &mut files)?;
        for file in files {
            let bytes = std::fs::read(&file)?;
            if bytes
                .windows(words.len())
                .any(|part| part == words.as_bytes())
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Uses an invite.
pub fn join(world: &World, ticket: &str) -> Result<()> {
    let mut child = world
        .program("segue")
        .args(["join", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    let mut input = child.stdin.take().context("an input")?;
    input.write_all(ticket.as_bytes())?;
    drop(input);
    ensure!(child.wait()?.success(), "the invite was not taken");
    Ok(())
}

/// Waits until both have the same record, with at least this many versions.
pub fn agree(one: &Peer, other: &Peer, versions: usize) -> Result<Value> {
    let known = |desk: &Peer| {
        let mut lineage = desk.world.ask(&["history"])["conversations"][0]["versions"].take();
        strip(&mut lineage);
        lineage
    };
    until("the same record on both sides", || {
        let (ours, theirs) = (known(one), known(other));
        let enough = ours.as_array().is_some_and(|all| all.len() >= versions);
        Ok((enough && ours == theirs && !text(&ours[0]["versionId"]).is_empty()).then_some(ours))
    })
}

/// Removes what each person calls the others, at every depth.
fn strip(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("known");
            members.remove("calledHere");
            members.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.is_symlink() {
            walk(&path, files)?;
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
