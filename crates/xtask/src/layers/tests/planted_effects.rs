//! Reads of the clock and of files, and names of the node, planted where none may be.

use super::super::effects::{clock_reads, file_reads, wrongs};
use super::super::node_names;
use super::planted;

fn clocks(package: &str, text: &str) -> usize {
    clock_reads(&planted(package, &[("lib.rs", text)])).len()
}

#[test]
fn a_read_of_the_clock_in_pure_code_is_said_with_its_place() {
    let crates = planted(
        "segue-redact",
        &[("lib.rs", "fn a() {\n    std::time::Instant::now();\n}\n")],
    );
    let said = wrongs(&crates).join("\n");
    assert!(said.contains("lib.rs:2: std::time::Instant::now"), "{said}");
}

#[test]
fn every_way_to_read_the_clock_counts() {
    for (text, reads) in [
        ("fn a() { jiff::Timestamp::now(); Zoned::now(); }", 2),
        (
            "use std::time::SystemTime as Wall; fn a() { Wall::now(); }",
            1,
        ),
        (
            "use tokio::time::{sleep, timeout as limit}; fn a() { limit(B, sleep(C)) }",
            2,
        ),
        ("use tokio::time; fn a() { time::interval_at(b, c); }", 1),
        ("use std::thread; fn a() { thread::sleep(b) }", 1),
        (
            "fn a() { tokio::select! { () = tokio::time::sleep_until(b) => {} } }",
            1,
        ),
        (
            "fn a() { b.get_or_insert_with(Instant::now); since.elapsed(); }",
            2,
        ),
        ("use tokio::time::*;", 1),
    ] {
        assert_eq!(clocks("segue-door", text), reads, "{text}");
    }
}

#[test]
fn what_only_sounds_like_a_clock_does_not_count() {
    for text in [
        "use tokio::time::{Instant, sleep};",
        "fn a(clock: &Clock) { clock.now(); Clock::now(); let timeout = 1; b(timeout); }",
        "fn sleep(_: u8) {} fn a() { sleep(1); c.timeout(2); }",
        "/// `Instant::now()` is not for here.\nfn a() { \"Instant::now()\"; }",
        "#[cfg(test)]\nmod tests { fn a() { Instant::now(); } }",
        "#[tokio::test]\nasync fn a() { tokio::time::sleep(B).await; }",
    ] {
        assert_eq!(clocks("segue-node", text), 0, "{text}");
    }
}

#[test]
fn one_crate_reads_the_clock_and_only_who_has_no_state_uses_that_of_the_process() {
    let read = [("lib.rs", "fn now() { Instant::now(); }\n")];
    for package in ["segue-network", "segue-cli", "segue-link", "segue-mailbox"] {
        assert_eq!(clock_reads(&planted(package, &read)).len(), 1, "{package}");
    }
    for package in ["segue-clock", "segue-testkit"] {
        assert_eq!(clock_reads(&planted(package, &read)).len(), 0, "{package}");
    }
    let process = [(
        "lib.rs",
        "use segue_clock::system as clock;\nfn now() { clock::now(); }\n",
    )];
    assert_eq!(clock_reads(&planted("segue-cli", &process)).len(), 0);
    assert!(!clock_reads(&planted("segue-node", &process)).is_empty());
}

#[test]
fn pure_code_and_the_door_touch_no_files() {
    let files = [
        ("lib.rs", "mod door;\nfn a() { std::fs::read(b); }\n"),
        ("door.rs", "use std::{fs, path::Path};\n"),
    ];
    assert_eq!(file_reads(&planted("segue-handoff", &files)).len(), 2);
    assert_eq!(file_reads(&planted("segue-door", &files)).len(), 2);
    assert_eq!(file_reads(&planted("segue-node", &files)).len(), 0);
    assert_eq!(file_reads(&planted("segue-store", &files)).len(), 0);
}

#[test]
fn only_the_first_file_of_a_program_names_the_node() {
    let files = [
        (
            "main.rs",
            "mod a;\nmod b;\nuse segue_node::Link;\nfn main() {}\n",
        ),
        ("a.rs", "fn a() { segue_node::largest_file(); }\n"),
        ("b.rs", "#[cfg(test)]\nuse segue_node::Link;\n"),
    ];
    let crates = planted("segue-mcp", &files);
    assert_eq!(node_names::naming(&crates).len(), 1);
    assert_eq!(node_names::wrongs(&crates).len(), 1);
    assert_eq!(node_names::naming(&planted("segue-node", &files)).len(), 0);
}
