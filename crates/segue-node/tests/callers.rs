//! Who may ask what is decided by the node, whatever the surface in between did about it.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;

use segue_door::{Code, ConversationRef, Failure, PathRef, Readable, SendingChoice, Surface, ask};
use segue_link::{Link, Profile};
use segue_node::Options;
use serde_json::{Value, json};

async fn open(folder: &tempfile::TempDir) -> Link {
    let profile = Profile::at(folder.path().join("profile")).unwrap();
    let options = Options::without_keyring(profile, Surface::Serve);
    Link::open(options).await.unwrap()
}

fn refused<T: std::fmt::Debug>(answer: Result<T, Failure>) {
    let failure = answer.unwrap_err();
    assert_eq!(failure.code, Code::Invalid, "{failure:?}");
    assert!(failure.message.starts_with("A page can't"), "{failure:?}");
}

fn change(name: &str, value: Value) -> ask::ChangeSettings {
    ask::ChangeSettings {
        changes: BTreeMap::from([(name.to_owned(), value)]),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_refused_by_the_node_itself() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret.a2a.json");
    std::fs::write(&secret, "{}").unwrap();
    let host = open(&folder).await;
    // The second one is attached: its calls travel as frames.
    let attached = open(&folder).await;
    for link in [&host, &attached] {
        let page = link.as_page();
        let path = || PathRef::from(secret.as_path());
        refused(page.call(ask::ClaimWindow {}).await);
        let text = secret.to_string_lossy().into_owned();
        let named = ask::OpenPath {
            path: text,
            show: false,
        };
        refused(page.call(named.clone()).await);
        refused(page.call(ask::InspectFile { path: path() }).await);
        let of = Readable::File { path: path() };
        refused(page.call(ask::ReadOutline { of }).await);
        let figures = ask::HandoffFigures {
            conversation: ConversationRef::File { file: path() },
            choice: SendingChoice::default(),
        };
        refused(page.call(figures).await);
        let elsewhere = json!([{"platform": "codex", "folder": "/etc"}]);
        refused(page.call(change("platforms.folders", elsewhere)).await);
        let back = change("platforms.folders", Value::Null);
        assert!(page.call(back).await.is_ok(), "Reset in the settings");
        assert!(
            page.call(change("appearance.theme", json!("dark")))
                .await
                .is_ok()
        );

        // What a person chose is theirs to read, by its handle and by nothing else.
        let opened = link.call(named).await.unwrap();
        let handle = |text: &str| PathRef::Handle(text.to_owned());
        let chosen = ask::InspectFile {
            path: handle(&opened.handle),
        };
        let read = page.call(chosen).await.unwrap_err();
        assert_eq!(read.code, Code::Unreadable, "it was looked at: {read:?}");
        let resolved = ask::ResolveHandle {
            handle: handle(&opened.handle),
        };
        refused(page.call(resolved.clone()).await);
        assert!(link.call(resolved).await.is_ok());
    }
    attached.close().await;
    host.close().await;
}
