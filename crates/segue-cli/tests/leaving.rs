//! What leaves, on the command line: findings, decisions, a terminal, and nothing in the log.

#[path = "support/test_peer.rs"]
#[macro_use]
mod test_peer;
#[path = "support/terminal.rs"]
mod terminal;

use segue_testkit::samples::claude::Session as Sample;
use terminal::typed;
use test_peer::TestPeer;

/// Put together here, so that nothing in this repository looks like one.
fn aws() -> String {
    ["AKIA", "Q3EGRWX7", "ZT5MPLNV"].concat()
}

fn pem() -> String {
    let body = "MIIEowIBAAKCAQEAx7Jm0fV9yQk2\nZr8TnWc4LpD6sHgB1uXeKvYo5iMq\n";
    format!("-----BEGIN RSA PRIVATE KEY-----\n{body}-----END RSA PRIVATE KEY-----")
}

fn leaky(peer: &TestPeer) -> String {
    let sample = Sample::rich(1, "/work/app")
        .ask(&format!("Deploy with {} please", aws()))
        .call(
            "Bash",
            serde_json::json!({"command": "cat key.pem"}),
            &pem(),
        )
        .answer("Done. DB_PASSWORD=correct-horse-77 is set.");
    sample.write(&peer.root(), 10);
    sample.id()[..8].to_owned()
}

#[test]
fn findings_are_shown_and_taken_out() {
    let peer = TestPeer::new();
    let id = leaky(&peer);
    snapshot!(
        "leaving_export",
        peer,
        ["export", &id, "--preview"],
        ["export", &id, "-o", "a.a2a.json"],
        ["export", &id, "-o", "a.a2a.json"],
        ["export", &id, "--keep", "aws-access-key-zzzzz"],
        [
            "export",
            &id,
            "-o",
            "b.a2a.json",
            "--history",
            "last:2",
            "--no-tool-output"
        ],
        [
            "export",
            &id,
            "-o",
            "c.a2a.json",
            "--history",
            "pointer",
            "--json"
        ],
        ["export", &id, "--history", "some"],
        ["inspect", "a.a2a.json"],
        ["inspect", "b.a2a.json"],
        ["inspect", "c.a2a.json"],
    );
    for file in ["a.a2a.json", "b.a2a.json", "c.a2a.json"] {
        let text = std::fs::read_to_string(peer.world.home().join(file)).expect("the file");
        for secret in [
            aws(),
            "MIIEowIBAAKCAQEA".to_owned(),
            "correct-horse-77".to_owned(),
        ] {
            assert!(!text.contains(&secret), "{secret} is in {file}");
        }
    }
}

#[test]
fn keeping_needs_a_name_and_a_reason() {
    let peer = TestPeer::new();
    let id = leaky(&peer);
    let prepared = peer.ask(&["export", &id, "--preview"]);
    let of = |rule: &str| {
        let findings = prepared["findings"].as_array().expect("findings");
        let found = findings.iter().find(|finding| finding["rule"] == rule);
        found.unwrap_or_else(|| panic!("{rule}: {findings:?}"))["id"]
            .as_str()
            .expect("an id")
            .to_owned()
    };
    let (key, private) = (of("aws-access-key"), of("private-key"));
    let export = |keep: &str| peer.run(&["export", &id, "-o", "kept.a2a.json", "--keep", keep]);
    assert_eq!(export(&key).0, 2, "a reason is missing");
    assert_eq!(export(&format!("{private}=mine")).0, 3);
    assert!(!peer.world.home().join("kept.a2a.json").exists());
    let (code, out, err) = export(&format!("{key}=it was revoked"));
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("KEPT"), "{out}");
    let text = std::fs::read_to_string(peer.world.home().join("kept.a2a.json")).expect("it");
    assert!(text.contains(&aws()) && !text.contains("MIIEowIBAAKCAQEA"));
}

#[test]
fn a_terminal_is_asked() {
    let peer = TestPeer::new();
    let id = leaky(&peer);
    let file = peer.world.home().join("t.a2a.json");
    let export = format!("export {id} -o t.a2a.json");
    let (code, text) = typed(&peer.world, &export, &["q"]);
    assert_eq!(code, 3, "{text}");
    assert!(
        text.contains("Nothing was exported") && !file.exists(),
        "{text}"
    );
    assert!(!text.contains(&aws()), "{text}");

    // The surest come first, in their order: the key of AWS, then the private one.
    let (code, text) = typed(&peer.world, &export, &["k 1", "it was revoked", "k 2", ""]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("can't be kept"), "{text}");
    let sent = std::fs::read_to_string(&file).expect("the file");
    assert!(
        sent.contains(&aws()) && !sent.contains("MIIEowIBAAKCAQEA"),
        "{text}"
    );
    let (code, text) = typed(&peer.world, &format!("{export} --force --yes"), &[]);
    assert_eq!(code, 0, "{text}");
    assert!(!std::fs::read_to_string(&file).expect("it").contains(&aws()));
}

#[test]
fn rules_of_ones_own() {
    let peer = TestPeer::new();
    let sample = Sample::tiny(1, "/work/app").ask("Badge BADGE-4711-0815 is mine");
    sample.write(&peer.root(), 10);
    snapshot!(
        "leaving_rules",
        peer,
        ["rules"],
        [
            "rules",
            "add",
            "badge",
            "BADGE-[0-9]{4}-(?<secret>[0-9]{4})"
        ],
        ["rules", "add", "wrong", "("],
        ["rules", "add", "my rule", "x"],
        ["rules", "try", "Badge BADGE-4711-0815 is mine"],
        ["export", &sample.id()[..8], "-o", "a.a2a.json"],
        ["rules", "allow", "0815"],
        ["rules", "try", "Badge BADGE-4711-0815 is mine"],
        ["rules", "disallow", "0815", "--json"],
        ["rules", "remove", "badge"],
        ["rules", "remove", "badge"],
        ["log"],
    );
}

#[test]
fn nothing_of_a_secret_is_logged() {
    let peer = TestPeer::new();
    let id = leaky(&peer);
    peer.run(&["settings", "set", "log.level", "debug"]);
    peer.run(&["--verbose", "export", &id]);
    peer.run(&["export", &id, "--keep", &aws()]);
    let (_, out, err) = peer.run(&["--verbose", "rules", "try", &aws()]);
    assert!(!out.contains(&aws()) && !err.contains(&aws()), "{out}{err}");
    let logs = std::fs::read_dir(peer.world.profile().join("logs")).expect("logs");
    let mut bytes = 0;
    for entry in logs {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("text");
        bytes += text.len();
        for secret in [
            aws(),
            "MIIEowIBAAKCAQEA".to_owned(),
            "correct-horse-77".to_owned(),
        ] {
            assert!(!text.contains(&secret), "{text}");
        }
    }
    assert!(bytes > 0, "there is a log to look at");
}
