//! Those who are not here get theirs when they are; and what is taken back is taken back.

use segue_door::ask;

use crate::test_peer::TestPeer;

#[tokio::test(flavor = "multi_thread")]
async fn someone_away_gets_it_when_they_are_back_also_after_both_restarted() {
    let (mut ana, mut ben) = TestPeer::pair("Ana", "Ben").await;
    ben.leave().await;
    let id = ana.send(&ana.session(1, 1), &ben).await;
    let waits = ana
        .sees(&id, "a reason", |handoff| handoff.waits.is_some())
        .await;
    assert_eq!(waits.state, "submitted");
    assert_eq!(waits.waits.as_deref(), Some("Ben is not here."));
    ana.leave().await;
    ana.come_back().await;
    ben.come_back().await;
    ben.receipt(&id, "delivered").await;
    ana.receipt(&id, "delivered").await;
    assert_eq!(ben.inbox(true).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_cancelled_before_anyone_heard_of_it_never_arrives() {
    let (ana, mut ben) = TestPeer::pair("Ana", "Ben").await;
    ben.leave().await;
    let id = ana.send(&ana.session(2, 1), &ben).await;
    ana.sees(&id, "a reason", |handoff| handoff.waits.is_some())
        .await;
    let handoff = id.clone();
    ana.call(ask::CancelHandoff { handoff }).await.unwrap();
    ben.come_back().await;
    // It may have been tried, so Ben is told, and says that nothing was done with it.
    let seen = ana.receipt(&id, "withdrawn").await;
    let seen = if seen.state == "canceled" {
        seen
    } else {
        ana.sees(&id, "the end", |handoff| handoff.state == "canceled")
            .await
    };
    assert_eq!(seen.says, "You took it back");
    assert!(ben.inbox(false).await.is_empty());
    let again = ask::CancelHandoff {
        handoff: id.clone(),
    };
    assert!(ana.call(again).await.is_err(), "it ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_delivered_can_be_taken_back_until_something_was_done_with_it() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let first = ana.send(&ana.session(3, 1), &ben).await;
    let second = ana.send(&ana.session(4, 1), &ben).await;
    ben.receipt(&first, "delivered").await;
    ben.receipt(&second, "delivered").await;
    let cancel = |id: &str| ask::CancelHandoff {
        handoff: id.to_owned(),
    };
    ana.call(cancel(&first)).await.unwrap();
    let gone = ben.receipt(&first, "withdrawn").await;
    assert_eq!(gone.state, "canceled");
    assert!(ben.import(&first).await.is_err());
    ana.sees(&first, "the end", |handoff| handoff.state == "canceled")
        .await;
    ben.import(&second).await.unwrap();
    ana.receipt(&second, "imported").await;
    assert!(ana.call(cancel(&second)).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_took_in_time_fails() {
    let (mut ana, ben) = TestPeer::pair("Ana", "Ben").await;
    ben.leave().await;
    let id = ana.send(&ana.session(5, 1), &ben).await;
    ana.leave().await;
    let sql = "UPDATE store_machines SET body = json_set(body, '$.expires', 1)";
    ana.database().execute(sql, []).unwrap();
    ana.come_back().await;
    // Nobody was ever reached, so nobody else has to say so.
    let over = ana
        .sees(&id, "the time being over", |handoff| {
            handoff.state == "failed"
        })
        .await;
    assert!(over.says.contains("time was over"), "{}", over.says);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dismissal_can_be_undone_is_told_after_its_time_and_can_be_brought_back_as_a_new_task() {
    let (ana, mut ben) = TestPeer::pair("Ana", "Ben").await;
    let id = ana.send(&ana.session(6, 1), &ben).await;
    ben.receipt(&id, "delivered").await;
    let dismiss = || ask::DismissHandoff {
        handoff: id.clone(),
        reason: Some("Not my part of the shop".to_owned()),
    };
    let undo = || ask::UndoHandoff {
        handoff: id.clone(),
    };
    ben.call(dismiss()).await.unwrap();
    ben.call(undo()).await.unwrap();
    assert_eq!(ben.shows(&id).await.handoff.receipt, "delivered");
    assert!(ben.call(undo()).await.is_err());

    ben.call(dismiss()).await.unwrap();
    assert_eq!(ana.receipt(&id, "delivered").await.state, "working");
    // The time passes while nobody is there.
    ben.leave().await;
    let sql =
        "UPDATE store_machines SET body = json_set(body, '$.machine.received.dismissing.until', 1)";
    ben.database().execute(sql, []).unwrap();
    ben.come_back().await;
    let seen = ana.receipt(&id, "dismissed").await;
    assert_eq!(seen.state, "rejected");
    assert!(
        seen.says.contains("Not my part of the shop"),
        "{}",
        seen.says
    );

    let back = ben.call(undo()).await.unwrap();
    assert_ne!(back.handoff.id, id);
    assert_eq!(back.handoff.refers_to.as_deref(), Some(id.as_str()));
    assert_eq!(back.handoff.conversation, seen.conversation);
    let new = ana.sees(&back.handoff.id, "the new task", |_| true).await;
    assert_eq!(new.refers_to.as_deref(), Some(id.as_str()));
    ben.import(&new.id).await.unwrap();
    ana.receipt(&new.id, "imported").await;
    assert_eq!(ana.shows(&id).await.handoff.state, "rejected");
}
