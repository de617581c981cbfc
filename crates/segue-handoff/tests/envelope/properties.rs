//! Whatever a person says: what is finished is valid, and is read back as it was.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use segue_handoff::{
    Addressed, ArtifactKind, BlockerKind, Draft, DraftArtifact, DraftBlocker, DraftDecision,
    Envelope, EnvelopeContext, Expect, Priority, Status, Text, Verification, read,
};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::mutations::validator;

/// A text that says something.
fn said() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zA-Zäß日 .,\"\\\\\n]{0,30}[a-z]",
        1 => any::<String>().prop_map(|text| format!("x{text}")),
    ]
}

/// Any text at all.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => said(),
        1 => any::<String>(),
        1 => select(vec!["", " ", "\u{feff}", "\u{85}"]).prop_map(str::to_owned),
    ]
}

fn metrics() -> impl Strategy<Value = Map<String, Value>> {
    let value = prop_oneof![
        any::<f64>().prop_map(|number| json!(number)),
        any::<i64>().prop_map(|number| json!(number)),
        any::<String>().prop_map(|text| json!(text)),
        Just(json!({"a": [1, null, true]})),
    ];
    proptest::collection::btree_map(any::<String>(), value, 0..4)
        .prop_map(|map| map.into_iter().collect())
}

fn blocker(options: std::ops::Range<usize>) -> impl Strategy<Value = DraftBlocker> {
    (
        said(),
        option::of(select(BlockerKind::ALL)),
        vec(said(), options),
    )
        .prop_map(|(text, kind, options)| DraftBlocker {
            text,
            kind,
            options,
        })
}

fn artifact() -> impl Strategy<Value = DraftArtifact> {
    let path = prop_oneof![9 => "[a-z]{1,9}(/[a-zA-Z0-9._-]{1,9}[a-z]){0,4}", 1 => any::<String>()];
    (
        path,
        option::of(said()),
        option::of(select(ArtifactKind::ALL)),
        option::of(text()),
    )
        .prop_map(|(path, name, kind, description)| DraftArtifact {
            path,
            name,
            kind,
            description,
        })
}

fn verification() -> impl Strategy<Value = Verification> {
    let number = any::<f64>().prop_filter("JSON has no other", |number| number.is_finite());
    (
        any::<Option<bool>>(),
        option::of(number),
        any::<Option<bool>>(),
        option::of(said()),
    )
        .prop_map(
            |(tests_passed, coverage, execution_verified, method)| Verification {
                tests_passed,
                coverage,
                execution_verified,
                verification_method: method.and_then(Text::new),
            },
        )
}

prop_compose! {
    fn decision()(
        decision in said(), rationale in option::of(text()),
        alternatives_considered in vec(text(), 0..3),
    ) -> DraftDecision {
        DraftDecision { decision, rationale, alternatives_considered }
    }
}

prop_compose! {
    /// What is said about the work.
    fn work(options: std::ops::Range<usize>)(
        status in option::of(select(Status::ALL)), summary in option::of(text()),
        blockers in vec(blocker(options), 0..3), artifacts in vec(artifact(), 0..3),
        metrics in metrics(), verification in verification(), note in option::of(text()),
    ) -> Draft {
        Draft { status, summary, blockers, artifacts, metrics, verification, note, ..Draft::default() }
    }
}

prop_compose! {
    fn draft()(
        work in work(0..3), objective in option::of(text()), in_scope in vec(text(), 0..3),
        out_of_scope in vec(text(), 0..3), constraints in vec(text(), 0..3),
        prior_decisions in vec(decision(), 0..3), task in option::of(text()),
        instructions in vec(text(), 0..3), expected_output in option::of(text()),
        priority in option::of(select(Priority::ALL)), deadline in option::of(text()),
    ) -> Draft {
        Draft {
            objective, in_scope, out_of_scope, constraints, prior_decisions, task, instructions,
            expected_output, priority, deadline, ..work
        }
    }
}

/// Whether nothing about a path could be wrong.
fn usable(path: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    path.starts_with(|first: char| first.is_ascii_lowercase())
        && path.chars().all(plain)
        && !path.contains("..")
}

/// The same draft with all its status needs.
fn completed(mut draft: Draft) -> Draft {
    let status = draft.status.unwrap_or(Status::Success);
    if status == Status::Success {
        draft.blockers.clear();
    } else if draft.blockers.is_empty() {
        draft.blockers.push(DraftBlocker {
            text: "No access".into(),
            ..Default::default()
        });
    }
    for blocker in &mut draft.blockers {
        if blocker.options.is_empty() {
            blocker.options.push("Ask Kim".into());
        }
    }
    draft.summary = Some("Parser done".into());
    draft.task = Some("Write the printer".into());
    draft.artifacts.retain(|artifact| usable(&artifact.path));
    draft
}

fn known() -> impl Strategy<Value = EnvelopeContext> {
    (any::<Option<u32>>(), text()).prop_map(|(step, made_up_summary)| EnvelopeContext {
        step: step.map(u64::from),
        made_up_summary,
        ..crate::known()
    })
}

fn holds(envelope: &Envelope) {
    let shared = serde_json::to_value(envelope).unwrap();
    let again = read(&shared, Expect::Shared);
    assert!(!again.has_errors(), "{:?}", again.diagnostics);
    assert_eq!(again.envelope.as_ref(), Some(envelope));
    // Through text, as in a file.
    let text = serde_json::to_string(envelope).unwrap();
    assert_eq!(&serde_json::from_str::<Envelope>(&text).unwrap(), envelope);

    let id = uuid::Builder::from_random_bytes([7; 16]).into_uuid();
    let addressed = Addressed::new(id, "Kim", envelope.clone()).unwrap();
    let whole = serde_json::to_value(&addressed).unwrap();
    let errors: Vec<_> = validator()
        .iter_errors(&whole)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?} in {whole:#}");
    assert_eq!(whole["handoff_id"], Uuid::to_string(&id));
    assert!(!read(&whole, Expect::Addressed).has_errors());
}

proptest! {
    #[test]
    fn what_is_finished_is_valid_and_comes_back(draft in draft(), known in known()) {
        match draft.finish(known) {
            Ok(envelope) => holds(&envelope),
            Err(errors) => {
                assert!(!errors.is_empty() && errors.iter().all(|one| one.is_error()));
            }
        }
    }

    #[test]
    fn what_says_all_its_status_needs_is_always_finished(draft in draft(), known in known()) {
        let draft = completed(draft);
        let status = draft.status.unwrap_or(Status::Success);
        let envelope = draft.finish(known).unwrap();
        assert_eq!(envelope.outcome.status(), status);
        holds(&envelope);
    }

    #[test]
    fn a_draft_comes_back_as_it_was(draft in draft()) {
        let text = serde_json::to_string(&draft).unwrap();
        prop_assert_eq!(serde_json::from_str::<Draft>(&text).unwrap(), draft);
    }
}
