//! The last messages, where they begin and what they lose.

use super::*;

fn last(messages: &[Message], k: u32) -> Vec<Message> {
    let choice = Choice {
        strategy: crate::history::Strategy::LastK(k),
        ..Choice::default()
    };
    sent(messages, choice)
}

fn ids(messages: &[Message]) -> Vec<&str> {
    messages.iter().map(|message| message.id.as_str()).collect()
}

fn grouped(id: &str, group: &str, parts: Vec<Part>) -> Message {
    let mut message = Message::new(id, Role::Agent, parts);
    message.group = Some(group.to_owned());
    message
}

fn told(id: &str, parts: Vec<Part>) -> Message {
    Message::new(id, Role::User, parts)
}

#[test]
fn more_than_there_are_is_all_and_one_is_the_last_words() {
    let messages = [
        Message::text("1", Role::User, "Begin."),
        Message::text("2", Role::Agent, "Begun."),
        Message::text("3", Role::User, "Go on."),
    ];
    assert_eq!(ids(&last(&messages, 1_000)), ["1", "2", "3"]);
    assert_eq!(ids(&last(&messages, u32::MAX)), ["1", "2", "3"]);
    assert_eq!(ids(&last(&messages, 1)), ["segue-brief", "3"]);
    assert!(last(&[], 1).is_empty());
}

#[test]
fn an_answer_in_several_messages_is_not_parted() {
    let messages = [
        Message::text("1", Role::User, "Look at both."),
        grouped("2", "g", vec![call("a", "Read", "{}")]),
        told("3", vec![result("a", "one", false)]),
        grouped("4", "g", vec![call("b", "Read", "{}")]),
        told("5", vec![result("b", "two", false)]),
        Message::text("6", Role::Agent, "Both are fine."),
        Message::text("7", Role::User, "Thanks."),
    ];
    for k in 3..=6 {
        let out = last(&messages, k);
        assert_eq!(
            ids(&out),
            ["segue-brief", "2", "3", "4", "5", "6", "7"],
            "{k}"
        );
    }
    assert_eq!(ids(&last(&messages, 2)), ["segue-brief", "6", "7"]);
}

#[test]
fn a_conversation_without_words_of_a_person_has_its_last_messages() {
    let messages: Vec<Message> = (0..10)
        .map(|at| Message::text(at.to_string(), Role::Agent, "Working."))
        .collect();
    assert_eq!(ids(&last(&messages, 2)), ["segue-brief", "8", "9"]);
}

#[test]
fn results_without_calls_do_not_bring_everything_along() {
    let messages: Vec<Message> = (0..500)
        .map(|at| {
            told(
                &at.to_string(),
                vec![result(&format!("c{at}"), "out", false)],
            )
        })
        .collect();
    assert_eq!(
        ids(&last(&messages, 1)),
        ["segue-brief"],
        "no call is there, so no result is"
    );
    let mut messages = messages;
    messages.push(told(
        "words",
        vec![result("c1", "out", false), Part::text("Stop.")],
    ));
    let out = last(&messages, 1);
    assert_eq!(ids(&out), ["segue-brief", "words"]);
    assert_eq!(out[1].parts, [Part::text("Stop.")]);
}

#[test]
fn what_machinery_adds_is_not_the_person_s_last_word() {
    let mut messages = vec![
        Message::text("1", Role::User, "Make it faster."),
        Message::text("2", Role::Agent, "On it."),
    ];
    messages.push(Message::text(
        "3",
        Role::User,
        "[Request interrupted by user]",
    ));
    let choice = Choice {
        strategy: crate::history::Strategy::Summary,
        ..Choice::default()
    };
    assert_eq!(ids(&sent(&messages, choice)), ["segue-brief", "1", "2"]);
    let out = last(&messages, 1);
    assert_eq!(ids(&out), ["1", "2", "3"]);
}
