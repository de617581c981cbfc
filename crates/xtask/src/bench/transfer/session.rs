//! A session as long as asked, made of real text: what agents read all day is source code.
//!
//! Tool outputs are cut from the sources of the packages that `Cargo.lock` names, what is said from
//! their read-me files. They are on every machine that built this, always the same, and nothing in
//! 200 MB of them is there twice. Made-up words would compress better or worse than anything real.
//!
//! ```text
//! cargo metadata ── folders of packages ─┬─ *.rs, *.c, *.h, *.toml ── outputs ─┐
//!                                        └─ *.md ─────────────────── speech ───┴─ lines of JSON
//! ```

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;
use serde_json::{Value, json};

use crate::bench::floor;
use crate::shell;

/// A longer file is a table that a program wrote.
const LONGEST: usize = 200_000;

/// Numbers that look drawn; the same seed gives the same ones.
pub struct Dice(pub u64);

impl Dice {
    /// The next number (splitmix64).
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn roll(&mut self, sides: usize) -> usize {
        (self.next() % sides.max(1) as u64) as usize
    }
}

/// Real text to cut from, in an order that mixes the packages.
pub struct Texts {
    outputs: Vec<PathBuf>,
    speech: Vec<PathBuf>,
}

impl Texts {
    /// Finds the sources of all packages.
    pub fn find() -> Result<Self> {
        let about = shell::read(Command::new("rustc").arg("-vV")).context("rustc -vV")?;
        let host = about.lines().find_map(|line| line.strip_prefix("host: "));
        let metadata = MetadataCommand::new()
            .current_dir(shell::root_path())
            .other_options([
                "--locked".to_owned(),
                "--offline".to_owned(),
                format!("--filter-platform={}", host.context("rustc names no host")?),
            ])
            .exec()
            .context("cargo metadata")?;
        let folders: Vec<PathBuf> = metadata
            .packages
            .iter()
            .filter(|package| package.source.is_some())
            .filter_map(|package| package.manifest_path.parent())
            .map(|folder| folder.as_std_path().to_owned())
            .collect();
        let (files, _, _) = floor::walk(&folders)?;
        let all = |endings: &[&str]| {
            let fits = |path: &&PathBuf| {
                path.extension()
                    .is_some_and(|end| endings.iter().any(|one| end == *one))
            };
            let mut found: Vec<PathBuf> = files.iter().filter(fits).cloned().collect();
            found.sort();
            shuffle(&mut found, &mut Dice(3));
            found
        };
        let texts = Self {
            outputs: all(&["rs", "c", "h", "toml"]),
            speech: all(&["md"]),
        };
        ensure!(
            !texts.outputs.is_empty() && !texts.speech.is_empty(),
            "no sources of packages were found"
        );
        Ok(texts)
    }
}

fn shuffle(paths: &mut [PathBuf], dice: &mut Dice) {
    for last in (1..paths.len()).rev() {
        paths.swap(last, dice.roll(last + 1));
    }
}

/// Gives text piece by piece, file after file.
struct Cutter<'a> {
    files: std::iter::Cycle<std::slice::Iter<'a, PathBuf>>,
    text: String,
    at: usize,
}

impl<'a> Cutter<'a> {
    fn new(files: &'a [PathBuf]) -> Self {
        Self {
            files: files.iter().cycle(),
            text: String::new(),
            at: 0,
        }
    }

    /// Whole lines, about so many bytes of them or as many as their file still has.
    fn cut(&mut self, bytes: usize) -> String {
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            if !rest.trim().is_empty() {
                let near = rest.floor_char_boundary(bytes.min(rest.len()));
                let tail = rest.get(near..).unwrap_or_default();
                let piece = near + tail.find('\n').map_or(tail.len(), |line| line + 1);
                self.at += piece;
                return rest.get(..piece).unwrap_or_default().to_owned();
            }
            let Some(path) = self.files.next() else {
                return String::new();
            };
            let text = std::fs::read_to_string(path).unwrap_or_default();
            self.text = if text.len() > LONGEST {
                String::new()
            } else {
                text
            };
            self.at = 0;
        }
    }
}

/// Writes a Claude Code session that says about `bytes` bytes.
pub fn write(path: &Path, session: &str, project: &str, texts: &Texts, bytes: usize) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let (mut speech, mut outputs) = (Cutter::new(&texts.speech), Cutter::new(&texts.outputs));
    let (mut dice, mut said, mut number) = (Dice(bytes as u64), 0, 0_u64);
    let mut parent = Value::Null;
    while said < bytes {
        let turn = number;
        let size = match dice.roll(20) {
            0 => 100_000,
            1..=5 => 8_000,
            _ => 100 + dice.roll(2_000),
        };
        let asked = speech.cut(40 + dice.roll(400));
        let answered = speech.cut(100 + dice.roll(1500));
        let printed = outputs.cut(size);
        let command = format!(
            "sed -n '{},{}p' src/part_{}.rs",
            turn,
            turn + 90,
            dice.roll(400)
        );
        // What is around it takes about as much again as a short sentence, each time.
        said += asked.len() + answered.len() + printed.len() + 1200;
        for mut line in turn_of(turn, &asked, &answered, &command, &printed) {
            let id = format!(
                "{:08x}-{:04x}-4000-8000-{number:012x}",
                dice.next() as u32,
                dice.next() as u16
            );
            let time = format!(
                "2026-11-{:02}T{:02}:{:02}:{:02}.{:03}Z",
                1 + number / 17_280 % 28,
                number / 720 % 24,
                number / 12 % 60,
                number % 12 * 5,
                dice.roll(1000)
            );
            line["uuid"] = json!(id);
            line["parentUuid"] = parent;
            line["timestamp"] = json!(time);
            for (name, value) in [
                ("sessionId", session),
                ("cwd", project),
                ("version", "2.1.325"),
                ("gitBranch", "main"),
                ("userType", "external"),
                ("entrypoint", "cli"),
            ] {
                line[name] = json!(value);
            }
            line["isSidechain"] = json!(false);
            serde_json::to_writer(&mut out, &line)?;
            out.write_all(b"\n")?;
            parent = json!(id);
            number += 1;
        }
    }
    out.flush()?;
    Ok(())
}

/// A question, an answer with a call, and what the tool printed.
fn turn_of(turn: u64, asked: &str, answered: &str, command: &str, printed: &str) -> [Value; 3] {
    let (call, message) = (format!("toolu_{turn:012}"), format!("msg_{turn:012}"));
    [
        json!({"type": "user", "message": {"role": "user", "content": asked}}),
        json!({"type": "assistant", "requestId": format!("req_{turn:012}"), "message": {
            "id": message, "type": "message", "role": "assistant", "model": "claude-opus-5-5",
            "content": [
                {"type": "text", "text": answered},
                {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}
            ],
            "stop_reason": "tool_use", "stop_sequence": null,
            "usage": {"input_tokens": 12, "cache_read_input_tokens": 51_234 + turn, "output_tokens": answered.len() / 4}
        }}),
        json!({"type": "user", "message": {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": call, "content": printed, "is_error": false}
            ]},
            "toolUseResult": {"stdout": printed, "stderr": "", "interrupted": false, "isImage": false}
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(folder: &Path) -> Texts {
        let file = |name: &str, text: String| {
            let path = folder.join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let numbered = |from: u32| {
            (from..from + 900)
                .map(|n| format!("line {n} ✓\n"))
                .collect()
        };
        Texts {
            outputs: vec![file("a.rs", numbered(0)), file("b.rs", numbered(1000))],
            speech: vec![file("c.md", numbered(5000))],
        }
    }

    #[test]
    fn text_is_cut_at_lines_and_nothing_is_left_out_or_said_twice() {
        let folder = tempfile::tempdir().unwrap();
        let texts = texts(folder.path());
        let whole: String = texts
            .outputs
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect();
        let mut cutter = Cutter::new(&texts.outputs);
        let mut cut = String::new();
        while cut.len() < whole.len() {
            let piece = cutter.cut(300);
            assert!(piece.ends_with('\n'));
            cut.push_str(&piece);
        }
        assert_eq!(cut, whole);
    }

    #[test]
    fn every_line_is_json_and_names_the_one_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.jsonl");
        write(&path, "id", "/project", &texts(folder.path()), 100_000).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let mut before = Value::Null;
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["parentUuid"], before);
            before = line["uuid"].clone();
        }
        assert!(text.lines().count() > 30);
    }
}
