//! Real text to make sessions of, and numbers that look drawn.
//!
//! The sources of the packages that `Cargo.lock` names are on every machine that built this, always
//! the same, and 200 MB of them repeat nothing but what real code repeats. Made-up words would
//! compress better or worse than anything real.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;

use crate::bench::floor;
use crate::shell;

/// A longer file is a table that a program wrote.
const LONGEST: usize = 200_000;

/// Numbers that look drawn; the same seed gives the same ones.
pub struct Dice(pub u64);

impl Dice {
    /// Returns the next number (splitmix64).
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `sides`; 0 when there are no sides.
    pub fn roll(&mut self, sides: usize) -> usize {
        (self.next() % sides.max(1) as u64) as usize
    }
}

/// Real text to cut from, in an order that mixes the packages.
pub struct Texts {
    /// Files with source code.
    pub outputs: Vec<PathBuf>,
    /// Files with prose, such as read-me files.
    pub speech: Vec<PathBuf>,
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
pub struct Cutter<'a> {
    files: std::iter::Cycle<std::slice::Iter<'a, PathBuf>>,
    text: String,
    at: usize,
}

impl<'a> Cutter<'a> {
    /// Creates a cutter that begins with the first file and starts over after the last.
    pub fn new(files: &'a [PathBuf]) -> Self {
        Self {
            files: files.iter().cycle(),
            text: String::new(),
            at: 0,
        }
    }

    /// Cuts off whole lines: about this many bytes, or as many as the file has left.
    pub fn cut(&mut self, bytes: usize) -> String {
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

#[cfg(test)]
pub mod tests {
    use std::path::Path;

    use super::*;

    /// Writes numbered lines to three files.
    pub fn texts(folder: &Path) -> Texts {
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
}
