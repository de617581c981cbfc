//! Words between real networks.

use std::time::Instant;

use segue_network::network::{Answer, Standing};
use segue_network::word::{BODY, Word, WordAnswer, WordDraft, WordError};
use segue_network::{DeviceId, Event};
use uuid::Uuid;

use crate::party::{EACH, Party, teammates, teammates_over};

pub fn draft(to: DeviceId, body: &str) -> WordDraft {
    WordDraft {
        id: Uuid::new_v4(),
        to,
        created: 1,
        body: body.to_owned(),
    }
}

fn word(from: &Party, to: &Party, body: &str) -> Word {
    Word::sign(&from.key, draft(to.device(), body)).unwrap()
}

pub async fn heard(party: &mut Party) -> (Word, Answer<WordAnswer>) {
    let is = |event| match event {
        Event::Word { word, answer } => Some((*word, answer)),
        _ => None,
    };
    party.until("a word", is).await
}

/// Says a word that is answered so, and returns what both sides heard.
async fn exchange(
    from: &Party,
    to: &mut Party,
    said: &Word,
    with: WordAnswer,
) -> (Word, Result<WordAnswer, WordError>) {
    let (answered, heard) = tokio::join!(from.network.say(said), async {
        let (word, answer) = heard(to).await;
        answer.give(with);
        word
    });
    (heard, answered)
}

#[tokio::test]
async fn words_go_both_ways_and_are_answered_by_the_application() {
    for transports in EACH {
        let (mut ann, mut ben) = teammates_over(transports).await;
        for answer in [
            WordAnswer::Kept,
            WordAnswer::Later(30),
            WordAnswer::Refused("no such handoff".to_owned()),
        ] {
            let question = word(&ann, &ben, r#"{"kind":"question"}"#);
            let heard = exchange(&ann, &mut ben, &question, answer.clone()).await;
            assert_eq!(heard, (question, Ok(answer.clone())));
            let reply = word(&ben, &ann, "{}");
            let heard = exchange(&ben, &mut ann, &reply, answer.clone()).await;
            assert_eq!(heard, (reply, Ok(answer)));
        }
    }
}

#[tokio::test]
async fn a_word_that_is_said_again_comes_again_under_its_id() {
    let (ann, mut ben) = teammates().await;
    let said = word(&ann, &ben, "{}");
    for _ in 0..3 {
        let (heard, _) = exchange(&ann, &mut ben, &said, WordAnswer::Kept).await;
        assert_eq!(heard.id, said.id);
    }
}

#[tokio::test]
async fn a_word_has_room_for_its_body_and_for_no_more() {
    let (ann, mut ben) = teammates().await;
    // As it travels each of these takes twice its room.
    let full = word(&ann, &ben, &"\"".repeat(BODY));
    let (heard, answered) = exchange(&ann, &mut ben, &full, WordAnswer::Kept).await;
    assert_eq!((heard, answered), (full, Ok(WordAnswer::Kept)));
    for long in ["x".repeat(BODY + 1), "\u{1}".repeat(BODY)] {
        let long = word(&ann, &ben, &long);
        assert_eq!(ann.network.say(&long).await, Err(WordError::TooLong));
    }
}

#[tokio::test]
async fn a_word_that_nobody_answers_is_to_be_said_again_later() {
    let (ann, mut ben) = teammates().await;
    let said = word(&ann, &ben, "{}");
    // Once let go of, once kept for longer than anyone waits.
    let (answered, ()) = tokio::join!(ann.network.say(&said), async {
        drop(heard(&mut ben).await);
    });
    assert!(matches!(answered, Ok(WordAnswer::Later(_))), "{answered:?}");
    let (answered, kept) = tokio::join!(ann.network.say(&said), heard(&mut ben));
    assert!(matches!(answered, Ok(WordAnswer::Later(_))), "{answered:?}");
    kept.1.give(WordAnswer::Kept);
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
                    Some(Event::Word { answer, .. }) => {
                        asked += 1;
                        answer.give(WordAnswer::Kept);
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
        let said = Word::sign(&ann.key, draft(to, "{}")).unwrap();
        match ann.network.say(&said).await.unwrap() {
            WordAnswer::Kept => kept += 1,
            WordAnswer::Later(_) => later += 1,
            WordAnswer::Refused(why) => panic!("{why}"),
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
    let words: Vec<Word> = (0..40).map(|_| word(&ann, &ben, "{}")).collect();
    let saying = words.iter().map(|word| ann.network.say(word));
    let (answers, mut ids) = tokio::join!(futures_util::future::join_all(saying), async {
        let mut ids = Vec::new();
        while ids.len() < words.len() {
            let (word, answer) = heard(&mut ben).await;
            answer.give(WordAnswer::Kept);
            ids.push(word.id);
        }
        ids
    });
    assert!(answers.iter().all(|answer| *answer == Ok(WordAnswer::Kept)));
    let mut said: Vec<Uuid> = words.iter().map(|word| word.id).collect();
    said.sort_unstable();
    ids.sort_unstable();
    assert_eq!(ids, said);
}

#[tokio::test]
async fn whoever_is_not_verified_says_nothing_and_is_told_nothing() {
    let (mut ann, mut ben) = teammates().await;
    let said = word(&ann, &ben, "{}");
    ben.forget(ann.device());
    // The connection closes at once, and another one may be on its way.
    let mut answer = ann.network.say(&said).await;
    for _ in 0..50 {
        if !matches!(answer, Err(WordError::Lost | WordError::Connect(_))) {
            break;
        }
        ann.network.answers(ben.device()).await.ok();
        answer = ann.network.say(&said).await;
    }
    assert_eq!(answer, Err(WordError::NotVerified));
    ann.forget(ben.device());
    assert_eq!(ann.network.say(&said).await, Err(WordError::NotVerified));
}

#[tokio::test]
async fn blocking_someone_ends_what_they_are_saying() {
    let (ann, mut ben) = teammates().await;
    let said = word(&ann, &ben, "{}");
    let ann_device = ann.device();
    let (answered, _kept) = tokio::join!(ann.network.say(&said), async {
        let asked = heard(&mut ben).await;
        ben.count(ann_device, Standing::Blocked, Vec::new());
        asked
    });
    assert_eq!(answered, Err(WordError::Lost));
    let again = ann.network.say(&said).await;
    assert!(again.is_err(), "{again:?}");
    let back = word(&ben, &ann, "{}");
    assert_eq!(ben.network.say(&back).await, Err(WordError::NotVerified));
}

#[tokio::test]
async fn after_a_panic_in_the_network_words_go_on() {
    let (mut ann, mut ben) = teammates().await;
    ben.network.fail_on_purpose().await;
    ben.until_seen(|view| view.restarts == 1).await;
    let said = word(&ben, &ann, "{}");
    let (_, answered) = exchange(&ben, &mut ann, &said, WordAnswer::Kept).await;
    assert_eq!(answered, Ok(WordAnswer::Kept));
    let said = word(&ann, &ben, "{}");
    let (_, answered) = exchange(&ann, &mut ben, &said, WordAnswer::Kept).await;
    assert_eq!(answered, Ok(WordAnswer::Kept));
}
