//! Conversations on the command line, as a person and as a program sees them.

#[path = "support/test_peer.rs"]
#[macro_use]
mod test_peer;

use segue_testkit::samples::claude::{self, Session as Sample};
use serde_json::Value;
use test_peer::TestPeer;

#[test]
fn nothing_yet() {
    let peer = TestPeer::new();
    snapshot!(
        "conversations_empty",
        peer,
        ["platforms"],
        ["list"],
        ["list", "--search", "x"],
        ["list", "--json"],
        ["imports"],
        ["show", "abcd1234"],
        ["show", "abc"],
        ["list", "--platform", "nonsense"],
        ["list", "--platform", "cluade"],
        ["list", "--platform", "Claude"],
        ["undo", "abcd1234"],
    );
}

#[test]
fn agents_that_are_off_or_only_read() {
    let peer = TestPeer::new();
    Sample::rich(1, "/work/app").write(&peer.root(), 10);
    snapshot!(
        "conversations_agents",
        peer,
        ["settings", "set", "platforms.off", "[\"codex\"]"],
        [
            "settings",
            "set",
            "platforms.read_only",
            "[\"claude-code\"]"
        ],
        ["platforms"],
        ["list", "--platform", "codex"],
        ["list", "--handed", "in"],
        ["list", "--since", "2200-01-01"],
        ["list", "--since", "yesterday"],
        ["open", "talk.a2a.json"],
    );
}

#[test]
fn looking_at_conversations() {
    let peer = TestPeer::new();
    let rich = Sample::rich(1, "/work/app");
    rich.write(&peer.root(), 10);
    Sample::tiny(2, "/work/other").write(&peer.root(), 20);
    let torn = Sample::tiny(3, "/work/app/ui");
    let text = torn.text();
    torn.write_text(&peer.root(), 30, &text[..text.len() - 9]);
    Sample::new(claude::id(4), "/work/other")
        .ask("A title with\u{1b}[31m colour and \u{202e}turned\u{200b} text")
        .write(&peer.root(), 40);
    Sample::tiny(5, "/work/app").write_text(&peer.root(), 50, "no JSON\n");
    Sample::tiny(6, "/work/app").write_text(&peer.root(), 60, "");
    let id = &rich.id()[..8];
    snapshot!(
        "conversations_list",
        peer,
        ["platforms"],
        ["platforms", "--json"],
        ["list"],
        ["list", "--limit", "2"],
        ["list", "--project", "/work/app"],
        ["list", "--search", "login FORM"],
        ["list", "--search", "nowhere to be found"],
        ["list", "--search", "\"("],
        ["list", "--search", "login", "--json"],
    );
    snapshot!(
        "conversations_show",
        peer,
        ["show", id],
        ["show", id, "--from", "3", "--limit", "2"],
        ["show", id, "--from", "99"],
        ["show", id, "--from", "7", "--json"],
        ["show", &claude::id(4)],
        ["show", &claude::id(5)],
        ["show", &claude::id(6)],
        ["show", &format!("claude:{id}"), "--limit", "1"],
    );
    snapshot!(
        "conversations_resume",
        peer,
        ["resume", id],
        ["resume", id, "--json"],
        ["resume", &claude::id(6)],
        ["resume", "ffffffff"],
        ["resume", "--help"],
    );
    let (_, out, _) = peer.run(&["list"]);
    assert!(!out.contains('\u{1b}') && !out.contains('\u{202e}'));
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
}

#[test]
fn a_conversation_in_a_file_and_back() {
    let peer = TestPeer::new();
    let rich = Sample::rich(1, "/work/app");
    rich.write(&peer.root(), 10);
    let id = &rich.id()[..8];
    peer.project("app");
    peer.project("other");
    snapshot!(
        "conversations_export",
        peer,
        [
            "export",
            id,
            "--task",
            "Write the missing tests",
            "--note",
            "Styles are done"
        ],
        ["export", id],
        ["export", id, "-o", "second.a2a.json", "--json"],
        ["export", "ffffffff"],
    );
    let file = format!("fix-the-login-form-{id}.a2a.json");
    snapshot!(
        "conversations_inspect",
        peer,
        ["inspect", &file],
        ["inspect", &file, "--json"],
        ["inspect", "nowhere.a2a.json"],
        ["inspect", ".claude"],
    );
    snapshot!(
        "conversations_import",
        peer,
        ["import", &file],
        ["import", &file, "--to", "claude-code"],
        ["import", &file, "--to", "nonsense", "--project", "app"],
        [
            "import",
            &file,
            "--to",
            "claude-code",
            "--project",
            "app",
            "--dry-run"
        ],
        ["import", &file, "--to", "claude-code", "--project", "app"],
        ["import", &file, "--to", "claude-code", "--project", "app"],
        ["import", &file, "--to", "claude"],
        ["import", &file, "--to", "claude-code", "--project", "apq"],
        [
            "import",
            &file,
            "--to",
            "claude-code",
            "--project",
            "other",
            "--dry-run"
        ],
        [
            "import",
            &file,
            "--to",
            "claude-code",
            "--project",
            "app",
            "--again",
            "--json"
        ],
    );
    let imports = peer.ask(&["imports"]);
    let first = imports["imports"][1]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let session = imports["imports"][0]["session"]
        .as_str()
        .expect("an id")
        .to_owned();
    peer.settings().bind(|| {
        let shown = [
            peer.shown(&["imports"]),
            peer.shown(&["undo", &first[..8]]),
            peer.shown(&["undo", &first]),
            peer.shown(&["undo", &session, "--json"]),
            peer.shown(&["imports"]),
        ];
        insta::assert_snapshot!("conversations_undo", shown.join("\n"));
    });
    let titles: Vec<Value> = peer.ask(&["list"])["conversations"]
        .as_array()
        .expect("a list")
        .clone();
    assert_eq!(titles.len(), 1, "only the original is left");
}

#[test]
fn refused_by_a_rule_ends_with_three() {
    let peer = TestPeer::new();
    let rich = Sample::rich(1, "/work/app");
    rich.write(&peer.root(), 10);
    peer.project("app");
    peer.run(&["export", rich.id(), "-o", "x.a2a.json"]);
    let file = peer.world.home().join("x.a2a.json");
    let text = std::fs::read_to_string(&file).expect("the file");
    std::fs::write(&file, text.replace("typed", "typeset")).expect("changed");
    let import = [
        "import",
        "x.a2a.json",
        "--to",
        "claude-code",
        "--project",
        "app",
    ];
    let (code, _, err) = peer.run(&import);
    assert_eq!(code, 3, "{err}");
    assert_eq!(peer.ask(&import)["failure"]["code"], "refused");
    for inspect in [
        ["inspect", "x.a2a.json"].as_slice(),
        &["inspect", "x.a2a.json", "--json"],
    ] {
        let (code, out, err) = peer.run(inspect);
        assert_eq!((code, err.as_str()), (3, ""), "{out}");
        assert!(out.contains("was changed after it was made"), "{out}");
    }
    assert_eq!(peer.run(&["export", rich.id(), "-o", "x.a2a.json"]).0, 3);
    assert_eq!(
        peer.run(&["export", rich.id(), "-o", "x.a2a.json", "--force"])
            .0,
        0
    );
    assert_eq!(peer.run(&import).0, 0);
}

#[test]
fn list_and_show_agree_on_the_number_of_messages() {
    let peer = TestPeer::new();
    let long = (0..40).fold(Sample::tiny(1, "/work/app"), |long, _| {
        long.answer(&"many words ".repeat(1000))
    });
    long.ask("Better").again("Worse").write(&peer.root(), 10);
    let listed = || peer.ask(&["list"])["conversations"][0]["messages"].clone();
    let shown = || {
        let shown = peer.ask(&["show", &claude::id(1), "--all"]);
        let count = shown["messages"].as_array().map(Vec::len);
        (count, shown["conversation"]["messages"].clone())
    };
    assert_eq!(shown(), (Some(43), 43.into()));
    assert_eq!(listed(), 43);
}

#[test]
fn one_message_is_not_called_messages() {
    let peer = TestPeer::new();
    Sample::new(claude::id(1), "/work/app")
        .ask("Hello")
        .write(&peer.root(), 10);
    peer.project("app");
    let (code, out, err) = peer.run(&["export", &claude::id(1), "-o", "x.a2a.json"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("  1 message, "), "{out}");
    assert!(out.contains("Kept: 1 piece of text."), "{out}");
    let import = ["import", "x.a2a.json", "--to", "claude", "--project", "app"];
    let (_, out, _) = peer.run(&import);
    assert!(out.contains("(1 message)"), "{out}");
    let (_, log, _) = peer.run(&["log"]);
    assert!(
        log.contains("1 message of ") && log.contains("1 message as "),
        "{log}"
    );
}

#[test]
fn an_export_to_standard_output_is_the_file_and_nothing_else() {
    let peer = TestPeer::new();
    let rich = Sample::rich(1, "/work/app");
    rich.write(&peer.root(), 10);
    peer.project("app");
    for (name, json) in [("x.a2a.json", false), ("y.a2a.json", true)] {
        let export = ["export", rich.id(), "-o", "-", "--json"];
        let (code, out, err) = peer.run(&export[..if json { 5 } else { 4 }]);
        assert_eq!(code, 0, "{err}");
        if json {
            let report: Value = serde_json::from_str(&err).expect("a report");
            assert_eq!(
                (&report["file"], &report["messages"]),
                (&"-".into(), &8.into())
            );
        } else {
            assert!(
                err.contains("8 messages") && err.contains("to standard output"),
                "{err}"
            );
        }
        std::fs::write(peer.world.home().join(name), out).expect("kept");
        let read = peer.ask(&["inspect", name]);
        assert_eq!(
            (&read["content"], &read["sender"]["is_you"]),
            (&"matches".into(), &true.into())
        );
    }
    assert!(!peer.world.home().join("-").exists());
}

/// Every write to `/dev/full` finds the disk full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success() {
    let peer = TestPeer::new();
    let rich = Sample::rich(1, "/work/app");
    rich.write(&peer.root(), 10);
    let full = std::fs::File::create("/dev/full").expect("a full disk");
    let output = peer
        .world
        .program("segue")
        .args(["export", rich.id(), "-o", "-"])
        .stdout(full)
        .output()
        .expect("segue can be started");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("The output can't be written"), "{err}");
    assert!(!err.contains("Exported"), "{err}");
}

#[test]
fn the_environment_of_the_one_who_asks_counts() {
    let mut peer = TestPeer::new();
    Sample::tiny(1, "/work/app").write(&peer.root(), 1);
    let mut host = peer.world.start(&["serve", "--no-ui"]);
    host.line();
    let elsewhere = peer.project("elsewhere");
    Sample::tiny(2, "/work/app").write(&elsewhere, 2);
    let only = |peer: &TestPeer| peer.ask(&["list"])["conversations"][0]["id"].clone();
    assert_eq!(only(&peer), claude::id(1));
    let folder = elsewhere.to_string_lossy().into_owned();
    peer.world.set("CLAUDE_CONFIG_DIR", &folder);
    assert_eq!(only(&peer), claude::id(2));
    assert_eq!(peer.ask(&["list"])["total"], 1);
    host.terminate();
}

#[test]
fn help_of_each_command_has_an_example() {
    let peer = TestPeer::new();
    snapshot!(
        "conversations_help",
        peer,
        ["platforms", "-h"],
        ["list", "-h"],
        ["show", "-h"],
        ["export", "-h"],
        ["inspect", "-h"],
        ["import", "-h"],
        ["imports", "-h"],
        ["undo", "-h"],
    );
    for command in ["list", "show", "export", "inspect", "import", "undo"] {
        let (code, out, _) = peer.run(&[command, "--help"]);
        assert_eq!(code, 0);
        assert!(out.contains(&format!("segue {command} ")), "{command}");
        assert!(out.contains("Example"), "{command}");
    }
}

/// The first one hosts the node and is done before the others: it must not take their work along.
#[test]
fn several_imports_at_once_are_all_done() {
    let peer = TestPeer::new();
    let project = peer.project("app");
    let sample = Sample::rich(1, "/work/app");
    sample.write(&peer.root(), 10);
    let id = &sample.id()[..8];
    let file = peer.world.home().join("out.a2a.json");
    let (file, folder) = (file.display().to_string(), project.display().to_string());
    let exported = peer.run(&["export", id, "-o", &file]);
    assert_eq!(exported.0, 0, "{exported:?}");
    let import = [
        "import",
        &file,
        "--to",
        "claude-code",
        "--project",
        &folder,
        "--again",
    ];
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..5).map(|_| scope.spawn(|| peer.run(&import))).collect();
        for run in runs {
            let (code, out, err) = run.join().expect("a run ends");
            assert_eq!(code, 0, "{out}{err}");
        }
    });
    let listed = peer.ask(&["imports"]);
    assert_eq!(listed["imports"].as_array().map(Vec::len), Some(5));
}
