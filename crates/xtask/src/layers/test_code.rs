//! Which parts of a file are test code: whatever stands under `#[cfg(test)]` or `#[test]`.
//!
//! ```text
//! syn::File ─▶ visit every node that can have attributes ─▶ the places of those that only tests see
//! ```
//!
//! A part counts only as far as its attribute reaches: what comes after a `#[cfg(test)] mod json;`
//! is ordinary code again.

use proc_macro2::{LineColumn, Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The parts of one file that only tests see.
#[derive(Default)]
pub struct TestCode {
    parts: Vec<Place>,
}

/// The beginning and the end of something in a file.
#[derive(Clone, Copy)]
pub struct Place {
    start: LineColumn,
    end: LineColumn,
}

impl Place {
    /// Returns the place of a span.
    pub fn of(span: Span) -> Self {
        Self {
            start: span.start(),
            end: span.end(),
        }
    }

    /// Checks whether a position is inside.
    pub fn contains(&self, at: LineColumn) -> bool {
        self.start <= at && at < self.end
    }

    /// Returns the numbers of the lines that it covers.
    pub fn lines(&self) -> std::ops::RangeInclusive<usize> {
        self.start.line..=self.end.line
    }
}

impl TestCode {
    /// Finds the test code of a file.
    pub fn of(file: &syn::File) -> Self {
        let mut finder = Finder::default();
        finder.part(file, |finder, file| visit::visit_file(finder, file));
        finder.found
    }

    /// Checks whether only tests see what is at a position.
    pub fn contains(&self, at: LineColumn) -> bool {
        self.parts.iter().any(|part| part.contains(at))
    }

    /// Checks whether a line belongs to test code.
    pub fn has_line(&self, line: usize) -> bool {
        self.parts.iter().any(|part| part.lines().contains(&line))
    }
}

/// Walks down a file, and notes for each part that it is in whether an attribute made it a test's.
#[derive(Default)]
struct Finder {
    open: Vec<bool>,
    found: TestCode,
}

impl Finder {
    fn part<T: Spanned>(&mut self, node: &T, walk: fn(&mut Self, &T)) {
        self.open.push(false);
        walk(self, node);
        if self.open.pop() == Some(true) {
            self.found.parts.push(Place::of(node.span()));
        }
    }
}

/// Visits these kinds of nodes as parts of their own.
macro_rules! parts {
    ($($visit:ident: $node:ident,)*) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            self.part(node, |finder, node| visit::$visit(finder, node));
        })*
    };
}

impl<'ast> Visit<'ast> for Finder {
    parts! {
        visit_arm: Arm,
        visit_expr: Expr,
        visit_field: Field,
        visit_field_value: FieldValue,
        visit_fn_arg: FnArg,
        visit_foreign_item: ForeignItem,
        visit_generic_param: GenericParam,
        visit_impl_item: ImplItem,
        visit_item: Item,
        visit_local: Local,
        visit_stmt_macro: StmtMacro,
        visit_trait_item: TraitItem,
        visit_variant: Variant,
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if is_for_tests(attribute)
            && let Some(part) = self.open.last_mut()
        {
            *part = true;
        }
    }
}

/// Checks whether an attribute removes its item from every build but a test's.
pub fn is_for_tests(attribute: &syn::Attribute) -> bool {
    let path = attribute.path();
    match &attribute.meta {
        syn::Meta::List(list) if path.is_ident("cfg") => needs_test(list.tokens.clone()),
        _ => path
            .segments
            .last()
            .is_some_and(|last| last.ident == "test"),
    }
}

/// Checks whether a condition is true in tests only: `test`, or an `all(…)` with such a part.
fn needs_test(condition: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = condition.into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(word)] => word == "test",
        [TokenTree::Ident(word), TokenTree::Group(parts)] if word == "all" => {
            let parts: Vec<TokenTree> = parts.stream().into_iter().collect();
            parts
                .split(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','))
                .any(|part| needs_test(part.iter().cloned().collect()))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_lines(text: &str) -> Vec<usize> {
        let found = TestCode::of(&syn::parse_file(text).expect("it is Rust"));
        (1..=text.lines().count())
            .filter(|line| found.has_line(*line))
            .collect()
    }

    #[test]
    fn what_comes_after_test_code_is_ordinary_again() {
        let text = "#[cfg(test)]\nmod json;\nfn shipped() {}\n#[cfg(test)]\nmod tests {\n}\nfn last() {}\n";
        assert_eq!(test_lines(text), [1, 2, 4, 5, 6]);
    }

    #[test]
    fn only_a_condition_that_needs_a_test_counts() {
        for text in [
            "#[cfg(all(unix, test))]\nfn a() {}",
            "#[tokio::test]\nasync fn a() {}",
            "#![cfg(test)]\nfn a() {}",
        ] {
            assert_eq!(test_lines(text), [1, 2], "{text}");
        }
        for text in [
            "#[cfg(any(unix, test))]\nfn a() {}",
            "#[cfg(not(test))]\nfn a() {}",
            "#[cfg_attr(test, derive(Debug))]\nstruct A;",
        ] {
            assert!(test_lines(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_part_of_an_item_is_taken_out_alone() {
        let text = "impl A {\n    fn a() {}\n    #[cfg(test)]\n    fn b() {}\n}\n";
        assert_eq!(test_lines(text), [3, 4]);
        let text = "fn a() {\n    #[cfg(test)]\n    let b = 1;\n    c();\n}\n";
        assert_eq!(test_lines(text), [2, 3]);
    }
}
