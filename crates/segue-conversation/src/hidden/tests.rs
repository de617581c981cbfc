use proptest::prelude::*;

use super::*;
use crate::part::{Body, Call, Part};
use crate::{Role, Source};

fn seen(text: &str) -> Vec<(u32, u64)> {
    let mut hidden = Hidden::default();
    hidden.see(text);
    hidden.counts().map(|(c, n)| (u32::from(c), n)).collect()
}

#[test]
fn what_hides_or_turns_is_counted_by_code_point() {
    for (text, counts) in [
        ("gpj.\u{202e}exe \u{202e}x", vec![(0x202e, 2)]),
        (
            "a\u{200b}b\u{ad}c\u{feff}",
            vec![(0xad, 1), (0x200b, 1), (0xfeff, 1)],
        ),
        (
            "line\u{2028}and\u{2029}paragraph",
            vec![(0x2028, 1), (0x2029, 1)],
        ),
        ("tag \u{e0041}\u{e0042}", vec![(0xe0041, 1), (0xe0042, 1)]),
        ("a\u{200d}b \u{200c}", vec![(0x200c, 1), (0x200d, 1)]),
        (
            "\u{2066}isolate\u{2069} \u{200f}",
            vec![(0x200f, 1), (0x2066, 1), (0x2069, 1)],
        ),
        (
            "x\u{3164}y\u{34f}z\u{2061}",
            vec![(0x34f, 1), (0x2061, 1), (0x3164, 1)],
        ),
        ("\u{e0001}", vec![(0xe0001, 1)]),
    ] {
        assert_eq!(seen(text), counts, "{text:?}");
    }
}

#[test]
fn what_belongs_there_is_left_alone() {
    for text in [
        "plain, größe, 日本語, Ελληνικά, русский\n\ttabs",
        // A family, a rainbow flag, a heart, a tone of skin, a keycap, Wales.
        "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
        "\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}",
        "\u{2764}\u{fe0f} \u{26a0}\u{fe0e} \u{a9}\u{fe0f}",
        "\u{1f469}\u{1f3fd}\u{200d}\u{1f680}",
        "1\u{fe0f}\u{20e3} #\u{fe0f}\u{20e3}",
        "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}!",
        // Persian, Hindi, Malayalam, Khmer, Mongolian.
        "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
        "\u{915}\u{94d}\u{200d}\u{937} \u{915}\u{94d}\u{200d}",
        "\u{d28}\u{d4d}\u{200d}",
        "\u{1781}\u{17d2}\u{1789}\u{17bb}\u{17c6}\u{200b}\u{179f}\u{17bb}\u{17c6}",
        "\u{1820}\u{180b}\u{1820}\u{180e}\u{1820}",
    ] {
        assert_eq!(seen(text), [], "{text:?}");
    }
}

#[test]
fn emoji_and_scripts_are_no_place_to_hide_in() {
    // Bytes written as variants behind one emoji.
    let smuggled = "\u{1f600}\u{fe0f}\u{fe03}\u{e0104}\u{e0104}\u{fe0f}";
    assert_eq!(seen(smuggled), [(0xfe03, 1), (0xfe0f, 1), (0xe0104, 2)]);
    // A flag that is none, and words behind one that is.
    assert_eq!(seen("\u{1f3f4}\u{e0068}\u{e0069}\u{e007f}").len(), 3);
    let wales = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}";
    assert_eq!(seen(&format!("{wales}\u{e0068}")), [(0xe0068, 1)]);
    // Joiners in a row, and one after an emoji that joins nothing.
    assert_eq!(seen("\u{915}\u{94d}\u{200d}\u{200d}"), [(0x200d, 1)]);
    assert_eq!(seen("\u{1f600}\u{200d}a"), [(0x200d, 1)]);
    assert_eq!(seen("7\u{fe0f}"), [(0xfe0f, 1)]);
}

#[test]
fn every_text_of_a_conversation_is_seen() {
    let mut message = Message::text("1", Role::User, "a\u{200b}");
    message.parts.push(Part::new(Body::Call(Call {
        id: "c".into(),
        name: "Ba\u{200b}sh".into(),
        input: Json::parse(&"{'k\\u200bey': ['\\u200b', 'raw\u{200b}']}".replace('\'', "\""))
            .unwrap(),
    })));
    let mut hidden = Hidden::default();
    hidden.message(&mut message);
    let head = Head {
        title: Some("t\u{200b}".into()),
        envelope: Some(Json::parse(r#"{"task": "\u202edo"}"#).unwrap()),
        source: Source::default(),
        ..Head::default()
    };
    hidden.head(&head);
    let counts: Vec<_> = hidden.counts().collect();
    assert_eq!(counts, [('\u{200b}', 6), ('\u{202e}', 1)]);
}

proptest! {
    #[test]
    fn between_latin_letters_each_is_counted_once(
        words in proptest::collection::vec("[a-zA-Z .,äöüéñ]{1,8}", 1..8),
        point in prop_oneof![
            0x200b_u32..=0x200f, 0x2028_u32..=0x202e, 0x2060_u32..=0x206f, 0xfe00_u32..=0xfe0f,
            0xe0000_u32..=0xe01ef, Just(0xad), Just(0xfeff), Just(0x3164),
        ],
    ) {
        prop_assert_eq!(seen(&words.join(" ")), []);
        let c = char::from_u32(point).unwrap();
        let between = words.join(&c.to_string());
        let count = words.len() as u64 - 1;
        let expected = if count == 0 { vec![] } else { vec![(point, count)] };
        prop_assert_eq!(seen(&between), expected);
    }

    #[test]
    fn no_text_is_too_strange(text in "\\PC*|[\u{1f3f4}\u{e0067}\u{200d}\u{fe0f}\u{915}a1]{0,20}") {
        let most = text.chars().filter(|c| is_hidden(*c)).count() as u64;
        prop_assert!(seen(&text).iter().map(|(_, count)| count).sum::<u64>() <= most);
    }
}
