//! The protocol's own examples.

use segue_handoff::{Addressed, Code, Envelope, Expect, Level, Outcome, Presence, Status, read};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{EXAMPLES, example, found};

#[test]
fn each_is_read_whole_with_one_warning() {
    for name in EXAMPLES {
        let value = example(name);
        let read = read(&value, Expect::Addressed);
        assert_eq!(
            found(&read.diagnostics),
            [(Code::HandoffIdNotUuid4, "handoff_id")],
            "{name}"
        );
        assert_eq!(read.diagnostics[0].level, Level::Warning);
        let address = read.address.unwrap();
        assert_eq!(json!(address.handoff_id), value["handoff_id"]);
        assert_eq!(json!(address.to_agent), value["to_agent"]);

        let mut written = serde_json::to_value(read.envelope.unwrap()).unwrap();
        for name in ["handoff_id", "to_agent"] {
            assert!(written.get(name).is_none());
            written[name] = value[name].clone();
        }
        let mut value = value;
        drop_empty(&mut value);
        assert_eq!(written, value, "{name}");
    }
}

/// Empty lists and objects say nothing and are not written again.
fn drop_empty(value: &mut Value) {
    if let Value::Object(map) = value {
        map.values_mut().for_each(drop_empty);
        map.retain(|_, value| *value != json!([]) && *value != json!({}));
    }
}

#[test]
fn we_write_their_content_under_an_id_of_version_4() {
    let envelope = read(&example("blocked"), Expect::Addressed)
        .envelope
        .unwrap();
    let id = Uuid::new_v4();
    let addressed = Addressed::new(id, "orchestrator", envelope.clone()).unwrap();
    let value = serde_json::to_value(&addressed).unwrap();
    assert_eq!(value["handoff_id"], id.to_string());
    assert_eq!(read(&value, Expect::Addressed).diagnostics, []);
    assert_eq!(
        serde_json::from_value::<Addressed>(value).unwrap(),
        addressed
    );

    let theirs = Uuid::parse_str("a1b2c3d4-e5f6-7890-abcd-ef1234567890").unwrap();
    for not_4 in [theirs, Uuid::nil(), Uuid::max(), Uuid::from_u128(4 << 76)] {
        let refused = Addressed::new(not_4, "x", envelope.clone()).unwrap_err();
        assert_eq!(refused.code, Code::HandoffIdNotUuid4);
    }
    for nobody in ["", " \n", &"x".repeat(501)] {
        assert_eq!(
            Addressed::new(id, nobody, envelope.clone())
                .unwrap_err()
                .field,
            "to_agent"
        );
    }
    assert!(serde_json::from_value::<Addressed>(example("blocked")).is_err());
}

#[test]
fn the_types_hold_what_a_status_needs() {
    let [success, partial, blocked] = EXAMPLES.map(|name| {
        read(&example(name), Expect::Addressed)
            .envelope
            .unwrap()
            .outcome
    });
    assert!(
        matches!(&success, Outcome::Success { results } if results.output.artifacts.len() == 2)
    );
    assert!(matches!(&partial, Outcome::Partial { blockers, .. } if blockers.len() == 1));
    let Outcome::Blocked { results, blockers } = &blocked else {
        panic!("it is blocked");
    };
    assert_eq!(blockers[0].resolution_options.len(), 4);
    assert!(results.as_ref().unwrap().summary.is_some());
    assert_eq!(
        [success.status(), partial.status(), blocked.status()],
        [Status::Success, Status::Partial, Status::Blocked]
    );
}

#[test]
fn artifacts_are_looked_up_in_a_review() {
    let envelope: Envelope = read(&example("success"), Expect::Addressed)
        .envelope
        .unwrap();
    assert_eq!(envelope.review(&|_| Presence::There), []);
    let missing = envelope.review(&|path| {
        if path.starts_with("tests/") {
            Presence::Missing
        } else {
            Presence::Unknown
        }
    });
    assert_eq!(
        found(&missing),
        [
            (Code::ArtifactMissing, "results.artifacts.1.path"),
            (Code::ArtifactUnchecked, "results.artifacts.0.path"),
        ]
    );
    assert_eq!(
        missing.iter().map(|one| one.level).collect::<Vec<_>>(),
        [Level::Error, Level::Warning]
    );
}
