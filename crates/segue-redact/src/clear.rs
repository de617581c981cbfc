//! The two passes over a conversation: what is found in it, and what is left of it.
//!
//! ```text
//! first pass    every text ──Finder──▶ Findings: one per secret, with a name and a sample
//! the person    Findings ──▶ Decisions: redact, redact everywhere, keep
//! second pass   every text ──Finder + secrets known by then──▶ placeholders in their place
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use segue_conversation::file::Artifact;
use segue_conversation::json::{Leaf, Tape};
use segue_conversation::walk::{self, Spot, Visitor};
use segue_conversation::{Head, Json, Message};

use crate::cleared::{Count, Redaction};
use crate::files;
use crate::find::Finder;
use crate::finding::Hit;
use crate::findings::{Findings, Place};

/// What the person wants done about one finding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Decision {
    /// It is taken out where it was found, and elsewhere if its text can mean nothing else.
    #[default]
    Redact,
    /// Its text is taken out wherever it stands.
    RedactEverywhere,
    /// It stays.
    Keep {
        /// Why; needed when the rule is sure.
        reason: Option<String>,
    },
}

/// Why a decision can't be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// It names nothing that was found.
    #[error("There is no finding {0}.")]
    Unknown(String),
    /// Private keys never leave.
    #[error("{0} is a private key. It can't be kept.")]
    PrivateKey(String),
    /// A sure finding.
    #[error("{0} is certainly a secret. To keep it, say why.")]
    NeedsReason(String),
}

/// Decisions by the names of findings; what is not named is redacted.
pub type Decisions = BTreeMap<String, Decision>;

/// First pass: looks at everything and changes nothing.
#[derive(Debug)]
pub struct Search<'f> {
    finder: &'f Finder,
    findings: Findings,
    message: Option<u64>,
    seen: u64,
}

impl<'f> Search<'f> {
    /// Nothing seen yet. What is found is named under the key; whoever shall not find out which
    /// text a name stands for must not have it.
    pub fn new(finder: &'f Finder, key: &[u8; 32]) -> Self {
        Self {
            finder,
            findings: Findings::new(key),
            message: None,
            seen: 0,
        }
    }

    /// Looks through the next message.
    pub fn message(&mut self, message: &Message) {
        self.message = Some(self.seen);
        self.seen += 1;
        walk::message(&mut message.clone(), self);
    }

    /// Looks through an artifact.
    pub fn artifact(&mut self, artifact: &Artifact) {
        self.message = None;
        walk::artifact(&mut artifact.clone(), self);
    }

    /// Looks through what is said about the conversation.
    pub fn head(&mut self, head: &Head) {
        self.message = None;
        walk::head(&mut head.clone(), self);
    }

    /// What was found.
    pub fn finish(self) -> Findings {
        self.findings
    }

    fn add(&mut self, spot: Spot, text: &str, hits: &[Hit]) {
        let place = Place {
            message: self.message,
            spot,
        };
        for hit in hits {
            self.findings
                .add(hit, text.get(hit.span.clone()).unwrap_or_default(), place);
        }
    }
}

impl Visitor for Search<'_> {
    fn text(&mut self, spot: Spot, text: &mut String) {
        let hits = self.finder.find(text);
        self.add(spot, text, &hits);
    }

    fn json(&mut self, spot: Spot, json: &mut Json) {
        let finder = self.finder;
        let mut tape = Tape::default();
        json.changed(&mut tape, |leaf| {
            let hits = in_leaf(finder, &leaf);
            self.add(spot, &leaf.text, &hits);
            None
        });
    }

    fn file(&mut self, _media_type: Option<&str>, base64: &mut String) {
        let finder = self.finder;
        files::cleared(
            base64,
            |text| finder.find(text),
            |text, hits| {
                self.add(Spot::FileData, text, &hits);
                None
            },
        );
    }
}

fn in_leaf(finder: &Finder, leaf: &Leaf<'_>) -> Vec<Hit> {
    match &leaf.name {
        Some(name) => finder.find_named(name, &leaf.text),
        None => finder.find(&leaf.text),
    }
}

/// Second pass: carries the decisions out.
#[derive(Debug)]
pub struct Clearing<'f> {
    finder: &'f Finder,
    findings: &'f Findings,
    decisions: Vec<Decision>,
    /// Texts that go wherever they stand, and whose they are.
    anywhere: Option<AhoCorasick>,
    owners: Vec<usize>,
    /// How often each was taken out.
    taken: Vec<u64>,
    /// Something was found that the first pass had not: the conversation changed in between.
    unreviewed: u64,
}

impl<'f> Clearing<'f> {
    /// Carries out what was decided about what was found.
    pub fn new(
        finder: &'f Finder,
        findings: &'f Findings,
        decisions: &Decisions,
    ) -> Result<Self, DecisionError> {
        for (id, decision) in decisions {
            let Some(finding) = findings.get(id) else {
                return Err(DecisionError::Unknown(id.clone()));
            };
            if let Decision::Keep { reason } = decision {
                if finding.must_go() {
                    return Err(DecisionError::PrivateKey(id.clone()));
                }
                let said = reason
                    .as_ref()
                    .is_some_and(|reason| !reason.trim().is_empty());
                if finding.keep_needs_reason() && !said {
                    return Err(DecisionError::NeedsReason(id.clone()));
                }
            }
        }
        let settled: Vec<Decision> = findings
            .all()
            .iter()
            .map(|finding| decisions.get(&finding.id).cloned().unwrap_or_default())
            .collect();
        let (mut texts, mut owners) = (Vec::new(), Vec::new());
        for (at, finding) in findings.all().iter().enumerate() {
            let goes = match settled.get(at) {
                Some(Decision::RedactEverywhere) => true,
                Some(Decision::Redact) => finding.is_distinctive(),
                _ => false,
            };
            if goes {
                let text = finding.secret();
                texts.push(text.to_owned());
                owners.push(at);
                if text.contains('\n') {
                    texts.push(text.replace('\n', "\\n"));
                    owners.push(at);
                }
            }
        }
        let anywhere = (!texts.is_empty())
            .then(|| {
                AhoCorasick::builder()
                    .match_kind(MatchKind::LeftmostLongest)
                    .build(&texts)
                    .ok()
            })
            .flatten();
        texts.iter_mut().for_each(zeroize::Zeroize::zeroize);
        Ok(Self {
            finder,
            findings,
            taken: vec![0; settled.len()],
            decisions: settled,
            anywhere,
            owners,
            unreviewed: 0,
        })
    }

    /// The message without what has to go.
    pub fn message(&mut self, message: &mut Message) {
        walk::message(message, self);
    }

    /// The artifact without what has to go.
    pub fn artifact(&mut self, artifact: &mut Artifact) {
        walk::artifact(artifact, self);
    }

    /// What is said about the conversation, without what has to go.
    pub fn head(&mut self, head: &mut Head) {
        walk::head(head, self);
    }

    /// How often something was found that had not been there for the person to see. It is taken
    /// out all the same.
    pub fn unreviewed(&self) -> u64 {
        self.unreviewed
    }

    /// What was taken out so far, and what was kept.
    pub(crate) fn redaction(&self) -> Redaction {
        let mut redaction = Redaction::default();
        for ((finding, decision), taken) in self
            .findings
            .all()
            .iter()
            .zip(&self.decisions)
            .zip(&self.taken)
        {
            let kept = matches!(decision, Decision::Keep { .. });
            let places = if kept { finding.count } else { *taken };
            if places == 0 {
                continue;
            }
            let list = if kept {
                &mut redaction.kept
            } else {
                &mut redaction.redacted
            };
            match list.iter_mut().find(|count| count.rule == finding.rule) {
                Some(count) => {
                    count.secrets += 1;
                    count.places += places;
                }
                None => list.push(Count {
                    rule: finding.rule.clone(),
                    what: finding.what.clone(),
                    secrets: 1,
                    places,
                }),
            }
        }
        redaction
    }

    fn cleared(&mut self, text: &str, hits: Vec<Hit>) -> Option<String> {
        let mut spans: Vec<(Range<usize>, Option<usize>, String)> = Vec::new();
        for hit in hits {
            let found = text.get(hit.span.clone()).unwrap_or_default();
            let at = self.findings.of(found);
            match at.and_then(|at| self.decisions.get(at)) {
                Some(Decision::Keep { .. }) => continue,
                Some(_) => {}
                None => self.unreviewed += 1,
            }
            spans.push((hit.span, at, hit.rule));
        }
        if let Some(anywhere) = &self.anywhere {
            for found in anywhere.find_iter(text) {
                let owner = self.owners.get(found.pattern().as_usize()).copied();
                spans.push((found.range(), owner, String::new()));
            }
        }
        if spans.is_empty() {
            return None;
        }
        spans.sort_by(|a, b| a.0.start.cmp(&b.0.start).then(b.0.end.cmp(&a.0.end)));
        let mut out = String::with_capacity(text.len());
        let mut copied = 0;
        for (span, owner, rule) in spans {
            if span.end <= copied {
                continue;
            }
            // Where two overlap, both go.
            if span.start >= copied {
                out.push_str(text.get(copied..span.start).unwrap_or_default());
                match owner.and_then(|at| self.findings.all().get(at)) {
                    Some(finding) => out.push_str(&finding.placeholder()),
                    None => out.push_str(&format!("[redacted:{rule}]")),
                }
            }
            if let Some(taken) = owner.and_then(|at| self.taken.get_mut(at)) {
                *taken += 1;
            }
            copied = span.end;
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Some(out)
    }
}

impl Visitor for Clearing<'_> {
    fn text(&mut self, _spot: Spot, text: &mut String) {
        let hits = self.finder.find(text);
        if let Some(new) = self.cleared(text, hits) {
            *text = new;
        }
    }

    fn json(&mut self, _spot: Spot, json: &mut Json) {
        let finder = self.finder;
        let mut tape = Tape::default();
        let new = json.changed(&mut tape, |leaf| {
            let hits = in_leaf(finder, &leaf);
            self.cleared(&leaf.text, hits)
        });
        if let Some(new) = new {
            *json = new;
        }
    }

    fn file(&mut self, _media_type: Option<&str>, base64: &mut String) {
        let finder = self.finder;
        let new = files::cleared(
            base64,
            |text| finder.find(text),
            |text, hits| self.cleared(text, hits),
        );
        if let Some(new) = new {
            *base64 = new;
        }
    }
}
