//! The nearby door: both compare, both say so, and nothing less pairs.

use segue_door::{
    Code, Event, PairingOver, PairingStage, PairingView, PersonStanding, VerifiedBy, ask,
};

use crate::home::Home;

fn code(view: &PairingView) -> (String, String) {
    match &view.stage {
        PairingStage::Comparing { words, digits, .. } => (words.join(" "), digits.clone()),
        other => panic!("{other:?}"),
    }
}

/// Sam asked Dana; both see a code.
async fn asked() -> (Home, Home, PairingView, PairingView) {
    let (sam, mut dana) = (Home::new("Sam").await, Home::new("Dana").await);
    let ours = sam.pair(&dana.address().await).await.unwrap();
    let theirs = dana.is_asked().await;
    (sam, dana, ours, theirs)
}

#[tokio::test(flavor = "multi_thread")]
async fn both_see_one_code_and_are_verified_once_both_said_so() {
    let (mut sam, mut dana, ours, theirs) = asked().await;
    assert_eq!(code(&ours), code(&theirs));
    assert_eq!((ours.name.as_str(), theirs.name.as_str()), ("Dana", "Sam"));
    assert!(ours.ours && !theirs.ours);
    sam.decide(&ours.id, true).await.unwrap();
    assert_eq!(sam.standing(&dana).await, PersonStanding::Waiting);
    assert_eq!(dana.standing(&sam).await, PersonStanding::Stranger);
    let by_name = dana.decide("sam", true).await.unwrap_err();
    assert_eq!(by_name.code, Code::NotFound, "a yes names its pairing");
    dana.decide(&theirs.id, true).await.unwrap();
    assert_eq!(sam.sees_the_end().await, PairingStage::Paired);
    assert_eq!(dana.sees_the_end().await, PairingStage::Paired);
    for (one, other) in [(&sam, &dana), (&dana, &sam)] {
        let known = one.knows(other).await.unwrap();
        assert_eq!(known.standing, PersonStanding::Verified);
        assert_eq!(known.how, Some(VerifiedBy::Code));
        let title = format!("You and {} are verified", other.name);
        let lines = one.journal().await;
        let said = lines
            .iter()
            .filter(|line| line.1.starts_with(&title))
            .count();
        assert_eq!(said, 1, "{lines:?}");
        assert!(one.people().await.requests.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_code_confirms_nothing_and_the_right_one_does() {
    let (sam, mut dana, ours, theirs) = asked().await;
    sam.decide(&ours.id, true).await.unwrap();
    let failure = dana.confirm("Sam", "zoo zoo zoo zoo").await.unwrap_err();
    assert_eq!(failure.code, Code::Refused);
    assert!(failure.message.starts_with("The codes differ"), "{failure}");
    assert_eq!(dana.people().await.requests.len(), 1, "it goes on");
    assert_eq!(dana.standing(&sam).await, PersonStanding::Stranger);
    dana.confirm(&theirs.short, &code(&ours).1).await.unwrap();
    assert_eq!(dana.sees_the_end().await, PairingStage::Paired);
    let nobody = dana.confirm("Sam", "zoo").await.unwrap_err();
    assert_eq!(nobody.code, Code::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_that_differ_pair_nothing_and_both_are_told() {
    let (mut sam, mut dana, ours, theirs) = asked().await;
    sam.decide(&ours.id, true).await.unwrap();
    let ended = dana.decide(&theirs.id, false).await.unwrap().stage;
    assert!(matches!(
        ended,
        PairingStage::Ended {
            why: PairingOver::Differ,
            ..
        }
    ));
    let ended = sam.sees_the_end().await;
    assert!(
        matches!(
            ended,
            PairingStage::Ended {
                why: PairingOver::Differ,
                ..
            }
        ),
        "{ended:?}"
    );
    assert!(matches!(
        dana.sees_the_end().await,
        PairingStage::Ended { .. }
    ));
    for (one, other) in [(&sam, &dana), (&dana, &sam)] {
        assert_eq!(one.standing(other).await, PersonStanding::Stranger);
        assert_eq!(one.journal().await[0].0, "codes_differ");
    }
}

fn differs(stage: &PairingStage) -> bool {
    let why = PairingOver::Differ;
    matches!(stage, PairingStage::Ended { why: found, .. } if *found == why)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_that_is_taken_back_leaves_nothing_behind() {
    let (mut sam, mut dana, ours, theirs) = asked().await;
    sam.decide(&ours.id, true).await.unwrap();
    // Sam hears Dana read other words.
    let ended = sam.decide(&ours.id, false).await.unwrap().stage;
    assert!(differs(&ended), "{ended:?}");
    let ended = [sam.sees_the_end().await, dana.sees_the_end().await];
    assert!(ended.iter().all(differs), "{ended:?}");
    let late = dana.decide(&theirs.id, true).await.unwrap_err();
    assert_eq!(late.code, Code::NotFound);
    for (one, other) in [(&sam, &dana), (&dana, &sam)] {
        assert_eq!(one.standing(other).await, PersonStanding::Stranger);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_after_both_said_yes_names_the_way_back() {
    let (mut sam, mut dana, ours, theirs) = asked().await;
    sam.decide(&ours.id, true).await.unwrap();
    dana.decide(&theirs.id, true).await.unwrap();
    sam.sees_the_end().await;
    dana.sees_the_end().await;
    let late = sam.decide("Dana", false).await.unwrap_err();
    assert_eq!(late.code, Code::NotFound, "{late}");
    let way_back = format!("segue forget {}", ours.short);
    assert!(late.hints.concat().contains(&way_back), "{late:?}");
    assert_eq!(sam.standing(&dana).await, PersonStanding::Verified);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_forgotten_while_the_code_is_compared_stays_so() {
    let (mut sam, dana, ours, theirs) = asked().await;
    sam.decide(&ours.id, true).await.unwrap();
    sam.forget("Dana").await.unwrap();
    let ended = sam.sees_the_end().await;
    assert!(matches!(ended, PairingStage::Ended { .. }), "{ended:?}");
    // Her yes comes too late, or finds nothing to complete at Sam's.
    dana.decide(&theirs.id, true).await.ok();
    dana.connect(&sam.address().await).await.unwrap();
    assert_eq!(sam.standing(&dana).await, PersonStanding::Stranger);
    if let Some(known) = dana.knows(&sam).await {
        assert_ne!(known.knows_you, Some(true), "and she is not told otherwise");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_a_pairing_pairs_nothing() {
    let (mut sam, dana, ours, theirs) = asked().await;
    sam.decide(&ours.id, true).await.unwrap();
    let pairing = theirs.id.clone();
    let request = ask::LeavePairing { pairing };
    dana.link.call(request).await.unwrap();
    let ended = sam.sees_the_end().await;
    assert!(
        matches!(
            ended,
            PairingStage::Ended {
                why: PairingOver::Left,
                ..
            }
        ),
        "{ended:?}"
    );
    assert_eq!(
        sam.standing(&dana).await,
        PersonStanding::Stranger,
        "our half is gone"
    );
    assert_eq!(
        dana.decide(&theirs.id, true).await.unwrap_err().code,
        Code::NotFound
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn both_may_ask_at_once_and_compare_one_code() {
    let (mut sam, mut dana) = (Home::new("Sam").await, Home::new("Dana").await);
    sam.connect(&dana.address().await).await.unwrap();
    dana.hears("Sam nearby", |event| {
        matches!(event, Event::PersonNearby(_))
    })
    .await;
    let (ours, theirs) = tokio::join!(sam.pair("Dana"), dana.pair("Sam"));
    let (ours, theirs) = (ours.unwrap(), theirs.unwrap());
    assert_eq!(code(&ours), code(&theirs));
    let (one, other) = tokio::join!(sam.decide(&ours.id, true), dana.decide(&theirs.id, true));
    one.unwrap();
    other.unwrap();
    for home in [&mut sam, &mut dana] {
        loop {
            // The request that was crossed ends too.
            if home.sees_the_end().await == PairingStage::Paired {
                break;
            }
        }
    }
    assert_eq!(sam.standing(&dana).await, PersonStanding::Verified);
    assert_eq!(dana.standing(&sam).await, PersonStanding::Verified);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_half_that_was_cut_off_becomes_whole_at_the_next_contact() {
    let (mut sam, mut dana, ours, theirs) = asked().await;
    sam.decide(&ours.id, true).await.unwrap();
    dana.decide(&theirs.id, true).await.unwrap();
    sam.sees_the_end().await;
    dana.sees_the_end().await;
    // As if Dana's computer had stopped after her yes and before Sam's arrived.
    dana.leave().await;
    dana.alter("UPDATE people_devices SET state = 'waiting', knows_you = NULL");
    dana.come_back(None).await;
    assert_eq!(
        dana.people().await.people[0].standing,
        PersonStanding::Waiting
    );
    dana.connect(&sam.address().await).await.unwrap();
    dana.sees("Sam", PersonStanding::Verified).await;
    assert_eq!(dana.standing(&sam).await, PersonStanding::Verified);
    let lines = dana.journal().await;
    assert!(
        lines
            .iter()
            .filter(|line| line.0 == "person_verified")
            .count()
            == 2,
        "{lines:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_half_does_not_become_whole_by_waiting() {
    let (mut sam, mut dana, ours, _) = asked().await;
    sam.decide(&ours.id, true).await.unwrap();
    dana.leave().await;
    let ended = sam.sees_the_end().await;
    assert!(matches!(ended, PairingStage::Ended { .. }), "{ended:?}");
    dana.come_back(None).await;
    let at = dana.address().await;
    sam.connect(&at).await.unwrap();
    assert_ne!(
        sam.standing(&dana).await,
        PersonStanding::Verified,
        "Dana never said yes"
    );
    // After an hour the half is gone.
    sam.leave().await;
    sam.age_halves();
    sam.come_back(None).await;
    assert_eq!(sam.standing(&dana).await, PersonStanding::Stranger);
}
