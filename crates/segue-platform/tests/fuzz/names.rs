//! Evil names, wherever a file can name something: never out of the agent's own folders, never
//! over a file that is there.

use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::home::{Home, PLATFORMS, file_of, head};

const EXTENSION: &str = "urn:segue:ext:handoff:v1";

/// More than two hundred names that mean something to some system.
fn names() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let precious = [
        "precious",
        "outside/precious",
        "passwd",
        ".ssh/authorized_keys",
        "settings.json",
    ];
    for target in precious {
        for up in 1..6 {
            all.push(format!("{}{target}", "../".repeat(up)));
            all.push(format!("{}{target}", "..\\".repeat(up)));
            all.push(format!("subagents/{}{target}", "../".repeat(up)));
            all.push(format!("tool-results/{}{target}.txt", "../".repeat(up)));
        }
        for open in [
            "/",
            "//",
            "\\",
            "\\\\",
            "./",
            "~/",
            "C:",
            "C:\\",
            "c:/",
            "\\\\?\\C:\\",
            "\\\\.\\",
            "\\\\host\\share\\",
            "file:///",
            "//host/share/",
        ] {
            all.push(format!("{open}{target}"));
        }
    }
    for device in [
        "CON", "PRN", "AUX", "NUL", "COM1", "COM9", "LPT1", "LPT9", "CONIN$", "CONOUT$", "COM¹",
    ] {
        for end in ["", ".txt", ".jsonl", " ", ".", ":x", "/x"] {
            all.push(format!("{device}{end}"));
            all.push(format!("subagents/{}{end}", device.to_lowercase()));
        }
    }
    let odd = [
        "",
        ".",
        "..",
        "...",
        " ",
        "  ",
        "\0",
        "a\0b",
        "a\0/../../x",
        "a.txt.",
        "a.txt ",
        "a.txt::$DATA",
        "a.txt:hidden",
        "a\nb",
        "a\rb",
        "a\tb",
        "\u{1b}]52;c;x\u{7}",
        "a\u{202e}txt.exe",
        "．．／．．／x",
        "..%2f..%2fx",
        "%2e%2e/x",
        "a／b",
        "a∕b",
        "a\u{2215}..\u{2215}x",
        "a\u{ff0f}x",
        "․․/x",
        "‥/x",
        "é",
        "e\u{301}",
        "Å",
        "ﬁle",
        "аdmin",
        "a\u{200b}b",
        "a\u{feff}",
        "|",
        "<",
        ">",
        "?",
        "*",
        "\"",
        "'",
        "`id`",
        "$(id)",
        "${HOME}",
        "$HOME",
        "-rf",
        "--",
        "-",
        "&",
        ";",
        "#",
        "%",
        "@",
        "!",
        "~",
        "^",
        ".git/config",
        ".git",
        ".bashrc",
        "a/.bashrc",
        "subagents",
        "subagents/",
        "subagents//x.jsonl",
        "subagents/.x.jsonl",
        "subagents/x.jsonl/",
        "subagents/./x.jsonl",
        "tool-results/a.txt/../../x.txt",
        "hooks/x.json",
        "memory/x.md",
        "x.jsonl",
        "x.sh",
        "tool-results/x.sh",
        "tool-results/x",
        "tool-results/x.json.lock",
        "projects.json",
        "session_index.jsonl",
        "opencode.db",
        "auth.json",
    ];
    all.extend(odd.map(str::to_owned));
    for size in [128, 129, 255, 256, 1000, 4096] {
        all.push("n".repeat(size));
        all.push(format!("tool-results/{}.txt", "n".repeat(size)));
        all.push("../".repeat(size));
        all.push("a/".repeat(size));
    }
    all
}

/// A file that uses a name wherever it can.
fn named(id: &str, base: &Value, name: &str) -> Vec<u8> {
    let mut file = base.clone();
    let artifact = |kind: &str| {
        json!({"artifactId": name, "name": name, "parts": [{"text": "taken", "filename": name}],
            "metadata": {EXTENSION: {"native": {"platform": id, "file": name, "piece": 0, "kind": kind, "id": name, "child": name, "parent": name}}}})
    };
    file["artifacts"] = json!([artifact("tool-output"), artifact("subagent")]);
    file["id"] = json!(name);
    file["contextId"] = json!(name);
    let about = head(&mut file);
    about.insert("exportId".into(), json!(name));
    about.insert("title".into(), json!(name));
    about["source"]["sessionId"] = json!(name);
    about["source"]["version"] = json!(name);
    about.insert(
        "project".into(),
        json!({"name": name, "path": name, "branch": name, "remote": name}),
    );
    for message in file["history"].as_array_mut().unwrap() {
        message["messageId"] = json!(name);
        let own = &mut message["metadata"][EXTENSION];
        own["group"] = json!(name);
        own["parent"] = json!(name);
    }
    file.to_string().into_bytes()
}

/// The agent's own folder.
fn folder(id: &str) -> &'static str {
    match id {
        "claude-code" => ".claude/projects",
        "codex" => ".codex",
        "gemini-cli" => ".gemini",
        _ => ".local/share/opencode",
    }
}

/// Imports, and looks at all that is new.
fn stays_in(id: &str, home: &Home, file: &[u8], name: &str) {
    let shown: String = name.chars().take(60).collect();
    let (before, outside) = (home.inside(), home.outside());
    let own = home.home.join(folder(id));
    let done = home.import(id, file);
    assert_eq!(home.outside(), outside, "{id}: {shown:?}");
    let after = home.inside();
    let shared = |path: &Path| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        matches!(
            name.as_str(),
            "rows" | "projects.json" | "session_index.jsonl"
        )
    };
    for (path, what) in &before {
        assert!(
            shared(path) || after.get(path) == Some(what),
            "{id}: {shown:?} changed {}",
            path.display()
        );
    }
    for path in after.keys().filter(|path| !before.contains_key(*path)) {
        let above = own.starts_with(path);
        assert!(
            above || path.starts_with(&own),
            "{id}: {shown:?} made {}",
            path.display()
        );
    }
    match done {
        Ok(outcome) => {
            let id_of = &outcome.written.receipt.session_id;
            let plain = id_of
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
            assert!(
                plain && id_of != name,
                "{id}: {shown:?} is the session's id"
            );
            segue_platform::undo::undo(&outcome.written.receipt).unwrap();
        }
        Err(_) => assert_eq!(after, before, "{id}: {shown:?}"),
    }
}

fn evil_names(id: &str) {
    let names = names();
    assert!(names.len() >= 200, "{}", names.len());
    let (home, base) = (Home::new(), file_of(id, false));
    for name in &names {
        stays_in(id, &home, &named(id, &base, name), name);
    }
}

#[test]
fn evil_names_stay_inside_claude_code() {
    evil_names("claude-code");
}

#[test]
fn evil_names_stay_inside_codex() {
    evil_names("codex");
}

#[test]
fn evil_names_stay_inside_gemini_cli() {
    evil_names("gemini-cli");
}

#[test]
fn evil_names_stay_inside_opencode() {
    evil_names("opencode");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_name_stays_inside(
        name in prop_oneof!["\\PC{0,40}", "(subagents|tool-results|\\.\\.|/|\\\\|:|\\.|a){1,12}(\\.txt|\\.jsonl)?", any::<String>()],
        which in 0..4_usize,
    ) {
        let id = PLATFORMS[which];
        let (home, base) = (Home::new(), file_of(id, false));
        stays_in(id, &home, &named(id, &base, &name), &name);
    }
}
