//! What others wrote is text, wherever the real window shows it: every payload in every place, from a
//! second real node. Nothing runs, nothing is fetched, no element appears, the page stays where it is.

use segue_testkit::World;
use serde_json::{Value, json};

use crate::app::{App, ESCAPE};
use crate::guard::{Guarded, PAYLOADS, artifact, pathed, session};
use crate::pair::Pair;
use crate::steps::{by, click, click_the, says};
use crate::verify::place;

#[tokio::test(flavor = "multi_thread")]
async fn the_guard_notices_what_gets_through_and_the_rules_stop_it() {
    let mut app = App::open().await;
    app.expects("forbidden: ");
    app.expects("not loaded: ");
    let guarded = Guarded::over(&app).await;
    guarded.calm("before").await;
    for payload in PAYLOADS.iter().filter(|one| one.text.starts_with('<')) {
        let before = guarded.harm().await.len();
        let put = "document.body.insertAdjacentHTML('beforeend', `<p>${arguments[0]}</p>`)";
        let put = app.page.execute(put, vec![json!(payload.text)]).await;
        put.unwrap();
        app.until(&format!("window.harmSoFar().length > {before}"))
            .await;
    }
    assert_eq!(app.value("'hacked' in window").await, false);
    let hidden = "document.body.append('safe\\u202Egpj.exe')";
    app.page.execute(hidden, vec![]).await.unwrap();
    let harm = guarded.harm().await;
    assert!(
        harm.last().unwrap().contains("hidden characters"),
        "{harm:?}"
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_folders_and_messages_are_text_in_the_library_and_the_reader() {
    let world = World::new();
    for (number, payload) in (500..).zip(PAYLOADS.iter()) {
        session(world.home(), number, &payload.text).write(&world.home().join(".claude"), 60);
    }
    let app = App::open_in(world).await;
    let guarded = Guarded::over(&app).await;
    app.go("library").await;
    all_are_there(&app, "library-row").await;
    for payload in PAYLOADS.iter() {
        click_the(&app, "library-row", &payload.shown).await;
        let title = format!(
            "document.querySelector(\"[data-testid='library-pane'] :is(h1, h2, h3)\")?.textContent.trim() === {}",
            json!(payload.shown)
        );
        app.until(&title).await;
        says(&app, "library-row", &pathed(&payload.shown)).await;
        says(&app, "reader-code", &payload.shown).await;
        app.press(&['t']).await;
        says(&app, "reader-tool-input", &payload.shown).await;
        says(&app, "reader-tool-output", &payload.shown).await;
        guarded.calm(&payload.shown).await;
    }
    app.picture("hostile-library").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_a_handoff_says_is_text_in_the_inbox_in_review_and_in_activity() {
    let app = App::open().await;
    let guarded = Guarded::over(&app).await;
    let sam = Pair::with(&app.world);
    let file = sam.world.home().join("envelope.json");
    for (number, payload) in (600..).zip(PAYLOADS.iter()) {
        std::fs::write(&file, envelope(&payload.text).to_string()).unwrap();
        let said = ["--envelope", file.to_str().unwrap(), "--yes"];
        sam.hand(&session(sam.world.home(), number, &payload.text), &said);
    }
    app.go("inbox").await;
    all_are_there(&app, "inbox-row").await;
    for payload in PAYLOADS.iter() {
        click_the(&app, "inbox-row", &payload.shown).await;
        says(&app, "review-title", &payload.shown).await;
        for field in SAID {
            says(&app, &format!("review-{field}"), &payload.shown).await;
        }
        says(&app, "review-fact-project", &pathed(&payload.shown)).await;
        click(&app, "review-open").await;
        app.until(&format!(
            "[...document.querySelectorAll(\"[data-testid='review-reader'] [data-testid='reader-code']\")].some((one) => one.textContent.includes({}))",
            json!(payload.shown)
        ))
        .await;
        guarded.calm(&payload.shown).await;
        app.press(&[ESCAPE]).await;
        app.find(&by("inbox-row")).await;
    }
    app.picture("hostile-inbox").await;
    app.go("activity").await;
    for payload in PAYLOADS.iter() {
        click_the(&app, "activity-row", &payload.shown).await;
        says(&app, "activity-entry", &payload.shown).await;
    }
    guarded.calm("Activity").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_strangers_and_of_people_are_text_in_people_and_in_what_they_hand_over() {
    let app = App::open().await;
    let guarded = Guarded::over(&app).await;
    let sam = Pair::with(&app.world);
    sam.send("Fix flaky login test");
    let mallory = World::new();
    let mut host = mallory.start(&["serve", "--no-ui", "--json"]);
    host.wait_for("it runs", |line| line["running"] == true);
    let connected = app.world.segue(&["connect", &place(&mallory)]);
    assert_eq!(connected.code, 0, "{connected:?}");
    app.go("people").await;
    let stranger = "[data-testid='people-group-notVerified'] [data-testid='people-row']";
    app.click(stranger).await;
    let names = || {
        PAYLOADS
            .iter()
            .filter_map(|one| Some((one.text.as_str(), one.name.as_deref()?)))
    };
    for (text, name) in names() {
        let named = mallory.segue(&["settings", "set", "name", text]);
        assert_eq!(named.code, 0, "{named:?}");
        named_so(
            &app,
            &format!("{stranger} [data-testid='people-name']"),
            name,
        )
        .await;
        says(&app, "people-pane", name).await;
        guarded.calm(text).await;
    }
    let friend = "[data-testid='people-group-verified'] [data-testid='people-row']";
    app.click(friend).await;
    let who = sam.world.ask(&["status"])["you"]["device_id"].clone();
    for (text, name) in names() {
        let named = app.world.segue(&["nickname", who.as_str().unwrap(), text]);
        assert_eq!(named.code, 0, "{named:?}");
        named_so(&app, &format!("{friend} [data-testid='people-name']"), name).await;
        says(&app, "people-pane", name).await;
        app.go("inbox").await;
        says(&app, "inbox-row", name).await;
        guarded.calm(text).await;
        app.go("people").await;
        app.click(friend).await;
    }
    app.picture("hostile-people").await;
    app.close().await;
}

/// Waits until there is a row for each payload.
async fn all_are_there(app: &App, id: &str) {
    let (selector, count) = (json!(by(id)), PAYLOADS.len());
    app.until(&format!(
        "document.querySelectorAll({selector}).length === {count}"
    ))
    .await;
}

/// Waits until exactly this is the text.
async fn named_so(app: &App, css: &str, name: &str) {
    let (css, name) = (json!(css), json!(name));
    app.until(&format!(
        "document.querySelector({css})?.textContent.trim() === {name}"
    ))
    .await;
}

/// An envelope that says the same in every field.
fn envelope(text: &str) -> Value {
    json!({
        "status": "partial",
        "context": {
            "objective": text,
            "scope": {"in_scope": [text], "out_of_scope": [text]},
            "constraints": [text],
            "prior_decisions": [{"decision": text, "rationale": text, "alternatives_considered": [text]}],
        },
        "results": {
            "summary": text,
            "metrics": {text: text},
            "verification": {"verification_method": text},
            "artifacts": [{"name": text, "path": artifact(text), "type": "code", "description": text}],
        },
        "action_required": {"task": text, "instructions": [text], "expected_output": text, "deadline": text},
        "blockers": [{"type": "unknown", "description": text, "resolution_options": [text], "blocking_tasks": [text]}],
        "note": text,
    })
}

/// Where Review shows the fields of an envelope.
const SAID: [&str; 15] = [
    "task",
    "note",
    "expected",
    "deadline",
    "blockers",
    "envelope-summary",
    "envelope-objective",
    "envelope-constraints",
    "envelope-in-scope",
    "envelope-out-of-scope",
    "envelope-instructions",
    "envelope-decisions",
    "envelope-artifacts",
    "envelope-metrics",
    "envelope-verification",
];
