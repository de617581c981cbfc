//! Doc comments that are missing or begin with no verb, planted one by one.

use super::super::doc_comments::faults_of;
use super::planted;

fn faults(text: &str) -> Vec<String> {
    faults_of(&planted("segue-node", &[("lib.rs", text)]))
        .into_iter()
        .map(|fault| fault.rsplit_once("lib.rs:").expect("a place").1.to_owned())
        .collect()
}

#[test]
fn types_and_functions_that_others_use_need_a_doc_comment() {
    assert_eq!(
        faults(
            "pub struct One {\n    pub field: u8,\n}\npub fn two() {}\nstruct Three;\nfn four() {}\n"
        ),
        ["1: `One` has no doc comment", "4: `two` has no doc comment"]
    );
}

#[test]
fn the_doc_comment_of_a_function_begins_with_a_verb() {
    let noun = "/// Messages of a page.\nfn one() {}\n";
    assert_eq!(
        faults(noun),
        ["2: the doc of `one` begins with no verb in the third person: Messages"]
    );
    assert_eq!(faults("/// The page.\nfn one() {}\n").len(), 1);
    assert_eq!(faults("/// Returns the page.\nfn one() {}\n"), [""; 0]);
    assert_eq!(
        faults("impl A {\n    /// Opens, or waits.\n    pub fn b() {}\n}\n"),
        [""; 0]
    );
    assert_eq!(
        faults("trait A {\n    /// Open.\n    fn b();\n}\n").len(),
        1
    );
}

#[test]
fn test_code_is_left_alone() {
    let text = "#[cfg(test)]\nmod tests {\n    /// The sample.\n    pub fn one() {}\n}\n";
    assert_eq!(faults(text), [""; 0]);
}
