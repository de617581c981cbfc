//! What must be true at the end of the story, looked up on the disk and in the replies.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::person::Person;

/// A token that looks real, made up now: nobody has it, and no file of the repository holds it.
pub fn made_up_token() -> Result<String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let mut state = u64::try_from(now.as_nanos() & u128::from(u64::MAX))? | 1;
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').collect();
    let mut token = "ghp_".to_owned();
    for _ in 0..36 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let at = usize::try_from(state >> 33)? % letters.len();
        token.extend(letters.get(at));
    }
    Ok(token)
}

/// Looks for these bytes in every file of a home, the node's own included; how many files there are.
pub fn is_nowhere(person: &Person, secret: &str) -> Result<usize> {
    let files = files(person.world.home())?;
    for file in &files {
        let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
        if contains(&bytes, secret.as_bytes()) {
            bail!("the secret is in {} of {}", file.display(), person.name);
        }
    }
    Ok(files.len())
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// Every file below a folder. The node may be writing: what is gone meanwhile does not count.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                open.push(entry.path());
            } else if kind.is_file() && entry.path().exists() {
                found.push(entry.path());
            }
        }
    }
    Ok(found)
}

/// Whether a session file has every one of these texts, in this order.
pub fn has_all(file: &Path, texts: &[String]) -> Result<()> {
    let session = std::fs::read_to_string(file)?;
    let mut from = 0;
    for text in texts {
        let rest = session.get(from..).unwrap_or_default();
        let at = rest.find(text.as_str());
        from += at.with_context(|| format!("{} lacks {text:?}", file.display()))?;
    }
    Ok(())
}

/// Adds a question and an answer to a session, as its agent does.
pub fn go_on(file: &Path, project: &Path, words: [&str; 2]) -> Result<()> {
    let before = std::fs::read_to_string(file)?;
    let records = before.lines().map(serde_json::from_str);
    let records: Vec<Value> = records.collect::<Result<_, _>>()?;
    let last = records
        .iter()
        .rev()
        .find(|record| record["uuid"].is_string());
    let mut parent = last.context("a session has messages")?["uuid"].clone();
    let session = file.file_stem().context("a session has a name")?;
    let mut out = std::fs::OpenOptions::new().append(true).open(file)?;
    for (at, (role, text)) in ["user", "assistant"].into_iter().zip(words).enumerate() {
        let uuid = format!("{:08x}-3333-4000-8000-000000000000", records.len() + at);
        let content = match role {
            "user" => json!(text),
            _ => json!([{"type": "text", "text": text}]),
        };
        let record = json!({"parentUuid": parent, "isSidechain": false, "userType": "external",
            "cwd": project, "sessionId": session.to_string_lossy(), "version": "2.1.325",
            "type": role, "uuid": uuid, "timestamp": format!("2026-01-02T10:00:0{at}.000Z"),
            "message": {"role": role, "content": content, "type": "message",
                        "id": format!("msg_{uuid}"), "model": "claude-opus-5-5"}});
        writeln!(out, "{record}")?;
        parent = json!(uuid);
    }
    Ok(())
}

/// The versions of a conversation without what each calls the others.
pub fn versions(person: &Person, conversation: &str) -> Result<Value> {
    let found = person.asks(&["history"])?;
    let all = found["conversations"].as_array().context("conversations")?;
    let one = all.iter().find(|one| one["conversation"] == conversation);
    let one = one.with_context(|| format!("{} has no history of it", person.name))?;
    ensure!(
        one["quarantined"] == json!([]),
        "records were refused: {one}"
    );
    let mut versions = one["versions"].clone();
    strip(&mut versions);
    Ok(versions)
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
