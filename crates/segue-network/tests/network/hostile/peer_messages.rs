//! Messages that are too deep, too long, twice or broken: refused, and nothing else happens.

use std::time::Duration;

use segue_network::network::Standing;
use segue_testkit::hostile::{DOORS, Heard, Hostile, hello};

use super::{matters, reported};
use crate::party::Party;

/// Texts that are no message of ours, whatever door they come to.
fn texts() -> Vec<Vec<u8>> {
    let deep = |open: &str, close: &str, times: usize| open.repeat(times) + &close.repeat(times);
    let about = r#"{"name":"x","platforms":[],"version":"1"}"#;
    let zeros = vec!["0"; 32].join(",");
    let mut all: Vec<Vec<u8>> = [
        String::new(),
        "null".into(),
        "{}".into(),
        "[]".into(),
        "\"\"".into(),
        "{\"hello\":".into(),
        deep("[", "]", 1900),
        deep("[", "", 3900),
        deep("{\"a\":", "}", 600),
        deep("{\"hello\":", "}", 400),
        format!(
            r#"{{"hello":{{"about":{},"knows_you":true}}}}"#,
            deep("[", "]", 1500)
        ),
        format!(r#"{{"hello":{{"about":{about},"about":{about},"knows_you":true}}}}"#),
        format!(r#"{{"hello":{{"about":{about},"knows_you":true,"knows_you":true}}}}"#),
        format!(r#"{{"hello":{{"about":{about},"knows_you":true}},"bye":null}}"#),
        r#"{"hello":{"about":{"name":"\ud800"},"knows_you":true}}"#.into(),
        r#"{"hello":{"about":{"name":"\udc00\ud800"},"knows_you":true}}"#.into(),
        r#"{"hello":{"about":{"name":1e999},"knows_you":true}}"#.into(),
        format!(r#"{{"hello":{{"about":{about},"knows_you":true,"ways":["/dns4/a/tcp/1"]}}}}"#),
        format!(
            r#"{{"hello":{{"about":{about},"knows_you":true,"ways":["{}"]}}}}"#,
            "/ip4/1.1.1.1".repeat(250)
        ),
        format!(r#"{{"step":{{"commit":[{zeros},0]}}}}"#),
        format!(r#"{{"step":{{"commit":[{zeros}],"commit":[{zeros}]}}}}"#),
        r#"{"step":{"commit":[256]}}"#.into(),
        r#"{"step":{"nonce":"x"}}"#.into(),
        r#"{"step":"unknown"}"#.into(),
        r#"{"busy":{"seconds":-1}}"#.into(),
        r#"{"busy":{"seconds":1e400}}"#.into(),
        r#"{"id":"0","from":"","to":"","created":-1}"#.into(),
        format!(r#"{{"hash":[{zeros}],"bytes":18446744073709551616,"listed":true,"missing":[]}}"#),
        format!(r#"{{"hash":[{zeros}],"bytes":1,"listed":true,"missing":[[1]]}}"#),
        format!(r#"{{"capability":[{zeros}],"about":{about}}}"#),
        "\u{feff}{}".into(),
        " ".repeat(4000),
        "9".repeat(4000),
        format!("{{{}}}", vec![r#""a":1"#; 500].join(",")),
    ]
    .into_iter()
    .map(String::into_bytes)
    .collect();
    all.push(b"{\"hello\":\xff\xfe}".to_vec());
    all.push(vec![0; 4000]);
    all
}

/// Beginnings of frames that promise more than is allowed, or never end.
fn beginnings() -> Vec<Vec<u8>> {
    [u32::MAX, 1 << 30, 1 << 20, 128 * 1024 + 1]
        .iter()
        .map(|length| length.to_be_bytes().to_vec())
        .collect()
}

#[tokio::test]
async fn no_words_of_a_verified_device_do_harm() {
    let mut ann = Party::new("Ann");
    for (at, text) in texts().iter().enumerate() {
        // A device for each: whoever breaks the rules of hello is hung up on.
        let eve = Hostile::new().await;
        ann.count(eve.device(), Standing::Verified, Vec::new());
        let from = std::net::Ipv4Addr::new(127, 0, 1, u8::try_from(at).unwrap() + 1);
        let eve = Hostile::at(eve.key.clone(), from).await;
        eve.reach(ann.device(), ann.address().await).await.unwrap();
        for door in DOORS.into_iter().rev() {
            // Its request waits for a hello; that one comes last here.
            if door == DOORS[1] {
                continue;
            }
            let mut talk = eve.open(ann.device(), door).await.unwrap();
            talk.send_text(text).await;
            let ended = talk.drain().await;
            assert!(ended, "{door} {at}: {}", String::from_utf8_lossy(text));
        }
        let gone = eve.until_connected(ann.device(), false).await;
        assert!(gone, "whoever breaks the rules is hung up on: {at}");
    }
    let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn a_length_is_judged_before_anything_is_read() {
    let mut ann = Party::new("Ann");
    for (at, bytes) in beginnings().into_iter().enumerate() {
        let from = std::net::Ipv4Addr::new(127, 0, 2, u8::try_from(at).unwrap() + 1);
        let eve = Hostile::at(segue_network::identity::IdentityKey::generate(), from).await;
        ann.count(eve.device(), Standing::Verified, Vec::new());
        eve.reach(ann.device(), ann.address().await).await.unwrap();
        for door in DOORS.into_iter().rev().filter(|door| *door != DOORS[1]) {
            let mut talk = eve.open(ann.device(), door).await.unwrap();
            talk.raw(&bytes).await;
            // Nothing more is sent, and yet the stream ends at once.
            let ended = tokio::time::timeout(Duration::from_secs(5), talk.drain()).await;
            assert!(ended.is_ok(), "{door} waits for {bytes:?}");
        }
    }
}

#[tokio::test]
async fn a_pairing_with_broken_words_is_never_shown() {
    // One request at a time is looked at, so each needs a network of its own.
    for text in texts().into_iter().step_by(3) {
        let ann = Party::new("Ann");
        let eve = super::stranger(&ann).await;
        let _here = eve.greet(ann.device(), "Eve").await.unwrap();
        let mut talk = eve.open(ann.device(), DOORS[1]).await.unwrap();
        talk.send_text(&text).await;
        assert!(talk.drain().await, "{}", String::from_utf8_lossy(&text));
        let told: Vec<_> = reported(ann).await.into_iter().filter(matters).collect();
        assert!(told.is_empty(), "{told:?}");
    }
}

#[tokio::test]
async fn names_come_out_clean_and_unknown_words_are_passed_over() {
    let mut ann = Party::new("Ann");
    let eve = super::stranger(&ann).await;
    let mut talk = eve.open(ann.device(), DOORS[0]).await.unwrap();
    let mut said = hello("\u{1b}]0;x\u{7}\u{202e}Eve\u{200b}");
    said["hello"]["later"] = serde_json::json!({ "a": [[[1]]] });
    talk.send(&said).await;
    assert!(matches!(talk.hear().await, Heard::Message(_)));
    let name = ann
        .until("a hello", |event| match event {
            segue_network::Event::Hello { about, .. } => Some(about.name),
            _ => None,
        })
        .await;
    assert_eq!(name, "]0;xEve");
}
