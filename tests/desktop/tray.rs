//! The tray and the desktop's notifications, over a private bus: a handoff that arrives is counted
//! and told, with no word of the conversation.

use segue_testkit::{Bus, Notices, Panel, Running, World};

use crate::app::App;
use crate::pair::Pair;

#[tokio::test(flavor = "multi_thread")]
async fn the_tray_says_whether_segue_goes_on_without_its_window() {
    let mut world = World::new();
    let bus = Bus::start(&mut world);
    let panel = Panel::start(&bus);
    let app = App::open_in(world).await;
    panel.until_line("Nothing waiting");
    let line = panel.until_line("Receiving while the window is open");
    assert!(!line.enabled);
    assert_eq!(panel.label(), "");
    let set = |name: &str, value: &str| {
        let ended = app.world.segue(&["settings", "set", name, value]);
        assert_eq!(ended.code, 0, "{ended:?}");
    };
    set("window.keep_running", "true");
    panel.until_line("Receiving from verified people");
    set("appearance.language", "de");
    panel.until_line("Empfängt von geprüften Personen");
    // In another language the page is made anew.
    app.until("document.documentElement.lang === 'de' && document.documentElement.dataset.ready")
        .await;
    app.watch().await;
    app.go("people").await;
    panel.click("Eingang");
    app.until("location.hash.startsWith('#/inbox')").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_arrives_is_counted_in_the_tray_and_told_without_its_content() {
    let mut world = World::new();
    let bus = Bus::start(&mut world);
    let (panel, notices) = (Panel::start(&bus), Notices::start(&bus));
    // Nobody looks at a window that is in the tray.
    let kept = world.segue(&["settings", "set", "window.keep_running", "true"]);
    assert_eq!(kept.code, 0, "{kept:?}");
    let app = App::open_with(world, &["--hidden"]).await;
    panel.until_line("Nothing waiting");
    let plain = panel.icon();
    let pair = Pair::with(&app.world);
    pair.send("Fix flaky login test");
    panel.until_label("1");
    panel.until_line("1 waiting");
    assert_ne!(panel.icon(), plain, "another picture while something waits");
    let told = notices.until(1);
    assert!(
        told[0]
            .summary
            .contains("handed you “Fix flaky login test”"),
        "{told:?}"
    );
    assert!(
        told[0].body.ends_with("messages") || told[0].body == "1 message",
        "{told:?}"
    );
    // Many at once are one more, and not before its time.
    for number in 0..4 {
        pair.send(&format!("Another {number}"));
    }
    panel.until_label("5");
    let told = notices.until(2);
    assert!(
        told[1].summary.contains("conversations") || told.len() > 2,
        "{told:?}"
    );
    for pair in told.windows(2) {
        assert!(
            pair[1].at - pair[0].at >= std::time::Duration::from_millis(4_000),
            "{told:?}"
        );
        assert_eq!(pair[1].id, pair[0].id, "one at a time");
    }
    let all = format!("{told:?}");
    assert!(!all.contains("the words of the conversation"), "{all}");
    // A click brings the window to the front, at what was told.
    let mut listener = app.world.start(&["log", "--follow", "--json"]);
    listener.wait_for("it listens", |line| line["data"] == "attached");
    notices.click(told.last().unwrap().id);
    listener.wait_for("it is shown", |line| line["event"] == "open_requested");
    app.until("location.hash.startsWith('#/inbox') && document.visibilityState === 'visible'")
        .await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notifications_can_be_switched_off() {
    let mut world = World::new();
    let bus = Bus::start(&mut world);
    let (panel, notices) = (Panel::start(&bus), Notices::start(&bus));
    assert_eq!(
        world
            .segue(&["settings", "set", "window.notifications", "false"])
            .code,
        0
    );
    let app = App::open_in(world).await;
    // Whoever hands it over stays until it is here.
    let pair = Pair::with(&app.world);
    pair.send("Quiet");
    panel.until_label("1");
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    assert_eq!(notices.told(), []);
    app.close().await;
}

#[test]
fn it_starts_in_the_tray_only_when_it_may_go_on_without_a_window() {
    for keep in [true, false] {
        let mut world = World::new();
        let _display = segue_testkit::Display::start(&mut world);
        let bus = Bus::start(&mut world);
        let panel = Panel::start(&bus);
        let value = if keep { "true" } else { "false" };
        assert_eq!(
            world
                .segue(&["settings", "set", "window.keep_running", value])
                .code,
            0
        );
        let mut app = Running::start(world.program("segue-desktop").arg("--hidden"));
        panel.until_line("Nothing waiting");
        let visible = || {
            let mut search = world.dress(std::process::Command::new("xdotool"));
            let found = search
                .args(["search", "--onlyvisible", "--name", "^Segue$"])
                .output()
                .unwrap();
            !found.stdout.is_empty()
        };
        let seen = (0..100).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            visible()
        });
        assert_eq!(seen, !keep);
        if keep {
            panel.click("Open Segue");
            let seen = (0..500).any(|_| {
                std::thread::sleep(std::time::Duration::from_millis(20));
                visible()
            });
            assert!(seen, "it comes out of the tray");
        }
        panel.click("Quit Segue");
        assert_eq!(app.ended(), Some(0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn starting_with_the_session_is_a_choice_that_can_be_taken_back() {
    let app = App::open().await;
    let file = app
        .world
        .home()
        .join(".config/autostart/dev.segue.desktop.desktop");
    assert!(!file.exists());
    let set = |value: &str| {
        assert_eq!(
            app.world
                .segue(&["settings", "set", "window.autostart", value])
                .code,
            0
        );
    };
    let wait = async |there: bool| {
        for _ in 0..200 {
            if file.exists() == there {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("the entry is there: {}", file.exists());
    };
    set("true");
    wait(true).await;
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(" --hidden --profile "), "{text}");
    set("false");
    wait(false).await;
    app.close().await;
}
