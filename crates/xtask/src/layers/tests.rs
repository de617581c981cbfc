//! The checker against what is planted for it, and against the workspace as it stands.
//!
//! ```text
//! (file, text) … ─▶ a folder in the temporary one ─▶ Package ─▶ Crates ─▶ what the checker says
//! ```

mod planted_cycles;
mod planted_doc_comments;
mod planted_effects;

use std::path::Path;

use super::source::Sources;
use super::tree::Crates;
use super::workspace::Package;

/// Writes sources into a folder and reads them as a package that begins with `lib.rs` or `main.rs`.
fn planted(package: &str, files: &[(&str, &str)]) -> Crates {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().expect("in the folder")).expect("a folder");
        std::fs::write(&file, text).expect("written");
    }
    read(package, folder.path())
}

fn read(package: &str, folder: &Path) -> Crates {
    let roots: Vec<_> = ["lib.rs", "main.rs"]
        .iter()
        .map(|root| folder.join(root))
        .filter(|root| root.is_file())
        .collect();
    let package = Package::planted(package, &[], &roots);
    Crates::read(&package, &mut Sources::default()).expect("the sources are whole")
}

#[test]
fn the_workspace_is_as_the_tables_say() {
    super::check().expect("cargo xtask layers is content");
}

#[test]
fn lines_behind_the_first_test_code_are_counted() {
    let crates = planted(
        "segue-node",
        &[
            (
                "lib.rs",
                "#[cfg(test)]\nmod samples;\n\npub fn one() {}\n\n#[cfg(test)]\nmod tests {\n    fn two() {}\n}\n",
            ),
            ("samples.rs", "pub fn three() {}\n"),
        ],
    );
    assert_eq!(crates.lines(), 3, "the function and the lines around it");
    let only: Vec<_> = crates.only_for_tests().collect();
    assert_eq!(only.len(), 1);
    assert!(only[0].ends_with("samples.rs"));
}

#[test]
fn a_file_behind_a_path_attribute_is_found() {
    let crates = planted(
        "segue-node",
        &[
            (
                "lib.rs",
                "#[path = \"deep/other.rs\"]\nmod one;\nmod two;\n",
            ),
            ("deep/other.rs", "pub fn a() {}\n"),
            ("two/mod.rs", "mod below;\n"),
            ("two/below.rs", "pub fn b() {}\n"),
        ],
    );
    let names: Vec<String> = crates
        .shipped()
        .iter()
        .map(|module| module.path.join("::"))
        .collect();
    assert_eq!(names, ["", "one", "two", "two::below"]);
}

#[test]
fn the_command_line_needs_no_database_and_no_network_to_ask() {
    let mut tree = crate::shell::cargo();
    tree.args(["tree", "--locked", "--offline", "--edges", "normal"]);
    tree.args(["--package", "segue-cli", "--no-default-features"]);
    let tree = crate::shell::read(&mut tree).unwrap();
    assert!(tree.contains("segue-link"), "{tree}");
    for heavy in ["segue-node", "rusqlite", "libp2p"] {
        assert!(!tree.contains(heavy), "{heavy} is reached:\n{tree}");
    }
}
