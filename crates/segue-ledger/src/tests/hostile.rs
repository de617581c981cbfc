//! A peer with Automerge and bad intentions.

use automerge::{
    ActorId, Automerge, Change, ObjType, ROOT, ReadDoc, ScalarValue, sync,
    transaction::Transactable,
};

use crate::{SyncError, Tried, limits::MAX_CHANGE};

use super::*;

fn scene() -> (Ledger, Automerge) {
    let mut ledger = ledger();
    story(&mut ledger, &person(1), &person(2));
    let doc = ledger
        .store
        .doc()
        .fork()
        .with_actor(ActorId::from(&[6_u8; 24]));
    (ledger, doc)
}

fn message(chunks: Vec<Vec<u8>>) -> Vec<u8> {
    sync::Message {
        heads: vec![crate::change::genesis().hash()],
        need: Vec::new(),
        have: Vec::new(),
        changes: chunks.into(),
        flags: None,
        version: sync::MessageVersion::V1,
    }
    .encode()
}

/// What Eve does with the document, as a change on its own, in every way it can be brought.
fn attack(act: impl FnOnce(&mut Automerge, automerge::ObjId, String)) -> Vec<Tried> {
    let (mut ledger, mut doc) = scene();
    let (_, records) = doc.get(ROOT, "records").unwrap().unwrap();
    let victim = doc.keys(&records).next().unwrap();
    let before_heads = doc.get_heads();
    act(&mut doc, records, victim);
    let mut changes = doc.get_changes(&before_heads);
    let (view, file) = (shown(&ledger), ledger.save());
    let mut tried = Vec::new();
    let plain: Vec<_> = changes.iter().map(|one| one.raw_bytes().to_vec()).collect();
    let small: Vec<_> = changes.iter_mut().map(|one| one.bytes().to_vec()).collect();
    for chunks in [plain, small] {
        let news = ledger
            .receive(&mut Sync::new(), "eve", &message(chunks))
            .unwrap();
        assert!(news.new_records.is_empty());
        assert!(!news.refused.is_empty(), "it is noticed");
        assert!(news.refused.iter().all(|one| one.from == "eve"));
        assert_eq!(
            (shown(&ledger), ledger.save()),
            (view.clone(), file.clone())
        );
        tried = news.refused.iter().map(|one| one.tried).collect();
    }
    tried
}

#[test]
fn a_record_cannot_be_overwritten() {
    let tried = attack(|doc, records, victim| {
        let mut tx = doc.transaction();
        tx.put(&records, victim, ScalarValue::Bytes(vec![1; 200]))
            .unwrap();
        tx.commit();
    });
    assert_eq!(tried, [Tried::Overwrite]);
}

#[test]
fn a_record_cannot_be_deleted() {
    let tried = attack(|doc, records, victim| {
        let mut tx = doc.transaction();
        tx.delete(&records, victim).unwrap();
        tx.commit();
    });
    assert_eq!(tried, [Tried::Delete]);
}

#[test]
fn the_map_of_records_cannot_be_deleted_or_replaced() {
    let tried = attack(|doc, _, _| {
        let mut tx = doc.transaction();
        tx.delete(ROOT, "records").unwrap();
        tx.commit();
    });
    assert_eq!(tried, [Tried::Delete]);
    let tried = attack(|doc, _, _| {
        let mut tx = doc.transaction();
        tx.put_object(ROOT, "records", ObjType::Map).unwrap();
        tx.commit();
    });
    assert_eq!(tried, [Tried::MakeObject]);
}

#[test]
fn nothing_but_records_can_be_added() {
    let id = "3b241101-e2bb-8255-8caf-4136c566a962";
    for (kind, expected) in [
        (ObjType::Map, Tried::MakeObject),
        (ObjType::List, Tried::MakeObject),
        (ObjType::Text, Tried::MakeObject),
    ] {
        let tried = attack(|doc, records, _| {
            let mut tx = doc.transaction();
            tx.put_object(&records, id, kind).unwrap();
            tx.commit();
        });
        assert_eq!(tried, [expected]);
    }
    let tried = attack(|doc, _, _| {
        let mut tx = doc.transaction();
        tx.put(ROOT, id, ScalarValue::Bytes(vec![1; 100])).unwrap();
        tx.commit();
    });
    assert_eq!(tried, [Tried::Elsewhere]);
    let tried = attack(|doc, records, _| {
        let mut tx = doc.transaction();
        tx.put(&records, "not an id", ScalarValue::Bytes(vec![1; 100]))
            .unwrap();
        tx.commit();
        let mut tx = doc.transaction();
        tx.put(&records, id, "text").unwrap();
        tx.commit();
    });
    assert_eq!(tried, [Tried::OtherForm; 2]);
}

#[test]
fn nothing_can_be_counted() {
    let id = "3b241101-e2bb-8255-8caf-4136c566a962";
    let tried = attack(|doc, records, _| {
        let mut tx = doc.transaction();
        tx.put(&records, id, ScalarValue::counter(1)).unwrap();
        tx.commit();
        let mut tx = doc.transaction();
        tx.increment(&records, id, 5).unwrap();
        tx.commit();
    });
    assert_eq!(tried, [Tried::OtherForm, Tried::Increment]);
}

#[test]
fn one_change_is_one_record() {
    let tried = attack(|doc, records, _| {
        let mut tx = doc.transaction();
        for number in 0..3 {
            let id = uuid::Uuid::from_u128(number).to_string();
            tx.put(&records, id, ScalarValue::Bytes(vec![1; 100]))
                .unwrap();
        }
        tx.commit();
    });
    assert_eq!(tried, [Tried::Many]);
    let tried = attack(|doc, records, _| {
        let mut tx = doc.transaction();
        tx.put(&records, "x", 1).unwrap();
        for _ in 0..3_000 {
            tx.put(&records, "x", 1).unwrap();
            tx.put(&records, "x", 2).unwrap();
        }
        tx.commit();
    });
    assert!(
        matches!(tried[..], [Tried::Many | Tried::TooLarge]),
        "{tried:?}"
    );
}

#[test]
fn a_value_has_a_bound() {
    let tried = attack(|doc, records, _| {
        let id = "3b241101-e2bb-8255-8caf-4136c566a962";
        let mut tx = doc.transaction();
        tx.put(&records, id, ScalarValue::Bytes(vec![0; 300_000]))
            .unwrap();
        tx.commit();
    });
    assert_eq!(
        tried,
        [Tried::TooLarge],
        "also when it is small until inflated"
    );
}

#[test]
fn an_empty_change_or_a_note_on_one_is_refused() {
    let tried = attack(|doc, _, _| {
        doc.empty_commit(automerge::transaction::CommitOptions::default());
    });
    assert_eq!(tried, [Tried::Many]);
    let tried = attack(|doc, records, _| {
        let mut tx = doc.transaction();
        let id = "3b241101-e2bb-8255-8caf-4136c566a962";
        tx.put(&records, id, ScalarValue::Bytes(vec![1; 100]))
            .unwrap();
        let options = automerge::transaction::CommitOptions::default();
        tx.commit_with(options.with_message("look here").with_time(1));
    });
    assert_eq!(tried, [Tried::OtherForm]);
}

#[test]
fn a_whole_document_is_refused_where_changes_belong() {
    let (mut ledger, mut doc) = scene();
    let mut tx = doc.transaction();
    tx.put(ROOT, "more", 1).unwrap();
    tx.commit();
    let hashes = doc.get_changes(&[]);
    let bundle = doc.bundle(hashes.iter().map(Change::hash)).unwrap();
    for chunk in [doc.save(), bundle.bytes().to_vec()] {
        let news = ledger
            .receive(&mut Sync::new(), "eve", &message(vec![chunk]))
            .unwrap();
        let refused = news.refused[0].tried;
        assert!(matches!(refused, Tried::WholeDocument | Tried::TooLarge));
        assert!(news.new_records.is_empty());
    }
}

/// A chunk that says it is a compressed change.
fn compressed(deflated: &[u8]) -> Vec<u8> {
    let mut chunk = vec![0x85, 0x6f, 0x4a, 0x83, 0, 0, 0, 0, 2];
    let mut length = deflated.len();
    while length > 0x7f {
        chunk.push(u8::try_from(length & 0x7f).unwrap() | 0x80);
        length >>= 7;
    }
    chunk.push(u8::try_from(length).unwrap());
    chunk.extend(deflated);
    chunk
}

/// Zeros, deflated: a megabyte of them, again and again.
fn bomb(megabytes: usize) -> Vec<u8> {
    let mut deflate = flate2::Compress::new(flate2::Compression::best(), false);
    let mut block = Vec::with_capacity(1 << 20);
    let flush = flate2::FlushCompress::Full;
    deflate
        .compress_vec(&vec![0; 1 << 20], &mut block, flush)
        .unwrap();
    block.repeat(megabytes)
}

#[test]
fn a_bomb_does_not_go_off() {
    let (mut ledger, _) = scene();
    let view = shown(&ledger);
    let small = bomb(6);
    assert!(
        small.len() <= MAX_CHANGE,
        "small enough to be looked into: {}",
        small.len()
    );
    let news = ledger
        .receive(&mut Sync::new(), "eve", &message(vec![compressed(&small)]))
        .unwrap();
    assert_eq!(news.refused[0].tried, Tried::TooLarge);
    let middle = bomb(800);
    assert!(middle.len() < 1 << 20 && middle.len() > MAX_CHANGE);
    let news = ledger
        .receive(&mut Sync::new(), "eve", &message(vec![compressed(&middle)]))
        .unwrap();
    assert_eq!(news.refused[0].tried, Tried::TooLarge);
    // Ten megabytes that would be ten thousand.
    let large = compressed(&bomb(10_000));
    assert!(large.len() > 10_000_000);
    let result = ledger.receive(&mut Sync::new(), "eve", &message(vec![large.clone()]));
    assert_eq!(result, Err(SyncError::TooLong));
    let (parcel, _) = crate::whole::pack([large.as_slice()].into_iter(), usize::MAX);
    let result = ledger.take_whole(&mut Sync::new(), "eve", &parcel);
    assert_eq!(result, Err(SyncError::Unreadable));
    assert_eq!(shown(&ledger), view);
}

#[test]
fn a_run_that_claims_to_be_endless_is_not_followed() {
    let (mut ledger, _) = scene();
    // No deps, an actor, seq 1, op 1, time 0, no message, no others; one column: actions.
    let before = [&[0, 4][..], b"evil", &[1, 1, 0, 0, 0, 1, 0x42]].concat();
    let endless = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x3f, 1];
    let nulls = [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    for run in [endless, nulls] {
        let column = [&[u8::try_from(run.len()).unwrap()][..], &run].concat();
        let body = [&before[..], &column].concat();
        let head = [0x85, 0x6f, 0x4a, 0x83, 0, 0, 0, 0, 1];
        let length = u8::try_from(body.len()).unwrap();
        let chunk = [&head[..], &[length], &body].concat();
        let news = ledger
            .receive(&mut Sync::new(), "eve", &message(vec![chunk]))
            .unwrap();
        assert_eq!(news.refused[0].tried, Tried::Many);
    }
}

#[test]
fn messages_that_would_stop_automerge_are_refused() {
    let (mut ledger, _) = scene();
    let hash = [7; 32];
    let list = |hashes: &[[u8; 32]]| {
        let mut bytes = vec![u8::try_from(hashes.len()).unwrap()];
        hashes.iter().for_each(|hash| bytes.extend(hash));
        bytes
    };
    let filter = |filter: &[u8]| {
        let mut bytes = vec![1, 0, u8::try_from(filter.len()).unwrap()];
        bytes.extend(filter);
        bytes
    };
    let (empty, one, none) = (list(&[]), list(&[hash]), vec![0]);
    let probes = [1, 10, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0];
    for (what, heads, have) in [
        ("a filter without bits", &one, filter(&[5, 0, 7])),
        ("a filter with endless probes", &one, filter(&probes)),
        ("a filter that is too short", &one, filter(&[9, 10, 7, 1])),
        ("heads out of order", &list(&[[9; 32], hash]), none.clone()),
        ("a head twice", &list(&[hash, hash]), none.clone()),
        ("no heads, to get everything again", &empty, none.clone()),
        ("two filters", &one, vec![2, 0, 0, 0, 0]),
        (
            "a count beyond the end",
            &vec![0xff, 0xff, 0x0f],
            none.clone(),
        ),
    ] {
        let bytes = [&[0x42][..], heads, &empty, &have, &[0]].concat();
        let mut sync = Sync::new();
        let result = ledger.receive(&mut sync, "eve", &bytes);
        assert_eq!(result, Err(SyncError::Unreadable), "{what}");
    }
    let usual = [&[0x42][..], &one, &empty, &filter(&[1, 10, 7, 0, 0]), &[0]].concat();
    assert!(ledger.receive(&mut Sync::new(), "sam", &usual).is_ok());
    let many = message(vec![Vec::new(); 3]);
    assert!(ledger.receive(&mut Sync::new(), "eve", &many).is_ok());
}

#[test]
fn too_many_changes_are_refused_before_they_are_looked_at() {
    let (mut ledger, _) = scene();
    let change = ledger.store.doc().get_changes(&[]).pop().unwrap();
    let short = change.raw_bytes().get(..9).unwrap();
    let chunk = [short, &[0]].concat();
    let result = ledger.receive(&mut Sync::new(), "eve", &message(vec![chunk; 2_001]));
    assert_eq!(result, Err(SyncError::TooMany));
}

#[test]
fn a_peer_that_never_ends_is_left() {
    let (mut ledger, _) = scene();
    let mut sync = Sync::new();
    let mut answers = 0;
    let mut rounds = 0_u8;
    let end = loop {
        rounds += 1;
        // Always another head that nobody has.
        let bytes = [&[0x42, 1][..], &[rounds; 32], &[0, 0, 0]].concat();
        match ledger.receive(&mut sync, "eve", &bytes) {
            Ok(_) => answers += u32::from(ledger.message(&mut sync).is_some()),
            Err(end) => break end,
        }
    };
    assert_eq!(end, SyncError::Endless);
    assert!(
        answers <= crate::limits::MAX_IDLE_ROUNDS,
        "{answers} answers"
    );
}
