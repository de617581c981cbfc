//! Files that tools read, made, changed or removed.

use std::collections::BTreeMap;

use crate::json::Value;

use super::super::clip;
use super::{LINE, text_of};

/// What a tool did to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touch {
    Read,
    Changed,
    Made,
    Removed,
}

/// A file and what a call does to it.
#[derive(Debug)]
pub(super) struct Touched {
    path: String,
    touch: Touch,
}

/// All files so far; the oldest gives way, read ones first.
#[derive(Debug, Default)]
pub(in super::super) struct Files {
    files: Vec<Touched>,
    gone: u64,
}

const FILES: usize = 80;
/// Files of one patch.
const OF_PATCH: usize = 60;

/// Arguments that name one file.
const PATHS: &[&str] = &[
    "file_path",
    "filePath",
    "path",
    "notebook_path",
    "absolute_path",
    "target_file",
    "filename",
];

impl Touched {
    fn new(path: &str, touch: Touch) -> Self {
        let path = clip::line(path, LINE);
        Self { path, touch }
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn changes(&self) -> bool {
        self.touch != Touch::Read
    }

    /// Describes what was done to the file, for a person to read.
    pub(super) fn label(&self) -> String {
        let what = match self.touch {
            Touch::Read => "reading",
            Touch::Changed => "an edit of",
            Touch::Made => "writing",
            Touch::Removed => "removing",
        };
        format!("{what} {}", self.path)
    }
}

/// Finds the files a call is about, from its patch or its path argument.
pub(super) fn touched(tool: &str, input: Value<'_>, command: Option<&str>) -> Vec<Touched> {
    let patch = command
        .filter(|command| command.contains("*** Begin Patch"))
        .map(std::borrow::Cow::Borrowed)
        .or_else(|| text_of(input, &["input", "patch", "patchText"]));
    if let Some(patch) = patch.filter(|patch| patch.contains("*** ")) {
        return patched(&patch);
    }
    let path = text_of(input, PATHS).filter(|path| !path.trim().is_empty());
    let found = path.and_then(|path| Some(Touched::new(&path, touch(tool)?)));
    found.into_iter().collect()
}

/// Finds the files of a patch in the form that introduces each with `*** Update File: `.
fn patched(patch: &str) -> Vec<Touched> {
    let files = patch.lines().filter_map(|line| {
        let (word, path) = line.strip_prefix("*** ")?.split_once(": ")?;
        let touch = match word {
            "Add File" | "Move to" => Touch::Made,
            "Update File" => Touch::Changed,
            "Delete File" => Touch::Removed,
            _ => return None,
        };
        Some(Touched::new(path, touch))
    });
    files.take(OF_PATCH).collect()
}

fn touch(tool: &str) -> Option<Touch> {
    let has = |words: &[&str]| words.iter().any(|word| tool.contains(word));
    if has(&["todo", "plan", "memory"]) {
        None
    } else if has(&["edit", "replace", "patch", "update", "insert"]) {
        Some(Touch::Changed)
    } else if has(&["write", "create"]) {
        Some(Touch::Made)
    } else if has(&["delete", "remove"]) {
        Some(Touch::Removed)
    } else if has(&["read", "view", "open", "cat"]) {
        Some(Touch::Read)
    } else {
        None
    }
}

impl Files {
    pub(super) fn touch(&mut self, new: Touched) {
        let before = self.files.iter().position(|known| known.path == new.path);
        let touch = match before.map(|at| self.files.remove(at).touch) {
            // A file that was changed and then read is still a changed one.
            Some(known) if new.touch == Touch::Read => known,
            Some(Touch::Made) if new.touch == Touch::Changed => Touch::Made,
            // To write over a file that was seen is to change it.
            Some(Touch::Read | Touch::Changed) if new.touch == Touch::Made => Touch::Changed,
            _ => new.touch,
        };
        if self.files.len() >= FILES {
            let reads = self.files.iter().position(|file| !file.changes());
            self.files.remove(reads.unwrap_or(0));
            self.gone += u64::from(reads.is_none());
        }
        self.files.push(Touched { touch, ..new });
    }

    /// Finds the folder that most of the files are in, shortened to the project around it. Returns
    /// `None` when fewer than two files, or less than four fifths of them, share one.
    pub(in super::super) fn folder(&self) -> Option<String> {
        let whole: Vec<&str> = self.files.iter().map(Touched::path).collect();
        let whole: Vec<&str> = whole.into_iter().filter(|path| is_whole(path)).collect();
        let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
        for path in &whole {
            for (at, _) in path.match_indices(['/', '\\']).skip(2).take(24) {
                *folders
                    .entry(path.get(..at).unwrap_or_default())
                    .or_default() += 1;
            }
        }
        let most = folders
            .into_iter()
            .filter(|(_, count)| *count >= 2 && count * 5 >= whole.len() * 4);
        let deepest = most.max_by_key(|(folder, _)| folder.len())?.0;
        // Where the files are is told from the project on.
        let inner = ["/src", "\\src", "/lib", "\\lib"];
        let end = inner.iter().filter_map(|inner| {
            let at = deepest.find(inner)?;
            let next = deepest.get(at + inner.len()..)?;
            (next.is_empty() || next.starts_with(['/', '\\'])).then_some(at)
        });
        let end = end.min().unwrap_or(deepest.len());
        deepest
            .get(..end)
            .filter(|folder| folder.len() > 1)
            .map(str::to_owned)
    }

    /// Lists the files that were written, edited or removed.
    pub(in super::super) fn changed(&self, folder: Option<&str>) -> Vec<String> {
        let word = |touch| match touch {
            Touch::Made => Some("written"),
            Touch::Changed => Some("edited"),
            Touch::Removed => Some("removed"),
            Touch::Read => None,
        };
        let files = self.files.iter();
        let files = files.filter_map(|file| {
            let path = relative(&file.path, folder);
            Some(format!("{path} ({})", word(file.touch)?))
        });
        let mut lines: Vec<String> = files.collect();
        if self.gone > 0 {
            lines.insert(0, format!("[{} earlier ones are not told here]", self.gone));
        }
        lines
    }

    /// Lists the last files that were only read.
    pub(in super::super) fn read(&self, folder: Option<&str>) -> Vec<String> {
        let only = self.files.iter().rev().filter(|file| !file.changes());
        let mut last: Vec<String> = only
            .take(20)
            .map(|file| relative(&file.path, folder).to_owned())
            .collect();
        last.reverse();
        last
    }
}

fn is_whole(path: &str) -> bool {
    let mut start = path.chars();
    match (start.next(), start.next(), start.next()) {
        (Some('/'), ..) => true,
        (Some(drive), Some(':'), Some('\\' | '/')) => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Returns a path relative to `folder`, or unchanged when it is not inside.
pub(in super::super) fn relative<'p>(path: &'p str, folder: Option<&str>) -> &'p str {
    let inside = folder.and_then(|folder| path.strip_prefix(folder));
    let inside = inside.and_then(|inside| inside.strip_prefix(['/', '\\']));
    inside.filter(|inside| !inside.is_empty()).unwrap_or(path)
}
