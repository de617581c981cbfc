//! What arrives over the local socket is checked: nonsense is answered or cut off, and the node
//! goes on.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use proptest::prelude::*;
use segue_door::{Caller, Code, Request, Surface, ask};
use segue_link::{Link, Profile};
use segue_node::Options;
use serde_json::{Value, json};

struct Wire(UnixStream);

impl Wire {
    fn connect(profile: &Profile) -> Self {
        let stream = UnixStream::connect(profile.root().join("node.sock")).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        Self(stream)
    }

    fn greeted(profile: &Profile) -> Self {
        let mut wire = Self::connect(profile);
        wire.send(&json!({"frame": "hello", "protocol": 2, "surface": "cli", "pid": 1}));
        assert_eq!(wire.receive().unwrap()["frame"], "welcome");
        wire
    }

    fn send(&mut self, value: &Value) {
        self.raw(value.to_string().as_bytes());
    }

    fn raw(&mut self, bytes: &[u8]) {
        let length = u32::try_from(bytes.len()).unwrap().to_be_bytes();
        // The host may have hung up already; what it did is asserted by reading.
        self.0
            .write_all(&length)
            .and_then(|()| self.0.write_all(bytes))
            .ok();
    }

    /// The next frame, or `None` when the host hung up; a host that only keeps silent fails.
    fn receive(&mut self) -> Option<Value> {
        let mut length = [0; 4];
        self.read(&mut length)?;
        let mut bytes = vec![0; u32::from_be_bytes(length) as usize];
        self.read(&mut bytes)?;
        serde_json::from_slice(&bytes).ok()
    }

    fn read(&mut self, into: &mut [u8]) -> Option<()> {
        match self.0.read_exact(into) {
            Ok(()) => Some(()),
            Err(error) if error.kind() == ErrorKind::WouldBlock => panic!("the host keeps silent"),
            Err(_) => None,
        }
    }

    /// The answer to a call, passing over events.
    fn answer(&mut self) -> Value {
        loop {
            let frame = self.receive().expect("an answer");
            if frame["frame"] == "answer" {
                return frame;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_cut_off_or_answered_and_the_node_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let profile = Profile::at(folder.path().join("profile")).unwrap();
    let link = Link::open(Options::without_keyring(profile.clone(), Surface::Cli))
        .await
        .unwrap();
    let there = profile.clone();
    tokio::task::spawn_blocking(move || {
        // Before hello: anything else ends the connection.
        for bytes in [
            &b"not json"[..],
            b"{}",
            b"{\"frame\":\"call\",\"id\":1,\"request\":{}}",
        ] {
            let mut wire = Wire::connect(&there);
            wire.raw(bytes);
            assert_eq!(wire.receive(), None);
        }
        // Another protocol is refused with words.
        let mut wire = Wire::connect(&there);
        wire.send(&json!({"frame": "hello", "protocol": 99, "surface": "not yet known"}));
        let farewell = wire.receive().unwrap();
        assert_eq!(farewell["failure"]["code"], "version_mismatch");
        assert_eq!(wire.receive(), None);
        // A length of four gigabytes is not waited for.
        let mut wire = Wire::greeted(&there);
        wire.0.write_all(&[0xff; 4]).unwrap();
        while wire.receive().is_some() {}
        // A request that makes no sense is answered.
        let mut wire = Wire::greeted(&there);
        for request in [
            json!(null),
            json!("status"),
            json!({"method": "format_disk"}),
            json!({"method": "read_file", "params": {"path": "/etc/passwd"}}),
            json!({"method": "journal", "params": {"before": "x", "limit": -1}}),
            json!({"method": "change_settings", "params": {"changes": {"../x": 1}}}),
        ] {
            wire.send(&json!({"frame": "call", "id": 7, "request": request}));
            let answer = wire.answer();
            assert_eq!(answer["id"], 7);
            assert_eq!(answer["outcome"]["failure"]["code"], "invalid", "{request}");
        }
        // Whoever is not understood is trusted with the least, and loses no other call by it.
        for caller in [json!({"kind": "robot"}), json!(1), json!({"kind": "page"})] {
            let claim = json!({"method": "claim_window"});
            wire.send(&json!({"frame": "call", "id": 8, "caller": caller, "request": claim}));
            let answer = wire.answer();
            assert_eq!(answer["outcome"]["failure"]["code"], "invalid", "{caller}");
            let status = json!({"method": "status"});
            wire.send(&json!({"frame": "call", "id": 9, "caller": caller, "request": status}));
            assert_eq!(wire.answer()["outcome"]["reply"]["method"], "status");
        }
        // Deep nesting is no way to crash the host.
        let mut wire = Wire::greeted(&there);
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        wire.raw(format!("{{\"frame\":\"call\",\"id\":1,\"request\":{deep}}}").as_bytes());
        while wire.receive().is_some() {}
    })
    .await
    .unwrap();
    assert!(link.call(ask::Status {}).await.is_ok());
    link.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn much_said_on_both_sides_blocks_neither() {
    let folder = tempfile::tempdir().unwrap();
    let profile = Profile::at(folder.path().join("profile")).unwrap();
    let host = Link::open(Options::without_keyring(profile.clone(), Surface::Serve))
        .await
        .unwrap();
    for number in 0..300 {
        let name = format!("{number}{}", "x".repeat(30));
        let changes = [("name".to_owned(), json!(name))].into();
        host.call(ask::ChangeSettings { changes }).await.unwrap();
    }
    let link = Link::open(Options::without_keyring(profile, Surface::Cli))
        .await
        .unwrap();
    // Large questions one way, large answers the other, far more than a socket holds.
    let asked = (0..60).map(|number| {
        let link = &link;
        async move {
            if number % 2 == 0 {
                let large = json!("y".repeat(800_000));
                let changes = [("name".to_owned(), large)].into();
                link.call(ask::ChangeSettings { changes })
                    .await
                    .unwrap_err()
                    .code
            } else {
                let request = ask::Journal {
                    before: None,
                    limit: 500,
                };
                assert!(link.call(request).await.is_ok());
                Code::Invalid
            }
        }
    });
    let all = futures_util::future::join_all(asked);
    let codes = tokio::time::timeout(Duration::from_secs(60), all)
        .await
        .expect("nothing blocks");
    assert!(codes.iter().all(|code| *code == Code::Invalid), "{codes:?}");
    link.close().await;
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_too_many_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let profile = Profile::at(folder.path().join("profile")).unwrap();
    let link = Link::open(Options::without_keyring(profile.clone(), Surface::Cli))
        .await
        .unwrap();
    tokio::task::spawn_blocking(move || {
        let attached: Vec<Wire> = (0..32).map(|_| Wire::greeted(&profile)).collect();
        let mut late = Wire::connect(&profile);
        late.send(&json!({"frame": "hello", "protocol": 2, "surface": "cli", "pid": 1}));
        assert_eq!(late.receive().unwrap()["failure"]["code"], "busy");
        drop(attached);
    })
    .await
    .unwrap();
    link.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_in_the_profile_is_for_this_user_only() {
    let folder = tempfile::tempdir().unwrap();
    let profile = Profile::at(folder.path().join("profile")).unwrap();
    let link = Link::open(Options::without_keyring(profile.clone(), Surface::Cli))
        .await
        .unwrap();
    let change = ask::ChangeSettings {
        changes: [("name".to_owned(), json!("Sam"))].into(),
    };
    link.call(change).await.unwrap();
    let mut names = Vec::new();
    let mut folders = vec![profile.root().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let metadata = std::fs::symlink_metadata(&path).unwrap();
            let mode = metadata.permissions().mode() & 0o777;
            let wanted = if metadata.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode, wanted, "{}", path.display());
            if metadata.is_dir() {
                folders.push(path.clone());
            }
            names.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    for name in [
        "identity.json",
        "node.lock",
        "node.sock",
        "segue.db",
        "settings.toml",
    ] {
        assert!(
            names.iter().any(|found| found == name),
            "{name} among {names:?}"
        );
    }
    link.close().await;
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
        prop::sample::select(vec![
            "status",
            "settings",
            "journal",
            "doctor",
            "change_settings"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(
                prop_oneof![
                    prop::sample::select(vec!["method", "params", "changes", "limit", "to"])
                        .prop_map(ToOwned::to_owned),
                    ".{0,8}"
                ],
                inner,
                0..6
            )
            .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_json_is_a_request_or_a_plain_refusal(json in any_json()) {
        for caller in [Caller::person(Surface::Cli), Caller::page()] {
            if let Err(failure) = Request::parse(json.clone(), &caller) {
                prop_assert_eq!(failure.code, Code::Invalid);
                prop_assert!(failure.message.len() < 2000);
            }
        }
    }
}
