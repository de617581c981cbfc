//! Changes in the right form that are not what they claim: made with our own tools, turned.

use automerge::{Automerge, Change};

use crate::{
    Damaged, Record, Tried, Why,
    change::{self, Chain, Put},
    record, seal,
    whole::pack,
};

use super::*;

fn give(ledger: &mut Ledger, changes: &[Change]) -> News {
    let (parcel, _) = pack(changes.iter().map(Change::raw_bytes), usize::MAX);
    ledger.take_whole(&mut Sync::new(), "eve", &parcel).unwrap()
}

/// A change at the next place of `claimed`, signed by `signer`.
fn forged(ledger: &Ledger, claimed: &SigningKey, signer: &SigningKey, body: &[u8]) -> Put {
    let chain = Chain::new(&ledger.conversation, key(claimed), [1; 8]);
    let position = ledger.index.next(chain, key(claimed)).unwrap();
    seal::seal(&ledger.conversation, position, body, signer)
}

fn body(by: &SigningKey, entry: &Entry) -> Vec<u8> {
    record::write(key(by), "Dana", entry).unwrap()
}

fn refused(ledger: &mut Ledger, put: &Put, tried: Tried) {
    let (before, bytes) = (shown(ledger), ledger.save());
    let news = give(ledger, &[change::build(put)]);
    assert!(news.new_records.is_empty());
    assert_eq!(news.refused.len(), 1);
    assert_eq!(
        (news.refused[0].tried, news.refused[0].from.as_str()),
        (tried, "eve")
    );
    assert_eq!(
        (shown(ledger), ledger.save()),
        (before, bytes),
        "nothing changed"
    );
}

fn scene() -> (Ledger, SigningKey, SigningKey, SigningKey) {
    let (dana, sam, eve) = (person(1), person(2), person(6));
    let mut ledger = ledger();
    story(&mut ledger, &dana, &sam);
    (ledger, dana, sam, eve)
}

#[test]
fn a_signature_of_somebody_else() {
    let (mut ledger, dana, sam, eve) = scene();
    let said = body(&sam, &receipt(&dana, "task-1", ReceiptKind::Dismissed, 9));
    let put = forged(&ledger, &sam, &eve, &said);
    refused(&mut ledger, &put, Tried::Forged);
}

#[test]
fn a_record_of_somebody_else_in_ones_own_history() {
    let (mut ledger, dana, _, eve) = scene();
    let said = body(&dana, &version(&[], 9));
    let mut put = forged(&ledger, &eve, &dana, &said);
    refused(&mut ledger, &put, Tried::OthersHistory);
    // Signed by Dana in good faith for her own place, moved to another.
    put = forged(&ledger, &dana, &dana, &said);
    put.position.chain = Chain::new(CONVERSATION, key(&dana), [8; 8]);
    put.position.seq = 1;
    refused(&mut ledger, &put, Tried::Forged);
}

#[test]
fn a_record_under_another_name_or_of_another_conversation() {
    let (mut ledger, _, _, eve) = scene();
    let said = body(&eve, &version(&[], 9));
    let mut put = forged(&ledger, &eve, &eve, &said);
    put.key = ledger.records().next().unwrap().id;
    refused(&mut ledger, &put, Tried::Misplaced);
    let mut other = Ledger::new("another").unwrap();
    add(&mut other, &eve, &version(&[], 0));
    let moved = other.store.doc().get_changes(&[]).pop().unwrap();
    let news = give(&mut ledger, &[moved]);
    assert_eq!(news.refused[0].tried, Tried::Misplaced);
}

#[test]
fn a_change_that_follows_another_persons() {
    let (mut ledger, _, _, eve) = scene();
    let chain = Chain::new(CONVERSATION, key(&eve), [1; 8]);
    let mut position = ledger.index.next(chain, key(&eve)).unwrap();
    let last = ledger.store.doc().get_changes(&[]).pop().unwrap();
    position.deps = vec![last.hash()];
    position.op = (last.start_op().get() + 1).try_into().unwrap();
    let put = seal::seal(CONVERSATION, position, &body(&eve, &version(&[], 9)), &eve);
    refused(&mut ledger, &put, Tried::OthersHistory);
}

#[test]
fn a_body_that_is_too_long_or_no_record() {
    let (mut ledger, _, _, eve) = scene();
    let put = forged(&ledger, &eve, &eve, b"not json");
    refused(&mut ledger, &put, Tried::OtherForm);
    let mut long = body(&eve, &version(&[], 9));
    long.extend([b' '; 4_096]);
    let put = forged(&ledger, &eve, &eve, &long);
    refused(&mut ledger, &put, Tried::TooLarge);
}

#[test]
fn signed_nonsense_is_kept_apart_and_later_kinds_are_kept() {
    let (mut ledger, _, _, eve) = scene();
    let before = ledger.lineage().versions().to_vec();
    let said = String::from_utf8(body(&eve, &version(&[], 9))).unwrap();
    for (turned, why) in [
        (
            said.replace("\"claude-code\"", "\"Claude Code\""),
            Some(Why::Malformed),
        ),
        (said.replace("messageCount", "count"), Some(Why::Malformed)),
        (
            said.replace("\"kind\":\"version\"", "\"kind\":\"farewell\""),
            None,
        ),
    ] {
        let put = forged(&ledger, &eve, &eve, turned.as_bytes());
        let news = give(&mut ledger, &[change::build(&put)]);
        assert_eq!(news.new_records, [put.key], "{turned}");
        let lineage = ledger.lineage();
        assert_eq!(lineage.versions(), before);
        let found = lineage.quarantined().iter().find(|one| one.id == put.key);
        assert_eq!(found.map(|one| one.why), why, "{turned}");
    }
    let more = said.replace("\"kind\"", "\"mood\":\"good\",\"kind\"");
    let put = forged(&ledger, &eve, &eve, more.as_bytes());
    give(&mut ledger, &[change::build(&put)]);
    let bytes = ledger.save();
    let loaded = Ledger::load(CONVERSATION, &bytes, None).unwrap();
    assert_eq!(
        loaded.lineage().versions().len(),
        before.len() + 1,
        "a later field is ignored"
    );
    assert_eq!(shown(&loaded), shown(&ledger));
}

#[test]
fn two_histories_of_one_person_come_between_nobody() {
    let (dana, sam, eve) = (person(1), person(2), person(6));
    let (mut a, mut b) = (ledger(), ledger());
    let (mut one, mut two) = (ledger(), ledger());
    add(&mut one, &eve, &version(&[], 1));
    add(&mut two, &eve, &version(&[], 2));
    meet(&mut one, &mut a);
    meet(&mut two, &mut b);
    add(&mut a, &dana, &version(&[], 3));
    add(&mut b, &sam, &version(&[], 4));
    let (to_a, to_b, rounds) = meet(&mut a, &mut b);
    assert!(rounds < 12, "{rounds} rounds");
    for (ledger, news, theirs) in [(&a, to_a, &sam), (&b, to_b, &dana)] {
        assert_eq!(news.new_records.len(), 1, "the honest part went through");
        assert!(
            news.refused
                .iter()
                .all(|one| one.tried == Tried::Contradiction)
        );
        assert!(!news.refused.is_empty() && news.refused[0].claims == Some(key(&eve)));
        let authors: Vec<_> = ledger.records().map(|one: &Record| one.by).collect();
        assert!(authors.contains(&key(theirs)));
    }
}

#[test]
fn what_follows_a_refused_change_is_refused() {
    let (mut ledger, _, _, eve) = scene();
    let bad = forged(&ledger, &eve, &person(7), &body(&eve, &version(&[], 9)));
    let bad_change = change::build(&bad);
    let mut position = bad.position.clone();
    position.seq = 2;
    position.deps = vec![bad_change.hash()];
    position.op = (bad.position.op.get() + 1).try_into().unwrap();
    let next = seal::seal(CONVERSATION, position, &body(&eve, &version(&[], 10)), &eve);
    // In either order.
    for changes in [
        [bad_change.clone(), change::build(&next)],
        [change::build(&next), bad_change],
    ] {
        let news = give(&mut ledger, &changes);
        let tried: Vec<_> = news.refused.iter().map(|one| one.tried).collect();
        assert!(tried.contains(&Tried::Forged) && tried.contains(&Tried::FollowsRefused));
        assert!(news.new_records.is_empty());
    }
}

#[test]
fn a_forged_record_in_a_file_is_noticed() {
    let (ledger, _, sam, eve) = scene();
    let put = forged(&ledger, &sam, &eve, &body(&sam, &version(&[], 9)));
    let mut doc: Automerge = ledger.store.doc().fork();
    doc.apply_changes([change::build(&put)]).unwrap();
    let mut forger = Ledger::new(CONVERSATION).unwrap();
    forger.store = crate::store::Store::new(doc);
    let bytes = forger.save();
    let result = Ledger::load(CONVERSATION, &bytes, None);
    assert_eq!(result.unwrap_err(), Damaged::Refused(Tried::Forged));
    let rescued = Ledger::rescue(CONVERSATION, &bytes).unwrap();
    assert!(rescued.lost.document);
}
