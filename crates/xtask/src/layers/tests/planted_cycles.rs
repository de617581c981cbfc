//! Cycles that are planted in small crates, and things that only look like one.

use super::super::cycles::{Cycle, judge, of_package};
use super::super::graph::Graph;
use super::planted;

/// Returns the cycles of a crate as `a, b`, the largest first.
fn cycles(files: &[(&str, &str)]) -> Vec<String> {
    let (found, unreadable) = of_package(&planted("segue-node", files));
    assert_eq!(unreadable, Vec::<String>::new());
    found.iter().map(|cycle| cycle.modules.join(", ")).collect()
}

#[test]
fn two_modules_that_import_each_other_are_found_with_a_place_for_each_arrow() {
    let crates = planted(
        "segue-node",
        &[
            ("lib.rs", "mod a;\nmod b;\nmod c;\n"),
            ("a.rs", "use crate::{c::D, b::{self, B}};\n"),
            ("b.rs", "mod deep;\n"),
            ("b/deep.rs", "\nuse super::super::a::A;\n"),
            ("c.rs", "pub struct D;\n"),
        ],
    );
    let (found, _) = of_package(&crates);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].modules, ["a", "b"]);
    assert_eq!(found[0].lines, 4);
    let arrows = found[0].arrows.join("\n");
    assert!(
        arrows.contains("a -> b  ") && arrows.contains("a.rs:1  crate::b"),
        "{arrows}"
    );
    assert!(
        arrows.contains("b/deep.rs:2  super::super::a::A"),
        "{arrows}"
    );
}

#[test]
fn a_cycle_through_what_the_root_brings_in_is_found() {
    let files = [
        (
            "lib.rs",
            "mod a;\nmod b;\npub use b::{B as Renamed, deep::C};\n",
        ),
        ("a.rs", "pub fn a(_: crate::Renamed) {}\n"),
        (
            "b.rs",
            "pub mod deep;\npub use deep::C as B;\nuse crate::a;\n",
        ),
        ("b/deep.rs", "pub struct C;\n"),
    ];
    assert_eq!(cycles(&files), ["a, b"]);
    let private = [
        ("main.rs", "mod a;\nmod b;\nuse self::b::B;\nfn main() {}\n"),
        ("a.rs", "use super::B;\n"),
        ("b.rs", "use crate::a::A;\n"),
    ];
    assert_eq!(cycles(&private), ["a, b"]);
}

#[test]
fn a_cycle_through_inline_paths_is_found_even_inside_macros() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\n"),
        ("a.rs", "pub fn a() -> Vec<u8> { vec![crate::b::b(); 2] }\n"),
        (
            "b.rs",
            "pub fn b() -> u8 { <crate::a::A as Default>::default().0 }\n",
        ),
    ];
    assert_eq!(cycles(&files), ["a, b"]);
    let attribute = [
        ("lib.rs", "mod a;\nmod b;\n"),
        ("a.rs", "struct A { #[serde(with = \"crate::b\")] x: u8 }\n"),
        ("b.rs", "fn b() { crate::a::a::<u8>() }\n"),
    ];
    assert_eq!(cycles(&attribute), ["a, b"]);
}

#[test]
fn a_cycle_around_three_corners_and_through_a_module_written_out_is_found() {
    let files = [
        (
            "lib.rs",
            "mod a;\nmod b { use super::c; }\nmod c;\nmod d;\n",
        ),
        ("a.rs", "use crate::b;\n"),
        ("c.rs", "use super::a;\nuse crate::d;\n"),
        ("d.rs", ""),
    ];
    assert_eq!(cycles(&files), ["a, b, c"]);
}

#[test]
fn a_cycle_through_everything_of_the_root_is_found() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\nuse b::B;\n"),
        ("a.rs", "use crate::*;\npub fn a() -> B { B }\n"),
        ("b.rs", "use crate::a;\n"),
    ];
    assert_eq!(cycles(&files), ["a, b"]);
}

#[test]
fn a_cycle_in_test_code_is_none() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\n#[cfg(test)]\nmod c;\n"),
        ("a.rs", "use crate::b;\n"),
        (
            "b.rs",
            "#[cfg(test)]\nuse crate::a;\n#[cfg(test)]\nmod tests;\n#[test]\nfn t() { crate::a::a() }\n",
        ),
        ("b/tests.rs", "use crate::a;\n"),
        ("c.rs", "use crate::a;\n"),
    ];
    assert_eq!(cycles(&files), Vec::<String>::new());
}

#[test]
fn children_that_name_each_other_and_names_of_other_crates_are_no_cycle() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\npub fn root() {}\n"),
        ("a.rs", "mod x;\nmod y;\nuse crate::b;\n"),
        ("a/x.rs", "use super::y;\n"),
        ("a/y.rs", "use super::x;\n"),
        (
            "b.rs",
            "use a::other;\n/// See [`crate::a`].\nfn f() { crate::root(); self.a.b() }\n",
        ),
    ];
    assert_eq!(cycles(&files), Vec::<String>::new());
}

#[test]
fn a_root_that_brings_in_everything_of_a_module_cannot_be_read() {
    let crates = planted(
        "segue-node",
        &[("lib.rs", "mod a;\npub use a::*;\n"), ("a.rs", "")],
    );
    assert_eq!(Graph::of(&crates.trees[0]).unreadable.len(), 1);
}

fn cycle(modules: &[&str], lines: usize) -> Cycle {
    Cycle {
        modules: modules.iter().map(ToString::to_string).collect(),
        lines,
        arrows: vec!["  a -> b  a.rs:1  crate::b".to_owned()],
    }
}

#[test]
fn a_cycle_may_only_shrink() {
    let found = [cycle(&["a", "b", "c"], 1_200)];
    assert_eq!(judge("x", &found, &[(3, 1_500)]), Vec::<String>::new());
    for (allowed, said) in [
        (&[][..], "{a, b, c}\n  a -> b  a.rs:1"),
        (&[(2, 1_500)], "a cycle of 3 modules"),
        (&[(3, 1_000)], "1200 lines"),
        (&[(4, 1_500)], "lower the ceiling to 3 in CYCLES"),
        (&[(3, 2_000)], "lower the ceiling to 1500 in CYCLES"),
        (&[(3, 1_500), (2, 500)], "is gone"),
    ] {
        let wrongs = judge("x", &found, allowed);
        assert!(wrongs.len() == 1 && wrongs[0].contains(said), "{wrongs:?}");
    }
}
