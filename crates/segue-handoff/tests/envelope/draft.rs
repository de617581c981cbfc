//! What a person says, and what becomes of it.

use segue_handoff::{
    Code, Diagnostic, Draft, DraftArtifact, DraftBlocker, Envelope, Outcome, Presence, Status,
};
use serde_json::{Value, json};

use crate::{example, found, known};

fn draft(value: Value) -> Draft {
    serde_json::from_value(value).unwrap()
}

fn errors(value: Value) -> Vec<Diagnostic> {
    draft(value).finish(known()).unwrap_err()
}

#[test]
fn nothing_said_is_a_success_with_a_made_up_summary() {
    let envelope = Draft::default().finish(known()).unwrap();
    assert_eq!(envelope.outcome.status(), Status::Success);
    assert_eq!(
        envelope.outcome.summary(),
        Some(known().made_up_summary.as_str())
    );
    assert!(envelope.metadata.made_up_summary);
    assert_eq!(
        serde_json::to_value(&envelope).unwrap(),
        json!({
            "from_agent": "Sam", "timestamp": "2026-03-01T09:30:00Z", "conversation_id": "c-1",
            "status": "success", "results": {"summary": known().made_up_summary},
            "metadata": {"made_up_summary": true, "chain_position": {"step": 2}},
        })
    );
    let said = draft(json!({"summary": "Parser done"}))
        .finish(known())
        .unwrap();
    assert!(!said.metadata.made_up_summary);
}

#[test]
fn what_a_status_needs_is_asked_for_with_its_flag() {
    for (said, expected) in [
        (
            json!({"status": "partial"}),
            vec![("blockers", "--blocker"), ("results.summary", "--summary")],
        ),
        (
            json!({"status": "partial", "summary": "Half of it"}),
            vec![("blockers", "--status")],
        ),
        (
            json!({"status": "blocked"}),
            vec![("blockers", "--blocker")],
        ),
        (
            json!({"status": "error", "summary": "It fell over"}),
            vec![("blockers", "--blocker")],
        ),
        (
            json!({"status": "blocked", "blockers": [{"text": "a", "options": ["b"]}, {"text": "c"}]}),
            vec![("blockers.1.resolution_options", "--option")],
        ),
        (
            json!({"blockers": [{"text": "a"}]}),
            vec![("blockers", "--status")],
        ),
        (
            json!({"status": "success", "blockers": [{"text": "a"}]}),
            vec![("blockers", "--status")],
        ),
        (
            json!({"status": "error", "blockers": [{"text": " "}]}),
            vec![("blockers.0.description", "--blocker")],
        ),
        (
            json!({"priority": "high"}),
            vec![("action_required.task", "--task")],
        ),
        (
            json!({"artifacts": [{"path": "/tmp/x"}]}),
            vec![("results.artifacts.0.path", "--artifact")],
        ),
        (
            json!({"task": "x".repeat(20_001)}),
            vec![("action_required.task", "Shorten")],
        ),
    ] {
        let errors = errors(said.clone());
        let fields: Vec<_> = errors.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(
            fields,
            expected.iter().map(|one| one.0).collect::<Vec<_>>(),
            "{said}"
        );
        for (one, (_, flag)) in errors.iter().zip(expected) {
            assert!(one.is_error() && one.hint.contains(flag), "{said}: {one}");
        }
    }
}

#[test]
fn each_status_can_be_said() {
    let blocker = |options: &[&str]| DraftBlocker {
        text: "No access".into(),
        kind: None,
        options: options.iter().map(|&option| option.to_owned()).collect(),
    };
    for (status, options) in [
        (Status::Success, None),
        (Status::Partial, Some(&[][..])),
        (Status::Blocked, Some(&["Ask Kim"][..])),
        (Status::Error, Some(&[][..])),
    ] {
        let draft = Draft {
            status: Some(status),
            summary: Some("Parser done".into()),
            blockers: options.map(blocker).into_iter().collect(),
            ..Draft::default()
        };
        assert_eq!(draft.finish(known()).unwrap().outcome.status(), status);
    }
}

#[test]
fn an_artifact_is_named_after_its_path() {
    let artifacts =
        ["src/main.rs", "docs/", "a\\b.toml", "out/data.csv"].map(|path| DraftArtifact {
            path: path.into(),
            ..Default::default()
        });
    let draft = Draft {
        artifacts: artifacts.to_vec(),
        ..Draft::default()
    };
    let written = serde_json::to_value(draft.finish(known()).unwrap()).unwrap();
    assert_eq!(
        written["results"]["artifacts"],
        json!([
            {"name": "main.rs", "path": "src/main.rs", "type": "code"},
            {"name": "docs", "path": "docs/", "type": "document"},
            {"name": "b.toml", "path": "a\\b.toml", "type": "config"},
            {"name": "data.csv", "path": "out/data.csv", "type": "data"},
        ])
    );
}

#[test]
fn flags_win_over_a_file_and_its_address_is_ignored() {
    let said = draft(
        json!({"summary": "Compared six", "constraints": ["Only open source"],
        "priority": "low", "metrics": {"frameworks_analyzed": 6}, "in_scope": ["Ray"]}),
    );
    let (said, warnings) = said.over_file(&example("partial")).unwrap();
    assert_eq!(
        found(&warnings),
        [
            (Code::AddressIgnored, "handoff_id"),
            (Code::AddressIgnored, "to_agent")
        ]
    );
    // It goes through the node's door as JSON.
    let said: Draft = serde_json::from_value(serde_json::to_value(said).unwrap()).unwrap();
    let envelope = said.finish(known()).unwrap();
    let mut expected = example("partial");
    for name in ["handoff_id", "to_agent"] {
        expected.as_object_mut().unwrap().remove(name);
    }
    expected["from_agent"] = json!("Sam");
    expected["timestamp"] = json!("2026-03-01T09:30:00Z");
    expected["conversation_id"] = json!("c-1");
    expected["results"]["summary"] = json!("Compared six");
    expected["results"]["metrics"]["frameworks_analyzed"] = json!(6);
    expected["context"]["constraints"] = json!(["Only open source"]);
    expected["context"]["scope"] = json!({"in_scope": ["Ray"]});
    expected["action_required"]["priority"] = json!("low");
    expected["metadata"] = json!({"chain_position": {"step": 2}});
    assert_eq!(serde_json::to_value(&envelope).unwrap(), expected);

    let again = Draft::default()
        .over(envelope.clone())
        .finish(known())
        .unwrap();
    assert_eq!(again, envelope);
}

#[test]
fn a_file_may_leave_out_what_is_known_and_flags_may_complete_it() {
    let file =
        json!({"status": "blocked", "metadata": {"chain_position": {"step": 9, "total_steps": 1}}});
    let said = draft(json!({"blockers": [{"text": "No access", "options": ["Ask Kim"]}]}));
    let envelope = said.over_file(&file).unwrap().0.finish(known()).unwrap();
    assert!(matches!(
        envelope.outcome,
        Outcome::Blocked { results: None, .. }
    ));
    assert_eq!(envelope.metadata.chain_position.step, Some(2));
    assert_eq!(envelope.metadata.chain_position.total_steps, None);

    for (file, code) in [
        (json!([]), Code::NotAnObject),
        (json!({"x": "x".repeat(200_000)}), Code::TooLarge),
    ] {
        assert_eq!(Draft::default().over_file(&file).unwrap_err()[0].code, code);
    }
    let odd = json!({"results": {"mood": "good"}, "x": 1});
    let (kept, warnings) = Draft::default().over_file(&odd).unwrap();
    assert_eq!(found(&warnings), [(Code::NotKept, "results.mood")]);
    assert_eq!(kept.finish(known()).unwrap().more["x"], 1);

    let wrong = json!({"status": "done", "context": 1, "metadata": []});
    let errors = Draft::default()
        .over_file(&wrong)
        .unwrap()
        .0
        .finish(known())
        .unwrap_err();
    assert_eq!(
        found(&errors),
        [
            (Code::WrongType, "context"),
            (Code::WrongType, "metadata"),
            (Code::StatusUnknown, "status")
        ]
    );
}

#[test]
fn a_summary_said_over_a_made_up_one_is_somebodys() {
    let made_up: Envelope = Draft::default().finish(known()).unwrap();
    let kept = Draft::default()
        .over(made_up.clone())
        .finish(known())
        .unwrap();
    assert!(kept.metadata.made_up_summary);
    let said = draft(json!({"summary": "done"}))
        .over(made_up)
        .finish(known())
        .unwrap();
    assert!(!said.metadata.made_up_summary);
    let codes: Vec<_> = said
        .review(&|_| Presence::There)
        .iter()
        .map(|one| one.code)
        .collect();
    assert_eq!(
        codes,
        [
            Code::ObjectiveMissing,
            Code::ArtifactsMissing,
            Code::SummaryVague
        ]
    );
}

#[test]
fn a_draft_with_a_member_nobody_knows_is_refused() {
    for value in [
        json!({"sumary": "x"}),
        json!({"blockers": [{"text": "x", "option": "y"}]}),
        json!({"verification": {"test_passed": true}}),
    ] {
        assert!(serde_json::from_value::<Draft>(value).is_err());
    }
}
