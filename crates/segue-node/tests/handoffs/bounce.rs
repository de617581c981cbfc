//! A conversation that comes back grown: only what is new travels.

use crate::desk::Desk;

/// Ana hands to Ben, Ben imports, goes on, and hands it back; what Ana's node says about it.
async fn there(ana: &Desk, ben: &Desk, number: u32) -> (String, String) {
    let name = ana.session(number, 400);
    let id = ana.send(&name, ben).await;
    ben.receipt(&id, "delivered").await;
    let done = ben.import(&id).await.unwrap();
    ben.is_heard(&id).await;
    ben.goes_on(&done.session, "And now the checkout page");
    (id, format!("{}:{}", done.platform, done.session))
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_is_new_travels_back_also_after_both_restarted() {
    let (mut ana, mut ben) = Desk::pair("Ana", "Ben").await;
    let (first, session) = there(&ana, &ben, 1).await;
    let whole = ben.shows(&first).await.handoff;
    ana.leave().await;
    ben.leave().await;
    ana.come_back().await;
    ben.come_back().await;
    let back = ben.send(&session, &ana).await;
    let came = ana.receipt(&back, "delivered").await;
    assert_eq!(came.conversation, whole.conversation);
    assert!(came.messages > whole.messages);
    let (travelled, saved) = (came.travelled.unwrap(), came.saved.unwrap_or(0));
    assert!(saved > 0, "{came:?}");
    assert!(
        travelled * 4 < whole.travelled.unwrap(),
        "{travelled} of {whole:?}"
    );
    ana.import(&back).await.unwrap();
    ben.receipt(&back, "imported").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_base_the_whole_travels() {
    let (ana, ben) = Desk::pair("Ana", "Ben").await;
    let (first, session) = there(&ana, &ben, 2).await;
    let base = ana.path("profile/blobs");
    for file in std::fs::read_dir(base).unwrap() {
        std::fs::remove_file(file.unwrap().path()).unwrap();
    }
    let back = ben.send(&session, &ana).await;
    let came = ana.receipt(&back, "delivered").await;
    assert_eq!(came.saved, None);
    assert!(came.messages > ben.shows(&first).await.handoff.messages);
}
