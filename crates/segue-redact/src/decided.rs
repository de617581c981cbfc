//! What was done about findings so far, and what stands in the place of each.

use std::collections::HashMap;
use std::fmt;

use crate::decision::Decision;
use crate::finding::Hit;
use crate::findings::{Finding, Findings};

/// What was done so far.
pub(crate) struct Progress {
    pub(crate) decisions: Vec<Decision>,
    /// How often each was taken out.
    pub(crate) taken: Vec<u64>,
    /// How often something was found that the first pass had not.
    pub(crate) unreviewed: u64,
    /// Names of what had not been found before, by the hash of its text.
    pub(crate) late: HashMap<blake3::Hash, usize>,
}

impl fmt::Debug for Progress {
    /// Leaves out the hashes: a short secret could be guessed with them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("taken", &self.taken)
            .field("unreviewed", &self.unreviewed)
            .finish_non_exhaustive()
    }
}

impl Progress {
    /// Returns the placeholder for a hit, or `None` if it stays.
    pub(crate) fn placeholder(
        &mut self,
        findings: &Findings,
        text: &str,
        hit: &Hit,
    ) -> Option<String> {
        let own = [text.get(hit.span.clone()).unwrap_or_default()];
        let said = hit.inside.iter().map(|secret| secret.text());
        let all: Vec<&str> = if hit.inside.is_empty() {
            own.to_vec()
        } else {
            said.collect()
        };
        let mut first = None;
        for secret in all {
            // Texts that only came together around a known secret go by its name.
            let at = findings.of(secret).or(hit.known);
            let found = at.and_then(|at| Some((findings.all().get(at)?, self.decisions.get(at)?)));
            let placeholder = match found {
                Some((_, Decision::Keep { .. })) => continue,
                Some(_) => self.taken(findings, at),
                None => Some(self.late(&hit.rule, secret)),
            };
            first = first.or(placeholder);
        }
        first.or_else(|| self.taken(findings, hit.known))
    }

    /// Returns the placeholder of a finding and counts it as taken out once more.
    pub(crate) fn taken(&mut self, findings: &Findings, at: Option<usize>) -> Option<String> {
        *self.taken.get_mut(at?)? += 1;
        findings.all().get(at?).map(Finding::placeholder)
    }

    /// Returns a placeholder for something nobody saw. The same text always gets the same
    /// placeholder, and no other text gets it.
    pub(crate) fn late(&mut self, rule: &str, secret: &str) -> String {
        self.unreviewed += 1;
        let number = self.late.len() + 1;
        let number = self
            .late
            .entry(blake3::hash(secret.as_bytes()))
            .or_insert(number);
        format!("[redacted:{rule}-late-{number}]")
    }
}
