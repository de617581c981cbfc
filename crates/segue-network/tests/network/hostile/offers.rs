//! Offers in someone else's name, to someone else, and again.

use segue_network::network::Standing;
use segue_network::transfer::{Offer, OfferAnswer, OfferDraft};
use segue_network::{DeviceId, Event};
use segue_testkit::hostile::{DOORS, Hostile};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{matters, reported, verified};
use crate::party::Party;

fn draft(to: DeviceId) -> OfferDraft {
    OfferDraft {
        id: Uuid::new_v4(),
        to,
        created: 1,
        expires: u64::MAX,
        hash: [7; 32],
        bytes: 10,
        body: "{}".to_owned(),
    }
}

/// What is answered to an offer that this device hands over.
async fn say(eve: &Hostile, to: DeviceId, offer: &Value) -> Value {
    let mut talk = eve.open(to, DOORS[3]).await.unwrap();
    talk.send(offer).await;
    talk.message().await
}

fn is_refused(answer: &Value) -> bool {
    answer["answer"]["refused"].is_string()
}

#[tokio::test]
async fn nobody_offers_in_another_ones_name() {
    let mut ann = Party::new("Ann");
    let (ben, eve) = (Party::new("Ben"), verified(&mut ann).await);
    ann.count(ben.device(), Standing::Verified, Vec::new());
    // Ben's own signature, for Ann; and Eve's signature under Ben's name.
    let captured = Offer::sign(&ben.key, draft(ann.device())).unwrap();
    let mut renamed = Offer::sign(&eve.key, draft(ann.device())).unwrap();
    renamed.from = ben.device();
    let mut claimed = captured.clone();
    claimed.from = eve.device();
    for offer in [captured, renamed, claimed] {
        let answer = say(&eve, ann.device(), &json!(offer)).await;
        assert!(is_refused(&answer), "{answer}");
    }
    let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn an_offer_counts_once_and_for_one_recipient() {
    let (mut ann, mut cid) = (Party::new("Ann"), Party::new("Cid"));
    let eve = verified(&mut ann).await;
    cid.count(eve.device(), Standing::Verified, Vec::new());
    eve.reach(cid.device(), cid.address().await).await.unwrap();
    let offer = json!(Offer::sign(&eve.key, draft(ann.device())).unwrap());
    let a = ann.device();
    let (first, ()) = tokio::join!(say(&eve, a, &offer), async {
        ann.until("the offer", |event| match event {
            Event::Offer { answer, .. } => {
                answer.give(OfferAnswer::Noted);
                Some(())
            }
            _ => None,
        })
        .await;
    });
    assert_eq!(first, json!({ "answer": "noted" }));
    for _ in 0..30 {
        assert_eq!(
            say(&eve, ann.device(), &offer).await,
            json!({ "answer": "known" })
        );
    }
    assert!(is_refused(&say(&eve, cid.device(), &offer).await));
    let mut readdressed = offer.clone();
    readdressed["to"] = json!(cid.device());
    assert!(is_refused(&say(&eve, cid.device(), &readdressed).await));
    for party in [ann, cid] {
        let told: Vec<_> = reported(party).await.into_iter().filter(matters).collect();
        assert!(told.is_empty(), "{told:?}");
    }
}

#[tokio::test]
async fn what_is_answered_to_an_offer_is_bounded_and_clean() {
    let mut ann = Party::new("Ann");
    let (eve, _pulls) = super::liar(&mut ann).await;
    let mut offers = eve.serve(DOORS[3]);
    let long = format!("\u{1b}[31m\u{202e}{}", "no ".repeat(10_000));
    for (said, heard) in [
        (json!({ "answer": { "later": u64::MAX } }), None),
        (json!({ "answer": { "refused": long } }), Some(200)),
    ] {
        let offer = Offer::sign(&ann.key, draft(eve.device())).unwrap();
        let (answer, ()) = tokio::join!(ann.network.offer(&offer), async {
            let mut talk = offers.recv().await.unwrap();
            talk.message().await;
            talk.send(&said).await;
            talk.close().await;
        });
        match (answer.unwrap(), heard) {
            (OfferAnswer::Later(seconds), None) => assert_eq!(seconds, 86_400),
            (OfferAnswer::Refused(why), Some(most)) => {
                assert!(
                    why.chars().count() <= most && why.starts_with("[31mno no"),
                    "{why}"
                );
            }
            other => panic!("{other:?}"),
        }
    }
}
