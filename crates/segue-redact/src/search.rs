//! The first pass over a conversation: what is found in it. Nothing is changed.

use segue_conversation::file::Artifact;
use segue_conversation::json::{Leaf, Tape};
use segue_conversation::walk::{self, Spot, Visitor};
use segue_conversation::{Head, Json, Message};

use crate::files;
use crate::find::{Finder, More};
use crate::finding::Hit;
use crate::findings::{Findings, Place};
use crate::rows;

/// First pass: looks at everything and changes nothing.
#[derive(Debug)]
pub struct Search<'f> {
    finder: &'f Finder,
    findings: Findings,
    message: Option<u64>,
    seen: u64,
    /// What is looked at stays here.
    beyond: bool,
}

impl<'f> Search<'f> {
    /// Creates a search that has seen nothing yet. Findings are named under the key; whoever must
    /// not learn which text a name stands for must not have it.
    pub fn new(finder: &'f Finder, key: &[u8; 32]) -> Self {
        Self {
            finder,
            findings: Findings::new(key),
            message: None,
            seen: 0,
            beyond: false,
        }
    }

    /// Looks through the next message.
    pub fn message(&mut self, message: &mut Message) {
        self.message = Some(self.seen);
        self.seen += 1;
        walk::message(message, self);
    }

    /// Looks through a message that stays here, or not all of which goes along. What is secret in
    /// it is secret in what goes along too, even where nothing else says so.
    pub fn beyond(&mut self, message: &mut Message) {
        self.beyond = true;
        walk::message(message, self);
        self.beyond = false;
    }

    /// Looks through an artifact.
    pub fn artifact(&mut self, artifact: &mut Artifact) {
        self.message = None;
        walk::artifact(artifact, self);
    }

    /// Looks through what is said about the conversation.
    pub fn head(&mut self, head: &Head) {
        self.message = None;
        walk::head(&mut head.clone(), self);
    }

    /// Returns what was found.
    pub fn finish(mut self) -> Findings {
        self.findings.finder = self.finder.number();
        self.findings
    }

    fn add(&mut self, spot: Spot, text: &str, hits: &[Hit]) {
        let place = Place {
            message: self.message,
            spot,
        };
        for hit in hits {
            self.findings
                .add(hit, text, (!self.beyond).then_some(place));
        }
    }
}

impl Visitor for Search<'_> {
    fn text(&mut self, spot: Spot, text: &mut String) {
        let hits = self.finder.find(text);
        if hits.is_empty() {
            self.findings.clean.add(text);
        }
        self.add(spot, text, &hits);
    }

    fn json(&mut self, spot: Spot, json: &mut Json) {
        let finder = self.finder;
        let mut tape = Tape::default();
        let mut pieces = rows::across(json, |text| finder.find(text));
        let (mut number, mut clean) = (0, true);
        json.changed(&mut tape, |leaf| {
            let hits = in_leaf(finder, &leaf, pieces.remove(&number), &|_, _| {});
            clean &= hits.is_empty();
            self.add(spot, &leaf.text, &hits);
            number += 1;
            None
        });
        if clean {
            self.findings.clean.add(json.text());
        }
    }

    fn file(&mut self, _media_type: Option<&str>, base64: &mut String) {
        let finder = self.finder;
        let mut clean = true;
        files::cleared(
            base64,
            |text| finder.find(text),
            |text, hits| {
                clean &= hits.is_empty();
                self.add(Spot::FileData, text, &hits);
                None
            },
        );
        if clean {
            self.findings.clean.add(base64);
        }
    }
}

/// Finds what is in a leaf, by its name too, together with the pieces of hits that span several
/// leaves.
pub(crate) fn in_leaf(
    finder: &Finder,
    leaf: &Leaf<'_>,
    pieces: Option<Vec<Hit>>,
    more: More<'_>,
) -> Vec<Hit> {
    let mut hits = match &leaf.name {
        Some(name) => {
            // `Password field`, `#password`: what a page calls where it is typed.
            let low = name.trim_end_matches(" field").trim_end_matches(" input");
            let name = if low.len() < name.len() { low } else { name };
            finder.find_named_more(name.trim_start_matches('#'), &leaf.text, more)
        }
        None => finder.find_more(&leaf.text, more),
    };
    if let Some(pieces) = pieces {
        // A piece of a larger one goes by the larger one's name.
        let over = |hit: &Hit, piece: &Hit| {
            piece.span.start < hit.span.end && hit.span.start < piece.span.end
        };
        hits.retain(|hit| !pieces.iter().any(|piece| over(hit, piece)));
        hits.extend(pieces);
        hits.sort_by_key(|hit| hit.span.start);
    }
    hits
}
