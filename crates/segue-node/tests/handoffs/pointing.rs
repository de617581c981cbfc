//! A pointer: the messages stay with the sender until they are fetched.

use segue_door::{Code, RemoteCopy, ask};

use crate::test_peer::{Draft, TestPeer};

async fn pointed(ana: &TestPeer, ben: &TestPeer, number: u32) -> String {
    let name = ana.session(number, 3);
    let pointer = Draft {
        history: Some("pointer".to_owned()),
        ..Draft::default()
    };
    let pointer = ana.prepare(&name, pointer).await.unwrap();
    let full = ana.prepare(&name, Draft::default()).await.unwrap();
    let sent = ana
        .send_prepared(&pointer.hash, Some(&full.hash), &[ben])
        .await
        .unwrap();
    sent.handoffs[0].id.clone()
}

fn fetch(id: &str) -> ask::FetchHandoff {
    ask::FetchHandoff {
        handoff: id.to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rest_is_fetched_when_it_is_wanted_and_can_be_imported_then() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let id = pointed(&ana, &ben, 1).await;
    let here = ben.receipt(&id, "delivered").await;
    assert_eq!(here.messages, 0);
    assert_eq!(
        here.full_copy.as_ref().unwrap().state,
        RemoteCopy::Available
    );
    assert!(
        ben.import(&id).await.is_err(),
        "there is nothing to carry on with"
    );
    let fetched = ben.call(fetch(&id)).await.unwrap();
    assert_eq!(fetched.full_copy.unwrap().state, RemoteCopy::Local);
    ben.import(&id).await.unwrap();
    assert_eq!(ben.sessions().len(), 1);
    ana.receipt(&id, "imported").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_gone_is_said_to_be_gone() {
    let (mut ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let id = pointed(&ana, &ben, 2).await;
    ben.receipt(&id, "delivered").await;
    ana.receipt(&id, "delivered").await;
    ana.leave().await;
    let sql = "UPDATE store_machines SET body = json_set(body, '$.expires', 1)";
    ana.database().execute(sql, []).unwrap();
    ana.come_back().await;
    let failure = ben.call(fetch(&id)).await.unwrap_err();
    assert_eq!(failure.code, Code::NotFound);
    assert!(failure.message.contains("gone"), "{}", failure.message);
    assert_eq!(
        ben.shows(&id).await.handoff.full_copy.unwrap().state,
        RemoteCopy::Expired
    );
}
