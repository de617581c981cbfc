//! Every command as a person and as a program sees it.

#[path = "support/terminal.rs"]
mod terminal;

use std::process::Stdio;

use segue_testkit::World;
use terminal::typed;

/// What differs from run to run, put into fixed words.
fn settings(world: &World) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.add_filter(&regex(&world.profile().to_string_lossy()), "[profile]");
    settings.add_filter(r"12D3KooW\w+", "[device]");
    settings.add_filter(r"…\w{6}", "…[tail]");
    settings.add_filter(
        r"[A-Z][a-z]+ [A-Z][a-z]+(  \(generated|\. Ctrl|\. Open)",
        "[name]$1",
    );
    settings.add_filter(r#""name": "\w+ \w+""#, r#""name": "[name]""#);
    settings.add_filter(r#""seed": "\w{16}""#, r#""seed": "[seed]""#);
    settings.add_filter(r"process \d+", "process [pid]");
    settings.add_filter(r#""pid": \d+"#, r#""pid": "[pid]""#);
    settings.add_filter(r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?", "[time]");
    settings.add_filter(r"[\d.]+ [MG]B free", "[free] free");
    settings.add_filter(r"(127.0.0.1 port|Port) \d+", "$1 [port]");
    settings
}

fn regex(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_alphanumeric() || c == '/' {
                c.to_string()
            } else {
                format!("\\{c}")
            }
        })
        .collect()
}

/// What was typed, how it ended and what it printed.
fn shown(world: &World, arguments: &[&str]) -> String {
    let ended = world.segue(arguments);
    let mut text = format!("$ segue {}\ncode {}\n", arguments.join(" "), ended.code);
    for (name, part) in [("out", ended.out), ("err", ended.err)] {
        if !part.is_empty() {
            text.push_str(&format!("--- {name}\n{}\n", part.trim_end()));
        }
    }
    text
}

macro_rules! snapshot {
    ($name:literal, $world:expr, $($arguments:expr),+) => {
        settings($world).bind(|| {
            let shown: Vec<String> = vec![$(shown($world, &$arguments)),+];
            insta::assert_snapshot!($name, shown.join("\n"));
        });
    };
}

#[test]
fn status_and_identity() {
    let world = World::new();
    snapshot!(
        "status",
        &world,
        ["status"],
        ["status", "--json"],
        ["identity"]
    );
}

/// On a computer with no network but itself, so that the same is measured everywhere.
#[cfg(target_os = "linux")]
#[test]
fn doctor_on_a_computer_alone() {
    segue_testkit::alone("doctor_on_a_computer_alone", || {
        let world = World::new();
        snapshot!(
            "doctor",
            &world,
            ["doctor"],
            ["doctor", "--report"],
            ["doctor", "--json"]
        );
        std::fs::write(world.profile().join("settings.toml"), "colour = 1").unwrap();
        snapshot!("doctor_with_problem", &world, ["doctor"]);
        let off = "[network]\nlisten = \"nowhere\"";
        std::fs::write(world.profile().join("settings.toml"), off).unwrap();
        snapshot!(
            "doctor_without_network",
            &world,
            ["doctor", "--person", "Mia"]
        );
    });
}

#[test]
fn a_terminal_shows_each_check_once() {
    let world = World::new();
    world.segue(&["status"]);
    let ids = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|row| row.contains(": "));
        rows.map(|row| row.split(": ").next().unwrap().to_owned())
            .collect()
    };
    let (code, shown) = typed(&world, "doctor --person Mia", &[]);
    let plain = world.segue(&["doctor", "--person", "Mia"]);
    assert_eq!((code, plain.code), (1, 1), "nobody is called that: {shown}");
    assert_eq!(ids(&shown), ids(&plain.out), "{shown}");
    assert!(shown.contains("FAIL  The person you named"), "{shown}");
    let sum = plain.out.lines().last().unwrap();
    assert_eq!(shown.lines().last().unwrap().trim(), sum);
}

#[test]
fn settings_show_set_and_reset() {
    let world = World::new();
    snapshot!(
        "settings",
        &world,
        ["settings"],
        ["settings", "set", "appearance.theme", "dark"],
        ["settings", "set", "appearance.theme", "pink"],
        ["settings", "set", "colour", "red"],
        ["settings", "set", "window.keep_running", "yes"],
        [
            "settings",
            "reset",
            "appearance.theme",
            "window.keep_running",
            "--json"
        ]
    );
}

#[test]
fn log() {
    let world = World::new();
    world.segue(&["settings", "set", "name", "Sam"]);
    snapshot!("log", &world, ["log"], ["log", "-n", "1", "--json"]);
}

#[test]
fn help_teaches() {
    let world = World::new();
    snapshot!(
        "help",
        &world,
        ["--help"],
        ["status", "--help"],
        ["doctor", "--help"],
        ["log", "--help"],
        ["settings", "--help"],
        ["identity", "--help"],
        ["serve", "--help"],
        ["completions", "--help"]
    );
}

#[test]
fn wrong_usage_ends_with_two() {
    let world = World::new();
    for arguments in [
        &["nonsense"][..],
        &[],
        &["settings", "set"],
        &["serve", "--port", "x"],
    ] {
        assert_eq!(world.segue(arguments).code, 2, "{arguments:?}");
    }
}

#[test]
fn completions_for_every_shell() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ended = world.segue(&["completions", shell]);
        assert_eq!(ended.code, 0);
        for command in ["status", "doctor", "serve"] {
            assert!(ended.out.contains(command), "{shell} completes {command}");
        }
    }
    assert!(!world.profile().exists(), "no profile is made for that");
}

#[test]
fn a_name_cannot_command_the_terminal() {
    let world = World::new();
    std::fs::create_dir_all(world.profile()).unwrap();
    let file = world.profile().join("settings.toml");
    // Control characters are refused; what only turns or hides text is shown as what it is.
    std::fs::write(&file, "name = \"a\\u001b]52;c;eA==\\u0007\"").unwrap();
    let ended = world.segue(&["status"]);
    assert!(!ended.out.contains('\u{1b}') && !ended.err.contains('\u{1b}'));
    std::fs::write(&file, "name = \"a\u{200b}b\"").unwrap();
    let ended = world.segue(&["status"]);
    assert!(ended.out.starts_with("a[U+200B]b\n"), "{}", ended.out);
}

#[test]
fn a_profile_that_cannot_be_is_said_with_a_next_step() {
    let world = World::new();
    std::fs::write(world.profile(), "a file in the way").unwrap();
    let ended = world.segue(&["status"]);
    assert_eq!(ended.code, 1);
    assert!(ended.err.contains("--profile"), "{}", ended.err);
    let failure = world.ask(&["status"]);
    assert_eq!(failure["failure"]["code"], "storage");
}

#[test]
fn output_that_cannot_be_written_is_a_failure_and_a_reader_that_left_is_not() {
    let world = World::new();
    let run = |arguments: &[&str], out: Stdio| {
        world
            .program("segue")
            .args(arguments)
            .stdout(out)
            .stderr(Stdio::null())
            .status()
            .unwrap()
    };
    let full = || {
        Stdio::from(
            std::fs::File::options()
                .write(true)
                .open("/dev/full")
                .unwrap(),
        )
    };
    assert_eq!(run(&["status"], full()).code(), Some(1));
    assert_eq!(run(&["completions", "bash"], full()).code(), Some(1));
    assert_eq!(
        run(&["settings", "set", "x", "y", "--json"], full()).code(),
        Some(2)
    );
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert_eq!(run(&["status"], Stdio::from(writer)).code(), Some(0));
    assert!(
        !world.profile().join("node.sock").exists(),
        "it ended tidily all the same"
    );
}

#[test]
fn wrong_usage_is_json_too_when_json_is_asked_for() {
    let world = World::new();
    let ended = world.segue(&["nonsense", "--json"]);
    assert_eq!(ended.code, 2);
    let failure: serde_json::Value = serde_json::from_str(&ended.out).expect("JSON");
    assert_eq!(failure["failure"]["code"], "invalid");
}
