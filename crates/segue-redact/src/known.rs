//! Secrets that are known by now: looked for wherever they stand, with no rule around them.

use std::fmt;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use crate::decision::Decision;
use crate::finding::{Confidence, Hit, Secret};
use crate::findings::Findings;

/// The texts that go wherever they stand. Never printed.
#[derive(Clone, Default)]
pub(crate) struct KnownSecrets {
    texts: Option<AhoCorasick>,
    /// Whose they are: the rule, and the place among the findings.
    owners: Vec<(String, usize)>,
    secrets: Vec<Secret>,
}

impl fmt::Debug for KnownSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KnownSecrets({} secrets)", self.owners.len())
    }
}

/// Checks that a short text is not the middle of a longer one.
fn is_apart(text: &str, span: std::ops::Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let word = |at: Option<usize>| {
        let byte = at.and_then(|at| bytes.get(at));
        byte.is_some_and(u8::is_ascii_alphanumeric)
    };
    let first = bytes.get(span.start).is_some_and(u8::is_ascii_alphanumeric);
    let last = bytes
        .get(span.end - 1)
        .is_some_and(u8::is_ascii_alphanumeric);
    span.len() >= 20 || !(first && word(span.start.checked_sub(1)) || last && word(Some(span.end)))
}

impl KnownSecrets {
    /// Finds the secret whose beginning is the end of a text: how many bytes of it are there, and
    /// its position among the findings.
    pub(crate) fn begins(&self, text: &str) -> Option<(usize, usize)> {
        let longest = |secret: &Secret| {
            let secret = secret.text();
            let most = secret.len().saturating_sub(1).min(text.len());
            (4..=most).rev().find(|length| {
                secret
                    .get(..*length)
                    .is_some_and(|start| text.ends_with(start))
            })
        };
        let cut = self.secrets.iter().zip(&self.owners);
        cut.filter_map(|(secret, (_, at))| Some((longest(secret)?, *at)))
            .max()
    }

    /// Collects the secrets that are to go everywhere, and those whose text can mean nothing else.
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
        let secrets = texts.iter().map(|text| Secret::new(text)).collect();
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
            secrets,
        }
    }

    /// Adds every place where one of them stands.
    pub(crate) fn find(&self, text: &str, hits: &mut Vec<Hit>) {
        for found in self.texts.iter().flat_map(|texts| texts.find_iter(text)) {
            if let Some((rule, at)) = self.owners.get(found.pattern().as_usize())
                && is_apart(text, found.range())
            {
                hits.push(Hit {
                    known: Some(*at),
                    ..Hit::plain(rule, Confidence::Likely, found.range())
                });
            }
        }
    }
}
