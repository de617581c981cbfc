//! Verify, in the real window and with a second real node: the same words on both, a yes from both.

use segue_testkit::{Running, World};
use serde_json::{Value, json};

use crate::app::App;
use crate::steps::{by, click, gone, says};

/// Where others reach the node of this world.
pub fn place(world: &World) -> String {
    let status = world.ask(&["status"]);
    let listening = status["network"]["listening"].as_array().unwrap();
    let plain = |at: &&str| !at.contains("QUIC");
    let mut places = listening.iter().filter_map(Value::as_str);
    places.find(plain).unwrap().to_owned()
}

/// Whether the node of this world holds anyone for verified.
fn verified(world: &World) -> bool {
    let people = world.ask(&["people"]);
    let people = people["people"].as_array().unwrap();
    people.iter().any(|one| one["standing"] == "verified")
}

/// Sam, who serves, and asks the person of this world to compare words: their command and the words.
fn asks(sam: &World, person: &World) -> (Running, Vec<String>) {
    let mut pairing = sam.start(&["pair", &place(person), "--json"]);
    let view = pairing.wait_for("the words", |line| line["stage"]["state"] == "comparing");
    let words = serde_json::from_value(view["stage"]["words"].clone()).unwrap();
    (pairing, words)
}

async fn begun() -> (App, World, Running) {
    let sam = World::new();
    let app = App::open().await;
    for (world, name) in [(&sam, "Sam"), (&app.world, "Kim")] {
        let named = world.segue(&["settings", "set", "name", name]);
        assert_eq!(named.code, 0, "{named:?}");
    }
    let mut host = sam.start(&["serve", "--no-ui", "--json"]);
    host.wait_for("it runs", |line| line["running"] == true);
    (app, sam, host)
}

#[tokio::test(flavor = "multi_thread")]
async fn both_compare_the_same_words_and_both_are_verified() {
    let (app, sam, _host) = begun().await;
    let (mut pairing, theirs) = asks(&sam, &app.world);
    assert_eq!(theirs.len(), 4);
    says(&app, "toast", "“Sam”, not verified.").await;
    assert_eq!(
        app.value("document.querySelector('dialog[open]')").await,
        Value::Null
    );
    click(&app, "pairing-compare").await;
    app.find(&by("pair-words")).await;
    let ours = app
        .value("[...document.querySelectorAll(\"[data-testid='pair-words'] li\")].map((one) => one.innerText.trim())")
        .await;
    assert_eq!(ours, json!(theirs));
    app.picture("verify").await;

    click(&app, "pair-match").await;
    app.find(&by("pair-waiting")).await;
    assert!(!verified(&app.world), "one yes is not enough");
    assert!(!verified(&sam), "one yes is not enough");
    let said = sam.segue(&["pair", "Kim", "--confirm", &theirs.join(" ")]);
    assert_eq!(said.code, 0, "{said:?}");
    pairing.wait_for("the outcome", |line| line["stage"]["state"] == "paired");
    says(&app, "pair", "You and Sam are verified").await;
    click(&app, "pair-done").await;
    gone(&app, "pair").await;

    app.go("people").await;
    // The row moves to another group when the list hears of it.
    app.click("[data-testid='people-group-verified'] [data-testid='people-row']")
        .await;
    says(&app, "people-standing", "by pairing").await;
    says(&app, "people-mark", "Verified").await;
    assert!(verified(&app.world) && verified(&sam));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_that_differ_stop_both_and_nobody_is_verified() {
    let (app, sam, _host) = begun().await;
    let (mut pairing, _) = asks(&sam, &app.world);
    click(&app, "pairing-compare").await;
    click(&app, "pair-differ").await;
    says(&app, "pair", "The words don’t match. Stop here.").await;
    says(&app, "pair-end", "Nothing was shared.").await;
    pairing.wait_for("the end", |line| line["stage"]["state"] == "ended");
    click(&app, "pair-done").await;
    app.go("people").await;
    says(&app, "people-mark", "Not verified").await;
    assert!(!verified(&app.world) && !verified(&sam));
    app.close().await;
}
