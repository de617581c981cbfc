//! Everyone who took part has the same record of it.

use segue_door::Event;
use serde_json::Value;

use crate::test_peer::TestPeer;

/// The versions without what each calls the others.
fn plain(lineage: segue_door::Lineage, conversation: &str) -> Option<Value> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(members) => {
                for name in ["known", "calledHere"] {
                    members.remove(name);
                }
                members.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let one = lineage
        .conversations
        .into_iter()
        .find(|one| one.conversation == conversation)?;
    assert!(one.quarantined.is_empty(), "{:?}", one.quarantined);
    let mut versions = Value::from(one.versions);
    strip(&mut versions);
    Some(versions)
}

/// Waits until all of them have the same record, with so many versions.
async fn agree(desks: &[&TestPeer], conversation: &str, versions: usize, state: &str) -> Value {
    let mut last = Vec::new();
    for _ in 0..400 {
        last.clear();
        for desk in desks {
            last.push(plain(desk.lineage(None).await, conversation));
        }
        let first = last[0].clone();
        if let Some(first) = first
            && last.iter().all(|one| one.as_ref() == Some(&first))
            && first.as_array().unwrap().len() == versions
            && first
                .to_string()
                .matches(&format!("\"state\":\"{state}\""))
                .count()
                >= 1
        {
            return first;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("they do not agree: {last:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn round_the_circle_all_three_have_the_same_record() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let cem = TestPeer::new("Cem").await;
    ben.knows(&cem).await;
    cem.knows(&ana).await;
    let name = ana.session(1, 2);
    let first = ana.send(&name, &ben).await;
    let conversation = ben.receipt(&first, "delivered").await.conversation;
    let done = ben.import(&first).await.unwrap();
    ana.receipt(&first, "imported").await;
    ben.goes_on(&done.session, "Ben goes on");
    let second = ben
        .send(&format!("claude-code:{}", done.session), &cem)
        .await;
    cem.receipt(&second, "delivered").await;
    let done = cem.import(&second).await.unwrap();
    ben.receipt(&second, "imported").await;
    // The chain is counted by what is known of it.
    agree(&[&ben, &cem], &conversation, 4, "completed").await;
    cem.goes_on(&done.session, "Cem goes on");
    let third = cem
        .send(&format!("claude-code:{}", done.session), &ana)
        .await;
    ana.receipt(&third, "delivered").await;
    ana.import(&third).await.unwrap();
    cem.receipt(&third, "imported").await;
    // Ana's, Ben's import, Ben's, Cem's import, Cem's, Ana's import.
    let versions = agree(&[&ana, &ben, &cem], &conversation, 6, "completed").await;
    let tasks: Vec<&str> = versions
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|version| version["handoffs"].as_array().unwrap())
        .map(|handoff| handoff["taskId"].as_str().unwrap())
        .collect();
    assert_eq!(tasks, [first.as_str(), &second, &third]);
    let graph = ana.lineage(Some(&conversation)).await.conversations[0]
        .mermaid
        .clone();
    assert!(graph.contains("Ben") && graph.contains("Cem"), "{graph}");
    let detail = ana.shows(&third).await;
    let step = &detail.envelope.unwrap()["metadata"]["chain_position"]["step"];
    assert_eq!(step, 3, "the third handoff of this conversation");
}

#[tokio::test(flavor = "multi_thread")]
async fn someone_who_was_away_learns_of_it_later_from_anyone() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let mut cem = TestPeer::new("Cem").await;
    ana.knows(&cem).await;
    ben.knows(&cem).await;
    let name = ana.session(2, 1);
    let prepared = ana.prepare(&name, Default::default()).await.unwrap();
    let sent = ana
        .send_prepared(&prepared.hash, None, &[&ben, &cem])
        .await
        .unwrap();
    let id_of = |who: &str| {
        let one = sent.handoffs.iter().find(|one| one.person.name == who);
        one.unwrap().id.clone()
    };
    let conversation = cem.receipt(&id_of("Cem"), "delivered").await.conversation;
    ana.receipt(&id_of("Cem"), "delivered").await;
    ben.receipt(&id_of("Ben"), "delivered").await;
    cem.leave().await;
    ben.import(&id_of("Ben")).await.unwrap();
    ana.receipt(&id_of("Ben"), "imported").await;
    agree(&[&ana, &ben], &conversation, 2, "completed").await;
    // Ana leaves before Cem is back: Ben tells the rest.
    ana.leave().await;
    cem.come_back().await;
    agree(&[&ben, &cem], &conversation, 2, "completed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_record_is_kept_aside_and_others_bring_it_back() {
    let (mut ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let id = ana.send(&ana.session(3, 1), &ben).await;
    let conversation = ben.receipt(&id, "delivered").await.conversation;
    ben.import(&id).await.unwrap();
    ana.receipt(&id, "imported").await;
    agree(&[&ana, &ben], &conversation, 2, "completed").await;
    ana.leave().await;
    let folder = ana.path("profile/ledger");
    let file = std::fs::read_dir(&folder)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[20] ^= 0xff;
    std::fs::write(&file, &bytes).unwrap();
    ana.come_back().await;
    agree(&[&ana, &ben], &conversation, 2, "completed").await;
    let kept = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let aside: Vec<_> = kept
        .filter(|path| path.to_string_lossy().contains("damaged"))
        .collect();
    assert_eq!(aside.len(), 1);
    assert_eq!(
        std::fs::read(&aside[0]).unwrap(),
        bytes,
        "the damaged file is as it was"
    );
    let problem = ana.lineage(None).await.conversations[0].problem.clone();
    assert!(problem.unwrap().contains("damaged"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_is_compared_with_the_one_it_grew_from() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let first = ana.send(&ana.session(1, 2), &ben).await;
    let conversation = ben.receipt(&first, "delivered").await.conversation;
    let done = ben.import(&first).await.unwrap();
    ana.receipt(&first, "imported").await;
    ben.goes_on(&done.session, "Ben goes on");
    let second = ben
        .send(&format!("claude-code:{}", done.session), &ana)
        .await;
    ana.receipt(&second, "delivered").await;
    let versions = agree(&[&ana, &ben], &conversation, 3, "completed").await;
    let id = |at: usize| versions[at]["versionId"].as_str().unwrap().to_owned();
    let counts: Vec<u64> = (0..3)
        .map(|at| versions[at]["messageCount"].as_u64().unwrap())
        .collect();
    for desk in [&ana, &ben] {
        for name in [&conversation, &second] {
            let grown = desk.compares(name, &id(2)).await.unwrap();
            assert!(grown.here && grown.note.is_none(), "{grown:?}");
            assert_eq!(grown.parent, Some(id(1)));
            assert_eq!((grown.removed, grown.same + grown.added), (0, counts[2]));
            assert!(grown.added > 0 && grown.same >= counts[0], "{grown:?}");
            let mut words = grown.messages.iter().flat_map(|message| &message.parts);
            assert!(words.any(|part| part.text.contains("Ben goes on")));
            assert_eq!(grown.messages[0].number, grown.same + 1);
        }
        let imported = desk.compares(&conversation, &id(1)).await.unwrap();
        assert_eq!((imported.added, imported.removed), (0, 0));
        let origin = desk.compares(&conversation, &id(0)).await.unwrap();
        assert_eq!((origin.parent, origin.added), (None, counts[0]));
        assert!(origin.note.is_some());
        desk.compares(&conversation, "no-such-version")
            .await
            .unwrap_err();
    }
    // Without the files the records tell how many messages there were.
    for entry in std::fs::read_dir(ana.path("profile/blobs")).unwrap() {
        std::fs::remove_file(entry.unwrap().path()).unwrap();
    }
    let told = ana.compares(&conversation, &id(2)).await.unwrap();
    assert!(!told.here && told.note.is_some() && told.messages.is_empty());
    assert_eq!(told.same + told.added, counts[2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_shows_a_history_hears_that_there_is_more_of_it() {
    let (ana, ben) = TestPeer::pair("Ana", "Ben").await;
    let id = ana.send(&ana.session(9, 1), &ben).await;
    let conversation = ben.receipt(&id, "delivered").await.conversation;
    let mut events = ana.link.events();
    ben.import(&id).await.unwrap();
    // Asked when that is heard and at no other time, it is there.
    let heard = async {
        while let Some(event) = events.next().await {
            let Event::HistoryChanged { conversation: of } = event else {
                continue;
            };
            assert_eq!(of, conversation);
            let versions = plain(ana.lineage(None).await, &conversation).unwrap();
            if versions.as_array().unwrap().len() == 2 {
                return;
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), heard)
        .await
        .expect("it is heard of");
}
