//! Words between real networks.

use std::time::Instant;

use segue_network::network::{Answer, Standing};
use segue_network::peer_message::{
    BODY, PeerMessage, PeerMessageAnswer, PeerMessageDraft, PeerMessageError,
};
use segue_network::{DeviceId, Event};
use uuid::Uuid;

use crate::party::{EACH, Party, teammates, teammates_over};

pub fn draft(to: DeviceId, body: &str) -> PeerMessageDraft {
    PeerMessageDraft {
        id: Uuid::new_v4(),
        to,
        created: 1,
        body: body.to_owned(),
    }
}

fn message(from: &Party, to: &Party, body: &str) -> PeerMessage {
    PeerMessage::sign(&from.key, draft(to.device(), body)).unwrap()
}

pub async fn heard(party: &mut Party) -> (PeerMessage, Answer<PeerMessageAnswer>) {
    let is = |event| match event {
        Event::PeerMessage { message, answer } => Some((*message, answer)),
        _ => None,
    };
    party.until("a message", is).await
}

/// Says a message that is answered so, and returns what both sides heard.
async fn exchange(
    from: &Party,
    to: &mut Party,
    said: &PeerMessage,
    with: PeerMessageAnswer,
) -> (PeerMessage, Result<PeerMessageAnswer, PeerMessageError>) {
    let (answered, heard) = tokio::join!(from.network.say(said), async {
        let (message, answer) = heard(to).await;
        answer.give(with);
        message
    });
    (heard, answered)
}

#[tokio::test]
async fn words_go_both_ways_and_are_answered_by_the_application() {
    for transports in EACH {
        let (mut ann, mut ben) = teammates_over(transports).await;
        for answer in [
            PeerMessageAnswer::Kept,
            PeerMessageAnswer::Later(30),
            PeerMessageAnswer::Refused("no such handoff".to_owned()),
        ] {
            let question = message(&ann, &ben, r#"{"kind":"question"}"#);
            let heard = exchange(&ann, &mut ben, &question, answer.clone()).await;
            assert_eq!(heard, (question, Ok(answer.clone())));
            let reply = message(&ben, &ann, "{}");
            let heard = exchange(&ben, &mut ann, &reply, answer.clone()).await;
            assert_eq!(heard, (reply, Ok(answer)));
        }
    }
}

#[tokio::test]
async fn a_word_that_is_said_again_comes_again_under_its_id() {
    let (ann, mut ben) = teammates().await;
    let said = message(&ann, &ben, "{}");
    for _ in 0..3 {
        let (heard, _) = exchange(&ann, &mut ben, &said, PeerMessageAnswer::Kept).await;
        assert_eq!(heard.id, said.id);
    }
}

#[tokio::test]
async fn a_word_has_room_for_its_body_and_for_no_more() {
    let (ann, mut ben) = teammates().await;
    // As it travels each of these takes twice its room.
    let full = message(&ann, &ben, &"\"".repeat(BODY));
    let (heard, answered) = exchange(&ann, &mut ben, &full, PeerMessageAnswer::Kept).await;
    assert_eq!((heard, answered), (full, Ok(PeerMessageAnswer::Kept)));
    for long in ["x".repeat(BODY + 1), "\u{1}".repeat(BODY)] {
        let long = message(&ann, &ben, &long);
        assert_eq!(ann.network.say(&long).await, Err(PeerMessageError::TooLong));
    }
}

#[tokio::test]
async fn a_word_that_nobody_answers_is_to_be_said_again_later() {
    let (ann, mut ben) = teammates().await;
    let said = message(&ann, &ben, "{}");
    // Once let go of, once kept for longer than anyone waits.
    let (answered, ()) = tokio::join!(ann.network.say(&said), async {
        drop(heard(&mut ben).await);
    });
    assert!(
        matches!(answered, Ok(PeerMessageAnswer::Later(_))),
        "{answered:?}"
    );
    let (answered, kept) = tokio::join!(ann.network.say(&said), heard(&mut ben));
    assert!(
        matches!(answered, Ok(PeerMessageAnswer::Later(_))),
        "{answered:?}"
    );
    kept.1.give(PeerMessageAnswer::Kept);
}

#[tokio::test]
async fn many_words_are_heard_and_a_flood_waits() {
    let (ann, mut ben) = teammates().await;
    let (done, mut over) = tokio::sync::oneshot::channel::<()>();
    let to = ben.device();
    let counting = tokio::spawn(async move {
        let mut asked = 0;
        loop {
            tokio::select! {
                event = ben.events.recv() => match event {
                    Some(Event::PeerMessage { answer, .. }) => {
                        asked += 1;
                        answer.give(PeerMessageAnswer::Kept);
                    }
                    Some(_) => {}
                    None => return (asked, ben),
                },
                _ = &mut over => return (asked, ben),
            }
        }
    });
    let began = Instant::now();
    let (mut kept, mut later) = (0, 0);
    for _ in 0..400 {
        let said = PeerMessage::sign(&ann.key, draft(to, "{}")).unwrap();
        match ann.network.say(&said).await.unwrap() {
            PeerMessageAnswer::Kept => kept += 1,
            PeerMessageAnswer::Later(_) => later += 1,
            PeerMessageAnswer::Refused(why) => panic!("{why}"),
        }
    }
    let most = 121 + began.elapsed().as_millis() / 500;
    done.send(()).unwrap();
    let (asked, _ben) = counting.await.unwrap();
    assert!((120..=most).contains(&asked), "{asked} of {most}");
    assert_eq!((asked, asked + later), (kept, 400));
}

#[tokio::test]
async fn words_of_one_person_wait_for_their_turn_and_all_are_heard() {
    let (ann, mut ben) = teammates().await;
    let messages: Vec<PeerMessage> = (0..40).map(|_| message(&ann, &ben, "{}")).collect();
    let message = messages.iter().map(|message| ann.network.say(message));
    let (answers, mut ids) = tokio::join!(futures_util::future::join_all(message), async {
        let mut ids = Vec::new();
        while ids.len() < messages.len() {
            let (message, answer) = heard(&mut ben).await;
            answer.give(PeerMessageAnswer::Kept);
            ids.push(message.id);
        }
        ids
    });
    assert!(
        answers
            .iter()
            .all(|answer| *answer == Ok(PeerMessageAnswer::Kept))
    );
    let mut said: Vec<Uuid> = messages.iter().map(|message| message.id).collect();
    said.sort_unstable();
    ids.sort_unstable();
    assert_eq!(ids, said);
}

#[tokio::test]
async fn whoever_is_not_verified_says_nothing_and_is_told_nothing() {
    let (mut ann, mut ben) = teammates().await;
    let said = message(&ann, &ben, "{}");
    ben.forget(ann.device());
    // The connection closes at once, and another one may be on its way.
    let mut answer = ann.network.say(&said).await;
    for _ in 0..50 {
        if !matches!(
            answer,
            Err(PeerMessageError::Lost | PeerMessageError::Connect(_))
        ) {
            break;
        }
        ann.network.answers(ben.device()).await.ok();
        answer = ann.network.say(&said).await;
    }
    assert_eq!(answer, Err(PeerMessageError::NotVerified));
    ann.forget(ben.device());
    assert_eq!(
        ann.network.say(&said).await,
        Err(PeerMessageError::NotVerified)
    );
}

#[tokio::test]
async fn blocking_someone_ends_what_they_are_saying() {
    let (ann, mut ben) = teammates().await;
    let said = message(&ann, &ben, "{}");
    let ann_device = ann.device();
    let (answered, _kept) = tokio::join!(ann.network.say(&said), async {
        let asked = heard(&mut ben).await;
        ben.count(ann_device, Standing::Blocked, Vec::new());
        asked
    });
    assert_eq!(answered, Err(PeerMessageError::Lost));
    let again = ann.network.say(&said).await;
    assert!(again.is_err(), "{again:?}");
    let back = message(&ben, &ann, "{}");
    assert_eq!(
        ben.network.say(&back).await,
        Err(PeerMessageError::NotVerified)
    );
}

#[tokio::test]
async fn after_a_panic_in_the_network_words_go_on() {
    let (mut ann, mut ben) = teammates().await;
    ben.network.fail_on_purpose().await;
    ben.until_seen(|view| view.restarts == 1).await;
    let said = message(&ben, &ann, "{}");
    let (_, answered) = exchange(&ben, &mut ann, &said, PeerMessageAnswer::Kept).await;
    assert_eq!(answered, Ok(PeerMessageAnswer::Kept));
    let said = message(&ann, &ben, "{}");
    let (_, answered) = exchange(&ann, &mut ben, &said, PeerMessageAnswer::Kept).await;
    assert_eq!(answered, Ok(PeerMessageAnswer::Kept));
}
