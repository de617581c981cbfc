//! The two passes over a conversation: what is found in it, and what is left of it.
//!
//! ```text
//! first pass    every text ──Finder──▶ Findings: one per secret, with a name and a sample
//! the person    Findings ──▶ Decisions: redact, redact everywhere, keep
//! second pass   every text ──Finder + secrets known by then──▶ placeholders in their place
//! ```
//!
//! Where something kept and something redacted overlap, both go: keeping never brings back what
//! has to go. A run of base64 stays only if everything found in it is kept.

use std::collections::HashMap;

use segue_conversation::file::Artifact;
use segue_conversation::history::BRIEF;
use segue_conversation::json::Tape;
use segue_conversation::walk::{self, Spot, Visitor};
use segue_conversation::{Head, Json, Message};

use crate::cleared::{Count, Redaction};
use crate::decided::Progress;
use crate::decision::{Decision, DecisionError, Decisions, settled};
use crate::files;
use crate::find::Finder;
use crate::finding::{Confidence, Hit};
use crate::findings::Findings;
use crate::known::KnownSecrets;
use crate::rows;
use crate::search::in_leaf;

/// Second pass: carries the decisions out.
#[derive(Debug)]
pub struct Clearing<'f> {
    finder: &'f Finder,
    findings: &'f Findings,
    known: KnownSecrets,
    told: Progress,
    /// The texts are cut off here and there, perhaps within a secret.
    clipped: bool,
}

impl<'f> Clearing<'f> {
    /// Carries out what was decided about what was found.
    pub fn new(
        finder: &'f Finder,
        findings: &'f Findings,
        decisions: &Decisions,
    ) -> Result<Self, DecisionError> {
        let decisions = settled(findings, decisions)?;
        Ok(Self {
            finder,
            findings,
            known: KnownSecrets::new(findings, &decisions),
            clipped: false,
            told: Progress {
                taken: vec![0; decisions.len()],
                decisions,
                unreviewed: 0,
                late: HashMap::new(),
            },
        })
    }

    /// Clears a message of what has to go.
    pub fn message(&mut self, message: &mut Message) {
        self.clipped = message.id == BRIEF;
        walk::message(message, self);
        self.clipped = false;
    }

    /// Clears an artifact of what has to go.
    pub fn artifact(&mut self, artifact: &mut Artifact) {
        walk::artifact(artifact, self);
    }

    /// Clears what is said about the conversation of what has to go.
    pub fn head(&mut self, head: &mut Head) {
        walk::head(head, self);
    }

    /// Checks whether the same finder found nothing in this very text.
    fn is_clean(&self, text: &str) -> bool {
        self.findings.finder == self.finder.number() && self.findings.clean.has(text)
    }

    /// Counts how often something was found that had not been there for the person to see. It is
    /// taken out all the same.
    pub fn unreviewed(&self) -> u64 {
        self.told.unreviewed
    }

    /// Returns how often each finding was taken out so far.
    pub(crate) fn taken(&self) -> &[u64] {
        &self.told.taken
    }

    /// Summarises what was taken out so far, and what was kept.
    pub(crate) fn redaction(&self) -> Redaction {
        let mut redaction = Redaction::default();
        let told = self.told.decisions.iter().zip(&self.told.taken);
        for (finding, (decision, taken)) in self.findings.all().iter().zip(told) {
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

    /// Returns the text without what has to go, or `None` if all of it may stay.
    fn cleared(&mut self, text: &str, hits: &[Hit]) -> Option<String> {
        let mut out = self.replaced(text, hits)?;
        let reviewed = self.told.unreviewed;
        // What stood next to a secret may be one itself, and is seen only now.
        for _ in 0..3 {
            let known = |text: &str, hits: &mut Vec<Hit>| self.known.find(text, hits);
            let mut more = self.finder.find_more(&out, &known);
            more.retain(|hit| hit.confidence >= Confidence::Likely);
            match self.replaced(&out, &more) {
                Some(new) => out = new,
                None => break,
            }
        }
        self.told.unreviewed = reviewed;
        Some(out)
    }

    fn replaced(&mut self, text: &str, hits: &[Hit]) -> Option<String> {
        let mut out = String::new();
        let mut copied = 0;
        for hit in hits {
            let Some(placeholder) = self.told.placeholder(self.findings, text, hit) else {
                continue;
            };
            out.push_str(text.get(copied..hit.span.start).unwrap_or_default());
            out.push_str(&placeholder);
            copied = hit.span.end;
        }
        if copied == 0 {
            return None;
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Some(out)
    }
}

impl Clearing<'_> {
    /// Takes out beginnings of secrets that stand before the mark of something cut off.
    fn unclip(&mut self, text: &mut String) {
        let mut at = 0;
        while let Some(found) = text.get(at..).and_then(|rest| rest.find('…')) {
            let end = at + found;
            let head = text.get(..end).unwrap_or_default();
            let begun = self.known.begins(head);
            let placeholder = begun
                .and_then(|(length, at)| Some((length, self.told.taken(self.findings, Some(at))?)));
            at = match placeholder {
                Some((length, placeholder)) => {
                    text.replace_range(end - length..end, &placeholder);
                    end - length + placeholder.len()
                }
                None => end,
            } + '…'.len_utf8();
        }
    }
}

impl Visitor for Clearing<'_> {
    fn text(&mut self, spot: Spot, text: &mut String) {
        if spot == Spot::Title || self.clipped {
            self.unclip(text);
        }
        let known = |text: &str, hits: &mut Vec<Hit>| self.known.find(text, hits);
        let hits = if self.is_clean(text) {
            self.finder.find_only(text, &known)
        } else {
            self.finder.find_more(text, &known)
        };
        if let Some(new) = self.cleared(text, &hits) {
            *text = new;
        }
    }

    fn json(&mut self, _spot: Spot, json: &mut Json) {
        let mut tape = Tape::default();
        let clean = self.is_clean(json.text());
        let mut pieces = if clean {
            rows::Pieces::default()
        } else {
            rows::across(json, |text| self.finder.find(text))
        };
        let mut number = 0;
        let new = json.changed(&mut tape, |leaf| {
            let pieces = pieces.remove(&number);
            number += 1;
            let known = |text: &str, hits: &mut Vec<Hit>| self.known.find(text, hits);
            let hits = if clean {
                self.finder.find_only(&leaf.text, &known)
            } else {
                in_leaf(self.finder, &leaf, pieces, &known)
            };
            self.cleared(&leaf.text, &hits)
        });
        if let Some(new) = new {
            *json = new;
        }
    }

    fn file(&mut self, _media_type: Option<&str>, base64: &mut String) {
        let finder = self.finder;
        let known = self.known.clone();
        let clean = self.is_clean(base64);
        let new = files::cleared(
            base64,
            |text| {
                let known = |text: &str, hits: &mut Vec<Hit>| known.find(text, hits);
                if clean {
                    finder.find_only(text, &known)
                } else {
                    finder.find_more(text, &known)
                }
            },
            |text, hits| self.cleared(text, &hits),
        );
        if let Some(new) = new {
            *base64 = new;
        }
    }
}
