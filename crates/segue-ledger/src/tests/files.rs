use crate::{Checked, Damaged};

use super::*;

/// A file written in steps, with the length after each.
fn file() -> (Ledger, Vec<u8>, Vec<(usize, usize)>) {
    let (dana, sam) = (person(1), person(2));
    let mut ledger = ledger();
    story(&mut ledger, &dana, &sam);
    let mut bytes = ledger.save();
    let mut steps = vec![(bytes.len(), ledger.len())];
    for at in 20..30 {
        add(
            &mut ledger,
            if at % 2 == 0 { &dana } else { &sam },
            &version(&[], at),
        );
        bytes.extend(ledger.save_more().unwrap());
        steps.push((bytes.len(), ledger.len()));
    }
    (ledger, bytes, steps)
}

#[test]
fn a_file_holds_what_was_written() {
    let (mut ledger, bytes, _) = file();
    let checked = ledger.checked().unwrap();
    for proof in [None, Some(&checked), Some(&Checked([0; 32]))] {
        let mut loaded = Ledger::load(CONVERSATION, &bytes, proof).unwrap();
        assert_eq!(shown(&loaded), shown(&ledger));
        assert!(loaded.save_more().unwrap().is_empty(), "nothing is new");
        assert_eq!(loaded.checked(), Some(checked));
        assert_eq!(loaded.save(), ledger.save(), "compact, it is the same");
    }
}

#[test]
fn a_loaded_ledger_writes_on() {
    let (ledger, mut bytes, _) = file();
    let mut loaded = Ledger::load(CONVERSATION, &bytes, ledger.checked().as_ref()).unwrap();
    add(&mut loaded, &person(1), &version(&[], 99));
    bytes.extend(loaded.save_more().unwrap());
    let checked = loaded.checked();
    let again = Ledger::load(CONVERSATION, &bytes, checked.as_ref()).unwrap();
    assert_eq!(shown(&again), shown(&loaded));
    assert_eq!(again.checked(), checked);
}

#[test]
fn a_file_belongs_to_its_conversation() {
    let (_, bytes, _) = file();
    let result = Ledger::load("another", &bytes, None);
    assert!(matches!(result, Err(Damaged::Refused(_))), "{result:?}");
}

#[test]
fn what_was_appended_before_the_cut_is_kept() {
    let (ledger, bytes, steps) = file();
    let base = steps[0].0;
    for cut in (0..bytes.len())
        .step_by(139)
        .chain(steps.iter().map(|step| step.0))
    {
        let torn = &bytes[..cut];
        let kept = steps
            .iter()
            .rev()
            .find(|step| step.0 <= cut)
            .map_or(0, |step| step.1);
        let rescued = Ledger::rescue(CONVERSATION, torn).unwrap();
        assert_eq!(rescued.ledger.len(), kept, "cut after {cut} bytes");
        assert_eq!(rescued.lost.document, cut < base);
        let on_edge = steps.iter().any(|step| step.0 == cut);
        assert_eq!(rescued.lost.nothing(), on_edge);
        assert_eq!(Ledger::load(CONVERSATION, torn, None).is_ok(), on_edge);
        let ids = rescued.ledger.records().map(|one| one.id);
        assert!(ids.into_iter().all(|id| ledger.record(id).is_some()));
    }
}

#[test]
fn a_flipped_bit_costs_what_it_hit_and_what_follows_that() {
    let (ledger, bytes, steps) = file();
    let base = steps[0].0;
    let checked = ledger.checked();
    for at in (0..bytes.len()).step_by(151) {
        let mut torn = bytes.clone();
        torn[at] ^= 0x10;
        assert!(
            Ledger::load(CONVERSATION, &torn, checked.as_ref()).is_err(),
            "at {at}"
        );
        let rescued = Ledger::rescue(CONVERSATION, &torn).unwrap();
        assert!(!rescued.lost.nothing(), "at {at}");
        assert_eq!(rescued.lost.document, at < base, "at {at}");
        // Everything before; and after it, what the other person wrote.
        let before = steps
            .iter()
            .rev()
            .find(|step| step.0 <= at)
            .map_or(0, |step| step.1);
        assert!(rescued.ledger.len() >= before, "at {at}");
        if at >= base {
            let last = steps.last().unwrap().1;
            assert!(
                rescued.ledger.len() >= before + (last - before - 1) / 2,
                "at {at}"
            );
        }
        let records = rescued.ledger.records();
        assert!(
            records
                .into_iter()
                .all(|one| ledger.record(one.id) == Some(one))
        );
    }
}

#[test]
fn a_rescued_device_catches_up() {
    let (mut whole, bytes, steps) = file();
    let mut rescued = Ledger::rescue(CONVERSATION, &bytes[..steps[3].0 + 5]).unwrap();
    let ledger = &mut rescued.ledger;
    ledger
        .append(&person(1), [9; 8], "Dana", &version(&[], 77))
        .unwrap();
    let (to_rescued, to_whole, _) = meet(ledger, &mut whole);
    assert_eq!(to_rescued.new_records.len(), 7);
    assert_eq!(to_whole.new_records.len(), 1);
    assert!(to_rescued.refused.is_empty() && to_whole.refused.is_empty());
    assert_eq!(shown(ledger), shown(&whole));
}

#[test]
fn a_proof_is_for_these_bytes_only() {
    let (ledger, bytes, _) = file();
    let mut other = super::ledger();
    add(&mut other, &person(3), &version(&[], 0));
    let foreign = other.save();
    // A forged record would be noticed, the proof being for another file: see `lies`.
    assert_ne!(other.checked(), ledger.checked());
    assert!(Ledger::load(CONVERSATION, &foreign, ledger.checked().as_ref()).is_ok());
    assert!(Ledger::load(CONVERSATION, &bytes, other.checked().as_ref()).is_ok());
}
