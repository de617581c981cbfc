//! What someone does with handoffs at the command line of their computer, and what can be seen of it.
//!
//! ```text
//! session ── send ──▶ inbox of the other ── import ──▶ a session there ── goes_on ── send ──▶ …
//! ```
//!
//! Everything is typed: facts come from `--json`, never from a file of the node.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use segue_testkit::World;
use segue_testkit::samples::claude;
use serde_json::{Value, json};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(40);
/// How often it is looked.
const AGAIN: Duration = Duration::from_millis(40);
/// What a name of a blob has: the BLAKE3 of its bytes, in hex.
const HASH: usize = 64;

/// The project of everyone.
pub fn project(world: &World) -> PathBuf {
    let folder = world.home().join("work/shop");
    std::fs::create_dir_all(&folder).expect("a project");
    folder.canonicalize().expect("a path")
}

/// A session of an agent with so many exchanges beyond a few; how it is named.
pub fn session(world: &World, number: u32, exchanges: u32) -> String {
    let cwd = project(world).to_string_lossy().into_owned();
    let mut session = claude::Session::rich(number, &cwd).title(&title(number));
    for at in 0..exchanges {
        session = session
            .ask(&format!("And case {at}, is it {}?", noise(number, at)))
            .answer(&format!("Case {at} is done: {}", noise(at, number)));
    }
    session.write(&world.home().join(".claude"), 60);
    format!("claude-code:{}", claude::id(number))
}

/// What the session of this number is called.
pub fn title(number: u32) -> String {
    format!("Fix the login form, number {number}")
}

/// Types `segue send` with these words after it; the handoffs that came of it.
pub fn send(world: &World, what: &str, words: &[&str]) -> Vec<Value> {
    let typed = [&["send", what, "--task", "Write the missing tests"], words].concat();
    let sent = world.ask(&typed);
    let all = sent["handoffs"].as_array();
    all.unwrap_or_else(|| panic!("{typed:?}: {sent}")).clone()
}

/// The id of something.
pub fn id(value: &Value) -> String {
    text(value, "id")
}

/// A text of something.
pub fn text(value: &Value, member: &str) -> String {
    let found = value[member].as_str();
    found
        .unwrap_or_else(|| panic!("no {member} in {value}"))
        .to_owned()
}

/// Everything that was handed to them, or by them.
pub fn listed(world: &World, list: &str) -> Vec<Value> {
    let found = world.ask(&[list, "--all"]);
    let all = found["handoffs"].as_array();
    all.unwrap_or_else(|| panic!("{list}: {found}")).clone()
}

/// A handoff of either list, if it is there.
pub fn find(world: &World, id: &str) -> Option<Value> {
    ["inbox", "outbox"]
        .iter()
        .flat_map(|list| listed(world, list))
        .find(|one| one["id"] == id)
}

/// Looks again and again until there is something; what was last seen is told when there is not.
pub fn until<T>(what: &str, mut look: impl FnMut() -> Result<T, String>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match look() {
            Ok(found) => return found,
            Err(last) if Instant::now() > deadline => panic!("waited in vain for {what}: {last}"),
            Err(_) => std::thread::sleep(AGAIN),
        }
    }
}

/// Waits until a handoff is here and looks like this.
pub fn sees(world: &World, id: &str, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
    until(what, || match find(world, id) {
        Some(one) if is_it(&one) => Ok(one),
        other => Err(format!("{other:?}")),
    })
}

/// Waits until this is what happened to a handoff last.
pub fn receipt(world: &World, id: &str, receipt: &str) -> Value {
    sees(world, id, receipt, |one| one["receipt"] == receipt)
}

/// Imports a handoff into Claude Code, in the project.
pub fn import(world: &World, id: &str) -> Value {
    let folder = project(world).to_string_lossy().into_owned();
    let done = world.ask(&["import", id, "--to", "claude-code", "--project", &folder]);
    assert!(done["session"].is_string(), "{done}");
    done
}

/// How an imported session is named.
pub fn name(imported: &Value) -> String {
    format!(
        "{}:{}",
        text(imported, "platform"),
        text(imported, "session")
    )
}

/// Session files of Claude Code here.
pub fn sessions(world: &World) -> Vec<PathBuf> {
    files(&world.home().join(".claude/projects"))
}

/// The agent adds an exchange to a session, as it does when it goes on with it.
pub fn goes_on(world: &World, session: &str, words: &str) {
    use std::io::Write;
    let id = session.rsplit(':').next().expect("an id");
    let found = sessions(world);
    let file = found
        .iter()
        .find(|path| path.to_string_lossy().contains(id))
        .unwrap_or_else(|| panic!("{session} is not in {found:?}"));
    let before = std::fs::read_to_string(file).expect("a session");
    let records = before.lines().map(serde_json::from_str);
    let last = records
        .filter_map(|record: Result<Value, _>| record.ok()?["uuid"].as_str().map(str::to_owned))
        .next_back();
    let mut parent = json!(last);
    let mut out = std::fs::OpenOptions::new().append(true).open(file);
    let out = out.as_mut().expect("a session");
    for (at, role) in ["user", "assistant"].into_iter().enumerate() {
        let said = format!("{words} ({role})");
        let content = match at {
            0 => json!(said),
            _ => json!([{"type": "text", "text": said}]),
        };
        let count = before.lines().count() + at;
        let uuid = format!("{count:08x}-2222-4000-8000-{:0>12.12}", id);
        let record = json!({"parentUuid": parent, "isSidechain": false, "userType": "external",
            "cwd": project(world), "sessionId": id, "version": "2.1.325", "type": role, "uuid": uuid,
            "message": {"role": role, "content": content, "id": format!("msg_{count:08}"),
                        "type": "message", "model": "claude-opus-5-5"},
            "timestamp": format!("2020-11-02T10:00:{:02}.000Z", at)});
        writeln!(out, "{record}").expect("it can be written");
        parent = json!(uuid);
    }
}

/// The versions of a conversation without what each calls the others; none while there are none.
pub fn versions(world: &World, conversation: &str) -> Option<Value> {
    let found = world.ask(&["history"]);
    let all = found["conversations"].as_array()?;
    let one = all
        .iter()
        .find(|one| one["conversation"] == conversation)?
        .clone();
    assert_eq!(one["quarantined"], json!([]), "{one}");
    assert_eq!(one["problem"], Value::Null, "{one}");
    let mut versions = one["versions"].clone();
    strip(&mut versions);
    Some(versions)
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for name in ["known", "calledHere"] {
                members.remove(name);
            }
            members.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

/// Waits until all of them have the same record of a conversation, with so many versions.
pub fn agree(worlds: &[&World], conversation: &str, count: usize) -> Value {
    until("the same record everywhere", || {
        let all: Vec<_> = worlds
            .iter()
            .map(|world| versions(world, conversation))
            .collect();
        match all.first() {
            Some(Some(first))
                if first.as_array().map(Vec::len) == Some(count)
                    && all.iter().all(|one| one.as_ref() == Some(first)) =>
            {
                Ok(first.clone())
            }
            _ => Err(format!("{all:#?}")),
        }
    })
}

/// Every file that has its final name is what its name says.
pub fn assert_blobs_whole(world: &World) {
    for file in files(&world.profile().join("blobs")) {
        let name = file.file_name().expect("a name").to_string_lossy();
        assert_eq!(name.len(), HASH, "{}", file.display());
        let bytes = std::fs::read(&file).expect("a blob");
        let hash = blake3::hash(&bytes).to_hex();
        assert_eq!(hash.as_str(), name, "{} is not whole", file.display());
    }
}

/// Nothing is left of what was being put together.
pub fn nothing_half(world: &World) -> Result<(), String> {
    let left = files(&world.profile().join("partial"));
    match left.is_empty() {
        true => Ok(()),
        false => Err(format!("{left:?}")),
    }
}

/// Every file below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(entry.path()),
                Ok(kind) if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// Words that do not get much smaller on their way.
fn noise(one: u32, other: u32) -> String {
    let mut state = u64::from(one) * 7_919 + u64::from(other) * 104_729 + 1;
    let mut words = String::new();
    for _ in 0..12 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        words.push_str(&format!("{state:x} "));
    }
    words
}
