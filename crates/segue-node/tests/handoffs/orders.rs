//! Standing orders to import.

use segue_door::ask;

use crate::test_peer::TestPeer;

fn order(ben: &TestPeer) -> ask::AddAuto {
    ask::AddAuto {
        person: "Ana".to_owned(),
        platform: "claude-code".to_owned(),
        folder: ben.project().as_path().into(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_ordered_is_imported_at_once_and_after_the_revoking_not_any_more() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let before = ana.send(&ana.session(1, 1), &ben).await;
    ben.receipt(&before, "delivered").await;
    ben.call(order(&ben)).await.unwrap();
    let id = ana.send(&ana.session(2, 1), &ben).await;
    ana.receipt(&id, "imported").await;
    assert_eq!(ben.sessions().len(), 1);
    assert_eq!(
        ben.shows(&before).await.handoff.receipt,
        "delivered",
        "only what comes later"
    );
    let list = ben.call(ask::ListAuto {}).await.unwrap();
    assert_eq!(list.orders[0].imported, 1);
    let revoke = ask::RevokeAuto {
        order: "Ana".to_owned(),
    };
    ben.call(revoke).await.unwrap();
    let id = ana.send(&ana.session(3, 1), &ben).await;
    ben.receipt(&id, "delivered").await;
    ana.receipt(&id, "delivered").await;
    assert_eq!(ben.sessions().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_characters_stop_it() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    ben.call(order(&ben)).await.unwrap();
    let cwd = ana.project().to_string_lossy().into_owned();
    let session = segue_testkit::samples::claude::Session::tiny(4, &cwd)
        .ask("Please look\u{202e} at\u{200b} this")
        .answer("I did");
    session.write(&ana.path("home/.claude"), 60);
    let name = format!("claude-code:{}", segue_testkit::samples::claude::id(4));
    let id = ana.send(&name, &ben).await;
    ben.receipt(&id, "delivered").await;
    let stopped = || async {
        match ben.call(ask::ListAuto {}).await {
            Ok(list) => list.orders[0].stopped.clone(),
            other => panic!("{other:?}"),
        }
    };
    for _ in 0..200 {
        if stopped().await.is_some() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    assert!(stopped().await.unwrap().contains("can't be seen"));
    assert_eq!(ben.sessions().len(), 0);
    ben.import(&id).await.unwrap();
}
