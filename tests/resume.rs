//! Any agent's conversation, carried on with in any other: the real programs list it under its
//! title, resume it, and tell their model every item of it, in order, and nothing of the sender's.
//!
//! ```text
//! scene in agent A's home ──segue export──▶ file ──judge──▶ segue import ──▶ agent B's home
//!    ──▶ B lists it ──▶ B resumes it ──▶ the model's request == the scene, item by item
//! ```
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::{Path, PathBuf};

use segue_testkit::scene::{self, FAILED, PRIVATE, TITLE};
use segue_testkit::{Client, Home, Item, Model, Shown, World, alone, history, judge};
use serde_json::Value;

macro_rules! directions {
    ($($name:ident: $from:ident => $to:ident;)*) => {
        $(#[test]
        fn $name() {
            alone(stringify!($name), || direction(Client::$from, Client::$to));
        })*

        #[test]
        fn every_direction_has_its_test() {
            let mut pairs = vec![$((Client::$from, Client::$to)),*];
            pairs.dedup();
            assert_eq!(pairs.len(), Client::ALL.len().pow(2));
        }
    };
}

directions! {
    claude_to_claude: Claude => Claude;
    claude_to_codex: Claude => Codex;
    claude_to_gemini: Claude => Gemini;
    claude_to_opencode: Claude => OpenCode;
    codex_to_claude: Codex => Claude;
    codex_to_codex: Codex => Codex;
    codex_to_gemini: Codex => Gemini;
    codex_to_opencode: Codex => OpenCode;
    gemini_to_claude: Gemini => Claude;
    gemini_to_codex: Gemini => Codex;
    gemini_to_gemini: Gemini => Gemini;
    gemini_to_opencode: Gemini => OpenCode;
    opencode_to_claude: OpenCode => Claude;
    opencode_to_codex: OpenCode => Codex;
    opencode_to_gemini: OpenCode => Gemini;
    opencode_to_opencode: OpenCode => OpenCode;
}

fn id_of(client: Client) -> &'static str {
    match client {
        Client::Claude => "claude-code",
        Client::Codex => "codex",
        Client::Gemini => "gemini-cli",
        Client::OpenCode => "opencode",
    }
}

/// A sender, a receiver and the model between them.
struct Stage {
    world: World,
    model: Model,
    theirs: Home,
    ours: Home,
    folder: tempfile::TempDir,
}

impl Stage {
    fn new(from: Client, to: Client) -> Self {
        let model = Model::start();
        let folder = tempfile::tempdir().unwrap();
        for name in ["theirs/app", "ours/app"] {
            std::fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        Self {
            world: World::new(),
            theirs: Home::new(from, &model),
            ours: Home::new(to, &model),
            model,
            folder,
        }
    }

    fn project(&self, whose: &str) -> PathBuf {
        self.folder
            .path()
            .canonicalize()
            .unwrap()
            .join(whose)
            .join("app")
    }

    /// The scene as the sender's agent stores it.
    fn set(&self, from: Client, compacted: bool) {
        let (home, project) = (self.theirs.path(), self.project("theirs"));
        match from {
            Client::Claude => scene::claude(home, &project, compacted),
            Client::Codex => scene::codex(home, &project, compacted),
            Client::Gemini => scene::gemini(home, &project, compacted),
            Client::OpenCode => {
                let file = self.folder.path().join("transfer.json");
                let transfer = scene::opencode(&project, compacted);
                std::fs::write(&file, transfer.to_string()).unwrap();
                let done = self
                    .theirs
                    .run(&project, &["import", file.to_str().unwrap()]);
                assert_eq!(done.status, Some(0), "{done:?}");
            }
        }
    }

    fn segue(&mut self, home: &Path, arguments: &[&str]) -> Value {
        self.world.set("HOME", home.to_str().unwrap());
        self.world.ask(arguments)
    }

    fn export(&mut self, from: Client, task: Option<&str>) -> PathBuf {
        let task = task.map(|task| ["--task", task]);
        self.export_with(from, task.as_ref().map_or(&[], |task| task.as_slice()))
    }

    fn export_with(&mut self, from: Client, more: &[&str]) -> PathBuf {
        let home = self.theirs.path().to_owned();
        let listed = self.segue(&home, &["list", "--platform", id_of(from)]);
        let rows = listed["conversations"].as_array().unwrap();
        assert_eq!(rows.len(), 1, "{listed:#}");
        assert_eq!(rows[0]["title"], TITLE, "{listed:#}");
        let name = rows[0]["name"].as_str().unwrap().to_owned();
        let file = self.folder.path().join("out.a2a.json");
        let mut arguments = vec!["export", &name, "-o", file.to_str().unwrap()];
        arguments.extend(more);
        self.segue(&home, &arguments);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(!text.contains(PRIVATE), "something private is in the file");
        judge(&file).unwrap();
        file
    }

    fn import(&mut self, to: Client, file: &Path) -> String {
        if to == Client::OpenCode {
            // It makes its database when it is first started.
            self.ours.list(&self.project("ours"), Shown::Headless);
        }
        let home = self.ours.path().to_owned();
        let project = self.project("ours");
        let done = self.segue(
            &home,
            &[
                "import",
                file.to_str().unwrap(),
                "--to",
                id_of(to),
                "--project",
                project.to_str().unwrap(),
            ],
        );
        done["session"]
            .as_str()
            .unwrap_or_else(|| panic!("{done:#}"))
            .to_owned()
    }

    /// What the model is told when the receiver's agent goes on.
    fn told(&self, session: &str) -> Vec<Item> {
        self.model.forget();
        let resumed = self
            .ours
            .resume(&self.project("ours"), session, "go on now");
        assert_eq!(resumed.status, Some(0), "{resumed:?}");
        let request = self.model.request_with("go on now").unwrap();
        assert!(
            !request.body.to_string().contains(PRIVATE),
            "something private was sent"
        );
        let mut items = history(&request);
        assert_eq!(
            items.pop(),
            Some(Item::User("go on now".into())),
            "{items:#?}"
        );
        items
    }
}

fn direction(from: Client, to: Client) {
    let mut stage = Stage::new(from, to);
    stage.set(from, false);
    let file = stage.export(from, Some("Finish what is open"));
    let session = stage.import(to, &file);
    let listed = stage.ours.list(&stage.project("ours"), Shown::Picker);
    let found = listed.iter().find(|row| row.id == session);
    assert_eq!(
        found.map(|row| row.title.as_str()),
        Some(TITLE),
        "{listed:?}"
    );
    let mut told = stage.told(&session);
    // What some agents say when a session did not end with an answer.
    if told.last() == Some(&Item::Agent("No response requested.".into())) {
        told.pop();
    }
    let Some(Item::User(closing)) = told.pop() else {
        panic!("the task is not the last thing that was read");
    };
    assert!(
        closing.contains("handed over by") && closing.ends_with("Task: Finish what is open"),
        "{closing}"
    );
    assert_eq!(
        scene::difference(&told, &scene::items(false)),
        None,
        "{told:#?}"
    );

    // The same comparison must see a single spoiled result.
    let mut spoiled = Stage::new(from, to);
    spoiled.set(from, false);
    let file = spoiled.export(from, None);
    let session = spoiled.import(to, &file);
    spoil(&spoiled.ours, to);
    let told = spoiled.told(&session);
    assert!(
        scene::difference(&told, &scene::items(false)).is_some(),
        "{told:#?}"
    );

    let mut compacted = Stage::new(from, to);
    compacted.set(from, true);
    let file = compacted.export(from, None);
    let session = compacted.import(to, &file);
    let told = compacted.told(&session);
    assert_eq!(
        scene::difference(&told, &scene::items(true)),
        None,
        "{told:#?}"
    );
}

macro_rules! less {
    ($($name:ident: $to:ident;)*) => {
        $(#[test]
        fn $name() {
            alone(stringify!($name), || less_of_it(Client::$to));
        })*
    };
}

less! {
    less_of_it_in_claude: Claude;
    less_of_it_in_codex: Codex;
    less_of_it_in_gemini: Gemini;
    less_of_it_in_opencode: OpenCode;
}

/// What is left of a conversation can be carried on with too, and says what is missing.
fn less_of_it(to: Client) {
    let told = |arguments: &[&str]| {
        let mut stage = Stage::new(Client::Claude, to);
        stage.set(Client::Claude, false);
        let file = stage.export_with(Client::Claude, arguments);
        let session = stage.import(to, &file);
        let told = stage.told(&session);
        assert!(matches!(told.first(), Some(Item::User(_))), "{told:#?}");
        format!("{told:?}")
    };
    let brief = told(&["--history", "summary"]);
    for words in [
        "Brief of a conversation",
        "Please fix the parser",
        "See this picture.",
    ] {
        assert!(brief.contains(words), "{words}: {brief}");
    }
    assert!(!brief.contains("naïve"), "no output of a tool: {brief}");
    let last = told(&["--history", "last:2"]);
    assert!(
        last.contains("The last 2 of") && last.contains("See this picture."),
        "{last}"
    );
    assert!(!last.contains("Please fix the parser"), "{last}");
    let silent = told(&["--no-tool-output", "--no-reasoning"]);
    assert!(silent.contains("Please fix the parser"), "{silent}");
    assert!(
        silent.contains("The sender left out this output"),
        "{silent}"
    );
    assert!(
        !silent.contains("naïve") && !silent.contains("tests failed"),
        "{silent}"
    );
}

/// Changes one word of one result in what was imported.
fn spoil(home: &Home, client: Client) {
    let (right, wrong) = ("tests failed", "tests passed");
    assert!(FAILED.contains(right));
    if client == Client::OpenCode {
        let path = home.path().join(".local/share/opencode/opencode.db");
        let database = rusqlite::Connection::open(path).unwrap();
        let changed = database
            .execute(
                "UPDATE part SET data = replace(data, ?1, ?2)",
                [right, wrong],
            )
            .unwrap();
        assert!(changed > 0);
        return;
    }
    let changed = spoil_files(home.path(), right, wrong);
    assert!(changed > 0, "nothing to spoil");
}

fn spoil_files(folder: &Path, right: &str, wrong: &str) -> usize {
    let mut changed = 0;
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            changed += spoil_files(&entry.path(), right, wrong);
        } else if kind.is_file()
            && entry
                .path()
                .extension()
                .is_some_and(|ending| ending == "jsonl")
            && let Ok(text) = std::fs::read_to_string(entry.path())
            && text.contains(right)
        {
            std::fs::write(entry.path(), text.replace(right, wrong)).unwrap();
            changed += 1;
        }
    }
    changed
}
