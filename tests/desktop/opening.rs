//! What the system hands to the app: files and links, to a window that is there and to one that is
//! not yet. All of it is only shown.

use segue_testkit::World;
use serde_json::{Value, json};

use crate::app::App;

const TICKET: &str = "segue:invite/abcdefghijklmnopqrstuvwxyz234567abcdefgh";

/// A conversation file in this world, which need not be a good one to be opened.
fn file(world: &World) -> String {
    let path = world.home().join("talk.a2a.json");
    std::fs::write(&path, "{}").unwrap();
    path.to_str().unwrap().to_owned()
}

async fn waiting(app: &App, method: &str, what: &str) -> Value {
    let (worked, answer) = app.call(&json!({ "method": method })).await;
    assert!(worked, "{answer}");
    answer["result"][what].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_app_is_started_with_waits_for_its_page() {
    let world = World::new();
    let file = file(&world);
    let link = format!("segue://open?file={file}");
    let arguments = [
        file.as_str(),
        &link,
        "segue://handoff/0b9f8a52",
        TICKET,
        "segue://import/now",
    ];
    let app = App::open_with(world, &arguments).await;
    let files = waiting(&app, "take_files", "files").await;
    assert_eq!(files[0]["name"], "talk.a2a.json");
    assert!(!files.to_string().contains(&file), "no path: {files}");
    let shows = waiting(&app, "take_shows", "shows").await;
    assert_eq!(
        shows,
        json!([
            {"show": "handoff", "id": "0b9f8a52"},
            {"show": "join", "ticket": TICKET},
            {"show": "refused", "why": "unknown_link"},
        ])
    );
    // Each is shown once, and nothing was done with any of them.
    assert_eq!(waiting(&app, "take_shows", "shows").await, json!([]));
    assert_eq!(app.world.ask(&["status"])["people"], 0);
    let log = std::fs::read_dir(app.world.profile().join("logs")).unwrap();
    for entry in log {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(
            !text.contains("abcdefghijklmnopqrstuvwxyz"),
            "the invite is not logged"
        );
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_hands_what_it_was_given_to_the_first_window() {
    let app = App::open().await;
    let file = file(&app.world);
    let mut listener = app.world.start(&["log", "--follow", "--json"]);
    listener.wait_for("it listens", |line| line["data"] == "attached");
    let missing = app.world.home().join("gone.a2a.json");
    let mut second = app.world.program("segue-desktop");
    second
        .args([file.as_str(), "segue://handoff/0b9f8a52"])
        .arg(&missing)
        .arg("/etc/passwd");
    let ended = tokio::task::spawn_blocking(move || second.status().unwrap());
    assert!(ended.await.unwrap().success());
    listener.wait_for("the window is raised", |line| {
        line["event"] == "raise_window"
    });
    let opened = listener.wait_for("the file is told", |line| line["event"] == "file_opened");
    assert_eq!(opened["data"]["name"], "talk.a2a.json");
    listener.wait_for("the link is told", |line| line["event"] == "show_requested");
    let shows = waiting(&app, "take_shows", "shows").await;
    let expected = json!([
        {"show": "handoff", "id": "0b9f8a52"},
        {"show": "refused", "why": "no_file"},
        {"show": "refused", "why": "other_file"},
    ]);
    assert_eq!(shows, expected);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_window_is_given_what_waits_for_it() {
    let app = App::open_with(World::new(), &["segue://handoff/0b9f8a52"]).await;
    // The raw door of another program, as a browser's page has it.
    let mut other = app.world.start(&["log", "--follow", "--json"]);
    other.wait_for("it is attached", |line| line["data"] == "attached");
    assert_eq!(
        waiting(&app, "take_shows", "shows")
            .await
            .as_array()
            .unwrap()
            .len(),
        1
    );
    app.close().await;
}
