//! Asks every scanner and counts against the truth.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use anyhow::Result;
use segue_testkit::planted::{NearMiss, Secret};

use super::corpus::{Corpus, Place, places};
use super::scanner::{Flag, Look, Scanner};

/// What came of everybody's look.
pub struct Tally {
    /// One for each scanner, in order.
    pub columns: Vec<Column>,
}

/// What came of one's look.
pub struct Column {
    /// The name of the scanner.
    pub name: String,
    /// Whether it is ours.
    pub ours: bool,
    /// What was found, or why nothing could be.
    pub found: Result<Found>,
    /// How long it took.
    pub taken: Duration,
}

/// The findings of one scanner.
pub struct Found {
    /// The lines it flagged, with its flags.
    pub lines: HashMap<Place, Vec<Flag>>,
    /// The lines flagged in each look, of one that had two: what it would be without the better
    /// of both.
    pub looks: Vec<(&'static str, HashSet<Place>)>,
    /// The secrets, by number, of which something is still in what would leave; for one that takes
    /// them out.
    pub left: Option<HashSet<usize>>,
}

impl Tally {
    /// Asks each in turn.
    pub fn of(corpus: &Corpus, scanners: &[Box<dyn Scanner>]) -> Self {
        let column = |scanner: &dyn Scanner| {
            eprintln!("  asking {}", scanner.name());
            let begin = Instant::now();
            let found = look(scanner, corpus);
            Column {
                name: scanner.name(),
                ours: scanner.ours(),
                found,
                taken: begin.elapsed(),
            }
        };
        Self {
            columns: scanners
                .iter()
                .map(|scanner| column(scanner.as_ref()))
                .collect(),
        }
    }

    /// Returns the scanners that ran, with what each found.
    pub fn found(&self) -> impl Iterator<Item = (&Column, &Found)> {
        self.columns
            .iter()
            .filter_map(|column| Some((column, column.found.as_ref().ok()?)))
    }

    /// Counts for each group of secrets, in order, how many there are and how many each scanner
    /// found.
    pub fn groups<K: Ord>(
        &self,
        corpus: &Corpus,
        key: impl Fn(&Secret) -> K,
    ) -> BTreeMap<K, (usize, Vec<usize>)> {
        let mut groups = BTreeMap::<K, (usize, Vec<usize>)>::new();
        for secret in &corpus.planted.secrets {
            let (planted, found) = groups.entry(key(secret)).or_default();
            *planted += 1;
            found.resize(self.found().count(), 0);
            for (count, (_, by)) in found.iter_mut().zip(self.found()) {
                *count += usize::from(by.has(secret));
            }
        }
        groups
    }
}

impl Found {
    /// Checks whether the line of a secret was flagged.
    pub fn has(&self, secret: &Secret) -> bool {
        self.lines
            .contains_key(&(secret.session.clone(), secret.line))
    }

    /// Returns the flags on a line that has only a near-miss.
    pub fn alarms(&self, near: &NearMiss) -> &[Flag] {
        let flags = self.lines.get(&(near.session.clone(), near.line));
        flags.map_or(&[], Vec::as_slice)
    }

    /// Counts the flagged lines that contain a secret, and all flagged lines.
    pub fn precision(&self, corpus: &Corpus) -> (usize, usize) {
        let secrets = corpus.secret_places();
        let right = self
            .lines
            .keys()
            .filter(|place| secrets.contains(*place))
            .count();
        (right, self.lines.len())
    }

    /// Returns the first flag of every flagged line on which nothing was planted at all.
    pub fn ordinary(&self, corpus: &Corpus) -> Vec<&Flag> {
        let mut planted = corpus.secret_places();
        let near = corpus.planted.near_misses.iter();
        planted.extend(near.map(|near| (near.session.clone(), near.line)));
        let other = self
            .lines
            .iter()
            .filter(|(place, _)| !planted.contains(*place));
        let mut other: Vec<&Flag> = other.filter_map(|(_, flags)| flags.first()).collect();
        other.sort_by(|a, b| (&a.session, a.line).cmp(&(&b.session, b.line)));
        other
    }
}

fn look(scanner: &dyn Scanner, corpus: &Corpus) -> Result<Found> {
    let flags = scanner.scan(corpus)?;
    let looks = [("raw", Look::Raw), ("flat", Look::Flat)];
    let looks = looks.map(|(name, look)| (name, places(&flags, look)));
    let looks = looks
        .into_iter()
        .filter(|(_, places)| !places.is_empty())
        .collect();
    let mut lines = HashMap::<Place, Vec<Flag>>::new();
    for flag in corpus.better(&flags) {
        lines.entry(flag.place()).or_default().push(flag);
    }
    let left = scanner.exported(corpus)?.map(|exported| {
        let texts: HashMap<_, _> = exported
            .iter()
            .map(|one| (one.session.as_str(), one.text.as_str()))
            .collect();
        let stays = |secret: &Secret| {
            texts
                .get(secret.session.as_str())
                .is_none_or(|text| secret.is_in(text))
        };
        let secrets = corpus.planted.secrets.iter().enumerate();
        secrets
            .filter(|(_, secret)| stays(secret))
            .map(|(at, _)| at)
            .collect()
    });
    Ok(Found { lines, looks, left })
}
