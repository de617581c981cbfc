//! Request changes, in the real window and with a second real node: one question, one answer, the same
//! task all along.

use segue_testkit::World;

use crate::app::{App, CTRL, ESCAPE};
use crate::pair::Pair;
use crate::steps::{
    ENTER, by, gone, import_by_keys, project, review_by_keys, says, sessions, typed,
};

const TITLE: &str = "Fix flaky login test";
const QUESTION: &str = "Which branch is it?";
const ANSWER: &str = "The branch is main.";

/// Waits until Sam's node says this of the task.
fn hears(sam: &Pair, task: &str, words: &str) {
    let said = |_: &u32| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        sam.world.segue(&["review", task]).out.contains(words)
    };
    if (0..600).find(said).is_none() {
        let review = sam.world.segue(&["review", task]);
        panic!("Sam does not hear {words}: {review:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_are_asked_for_answered_and_what_was_asked_about_is_imported() {
    let world = World::new();
    project(&world, "code/shop");
    let app = App::open_in(world).await;
    let sam = Pair::with(&app.world);
    let task = sam.send(TITLE);
    review_by_keys(&app, TITLE).await;

    app.press(&['q']).await;
    typed(&app, "ask-text", QUESTION).await;
    app.picture("ask").await;
    app.press(&[CTRL, ENTER]).await;
    gone(&app, "ask-dialog").await;
    says(&app, "review-state", "Waiting for Sam’s answer").await;
    says(&app, "review-moment-asked", QUESTION).await;
    hears(&sam, &task, QUESTION);

    let answered = sam.world.segue(&["answer", &task, ANSWER]);
    assert_eq!(answered.code, 0, "{answered:?}");
    says(&app, "review-moment-answered", ANSWER).await;
    says(&app, "review-state", "Opened").await;
    gone(&app, "review-caution-waiting").await;
    app.until(&format!("location.hash === '#/inbox/{task}'"))
        .await;
    app.find(&by("review-story")).await;

    let before = sessions(&app.world).len();
    import_by_keys(&app).await;
    assert_eq!(sessions(&app.world).len(), before + 1);
    app.press(&[ESCAPE]).await;
    gone(&app, "import-dialog").await;
    says(&app, "review-state", "Imported").await;
    hears(&sam, &task, "Kim imported it.");
    app.close().await;
}
