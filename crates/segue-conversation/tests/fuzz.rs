//! Mutated conversation files: read to the end or refused, never a panic; and what is taken keeps
//! the rule of calls and results. `SEGUE_FUZZ_CASES` raises the number of cases.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use std::collections::HashSet;

use segue_conversation::file::{FileError, HashState, Item, Limits, Reader, Writer, inspect};
use segue_conversation::turns::Answered;
use segue_conversation::{Body, Call, FORMAT, Head, Json, Message, Part, Role, ToolResult};

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides.max(1) as u64) as usize
    }
}

fn sample() -> Vec<u8> {
    let call = |id: &str| {
        Part::new(Body::Call(Call {
            id: id.into(),
            name: "sh".into(),
            input: Json::parse(r#"{"c":["ls",1.5,null]}"#).unwrap(),
        }))
    };
    let result = |id: &str| {
        Part::new(Body::Result(ToolResult {
            call: id.into(),
            content: vec![segue_conversation::Content::Text("out".into())],
            is_error: false,
        }))
    };
    let mut bytes = Vec::new();
    #[expect(clippy::disallowed_methods, reason = "a test sends nothing")]
    let mut writer = Writer::new(&mut bytes, "context");
    for n in 0..4 {
        let (one, two) = (format!("a{n}"), format!("b{n}"));
        let mut asked = Message::text(format!("u{n}"), Role::User, "words \u{1f600} \"quoted\"");
        asked.beside = vec![Json::parse(r#"{"type":"note"}"#).unwrap()];
        writer.message(&asked).unwrap();
        let said = vec![Part::text("yes"), call(&one), call(&two)];
        writer
            .message(&Message::new(format!("m{n}"), Role::Agent, said))
            .unwrap();
        let answers = vec![result(&one), result(&two)];
        writer
            .message(&Message::new(format!("r{n}"), Role::User, answers))
            .unwrap();
    }
    let head = Head {
        format: FORMAT.into(),
        export_id: "e".into(),
        history: "full".into(),
        ..Head::default()
    };
    writer.finish(head, None).unwrap();
    bytes
}

fn mutate(dice: &mut Dice, bytes: &mut Vec<u8>) {
    let (at, to) = (dice.roll(bytes.len()), dice.roll(bytes.len()));
    let (from, end) = (at.min(to), at.max(to).min(at.min(to) + 200));
    let evil: &[&[u8]] = &[
        b"\\ud800",
        b"\0",
        b"\xff",
        b"1e999",
        b"[[[[",
        b"}",
        b"\"",
        b"null",
        b"{\"a\":1,\"a\":2}",
        b"\"ROLE_USER\"",
        b"\"ROLE_AGENT\"",
        b"\"a1\"",
        b",",
        b":",
    ];
    match dice.roll(6) {
        0 => bytes[at] ^= 1 << dice.roll(8),
        1 => bytes.truncate(at.max(1)),
        2 => drop(bytes.drain(from..end)),
        3 => {
            let piece = bytes[from..end].to_vec();
            bytes.splice(to..to, piece);
        }
        4 => drop(bytes.splice(at..at, evil[dice.roll(evil.len())].to_vec())),
        _ => {
            // One text for another, so that ids, roles and kinds change places.
            let texts: Vec<(usize, usize)> = quoted(bytes);
            if let (Some(one), Some(two)) = (
                texts.get(dice.roll(texts.len())),
                texts.get(dice.roll(texts.len())),
            ) {
                let piece = bytes[two.0..two.1].to_vec();
                bytes.splice(one.0..one.1, piece);
            }
        }
    }
}

fn quoted(bytes: &[u8]) -> Vec<(usize, usize)> {
    let marks: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == b'"').collect();
    marks
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1] + 1))
        .collect()
}

#[test]
fn mutated_files_are_read_or_refused() {
    let cases = std::env::var("SEGUE_FUZZ_CASES")
        .ok()
        .and_then(|text| text.parse().ok());
    let (cases, base) = (cases.unwrap_or(300_u64) * 20, sample());
    let (mut taken, mut refused) = (0, 0);
    for case in 0..cases {
        let mut dice = Dice(case.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut bytes = base.clone();
        for _ in 0..=dice.roll(3) {
            mutate(&mut dice, &mut bytes);
        }
        let opened = inspect(bytes.as_slice(), Limits::default());
        let mut reader = Reader::new(bytes.as_slice(), Limits::default());
        let source = std::iter::from_fn(|| match reader.item() {
            Ok(Some(Item::Message(message))) => Some(Ok(*message)),
            Ok(Some(Item::Artifact(_)) | None) => None,
            Err(error) => Some(Err::<Message, FileError>(error)),
        });
        // No call stays open, whatever the file says, even when it ends in an error.
        let mut messages = Vec::new();
        let mut failed = false;
        for message in Answered::new(source) {
            match message {
                Ok(message) => messages.push(message),
                Err(_) => {
                    failed = true;
                    break;
                }
            }
        }
        if !failed {
            open_calls(&messages, case);
        }
        match opened {
            Ok(opened) => {
                taken += 1;
                assert!(
                    bytes == base
                        || opened.checked.hash != HashState::Matches
                        || failed
                        || same(&bytes, &base),
                    "case {case}"
                );
            }
            Err(_) => refused += 1,
        }
    }
    assert!(
        taken > cases / 20 && refused > cases / 20,
        "{taken} taken, {refused} refused"
    );
}

/// Whether two files say the same messages, with other spaces or another description.
fn same(one: &[u8], two: &[u8]) -> bool {
    let history = |bytes: &[u8]| {
        let json: Option<serde_json::Value> = serde_json::from_slice(bytes).ok();
        json.map(|json| json["history"].clone())
    };
    history(one) == history(two)
}

fn open_calls(messages: &[Message], case: u64) {
    let (mut open, mut seen) = (HashSet::new(), HashSet::new());
    for message in messages {
        for part in &message.parts {
            match &part.body {
                Body::Call(call) => {
                    assert_eq!(message.role, Role::Agent, "case {case}");
                    assert!(
                        seen.insert(call.id.clone()),
                        "case {case}: {} twice",
                        call.id
                    );
                    open.insert(call.id.clone());
                }
                Body::Result(result) => {
                    assert_eq!(message.role, Role::User, "case {case}");
                    assert!(
                        open.remove(&result.call),
                        "case {case}: {} unasked",
                        result.call
                    );
                }
                _ => {}
            }
        }
    }
    assert!(open.is_empty(), "case {case}: {open:?}");
}
