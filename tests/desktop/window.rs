//! What the window shows comes from the node, by mouse and by keyboard, in both themes.

use segue_testkit::{Display, Running, World};
use serde_json::{Value, json};

use crate::app::{App, CTRL, ESCAPE, root};

const SCREENS: [&str; 6] = [
    "inbox",
    "library",
    "people",
    "activity",
    "diagnostics",
    "settings",
];

#[tokio::test(flavor = "multi_thread")]
async fn name_and_status_come_from_the_node() {
    let app = App::open().await;
    let status = app.world.ask(&["status"]);
    assert_eq!(status["host"]["surface"], "desktop");
    let shows = |id: &str, words: &str| {
        format!(
            "document.querySelector(\"[data-testid='{id}']\").innerText.includes({})",
            json!(words)
        )
    };
    app.until(&shows(
        "shell-you-name",
        status["you"]["name"].as_str().unwrap(),
    ))
    .await;
    app.until(&shows("shell-status", "No one nearby")).await;
    // A change made elsewhere reaches the window by itself.
    assert_eq!(
        app.world
            .segue(&["settings", "set", "name", "Sam Ålesund"])
            .code,
        0
    );
    app.until("document.querySelector(\"[data-testid='shell-you-name']\").textContent.includes('Sam Ålesund')")
        .await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_palette_opens_by_keyboard_and_gives_the_focus_back() {
    let app = App::open().await;
    app.go("people").await;
    let before = app
        .value("document.activeElement.dataset.testid ?? ''")
        .await;
    app.press(&[CTRL, 'k']).await;
    app.until("document.activeElement?.dataset.testid === 'palette-input'")
        .await;
    assert_eq!(
        app.value("!!document.activeElement.closest('[role=dialog], dialog')")
            .await,
        true
    );
    app.find("[data-testid='palette-input']")
        .await
        .send_keys("hand")
        .await
        .unwrap();
    app.until("[...document.querySelectorAll(\"[data-testid='palette-option']\")].some((o) => o.textContent.includes('Hand off'))").await;
    app.picture("palette").await;
    app.press(&[ESCAPE]).await;
    app.until("!document.querySelector(\"[data-testid='palette-input']\")?.checkVisibility()")
        .await;
    assert_eq!(
        app.value("document.activeElement.dataset.testid ?? ''")
            .await,
        before
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_window_can_be_zoomed_by_keyboard() {
    let app = App::open().await;
    app.go("diagnostics").await;
    let zoom = "parseFloat(document.documentElement.style.zoom || '1')";
    let layout = "document.documentElement.dataset.layout";
    for _ in 0..8 {
        app.press(&[CTRL, '=']).await;
    }
    app.until(&format!("{zoom} === 2 && {layout}.includes('stacked')"))
        .await;
    app.until("document.querySelector('[role=status]').textContent.includes('200%')")
        .await;
    app.until("document.querySelector('header').getBoundingClientRect().width > 0")
        .await;
    app.picture("zoomed").await;
    app.reload().await;
    app.until(&format!(
        "document.documentElement.dataset.ready && {zoom} === 2"
    ))
    .await;
    app.press(&[CTRL, '0']).await;
    app.until(&format!("{zoom} === 1 && {layout} === 'wide'"))
        .await;
    app.press(&[CTRL, '-']).await;
    app.until(&format!("{zoom} < 1")).await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_theme_is_switched_in_the_window_and_kept_by_the_node() {
    let app = App::open().await;
    app.go("settings").await;
    app.click("[data-testid='settings-theme-dark']").await;
    app.until("document.documentElement.dataset.theme === 'dark'")
        .await;
    app.until("getComputedStyle(document.body).colorScheme.includes('dark')")
        .await;
    let file = std::fs::read_to_string(app.world.profile().join("settings.toml")).unwrap();
    assert!(file.contains("theme = \"dark\""), "{file}");
    let world = app.close().await;
    let again = App::open_in(world).await;
    again
        .until("document.documentElement.dataset.theme === 'dark'")
        .await;
    again.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_on_any_screen_in_either_theme() {
    let app = App::open().await;
    let axe = std::fs::read_to_string(root().join("ui/node_modules/axe-core/axe.min.js")).unwrap();
    app.page
        .execute(&format!("{axe}; window.axe = axe;"), vec![])
        .await
        .unwrap();
    for theme in ["light", "dark"] {
        app.set_theme(theme).await;
        for screen in SCREENS {
            app.go(screen).await;
            app.picture(&format!("{screen}-{theme}")).await;
            let script = "const done = arguments[0];
                axe.run().then((found) => done(found.violations.map(
                    (v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`)), (e) => done([String(e)]));";
            let violations = app.page.execute_async(script, vec![]).await.unwrap();
            assert_eq!(violations, json!([]), "{screen}, {theme}");
        }
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_brings_the_first_window_to_the_front_and_ends() {
    let app = App::open().await;
    let before = app.world.ask(&["status"]);
    let mut listener = app.world.start(&["log", "--follow", "--json"]);
    listener.wait_for("it listens", |line| line["data"] == "attached");
    let mut second = app.world.program("segue-desktop");
    let ended = tokio::task::spawn_blocking(move || second.status().unwrap())
        .await
        .unwrap();
    assert!(ended.success());
    listener.wait_for("the first is asked to come to the front", |line| {
        line["event"] == "raise_window"
    });
    let after = app.world.ask(&["status"]);
    assert_eq!(after["host"], before["host"], "the first still hosts");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_profiles_have_two_windows() {
    let (one, two) = (App::open().await, App::open().await);
    let name = async |app: &App| app.world.ask(&["status"])["you"]["device_id"].clone();
    assert_ne!(name(&one).await, name(&two).await);
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_attached_to_another_host_takes_over_when_that_is_killed() {
    let world = World::new();
    let mut host = world.start(&["serve", "--no-ui", "--json"]);
    host.wait_for("it runs", |line| line["running"] == true);
    let app = App::open_in(world).await;
    let before = app.world.ask(&["status"]);
    assert_eq!(before["host"]["surface"], "serve");
    host.kill();
    let surface = |status: &Value| status["host"]["surface"].clone();
    let after = (0..100)
        .map(|_| app.world.ask(&["status"]))
        .find(|s| surface(s) == "desktop");
    let after = after.expect("the window hosts the node now");
    assert_eq!(after["you"], before["you"]);
    app.until("document.querySelector(\"[data-testid='shell-status']\").textContent.includes('No one nearby')").await;
    // The page still talks to the node.
    app.go("diagnostics").await;
    app.find("[data-testid='diagnostics-check']").await;
    app.close().await;
}

#[test]
fn without_a_display_it_says_what_to_do_instead() {
    let world = World::new();
    let output = world.program("segue-desktop").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("segue serve"), "{said}");
    assert!(!world.profile().join("node.sock").exists());
}

#[test]
fn asked_to_end_it_ends_tidily_and_remembers_its_place() {
    let mut world = World::new();
    let _display = Display::start(&mut world);
    let mut app = Running::start(&mut world.program("segue-desktop"));
    let hosts = |status: &Value| status["host"]["surface"] == "desktop";
    (0..100)
        .map(|_| world.ask(&["status"]))
        .find(hosts)
        .expect("the app hosts the node");
    assert_eq!(app.terminate(), Some(0));
    let place = std::fs::read_to_string(world.profile().join("window.json")).unwrap();
    assert!(place.contains("\"width\": 1180"), "{place}");
    assert!(!world.profile().join("node.sock").exists());
    let last = world.ask(&["log", "-n", "1"])["entries"][0]["kind"].clone();
    assert_eq!(last, "stopped");
}

#[test]
fn asked_to_end_while_its_window_is_being_made_it_ends_tidily_too() {
    let mut world = World::new();
    let _display = Display::start(&mut world);
    // As on a computer with one processor: whoever waits here waits for everyone.
    world.set("TOKIO_WORKER_THREADS", "1");
    let socket = world.profile().join("node.sock");
    for _ in 0..3 {
        let mut app = Running::start(&mut world.program("segue-desktop"));
        (0..100)
            .map(|_| world.ask(&["status"]))
            .find(|status| status["host"]["surface"] == "desktop")
            .expect("the app hosts the node");
        assert_eq!(app.terminate(), Some(0));
        assert!(!socket.exists());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_that_cannot_start_says_why_in_the_window() {
    let world = World::new();
    world.ask(&["status"]);
    std::fs::write(
        world.profile().join("segue.db"),
        "not a database ".repeat(200),
    )
    .unwrap();
    for companion in ["segue.db-wal", "segue.db-shm"] {
        std::fs::remove_file(world.profile().join(companion)).ok();
    }
    let app = App::open_refused(world).await;
    app.until("document.body.textContent.includes('can\\'t be opened')")
        .await;
    app.picture("refused").await;
    app.close().await;
}
