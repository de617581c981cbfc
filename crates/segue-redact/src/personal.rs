//! What is no secret but says who somebody is: home folders, user and host names, addresses.
//! A switch of its own, off unless the person wants it.

use aho_corasick::{AhoCorasick, MatchKind};

use crate::finding::{Confidence, Hit};

/// What is known of the person's computer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    pub home: Option<String>,
    /// The names they log in with.
    pub users: Vec<String>,
    /// What the computer is called.
    pub host: Option<String>,
}

/// Looks for personal things.
#[derive(Debug)]
pub(crate) struct Personal {
    names: Option<AhoCorasick>,
    rules: Vec<&'static str>,
}

/// Where systems keep home folders; the next piece of the path is somebody's name.
const HOMES: &[&str] = &["/home/", "/Users/", "\\Users\\", "\\\\Users\\\\"];

/// Names that mean nobody, or anybody.
const NOBODY: &[&str] = &[
    "root",
    "user",
    "admin",
    "localhost",
    "ubuntu",
    "runner",
    "shared",
    "public",
    "default",
    "home",
    "users",
    "me",
    "dev",
    "work",
    "app",
    "code",
    "project",
    "node",
    "vscode",
    "developer",
    "workspace",
];

impl Personal {
    pub(crate) fn new(facts: &Facts) -> Self {
        let (mut texts, mut rules) = (Vec::new(), Vec::new());
        let users = facts.users.iter().map(|user| (user, "user-name", 3));
        let known = facts
            .home
            .iter()
            .map(|home| (home, "home-path", 4))
            .chain(users)
            .chain(facts.host.iter().map(|host| (host, "host-name", 3)));
        for (text, rule, shortest) in known {
            let common = NOBODY.contains(&text.to_lowercase().as_str());
            if text.len() >= shortest && !common {
                texts.push(text.clone());
                rules.push(rule);
            }
        }
        let names = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(&texts)
            .ok()
            .filter(|_| !texts.is_empty());
        Self { names, rules }
    }

    pub(crate) fn find(&self, text: &str, hits: &mut Vec<Hit>) {
        let mut add = |rule: &str, span: std::ops::Range<usize>| {
            hits.push(Hit::plain(rule, Confidence::Possible, span));
        };
        for found in self.names.iter().flat_map(|names| names.find_iter(text)) {
            if let Some(rule) = self.rules.get(found.pattern().as_usize())
                && is_word(text, found.range())
            {
                add(rule, found.range());
            }
        }
        for start in HOMES {
            for (at, _) in text.match_indices(start) {
                let from = at + start.len();
                let rest = text.get(from..).unwrap_or_default();
                let name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
                let length = rest.find(|c| !name(c)).unwrap_or(rest.len());
                let who = rest.get(..length).unwrap_or_default().to_lowercase();
                if length > 0 && !NOBODY.contains(&who.as_str()) {
                    add("home-path", at..from + length);
                }
            }
        }
        for (at, _) in text.match_indices('@') {
            if let Some(span) = address(text, at) {
                add("email-address", span);
            }
        }
    }
}

/// Checks whether a name stands alone, not inside another word.
fn is_word(text: &str, span: std::ops::Range<usize>) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let before = text
        .get(..span.start)
        .and_then(|head| head.chars().next_back());
    let after = text.get(span.end..).and_then(|tail| tail.chars().next());
    !before.is_some_and(inside) && !after.is_some_and(inside)
}

/// Finds the e-mail address around an `@`.
fn address(text: &str, at: usize) -> Option<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let local = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'%' | b'+' | b'-')
    };
    let start = at
        - bytes
            .get(..at)?
            .iter()
            .rev()
            .take(64)
            .take_while(|byte| local(byte))
            .count();
    let domain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let mut end = at
        + 1
        + bytes
            .get(at + 1..)?
            .iter()
            .take(190)
            .take_while(|byte| domain(byte))
            .count();
    // A sentence may end right after it.
    while text.get(..end)?.ends_with(['.', '-']) {
        end -= 1;
    }
    let name = text.get(start..at)?;
    let host = text.get(at + 1..end)?;
    let (_, last) = host.rsplit_once('.')?;
    let real = last.len() >= 2 && last.bytes().all(|byte| byte.is_ascii_alphabetic());
    // `git@github.com:…` and `noreply@…` are nobody's.
    let nobody = matches!(name, "git" | "noreply" | "no-reply" | "hg" | "svn");
    let example =
        host.ends_with("example.com") || host.ends_with("example.org") || host.ends_with(".local");
    (!name.is_empty() && real && !nobody && !example).then_some(start..end)
}
