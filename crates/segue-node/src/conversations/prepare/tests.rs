//! Preparing with a record of versions at hand, which the node plugs in.

use std::sync::{Arc, Mutex};

use segue_clock::Clock;
use segue_testkit::samples::claude::Session as Sample;
use tokio::sync::broadcast;

use super::super::{Ancestry, PreparedFiles};
use super::*;
use crate::catalog::Catalog;

#[test]
fn what_came_before_is_asked_for_and_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let (events, _) = broadcast::channel(16);
    let clock = Clock::system();
    let at = |name: &str| folder.path().join(name);
    let catalog = Catalog::open(
        &at("index.db"),
        segue_platform::PLATFORMS,
        clock.clone(),
        events.clone(),
    )
    .unwrap();
    let database = segue_store::Database::open(&at("segue.db"), &[crate::conversations::TABLES])
        .unwrap()
        .of(&crate::conversations::TABLES);
    let prepared_files = PreparedFiles::open(at("prepared"), clock.clone()).unwrap();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&asked);
    let here = Conversations::new(catalog, database, prepared_files, clock, events).with_ancestry(
        Arc::new(move |conversation, platform, session| {
            let all = [conversation, platform, session].map(str::to_owned);
            heard.lock().unwrap().push(all);
            Ancestry {
                step: Some(3),
                parent: Some("v-2".to_owned()),
                ..Ancestry::default()
            }
        }),
    );
    let sample = Sample::tiny(1, "/work/app");
    sample.write(&at("home/.claude"), 1);
    let you = Signer {
        name: "Sam".to_owned(),
        device_id: "device".to_owned(),
        key: None,
        sending: Ok(crate::settings::defaults().sending),
    };
    let asking = ask::PrepareHandoff {
        conversation: sample.id().into(),
        choice: SendingChoice::default(),
        decisions: FindingDecisions::default(),
        task: None,
        note: None,
        envelope: None,
        attach_diff: false,
    };
    let place = CallerEnv {
        home: at("home").to_string_lossy().into_owned(),
        ..CallerEnv::default()
    };
    let progress = Progress::default();
    let staged = prepare(&here, asking, Some(place), &you, &progress).unwrap();
    let head = staged.cleared.head();
    assert_eq!(head.parent_version.as_deref(), Some("v-2"));
    let envelope = staged.prepared.envelope.clone().unwrap();
    assert_eq!(envelope["metadata"]["chain_position"]["step"], 3);
    let asked = asked.lock().unwrap().clone();
    let [[conversation, platform, session]] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    assert_eq!(envelope["conversation_id"], conversation.as_str());
    assert_eq!(
        (platform.as_str(), session.as_str()),
        ("claude-code", sample.id())
    );
    here.catalog.stop();
}
