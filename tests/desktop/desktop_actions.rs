//! What only the desktop can do: other programs, and the system's own dialogs.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use segue_testkit::{World, needs};
use serde_json::{Value, json};

use crate::app::App;

/// A program of the person's that writes where it was started and with what.
pub fn program(world: &World, name: &str) -> std::path::PathBuf {
    let file = world.home().join(name);
    let text = format!(
        "#!/bin/sh\npwd > \"{0}.folder\"\nprintf '%s\\n' \"$@\" > \"{0}.part\"\nmv \"{0}.part\" \"{0}.arguments\"\n",
        file.display()
    );
    std::fs::write(&file, text).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    file
}

/// Makes a program the person's browser, as a desktop's settings do.
fn chosen_browser(world: &World, browser: &Path) {
    let entries = world.home().join(".local/share/applications");
    std::fs::create_dir_all(&entries).unwrap();
    std::fs::create_dir_all(world.home().join(".config")).unwrap();
    let entry = format!(
        "[Desktop Entry]\nType=Application\nName=Browser\nExec={} %u\n\
         MimeType=x-scheme-handler/https;x-scheme-handler/http;\n",
        browser.display()
    );
    std::fs::write(entries.join("browser.desktop"), entry).unwrap();
    let chosen = "[Default Applications]\nx-scheme-handler/https=browser.desktop\n";
    std::fs::write(world.home().join(".config/mimeapps.list"), chosen).unwrap();
}

/// The text of a file, waiting for it.
pub async fn text(file: &Path) -> String {
    for _ in 0..600 {
        if let Ok(text) = std::fs::read_to_string(file) {
            return text;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} does not appear", file.display());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_opens_in_the_persons_browser_and_nowhere_else() {
    let world = World::new();
    let browser = program(&world, "browser");
    chosen_browser(&world, &browser);
    let app = App::open_in(world).await;
    let open = |url: &str| json!({"action": "open_link", "params": {"url": url}});
    let home = app.value("location.href").await;
    let (worked, answer) = app
        .desktop(&open("https://example.org/a?b=$(id)&c=1"))
        .await;
    assert!(worked, "{answer}");
    assert_eq!(answer["action"], "open_link");
    let said = text(&browser.with_extension("arguments")).await;
    assert_eq!(said, "https://example.org/a?b=$(id)&c=1\n");
    assert_eq!(app.value("location.href").await, home);
    for url in [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "vscode://x",
        "https://a@example.org",
    ] {
        let (worked, refusal) = app.desktop(&open(url)).await;
        assert!(!worked && refusal["code"] == "invalid", "{url}: {refusal}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_opens_in_the_folder_that_was_chosen() {
    let mut world = World::new();
    let terminal = program(&world, "terminal");
    world.set("TERMINAL", terminal.to_str().unwrap());
    let project = world.home().join("a project");
    std::fs::create_dir(&project).unwrap();
    std::fs::write(project.join("notes.json"), "{}").unwrap();
    let app = App::open_in(world).await;
    let folder = choose(&app, "choose_folder", &project).await;
    assert_eq!(folder["is_folder"], true);
    assert_eq!(folder["name"], "a project");
    assert!(
        !folder.to_string().contains("/a project"),
        "no path: {folder}"
    );
    let ask = |handle: &Value| json!({"action": "open_terminal", "params": {"handle": handle}});
    let (worked, answer) = app.desktop(&ask(&folder["handle"])).await;
    assert!(worked, "{answer}");
    let there = text(&terminal.with_extension("folder")).await;
    assert_eq!(Path::new(there.trim()), project);
    // Not in a file, and not behind a handle that nobody was given.
    let file = choose(&app, "choose_file", &project.join("notes.json")).await;
    assert_eq!(
        app.desktop(&ask(&file["handle"])).await.1["code"],
        "invalid"
    );
    let stranger = json!("handle:00000000000000000000000000000000");
    assert_eq!(app.desktop(&ask(&stranger)).await.1["code"], "not_found");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_terminal_it_says_where_to_go() {
    let mut world = World::new();
    let bin = world.home().join("bin");
    std::fs::create_dir(&bin).unwrap();
    for name in ["Xvfb", "WebKitWebDriver"] {
        std::os::unix::fs::symlink(Path::new("/usr/bin").join(name), bin.join(name)).unwrap();
    }
    world.set("PATH", bin.to_str().unwrap());
    let app = App::open_in(world).await;
    let downloads = json!({"action": "open_terminal", "params": {"handle": "handle:downloads"}});
    let (worked, refusal) = app.desktop(&downloads).await;
    assert!(!worked && refusal["code"] == "not_found", "{refusal}");
    assert!(
        refusal["hints"][0]
            .as_str()
            .unwrap()
            .contains("Open a terminal yourself")
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_that_is_closed_gives_nothing_and_a_second_one_is_refused() {
    let app = App::open().await;
    ask_later(&app, "choose_file").await;
    dialog(&app.world).await;
    let (worked, refusal) = app.desktop(&json!({"action": "choose_folder"})).await;
    assert!(!worked && refusal["code"] == "busy", "{refusal}");
    key(&app.world, &["key", "Escape"]);
    let answer = answered(&app).await;
    assert_eq!(answer, json!({"action": "choose_file", "result": null}));
    app.close().await;
}

/// Chooses a file or folder in the system's dialog by typing its path, as a person does: whoever
/// mistyped it does it again.
async fn choose(app: &App, action: &str, path: &Path) -> Value {
    let wanted = path.file_name().unwrap().to_str();
    for _ in 0..5 {
        ask_later(app, action).await;
        pick(&app.world, path, async || {
            app.value("window.chosen !== undefined").await == true
        })
        .await;
        let answer = answered(app).await;
        assert_eq!(answer["action"], action, "{answer}");
        if answer["result"]["name"].as_str() == wanted {
            return answer["result"].clone();
        }
    }
    panic!("{} can't be typed", path.display());
}

/// Types a path into the dialog that opens, until it closes and what it was opened for has it.
pub async fn pick(world: &World, path: &Path, done: impl AsyncFn() -> bool) {
    dialog(world).await;
    let path = path.to_str().unwrap();
    for _ in 0..6 {
        // A slash opens the field for a path, wherever the focus is; what stood there is replaced.
        key(world, &["key", "ctrl+a"]);
        key(world, &["type", "--delay", "30", path]);
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_millis(800)).await;
            if shown(world).is_some() {
                key(world, &["key", "Return"]);
            }
        }
        if shown(world).is_none() {
            break;
        }
    }
    for _ in 0..300 {
        if done().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("what was chosen does not arrive");
}

/// Asks for an action without waiting for its end.
async fn ask_later(app: &App, action: &str) {
    let script = "window.chosen = undefined;
        window.__TAURI_INTERNALS__.invoke('desktop', { action: { action: arguments[0] } }).then(
            (value) => (window.chosen = value), (error) => (window.chosen = error));";
    app.page.execute(script, vec![json!(action)]).await.unwrap();
}

async fn answered(app: &App) -> Value {
    app.until("window.chosen !== undefined").await;
    app.value("window.chosen").await
}

/// Waits for the dialog and puts the keyboard into it.
async fn dialog(world: &World) {
    needs("xdotool");
    for _ in 0..300 {
        if let Some(window) = shown(world) {
            key(world, &["windowfocus", "--sync", &window]);
            tokio::time::sleep(Duration::from_millis(300)).await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no dialog opens");
}

/// The window of a dialog, if there is one.
fn shown(world: &World) -> Option<String> {
    let name = "^(Open a conversation file|Choose a package of Segue|Choose a project folder|Choose where to save)$";
    let found = world
        .dress(Command::new("xdotool"))
        .args(["search", "--onlyvisible", "--name", name])
        .output()
        .unwrap();
    let found = String::from_utf8_lossy(&found.stdout);
    found.lines().next().map(str::to_owned)
}

fn key(world: &World, words: &[&str]) {
    let status = world
        .dress(Command::new("xdotool"))
        .args(words)
        .status()
        .unwrap();
    assert!(status.success(), "xdotool {words:?}");
}
