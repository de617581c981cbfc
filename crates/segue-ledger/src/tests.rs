//! Ledgers among friends, among liars, on broken disks.

mod converge;
mod files;
mod fuzz;
mod hostile;
mod lies;
mod older;
mod records;
mod view;

use ed25519_dalek::SigningKey;

use crate::{
    Entry, Handoff, Ledger, News, Outgoing, PublicKey, Receipt, ReceiptKind, RecordId, Signer,
    Sync, Version, limits::MAX_ROUNDS,
};

const CONVERSATION: &str = "8f14e45f-ceea-467f-a8c3-7d1f0d5c9b1e";
const NOON: u64 = 1_790_000_000_000;

fn person(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32])
}

fn key(person: &SigningKey) -> PublicKey {
    PublicKey(person.public_key())
}

fn name(key: PublicKey) -> &'static str {
    let names = ["Ada", "Dana", "Sam", "Kim", "Lee"];
    let all = (0..)
        .zip(names)
        .map(|(number, name)| (self::key(&person(number)), name));
    all.into_iter()
        .find(|one| one.0 == key)
        .map_or("Eve", |one| one.1)
}

fn ledger() -> Ledger {
    Ledger::new(CONVERSATION).unwrap()
}

fn version(parents: &[RecordId], at: u64) -> Entry {
    Entry::Version(Version {
        parents: parents.to_vec(),
        platform: "claude-code".into(),
        session_id: Some(format!("session-{at}")),
        message_count: 84 + at,
        created_at: NOON + at,
        content_hash: format!("{at:064x}"),
    })
}

fn handoff(version: RecordId, to: &SigningKey, task: &str, at: u64) -> Entry {
    Entry::Handoff(Handoff {
        version,
        to: key(to),
        to_name: name(key(to)).into(),
        at: NOON + at,
        export_id: format!("export-{task}"),
        task_id: task.into(),
        refers_to: None,
    })
}

fn receipt(sender: &SigningKey, task: &str, kind: ReceiptKind, at: u64) -> Entry {
    Entry::Receipt(Receipt {
        task_id: task.into(),
        sender: key(sender),
        kind,
        at: NOON + at,
        reason: None,
    })
}

/// Each person writes into one chain.
fn add(ledger: &mut Ledger, by: &SigningKey, entry: &Entry) -> RecordId {
    ledger.append(by, [1; 8], name(key(by)), entry).unwrap()
}

fn deliver(to: &mut Ledger, sync: &mut Sync, from: &str, sent: &Outgoing) -> News {
    match sent {
        Outgoing::Message(bytes) => to.receive(sync, from, bytes).unwrap(),
        Outgoing::Whole(bytes) => to.take_whole(sync, from, bytes).unwrap(),
    }
}

/// One session, until nobody has anything to say. What each learned, and how many messages it took.
fn meet(one: &mut Ledger, other: &mut Ledger) -> (News, News, u32) {
    let (mut here, mut there) = (Sync::new(), Sync::new());
    let (mut to_one, mut to_other) = (News::default(), News::default());
    for round in 0..MAX_ROUNDS {
        let (forth, back) = (one.message(&mut here), other.message(&mut there));
        if forth.is_none() && back.is_none() {
            return (to_one, to_other, round);
        }
        for (sent, to, sync, news) in [
            (forth, &mut *other, &mut there, &mut to_other),
            (back, &mut *one, &mut here, &mut to_one),
        ] {
            if let Some(sent) = sent {
                let more = deliver(to, sync, "them", &sent);
                news.new_records.extend(more.new_records);
                news.refused.extend(more.refused);
            }
        }
    }
    panic!("the session does not end");
}

fn shown(ledger: &Ledger) -> String {
    let lineage = ledger.lineage();
    let parts = (
        lineage.versions(),
        lineage.quarantined(),
        lineage.participants(),
    );
    serde_json::to_string_pretty(&parts).unwrap()
}

/// Dana makes a version, hands it to Sam, who imports it.
fn story(ledger: &mut Ledger, dana: &SigningKey, sam: &SigningKey) -> (RecordId, RecordId) {
    let first = add(ledger, dana, &version(&[], 0));
    add(ledger, dana, &handoff(first, sam, "task-1", 1));
    let second = add(ledger, sam, &version(&[first], 2));
    for (at, kind) in [
        (3, ReceiptKind::Delivered),
        (4, ReceiptKind::Opened),
        (5, ReceiptKind::Imported),
    ] {
        add(ledger, sam, &receipt(dana, "task-1", kind, at));
    }
    (first, second)
}
