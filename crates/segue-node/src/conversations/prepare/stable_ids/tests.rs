use std::collections::{HashSet, VecDeque};
use std::io::Cursor;

use proptest::prelude::*;
use segue_conversation::file::{Limits, Reader, Writer};
use segue_conversation::{Head, Json, Message, Report, Role};
use segue_platform::{About, PlatformError, Reading};

use super::*;

/// A session of these messages.
#[derive(Default)]
struct Session {
    messages: VecDeque<Message>,
    artifacts: VecDeque<Artifact>,
    report: Report,
}

impl Reading for Session {
    fn about(&self) -> About {
        About::default()
    }

    fn artifact(&mut self) -> Result<Option<Artifact>, PlatformError> {
        Ok(self.artifacts.pop_front())
    }

    fn message(&mut self) -> Result<Option<Message>, PlatformError> {
        Ok(self.messages.pop_front())
    }

    fn report(&self) -> &Report {
        &self.report
    }

    fn progress(&self) -> (u64, u64) {
        (0, 0)
    }
}

#[expect(clippy::disallowed_methods, reason = "a file of someone else")]
fn file(artifacts: &[Artifact], messages: &[Message]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, "conversation");
    for artifact in artifacts {
        writer.artifact(artifact).unwrap();
    }
    for message in messages {
        writer.message(message).unwrap();
    }
    let head = Head {
        format: segue_conversation::FORMAT.to_owned(),
        ..Head::default()
    };
    writer.finish(head, None).unwrap();
    bytes
}

fn over(base: Vec<u8>, session: Session) -> Same<Cursor<Vec<u8>>> {
    Same {
        reading: Box::new(session),
        base: Ahead::new(Reader::again(Cursor::new(base), Limits::default())),
        ids: Ids::default(),
    }
}

fn read(base: Vec<u8>, messages: Vec<Message>) -> Vec<Message> {
    let session = Session {
        messages: messages.into(),
        ..Session::default()
    };
    let mut same = over(base, session);
    std::iter::from_fn(|| same.message().unwrap()).collect()
}

fn uuid(number: u32) -> String {
    format!("00000000-0000-4000-8000-{number:012x}")
}

fn json(text: String) -> Json {
    Json::parse(&text).unwrap()
}

/// A conversation as its owner has it, and as an import makes it.
fn both(count: u32) -> (Vec<Message>, Vec<Message>) {
    let one = |number: u32, shift: u32| {
        let role = [Role::User, Role::Agent][number as usize % 2];
        let id = uuid(number + shift);
        let mut message = Message::text(&id, role, format!("word {number}"));
        message.at = segue_conversation::times::from_millis(1_700_000_000_000 + i64::from(number));
        message.native = Some(json(format!(r#"{{"line":{{"n":{number}}}}}"#)));
        message.beside = vec![json(format!(
            r#"{{"cwd":"/{shift}","sessionId":"{}","uuid":"{}"}}"#,
            uuid(9_000 + shift),
            uuid(number + shift + 500),
        ))];
        if role == Role::Agent {
            message.group = Some(format!("msg_{number}_{shift}"));
            message.model = Some("m".to_owned());
        }
        message
    };
    let make = |shift| (0..count).map(|number| one(number, shift)).collect();
    (make(0), make(10_000))
}

#[test]
fn what_is_the_same_gets_its_ids_back_and_what_is_new_follows() {
    let (base, mut session) = both(12);
    // What an import does: the model of the last answer, and what has no place.
    session[11].model = Some("<synthetic>".to_owned());
    session[3].native = None;
    session[3].group = None;
    let mut new = Message::text("new", Role::User, "something new");
    new.parent = Some(session[4].id.clone());
    let (own, also) = (&session[5].beside[0], uuid(77_777));
    new.native = Some(json(format!(r#"{{"a":{},"b":"{also}"}}"#, own.text())));
    let told = new.plain_text();
    session.push(new);
    let mut found = read(file(&[], &base), session);
    let new = found.pop().unwrap();
    for (found, base) in found.iter_mut().zip(&base) {
        // The folder is where the conversation is now.
        let here = found.beside[0].text().replace("/10000", "/0");
        found.beside = vec![json(here)];
        assert_eq!(found, base);
    }
    assert_eq!(found.len(), base.len());
    assert_eq!((new.id.as_str(), new.plain_text()), ("new", told));
    assert_eq!(new.parent.as_ref(), Some(&base[4].id));
    let native = new.native.unwrap();
    assert!(native.text().contains(&uuid(505)) && native.text().contains(&also));
}

#[test]
fn messages_may_be_added_and_left_out_on_the_way() {
    let (base, mut session) = both(20);
    session.remove(7);
    session.insert(3, Message::text("added", Role::User, "[handed over]"));
    session[11].parts = vec![segue_conversation::Part::text("another word")];
    let other = session[11].id.clone();
    let found = read(file(&[], &base), session);
    let ids: Vec<&str> = found.iter().map(|message| message.id.as_str()).collect();
    assert_eq!((ids[3], ids[11]), ("added", other.as_str()));
    assert_eq!(
        (ids[4], ids[10]),
        (base[3].id.as_str(), base[10].id.as_str())
    );
    assert_eq!(ids[19], base[19].id);
}

#[test]
fn a_number_that_is_taken_is_not_given_twice() {
    let counted = |number: u32, word: u32| {
        Message::text(format!("record-{number}"), Role::User, word.to_string())
    };
    let base: Vec<Message> = (0..6).map(|word| counted(word + 4, word)).collect();
    let mut session: Vec<Message> = (0..6).map(|word| counted(word, word)).collect();
    session.extend([counted(6, 98), counted(7, 99)]);
    session[7].parent = Some("record-6".to_owned());
    let found = read(file(&[], &base), session);
    assert_eq!(found[..6], base);
    // The seventh is called like the third of the file, and is answered by its new name.
    assert_eq!(found[6].id, "record-6-2");
    assert_eq!(found[7].parent.as_deref(), Some("record-6-2"));
}

#[test]
fn transcripts_beside_follow() {
    let transcript = |shift: u32| Artifact {
        id: "subagents/a.jsonl#0".to_owned(),
        name: None,
        parts: (1..4)
            .map(|n| {
                let record = format!(
                    r#"{{"parentUuid":"{}","text":"{n}","uuid":"{}"}}"#,
                    uuid(shift + n - 1),
                    uuid(shift + n)
                );
                Part::new(Body::Other(json(record)))
            })
            .collect(),
        native: None,
    };
    let session = Session {
        artifacts: [transcript(700)].into(),
        ..Session::default()
    };
    let base = file(&[transcript(0)], &[]);
    let found = over(base, session).artifact().unwrap().unwrap();
    assert_eq!(found, transcript(0));
}

#[test]
fn ids_that_are_none_are_not_taken_over() {
    let (mut base, session) = both(3);
    base[0].id = "x".repeat(5_000);
    base[1].id = "a b\u{202e}".to_owned();
    let found = read(file(&[], &base), session.clone());
    assert_eq!(found[0].id, session[0].id);
    assert_eq!(found[1].id, session[1].id);
    assert_eq!(found[2].id, base[2].id);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the file is: the words are the session's, and ids are unique.
    #[test]
    fn words_are_the_sessions_and_ids_unique(
        theirs in proptest::collection::vec((0_u8..6, 0_u8..9), 0..30),
        ours in proptest::collection::vec(0_u8..6, 0..30),
        torn in 0_usize..4_000,
    ) {
        let base: Vec<Message> = theirs
            .iter()
            .map(|(word, id)| Message::text(format!("id-{id}"), Role::User, word.to_string()))
            .collect();
        let session: Vec<Message> = ours
            .iter()
            .enumerate()
            .map(|(place, word)| Message::text(format!("id-{place}"), Role::User, word.to_string()))
            .collect();
        let mut bytes = file(&[], &base);
        bytes.truncate(bytes.len().saturating_sub(torn));
        let found = read(bytes, session.clone());
        prop_assert_eq!(found.len(), session.len());
        let mut ids = HashSet::new();
        for (found, session) in found.iter().zip(&session) {
            prop_assert_eq!(&found.parts, &session.parts);
            prop_assert!(ids.insert(found.id.clone()), "{}", found.id);
        }
    }
}
