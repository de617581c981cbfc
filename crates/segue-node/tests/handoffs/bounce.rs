//! A conversation that comes back grown: only what is new travels.

use std::fs::File;

use segue_conversation::file::{Item, Limits, Reader};
use segue_door::{Handoff, ImportOutcome, Imported, ask};

use segue_testkit::scene;

use crate::test_peer::TestPeer;

/// Ana hands to Ben, Ben imports and goes on.
async fn there(ana: &TestPeer, ben: &TestPeer, number: u32, exchanges: u32) -> (String, String) {
    let name = ana.session(number, exchanges);
    let id = ana.send(&name, ben).await;
    let session = takes(ben, &id, "And now the checkout page").await;
    (id, session)
}

/// Imports what came and goes on with it; the session's name.
async fn takes(desk: &TestPeer, id: &str, words: &str) -> String {
    desk.receipt(id, "delivered").await;
    let done = desk.import(id).await.unwrap();
    desk.is_heard(id).await;
    desk.goes_on(&done.session, words);
    format!("{}:{}", done.platform, done.session)
}

async fn takes_into(desk: &TestPeer, id: &str, platform: &str) -> Imported {
    desk.receipt(id, "delivered").await;
    let request = ask::ImportHandoff {
        handoff: id.to_owned(),
        to: platform.to_owned(),
        project: Some(desk.project().as_path().into()),
        title: None,
        map_paths: false,
        dry_run: false,
        again: false,
    };
    let done = desk.call(request).await.unwrap();
    desk.is_heard(id).await;
    done
}

/// The hash of the first messages of the file of a handoff, as this desk has it.
fn begins(desk: &TestPeer, handoff: &Handoff, messages: u64) -> String {
    let files = std::fs::read_dir(desk.path("profile/blobs")).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let path = paths
        .filter(|path| path.metadata().unwrap().len() == handoff.bytes)
        .collect::<Vec<_>>();
    let [path] = path.as_slice() else {
        panic!("{path:?}")
    };
    let mut reader = Reader::new(File::open(path).unwrap(), Limits::default());
    while reader.history().count() < messages {
        match reader.item().unwrap() {
            Some(Item::Message(_) | Item::Artifact(_)) => {}
            None => panic!("less than {messages} messages"),
        }
    }
    reader.history().hash()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_is_new_travels_back_also_after_both_restarted() {
    let (mut ana, mut ben) = TestPeer::pair("Ana", "Ben").await;
    let (first, session) = there(&ana, &ben, 1, 400).await;
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
        travelled * 20 < whole.travelled.unwrap(),
        "{travelled} of {whole:?}"
    );
    assert_eq!(
        begins(&ana, &came, whole.messages),
        begins(&ana, &whole, whole.messages),
        "what Ana sent is how it begins"
    );
    ana.import(&back).await.unwrap();
    ben.receipt(&back, "imported").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_conversation_goes_to_and_fro() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let (first, session) = there(&ana, &ben, 3, 1).await;
    let whole = ben.shows(&first).await.handoff;
    assert_eq!(whole.messages, 10);
    let half = whole.travelled.unwrap() / 2;

    let second = ben.send(&session, &ana).await;
    let session = takes(&ana, &second, "Why not the basket first?").await;
    let back = ana.shows(&second).await.handoff;
    assert!(back.travelled.unwrap() < half, "{back:?} after {whole:?}");
    assert!(back.saved.unwrap() > 0);

    let third = ana.send(&session, &ben).await;
    let again = ben.receipt(&third, "delivered").await;
    assert!(again.travelled.unwrap() < half, "{again:?} after {back:?}");
    assert_eq!(
        begins(&ben, &again, back.messages),
        begins(&ben, &back, back.messages)
    );
    assert_eq!(
        begins(&ben, &again, whole.messages),
        begins(&ben, &whole, whole.messages)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_grew_by_a_second_file_keeps_the_ids_of_both() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let name = ana.session(4, 30);
    let first = ana.send(&name, &ben).await;
    takes_into(&ben, &first, "claude-code").await;
    ana.goes_on(name.split_once(':').unwrap().1, "One thing more");
    let second = ana.send(&name, &ben).await;
    let done = takes_into(&ben, &second, "claude-code").await;
    assert_eq!(done.outcome, ImportOutcome::Continued);
    let (first, second) = (ben.shows(&first).await, ben.shows(&second).await);

    let session = format!("{}:{}", done.platform, done.session);
    let back = ben.send(&session, &ana).await;
    let came = ana.receipt(&back, "delivered").await;
    let count = first.handoff.messages;
    assert_eq!(
        begins(&ana, &came, count),
        begins(&ana, &second.handoff, count)
    );
    let whole = first.handoff.travelled.unwrap();
    assert!(came.travelled.unwrap() * 4 < whole, "{came:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_the_same_with_every_agent() {
    for (platform, session) in [
        ("claude-code", scene::CLAUDE_SESSION),
        ("codex", "01a1e23e"),
        ("gemini-cli", "9e319e31"),
    ] {
        let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
        let (home, project) = (ana.path("home"), ana.project());
        match platform {
            "claude-code" => scene::claude(&home, &project, true),
            "codex" => scene::codex(&home, &project, true),
            _ => scene::gemini(&home, &project, true),
        }
        let first = ana.send(&format!("{platform}:{session}"), &ben).await;
        let done = takes_into(&ben, &first, platform).await;
        let whole = ben.shows(&first).await.handoff;
        // One agent lists its sessions by the beginning of their ids.
        let short = done.session.get(..8).unwrap();
        let back = ben.send(&format!("{platform}:{short}"), &ana).await;
        let came = ana.receipt(&back, "delivered").await;
        assert_eq!(came.conversation, whole.conversation, "{platform}");
        let travelled = came.travelled.unwrap();
        assert!(
            travelled * 2 < whole.travelled.unwrap(),
            "{platform}: {travelled} of {whole:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_base_the_whole_travels() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let (first, session) = there(&ana, &ben, 2, 400).await;
    let base = ana.path("profile/blobs");
    for file in std::fs::read_dir(base).unwrap() {
        std::fs::remove_file(file.unwrap().path()).unwrap();
    }
    let back = ben.send(&session, &ana).await;
    let came = ana.receipt(&back, "delivered").await;
    assert_eq!(came.saved, None);
    assert!(came.messages > ben.shows(&first).await.handoff.messages);
}
