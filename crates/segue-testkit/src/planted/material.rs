//! Real text that looks like secrets and is not, from files of this repository and, where they are
//! installed, of its page's packages and the agents' programs. What is missing is made by chance.

use std::path::{Path, PathBuf};

use crate::installed::clients_folder;
use crate::large::Dice;

/// Folders and files looked at, at most.
const LOOKED_AT: usize = 12_000;
/// Files of a kind, at most.
const FILES: usize = 12;
/// Bytes of a file, at most.
const BYTES: usize = 400_000;

/// Real files that look as if they held secrets.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// Lock files, by lines.
    pub locks: Vec<String>,
    /// Minified scripts.
    pub scripts: Vec<String>,
    pub maps: Vec<String>,
    pub pictures: Vec<Vec<u8>>,
}

impl Material {
    /// Collects files from the repository and the folders of installed programs.
    pub fn found() -> Self {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let mut locks = vec![root.join("Cargo.lock"), root.join("ui/package-lock.json")];
        let mut folders = vec![root.join("ui/node_modules")];
        if let Some(clients) = clients_folder() {
            for name in ["gemini", "opencode", "codex", "claude"] {
                locks.push(clients.join(name).join("package-lock.json"));
                folders.push(clients.join(name).join("node_modules"));
            }
        }
        let (mut scripts, mut maps) = (Vec::new(), Vec::new());
        walk(folders, &mut scripts, &mut maps);
        let pictures = ["icons/32x32.png", "icons/tray.png", "icons/128x128.png"];
        Self {
            locks: locks.iter().filter_map(|path| text(path)).collect(),
            scripts: scripts.iter().filter_map(|path| text(path)).collect(),
            maps: maps.iter().filter_map(|path| text(path)).collect(),
            pictures: pictures
                .iter()
                .filter_map(|name| std::fs::read(root.join(name)).ok())
                .collect(),
        }
    }
}

/// Cuts `count` lines from anywhere in one of these texts.
pub fn some_lines(dice: &mut Dice, texts: &[String], count: usize) -> Option<String> {
    let text = texts.get(dice.roll(texts.len().max(1) as u64) as usize)?;
    let lines: Vec<&str> = text.lines().collect();
    let from = dice.roll(lines.len().saturating_sub(count).max(1) as u64) as usize;
    let lines = lines.get(from..)?;
    let cut: Vec<&str> = lines.iter().take(count).copied().collect();
    (!cut.is_empty()).then(|| cut.join("\n"))
}

/// Cuts `count` letters from anywhere in one of these texts. `None` if marks could be confused with
/// any of them.
pub fn some_letters(dice: &mut Dice, texts: &[String], count: usize) -> Option<String> {
    let text = texts.get(dice.roll(texts.len().max(1) as u64) as usize)?;
    let from = dice.roll(text.len().saturating_sub(count).max(1) as u64) as usize;
    let from = text.floor_char_boundary(from);
    let cut: String = text.get(from..)?.chars().take(count).collect();
    let private = |letter: char| ('\u{E000}'..='\u{F8FF}').contains(&letter);
    (!cut.is_empty() && !cut.contains(private)).then_some(cut)
}

fn text(path: &Path) -> Option<String> {
    let mut text = std::fs::read_to_string(path).ok()?;
    text.truncate(text.floor_char_boundary(BYTES));
    Some(text)
}

fn walk(folders: Vec<PathBuf>, scripts: &mut Vec<PathBuf>, maps: &mut Vec<PathBuf>) {
    let (mut queue, mut looked) = (std::collections::VecDeque::from(folders), 0);
    while let Some(folder) = queue.pop_front() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for path in entries {
            looked += 1;
            if looked > LOOKED_AT || (scripts.len() >= FILES && maps.len() >= FILES) {
                return;
            }
            let name = path.to_string_lossy().into_owned();
            if path.is_symlink() {
                continue;
            } else if path.is_dir() {
                queue.push_back(path);
            } else if name.ends_with(".min.js") && scripts.len() < FILES {
                scripts.push(path);
            } else if name.ends_with(".js.map") && maps.len() < FILES {
                maps.push(path);
            }
        }
    }
}
