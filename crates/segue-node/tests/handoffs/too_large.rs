//! More than someone takes: both sides are told, and nothing was handed over.

use std::collections::BTreeMap;

use segue_door::{Handed, ask};

use serde_json::json;

use crate::test_peer::TestPeer;

async fn handed_out(desk: &TestPeer) -> usize {
    let request = ask::ListConversations {
        platform: None,
        project: None,
        search: None,
        limit: 10,
        since: None,
        handed: Some(Handed::Out),
        after: None,
        offset: None,
    };
    {
        let list = desk.call(request).await.unwrap();
        list.conversations.len()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_receiver_is_told_and_the_sender_does_not_call_it_handed_off() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let changes = BTreeMap::from([("handoffs.quota_mb".to_owned(), json!(1))]);
    let changed = ben.call(ask::ChangeSettings { changes }).await;
    changed.unwrap();
    let id = ana.send(&ana.session(1, 4_000), &ben).await;
    let failed = ana.receipt(&id, "failed").await;
    assert!(failed.bytes > 1 << 20, "{failed:?}");
    assert_eq!(handed_out(&ana).await, 0);
    assert!(ben.inbox(true).await.is_empty());
    let request = ask::Journal {
        before: None,
        limit: 50,
    };
    let page = ben.call(request).await.unwrap();
    let told = page
        .entries
        .iter()
        .filter(|one| one.kind == "handoff_too_large");
    let told: Vec<_> = told.collect();
    assert_eq!(told.len(), 1, "{page:?}");
    assert_eq!(
        told[0].title,
        "Ana handed over more than you take from one person"
    );

    let small = ana.send(&ana.session(2, 1), &ben).await;
    ana.receipt(&small, "delivered").await;
    assert_eq!(handed_out(&ana).await, 1);
}
