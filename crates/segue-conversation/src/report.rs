//! What a conversion kept, changed and left out, by kind and count.

use serde::{Deserialize, Serialize};

/// What became of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Fate {
    /// It is there as it was.
    Kept,
    /// It is there in another form.
    Changed,
    /// It is not there.
    Dropped,
}

/// One line of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// What became of it.
    pub fate: Fate,
    /// What it is: "tool call", "image", "system prompt" …
    pub kind: String,
    pub count: u64,
    /// Why, for what was not simply kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Every loss by name. Lines with the same fate, kind and reason are counted together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Report {
    entries: Vec<Entry>,
}

/// Kinds and reasons are our own words; this only stops a report from growing without end.
const MOST_ENTRIES: usize = 200;

impl Report {
    /// Counts one thing that stayed as it was.
    pub fn kept(&mut self, kind: &str) {
        self.add(Fate::Kept, kind, None, 1);
    }

    /// Counts one thing that changed.
    pub fn changed(&mut self, kind: &str, why: &str) {
        self.add(Fate::Changed, kind, Some(why), 1);
    }

    /// Counts one thing that was left out.
    pub fn dropped(&mut self, kind: &str, why: &str) {
        self.add(Fate::Dropped, kind, Some(why), 1);
    }

    /// Counts several at once.
    pub fn add(&mut self, fate: Fate, kind: &str, why: Option<&str>, count: u64) {
        if count == 0 {
            return;
        }
        let room = self.entries.len() < MOST_ENTRIES;
        let same = self
            .entries
            .iter_mut()
            .find(|entry| entry.fate == fate && entry.kind == kind && entry.why.as_deref() == why);
        if let Some(entry) = same {
            entry.count = entry.count.saturating_add(count);
        } else if room {
            self.entries.push(Entry {
                fate,
                kind: kind.to_owned(),
                count,
                why: why.map(str::to_owned),
            });
        }
    }

    /// Adds another report's lines.
    pub fn merge(&mut self, other: &Report) {
        for entry in &other.entries {
            self.add(entry.fate, &entry.kind, entry.why.as_deref(), entry.count);
        }
    }

    /// Returns a report of only what changed or was left out.
    pub fn losses(&self) -> Self {
        let lost = |entry: &&Entry| entry.fate != Fate::Kept;
        Self {
            entries: self.entries.iter().filter(lost).cloned().collect(),
        }
    }

    /// Returns the entries in order: kept, then changed, then dropped.
    pub fn entries(&self) -> Vec<&Entry> {
        let mut entries: Vec<&Entry> = self.entries.iter().collect();
        entries.sort_by_key(|entry| entry.fate);
        entries
    }

    /// Counts the things that had this fate.
    pub fn count(&self, fate: Fate) -> u64 {
        self.entries
            .iter()
            .filter(|entry| entry.fate == fate)
            .map(|entry| entry.count)
            .sum()
    }

    /// Counts the things of this kind that had this fate.
    pub fn count_of(&self, fate: Fate, kind: &str) -> u64 {
        self.entries
            .iter()
            .filter(|entry| entry.fate == fate && entry.kind == kind)
            .map(|entry| entry.count)
            .sum()
    }

    /// Checks whether anything changed or was left out.
    pub fn is_lossy(&self) -> bool {
        self.entries.iter().any(|entry| entry.fate != Fate::Kept)
    }
}
