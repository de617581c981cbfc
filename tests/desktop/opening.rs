//! What the system hands to the app: files and links, to a window that is there and to one that is
//! not yet. All of it is only shown.

use segue_testkit::World;
use serde_json::json;

use crate::app::App;

const TICKET: &str = "segue:invite/abcdefghijklmnopqrstuvwxyz234567abcdefgh";

/// A conversation file in this world, which need not be a good one to be opened.
fn file(world: &World) -> String {
    let path = world.home().join("talk.a2a.json");
    std::fs::write(&path, "{}").unwrap();
    path.to_str().unwrap().to_owned()
}

async fn toast(app: &App, words: &str) {
    app.until(&format!(
        "[...document.querySelectorAll(\"[data-testid='toast']\")].some((one) => one.textContent.includes({}))",
        json!(words)
    ))
    .await;
}

/// The invite is filled in, and nothing was done with it.
async fn joining(app: &App) {
    app.find("[data-testid='join-ticket']").await;
    app.until(&format!(
        "document.querySelector(\"[data-testid='join-ticket']\").value === {}",
        json!(TICKET)
    ))
    .await;
    assert_eq!(app.world.ask(&["status"])["people"], 0);
    for entry in std::fs::read_dir(app.world.profile().join("logs")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(
            !text.contains("abcdefghijklmnopqrstuvwxyz"),
            "the invite is not logged"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invite_that_the_app_is_started_with_is_filled_in_and_not_used() {
    let app = App::open_with(World::new(), &[TICKET, "segue://import/now"]).await;
    joining(&app).await;
    toast(&app, "doesn’t support this kind of link").await;
    app.picture("join-by-link").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_the_app_is_started_with_is_shown() {
    let world = World::new();
    let link = format!("segue://open?file={}", file(&world));
    let app = App::open_with(world, &[&link]).await;
    app.until("location.hash.startsWith('#/inbox/file')").await;
    app.until("document.querySelector('main').textContent.includes('talk.a2a.json')")
        .await;
    assert!(
        !app.value("location.hash")
            .await
            .to_string()
            .contains("segue-"),
        "no path"
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_hands_what_it_was_given_to_the_first_window() {
    let app = App::open().await;
    let file = file(&app.world);
    let mut listener = app.world.start(&["log", "--follow", "--json"]);
    listener.wait_for("it listens", |line| line["data"] == "attached");
    let second = async |arguments: &[&str]| {
        let mut second = app.world.program("segue-desktop");
        second.args(arguments);
        let ended = tokio::task::spawn_blocking(move || second.status().unwrap());
        assert!(ended.await.unwrap().success());
    };
    second(&[&file]).await;
    listener.wait_for("the window is raised", |line| {
        line["event"] == "raise_window"
    });
    let opened = listener.wait_for("the file is told", |line| line["event"] == "file_opened");
    assert_eq!(opened["data"]["name"], "talk.a2a.json");
    app.until("location.hash.startsWith('#/inbox/file')").await;
    second(&["segue://handoff/0b9f8a52"]).await;
    listener.wait_for("the link is told", |line| line["event"] == "open_requested");
    app.until("location.hash === '#/inbox/0b9f8a52'").await;
    let missing = app.world.home().join("gone.a2a.json");
    second(&[missing.to_str().unwrap(), "/etc/passwd"]).await;
    toast(&app, "The file is missing").await;
    toast(&app, "Segue opens conversation files").await;
    second(&[TICKET]).await;
    joining(&app).await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_for_the_window_is_taken_once_and_by_no_other() {
    let app = App::open_with(World::new(), &["segue://handoff/0b9f8a52"]).await;
    app.until("location.hash === '#/inbox/0b9f8a52'").await;
    let (worked, answer) = app.call(&json!({"method": "take_opens"})).await;
    assert!(
        worked && answer["result"]["targets"] == json!([]),
        "{answer}"
    );
    app.close().await;
}
