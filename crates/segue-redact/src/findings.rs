//! One finding per secret, however often it stands there.

use std::collections::{HashMap, HashSet};
use std::fmt;

use data_encoding::BASE32_NOPAD;
use segue_conversation::walk::Spot;

use crate::clean::Clean;
use crate::entropy::{self, Kinds};
use crate::finding::{Confidence, Form, Hit, PRIVATE_KEY, Secret};
use crate::rules;

/// A place a secret was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The message's place, counted from 0; nothing for what is said about the conversation.
    pub message: Option<u64>,
    /// What part of it.
    pub spot: Spot,
}

/// One secret, however often it was found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Names it: the rule and a few letters drawn from the text under a key nobody else has, so
    /// that the same secret has the same name whatever else is found. Also its placeholder.
    pub id: String,
    /// Which rule found it.
    pub rule: String,
    /// What it is, in words.
    pub what: String,
    /// How sure the rule is.
    pub confidence: Confidence,
    /// How it was written where it was first found.
    pub form: Option<Form>,
    /// A sample that gives nothing away.
    pub sample: String,
    /// How often it was found in what leaves; 0 if only in what stays.
    pub count: u64,
    /// Where, the first few.
    pub places: Vec<Place>,
    secret: Secret,
}

impl Finding {
    /// Checks whether nobody may decide to keep it.
    pub fn must_go(&self) -> bool {
        self.rule == PRIVATE_KEY
    }

    /// Checks whether keeping it needs a reason.
    pub fn keep_needs_reason(&self) -> bool {
        self.confidence == Confidence::Certain
    }

    /// Returns the placeholder that replaces it.
    pub fn placeholder(&self) -> String {
        format!("[redacted:{}]", self.id)
    }

    pub(crate) fn secret(&self) -> &str {
        self.secret.text()
    }

    /// Checks whether its text means nothing else wherever it appears, so that taking it out where
    /// no rule sees it takes nothing else out.
    pub(crate) fn is_distinctive(&self) -> bool {
        let text = self.secret();
        let kinds = Kinds::of(text.as_bytes());
        // Nobody writes `Sunny-Meadow42` but the one who made it up.
        let made_up = text.len() >= 8
            && kinds.digit > 0
            && kinds.letters() > 0
            && (kinds.other > 0 || kinds.upper > 0 && kinds.lower > 0);
        made_up
            || text.len() >= 10
                && (self.confidence == Confidence::Certain || entropy::is_random(text.as_bytes()))
    }
}

/// Everything found in a conversation.
#[derive(Default)]
pub struct Findings {
    all: Vec<Finding>,
    /// By the hash of the text, so that no second copy of it is kept.
    by_text: HashMap<blake3::Hash, usize>,
    names: HashSet<String>,
    key: [u8; 32],
    /// Where nothing was found, and by whom.
    pub(crate) clean: Clean,
    pub(crate) finder: usize,
}

impl fmt::Debug for Findings {
    /// Leaves out the key and the hashes: with them a short secret could be guessed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.all).finish()
    }
}

/// Places remembered for each.
const PLACES: usize = 8;

/// Letters of a name that are drawn from the text.
const LETTERS: usize = 5;

impl Findings {
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        Self {
            key: *key,
            clean: Clean::new(key),
            ..Self::default()
        }
    }

    /// Creates a name that no other finding has.
    fn name(&mut self, rule: &str, text: &str) -> String {
        let hash = blake3::keyed_hash(&self.key, text.as_bytes());
        let letters = BASE32_NOPAD.encode(hash.as_bytes()).to_lowercase();
        let mut most = LETTERS;
        loop {
            let drawn = letters.get(..most).unwrap_or(&letters);
            let name = format!("{rule}-{drawn}");
            if self.names.insert(name.clone()) || most >= letters.len() {
                return name;
            }
            most += 1;
        }
    }

    /// Returns all findings, in the order they were met.
    pub fn all(&self) -> &[Finding] {
        &self.all
    }

    /// Finds the finding with this name.
    pub fn get(&self, id: &str) -> Option<&Finding> {
        self.all.iter().find(|finding| finding.id == id)
    }

    /// Finds the position in [`all`](Self::all) of the finding with this text.
    pub(crate) fn of(&self, text: &str) -> Option<usize> {
        self.by_text.get(&blake3::hash(text.as_bytes())).copied()
    }

    /// Adds what was found in `text`. A secret is the same one in whatever form it was written.
    pub(crate) fn add(&mut self, hit: &Hit, text: &str, place: Option<Place>) {
        if hit.inside.is_empty() {
            self.one(hit, text.get(hit.span.clone()).unwrap_or_default(), place);
        }
        for secret in &hit.inside {
            self.one(hit, secret.text(), place);
        }
    }

    fn one(&mut self, hit: &Hit, text: &str, place: Option<Place>) {
        if let Some(known) = self.of(text).and_then(|at| self.all.get_mut(at)) {
            known.confidence = known.confidence.max(hit.confidence);
            if let Some(place) = place {
                known.count += 1;
                if known.places.len() < PLACES && !known.places.contains(&place) {
                    known.places.push(place);
                }
            }
            return;
        }
        let id = self.name(&hit.rule, text);
        let secret = Secret::new(text);
        self.by_text
            .insert(blake3::hash(text.as_bytes()), self.all.len());
        self.all.push(Finding {
            id,
            what: rules::what(&hit.rule),
            rule: hit.rule.clone(),
            confidence: hit.confidence,
            form: hit.form,
            sample: secret.masked(),
            count: u64::from(place.is_some()),
            places: place.into_iter().collect(),
            secret,
        });
    }
}
