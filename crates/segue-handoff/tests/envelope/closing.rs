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
    insta::assert_snapshot!(closing.note.unwrap(), @r"
    Where it stands: blocked. Job submission failed - no available resources
    Objective: Submit training job on GPU cluster
    Constraints:
    - Requires 4x A100 GPUs
    - 24-hour time limit
    Blockers:
    - No 4x A100 nodes available. Current queue: 15 jobs, ETA: 6+ hours (resource unavailable)
      1. Wait for resources (ETA: 6 hours)
      2. Reduce to 2x A100 (available now)
      3. Use 4x A40 alternative (available now)
      4. Defer to off-peak hours (after 22:00)
      Waiting for it: training_execution; model_evaluation
    Instructions:
    1. Evaluate resolution options
    2. Consider timeline constraints
    3. Select option and update plan
    Expected output: Decision on resource allocation with justification
    Priority: critical
    ");
}

#[test]
fn a_success_says_what_there_is() {
    insta::assert_snapshot!(of("success").note.unwrap(), @r"
    Where it stands: success. Complete preprocessing pipeline with validation and normalization
    Objective: Implement data preprocessing pipeline
    In scope:
    - CSV parsing
    - Data validation
    - Normalization
    Out of scope:
    - Database storage
    - API endpoints
    Constraints:
    - Memory < 8GB
    - Process 10K rows/sec
    Instructions:
    1. Check for concurrency issues in batch processing
    2. Verify memory usage stays under 8GB
    3. Review error handling completeness
    Expected output: Quality report with pass/fail decision
    Priority: high
    Artifacts:
    - src/data/preprocessor.py (code): Main preprocessing module
    - tests/test_preprocessor.py (code): Unit tests with 98% coverage
    Verification: tests passed; coverage 0.98; it was run; checked by: pytest with benchmark
    ");
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
    insta::assert_snapshot!(closing.note.unwrap(), @r"
    Mind the
    long lines

    Where it stands: partial. Parser done,
      printer open
    Decided before:
    - No recursion
      Because: Deep input
      Also considered: A bigger stack; A limit
    Blockers:
    - No samples
      of v2 (missing input)
    Deadline: Friday
    Verification: tests did not pass; it was not run
    ");
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
