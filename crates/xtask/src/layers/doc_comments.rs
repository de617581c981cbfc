//! Doc comments: types and functions that others use have one, and a function's begins with a verb.
//!
//! ```text
//! syn::File ─▶ visit types and functions outside test code ─▶ the faults of a file ─▶ ratchet
//! ```
//!
//! The compiler's `missing_docs` asks for one on every field too, and gets "Its size." there.
//! What a field is, its name says.

use proc_macro2::{LineColumn, Span};
use syn::visit::{self, Visit};

use super::ceilings;
use super::ratchet::Ceiling;
use super::test_code::TestCode;
use super::tree::Crates;

/// What ends like a verb in the third person and is none.
const NO_VERBS: &[&str] = &[
    "Addresses",
    "Always",
    "Bytes",
    "Devices",
    "Files",
    "Its",
    "Less",
    "Messages",
    "Others",
    "Parts",
    "Rows",
    "Sometimes",
    "Texts",
    "This",
    "Those",
    "Us",
    "Values",
    "Whose",
    "Words",
    "Yes",
];

/// A doc comment that is not there, or begins with something else than what the function does.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// Counted from 1.
    pub line: usize,
    pub what: String,
}

/// Returns what is wrong with how many doc comments of a package are missing or begin badly.
pub fn wrongs(crates: &Crates) -> Vec<String> {
    let faults = faults_of(crates);
    let ceiling = Ceiling::of(
        "DOC_COMMENTS",
        ceilings::DOC_COMMENTS,
        &crates.package,
        "doc comments that are missing or begin with no verb",
    );
    let wrong = ceiling.judge(faults.len());
    match ceiling.allows(faults.len()) {
        true => wrong.into_iter().collect(),
        false => wrong
            .map(|wrong| format!("{wrong}\n  {}", faults.join("\n  ")))
            .into_iter()
            .collect(),
    }
}

/// Returns the faults of a package, each with its place.
pub fn faults_of(crates: &Crates) -> Vec<String> {
    crates
        .shipped()
        .into_iter()
        .flat_map(|module| {
            let file = module.file.display().to_string();
            let faults = module.source.doc_faults.iter();
            faults.map(move |fault| format!("{file}:{}: {}", fault.line, fault.what))
        })
        .collect()
}

/// Finds the faults of one file.
pub fn faults(file: &syn::File, tests: &TestCode) -> Vec<Fault> {
    let mut finder = Finder {
        tests,
        found: Vec::new(),
    };
    finder.visit_file(file);
    finder.found
}

struct Finder<'t> {
    tests: &'t TestCode,
    found: Vec<Fault>,
}

impl Finder<'_> {
    fn named(
        &mut self,
        visibility: &syn::Visibility,
        attributes: &[syn::Attribute],
        name: &syn::Ident,
    ) {
        let public = matches!(visibility, syn::Visibility::Public(_));
        if public && first_line(attributes).is_none() && !is_excused(attributes, name) {
            self.fault(name.span(), format!("`{name}` has no doc comment"));
        }
    }

    fn function(&mut self, attributes: &[syn::Attribute], name: &syn::Ident) {
        let Some(line) = first_line(attributes) else {
            return;
        };
        let first = line.split_whitespace().next().unwrap_or_default();
        if !is_verb(first) {
            let begins = "begins with no verb in the third person";
            self.fault(
                name.span(),
                format!("the doc of `{name}` {begins}: {first}"),
            );
        }
    }

    fn fault(&mut self, span: Span, what: String) {
        let LineColumn { line, .. } = span.start();
        if !self.tests.has_line(line) {
            self.found.push(Fault { line, what });
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.named(&item.vis, &item.attrs, &item.ident);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.named(&item.vis, &item.attrs, &item.ident);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.named(&item.vis, &item.attrs, &item.ident);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.named(&item.vis, &item.attrs, &item.ident);
        visit::visit_item_trait(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.function(&item.attrs, &item.sig.ident);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.named(&item.vis, &item.attrs, &item.sig.ident);
        self.function(&item.attrs, &item.sig.ident);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.named(&item.vis, &item.attrs, &item.sig.ident);
        self.function(&item.attrs, &item.sig.ident);
    }
}

/// Returns whether something needs no doc comment: a constructor, the twin of something for another
/// system, or arguments, where it would become a line of help.
fn is_excused(attributes: &[syn::Attribute], name: &syn::Ident) -> bool {
    let arguments = |attribute: &syn::Attribute| {
        let syn::Meta::List(list) = &attribute.meta else {
            return false;
        };
        let derived = list.tokens.to_string();
        let mut words = derived.split(|c: char| !c.is_alphanumeric());
        list.path.is_ident("derive")
            && words.any(|word| matches!(word, "Args" | "Subcommand" | "Parser"))
    };
    name == "new"
        || attributes
            .iter()
            .any(|attribute| attribute.path().is_ident("cfg") || arguments(attribute))
}

/// Returns the first line of a doc comment.
fn first_line(attributes: &[syn::Attribute]) -> Option<String> {
    attributes
        .iter()
        .find_map(|attribute| match &attribute.meta {
            syn::Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
                syn::Expr::Lit(syn::ExprLit {
                    lit: syn::Lit::Str(text),
                    ..
                }) => Some(text.value()),
                _ => None,
            },
            _ => None,
        })
}

fn is_verb(word: &str) -> bool {
    let word = word.trim_end_matches([',', ':', ';']);
    let letters = word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    letters
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.ends_with('s')
        && !NO_VERBS.contains(&word)
}
