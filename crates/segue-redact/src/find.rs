//! All rules over one text.
//!
//! ```text
//! text ──one pass──▶ literals of rules ──each rule looks around──▶ hits
//!      ──escapes taken out, base64 decoded──the same again, a few levels deep──▶ hits in another form
//!      ──custom rules──▶ hits ──joined where they touch──▶ Vec<Hit>, in order, apart
//! ```

use std::ops::Range;

use crate::clues::{self, Clue};
use crate::custom::Custom;
use crate::encoded;
use crate::finding::{Confidence, Form, Hit, Secret};
use crate::literals::Literals;
use crate::personal::{Facts, Personal};
use crate::rules::assigned;
use crate::spelled;

/// How often a text may be written in another form within another form.
const DEPTH: usize = 3;

/// Looks for secrets. Built once; looking changes nothing.
#[derive(Debug)]
pub struct Finder {
    literals: Literals,
    custom: Custom,
    personal: Option<Personal>,
}

/// Adds hits of its own to those of the rules, in every form a text is looked at.
pub(crate) type More<'m> = &'m dyn Fn(&str, &mut Vec<Hit>);

impl Default for Finder {
    fn default() -> Self {
        Self::new(Custom::default())
    }
}

impl Finder {
    /// Creates a finder with the person's own rules besides ours.
    pub fn new(custom: Custom) -> Self {
        Self {
            literals: Literals::new(clues::rows()),
            custom,
            personal: None,
        }
    }

    /// Returns a number that tells this finder from any other in use.
    pub(crate) fn number(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }

    /// Adds the search for personal things.
    pub fn with_personal(mut self, facts: &Facts) -> Self {
        self.personal = Some(Personal::new(facts));
        self
    }

    /// Finds everything in a text that looks like a secret, in order and without overlaps.
    pub fn find(&self, text: &str) -> Vec<Hit> {
        self.find_more(text, &|_, _| {})
    }

    /// Finds secrets like [`Self::find`] in a text that is the value of a name.
    pub fn find_named(&self, name: &str, value: &str) -> Vec<Hit> {
        self.find_named_more(name, value, &|_, _| {})
    }

    pub(crate) fn find_more(&self, text: &str, more: More<'_>) -> Vec<Hit> {
        let mut hits = Vec::new();
        self.level(text, (true, more), 0, &mut hits);
        joined(text, hits)
    }

    /// Finds only what `more` finds, in a text in which the rules find nothing.
    pub(crate) fn find_only(&self, text: &str, more: More<'_>) -> Vec<Hit> {
        let mut hits = Vec::new();
        self.level(text, (false, more), 0, &mut hits);
        joined(text, hits)
    }

    pub(crate) fn find_named_more(&self, name: &str, value: &str, more: More<'_>) -> Vec<Hit> {
        let mut hits = self.find_more(value, more);
        if self.is_secret_name(name)
            && let Some((rule, confidence)) = assigned::named(name, value)
        {
            let hit = Hit::plain(rule, confidence, 0..value.len());
            if !self.custom.allows(value, &hit) {
                hits.push(hit);
            }
        }
        joined(value, hits)
    }

    /// Checks whether a name contains one of the literals that name secrets.
    fn is_secret_name(&self, name: &str) -> bool {
        let mut found = matches!(name, "pat" | "pw" | "pin" | "otp" | "sas");
        if name.len() <= 200 {
            self.literals
                .find(name, |_, _, clue| found |= matches!(clue, Clue::Word));
        }
        found
    }

    /// Searches a text, and then what it says in other forms, down to [`DEPTH`] levels.
    fn level(&self, text: &str, how: (bool, More<'_>), depth: usize, hits: &mut Vec<Hit>) {
        let (rules, more) = how;
        if rules {
            self.plain(text, hits);
        }
        more(text, hits);
        if depth == DEPTH {
            return;
        }
        spelled::views(text, |view, form| {
            let mut inner = Vec::new();
            self.level(&view.text, how, depth + 1, &mut inner);
            for hit in joined(&view.text, inner) {
                if let Some(span) = view.span(&hit.span) {
                    let inside = said(&view.text, &hit);
                    // What the plain search has already is joined with it.
                    hits.push(Hit {
                        span,
                        form: hit.form.or(Some(form)),
                        inside,
                        ..hit
                    });
                }
            }
        });
        encoded::runs(text, |span, plain, form| {
            let mut inner = Vec::new();
            self.level(&plain, how, depth + 1, &mut inner);
            let inner = joined(&plain, inner);
            let short = plain.len() < 10_000;
            let sure = |hit: &&Hit| hit.confidence >= Confidence::Likely || short;
            let Some(worst) = inner.iter().filter(sure).max_by_key(|hit| hit.confidence) else {
                return;
            };
            let inside = inner
                .iter()
                .filter(sure)
                .flat_map(|hit| said(&plain, hit))
                .collect();
            let form = if form == Form::ImageMetadata {
                form
            } else {
                Form::Base64
            };
            hits.push(Hit {
                span,
                form: Some(form),
                inside,
                ..worst.clone()
            });
        });
    }

    fn plain(&self, text: &str, hits: &mut Vec<Hit>) {
        let from = hits.len();
        let mut done = 0;
        self.literals.find(text, |at, literal, clue| {
            // No rule looks further than this, so that no text can make all of them look at all of it.
            let (back, ahead) = clue.reach();
            let from = text.floor_char_boundary(at.saturating_sub(back));
            let to = text.ceil_char_boundary((at + literal.len() + ahead).min(text.len()));
            let near = text.get(from..to).unwrap_or_default();
            let first = hits.len();
            let mut seen = usize::saturating_sub(done, from);
            clues::look(
                near,
                at - from..at - from + literal.len(),
                clue,
                &mut seen,
                hits,
            );
            done = done.max(seen + from);
            for hit in hits.iter_mut().skip(first) {
                hit.span = hit.span.start + from..hit.span.end + from;
            }
        });
        self.custom.find(text, hits);
        if let Some(personal) = &self.personal {
            personal.find(text, hits);
        }
        let placeholders = placeholders(text);
        let mut at = 0;
        hits.retain(|hit| {
            at += 1;
            at <= from
                || !(self.custom.allows(text, hit) || is_placeholder(text, hit, &placeholders))
        });
    }
}

/// Finds the places where something was taken out before.
fn placeholders(text: &str) -> Vec<Range<usize>> {
    const START: &str = "[redacted:";
    let all = memchr::memmem::find_iter(text.as_bytes(), START);
    let whole = |at: usize| {
        let rest = text.as_bytes().get(at + START.len()..)?;
        let sign = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'-';
        let name = rest.iter().take(80).take_while(sign).count();
        (rest.get(name) == Some(&b']')).then(|| at..at + START.len() + name + 1)
    };
    all.filter_map(whole).collect()
}

/// Checks whether a hit contains next to nothing but placeholders.
fn is_placeholder(text: &str, hit: &Hit, placeholders: &[Range<usize>]) -> bool {
    // They are in order, and few of them are in one hit.
    let first = placeholders.partition_point(|one| one.end <= hit.span.start);
    let here = placeholders.get(first..).unwrap_or_default();
    let count = here.partition_point(|one| one.start < hit.span.end);
    let here = here.get(..count).unwrap_or_default();
    if here.is_empty() {
        return false;
    }
    let outside = |at: &usize| !here.iter().any(|one| one.contains(at));
    let sign = |at: &usize| {
        text.as_bytes()
            .get(*at)
            .is_some_and(u8::is_ascii_alphanumeric)
    };
    hit.span.clone().filter(outside).filter(sign).count() < 4
}

/// Returns the secrets of a hit as plain text.
fn said(text: &str, hit: &Hit) -> Vec<Secret> {
    if hit.inside.is_empty() {
        vec![Secret::new(text.get(hit.span.clone()).unwrap_or_default())]
    } else {
        hit.inside.clone()
    }
}

/// Joins hits that overlap into one: the surest names it, and all of it goes.
fn joined(text: &str, mut hits: Vec<Hit>) -> Vec<Hit> {
    if hits.len() < 2 {
        return hits;
    }
    hits.sort_by(|a, b| {
        a.span
            .start
            .cmp(&b.span.start)
            .then(b.span.end.cmp(&a.span.end))
    });
    let mut apart: Vec<Hit> = Vec::with_capacity(hits.len());
    for hit in hits {
        match apart.last_mut() {
            Some(last) if hit.span.start < last.span.end => join(text, last, hit),
            _ => apart.push(hit),
        }
    }
    apart
}

fn join(text: &str, last: &mut Hit, hit: Hit) {
    last.known = last.known.or(hit.known);
    if hit.span == last.span {
        if last.inside.is_empty() {
            last.inside = hit.inside;
            last.form = last.form.or(hit.form);
        }
    } else if hit.span.end <= last.span.end {
        // What is within a larger one goes with it, under the larger one's name.
    } else {
        // Neither holds the other: together they are a secret of their own.
        last.span.end = hit.span.end;
        last.inside.clear();
        last.form = None;
        debug_assert!(
            text.is_char_boundary(last.span.end),
            "a span ends within a character"
        );
    }
    if hit.confidence > last.confidence {
        last.rule = hit.rule;
        last.confidence = hit.confidence;
    }
}
