//! A pairing that lapsed stops everything, and being verified again goes on with the same task.

use segue_door::ask;

use crate::test_peer::TestPeer;

#[tokio::test(flavor = "multi_thread")]
async fn a_lapsed_pairing_stops_it_and_the_same_task_goes_on_when_both_are_verified_again() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let id = ana.send(&ana.session(1, 1), &ben).await;
    ben.receipt(&id, "delivered").await;
    ana.receipt(&id, "delivered").await;
    let forget = ask::Forget {
        person: "Ana".to_owned(),
    };
    ben.call(forget).await.unwrap();
    let here = ben.receipt(&id, "auth-required").await;
    assert_eq!(here.state, "auth-required");
    assert!(!here.person.verified);
    let failure = ben.import(&id).await.unwrap_err();
    assert!(failure.message.contains("verified"), "{}", failure.message);
    assert_eq!(ben.sessions().len(), 0);
    ana.receipt(&id, "auth-required").await;
    ana.knows(&ben).await;
    ben.sees(&id, "going on", |handoff| handoff.state == "working")
        .await;
    ana.sees(&id, "going on", |handoff| handoff.state == "working")
        .await;
    ben.import(&id).await.unwrap();
    ana.receipt(&id, "imported").await;
}
