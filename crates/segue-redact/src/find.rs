//! All rules over one text.
//!
//! ```text
//! text ──two automata──▶ literals of rules ──each rule looks around──▶ hits
//!      ──runs of base64 and of %xx──decoded, the same again──▶ hits in another form
//!      ──custom rules──▶ hits ──joined where they touch──▶ Vec<Hit>, in order, apart
//! ```

use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use crate::custom::Custom;
use crate::encoded;
use crate::finding::{Confidence, Hit, PRIVATE_KEY};
use crate::personal::{Facts, Personal};
use crate::rules::assigned::{self, Strength, WORDS};
use crate::rules::tokens::{Alphabet, TOKENS, Token};
use crate::rules::{blocks, headers, jwt, paired, urls};

/// What a literal belongs to.
#[derive(Clone, Copy, Debug)]
enum Clue {
    Token(&'static Token),
    Pem,
    Putty,
    Jwt,
    Telegram,
    Entra,
    Hash,
    Address,
    Webhook(&'static str, &'static str),
    Parameter,
    Word(Strength),
    Scheme(&'static str),
    Cookie,
    User,
    Kubernetes,
}

/// Looks for secrets. Built once; looking changes nothing.
#[derive(Debug)]
pub struct Finder {
    exact: Automaton,
    any_case: Automaton,
    custom: Custom,
    personal: Option<Personal>,
}

#[derive(Debug)]
struct Automaton {
    machine: AhoCorasick,
    clues: Vec<Clue>,
}

impl Automaton {
    fn new(rows: Vec<(&str, Clue)>, any_case: bool) -> Self {
        let machine = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .ascii_case_insensitive(any_case)
            .kind(Some(AhoCorasickKind::DFA))
            .build(rows.iter().map(|(literal, _)| literal));
        Self {
            #[expect(clippy::expect_used, reason = "the literals are our own few")]
            machine: machine.expect("a few hundred short literals fit"),
            clues: rows.into_iter().map(|(_, clue)| clue).collect(),
        }
    }
}

impl Default for Finder {
    fn default() -> Self {
        Self::new(Custom::default())
    }
}

impl Finder {
    /// With rules of the person's own.
    pub fn new(custom: Custom) -> Self {
        let mut exact: Vec<(&str, Clue)> = TOKENS
            .iter()
            .map(|token| (token.start, Clue::Token(token)))
            .collect();
        exact.push((blocks::BEGIN, Clue::Pem));
        exact.push((blocks::PUTTY, Clue::Putty));
        exact.push((jwt::START, Clue::Jwt));
        exact.push((":AA", Clue::Telegram));
        exact.push(("Q~", Clue::Entra));
        exact.push((urls::SCHEME, Clue::Address));
        exact.extend(paired::HASHES.iter().map(|start| (*start, Clue::Hash)));
        exact.extend(headers::USERS.iter().map(|option| (*option, Clue::User)));
        let mut any_case: Vec<(&str, Clue)> = WORDS
            .iter()
            .map(|(word, strength)| (*word, Clue::Word(*strength)))
            .collect();
        any_case.extend(
            headers::SCHEMES
                .iter()
                .map(|scheme| (*scheme, Clue::Scheme(scheme))),
        );
        any_case.extend(
            headers::COOKIES
                .iter()
                .map(|header| (*header, Clue::Cookie)),
        );
        any_case.extend(
            urls::WEBHOOKS
                .iter()
                .map(|(host, rule)| (*host, Clue::Webhook(host, rule))),
        );
        any_case.extend(urls::PARAMETERS.iter().map(|name| (*name, Clue::Parameter)));
        any_case.push(("kind: secret", Clue::Kubernetes));
        Self {
            exact: Automaton::new(exact, false),
            any_case: Automaton::new(any_case, true),
            custom,
            personal: None,
        }
    }

    /// Looks for personal things too.
    pub fn with_personal(mut self, facts: &Facts) -> Self {
        self.personal = Some(Personal::new(facts));
        self
    }

    /// Everything in a text that looks like a secret: in order, apart from each other.
    pub fn find(&self, text: &str) -> Vec<Hit> {
        let mut hits = self.plain(text);
        encoded::find(text, |decoded| self.plain(decoded), &mut hits);
        joined(hits)
    }

    /// The same for a text that is the value of a name.
    pub fn find_named(&self, name: &str, value: &str) -> Vec<Hit> {
        let mut hits = self.find(value);
        let strengths = self
            .any_case
            .machine
            .find_overlapping_iter(name)
            .filter_map(
                |found| match self.any_case.clues.get(found.pattern().as_usize()) {
                    Some(Clue::Word(strength)) => Some((found.range(), *strength)),
                    _ => None,
                },
            );
        for (word, strength) in strengths {
            if let Some((rule, confidence)) = assigned::named(name, word, value, strength) {
                let hit = Hit {
                    rule: rule.to_owned(),
                    confidence,
                    span: 0..value.len(),
                    form: None,
                };
                if !self.custom.allows(value, &hit) {
                    hits.push(hit);
                }
            }
        }
        joined(hits)
    }

    fn plain(&self, text: &str) -> Vec<Hit> {
        let mut hits = Vec::new();
        for automaton in [&self.exact, &self.any_case] {
            for found in automaton.machine.find_overlapping_iter(text) {
                if let Some(clue) = automaton.clues.get(found.pattern().as_usize()) {
                    look(text, found.start()..found.end(), *clue, &mut hits);
                }
            }
        }
        self.custom.find(text, &mut hits);
        if let Some(personal) = &self.personal {
            personal.find(text, &mut hits);
        }
        hits.retain(|hit| !self.custom.allows(text, hit));
        hits
    }
}

fn look(text: &str, at: Range<usize>, clue: Clue, hits: &mut Vec<Hit>) {
    use Confidence::{Certain, Likely};
    let mut add = |rule: &str, confidence: Confidence, span: Option<Range<usize>>| {
        if let Some(span) = span.filter(|span| !span.is_empty()) {
            hits.push(Hit {
                rule: rule.to_owned(),
                confidence,
                span,
                form: None,
            });
        }
    };
    match clue {
        Clue::Token(token) => {
            let span = shaped(text, at.start, token);
            if let Some(span) = &span
                && token.rule == "aws-access-key"
            {
                add(
                    "aws-secret-key",
                    Certain,
                    paired::aws_secret(text, span.end),
                );
            }
            add(token.rule, token.confidence, span);
        }
        Clue::Pem => add(PRIVATE_KEY, Certain, blocks::pem(text, at.start)),
        Clue::Putty => add(PRIVATE_KEY, Certain, blocks::putty(text, at.start)),
        Clue::Jwt if is_edge(text, at.start) => add("jwt", Certain, jwt::jwt(text, at.start)),
        Clue::Jwt => {}
        Clue::Telegram => add(
            "telegram-bot-token",
            Certain,
            paired::telegram(text, at.start),
        ),
        Clue::Entra => add(
            "azure-client-secret",
            Certain,
            paired::entra(text, at.start),
        ),
        Clue::Hash => add("password-hash", Likely, paired::hash(text, at.start)),
        Clue::Address => add("password-in-url", Certain, urls::password(text, at.start)),
        Clue::Webhook(host, rule) => add(rule, Certain, urls::webhook(text, at.start, host)),
        Clue::Parameter => add("signed-url", Likely, urls::parameter(text, at.end)),
        Clue::Word(strength) => {
            if let Some(found) = assigned::assigned(text, at, strength) {
                add(found.strength.rule(), found.confidence, Some(found.value));
            }
        }
        Clue::Scheme(scheme) => add(
            "authorization",
            Likely,
            headers::scheme(text, at.end, scheme),
        ),
        Clue::Cookie => add("cookie", Likely, headers::cookie(text, at.end)),
        Clue::User => add("password-in-command", Likely, headers::user(text, at.end)),
        Clue::Kubernetes => {
            for span in paired::kubernetes(text, at.start) {
                add("kubernetes-secret", Likely, Some(span));
            }
        }
    }
}

/// Whether a token may begin at `at`: nothing of a word stands before it.
fn is_edge(text: &str, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|at| text.as_bytes().get(at)) else {
        return true;
    };
    if !before.is_ascii_alphanumeric() {
        return true;
    }
    // `\nAKIA…`: the letter of an escape that was never taken out.
    let escape = at.checked_sub(2).and_then(|at| text.as_bytes().get(at)) == Some(&b'\\');
    escape && matches!(before, b'n' | b'r' | b't')
}

/// The token of a shape that begins at `at`.
fn shaped(text: &str, at: usize, token: &Token) -> Option<Range<usize>> {
    let inner = token.start.starts_with('.');
    if !inner && !is_edge(text, at) {
        return None;
    }
    let from = at + token.start.len();
    let rest = text.as_bytes().get(from..)?;
    let (fewest, most) = token.length;
    let length = rest
        .iter()
        .take(most + 1)
        .take_while(|byte| token.alphabet.has(**byte))
        .count();
    let goes_on = rest
        .get(length)
        .is_some_and(|byte| byte.is_ascii_alphanumeric());
    if length < fewest
        || length > most
        || (goes_on && token.alphabet != Alphabet::Upper)
        || (goes_on && length < most)
    {
        return None;
    }
    let body = rest.get(..length)?;
    let start = if inner { at - before(text, at)? } else { at };
    is_drawn(body).then_some(start..from + length)
}

/// What stands before a shape that is known by its middle.
fn before(text: &str, at: usize) -> Option<usize> {
    let head = text.as_bytes().get(..at)?;
    let length = head
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    (length == 14).then_some(length)
}

/// Whether the body of a token is more than a row of the same sign, or a word.
fn is_drawn(body: &[u8]) -> bool {
    let mut seen = [false; 256];
    let mut different = 0;
    for byte in body {
        if let Some(seen) = seen.get_mut(usize::from(*byte))
            && !std::mem::replace(seen, true)
        {
            different += 1;
        }
    }
    different >= 6.min(body.len() / 2)
}

/// Hits that touch become one: the surest names it, and all of it goes.
fn joined(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by(|a, b| {
        a.span
            .start
            .cmp(&b.span.start)
            .then(b.span.end.cmp(&a.span.end))
    });
    let mut apart: Vec<Hit> = Vec::with_capacity(hits.len());
    for hit in hits {
        match apart.last_mut() {
            Some(last) if hit.span.start < last.span.end => {
                if hit.confidence > last.confidence {
                    last.rule.clone_from(&hit.rule);
                    last.confidence = hit.confidence;
                    last.form = hit.form;
                }
                last.span.end = last.span.end.max(hit.span.end);
            }
            _ => apart.push(hit),
        }
    }
    apart
}
