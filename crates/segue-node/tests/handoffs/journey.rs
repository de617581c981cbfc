//! The usual way: handed over, opened, imported, and everyone knows.

use std::path::Path;

use segue_door::{DownloadWhat, ImportOutcome, ask};

use crate::test_peer::{Draft, TestPeer};

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_handed_over_opened_and_imported_and_the_sender_sees_it() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let name = ana.session(1, 3);
    let id = ana.send(&name, &ben).await;

    let arrived = ben.receipt(&id, "delivered").await;
    assert_eq!(arrived.person.name, "Ana");
    assert_eq!(arrived.title.as_deref(), Some("Fix the login form"));
    assert_eq!(arrived.state, "working");
    assert_eq!(
        arrived.task.as_deref(),
        Some("Write the missing tests of the login form")
    );
    ana.receipt(&id, "delivered").await;
    assert_eq!(
        ben.sessions().len(),
        0,
        "nothing is written before the person chooses"
    );

    let detail = ben.opens(&id).await;
    let file = detail.file.unwrap();
    assert_eq!(file.messages, arrived.messages);
    assert!(detail.envelope.is_some());
    ana.receipt(&id, "opened").await;

    let done = ben.import(&id).await.unwrap();
    assert_eq!(done.outcome, ImportOutcome::Imported);
    assert_eq!(ben.sessions().len(), 1);
    let seen = ana.receipt(&id, "imported").await;
    assert_eq!(seen.state, "completed");

    let again = ben.import(&id).await.unwrap();
    assert_eq!(again.outcome, ImportOutcome::AlreadyImported);
    assert_eq!(ben.sessions().len(), 1, "importing twice writes nothing");

    let undo = ask::UndoHandoff {
        handoff: id.clone(),
    };
    ben.call(undo).await.unwrap();
    assert_eq!(ben.sessions().len(), 0);
    let seen = ana.receipt(&id, "import-undone").await;
    assert_eq!(seen.state, "completed", "an end is not left");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_downloaded_file_has_a_name_of_ours_and_is_still_signed() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let id = ana.send(&ana.session(2, 1), &ben).await;
    ben.receipt(&id, "delivered").await;
    let request = ask::DownloadHandoff {
        handoff: id.clone(),
        what: DownloadWhat::Conversation,
        output: None,
        force: false,
    };
    let done = ben.call(request).await.unwrap();
    assert!(
        done.file
            .ends_with(&format!("fix-the-login-form-{}.a2a.json", &id[..8])),
        "{}",
        done.file
    );
    let path = Path::new(&done.file).into();
    let found = ben.call(ask::InspectFile { path }).await.unwrap();
    assert_eq!(found.refused, None);
    assert_eq!(found.sender.name.as_deref(), Some("Ana"));
    let envelope = found.envelope.unwrap();
    assert_eq!(envelope["handoff_id"], id.as_str());
    let seen = ana.receipt(&id, "downloaded").await;
    assert_eq!(
        seen.state, "working",
        "downloading is a receipt, the task goes on"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn several_people_get_it_each_under_their_own_task() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let cem = TestPeer::new("Cem").await;
    ana.knows(&cem).await;
    let name = ana.session(3, 1);
    let prepared = ana.prepare(&name, Draft::default()).await.unwrap();
    let sent = ana
        .send_prepared(&prepared.hash, None, &[&ben, &cem, &ben])
        .await
        .unwrap();
    assert_eq!(sent.handoffs.len(), 2, "the same person twice is one");
    let id_of = |who: &str| {
        sent.handoffs
            .iter()
            .find(|one| one.person.name == who)
            .unwrap()
            .id
            .clone()
    };
    ben.receipt(&id_of("Ben"), "delivered").await;
    cem.receipt(&id_of("Cem"), "delivered").await;
    cem.import(&id_of("Cem")).await.unwrap();
    ana.receipt(&id_of("Cem"), "imported").await;
    assert_eq!(
        ana.receipt(&id_of("Ben"), "delivered").await.state,
        "working"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_not_verified_gets_nothing_and_what_was_sent_is_gone_from_the_shelf() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let name = ana.session(4, 0);
    let prepared = ana.prepare(&name, Draft::default()).await.unwrap();
    let stranger = TestPeer::new("Mallory").await;
    let refused = ana.send_prepared(&prepared.hash, None, &[&stranger]).await;
    assert!(refused.is_err());
    ana.send_prepared(&prepared.hash, None, &[&ben])
        .await
        .unwrap();
    let again = ana.send_prepared(&prepared.hash, None, &[&ben]).await;
    assert!(again.is_err(), "it left");
}
