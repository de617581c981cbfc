//! What people do from beginning to end, in the real window and with a second real node.

use segue_testkit::World;
use segue_testkit::samples::claude;
use serde_json::json;

use crate::app::{App, CTRL};
use crate::pair::Pair;
use crate::steps::{ENTER, by, click, project, says, sessions, tab_to, typed};

const TITLE: &str = "Fix flaky login test";
const SAID: &str = "These are the words of the conversation.";

#[tokio::test(flavor = "multi_thread")]
async fn the_first_steps_end_in_the_library_and_are_not_shown_again() {
    let world = World::new();
    let project = world.home().join("shop");
    std::fs::create_dir_all(&project).unwrap();
    claude::Session::rich(1, project.to_str().unwrap())
        .title(TITLE)
        .write(&world.home().join(".claude"), 60);
    let app = App::open_first(world, &[]).await;
    app.find(&by("welcome")).await;
    app.until("document.querySelector(\"[data-testid='welcome-name']\")?.value.length > 0")
        .await;
    app.picture("welcome").await;
    for _ in 0..3 {
        click(&app, "welcome-next").await;
    }
    app.until("location.hash.startsWith('#/library')").await;
    says(&app, "library-row", TITLE).await;
    let again = App::open_first(app.close().await, &[]).await;
    again.find(&by("shell-nav-library")).await;
    assert_eq!(
        again
            .value("!document.querySelector(\"[data-testid='welcome']\")")
            .await,
        true
    );
    again.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_received_is_reviewed_imported_and_undone() {
    let world = World::new();
    project(&world, "code/shop");
    let app = App::open_in(world).await;
    let sam = Pair::with(&app.world);
    sam.send(TITLE);
    says(&app, "toast", TITLE).await;
    app.go("inbox").await;
    says(&app, "inbox-row", TITLE).await;
    click(&app, "inbox-row").await;
    app.find(&by("review-offer")).await;
    assert_eq!(
        app.value(&format!(
            "document.body.textContent.includes({})",
            json!(SAID)
        ))
        .await,
        false
    );
    click(&app, "review-open").await;
    says(&app, "review-reader", "words of the conversation").await;
    app.picture("review").await;
    let before = sessions(&app.world);
    click(&app, "review-import").await;
    app.until("document.querySelector(\"[data-testid='import-run']\")?.getAttribute('aria-disabled') !== 'true' && document.querySelector(\"[data-testid='import-changes'] code\")").await;
    assert_eq!(
        sessions(&app.world),
        before,
        "working it out writes nothing"
    );
    click(&app, "import-run").await;
    says(&app, "import-resume", "claude --resume").await;
    let after = sessions(&app.world);
    assert_eq!(after.len(), before.len() + 1);
    app.picture("imported").await;
    click(&app, "import-undo").await;
    says(&app, "import-says", "Import undone").await;
    assert_eq!(
        sessions(&app.world),
        before,
        "exactly what was added is gone"
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_handed_off_without_a_mouse() {
    let world = World::new();
    let project = world.home().join("shop");
    std::fs::create_dir_all(&project).unwrap();
    claude::Session::rich(1, project.to_str().unwrap())
        .title(TITLE)
        .write(&world.home().join(".claude"), 60);
    let app = App::open_in(world).await;
    let sam = Pair::with(&app.world);
    app.press(&[CTRL, '3']).await;
    app.until("[...document.querySelectorAll('[data-row]')].some((one) => one.textContent.includes('Sam'))").await;
    app.press(&['j']).await;
    app.press(&['s']).await;
    typed(&app, "pick-search", "flaky").await;
    app.picture("pick").await;
    app.until("document.querySelectorAll(\"[data-testid='pick-row']\").length === 1")
        .await;
    tab_to(&app, "pick-row").await;
    app.press(&[ENTER]).await;
    typed(&app, "handoff-task", "Go on with it").await;
    app.press(&[CTRL, ENTER]).await;
    app.find(&by("handoff-payload")).await;
    app.picture("handing-off").await;
    app.until("document.querySelector(\"[data-testid='handoff-send']\").getAttribute('aria-disabled') === 'false'").await;
    app.press(&[CTRL, ENTER]).await;
    sam.receives(TITLE);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_a_stranger_is_shown_as_not_verified_and_nothing_more() {
    let stranger = World::new();
    let project = stranger.home().join("shop");
    std::fs::create_dir_all(&project).unwrap();
    claude::Session::rich(1, project.to_str().unwrap())
        .title(TITLE)
        .ask(SAID)
        .answer("They are.")
        .write(&stranger.home().join(".claude"), 60);
    let file = stranger.home().join("talk.a2a.json");
    let name = format!("claude-code:{}", claude::id(1));
    let exported = stranger.segue(&["export", &name, "--output", file.to_str().unwrap(), "--yes"]);
    assert_eq!(exported.code, 0, "{exported:?}");
    let app = App::open_with(World::new(), &[file.to_str().unwrap()]).await;
    app.until("location.hash.startsWith('#/inbox/file')").await;
    app.until("document.querySelector('main').textContent.includes('Not verified')")
        .await;
    assert_eq!(
        app.value(&format!(
            "document.body.textContent.includes({})",
            json!(SAID)
        ))
        .await,
        false
    );
    app.picture("file").await;
    assert_eq!(app.world.ask(&["imports"])["imports"], json!([]));
    app.close().await;
}
