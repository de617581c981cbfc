use crate::{AppendError, Entry, Ledger, OutOfBounds, Says, limits::MAX_REASON};

use super::*;

#[test]
fn a_record_keeps_what_it_says() {
    let (dana, sam) = (person(1), person(2));
    let mut ledger = ledger();
    let entry = version(&[], 0);
    let expected = ledger.id_of(key(&dana), "Dana", &entry).unwrap();
    let id = add(&mut ledger, &dana, &entry);
    assert_eq!(id, expected, "an identifier is known beforehand");
    let record = ledger.record(id).unwrap();
    assert_eq!(record.says, Says::Known(entry.clone()));
    assert_eq!((record.by, record.name.as_str()), (key(&dana), "Dana"));
    assert_eq!(
        add(&mut ledger, &dana, &entry),
        id,
        "written twice, it is one"
    );
    assert_eq!(ledger.len(), 1);
    let other = add(&mut ledger, &sam, &entry);
    assert_ne!(id, other, "two people's versions are two");
}

#[test]
fn every_field_has_a_bound() {
    let dana = person(1);
    let mut ledger = ledger();
    let base = add(&mut ledger, &dana, &version(&[], 0));
    let mut refuse = |entry: Entry, field: &'static str| {
        let result = ledger.append(&dana, [1; 8], "Dana", &entry);
        let expected = AppendError::OutOfBounds(OutOfBounds::Field(field));
        assert_eq!(result, Err(expected));
    };
    let with = |change: &dyn Fn(&mut crate::Version)| {
        let Entry::Version(mut inner) = version(&[], 0) else {
            unreachable!()
        };
        change(&mut inner);
        Entry::Version(inner)
    };
    refuse(with(&|one| one.parents = vec![base; 33]), "parents");
    refuse(with(&|one| one.platform = "Claude Code".into()), "platform");
    refuse(with(&|one| one.platform = String::new()), "platform");
    refuse(
        with(&|one| one.session_id = Some("x".repeat(257))),
        "sessionId",
    );
    refuse(with(&|one| one.message_count = u64::MAX), "messageCount");
    refuse(with(&|one| one.created_at = u64::MAX), "createdAt");
    refuse(with(&|one| one.content_hash = String::new()), "contentHash");
    let Entry::Handoff(mut long) = handoff(base, &dana, "t", 0) else {
        unreachable!()
    };
    long.to_name = "é".repeat(201);
    refuse(Entry::Handoff(long), "toName");
    refuse(handoff(base, &dana, "", 0), "taskId");
    let Entry::Receipt(mut reason) = receipt(&dana, "t", ReceiptKind::Failed, 0) else {
        unreachable!()
    };
    reason.reason = Some("é".repeat(MAX_REASON + 1));
    refuse(Entry::Receipt(reason), "reason");
    let kind = ReceiptKind::Other("x".repeat(41));
    refuse(receipt(&dana, "t", kind, 0), "state");
    let long_name = "x".repeat(201);
    let named = ledger.append(&dana, [1; 8], &long_name, &version(&[], 0));
    assert!(named.is_err());
}

#[test]
fn a_conversation_has_a_name() {
    for name in ["", "a\0b", &"x".repeat(201)] {
        assert!(Ledger::new(name).is_err(), "{name:?}");
    }
}

#[test]
fn a_signer_that_signs_with_another_key_writes_nothing() {
    struct Liar(ed25519_dalek::SigningKey);
    impl crate::Signer for Liar {
        fn public_key(&self) -> [u8; 32] {
            person(1).public_key()
        }
        fn sign(&self, bytes: &[u8]) -> [u8; 64] {
            Signer::sign(&self.0, bytes)
        }
    }
    let mut ledger = ledger();
    let result = ledger.append(&Liar(person(2)), [1; 8], "Dana", &version(&[], 0));
    assert_eq!(result, Err(AppendError::Signature));
    assert!(ledger.is_empty());
}

#[test]
fn every_device_begins_with_the_same_document() {
    let (mut one, mut other) = (ledger(), ledger());
    assert_eq!(one.save(), other.save());
    assert_eq!(
        crate::change::genesis().hash().to_string(),
        "83d18cb5e4e14135c45193e6035f204baee87614241986464dfc451c65ecc332",
        "a different first change would split every history"
    );
}
