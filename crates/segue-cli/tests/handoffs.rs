//! Handoffs on the command line, as far as one computer goes: help, wrong usage, what is shown
//! before anything leaves.

#[path = "support/test_peer.rs"]
#[macro_use]
mod test_peer;
#[path = "support/terminal.rs"]
mod terminal;

use segue_testkit::samples::claude::Session as Sample;
use terminal::typed;
use test_peer::TestPeer;

fn sample(peer: &TestPeer) -> String {
    let sample = Sample::tiny(1, "/work/app").ask("Please fix the login form");
    sample.write(&peer.root(), 10);
    sample.id()[..8].to_owned()
}

#[test]
fn help_teaches() {
    let peer = TestPeer::new();
    snapshot!(
        "handoffs_help",
        peer,
        ["send", "--help"],
        ["outbox", "--help"],
        ["cancel", "--help"],
        ["inbox", "--help"],
        ["review", "--help"],
        ["download", "--help"],
        ["dismiss", "--help"],
        ["ask", "--help"],
        ["answer", "--help"],
        ["fetch", "--help"],
        ["auto", "--help"],
        ["auto", "add", "--help"],
        ["history", "--help"],
    );
}

#[test]
fn wrong_usage_ends_with_two() {
    let peer = TestPeer::new();
    snapshot!(
        "handoffs_usage",
        peer,
        ["send", "1a2b3c4d"],
        ["send", "--to", "Sam"],
        ["send", "1a2b3c4d", "--to", "Sam", "--option", "Wait"],
        [
            "send",
            "1a2b3c4d",
            "--to",
            "Sam",
            "--option",
            "Wait",
            "--blocker",
            "A",
            "--blocker",
            "B",
            "--json"
        ],
        ["send", "1a2b3c4d", "--to", "Sam", "--status", "fine"],
        ["send", "1a2b3c4d", "--to", "Sam", "--artifact", "a.rs:cod"],
        ["send", "1a2b3c4d", "--to", "Sam", "--envelope", "none.json"],
        ["answer", "1a2b3c4d"],
        ["answer", "1a2b3c4d", "--option", "0"],
        ["review", "1a2b3c4d", "--all", "--messages", "3"],
        ["auto", "add", "Sam"],
        ["history", "--mermaid", "--json"],
    );
}

#[test]
fn a_slip_in_a_name_costs_nothing() {
    let peer = TestPeer::new();
    let id = sample(&peer);
    snapshot!(
        "handoffs_nobody",
        peer,
        ["send", &id, "--to", "Dana"],
        ["send", &id, "--to", "Dana", "--json"],
    );
    let (code, shown) = typed(&peer.world, &format!("send {id} --to Dana"), &["y"]);
    assert_eq!(code, 1, "{shown}");
    assert!(!shown.contains("Send to"), "nobody is asked: {shown}");
}

#[test]
fn a_preview_needs_nobody() {
    let peer = TestPeer::new();
    let id = sample(&peer);
    let (code, out, err) = peer.run(&["send", &id, "--to", "Dana", "--preview"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("Please fix the login form"), "{out}");
    let pointer = [
        "send",
        &id,
        "--to",
        "Dana",
        "--preview",
        "--history",
        "pointer",
    ];
    let (code, out, err) = peer.run(&pointer);
    assert_eq!(code, 0, "{err}");
    let (facts, rest) = out.split_once("Sent on request:").expect("both");
    assert!(!facts.contains("Please fix the login form"), "{facts}");
    assert!(rest.contains("Please fix the login form"), "{rest}");
}

#[test]
fn everything_that_can_be_said_is_understood() {
    let peer = TestPeer::new();
    let id = sample(&peer);
    let file = peer.world.home().join("envelope.json");
    std::fs::write(&file, r#"{"results": {"metrics": {"files": 3}}}"#).expect("an envelope");
    let file = file.to_string_lossy().into_owned();
    let (code, out, err) = peer.run(&[
        "send",
        &id,
        "--to",
        "Dana",
        "--preview",
        "--task",
        "Write the missing tests",
        "--note",
        "There is time",
        "--status",
        "blocked",
        "--summary",
        "Half of it",
        "--objective",
        "A form that remembers",
        "--in-scope",
        "login",
        "--out-of-scope",
        "sign-up",
        "--constraint",
        "No new dependency",
        "--instruction",
        "Read it",
        "--expect",
        "A test",
        "--priority",
        "high",
        "--deadline",
        "Friday",
        "--blocker",
        "Which database?",
        "--blocker-type",
        "missing-input",
        "--option",
        "SQLite",
        "--artifact",
        "src/a.rs:code:the form",
        "--envelope",
        &file,
    ]);
    assert_eq!(code, 0, "{err}");
    for word in [
        "Half of it",
        "login",
        "sign-up",
        "No new dependency",
        "Read it",
        "Friday",
        "Which database?",
        "SQLite",
        "src/a.rs",
        "files: 3",
    ] {
        assert!(out.contains(word), "{word} in {out}");
    }
}
