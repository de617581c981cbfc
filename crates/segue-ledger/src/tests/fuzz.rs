//! Bytes that were never written by anybody.

use std::sync::OnceLock;

use proptest::prelude::*;

use super::*;

/// A file, a parcel and a message that are good.
fn good() -> &'static [Vec<u8>; 3] {
    static GOOD: OnceLock<[Vec<u8>; 3]> = OnceLock::new();
    GOOD.get_or_init(|| {
        let mut ledger = ledger();
        story(&mut ledger, &person(1), &person(2));
        let mut file = ledger.save();
        add(&mut ledger, &person(1), &version(&[], 20));
        add(&mut ledger, &person(2), &version(&[], 21));
        file.extend(ledger.save_more().unwrap());
        let (mut here, mut there) = (Sync::new(), Sync::new());
        let other = super::ledger();
        let hello = other.message(&mut there).unwrap();
        deliver(&mut ledger, &mut here, "b", &hello);
        let Some(Outgoing::Message(message)) = ledger.message(&mut here) else {
            unreachable!()
        };
        [file, ledger.whole().unwrap(), message]
    })
}

fn everything(bytes: &[u8]) {
    let mut ledger = ledger();
    let mut sync = Sync::new();
    if ledger.receive(&mut sync, "eve", bytes).is_ok() {
        let _answer = ledger.message(&mut sync);
    }
    let mut sync = Sync::new();
    if ledger.take_whole(&mut sync, "eve", bytes).is_ok() {
        let _answer = ledger.message(&mut sync);
    }
    if let Ok(mut loaded) = Ledger::load(CONVERSATION, bytes, None) {
        loaded.save();
    }
    let mut rescued = Ledger::rescue(CONVERSATION, bytes).unwrap().ledger;
    rescued.save();
    // Whatever came in, it can be saved and read.
    let bytes = ledger.save();
    assert!(Ledger::load(CONVERSATION, &bytes, None).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn arbitrary_bytes_stop_nothing(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        everything(&bytes);
    }

    #[test]
    fn turned_bytes_stop_nothing(
        which in 0..3_usize,
        turns in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
        doubled in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = good()[which].clone();
        for (at, to) in turns {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        if let Some(at) = doubled {
            let part = bytes.split_off(at.index(bytes.len()));
            bytes.extend([part.clone(), part].concat());
        }
        if let Some(at) = cut {
            bytes.truncate(at.index(bytes.len()));
        }
        everything(&bytes);
    }

    #[test]
    fn a_document_with_a_fitting_hash_stops_nothing(
        turns in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut ledger = ledger();
        story(&mut ledger, &person(1), &person(2));
        let mut document = ledger.store.doc().save();
        for (at, to) in turns {
            let at = at.index(document.len());
            document[at] = to;
        }
        let bytes = crate::file::wrap(&document);
        everything(&bytes);
    }
}
