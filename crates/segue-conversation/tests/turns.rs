//! Every call answered, whatever came in.

use std::convert::Infallible;

use proptest::prelude::*;
use segue_conversation::turns::{Answered, NO_RESULT};
use segue_conversation::{Body, Call, Content, Json, Message, Part, Role, ToolResult};

fn call(id: &str) -> Message {
    Message::new(
        format!("call {id}"),
        Role::Agent,
        vec![Part::new(Body::Call(Call {
            id: id.into(),
            name: "tool".into(),
            input: Json::empty_object(),
        }))],
    )
}

fn result(id: &str) -> Message {
    Message::new(
        format!("result {id}"),
        Role::User,
        vec![Part::new(Body::Result(ToolResult {
            call: id.into(),
            content: vec![Content::Text(format!("out {id}"))],
            is_error: false,
        }))],
    )
}

fn said(text: &str) -> Message {
    Message::text(text, Role::User, text)
}

fn answered(messages: Vec<Message>) -> Vec<Message> {
    let source = messages.into_iter().map(Ok::<_, Infallible>);
    Answered::new(source)
        .map(|message| message.unwrap())
        .collect()
}

fn shape(messages: &[Message]) -> Vec<String> {
    messages
        .iter()
        .flat_map(|message| &message.parts)
        .map(|part| match &part.body {
            Body::Call(call) => format!("call {}", call.id),
            Body::Result(result) if result.plain_text() == NO_RESULT => {
                format!("none {}", result.call)
            }
            Body::Result(result) => format!("result {}", result.call),
            Body::Text(text) => text.lines().next().unwrap_or_default().to_owned(),
            other => other.kind().to_owned(),
        })
        .collect()
}

#[test]
fn a_good_conversation_is_left_alone() {
    let good = vec![
        said("go"),
        call("1"),
        call("2"),
        result("2"),
        result("1"),
        said("thanks"),
    ];
    assert_eq!(answered(good.clone()), good);
}

#[test]
fn an_open_call_is_answered_before_anything_else_is_said() {
    let messages = answered(vec![call("1"), said("never mind"), call("2")]);
    assert_eq!(
        shape(&messages),
        ["call 1", "none 1", "never mind", "call 2", "none 2"]
    );
}

#[test]
fn a_late_result_is_moved_to_its_call() {
    let messages = answered(vec![call("1"), said("well?"), result("1"), said("ah")]);
    assert_eq!(shape(&messages), ["call 1", "result 1", "well?", "ah"]);
}

#[test]
fn a_result_without_a_call_and_a_second_result_become_text() {
    let messages = answered(vec![result("9"), call("1"), result("1"), result("1")]);
    assert_eq!(
        shape(&messages),
        [
            "[Result of a tool call]",
            "call 1",
            "result 1",
            "[Result of a tool call]"
        ]
    );
}

#[test]
fn an_id_used_twice_gets_a_new_name_with_its_result() {
    let messages = answered(vec![call("1"), result("1"), call("1"), result("1")]);
    assert_eq!(
        shape(&messages),
        ["call 1", "result 1", "call 1-2", "result 1-2"]
    );
}

#[test]
fn an_answer_of_another_group_does_not_follow_an_open_call() {
    let (mut one, mut two) = (call("1"), Message::text("t", Role::Agent, "text"));
    one.group = Some("a".into());
    two.group = Some("b".into());
    let messages = answered(vec![one, two]);
    assert_eq!(shape(&messages), ["call 1", "none 1", "text"]);
}

fn any_message() -> impl Strategy<Value = Message> {
    prop_oneof![
        (0..4_u8).prop_map(|n| call(&n.to_string())),
        (0..4_u8).prop_map(|n| result(&n.to_string())),
        Just(said("words")),
        Just(Message::text("a", Role::Agent, "answer")),
    ]
}

proptest! {
    #[test]
    fn no_call_is_left_open_and_no_result_stands_alone(
        messages in prop::collection::vec(any_message(), 0..40)
    ) {
        let mut open: Vec<String> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for message in answered(messages) {
            let results = message.parts.iter().any(|part| matches!(part.body, Body::Result(_)));
            if message.role == Role::User && !results {
                prop_assert!(open.is_empty(), "{open:?}");
            }
            for part in &message.parts {
                match &part.body {
                    Body::Call(call) => {
                        prop_assert!(seen.insert(call.id.clone()), "{} twice", call.id);
                        open.push(call.id.clone());
                    }
                    Body::Result(result) => {
                        let place = open.iter().position(|id| *id == result.call);
                        prop_assert!(place.is_some(), "{} stands alone", result.call);
                        open.remove(place.unwrap());
                    }
                    _ => {}
                }
            }
        }
        prop_assert!(open.is_empty());
    }
}
