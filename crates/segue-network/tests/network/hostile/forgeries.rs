//! Words in someone else's name, to someone else, altered, too long.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use segue_network::network::Standing;
use segue_network::peer_message::{BODY, PeerMessage, PeerMessageAnswer};
use segue_network::{DeviceId, Event};
use segue_testkit::hostile::{DOORS, Hostile};
use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Level, Metadata, Subscriber};

use super::{matters, reported, verified};
use crate::party::Party;
use crate::peer_messages::{draft, heard};

/// What is answered to a message that this device hands over.
async fn say(eve: &Hostile, to: DeviceId, message: &Value) -> Value {
    let mut talk = eve.open(to, DOORS[5]).await.unwrap();
    talk.send(message).await;
    talk.message().await
}

fn is_refused(answer: &Value) -> bool {
    answer["answer"]["refused"].is_string()
}

/// Notes what is warned of.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0 += &format!("{field}={value:?} ");
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN && metadata.target().starts_with("segue_network")
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut line = Line(String::new());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn nobody_speaks_in_another_ones_name_and_who_tries_is_logged() {
    let warnings = Warnings::default();
    // For all threads: what others log does not name these devices.
    tracing::subscriber::set_global_default(warnings.clone()).unwrap();
    let mut ann = Party::new("Ann");
    let (ben, eve) = (Party::new("Ben"), verified(&mut ann).await);
    ann.count(ben.device(), Standing::Verified, Vec::new());
    // Ben's own signature, for Ann; Eve's signature under Ben's name; Ben's messages under Eve's name.
    let captured = PeerMessage::sign(&ben.key, draft(ann.device(), "{}")).unwrap();
    let mut renamed = PeerMessage::sign(&eve.key, draft(ann.device(), "{}")).unwrap();
    renamed.from = ben.device();
    let mut claimed = captured.clone();
    claimed.from = eve.device();
    for message in [captured, renamed, claimed] {
        warnings.0.lock().unwrap().clear();
        let answer = say(&eve, ann.device(), &json!(message)).await;
        assert!(is_refused(&answer), "{answer}");
        let warned = warnings.0.lock().unwrap().clone();
        let who = format!("device={:?}", eve.device());
        let told = warned
            .iter()
            .any(|line| line.contains(&who) && line.contains(DOORS[5]));
        assert!(told, "{who}: {warned:?}");
    }
    let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn an_altered_word_is_refused() {
    let mut ann = Party::new("Ann");
    let eve = verified(&mut ann).await;
    let message = json!(PeerMessage::sign(&eve.key, draft(ann.device(), "{}")).unwrap());
    let other = PeerMessage::sign(&eve.key, draft(ann.device(), "{}")).unwrap();
    for (field, value) in [
        ("body", json!("{\"amount\":1}")),
        ("created", json!(2)),
        ("id", json!(other.id)),
        ("to", json!(eve.device())),
        ("signature", json!(other.signature)),
        ("signature", json!([])),
        ("signature", json!(vec![0; 4000])),
    ] {
        let mut altered = message.clone();
        altered[field] = value;
        let answer = say(&eve, ann.device(), &altered).await;
        assert!(is_refused(&answer), "{field}: {answer}");
    }
    // Signed as it should be, and larger than a message may be.
    let long = PeerMessage::sign(&eve.key, draft(ann.device(), &"x".repeat(BODY + 1))).unwrap();
    assert!(is_refused(&say(&eve, ann.device(), &json!(long)).await));
    let longer = PeerMessage::sign(&eve.key, draft(ann.device(), &"x".repeat(3 * BODY))).unwrap();
    let mut talk = eve.open(ann.device(), DOORS[5]).await.unwrap();
    talk.send(&json!(longer)).await;
    assert!(talk.is_ended().await, "not even read");
    let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn a_captured_word_counts_for_one_recipient() {
    let (mut ann, mut cid) = (Party::new("Ann"), Party::new("Cid"));
    let eve = verified(&mut ann).await;
    cid.count(eve.device(), Standing::Verified, Vec::new());
    eve.reach(cid.device(), cid.address().await).await.unwrap();
    let message = json!(PeerMessage::sign(&eve.key, draft(ann.device(), "{}")).unwrap());
    let (a, c) = (ann.device(), cid.device());
    let (answer, ()) = tokio::join!(say(&eve, a, &message), async {
        heard(&mut ann).await.1.give(PeerMessageAnswer::Kept);
    });
    assert_eq!(answer, json!({ "answer": "kept" }));
    assert!(is_refused(&say(&eve, c, &message).await));
    let mut readdressed = message.clone();
    readdressed["to"] = json!(c);
    assert!(is_refused(&say(&eve, c, &readdressed).await));
    let told: Vec<_> = reported(cid).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn blocking_someone_lets_go_of_their_word_at_once() {
    let mut ann = Party::new("Ann");
    let eve = verified(&mut ann).await;
    let message = PeerMessage::sign(&eve.key, draft(ann.device(), "{}")).unwrap();
    let mut talk = eve.open(ann.device(), DOORS[5]).await.unwrap();
    talk.send(&json!(message)).await;
    let (_, _kept) = heard(&mut ann).await;
    ann.count(eve.device(), Standing::Blocked, Vec::new());
    // The application holds it still; an answer would say later.
    assert!(talk.is_ended().await);
    assert!(eve.until_connected(ann.device(), false).await);
}

#[tokio::test]
async fn a_flood_of_words_is_not_a_flood_of_questions() {
    let mut ann = Party::new("Ann");
    let eve = verified(&mut ann).await;
    let a = ann.device();
    let answering = tokio::spawn(async move {
        while let Some(event) = ann.events.recv().await {
            if let Event::PeerMessage { answer, .. } = event {
                answer.give(PeerMessageAnswer::Kept);
            }
        }
    });
    let mut later = 0;
    for _ in 0..400 {
        let message = json!(PeerMessage::sign(&eve.key, draft(a, "{}")).unwrap());
        let answer = say(&eve, a, &message).await;
        later += u32::from(answer["answer"]["later"].is_u64());
    }
    assert!(later > 0, "a flood is slowed down");
    answering.abort();
}

#[tokio::test]
async fn what_is_answered_to_a_word_is_bounded_and_clean() {
    let mut ann = Party::new("Ann");
    let (eve, _pulls) = super::liar(&mut ann).await;
    let mut messages = eve.serve(DOORS[5]);
    let long = format!("\u{1b}[31m\u{202e}{}", "no ".repeat(10_000));
    for (said, heard) in [
        (json!({ "answer": { "later": u64::MAX } }), None),
        (json!({ "answer": { "refused": long } }), Some(200)),
    ] {
        let message = PeerMessage::sign(&ann.key, draft(eve.device(), "{}")).unwrap();
        let (answer, ()) = tokio::join!(ann.network.say(&message), async {
            let mut talk = messages.recv().await.unwrap();
            talk.message().await;
            talk.send(&said).await;
            talk.close().await;
        });
        match (answer.unwrap(), heard) {
            (PeerMessageAnswer::Later(seconds), None) => assert_eq!(seconds, 86_400),
            (PeerMessageAnswer::Refused(why), Some(most)) => {
                let clean = why.chars().count() <= most && why.starts_with("[31mno no");
                assert!(clean, "{why}");
            }
            other => panic!("{other:?}"),
        }
    }
}
