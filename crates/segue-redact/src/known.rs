//! Secrets that are known by now: looked for wherever they stand, with no rule around them.

use std::fmt;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use crate::decision::Decision;
use crate::finding::{Confidence, Hit};
use crate::findings::Findings;

/// The texts that go wherever they stand. Never printed.
#[derive(Clone, Default)]
pub(crate) struct Known {
    texts: Option<AhoCorasick>,
    /// Whose they are: the rule, and the place among the findings.
    owners: Vec<(String, usize)>,
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Known({} secrets)", self.owners.len())
    }
}

impl Known {
    /// Those that are to go everywhere, and those whose text can mean nothing else.
    pub(crate) fn new(findings: &Findings, decisions: &[Decision]) -> Self {
        let (mut texts, mut owners) = (Vec::new(), Vec::new());
        for (at, (finding, decision)) in findings.all().iter().zip(decisions).enumerate() {
            let goes = match decision {
                Decision::RedactEverywhere => true,
                Decision::Redact => finding.is_distinctive(),
                Decision::Keep { .. } => false,
            };
            if goes {
                texts.push(finding.secret());
                owners.push((finding.rule.clone(), at));
            }
        }
        // A table for every state is fastest, as long as there are not too many.
        let dense = texts.iter().map(|text| text.len()).sum::<usize>() < 100_000;
        let machine = || {
            AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                .kind(dense.then_some(AhoCorasickKind::DFA))
                .build(&texts)
                .ok()
        };
        Self {
            texts: (!texts.is_empty()).then(machine).flatten(),
            owners,
        }
    }

    /// Adds every place where one of them stands.
    pub(crate) fn find(&self, text: &str, hits: &mut Vec<Hit>) {
        for found in self.texts.iter().flat_map(|texts| texts.find_iter(text)) {
            if let Some((rule, at)) = self.owners.get(found.pattern().as_usize()) {
                hits.push(Hit {
                    known: Some(*at),
                    ..Hit::plain(rule, Confidence::Likely, found.range())
                });
            }
        }
    }
}
