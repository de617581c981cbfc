//! Outlines, searches and parts: what they say, and that each fits a frame.

use segue_door::FoundInMessages;
use segue_link::frames::MAX_FRAME;
use serde_json::json;

use super::super::{Find, Outline, OutlineEntry, PIECE, shown, sized, whole};
use super::*;

fn row(message: &Message) -> OutlineEntry {
    OutlineEntry::of(message, &shown(message, 1, PIECE))
}

fn outline(messages: &[Message]) -> segue_door::ReadOutline {
    let mut outline = Outline::default();
    messages
        .iter()
        .for_each(|message| outline.add(row(message)));
    outline.told()
}

#[test]
fn an_outline_has_what_the_person_said_and_how_long_messages_are() {
    let said = |text: &str| Message::text("1", Role::User, text);
    let mut injected = said("not the person");
    injected.injected = true;
    let messages = [
        said("<system-reminder>x</system-reminder>\nFix the\n\nparser"),
        Message::text("2", Role::Agent, "x".repeat(500)),
        call("3", "Bash", &json!({"command": "x".repeat(5_000)})),
        result("3", vec![Content::Text("y".repeat(5_000))]),
        injected,
        said("This session is being continued from a previous conversation that ran out"),
        said(&"word ".repeat(100)),
        Message::text("8", Role::Agent, "a\n".repeat(10)),
    ];
    let told = outline(&messages);
    assert_eq!(told.total, 8);
    assert!(!told.truncated);
    assert_eq!(told.weights[1..5], [500, 60, 60, 60]);
    assert_eq!(told.weights[7], 400, "lines take room");
    let turns: Vec<_> = told
        .turns
        .iter()
        .map(|turn| (turn.number, turn.text.as_str()))
        .collect();
    assert_eq!(turns[0], (1, "Fix the parser"));
    assert_eq!((turns.len(), turns[1].0), (2, 7));
    let long = turns[1].1;
    assert!(long.ends_with('…') && (110..=120).contains(&long.chars().count()));
}

#[test]
fn the_outline_of_a_very_long_conversation_fits_a_frame() {
    let long = Message::text("1", Role::User, "\u{1f600}".repeat(200_000));
    let mut outline = Outline::default();
    for _ in 0..120_000 {
        outline.add(row(&Message::text(
            "1",
            Role::User,
            "\u{1f600}".repeat(150),
        )));
    }
    outline.add(row(&long));
    let told = outline.told();
    assert_eq!(
        (told.total, told.weights.len(), told.truncated),
        (120_001, 100_000, true)
    );
    assert!(told.turns.len() > 300);
    assert!(told.turns.is_sorted_by(|one, two| one.number < two.number));
    assert!(
        told.turns.last().is_some_and(|turn| turn.number > 100_000),
        "spread evenly"
    );
    assert!(serde_json::to_string(&told).unwrap().len() < MAX_FRAME - 1_000);
}

fn find(messages: &[Message], text: &str) -> FoundInMessages {
    let mut find = Find::new(text, 500).unwrap();
    let mut shown_find = Find::new(text, 500).unwrap();
    for (number, message) in (1..).zip(messages) {
        find.see(number, message);
        shown_find.see_shown(&shown(message, number, usize::MAX));
    }
    let found = find.finish();
    assert_eq!(found, shown_find.finish(), "the same in memory");
    found
}

#[test]
fn a_text_is_found_in_whatever_case_and_also_in_what_is_folded() {
    let think = Part::new(Body::Reasoning("perhaps the STRASSE".to_owned()));
    let messages = [
        Message::text("1", Role::User, "Where is the Strasse?\nstrasse"),
        Message::new("2", Role::Agent, vec![think, Part::text("Ärger")]),
        call(
            "3",
            "Bash",
            &json!({"command": "echo \"quoted\" strasse", "n": 4711}),
        ),
        result(
            "3",
            vec![
                Content::File(file("image/png", PNG)),
                Content::Text("zzz\nstrasse".to_owned()),
            ],
        ),
    ];
    let found = find(&messages, "strasse");
    let places: Vec<_> = found
        .hits
        .iter()
        .map(|hit| (hit.number, hit.part))
        .collect();
    assert_eq!(places, [(1, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
    assert_eq!(found.total, 5);
    let first = &found.hits[0];
    let words = (
        first.before.as_str(),
        first.hit.as_str(),
        first.after.as_str(),
    );
    assert_eq!(words, ("Where is the ", "Strasse", "? strasse"));
    for (text, total) in [
        ("ÄRGER", 1),
        ("\"quoted\"", 1),
        ("4711", 1),
        ("bash", 1),
        ("image/png", 2),
        (".", 0),
        ("command", 0),
    ] {
        assert_eq!(find(&messages, text).total, total, "{text}");
    }
    assert!(Find::new(" ", 5).is_err() && Find::new(&"x".repeat(201), 5).is_err());
}

#[test]
fn very_many_hits_fit_a_frame_and_are_counted() {
    let messages = [Message::text("1", Role::User, "\u{1}a".repeat(300_000))];
    let mut find = Find::new("A", u32::MAX).unwrap();
    find.see(1, &messages[0]);
    let found = find.finish();
    assert_eq!((found.hits.len(), found.total), (500, 300_000));
    let wide = "\u{1f600}".repeat(200);
    let mut find = Find::new(&wide, u32::MAX).unwrap();
    find.see(1, &Message::text("1", Role::User, wide.repeat(2_000)));
    let found = find.finish();
    assert_eq!(found.total, 2_000);
    assert!(serde_json::to_string(&found).unwrap().len() < MAX_FRAME - 1_000);
}

#[test]
fn a_message_of_many_large_pieces_fits_a_frame() {
    let parts = (0..150)
        .map(|_| Part::text("\u{1}".repeat(PIECE * 2)))
        .collect();
    let (shown, bytes) = sized(&Message::new("1", Role::User, parts), 1, PIECE);
    assert!(bytes < MAX_FRAME / 2 + 1 && shown.parts.iter().all(|part| part.truncated));
    let content = "\u{1}\n".repeat(4_000);
    let input = Json::parse(&json!({"file_path": "f", "content": content}).to_string()).unwrap();
    let write = Body::Call(Call {
        id: "1".to_owned(),
        name: "Write".to_owned(),
        input,
    });
    let parts = (0..100).map(|_| Part::new(write.clone())).collect();
    let (_, bytes) = sized(&Message::new("1", Role::Agent, parts), 1, PIECE);
    assert!(bytes < MAX_FRAME - (64 << 10), "{bytes}");
}

#[test]
fn a_part_comes_whole_in_bits_that_fit_a_frame() {
    for text in [
        "\u{1}é".repeat(500_000),
        "plain ".repeat(100_000),
        String::new(),
    ] {
        let all = whole(&Message::text("1", Role::User, text.as_str()), 0)
            .ok()
            .unwrap();
        let (mut from, mut seen) = (0, String::new());
        loop {
            let bit = all.bit(from).unwrap();
            assert!(bit.text.len() <= 256 << 10);
            assert!(serde_json::to_string(&bit).unwrap().len() < MAX_FRAME - 1_000);
            seen.push_str(&bit.text);
            match bit.next {
                Some(next) => from = next,
                None => break,
            }
        }
        assert!(seen == text);
        assert!(all.bit(text.len() as u64 + 1).is_err());
    }
    let odd = whole(&Message::text("1", Role::User, "é"), 0).ok().unwrap();
    assert!(odd.bit(1).is_err(), "between the bytes of a character");
    let large = Message::text("1", Role::User, "x".repeat((16 << 20) + 1));
    assert!(whole(&large, 0).is_err());
}
