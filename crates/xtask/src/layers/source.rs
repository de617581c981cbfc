//! One source file, read once: how long it is, which modules it declares, what it mentions.
//!
//! ```text
//! text ─▶ tokens ─▶ syn::File ─▶ TestCode ─┬─▶ own lines   (all but test code and doc comments)
//!                       │                  ├─▶ mentions    (all but test code's)
//!                       │                  └─▶ doc faults  (all but test code's)
//!                       └─▶ mod a; mod b { … }
//! ```

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result};
use proc_macro2::{LineColumn, TokenStream};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::doc_comments::{self, Fault};
use super::mentions::{Mention, mentions};
use super::test_code::{Place, TestCode, is_for_tests};

/// What is known of one file of Rust.
pub struct Source {
    /// How many lines it has, test code and doc comments not counted.
    pub own_lines: usize,
    /// The modules it declares, at any depth.
    pub modules: Vec<Declared>,
    /// What it mentions outside test code.
    pub mentions: Vec<Mention>,
    /// Doc comments that are missing or begin badly, outside test code.
    pub doc_faults: Vec<Fault>,
}

/// A `mod` declaration in a file.
pub struct Declared {
    /// Its name, after those of the modules written out around it.
    pub path: Vec<String>,
    /// Where else its file is, when `#[path]` says so.
    pub elsewhere: Option<String>,
    /// Whether only tests see it.
    pub for_tests: bool,
    /// The position of its contents, when they are written out here.
    pub body: Option<Place>,
}

impl Source {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self> {
        let tokens: TokenStream = text
            .parse()
            .map_err(|error| anyhow::anyhow!("{error}"))
            .context("it cannot be read as Rust")?;
        let file: syn::File = syn::parse2(tokens.clone()).context("it cannot be read as Rust")?;
        let tests = TestCode::of(&file);
        let mut declarations = Declarations::default();
        declarations.visit_file(&file);
        Ok(Self {
            own_lines: (1..)
                .zip(text.lines())
                .filter(|(line, text)| !tests.has_line(*line) && !is_doc_comment(text))
                .count(),
            modules: declarations.found,
            mentions: mentions(tokens, &tests),
            doc_faults: doc_comments::faults(&file, &tests),
        })
    }

    /// Returns the names of the modules, written out in this file, that a mention is inside of.
    pub fn inside(&self, mention: &Mention) -> &[String] {
        let at = LineColumn {
            line: mention.line,
            column: mention.column,
        };
        self.modules
            .iter()
            .filter(|module| module.body.is_some_and(|body| body.contains(at)))
            .map(|module| module.path.as_slice())
            .max_by_key(|path| path.len())
            .unwrap_or_default()
    }
}

#[derive(Default)]
struct Declarations {
    within: Vec<String>,
    for_tests: bool,
    found: Vec<Declared>,
}

impl<'ast> Visit<'ast> for Declarations {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let name = module.ident.to_string();
        self.within
            .push(name.strip_prefix("r#").unwrap_or(&name).to_owned());
        let around = self.for_tests;
        self.for_tests |= module.attrs.iter().any(is_for_tests);
        self.found.push(Declared {
            path: self.within.clone(),
            elsewhere: module.attrs.iter().find_map(path_attribute),
            for_tests: self.for_tests,
            body: module.content.as_ref().map(|_| Place::of(module.span())),
        });
        visit::visit_item_mod(self, module);
        self.for_tests = around;
        self.within.pop();
    }
}

fn is_doc_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("///") || line.starts_with("//!")
}

fn path_attribute(attribute: &syn::Attribute) -> Option<String> {
    match &attribute.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The files that were read, each once.
#[derive(Default)]
pub struct Sources {
    read: HashMap<PathBuf, Rc<Source>>,
}

impl Sources {
    /// Returns what is known of a file.
    pub fn read(&mut self, file: &Path) -> Result<Rc<Source>> {
        if let Some(known) = self.read.get(file) {
            return Ok(known.clone());
        }
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let source = Source::parse(&text).with_context(|| file.display().to_string())?;
        let source = Rc::new(source);
        self.read.insert(file.to_owned(), source.clone());
        Ok(source)
    }
}
