//! Questions, answers, and ways out.

use segue_door::ask;
use serde_json::json;

use crate::test_peer::{Draft, TestPeer};

#[tokio::test(flavor = "multi_thread")]
async fn a_question_waits_on_both_sides_and_an_answer_may_bring_more() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let name = ana.session(1, 5);
    let short = Draft {
        history: Some("last:2".to_owned()),
        ..Draft::default()
    };
    let prepared = ana.prepare(&name, short).await.unwrap();
    let sent = ana
        .send_prepared(&prepared.hash, None, &[&ben])
        .await
        .unwrap();
    let id = sent.handoffs[0].id.clone();
    let few = ben.receipt(&id, "delivered").await.messages;

    let ask = ask::AskHandoff {
        handoff: id.clone(),
        text: "Which form do you mean?".to_owned(),
    };
    ben.call(ask).await.unwrap();
    assert_eq!(ben.shows(&id).await.handoff.state, "input-required");
    let asked = ana.receipt(&id, "input-required").await;
    assert_eq!(asked.state, "input-required");
    assert_eq!(asked.question.as_deref(), Some("Which form do you mean?"));

    let whole = ana.prepare(&name, Draft::default()).await.unwrap();
    let answer = ask::AnswerHandoff {
        handoff: id.clone(),
        text: Some("The login form; here is all of it.".to_owned()),
        option: None,
        hash: Some(whole.hash),
    };
    ana.call(answer).await.unwrap();
    let more = ben
        .sees(&id, "more messages", |handoff| {
            handoff.state == "working" && handoff.messages > few
        })
        .await;
    assert!(more.messages > few);
    let story = ben.shows(&id).await.story;
    assert!(story.iter().any(|moment| !moment.by_you
        && moment.text.as_deref() == Some("The login form; here is all of it.")));
    assert_eq!(
        ana.sees(&id, "going on", |handoff| handoff.state == "working")
            .await
            .id,
        id
    );
    ben.import(&id).await.unwrap();
    ana.receipt(&id, "imported").await;
    // The agent that goes on reads it, too.
    let [session] = ben.sessions().try_into().unwrap();
    let text = std::fs::read_to_string(session).unwrap();
    for words in [
        "They were asked: Which form do you mean?",
        "Their answer: The login form; here is all of it.",
    ] {
        assert!(text.contains(words), "{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_way_out_of_what_blocks_it_can_be_chosen() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let name = ana.session(2, 1);
    let blocked = Draft {
        envelope: Some(json!({
            "status": "blocked",
            "objective": "Ship the login form",
            "blockers": [{"text": "No graphics cards are free", "type": "resource_unavailable",
                          "options": ["Wait six hours", "Use two instead of four"]}],
        })),
        ..Draft::default()
    };
    let prepared = ana.prepare(&name, blocked).await.unwrap();
    let sent = ana
        .send_prepared(&prepared.hash, None, &[&ben])
        .await
        .unwrap();
    let id = sent.handoffs[0].id.clone();
    let arrived = ben.receipt(&id, "delivered").await;
    assert_eq!(arrived.status, "blocked");
    assert_eq!(
        arrived.options,
        ["Wait six hours", "Use two instead of four"]
    );
    let choose = |option| ask::AnswerHandoff {
        handoff: id.clone(),
        text: Some("They are enough.".to_owned()),
        option: Some(option),
        hash: None,
    };
    assert!(ben.call(choose(3)).await.is_err());
    ben.call(choose(2)).await.unwrap();
    let seen = ana.receipt(&id, "answered").await;
    assert_eq!(seen.state, "completed");
    let story = ana.shows(&id).await.story;
    let chosen = story.iter().find(|moment| moment.what == "chose").unwrap();
    assert_eq!(
        chosen.text.as_deref(),
        Some("Use two instead of four: They are enough.")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_is_refused_with_a_next_step() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let id = ana.send(&ana.session(3, 0), &ben).await;
    ben.receipt(&id, "delivered").await;
    let handoff = id.clone();
    let refused = [
        ana.call(ask::AskHandoff {
            handoff: handoff.clone(),
            text: "x".to_owned(),
        })
        .await
        .map(drop),
        ben.call(ask::CancelHandoff {
            handoff: handoff.clone(),
        })
        .await
        .map(drop),
        ben.call(ask::AskHandoff {
            handoff: handoff.clone(),
            text: " ".to_owned(),
        })
        .await
        .map(drop),
        ben.call(ask::AskHandoff {
            handoff: handoff.clone(),
            text: "x".repeat(20_000),
        })
        .await
        .map(drop),
        ana.call(ask::AnswerHandoff {
            handoff: handoff.clone(),
            text: Some("x".to_owned()),
            option: None,
            hash: None,
        })
        .await
        .map(drop),
        ben.call(ask::FetchHandoff {
            handoff: handoff.clone(),
        })
        .await
        .map(drop),
        ben.call(ask::UndoHandoff {
            handoff: handoff.clone(),
        })
        .await
        .map(drop),
        ana.call(ask::DismissHandoff {
            handoff: handoff.clone(),
            reason: None,
        })
        .await
        .map(drop),
        ben.call(ask::ShowHandoff {
            handoff: "ffff".to_owned(),
        })
        .await
        .map(drop),
        ben.call(ask::ShowHandoff {
            handoff: "no".to_owned(),
        })
        .await
        .map(drop),
    ];
    for (at, refused) in refused.into_iter().enumerate() {
        let failure = refused.expect_err(&at.to_string());
        assert!(failure.message.ends_with('.'), "{at}: {}", failure.message);
    }
    assert_eq!(
        ben.shows(&id).await.handoff.state,
        "working",
        "nothing changed"
    );
}
