use crate::{TaskState, Why, mermaid};

use super::*;

fn long_story() -> Ledger {
    let (dana, sam, kim) = (person(1), person(2), person(3));
    let mut ledger = ledger();
    let (first, second) = story(&mut ledger, &dana, &sam);
    add(&mut ledger, &dana, &handoff(first, &kim, "task-2", 3));
    add(
        &mut ledger,
        &kim,
        &receipt(&dana, "task-2", ReceiptKind::InputRequired, 6),
    );
    let third = ledger
        .append(&sam, [1; 8], "Sam", &version(&[second], 7))
        .unwrap();
    let fork = ledger
        .append(&kim, [1; 8], "Kim", &version(&[first], 8))
        .unwrap();
    let joined = ledger
        .append(&sam, [1; 8], "Sam", &version(&[third, fork], 9))
        .unwrap();
    let mut refers = handoff(joined, &dana, "task-3", 10);
    if let Entry::Handoff(handoff) = &mut refers {
        handoff.refers_to = Some("task-1".into());
    }
    ledger.append(&sam, [1; 8], "Sam", &refers).unwrap();
    ledger
}

#[test]
fn versions_as_json() {
    insta::assert_json_snapshot!(long_story().lineage().versions());
}

#[test]
fn versions_as_a_graph() {
    let lineage = long_story().lineage();
    let kim = key(&person(3));
    let names = |key| {
        if key == kim {
            "Kim (office)".into()
        } else {
            String::new()
        }
    };
    insta::assert_snapshot!(mermaid(lineage.versions(), names));
}

#[test]
fn no_name_breaks_the_graph() {
    let dana = person(1);
    let mut ledger = ledger();
    let nasty = "\"] end\n click v0 `x` #35; \u{202e}<script>\u{1b}[0m|)};%%{init}";
    let first = ledger
        .append(&dana, [1; 8], nasty, &version(&[], 0))
        .unwrap();
    let mut to_nasty = handoff(first, &person(2), "t", 1);
    if let Entry::Handoff(handoff) = &mut to_nasty {
        handoff.to_name = nasty.into();
    }
    add(&mut ledger, &dana, &to_nasty);
    let drawn = mermaid(ledger.lineage().versions(), |_| String::new());
    assert_eq!(drawn.lines().count(), 3, "{drawn}");
    assert!(!drawn.contains(['`', '\u{202e}', '\u{1b}', '\'', '%']));
    insta::assert_snapshot!(drawn);
}

#[test]
fn lineage_answers_questions() {
    let ledger = long_story();
    let lineage = ledger.lineage();
    let [dana, sam, kim] = [1, 2, 3].map(|number| key(&person(number)));
    assert_eq!(lineage.participants().len(), 3);
    let heads = lineage.heads();
    assert_eq!(heads.len(), 1, "a fork that was joined is no fork any more");
    let last = lineage.version(heads[0]).unwrap();
    assert_eq!(last.parent_version_ids.len(), 2);
    assert_eq!(lineage.step_of(heads[0]), Some(1));
    let first: RecordId = lineage.versions()[0].version_id.parse().unwrap();
    assert_eq!(lineage.step_of(first), Some(0));
    let session = format!("session-{}", 7);
    let latest = lineage
        .latest_by(sam, "claude-code", Some(&session))
        .unwrap();
    assert_eq!(lineage.version(latest).unwrap().message_count, 91);
    assert_eq!(lineage.latest_by(kim, "codex", None), None);
    let task = lineage.handoff(dana, "task-1").unwrap();
    assert_eq!(task.state, Some(TaskState::Completed));
    assert_eq!(task.receipts.len(), 3);
    let asked = lineage.handoff(dana, "task-2").unwrap();
    assert_eq!(asked.state, Some(TaskState::InputRequired));
    assert_eq!(lineage.handoff(sam, "task-1"), None);
}

/// The state after these receipts, in this order of time and in the reverse one.
fn states(kinds: &[ReceiptKind]) -> (TaskState, TaskState) {
    let (dana, sam) = (person(1), person(2));
    let state = |reverse: bool| {
        let mut ledger = ledger();
        let first = add(&mut ledger, &dana, &version(&[], 0));
        add(&mut ledger, &dana, &handoff(first, &sam, "t", 1));
        for (at, kind) in (2..).zip(kinds) {
            let at = if reverse { 100 - at } else { at };
            let by = match kind {
                ReceiptKind::Offered | ReceiptKind::Withdrawn => &dana,
                _ => &sam,
            };
            add(&mut ledger, by, &receipt(&dana, "t", kind.clone(), at));
        }
        let lineage = ledger.lineage();
        assert!(lineage.quarantined().is_empty());
        lineage.handoff(key(&dana), "t").unwrap().state.unwrap()
    };
    (state(false), state(true))
}

#[test]
fn a_task_goes_on_until_its_end_and_stays_there() {
    use ReceiptKind as K;
    use TaskState as S;
    for (kinds, state, reversed) in [
        (vec![], S::Submitted, S::Submitted),
        (vec![K::Offered, K::Delivered], S::Working, S::Submitted),
        (
            vec![K::Delivered, K::InputRequired],
            S::InputRequired,
            S::Working,
        ),
        (
            vec![K::InputRequired, K::Answered],
            S::Working,
            S::InputRequired,
        ),
        (vec![K::AuthRequired], S::AuthRequired, S::AuthRequired),
        (vec![K::Opened, K::Downloaded], S::Working, S::Working),
        (
            vec![K::Imported, K::ImportUndone],
            S::Completed,
            S::Completed,
        ),
        (vec![K::Dismissed, K::Reopened], S::Rejected, S::Rejected),
        (
            vec![K::Dismissed, K::Reopened, K::Imported],
            S::Completed,
            S::Completed,
        ),
        (vec![K::Withdrawn, K::Imported], S::Completed, S::Completed),
        (vec![K::Failed, K::Withdrawn], S::Canceled, S::Canceled),
        (vec![K::Failed, K::Delivered], S::Failed, S::Failed),
        (vec![K::Other("later".into())], S::Submitted, S::Submitted),
    ] {
        assert_eq!(states(&kinds), (state, reversed), "{kinds:?}");
    }
}

#[test]
fn nobody_speaks_for_others() {
    let (dana, sam, eve) = (person(1), person(2), person(6));
    let mut ledger = ledger();
    let (first, _) = story(&mut ledger, &dana, &sam);
    let before = ledger.lineage().versions().to_vec();
    let lost = crate::RecordId(uuid::Uuid::from_bytes([7; 16]));
    let expected = [
        (
            add(
                &mut ledger,
                &eve,
                &receipt(&dana, "task-1", ReceiptKind::Dismissed, 9),
            ),
            Why::NoPart,
        ),
        (
            add(
                &mut ledger,
                &dana,
                &receipt(&dana, "task-1", ReceiptKind::Opened, 9),
            ),
            Why::OtherEnd,
        ),
        (
            add(
                &mut ledger,
                &sam,
                &receipt(&dana, "task-1", ReceiptKind::Withdrawn, 9),
            ),
            Why::OtherEnd,
        ),
        (
            add(
                &mut ledger,
                &sam,
                &receipt(&eve, "task-1", ReceiptKind::Opened, 9),
            ),
            Why::UnknownHandoff,
        ),
        (
            add(&mut ledger, &eve, &handoff(first, &eve, "task-1", 0)),
            Why::NotAParticipant,
        ),
        (
            add(&mut ledger, &dana, &handoff(lost, &sam, "task-9", 0)),
            Why::UnknownVersion,
        ),
        (
            add(&mut ledger, &dana, &handoff(first, &eve, "task-1", 2)),
            Why::SecondHandoff,
        ),
    ];
    let lineage = ledger.lineage();
    assert_eq!(lineage.versions(), before, "the view is what it was");
    assert_eq!(lineage.quarantined().len(), expected.len());
    for (id, why) in expected {
        let found = lineage
            .quarantined()
            .iter()
            .find(|one| one.id == id)
            .unwrap();
        assert_eq!(found.why, why);
    }
}

#[test]
fn a_task_of_the_same_name_is_not_the_same_task() {
    let (dana, sam, eve) = (person(1), person(2), person(0));
    let mut ledger = ledger();
    let (first, _) = story(&mut ledger, &dana, &sam);
    let before = ledger.lineage().handoff(key(&dana), "task-1").cloned();
    add(&mut ledger, &eve, &version(&[first], 9));
    add(&mut ledger, &eve, &handoff(first, &sam, "task-1", 0));
    add(
        &mut ledger,
        &eve,
        &receipt(&eve, "task-1", ReceiptKind::Withdrawn, 0),
    );
    let lineage = ledger.lineage();
    assert_eq!(lineage.handoff(key(&dana), "task-1").cloned(), before);
    let theirs = lineage.handoff(key(&eve), "task-1").unwrap();
    assert_eq!(theirs.state, Some(TaskState::Canceled));
}
