//! What a session holds, counted without any code of ours: plain JSON, line by line.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use super::floor;

/// What a model would be told, and the title.
#[derive(Debug, Default, PartialEq)]
pub struct Held {
    /// Pieces of text of the person.
    pub person: Vec<String>,
    /// Pieces of text of the agent.
    pub agent: Vec<String>,
    /// Calls of tools: name and input.
    pub calls: Vec<(String, Value)>,
    pub results: Vec<String>,
    pub images: u64,
    /// Whether it has this title in the agent's own list.
    pub title: bool,
}

impl Held {
    /// Returns the numbers in the order they are printed.
    pub fn numbers(&self) -> [u64; 6] {
        [
            self.person.len() as u64,
            self.agent.len() as u64,
            self.calls.len() as u64,
            self.results.len() as u64,
            self.images,
            u64::from(self.title),
        ]
    }
}

/// Counts what a session of Claude Code contains, on all its branches.
pub fn claude(path: &Path) -> Result<Held> {
    let mut held = Held::default();
    lines(path, |line| {
        held.title |= line["type"] == "custom-title";
        let content = &line["message"]["content"];
        let person = line["type"] == "user";
        if let Some(text) = content.as_str() {
            held.person.push(text.to_owned());
        }
        for block in blocks(content) {
            match kind(block) {
                "text" if person => held.person.push(text(block)),
                "text" => held.agent.push(text(block)),
                "tool_use" => held.calls.push((name(block), block["input"].clone())),
                "tool_result" => {
                    held.results.push(joined(&block["content"]));
                    held.images += images(&block["content"]);
                }
                "image" => held.images += 1,
                _ => {}
            }
        }
    })?;
    Ok(held)
}

/// Counts what the only session below a folder of Codex contains. The title may be in any file
/// there.
pub fn codex(folder: &Path, title: &str) -> Result<Held> {
    let (files, _, _) = floor::walk(&[folder.to_owned()])?;
    let is_session = |path: &&PathBuf| {
        let named = path.file_name().unwrap_or_default().to_string_lossy();
        named.starts_with("rollout-") && named.ends_with(".jsonl")
    };
    let session = files
        .iter()
        .find(is_session)
        .context("no session was written")?;
    let mut held = Held::default();
    lines(session, |line| {
        let item = &line["payload"];
        held.title |= line["type"] == "event_msg" && item["thread_name"] == title;
        if line["type"] == "response_item" {
            response(item, &mut held);
        }
    })?;
    for other in files.iter().filter(|path| !is_session(path)) {
        let bytes = std::fs::read(other)?;
        held.title |= bytes
            .windows(title.len())
            .any(|part| part == title.as_bytes());
    }
    Ok(held)
}

fn response(item: &Value, held: &mut Held) {
    match kind(item) {
        "message" => {
            for block in blocks(&item["content"]) {
                let said = text(block);
                match (item["role"].as_str(), kind(block)) {
                    (_, "input_image") => held.images += 1,
                    // What the client itself tells the model about the machine.
                    (Some("user"), _) if said.starts_with("<environment_context>") => {}
                    (Some("user"), "input_text") => held.person.push(said),
                    (Some("assistant"), "output_text") => held.agent.push(said),
                    _ => {}
                }
            }
        }
        "function_call" => {
            let arguments = item["arguments"].as_str().unwrap_or_default();
            let input = serde_json::from_str(arguments).unwrap_or_default();
            held.calls.push((name(item), input));
        }
        "custom_tool_call" => held.calls.push((name(item), item["input"].clone())),
        "function_call_output" | "custom_tool_call_output" => {
            held.results.push(joined(&item["output"]));
            held.images += images(&item["output"]);
        }
        _ => {}
    }
}

/// Checks whether any file below a folder contains these words.
pub fn anywhere(folder: &Path, words: &str) -> Result<bool> {
    let (files, _, _) = floor::walk(&[folder.to_owned()])?;
    for file in files {
        if String::from_utf8_lossy(&std::fs::read(file)?).contains(words) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn lines(path: &Path, mut each: impl FnMut(Value)) -> Result<()> {
    for line in BufReader::with_capacity(1 << 20, File::open(path)?).lines() {
        each(serde_json::from_str(&line?)?);
    }
    Ok(())
}

fn blocks(content: &Value) -> impl Iterator<Item = &Value> {
    content.as_array().into_iter().flatten()
}

fn kind(value: &Value) -> &str {
    value["type"].as_str().unwrap_or_default()
}

fn name(value: &Value) -> String {
    value["name"].as_str().unwrap_or_default().to_owned()
}

fn text(block: &Value) -> String {
    block["text"].as_str().unwrap_or_default().to_owned()
}

fn joined(content: &Value) -> String {
    match content.as_str() {
        Some(text) => text.to_owned(),
        None => blocks(content).map(text).collect(),
    }
}

fn images(content: &Value) -> u64 {
    let is_image = |block: &&Value| matches!(kind(block), "image" | "input_image");
    blocks(content).filter(is_image).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scene_is_counted_alike_in_both_forms() {
        let home = tempfile::tempdir().unwrap();
        let project = home.path().join("project");
        segue_testkit::scene::claude(home.path(), &project, false);
        segue_testkit::scene::codex(home.path(), &project, false);
        let codex = codex(&home.path().join(".codex"), segue_testkit::scene::TITLE).unwrap();
        assert_eq!(codex.numbers(), [2, 4, 3, 3, 2, 1]);
        let (files, _, _) = floor::walk(&[home.path().join(".claude")]).unwrap();
        let mut claude = claude(&files[0]).unwrap();
        // One question and its answer were taken back.
        assert_eq!(claude.numbers(), [3, 5, 3, 3, 2, 1]);
        claude.person.remove(1);
        claude.agent.remove(3);
        assert_eq!(claude, codex);
        assert!(anywhere(home.path(), "This was taken back.").unwrap());
    }
}
