//! The story itself: Ana hands a conversation to Ben, Ben goes on with it and hands it back.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use segue_testkit::samples::claude::Session;
use serde_json::Value;

use super::checks;
use super::person::{Person, Show};

/// Exchanges in Ana's session beyond the first ones.
const EXCHANGES: u32 = 60;
/// What she wants.
const TASK: &str = "Write a test for the checkout form";
/// How long two computers may take to have the same history.
const SAME: Duration = Duration::from_secs(20);

/// Tells it.
pub fn tell(programs: &Path) -> Result<()> {
    say(
        "Ana and Ben each have a home, an agent with its sessions, and a node. Neither knows the other.",
    );
    let (ana, ben) = (Person::new("Ana", programs)?, Person::new("Ben", programs)?);
    meet(&ana, &ben)?;

    let token = checks::made_up_token()?;
    let (session, texts) = sample(&ana, &token);
    let file = session.write(&ana.world.home().join(".claude"), 60);
    let original = std::fs::read(&file)?;
    let first = hand_over(&ana, &ben, session.id(), &token)?;
    let (imported, there) = import(&ben, &first, &texts)?;
    ana.waits("outbox", "Ben imported it", |one| {
        one["id"] == first["id"] && one["receipt"] == "imported"
    })?;
    ana.types(&["outbox", "--all"], Show::All)?;

    say(
        "Ben's agent goes on: two more messages. He hands it back; what Ana has already does not travel again.",
    );
    let words = [
        "And what if the cart is empty?",
        "Then the form says so; tested.",
    ];
    checks::go_on(&there, &ben.project, words)?;
    let back = bounce(&ana, &ben, &imported)?;
    let texts = [texts, words.map(str::to_owned).to_vec()].concat();
    import(&ana, &back, &texts)?;
    ensure!(
        std::fs::read(&file)? == original,
        "Ana's own session was changed"
    );
    tell_of("Ana has it as a new session; her own is as it was, byte for byte.");

    trace(&ana, &ben, &[&first, &back])?;
    let files = checks::is_nowhere(&ben, &token)?;
    tell_of(&format!(
        "The token is in none of the {files} files of Ben's home and profile."
    ));
    Ok(())
}

fn meet(ana: &Person, ben: &Person) -> Result<()> {
    say("Ana invites, Ben joins; from then on both are verified.");
    let invited = ana.types(&["invite"], Show::First(3))?;
    let ticket = invited
        .lines()
        .find(|line| line.starts_with("segue:invite/"));
    ben.types(
        &["join", ticket.context("an invite has a ticket")?],
        Show::All,
    )?;
    for (one, other) in [(ana, "Ben"), (ben, "Ana")] {
        let people = one.asks(&["people"])?;
        let known = people["people"].as_array().into_iter().flatten();
        let verified = |person: &Value| person["name"] == other && person["standing"] == "verified";
        ensure!(
            known.into_iter().any(verified),
            "{} does not know {other}: {people}",
            one.name
        );
    }
    Ok(())
}

/// A session with a secret in it, and what it says without it.
fn sample(ana: &Person, token: &str) -> (Session, Vec<String>) {
    let cwd = ana.project.to_string_lossy().into_owned();
    let mut session = Session::new(segue_testkit::samples::claude::id(7), cwd);
    let mut texts = Vec::new();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for at in 0..EXCHANGES {
        // Answers differ, as they do: what is the same everywhere takes no room on the way anyway.
        let sums: Vec<String> = (0..12)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                format!("{state:x}")
            })
            .collect();
        let (ask, answer) = (
            format!("What about case {at} of the checkout form?"),
            format!("Case {at} is handled. The sums are {}.", sums.join(", ")),
        );
        session = session.ask(&ask).answer(&answer);
        texts.extend([ask, answer]);
    }
    let session = session
        .ask(&format!("Push it with {token} please"))
        .answer("Pushed.")
        .title("Fix the checkout form");
    texts.extend(["Push it with ".to_owned(), "Pushed.".to_owned()]);
    (session, texts)
}

fn hand_over(ana: &Person, ben: &Person, session: &str, token: &str) -> Result<Value> {
    say("Ana hands a conversation to Ben. A token that somebody pasted into it stays with her.");
    let short = session.get(..8).unwrap_or(session);
    ana.types(&["list"], Show::First(2))?;
    let began = Instant::now();
    let said = ana.types(
        &["send", short, "--to", "Ben", "--task", TASK],
        Show::First(8),
    )?;
    ensure!(said.contains("Handed to Ben"), "it was not delivered");
    ensure!(said.contains("GitHub token"), "the token was not found");
    ensure!(!said.contains(token), "the token was printed");
    let came = ben.waits("inbox", "it is there", |one| one["receipt"] == "delivered")?;
    tell_of(&format!(
        "{} after she pressed Enter it was in Ben's inbox, every byte checked.",
        ms(began)
    ));
    Ok(came)
}

fn import(
    person: &Person,
    handoff: &Value,
    texts: &[String],
) -> Result<(Value, std::path::PathBuf)> {
    let short = handoff["short"].as_str().context("an id")?;
    say(&format!("{} looks at it and imports it.", person.name));
    person.types(&["inbox"], Show::All)?;
    person.types(&["review", short], Show::First(22))?;
    let typed = ["import", short, "--to", "claude-code", "--project", "."];
    let said = person.types(&typed, Show::All)?;
    ensure!(
        said.contains("claude --resume"),
        "there is no command to carry on with"
    );
    let again = person.asks(&typed)?;
    ensure!(
        again["outcome"] == "already_imported",
        "twice is once: {again}"
    );
    let session = again["session"].as_str().context("a session")?;
    let file = person.world.home().join(".claude/projects");
    let file = found(&file, session)?;
    checks::has_all(&file, texts)?;
    let task = if handoff["way"] == "in" {
        handoff["task"].as_str()
    } else {
        None
    };
    checks::has_all(&file, &[task.unwrap_or_default().to_owned()])?;
    tell_of(&format!(
        "The session file has all {} messages, then the task, marked as {}'s.",
        handoff["messages"],
        handoff["person"]["name"].as_str().unwrap_or_default()
    ));
    Ok((again, file))
}

/// The file of a session below this folder.
fn found(folder: &Path, session: &str) -> Result<std::path::PathBuf> {
    for project in std::fs::read_dir(folder)? {
        let file = project?.path().join(format!("{session}.jsonl"));
        if file.is_file() {
            return Ok(file);
        }
    }
    bail!("there is no session {session} in {}", folder.display())
}

fn bounce(ana: &Person, ben: &Person, imported: &Value) -> Result<Value> {
    let session = imported["session"].as_str().context("a session")?;
    let short = session.get(..8).unwrap_or(session);
    ben.types(
        &["send", short, "--to", "Ana", "--task", "Please review"],
        Show::First(4),
    )?;
    let came = ana.waits("inbox", "it is back", |one| one["receipt"] == "delivered")?;
    let figure = |name: &str| {
        came[name]
            .as_u64()
            .with_context(|| format!("no {name}: {came}"))
    };
    let (travelled, saved, bytes) = (figure("travelled")?, figure("saved")?, figure("bytes")?);
    ensure!(
        travelled * 4 < bytes,
        "{travelled} of {bytes} bytes travelled"
    );
    tell_of(&format!(
        "Of {bytes} bytes {travelled} travelled; {saved} were with Ana already."
    ));
    Ok(came)
}

fn trace(ana: &Person, ben: &Person, handoffs: &[&Value]) -> Result<()> {
    say("Both can look back, and see the same.");
    let conversation = handoffs
        .first()
        .and_then(|one| one["conversation"].as_str());
    let conversation = conversation.context("a conversation")?;
    let began = Instant::now();
    let versions = loop {
        let (one, other) = (
            checks::versions(ana, conversation)?,
            checks::versions(ben, conversation)?,
        );
        let imports = one.as_array().map_or(0, Vec::len);
        if one == other && imports == 4 {
            break one;
        }
        if began.elapsed() > SAME {
            bail!("the histories differ:\n{one:#}\n{other:#}");
        }
        std::thread::sleep(Duration::from_millis(25));
    };
    let written = versions.to_string();
    for handoff in handoffs {
        let id = handoff["id"].as_str().unwrap_or_default();
        ensure!(written.contains(id), "the history lacks the handoff {id}");
    }
    ana.types(&["history"], Show::All)?;
    ben.types(&["history", "--mermaid"], Show::All)?;
    tell_of("Four versions and two handoffs, signed, equal on both computers.");
    Ok(())
}

fn say(what: &str) {
    println!("\n{what}");
}

fn tell_of(what: &str) {
    println!("  ✓ {what}");
}

fn ms(since: Instant) -> String {
    format!("{} ms", since.elapsed().as_millis())
}
