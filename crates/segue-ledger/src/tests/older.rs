use serde_json::json;

use crate::{ConversationVersion, Unreadable, limits::MAX_OLDER, read_versions};

use super::*;

fn plain() -> serde_json::Value {
    json!({
        "versionId": "v1", "creator": "octocat", "platform": "claude-code",
        "sessionId": "s1", "messageCount": 12, "createdAt": 1_768_000_000_000_u64,
    })
}

fn with(fields: serde_json::Value) -> serde_json::Value {
    let mut value = plain();
    let all = value.as_object_mut().unwrap();
    all.extend(fields.as_object().unwrap().clone());
    value
}

#[test]
fn older_shapes_are_read_and_not_believed() {
    let handed = json!({ "handedOffAt": 1_768_000_000_001_u64, "handedOffTo": "Sam" });
    let discriminated = with(json!({
        "handedOff": true, "handedOffAt": 1_768_000_000_001_u64, "handedOffTo": "Sam",
    }));
    for (value, handoffs) in [
        (plain(), 0),
        (with(json!({ "handedOff": false })), 0),
        (
            with(json!({ "handedOff": false, "handedOffAt": 1, "handedOffTo": "Sam" })),
            0,
        ),
        (discriminated, 1),
        (with(handed), 1),
        (with(json!({ "handedOffAt": 1 })), 0),
    ] {
        let version = ConversationVersion::read(&value).unwrap();
        assert_eq!(version.handoffs.len(), handoffs, "{value}");
        assert_eq!(version.creator.name, "octocat");
        assert!(!version.signed && version.creator.key.is_none());
        assert!(
            version
                .handoffs
                .iter()
                .all(|one| one.handed_off_to.name == "Sam")
        );
    }
}

#[test]
fn what_is_shown_can_be_read_but_is_no_longer_proven() {
    let mut ledger = ledger();
    story(&mut ledger, &person(1), &person(2));
    let shown = serde_json::to_value(ledger.lineage().versions()).unwrap();
    let (versions, skipped) = read_versions(&shown).unwrap();
    assert!(skipped.is_empty());
    assert_eq!(versions.len(), 2);
    assert_eq!(versions[0].handoffs[0].task_id.as_deref(), Some("task-1"));
    assert_eq!(
        versions[0].handoffs[0].state,
        Some(crate::TaskState::Completed)
    );
    assert!(
        versions
            .iter()
            .all(|one| !one.signed && one.creator.key.is_none())
    );
}

#[test]
fn an_unknown_platform_is_unknown() {
    for platform in [json!("emacs"), json!(null)] {
        let version = ConversationVersion::read(&with(json!({ "platform": platform }))).unwrap();
        assert_eq!(version.platform, "unknown");
    }
}

#[test]
fn older_shapes_are_bounded() {
    let long = "x".repeat(257);
    for (field, value) in [
        ("versionId", json!(long)),
        ("creator", json!("x".repeat(201))),
        ("messageCount", json!(u64::MAX)),
        ("createdAt", json!(u64::MAX)),
        ("parentVersionIds", json!(vec!["x"; 33])),
        ("sessionId", json!(long)),
    ] {
        let result = ConversationVersion::read(&with(json!({ field: value })));
        assert!(
            matches!(result, Err(Unreadable::Field(_))),
            "{field}: {result:?}"
        );
    }
    assert_eq!(ConversationVersion::read(&json!({})), Err(Unreadable::Form));
    let many = json!(vec![0; MAX_OLDER + 1]);
    assert_eq!(read_versions(&many), Err(Unreadable::TooMany));
    let (read, skipped) = read_versions(&json!([plain(), 7])).unwrap();
    assert_eq!((read.len(), skipped), (1, vec![(1, Unreadable::Form)]));
}
