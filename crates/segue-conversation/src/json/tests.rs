use proptest::prelude::*;

use super::*;

fn parse(text: &str) -> Result<Json, JsonError> {
    Json::parse(text)
}

#[test]
fn one_canonical_text_for_every_way_to_write_a_value() {
    let json = parse("{ \"b\": [1.0, 1e2, -0, \"\\u00e9\\/\\n\"], \"a\" : { } }").unwrap();
    assert_eq!(json.text(), "{\"a\":{},\"b\":[1,100,0,\"é/\\n\"]}");
}

#[test]
fn whole_numbers_keep_every_digit() {
    let json = parse("[12345678901234567890123, 9007199254740993]").unwrap();
    assert_eq!(json.text(), "[12345678901234567890123,9007199254740993]");
}

#[test]
fn a_lone_surrogate_becomes_the_replacement_character() {
    assert_eq!(parse(r#""\ud800x""#).unwrap().text(), "\"\u{fffd}x\"");
    assert_eq!(parse(r#""\ud83d\ude00""#).unwrap().text(), "\"😀\"");
}

#[test]
fn a_cut_text_is_torn_and_a_wrong_one_is_not() {
    for torn in ["{\"a\":", "[1,2", "\"abc", "tru", "{\"a\"", "\"\\u00", "-"] {
        assert_eq!(parse(torn), Err(JsonError::Torn), "{torn}");
    }
    for wrong in [
        "{a:1}",
        "[1,]",
        "{\"a\":1,}",
        "01",
        "1 2",
        "\"\u{1}\"",
        "[1}",
        "\"\\x\"",
    ] {
        assert!(
            matches!(parse(wrong), Err(JsonError::Syntax(_))),
            "{wrong}: {:?}",
            parse(wrong)
        );
    }
}

#[test]
fn depth_and_count_are_bounded_whatever_the_size() {
    let deep = "[".repeat(100_000);
    assert_eq!(parse(&deep), Err(JsonError::TooDeep(128)));
    let limits = JsonLimits {
        depth: 4,
        nodes: 10,
    };
    let many = format!("[{}1]", "1,".repeat(20));
    let mut tape = Tape::default();
    assert_eq!(
        tape.parse(many.as_bytes(), &limits).err(),
        Some(JsonError::TooMany(10))
    );
}

#[test]
fn a_key_twice_is_refused_or_the_last_one_wins() {
    let mut tape = Tape::default();
    let value = tape
        .parse(br#"{"a":1,"b":2,"a":3}"#, &JsonLimits::default())
        .unwrap();
    let mut out = String::new();
    assert_eq!(
        value.canonical_into(&mut out, Canon::Strict),
        Err(JsonError::DuplicateKey)
    );
    assert_eq!(Json::of(value).text(), r#"{"a":3,"b":2}"#);
    assert_eq!(value.get("a").and_then(|a| a.integer()), Some(3));
}

fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>()
            .prop_filter("finite", |n| n.is_finite())
            .prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Into::into),
            prop::collection::btree_map(any::<String>(), inner, 0..8)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn canonical_text_means_the_same_and_is_its_own_canonical_text(value in any_json()) {
        for text in [value.to_string(), format!("{value:#}")] {
            let json = parse(&text).unwrap();
            let back: serde_json::Value = serde_json::from_str(json.text()).unwrap();
            prop_assert_eq!(&same_numbers(back), &same_numbers(value.clone()));
            let again = parse(json.text()).unwrap();
            prop_assert_eq!(again.text(), json.text());
        }
    }

    #[test]
    fn agrees_with_serde_on_what_is_json(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let mut tape = Tape::default();
        let ours = tape.parse(&bytes, &JsonLimits::default()).is_ok();
        let theirs = serde_json::from_slice::<&serde_json::value::RawValue>(&bytes).is_ok();
        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn agrees_with_serde_on_almost_json(text in "[\\[\\]{}\",:0-9a\\\\truefalsn. -]{0,24}") {
        let mut tape = Tape::default();
        let ours = tape.parse(text.as_bytes(), &JsonLimits::default()).is_ok();
        let theirs = serde_json::from_str::<&serde_json::value::RawValue>(&text).is_ok();
        prop_assert_eq!(ours, theirs, "{}", text);
    }
}

/// Whole floats and integers are one number in canonical text.
fn same_numbers(value: serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Number(number) => number.as_f64().unwrap().into(),
        serde_json::Value::Array(items) => items.into_iter().map(same_numbers).collect(),
        serde_json::Value::Object(members) => members
            .into_iter()
            .map(|(key, value)| (key, same_numbers(value)))
            .collect(),
        other => other,
    }
}
