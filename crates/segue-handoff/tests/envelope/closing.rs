//! What the resumed agent is told.

use segue_handoff::{Closing, Draft, Envelope, Expect, read};
use serde_json::json;

use crate::{example, known};

fn of(name: &str) -> Closing {
    read(&example(name), Expect::Addressed)
        .envelope
        .unwrap()
        .closing()
}

#[test]
fn a_blocked_one_lists_what_can_be_chosen() {
    let closing = of("blocked");
    assert_eq!(
        closing.task.as_deref(),
        Some("Decide resource allocation strategy")
    );
    insta::assert_snapshot!(closing.note.unwrap(), @"");
}

#[test]
fn a_success_says_what_there_is() {
    insta::assert_snapshot!(of("success").note.unwrap(), @"");
}

#[test]
fn all_there_is_to_say() {
    let draft: Draft = serde_json::from_value(json!({
        "status": "partial", "summary": "Parser done,\nprinter open",
        "note": "Mind the\nlong lines\n", "task": "Write the printer", "deadline": "Friday",
        "prior_decisions": [{"decision": "No recursion", "rationale": "Deep input",
            "alternatives_considered": ["A bigger stack", "A limit"]}],
        "blockers": [{"text": "No samples\nof v2", "type": "missing_input"}],
        "verification": {"tests_passed": false, "execution_verified": false},
    }))
    .unwrap();
    let closing = draft.finish(known()).unwrap().closing();
    insta::assert_snapshot!(closing.note.unwrap(), @"");
}

#[test]
fn little_said_is_little_told() {
    let plain = Draft {
        task: Some("Write the printer".into()),
        ..Draft::default()
    };
    let envelope = plain.clone().finish(known()).unwrap();
    let only_task = Closing {
        task: Some("Write the printer".into()),
        note: None,
    };
    assert_eq!(envelope.closing(), only_task);
    // Nor is it told where it arrives.
    let there: Envelope = serde_json::from_value(serde_json::to_value(&envelope).unwrap()).unwrap();
    assert_eq!(there.closing(), only_task);

    assert_eq!(
        Draft::default().finish(known()).unwrap().closing(),
        Closing::default()
    );
    let noted = Draft {
        note: Some("Be quick".into()),
        ..plain.clone()
    };
    assert_eq!(
        noted.finish(known()).unwrap().closing().note.as_deref(),
        Some("Be quick")
    );
    let summed_up = Draft {
        summary: Some("Parser done".into()),
        ..plain
    };
    assert_eq!(
        summed_up.finish(known()).unwrap().closing().note.as_deref(),
        Some("Where it stands: success. Parser done")
    );
}
