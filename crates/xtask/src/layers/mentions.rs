//! Every name that a file mentions, as it is written: `crate::door::Reply`, `Instant::now`.
//!
//! ```text
//! tokens of a file ─┬─ use a::{b, c as d};  ─▶ Import a::b, Import a::c (here: d)
//!                   ├─ a::b::c(…)           ─▶ Call a::b::c
//!                   ├─ x.elapsed()          ─▶ Method elapsed
//!                   └─ with = "crate::a"    ─▶ Plain crate::a
//! ```
//!
//! Tokens, and not syn's tree, because half of the interesting names stand inside macros
//! (`tokio::select!`, `json!`, `vec!`), whose contents syn does not look into.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

use super::test_code::TestCode;

/// A name that occurs in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Its segments, as they are written.
    pub path: Vec<String>,
    /// How it is mentioned.
    pub how: How,
    /// The line, from 1.
    pub line: usize,
    /// Its column, which tells what it is inside of.
    pub column: usize,
}

/// How a name is mentioned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// In a `use`, and known by this name from there on.
    Import(String),
    /// In a `use` that ends with `*`.
    Glob,
    /// With arguments in parentheses.
    Call,
    /// As a method without arguments.
    Method,
    /// In any other way.
    Plain,
}

/// Returns what the tokens mention outside test code.
pub fn mentions(tokens: TokenStream, tests: &TestCode) -> Vec<Mention> {
    let mut scan = Scan {
        tests,
        found: Vec::new(),
    };
    scan.all(tokens);
    scan.found
}

struct Scan<'a> {
    tests: &'a TestCode,
    found: Vec<Mention>,
}

impl Scan<'_> {
    fn all(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at = match token {
                token if self.tests.contains(token.span().start()) => at + 1,
                TokenTree::Ident(word) if word == "use" && !is_mark(tokens.get(at + 1), '<') => {
                    self.imports(&tokens, at + 1, &[])
                }
                TokenTree::Ident(_) => self.path(&tokens, at),
                TokenTree::Group(group) => {
                    self.all(group.stream());
                    at + 1
                }
                TokenTree::Literal(text) => {
                    self.text(&text.to_string(), token);
                    at + 1
                }
                TokenTree::Punct(_) => at + 1,
            };
        }
    }

    /// Reads a path that begins here, and returns where it has ended.
    fn path(&mut self, tokens: &[TokenTree], begin: usize) -> usize {
        let mut at = begin;
        let mut path = Vec::new();
        while let Some(TokenTree::Ident(segment)) = tokens.get(at) {
            path.push(plain(&segment.to_string()));
            at += 1;
            if !is_colons(tokens, at) || !matches!(tokens.get(at + 2), Some(TokenTree::Ident(_))) {
                break;
            }
            at += 2;
        }
        let arguments = match tokens.get(at) {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                Some(group)
            }
            _ => None,
        };
        let how = match (before(tokens, begin), arguments) {
            (Before::Dot, Some(arguments)) if arguments.stream().is_empty() => How::Method,
            (Before::Dot | Before::Type | Before::Tick, _) => return at,
            (Before::Other, Some(_)) => How::Call,
            (Before::Other, None) => How::Plain,
        };
        self.note(path, how, &tokens[begin]);
        at
    }

    /// Reads one tree of a `use`, and returns where it has ended.
    fn imports(&mut self, tokens: &[TokenTree], begin: usize, above: &[String]) -> usize {
        let mut at = begin;
        let mut path = above.to_vec();
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Ident(word) if word == "as" => {
                    let here = tokens.get(at).map(ToString::to_string).unwrap_or_default();
                    self.note(path, How::Import(plain(&here)), &tokens[begin]);
                    return at + 1;
                }
                // `use a::{self}` is `use a`.
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(plain(&word.to_string())),
                TokenTree::Punct(mark) if mark.as_char() == ':' => {}
                TokenTree::Punct(mark) if mark.as_char() == '*' => {
                    self.note(path, How::Glob, token);
                    return at;
                }
                TokenTree::Group(branches) => {
                    self.branches(branches, &path);
                    return at;
                }
                _ => break,
            }
        }
        if let Some(here) = path.last().cloned() {
            self.note(path, How::Import(here), &tokens[begin]);
        }
        at
    }

    fn branches(&mut self, group: &Group, above: &[String]) {
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        for branch in tokens.split(|token| is_mark(Some(token), ',')) {
            if !branch.is_empty() {
                self.imports(branch, 0, above);
            }
        }
    }

    /// Notes a path inside a text, as attributes have them: `with = "crate::times"`.
    fn text(&mut self, literal: &str, token: &TokenTree) {
        let text = literal.trim_matches('"');
        let ours = ["crate::", "super::", "self::"]
            .iter()
            .any(|start| text.starts_with(start));
        let is_name = |part: &str| part.chars().all(|c| c.is_alphanumeric() || c == '_');
        if ours && text.split("::").all(is_name) {
            let path = text.split("::").map(str::to_owned).collect();
            self.note(path, How::Plain, token);
        }
    }

    fn note(&mut self, path: Vec<String>, how: How, token: &TokenTree) {
        // A lone small word is a keyword, a variable or a field.
        if let ([word], How::Plain) = (path.as_slice(), &how)
            && !word.starts_with(char::is_uppercase)
        {
            return;
        }
        let start = token.span().start();
        self.found.push(Mention {
            path,
            how,
            line: start.line,
            column: start.column,
        });
    }
}

/// What precedes a path, as far as that decides how to read it.
enum Before {
    /// `x.`: a field or a method.
    Dot,
    /// `<T>::`: the rest of a path whose beginning is a type.
    Type,
    /// A `'`, which makes the name a lifetime.
    Tick,
    Other,
}

fn before(tokens: &[TokenTree], at: usize) -> Before {
    let back = |steps: usize| at.checked_sub(steps).and_then(|at| tokens.get(at));
    if is_mark(back(1), '\'') {
        Before::Tick
    } else if is_mark(back(1), '.') && !is_mark(back(2), '.') {
        Before::Dot
    } else if is_mark(back(1), ':') && is_mark(back(2), ':') && is_mark(back(3), '>') {
        Before::Type
    } else {
        Before::Other
    }
}

fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(found)) if found.as_char() == mark)
}

fn is_colons(tokens: &[TokenTree], at: usize) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(first))
        if first.as_char() == ':' && first.spacing() == Spacing::Joint)
        && is_mark(tokens.get(at + 1), ':')
}

fn plain(word: &str) -> String {
    word.strip_prefix("r#").unwrap_or(word).to_owned()
}
