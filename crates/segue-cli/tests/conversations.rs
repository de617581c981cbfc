//! Conversations on the command line, as a person and as a program sees them.

#[path = "support/test_peer.rs"]
#[macro_use]
mod test_peer;

use segue_testkit::samples::claude::{self, Session as Sample};
use serde_json::Value;
use test_peer::TestPeer;

#[test]
fn nothing_yet() {
    let desk = TestPeer::new();
    snapshot!(
        "conversations_empty",
        desk,
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
    let desk = TestPeer::new();
    Sample::rich(1, "/work/app").write(&desk.root(), 10);
    snapshot!(
        "conversations_agents",
        desk,
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
    let desk = TestPeer::new();
    let rich = Sample::rich(1, "/work/app");
    rich.write(&desk.root(), 10);
    Sample::tiny(2, "/work/other").write(&desk.root(), 20);
    let torn = Sample::tiny(3, "/work/app/ui");
    let text = torn.text();
    torn.write_text(&desk.root(), 30, &text[..text.len() - 9]);
    Sample::new(claude::id(4), "/work/other")
        .ask("A title with\u{1b}[31m colour and \u{202e}turned\u{200b} text")
        .write(&desk.root(), 40);
    Sample::tiny(5, "/work/app").write_text(&desk.root(), 50, "no JSON\n");
    Sample::tiny(6, "/work/app").write_text(&desk.root(), 60, "");
    let id = &rich.id()[..8];
    snapshot!(
        "conversations_list",
        desk,
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
        desk,
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
        desk,
        ["resume", id],
        ["resume", id, "--json"],
        ["resume", &claude::id(6)],
        ["resume", "ffffffff"],
        ["resume", "--help"],
    );
    let (_, out, _) = desk.run(&["list"]);
    assert!(!out.contains('\u{1b}') && !out.contains('\u{202e}'));
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
}

#[test]
fn a_conversation_in_a_file_and_back() {
    let desk = TestPeer::new();
    let rich = Sample::rich(1, "/work/app");
    rich.write(&desk.root(), 10);
    let id = &rich.id()[..8];
    desk.project("app");
    desk.project("other");
    snapshot!(
        "conversations_export",
        desk,
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
        desk,
        ["inspect", &file],
        ["inspect", &file, "--json"],
        ["inspect", "nowhere.a2a.json"],
        ["inspect", ".claude"],
    );
    snapshot!(
        "conversations_import",
        desk,
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
    let imports = desk.ask(&["imports"]);
    let first = imports["imports"][1]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let session = imports["imports"][0]["session"]
        .as_str()
        .expect("an id")
        .to_owned();
    desk.settings().bind(|| {
        let shown = [
            desk.shown(&["imports"]),
            desk.shown(&["undo", &first[..8]]),
            desk.shown(&["undo", &first]),
            desk.shown(&["undo", &session, "--json"]),
            desk.shown(&["imports"]),
        ];
        insta::assert_snapshot!("conversations_undo", shown.join("\n"));
    });
    let titles: Vec<Value> = desk.ask(&["list"])["conversations"]
        .as_array()
        .expect("a list")
        .clone();
    assert_eq!(titles.len(), 1, "only the original is left");
}

#[test]
fn refused_by_a_rule_ends_with_three() {
    let desk = TestPeer::new();
    let rich = Sample::rich(1, "/work/app");
    rich.write(&desk.root(), 10);
    desk.project("app");
    desk.run(&["export", rich.id(), "-o", "x.a2a.json"]);
    let file = desk.world.home().join("x.a2a.json");
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
    let (code, _, err) = desk.run(&import);
    assert_eq!(code, 3, "{err}");
    assert_eq!(desk.ask(&import)["failure"]["code"], "refused");
    for inspect in [
        ["inspect", "x.a2a.json"].as_slice(),
        &["inspect", "x.a2a.json", "--json"],
    ] {
        let (code, out, err) = desk.run(inspect);
        assert_eq!((code, err.as_str()), (3, ""), "{out}");
        assert!(out.contains("was changed after it was made"), "{out}");
    }
    assert_eq!(desk.run(&["export", rich.id(), "-o", "x.a2a.json"]).0, 3);
    assert_eq!(
        desk.run(&["export", rich.id(), "-o", "x.a2a.json", "--force"])
            .0,
        0
    );
    assert_eq!(desk.run(&import).0, 0);
}

#[test]
fn list_and_show_agree_on_the_number_of_messages() {
    let desk = TestPeer::new();
    let long = (0..40).fold(Sample::tiny(1, "/work/app"), |long, _| {
        long.answer(&"many words ".repeat(1000))
    });
    long.ask("Better").again("Worse").write(&desk.root(), 10);
    let listed = || desk.ask(&["list"])["conversations"][0]["messages"].clone();
    let shown = || {
        let shown = desk.ask(&["show", &claude::id(1), "--all"]);
        let count = shown["messages"].as_array().map(Vec::len);
        (count, shown["conversation"]["messages"].clone())
    };
    assert_eq!(shown(), (Some(43), 43.into()));
    assert_eq!(listed(), 43);
}

#[test]
fn one_message_is_not_called_messages() {
    let desk = TestPeer::new();
    Sample::new(claude::id(1), "/work/app")
        .ask("Hello")
        .write(&desk.root(), 10);
    desk.project("app");
    let (code, out, err) = desk.run(&["export", &claude::id(1), "-o", "x.a2a.json"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("  1 message, "), "{out}");
    assert!(out.contains("Kept: 1 piece of text."), "{out}");
    let import = ["import", "x.a2a.json", "--to", "claude", "--project", "app"];
    let (_, out, _) = desk.run(&import);
    assert!(out.contains("(1 message)"), "{out}");
    let (_, log, _) = desk.run(&["log"]);
    assert!(
        log.contains("1 message of ") && log.contains("1 message as "),
        "{log}"
    );
}

#[test]
fn an_export_to_standard_output_is_the_file_and_nothing_else() {
    let desk = TestPeer::new();
    let rich = Sample::rich(1, "/work/app");
    rich.write(&desk.root(), 10);
    desk.project("app");
    for (name, json) in [("x.a2a.json", false), ("y.a2a.json", true)] {
        let export = ["export", rich.id(), "-o", "-", "--json"];
        let (code, out, err) = desk.run(&export[..if json { 5 } else { 4 }]);
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
        std::fs::write(desk.world.home().join(name), out).expect("kept");
        let read = desk.ask(&["inspect", name]);
        assert_eq!(
            (&read["content"], &read["sender"]["is_you"]),
            (&"matches".into(), &true.into())
        );
    }
    assert!(!desk.world.home().join("-").exists());
}

/// Every write to `/dev/full` finds the disk full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success() {
    let desk = TestPeer::new();
    let rich = Sample::rich(1, "/work/app");
    rich.write(&desk.root(), 10);
    let full = std::fs::File::create("/dev/full").expect("a full disk");
    let output = desk
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
    let mut desk = TestPeer::new();
    Sample::tiny(1, "/work/app").write(&desk.root(), 1);
    let mut host = desk.world.start(&["serve", "--no-ui"]);
    host.line();
    let elsewhere = desk.project("elsewhere");
    Sample::tiny(2, "/work/app").write(&elsewhere, 2);
    let only = |desk: &TestPeer| desk.ask(&["list"])["conversations"][0]["id"].clone();
    assert_eq!(only(&desk), claude::id(1));
    let folder = elsewhere.to_string_lossy().into_owned();
    desk.world.set("CLAUDE_CONFIG_DIR", &folder);
    assert_eq!(only(&desk), claude::id(2));
    assert_eq!(desk.ask(&["list"])["total"], 1);
    host.terminate();
}

#[test]
fn help_of_each_command_has_an_example() {
    let desk = TestPeer::new();
    snapshot!(
        "conversations_help",
        desk,
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
        let (code, out, _) = desk.run(&[command, "--help"]);
        assert_eq!(code, 0);
        assert!(out.contains(&format!("segue {command} ")), "{command}");
        assert!(out.contains("Example"), "{command}");
    }
}

/// The first one hosts the node and is done before the others: it must not take their work along.
#[test]
fn several_imports_at_once_are_all_done() {
    let desk = TestPeer::new();
    let project = desk.project("app");
    let sample = Sample::rich(1, "/work/app");
    sample.write(&desk.root(), 10);
    let id = &sample.id()[..8];
    let file = desk.world.home().join("out.a2a.json");
    let (file, folder) = (file.display().to_string(), project.display().to_string());
    let exported = desk.run(&["export", id, "-o", &file]);
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
        let runs: Vec<_> = (0..5).map(|_| scope.spawn(|| desk.run(&import))).collect();
        for run in runs {
            let (code, out, err) = run.join().expect("a run ends");
            assert_eq!(code, 0, "{out}{err}");
        }
    });
    let listed = desk.ask(&["imports"]);
    assert_eq!(listed["imports"].as_array().map(Vec::len), Some(5));
}
